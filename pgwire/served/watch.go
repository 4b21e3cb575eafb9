package served

import (
	"syscall"
	"time"
)

// watchEvery is how often running statements are checked for clients that
// have left, and how long a statement runs before it is checked at all.
const watchEvery = 250 * time.Millisecond

// watch notices that clients of running statements have gone: a session does not read its socket while it works.
// One goroutine does it for all sessions, and consumes no byte.
func (s *Server) watch() {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.ended:
			return
		case now := <-tick.C:
			for _, session := range s.all() {
				since := session.client.busy.Load()
				if since == 0 || now.UnixNano()-since < int64(watchEvery) {
					continue
				}
				if socket, ok := session.client.socket.(syscall.Conn); ok && hasLeft(socket) {
					session.log.Debug("the client left while its statement ran", "client", session.client.RemoteAddr().String())
					session.stopWork()
				}
			}
		}
	}
}
