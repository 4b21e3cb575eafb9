package pgwire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TokenVerifier proves access tokens. It is safe for concurrent use.
type TokenVerifier interface {
	// Verify returns whose token it is. 57P03: its issuer cannot be asked. Any other error says that the
	// token is not good.
	Verify(ctx context.Context, raw string) (auth.Principal, error)
}

// Tokens lets clients in by an access token, over TLS alone. Whether a client has to bring a token is
// decided by its user name alone. A name of Options.Users never fits Users: so a user with a password is
// never asked to send it in clear, and the question does not tell which users there are.
type Tokens struct {
	Verifier TokenVerifier
	// Users are the names whose clients prove a token. A * stands for any text.
	Users []string
	// Bearer asks by SASL's OAUTHBEARER; otherwise the token is sent as a password. A client can choose
	// itself by the startup setting askSetting.
	Bearer bool
	// Discovery and Scope are what a client is told of OAUTHBEARER that has no token yet, or no good one:
	// the URL of the issuer's metadata, and the scope to ask for.
	Discovery, Scope string
	// Ceiling is the widest mode of a session. The zero mode lets nothing through.
	Ceiling gate.Mode
}

// askSetting is the setting of the startup message by which a client chooses how it sends its token:
// "password" or "oauthbearer". No session has it.
const askSetting = "sallyport.ask"

// maxToken bounds a token in bytes, as libpq and PostgreSQL do.
const maxToken = 65535

// checkUsers reports what keeps tokens from being used.
func (t *Tokens) checkUsers(users users) error {
	if t == nil {
		return nil
	}
	if t.Verifier == nil || len(t.Users) == 0 {
		return errors.New("pgwire: tokens need a verifier, and names whose clients prove one")
	}
	for name := range users.named {
		if t.takes(name) {
			return fmt.Errorf("pgwire: the user %q has a password or a certificate, and a name of those who prove a token: give it another name, or change pgwire.tokens.users", name)
		}
	}
	return nil
}

// takes reports whether clients of a name prove a token.
func (t *Tokens) takes(name string) bool {
	if t == nil {
		return false
	}
	for _, pattern := range t.Users {
		if fitsPattern(pattern, name) {
			return true
		}
	}
	return false
}

// fitsPattern reports whether a name is that of a pattern, in which a * stands for any text.
func fitsPattern(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	last := len(parts) - 1
	if last == 0 {
		return pattern == name
	}
	name, ok := strings.CutPrefix(name, parts[0])
	for _, part := range parts[1:last] {
		var found bool
		_, name, found = strings.Cut(name, part)
		ok = ok && found
	}
	return ok && strings.HasSuffix(name, parts[last])
}

// bearer reports how a client sends its token, and takes its own choice out of the settings.
func (t *Tokens) bearer(h *hello) (bearer bool, err error) {
	bearer = t.Bearer
	kept := h.settings[:0:0]
	for _, set := range h.settings {
		switch {
		case set.name != askSetting:
			kept = append(kept, set)
		case strings.EqualFold(set.value, "oauthbearer"):
			bearer = true
		case strings.EqualFold(set.value, "password"):
			bearer = false
		default:
			return false, sqlstate.New(sqlstate.InvalidParameterValue, "invalid value for parameter %q: %q", set.name, set.value).
				WithHint("It is password or oauthbearer.")
		}
	}
	h.settings = kept
	return bearer, nil
}

// authenticateToken has a client prove a token. 28P01, 28000: it could not, or there is no TLS; 57P03:
// the issuer cannot be asked.
func (s *Server) authenticateToken(ctx context.Context, conn net.Conn, h *hello) (identity, error) {
	t := s.options.Tokens
	if _, secure := conn.(*tls.Conn); !secure {
		return identity{}, sqlstate.New(sqlstate.InvalidAuthorization, "tokens are not accepted without TLS").
			WithHint("Connect with sslmode=require, or better verify-full.")
	}
	bearer, err := t.bearer(h)
	if err != nil {
		return identity{}, err
	}
	client := conn.RemoteAddr()
	if wait := s.guesses.timeToWait(time.Now(), client, h.user); wait > 0 {
		return identity{}, guessedTooOften(wait)
	}
	ask := askClear
	if bearer {
		ask = askBearer
	}
	raw, err := ask(conn)
	if err != nil {
		return identity{}, err // nothing was guessed
	}
	who, cause := t.prove(ctx, h.user, raw)
	if cause != nil && sqlstate.CodeOf(cause) == sqlstate.CannotConnectNow {
		return identity{}, cause
	}
	if raw != "" { // else the client asks where tokens are to be had
		if wait := s.guesses.countAttempt(time.Now(), client, h.user, cause == nil); wait > 0 {
			return identity{}, guessedTooOften(wait)
		}
	}
	if cause == nil {
		return identity{principal: who, ceiling: s.options.Ceiling.Narrow(t.Ceiling), proven: func(ctx context.Context) error { return t.proveAgain(ctx, who, raw) }}, nil
	}
	if !bearer {
		return identity{}, sqlstate.Wrap(cause, sqlstate.InvalidPassword, "password authentication failed for user %q", h.user).
			WithHint("The password is an access token of this user. Get a new one, and connect again.")
	}
	if err := tellDiscovery(conn, t.Discovery, t.Scope); err != nil {
		return identity{}, err
	}
	return identity{}, sqlstate.Wrap(cause, sqlstate.InvalidAuthorization, "OAuth bearer authentication failed for user %q", h.user).
		WithHint("Get a new token, and connect again.")
}

// prove returns the principal of a token. It returns an error if the client has connected under another name.
func (t *Tokens) prove(ctx context.Context, user, raw string) (auth.Principal, error) {
	if raw == "" {
		return auth.Principal{}, errors.New("there is no token")
	}
	who, err := t.Verifier.Verify(ctx, raw)
	switch {
	case err != nil:
		return auth.Principal{}, err
	case who.Proof != auth.Token || who.Name == "":
		return auth.Principal{}, errors.New("the verifier has proven nothing")
	case user != who.Login:
		return auth.Principal{}, fmt.Errorf("the token is that of %q", who.Login)
	case !who.Expires.IsZero() && time.Until(who.Expires) <= 0:
		return auth.Principal{}, errors.New("the token has expired")
	}
	return who, nil
}

// proveAgain verifies the token of a session once more. A token that says something else than at the start, as
// its issuer may be asked about it, is not that of the session any more.
func (t *Tokens) proveAgain(ctx context.Context, who auth.Principal, raw string) error {
	now, err := t.Verifier.Verify(ctx, raw)
	switch {
	case err != nil:
		return err
	case now.Name != who.Name || now.Login != who.Login || now.Tenant != who.Tenant || !sameNames(now.Roles, who.Roles) || !sameNames(now.Scopes, who.Scopes):
		return sqlstate.New(sqlstate.InvalidAuthorization, "its issuer says something else of it now")
	}
	return nil
}

// sameNames reports whether two lists have the same names, in whatever order.
func sameNames(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// errTokenExpired ends a session whose token is over.
func errTokenExpired() *sqlstate.Error {
	return errTokenEnded("terminating connection because the access token has expired")
}

// errTokenWithdrawn ends a session whose token is not good any more, before its time.
func errTokenWithdrawn(why error) *sqlstate.Error {
	return errTokenEnded("terminating connection because the access token has ended").WithDetail("%s", sqlstate.From(why).Message)
}

func errTokenEnded(message string) *sqlstate.Error {
	e := sqlstate.New(sqlstate.AdminShutdown, "%s", message).WithHint("Get a new token, and connect again.")
	e.Severity = reply.Fatal
	return e
}
