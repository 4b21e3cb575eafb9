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

// whileProven returns a context that ends when the token of a request has expired or was revoked; its cause is an error for
// the client. The caller calls stop once. The context of a request without a token does not end so.
func (s *Server) whileProven(ctx context.Context, who auth.Principal, token string) (proven context.Context, stop func()) {
	proven, _, stop = s.cancelable(ctx, who, func() string { return token })
	return proven, stop
}

// cancelable returns a context like whileProven's that cancel ends, too.
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

// sentToken returns the token of a request, from its header or else from its message.
func sentToken(r *http.Request, m *message.Message) string {
	if token := tokenIn(r.Header.Get("Authorization")); token != "" || m == nil {
		return token
	}
	return tokenIn(m.Authorization)
}

// TokenEnded returns the error of a call that was canceled because its token has expired or was revoked, or nil if the token
// is still good.
func TokenEnded(ctx context.Context) error {
	var ended *sqlstate.Error
	if errors.As(context.Cause(ctx), &ended) {
		return ended
	}
	return nil
}

// answerEnded answers a call that ended with its token, if the library has not answered: for the library the client is
// gone. The status is not 401, upon which clients send a call again by themselves: a change may have been made.
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

// errTokenEnded is the error of a call whose token has expired or was revoked.
func errTokenEnded(why error) error {
	return sqlstate.New(sqlstate.AdminShutdown, "canceling the call because its access token has ended").
		WithDetail("%s", sqlstate.From(why).Message).WithHint("Get a new token, and call again.")
}
