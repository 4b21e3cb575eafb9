package call

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// turning is a signer whose token is the next one after it was refused; the last one stays.
type turning struct {
	mu     sync.Mutex
	tokens []string
}

func (s *turning) Sign(_ context.Context, r *http.Request, _ []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Header.Set("Authorization", "Bearer "+s.tokens[0])
	return nil
}

func (s *turning) Check(context.Context, *http.Request) (bool, error) { return true, nil }

func (s *turning) Refused(context.Context, time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.tokens) == 1 {
		return false
	}
	s.tokens = s.tokens[1:]
	return true
}

// TestSignedAgain: what is refused for its credentials is signed again once, even if it changes something, and
// sent with the body that it had.
func TestSignedAgain(t *testing.T) {
	const unknown, ended = `{"message": "who are you?"}`, `{"__type": "ExpiredTokenException"}`
	for name, c := range map[string]struct {
		http   string
		status int
		said   string
		tokens []string
		held   bool
		want   []string // the tokens that the API is shown
		fails  sqlstate.Code
		hint   string
	}{
		"a read":                      {"GET", 401, unknown, []string{"old-token", "good-token"}, false, []string{"old-token", "good-token"}, "", ""},
		"a change":                    {"POST", 401, unknown, []string{"old-token", "good-token"}, false, []string{"old-token", "good-token"}, "", ""},
		"a change that was approved":  {"POST", 401, unknown, []string{"old-token", "good-token"}, true, []string{"old-token", "good-token"}, "", ""},
		"keys that have ended":        {"POST", 400, ended, []string{"old-token", "good-token"}, false, []string{"old-token", "good-token"}, "", ""},
		"nothing else to sign with":   {"GET", 401, unknown, []string{"old-token"}, false, []string{"old-token"}, sqlstate.InvalidAuthorization, "configured for this provider."},
		"refused again":               {"DELETE", 401, unknown, []string{"old-token", "odd-token", "good-token"}, false, []string{"old-token", "odd-token"}, sqlstate.InvalidAuthorization, "not accepted either"},
		"refused for another reason":  {"GET", 403, unknown, []string{"old-token", "good-token"}, false, []string{"old-token"}, sqlstate.InsufficientPrivilege, "do not allow it"},
		"a bad request":               {"POST", 400, unknown, []string{"old-token", "good-token"}, false, []string{"old-token"}, sqlstate.InvalidParameterValue, ""},
		"the fault is the API's, 500": {"POST", 500, ended, []string{"old-token", "good-token"}, false, []string{"old-token"}, sqlstate.SystemError, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var shown []string // one request after the other
			a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
				token := r.Header.Get("Authorization")[len("Bearer "):]
				shown = append(shown, token)
				if body, _ := io.ReadAll(r.Body); r.Method == http.MethodPost && string(body) != `{"note":"x"}` {
					t.Errorf("the body is %s", body)
				}
				if token != "good-token" {
					w.WriteHeader(c.status)
					fmt.Fprint(w, c.said)
					return
				}
				fmt.Fprint(w, `{"items":[]}`)
			})
			target := a.things(func(m *document.Method) { m.HTTP = c.http })
			target.Signer = &turning{tokens: c.tokens}
			var err error
			if c.http == http.MethodGet {
				_, _, err = a.scan(t, target, Read{})
			} else {
				write := Write{}
				if c.http == http.MethodPost {
					target.Method.Body = &document.Body{MediaType: "application/json", Properties: []document.Property{{Name: "note", Type: document.Text}}}
					write.Body = []byte(`{"note":"x"}`)
				}
				if c.held {
					out, err := a.client.Rehearse(t.Context(), target, write)
					if err != nil {
						t.Fatal(err)
					}
					write.Held = out.Print
				}
				_, _, err = a.call(t, target, write)
			}
			if c.fails == "" && err != nil {
				t.Error(err)
			} else if c.fails != "" {
				fails(t, err, c.fails)
				if hint := sqlstate.From(err).Hint; c.hint != "" && !strings.Contains(hint, c.hint) {
					t.Error(hint)
				}
			}
			same(t, shown, c.want...)
		})
	}
}
