package desk

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/x509"
	"encoding/json"
	"net"
	"net/http"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// noBrowsers refuses what a page in a browser sends.
func noBrowsers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header["Origin"]) > 0 || len(r.Header["Sec-Fetch-Site"]) > 0 {
			fail(w, sqlstate.New(sqlstate.InsufficientPrivilege, "the approval desk does not answer browsers").
				WithHint("Use `sallyport approvals`, or a client that sends no Origin."))
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	})
}

// tokenOwner is the key of the name of whose token came with a request.
type tokenOwner struct{}

// tokens are the tokens that open a desk over TCP, with whose they are; "": of all who have it.
type tokens map[[sha256.Size]byte]string

func newTokens(shared string, own map[string]string) tokens {
	t := tokens{}
	if shared != "" {
		t[sha256.Sum256([]byte(shared))] = ""
	}
	for name, token := range own {
		t[sha256.Sum256([]byte(token))] = name
	}
	return t
}

// owner tells whose token it is. It takes as long for every token.
func (t tokens) owner(given string) (name string, ok bool) {
	got := sha256.Sum256([]byte(given)) // of one length, so that the time tells nothing
	for want, of := range t {
		if subtle.ConstantTimeCompare(got[:], want[:]) == 1 {
			name, ok = of, given != ""
		}
	}
	return name, ok
}

// tokenOnly lets requests through that are for one of the hosts and have a token.
func tokenOnly(known tokens, names hosts, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !names.include(r.Host) {
			fail(w, sqlstate.New(sqlstate.InsufficientPrivilege, "the approval desk is not the host %q", r.Host).
				WithHint("Ask for localhost, for the address it listens on, or for a name in its certificate."))
			return
		}
		given := ""
		if h := r.Header["Authorization"]; len(h) == 1 {
			if scheme, rest, ok := strings.Cut(h[0], " "); ok && strings.EqualFold(scheme, "Bearer") {
				given = rest
			}
		}
		owner, ok := known.owner(given)
		if !ok {
			w.Header().Set("WWW-Authenticate", `Bearer realm="sallyport approvals"`)
			fail(w, sqlstate.New(sqlstate.InvalidAuthorization, "the approval desk needs its token").
				WithHint("Send Authorization: Bearer with your own token (approvals.approvers), or with that of approvals.token_env or approvals.token_file. It is not the MCP door's."))
			return
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), tokenOwner{}, owner)))
	})
}

// hosts are the names under which a desk is asked for over TCP.
type hosts struct {
	address     net.Addr
	certificate *x509.Certificate
}

func (h hosts) include(host string) bool {
	name, _, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.Trim(host, "[]")
	}
	ip := net.ParseIP(name)
	a, ok := h.address.(*net.TCPAddr)
	switch {
	case !ok:
		return false
	case ip != nil && (ip.Equal(a.IP) || ip.IsLoopback() && (a.IP.IsLoopback() || a.IP.IsUnspecified())):
		return true
	case strings.EqualFold(name, "localhost"):
		return a.IP.IsLoopback() || a.IP.IsUnspecified()
	}
	return h.certificate != nil && h.certificate.VerifyHostname(name) == nil
}

// answer sends what was asked for.
func answer(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // whoever asked is gone
}

// failure is an error as the desk sends it.
type failure struct {
	Code    sqlstate.Code `json:"code"`
	Message string        `json:"message"`
	Hint    string        `json:"hint,omitempty"`
}

func fail(w http.ResponseWriter, err error) {
	e := sqlstate.From(err)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status(e.Code))
	_ = json.NewEncoder(w).Encode(failure{e.Code, e.Message, e.Hint}) // whoever asked is gone
}

func status(code sqlstate.Code) int {
	switch code {
	case sqlstate.InvalidParameterValue:
		return http.StatusBadRequest
	case sqlstate.InvalidAuthorization:
		return http.StatusUnauthorized
	case sqlstate.InsufficientPrivilege:
		return http.StatusForbidden
	case sqlstate.UndefinedObject, sqlstate.FeatureNotSupported:
		return http.StatusNotFound
	case sqlstate.ObjectNotInState:
		return http.StatusConflict
	case sqlstate.ProgramLimitExceeded:
		return http.StatusRequestEntityTooLarge
	case sqlstate.TooManyConnections, sqlstate.AdminShutdown:
		return http.StatusServiceUnavailable
	case sqlstate.DiskFull:
		return http.StatusInsufficientStorage
	}
	return http.StatusInternalServerError
}
