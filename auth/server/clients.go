package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/go-jose/go-jose/v4"

	"github.com/sallyportdb/sallyport/auth/fetch"
)

// Client is a program that asks for tokens.
type Client struct {
	ID        string   `json:"client_id"`
	Name      string   `json:"client_name,omitempty"`
	Redirects []string `json:"redirect_uris,omitempty"`
	Scopes    []string `json:"scopes,omitempty"` // that the client may have; none: any that its person has

	// Keys are the public keys by which a program without a person proves itself.
	Keys *jose.JSONWebKeySet `json:"jwks,omitempty"`
	// Tenant and Roles are those of such a program.
	Tenant string   `json:"tenant,omitempty"`
	Roles  []string `json:"roles,omitempty"`

	document bool // it is described by a document of its own
}

// How clients came into the store.
const (
	OriginOperator = "operator"
	OriginSelf     = "registered itself"
)

// Check says what is wrong with a client; nil is nothing.
func (c Client) Check() error {
	if c.ID == "" || len(c.ID) > 2000 {
		return errors.New("a client needs an id")
	}
	if len(c.Redirects) == 0 && c.Keys == nil || len(c.Redirects) > 20 {
		return errors.New("a client needs 1 to 20 redirect URIs")
	}
	for _, redirect := range c.Redirects {
		if problem := redirectProblem(redirect); problem != "" {
			return errors.New("the redirect URI " + strconv.Quote(redirect) + " " + problem)
		}
	}
	return nil
}

// title is how people are told of a client. Whoever registers a client chooses its name.
func (c Client) title() string {
	name := strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, c.Name)
	if letters := []rune(name); len(letters) > 80 {
		name = string(letters[:80]) + "…"
	}
	if strings.TrimSpace(name) == "" {
		return c.ID
	}
	return name
}

var errNoClient = errors.New("there is no such client")

// client finds a program by its id: in the configuration, in the store, or at the address that
// the id is.
func (s *Server) client(ctx context.Context, id string) (Client, error) {
	for _, c := range s.Clients {
		if c.ID == id {
			return c, nil
		}
	}
	c, err := s.Store.storedClient(ctx, id)
	switch {
	case err == nil || !errors.Is(err, errNone):
		return c, err
	case s.ClientDocuments && isDocumentID(id):
		return s.documents.read(ctx, id)
	}
	return Client{}, errNoClient
}

var dotSegment = regexp.MustCompile(`(?i)/(\.|%2e){1,2}(/|$)`)

// isDocumentID reports whether a client's id is the address of a document.
func isDocumentID(id string) bool {
	u, err := url.Parse(id)
	return err == nil && u.Scheme == "https" && fetch.CheckURL(id) == "" && len(u.Path) > 1 && len(id) <= 2000 &&
		!dotSegment.MatchString(u.EscapedPath())
}

const (
	maxDocument = 16 << 10
	maxKept     = 1000 // documents
)

// documents are those of clients (CIMD), as they were last read. They are safe for concurrent use.
type documents struct {
	from Documents
	now  func() time.Time

	mu   sync.Mutex
	kept map[string]keptDocument
}

type keptDocument struct {
	client Client
	err    error
	until  time.Time
}

func newDocuments(from Documents, now func() time.Time) *documents {
	return &documents{from: from, now: now, kept: map[string]keptDocument{}}
}

func (d *documents) read(ctx context.Context, id string) (Client, error) {
	d.mu.Lock()
	found, ok := d.kept[id]
	d.mu.Unlock()
	if ok && d.now().Before(found.until) {
		return found.client, found.err
	}
	var said struct {
		ID        string   `json:"client_id"`
		Name      string   `json:"client_name"`
		Redirects []string `json:"redirect_uris"`
		Method    string   `json:"token_endpoint_auth_method"`
		Secret    string   `json:"client_secret"`
	}
	header, err := d.from.JSON(ctx, id, fetch.Request{}, &said)
	c := Client{ID: id, Name: said.Name, Redirects: said.Redirects, document: true}
	keep := time.Minute
	switch {
	case err != nil:
	case said.ID != id:
		err = errors.New("its document has another client_id")
	case said.Method != "" && said.Method != "none":
		err = errors.New("its document wants to authenticate by " + strconv.Quote(said.Method) + ", and a client with a document is a public one (none)")
	case said.Secret != "":
		err = errors.New("its document has a secret, which would be none")
	default:
		err, keep = c.Check(), maxAge(header)
	}
	if err != nil && ctx.Err() != nil {
		return c, err // the one who asks has gone
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.kept) >= maxKept {
		clear(d.kept)
	}
	d.kept[id] = keptDocument{c, err, d.now().Add(keep)}
	return c, err
}

// maxAge is how long a document may be kept, by its own word, in bounds.
func maxAge(h http.Header) time.Duration {
	const least, most, usual = time.Minute, 24 * time.Hour, 5 * time.Minute
	for _, part := range strings.Split(h.Get("Cache-Control"), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch strings.ToLower(name) {
		case "no-store", "no-cache":
			return least
		case "max-age":
			if n, err := strconv.Atoi(value); err == nil {
				return min(max(time.Duration(min(n, 86400))*time.Second, least), most)
			}
		}
	}
	return usual
}

// maxRegistered bounds the clients that have registered themselves.
const maxRegistered = 1000

// register is dynamic registration (RFC 7591).
func (s *Server) register(w http.ResponseWriter, r *http.Request) {
	if !posts(w, r) {
		return
	}
	var said struct {
		Name      string   `json:"client_name"`
		Redirects []string `json:"redirect_uris"`
		Grants    []string `json:"grant_types"`
		Responses []string `json:"response_types"`
	}
	if json.NewDecoder(r.Body).Decode(&said) != nil {
		s.answerProblem(w, wrong("invalid_client_metadata", "the body is not the JSON of a client"))
		return
	}
	c := Client{ID: "client-" + newSecret(), Name: said.Name, Redirects: said.Redirects}
	c.Name = c.title()
	if err := c.Check(); err != nil {
		s.answerProblem(w, wrong("invalid_redirect_uri", err.Error()))
		return
	}
	n, err := s.Store.countClients(r.Context())
	if err == nil && n >= maxRegistered {
		s.answerProblem(w, &problem{http.StatusServiceUnavailable, "temporarily_unavailable", "no more clients can register themselves; an operator can remove some (`sallyport auth clients remove`)", nil})
		return
	}
	if err == nil {
		err = s.Store.AddClient(r.Context(), c, OriginSelf)
	}
	if err != nil {
		s.answerProblem(w, broken(err))
		return
	}
	answer(w, http.StatusCreated, map[string]any{
		"client_id": c.ID, "client_id_issued_at": s.Now().Unix(), "client_name": c.Name, "redirect_uris": c.Redirects,
		"grant_types": []string{"authorization_code", "refresh_token"}, "response_types": []string{"code"}, "token_endpoint_auth_method": "none",
	})
}

// within returns the scopes of a list that are also in another list; if that one is empty, all of the
// list.
func within(list, other []string) (out []string) {
	for _, scope := range list {
		if (other == nil || slices.Contains(other, scope)) && !slices.Contains(out, scope) {
			out = append(out, scope)
		}
	}
	return out
}

func joinScopes(list []string) string {
	list = slices.Clone(list)
	slices.Sort(list)
	return strings.Join(list, " ")
}
