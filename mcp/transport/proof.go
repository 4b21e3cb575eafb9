package transport

import (
	"context"
	"errors"
	"net/http"
	"sync"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/auth/proof"
	"github.com/sallyportdb/sallyport/mcp/message"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// whileProven returns a context that ends, with an error for the client as its cause, once the token of
// a request is not good any more: it has expired, or was revoked. The caller calls stop once. What needs no
// token lasts.
func (s *Server) whileProven(ctx context.Context, who auth.Principal, token string) (proven context.Context, stop func()) {
	proven, _, stop = s.cancelable(ctx, who, func() string { return token })
	return proven, stop
}

// cancelable is whileProven for a context that cancel ends, too.
func (s *Server) cancelable(ctx context.Context, who auth.Principal, sent func() string) (proven context.Context, end, stop func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	end = func() { cancel(nil) }
	if who.Proof != auth.Token {
		return ctx, end, end
	}
	token := sent()
	var running sync.WaitGroup
	w := proof.Begin(ctx, func(ctx context.Context) error {
		p, err := s.resource.Verify(ctx, token)
		if err == nil && p.Name != who.Name {
			err = sqlstate.New(sqlstate.InvalidAuthorization, "the token is of somebody else now")
		}
		return err
	}, func(why error) { cancel(errTokenEnded(why)) }, &running)
	return ctx, end, func() {
		w.Stop()
		cancel(nil)
		running.Wait()
	}
}

// sentToken is the token that came with a request, in its header or else in its message.
func sentToken(r *http.Request, m *message.Message) string {
	if token := tokenIn(r.Header.Get("Authorization")); token != "" || m == nil {
		return token
	}
	return tokenIn(m.Authorization)
}

// TokenEnded returns the error of a call that was canceled because its token is not good any more, or nil if the token
// is.
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
