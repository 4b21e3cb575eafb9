package served

import (
	"net"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/internal/waittest"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestNoticeToAClientThatDoesNotRead: while a notice waits for its client to read, the session can be
// cancelled and stopped, and what is stopped waits no longer than for the last words.
func TestNoticeToAClientThatDoesNotRead(t *testing.T) {
	ours, theirs := net.Pipe() // nobody reads
	defer theirs.Close()
	s := &Session{inEngine: true}
	s.client.Conn, s.client.socket, s.client.writeTimeout = ours, ours, time.Hour
	told := make(chan struct{})
	go func() {
		defer close(told)
		s.Notify(sqlstate.New(sqlstate.SuccessfulCompletion, "approval ap-1 is needed"))
	}()
	waittest.Eventually(t, "it writes", func() bool {
		free := s.output.TryLock()
		if free {
			s.output.Unlock()
		}
		return !free
	})
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		s.Cancel()
		s.Stop()
	}()
	select {
	case <-stopped:
	case <-time.After(5 * time.Second):
		t.Fatal("the session cannot be stopped")
	}
	select {
	case <-told:
	case <-time.After(lastWords + 5*time.Second):
		t.Error("the notice waits still")
	}
}
