package transport

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/mcp/message"
)

// Token is a secret that a client sends in the Authorization header, and the principal that it stands
// for.
type Token struct {
	Principal string // "": the principal of Options
	Secret    []byte // 16 characters or more that a header may have
}

// minSecret is the least length of a secret, so that it cannot be guessed.
const minSecret = 16

// credential is a Token without the secret, whose hash is kept.
type credential struct {
	principal auth.Principal
	sum       [sha256.Size]byte
}

func credentials(tokens []Token, principal string) ([]credential, error) {
	var out []credential
	for _, t := range tokens {
		if len(t.Secret) < minSecret {
			return nil, fmt.Errorf("mcp: a token must have at least %d characters", minSecret)
		}
		for _, c := range t.Secret {
			if c <= ' ' || c > '~' {
				return nil, errors.New("mcp: a token must consist of letters, digits and signs of ASCII, without blanks")
			}
		}
		who := t.Principal
		if who == "" {
			who = principal
		}
		out = append(out, credential{auth.Fixed(who, auth.StaticToken), sha256.Sum256(t.Secret)})
	}
	return out, nil
}

// authenticate returns the principal of a request. No other function does. If nothing is
// configured that tells clients apart, every client on this machine is the principal of
// Options, and other clients are refused.
func (s *Server) authenticate(r *http.Request) (principal auth.Principal, refused *message.Denial) {
	if len(s.tokens) == 0 && s.resource == nil {
		if s.anonymous || fromThisMachine(r) {
			return auth.Fixed(s.principal, auth.Local), nil
		}
		return auth.Principal{}, message.Denied(http.StatusUnauthorized, "only clients of this machine are served without a token; the setting mcp.token gives the server one").Challenge("")
	}
	given := r.Header.Values("Authorization")
	if len(given) == 0 {
		if s.resource != nil {
			return auth.Principal{}, s.challengeClient(r, "", "No authorization token provided")
		}
		return auth.Principal{}, message.Denied(http.StatusUnauthorized, "a token is required, in the header Authorization: Bearer").Challenge("")
	}
	scheme, secret, _ := strings.Cut(given[0], " ")
	sum := sha256.Sum256([]byte(strings.TrimSpace(secret)))
	known := false
	for _, c := range s.tokens { // all of them, so that the time tells nothing
		if subtle.ConstantTimeCompare(sum[:], c.sum[:]) == 1 {
			known, principal = true, c.principal
		}
	}
	switch {
	case len(given) > 1 || !strings.EqualFold(scheme, "Bearer") || !known && s.resource == nil:
		return auth.Principal{}, s.challengeClient(r, "invalid_token", "the token is not valid here")
	case known:
		return principal, nil
	}
	return s.verifyToken(r, strings.TrimSpace(secret))
}

// fromThisMachine reports whether a request came to an address that no other machine can
// reach. A request whose address is not known did not.
func fromThisMachine(r *http.Request) bool {
	address, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && localAddress(address)
}

func localAddress(address net.Addr) bool {
	switch a := address.(type) {
	case *net.TCPAddr:
		return a.IP.IsLoopback()
	case *net.UnixAddr:
		return true
	}
	return false
}

// mayServe refuses a listener that other machines can reach if nothing tells
// their callers apart.
func (s *Server) mayServe(l net.Listener) error {
	if len(s.tokens) > 0 || s.resource != nil || s.anonymous || localAddress(l.Addr()) {
		return nil
	}
	return fmt.Errorf("mcp: %s can be reached from other machines, and nothing asks their clients who they are: set mcp.token, or listen on 127.0.0.1", l.Addr())
}
