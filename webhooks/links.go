package webhooks

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Channel is the beginning of the channel of what a link decides; the target's name
// follows.
const Channel = "webhook:"

const (
	linkPurpose = "approval link 1"
	linkPath    = "/approve/"
	maxForm     = 8 << 10
	maxHeader   = 16 << 10
	patience    = 10 * time.Second // with who reads or writes slowly
)

// ticket is the sealed content of a link.
type ticket struct {
	ID      string    `json:"id"`
	Digest  string    `json:"digest"`
	Target  string    `json:"target"`
	Expires time.Time `json:"expires"`
	Person  string    `json:"person,omitempty"` // whom alone the target tells; "": it tells several
}

// Links serve the pages that messages link to.
type Links struct {
	store  *approval.Store
	base   string // the URL before the path
	redact func(string) string
	logger hclog.Logger
	server *http.Server
}

// NewLinks makes the pages, which people reach at the URL base.
func NewLinks(store *approval.Store, base string, redact func(string) string, logger hclog.Logger) *Links {
	if logger == nil {
		logger = hclog.NewNullLogger()
	}
	if redact == nil {
		redact = func(sql string) string { return sql }
	}
	l := &Links{store: store, base: strings.TrimRight(base, "/"), redact: redact, logger: logger}
	l.server = &http.Server{
		Handler: l, ReadHeaderTimeout: patience, ReadTimeout: patience, WriteTimeout: patience, IdleTimeout: time.Minute, MaxHeaderBytes: maxHeader,
		ErrorLog: logger.StandardLogger(&hclog.StandardLoggerOptions{ForceLevel: hclog.Debug}),
	}
	return l
}

// Serve answers until Shutdown; it closes the listener.
func (l *Links) Serve(listener net.Listener) error {
	if err := l.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Shutdown waits for what is being answered as long as the context allows.
func (l *Links) Shutdown(ctx context.Context) error {
	if err := l.server.Shutdown(ctx); err != nil {
		return errors.Join(err, l.server.Close())
	}
	return nil
}

// link makes the link of a request, for a target.
func (l *Links) link(target Target, r approval.Request) (string, error) {
	raw, err := json.Marshal(ticket{r.ID, r.Digest, target.Name, r.Expires, target.Person})
	if err != nil {
		return "", err
	}
	sealed, err := l.store.Seal(linkPurpose, raw)
	return l.base + linkPath + sealed, err
}

// open returns the request that a link is for. There is one answer for all that can be
// wrong with a link.
func (l *Links) open(path string) (ticket, approval.Request, bool) {
	var t ticket
	sealed, ok := strings.CutPrefix(path, linkPath)
	if at := strings.LastIndex(path, linkPath); at > 0 { // behind a proxy that leaves its own path there
		sealed, ok = path[at+len(linkPath):], true
	}
	if !ok {
		return t, approval.Request{}, false
	}
	raw, err := l.store.Unseal(linkPurpose, sealed)
	if err != nil || json.Unmarshal(raw, &t) != nil || !time.Now().Before(t.Expires) {
		return t, approval.Request{}, false
	}
	r, err := l.store.Get(t.ID)
	if err != nil || subtle.ConstantTimeCompare([]byte(r.Digest), []byte(t.Digest)) != 1 {
		return t, approval.Request{}, false
	}
	return t, r, true
}

// ServeHTTP shows a request, or decides it.
func (l *Links) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range map[string]string{
		"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
		"X-Robots-Tag": "noindex, nofollow", "Cross-Origin-Opener-Policy": "same-origin",
		"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
	} {
		w.Header().Set(name, value)
	}
	t, asked, ok := l.open(r.URL.Path)
	switch {
	case !ok:
		l.say(w, http.StatusNotFound, "This link is not valid", "It was not made by this server, or its time is over. What waits is at the desk: sallyport approvals list.")
	case r.Method == http.MethodGet || r.Method == http.MethodHead:
		l.show(w, t, asked, "")
	case r.Method != http.MethodPost:
		w.Header().Set("Allow", "GET, HEAD, POST")
		l.say(w, http.StatusMethodNotAllowed, "This cannot be done", "A link is opened, and its form is sent.")
	case !l.fromHere(r):
		l.say(w, http.StatusForbidden, "This did not come from the page itself", "Open the link and decide there.")
	default:
		l.decide(w, r, t, asked)
	}
}

// fromHere reports whether a form was sent by a page of ours, as far as the browser
// tells.
func (l *Links) fromHere(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "null" {
		u, err := url.Parse(l.base)
		return err == nil && strings.EqualFold(origin, u.Scheme+"://"+u.Host)
	}
	return true
}

// decide takes a person's answer.
func (l *Links) decide(w http.ResponseWriter, r *http.Request, t ticket, asked approval.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		l.say(w, http.StatusBadRequest, "The form cannot be read", "Open the link and decide there.")
		return
	}
	v := approval.Verdict{
		Approver: strings.TrimSpace(r.PostForm.Get("approver")), Channel: Channel + t.Target, Comment: strings.TrimSpace(r.PostForm.Get("comment")),
	}
	if t.Person != "" { // the link is that of one person
		v.Approver, v.Proven = t.Person, true
	}
	problem := ""
	switch word := r.PostForm.Get("decision"); {
	case word != "approve" && word != "deny":
		problem = "Choose one of the two: approve or deny."
	case v.Approver == "" || len(v.Approver) > 128 || strings.ContainsAny(v.Approver, "\n\t") || approval.Visible(v.Approver) != v.Approver:
		problem = "Give your name, of at most 128 bytes."
	case len(v.Comment) > 1024:
		problem = "The comment is longer than 1024 bytes."
	case word == "approve" && asked.Hides:
		problem = "It holds what may be a secret, which is not shown here: approve it at the desk, or deny it."
	default:
		v.Approve = word == "approve"
	}
	if problem != "" {
		l.show(w, t, asked, problem)
		return
	}
	decided, err := l.store.Decide(asked.ID, v)
	switch {
	case sqlstate.CodeOf(err) == sqlstate.InsufficientPrivilege:
		w.WriteHeader(http.StatusForbidden)
		l.show(w, t, asked, sqlstate.From(err).Message+".")
	case sqlstate.CodeOf(err) == sqlstate.ObjectNotInState:
		w.WriteHeader(http.StatusConflict)
		l.show(w, t, decided, "It was decided before: this changed nothing.")
	case err != nil:
		l.logger.Error("a decision could not be kept", "approval", asked.ID, "error", err)
		l.say(w, http.StatusServiceUnavailable, "This could not be kept", sqlstate.From(err).Message)
	default:
		l.logger.Info("an approval request was decided", "id", decided.ID, "state", decided.State, "approver", decided.Approver,
			"channel", decided.Channel, "remote", r.RemoteAddr)
		l.show(w, t, decided, "")
	}
}
