package served

import (
	"errors"
	"net"
	"time"

	"github.com/sallyportdb/sallyport/engine/notify"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Notifications wait here for the moments when a client may get them: before a ReadyForQuery outside of a
// transaction, and while the client rests. A session that waits for its client is woken by the deadline
// of its connection, and writes them itself: no other goroutine writes to the client.

// maxNotified bounds the notifications that wait for a client, in bytes.
const maxNotified = 8 << 20

// inbox has the notifications that wait for a client. The session's mu guards it.
type inbox struct {
	waiting bool // for the client's next message, and may be woken
	woken   bool
	list    []notify.Notification
	size    int
	lost    bool // more came than may wait
}

// OnNotification takes a notification, from any goroutine. A client that does not take what it listens to
// loses its connection: no notification is left out.
func (s *Session) OnNotification(n notify.Notification) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.inbox.size += n.Size(); s.inbox.size > maxNotified {
		s.inbox.lost = true
	} else {
		s.inbox.list = append(s.inbox.list, n)
	}
	if s.inbox.waiting && !s.inbox.woken {
		s.inbox.woken = true
		_ = s.client.SetReadDeadline(time.Now()) // a closed connection needs none
	}
}

// sendNotifications writes what waits for the client, if it may have it now.
func (s *Session) sendNotifications() {
	if s.inUnit || !s.restsAtEngine() {
		return
	}
	s.mu.Lock()
	list, lost := s.inbox.list, s.inbox.lost
	s.inbox.list, s.inbox.size = nil, 0
	s.mu.Unlock()
	for _, n := range list {
		s.client.out = reply.Notification(s.client.out, n.PID, n.Channel, n.Payload)
	}
	if lost && s.lost == nil {
		s.lost = sqlstate.New(sqlstate.ProgramLimitExceeded, "too many notifications wait for this client").
			WithHint("Read them sooner, and end transactions.")
		s.lost.Severity = reply.Fatal
	}
}

// awaitMessage waits until a message begins to come, and sends notifications meanwhile. If the connection
// is broken, the next read says so.
func (s *Session) awaitMessage() {
	for s.engine.Listens() && s.client.phase.Load() == open {
		s.sendNotifications()
		if s.lost != nil || s.client.flush() != nil {
			return
		}
		if !s.beginWaiting() {
			continue
		}
		_, err := s.client.peek(request.HeaderSize)
		var timeout net.Error
		if !s.stopWaiting() || err == nil || !errors.As(err, &timeout) || !timeout.Timeout() {
			return
		}
	}
}

// beginWaiting notes that the session waits for its client. false: something is to be sent first.
func (s *Session) beginWaiting() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.inbox.list) > 0 && !s.inUnit && s.restsAtEngine() {
		return false
	}
	s.inbox.waiting = true
	return true
}

// stopWaiting notes that it does not wait any more, and reports whether it was woken.
func (s *Session) stopWaiting() (woken bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	woken = s.inbox.woken
	s.inbox.waiting, s.inbox.woken = false, false
	if woken && s.client.phase.Load() == open {
		_ = s.client.SetReadDeadline(time.Time{}) // if it fails, so does the next read
	}
	return woken
}
