package transport

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/message"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	// proofInterval is how often the token of a request that is being answered is verified again.
	proofInterval = time.Second
	// proofPatience is how long such a request goes on while its token cannot be verified.
	proofPatience = 10 * time.Second
)

// whileProven returns a context that ends, with an error for the client as its cause, once the token of
// a request is not good any more: it has expired, or was revoked. The caller calls stop once. What needs no
// token lasts.
func (s *Server) whileProven(ctx context.Context, who auth.Principal, token string) (proven context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	if who.Proof != auth.Token {
		return ctx, func() { cancel(nil) }
	}
	w := &proofWatch{verify: func() error {
		p, err := s.resource.Verify(ctx, token)
		if err == nil && p.Name != who.Name {
			err = sqlstate.New(sqlstate.InvalidAuthorization, "the token is of somebody else now")
		}
		return err
	}, end: cancel}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(proofInterval, w.look)
	return ctx, w.stop
}

// proofWatch verifies the token of one request again and again while the request is answered.
type proofWatch struct {
	verify func() error
	end    context.CancelCauseFunc

	mu      sync.Mutex // guards what follows
	timer   *time.Timer
	stopped bool
	looking sync.WaitGroup // the timer's goroutine
	unknown time.Time      // since when the token cannot be verified; zero: it can
}

// stop ends the watch, and waits for it.
func (w *proofWatch) stop() {
	w.mu.Lock()
	w.stopped = true
	w.timer.Stop()
	w.mu.Unlock()
	w.end(nil)
	w.looking.Wait()
}

// look verifies the token once.
func (w *proofWatch) look() {
	w.mu.Lock()
	if w.stopped {
		w.mu.Unlock()
		return
	}
	w.looking.Add(1)
	w.mu.Unlock()
	defer w.looking.Done()
	err := w.verify()
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.stopped:
		return
	case err == nil:
		w.unknown = time.Time{}
	case w.unknown.IsZero():
		w.unknown = time.Now()
	}
	if err != nil && (sqlstate.CodeOf(err) != sqlstate.CannotConnectNow || time.Since(w.unknown) >= proofPatience) {
		w.end(errTokenEnded(err))
		return
	}
	w.timer.Reset(proofInterval)
}

// sentToken is the token that came with a request, in its header or else in its message.
func sentToken(r *http.Request, m *message.Message) string {
	if token := tokenIn(r.Header.Get("Authorization")); token != "" || m == nil {
		return token
	}
	return tokenIn(m.Authorization)
}

// TokenEnded returns the error of a call that was canceled because its token is not good any more; nil: the
// token is.
func TokenEnded(ctx context.Context) error {
	var ended *sqlstate.Error
	if errors.As(context.Cause(ctx), &ended) {
		return ended
	}
	return nil
}

// answerEnded answers a call that ended with its token, if the library, to which the client is gone, did not.
// It is no 401: a client would send the call again by itself, and nobody knows how far a change has come.
func (p *reply) answerEnded(ctx context.Context, m *message.Message) {
	ended := TokenEnded(ctx)
	if ended == nil || !m.IsCall() {
		return
	}
	p.mu.Lock()
	answered := p.state == replyPlain || p.library || p.held.Len() > 0
	p.mu.Unlock()
	if !answered {
		e := sqlstate.From(ended)
		message.Denied(http.StatusOK, "%s: %s (%s). %s", e.Code, e.Message, e.Detail, e.Hint).Send(p, m.ID)
	}
}

// errTokenEnded is what a call ends with whose token is not good any more.
func errTokenEnded(why error) error {
	return sqlstate.New(sqlstate.AdminShutdown, "canceling the call because its access token has ended").
		WithDetail("%s", sqlstate.From(why).Message).WithHint("Get a new token, and call again.")
}
