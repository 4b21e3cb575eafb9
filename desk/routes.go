package desk

import (
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/ownersocket"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/strictjson"
)

// Answer is a person's decision about a request.
type Answer struct {
	// Digest is the digest of the request that the person saw; approving needs it.
	Digest  string `json:"digest,omitempty"`
	Comment string `json:"comment,omitempty"`
	// MaxRows replaces how many rows the statement may touch where it is above 0.
	MaxRows int64 `json:"max_rows,omitempty"`
	// Approver is the name of the person who decides: a claim, over TCP alone. With a token of one's own
	// it says nothing.
	Approver string `json:"approver,omitempty"`
	// Grant, with an approval, grants more of the same.
	Grant *Terms `json:"grant,omitempty"`
}

// list is the answer to GET /v1/approvals.
type list struct {
	Approvals []approval.Request `json:"approvals"`
}

// decider is who decides.
type decider struct {
	name, channel string
	proven        bool // by the kernel or by a token of their own; else it is what the caller claims
}

// caller says who decides and over which channel.
type caller func(r *http.Request, claim string) (decider, error)

func localCaller(r *http.Request, claim string) (by decider, err error) {
	name, ok := ownersocket.PeerOf(r.Context())
	if !ok {
		return by, sqlstate.New(sqlstate.InsufficientPrivilege, "it is not known who asks")
	}
	if claim != "" {
		return by, invalid("over the socket the approver is the user who connects (%s): leave approver out", name)
	}
	return decider{name, Local, true}, nil
}

// remoteCaller is who decides over TCP: whose token it is, or, with the token of all, who the caller says.
func remoteCaller(r *http.Request, claim string) (by decider, err error) {
	owner, _ := r.Context().Value(tokenOwner{}).(string)
	switch {
	case owner != "":
		return decider{owner, Remote, true}, nil // whatever name the client claims
	case claim == "":
		return by, invalid("approver is missing: the name of the person who decides")
	}
	return decider{claim, Remote, false}, nil
}

func invalid(format string, args ...any) error {
	return sqlstate.New(sqlstate.InvalidParameterValue, format, args...).
		WithHint("docs/approvals.md describes the desk's requests.")
}

func (d *Desk) routes(who caller) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/approvals", d.list)
	mux.HandleFunc("GET /v1/approvals/watch", d.watch)
	mux.HandleFunc("GET /v1/approvals/{id}", d.get)
	mux.HandleFunc("GET /v1/approvals/{id}/look", func(w http.ResponseWriter, r *http.Request) { d.look(w, r, who) })
	mux.HandleFunc("POST /v1/approvals/{id}/approve", func(w http.ResponseWriter, r *http.Request) { d.decide(w, r, who, true) })
	mux.HandleFunc("POST /v1/approvals/{id}/deny", func(w http.ResponseWriter, r *http.Request) { d.decide(w, r, who, false) })
	mux.HandleFunc("GET /v1/grants", d.grants)
	mux.HandleFunc("POST /v1/grants/{id}/revoke", func(w http.ResponseWriter, r *http.Request) { d.revoke(w, r, who) })
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		fail(w, sqlstate.New(sqlstate.FeatureNotSupported, "the approval desk has no %s %s", r.Method, r.URL.Path).
			WithHint("docs/approvals.md describes the desk's requests."))
	})
	return mux
}

func (d *Desk) list(w http.ResponseWriter, r *http.Request) {
	states := r.URL.Query()["state"]
	for _, s := range states {
		if !slices.Contains(approval.States(), approval.State(s)) {
			fail(w, invalid("%q is not a state", s))
			return
		}
	}
	found := slices.DeleteFunc(d.store.List(), func(r approval.Request) bool {
		return len(states) > 0 && !slices.Contains(states, string(r.State))
	})
	if found == nil {
		found = []approval.Request{}
	}
	answer(w, list{found})
}

func (d *Desk) get(w http.ResponseWriter, r *http.Request) {
	found, err := d.store.Get(r.PathValue("id"))
	if err != nil {
		fail(w, err)
		return
	}
	answer(w, found.Revealed())
}

func (d *Desk) decide(w http.ResponseWriter, r *http.Request, who caller, approve bool) {
	decided, err := d.verdict(w, r, who, approve)
	if err != nil {
		if approve && sqlstate.CodeOf(err) == sqlstate.InsufficientPrivilege {
			d.logger.Warn("an approval does not count", "id", r.PathValue("id"), "error", err, "remote", r.RemoteAddr)
		}
		fail(w, err)
		return
	}
	if decided.State == approval.Pending {
		last := decided.Given[len(decided.Given)-1]
		d.logger.Info("a person has approved, and others have to", "id", decided.ID, "approver", last.Approver, "channel", last.Channel,
			"people", decided.People, "remote", r.RemoteAddr)
	} else {
		d.logger.Info("an approval request was decided", "id", decided.ID, "state", decided.State,
			"approver", decided.Approver, "channel", decided.Channel, "remote", r.RemoteAddr)
	}
	answer(w, decided)
}

func (d *Desk) verdict(w http.ResponseWriter, r *http.Request, who caller, approve bool) (approval.Request, error) {
	a, err := readAnswer(w, r)
	if err != nil {
		return approval.Request{}, err
	}
	by, err := who(r, a.Approver)
	if err != nil {
		return approval.Request{}, err
	}
	asked, err := d.store.Get(r.PathValue("id"))
	if err != nil {
		return approval.Request{}, err
	}
	switch {
	case approve && a.Digest == "":
		return approval.Request{}, invalid("digest is missing: an approval names the digest of the request that was seen")
	case a.Digest != "" && subtle.ConstantTimeCompare([]byte(a.Digest), []byte(asked.Digest)) != 1:
		return approval.Request{}, sqlstate.New(sqlstate.ObjectNotInState, "%s is not what was seen: its digest is another one", asked.ID).
			WithHint("Look at it again, then decide.")
	case !approve && (a.MaxRows != 0 || a.Grant != nil):
		return approval.Request{}, invalid("max_rows and grant are for approvals")
	}
	v := approval.Verdict{Approve: approve, Approver: by.name, Channel: by.channel, Proven: by.proven, Comment: a.Comment, MaxRows: a.MaxRows}
	if a.Grant != nil {
		return d.grant(asked.ID, v, *a.Grant)
	}
	return d.store.Decide(asked.ID, v)
}

func readAnswer(w http.ResponseWriter, r *http.Request) (a Answer, err error) {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return a, invalid("the body has to be application/json")
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.DisallowUnknownFields()
	if err == nil {
		err = strictjson.Check(body)
	}
	if err == nil {
		err = dec.Decode(&a)
	}
	if err == nil {
		if _, more := dec.Token(); !errors.Is(more, io.EOF) {
			err = errors.New("there is more after it")
		}
	}
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return a, sqlstate.New(sqlstate.ProgramLimitExceeded, "the body is longer than %d bytes", maxBody).
			WithHint("A decision needs an id, a digest and a comment, no more.")
	case err != nil:
		return a, invalid("the body is not what is expected: %v", err)
	case len(a.Approver) > 128 || strings.ContainsAny(a.Approver, "\n\t") || approval.Visible(a.Approver) != a.Approver:
		return a, invalid("approver is not a name of at most 128 bytes without control characters")
	case len(a.Comment) > 1024:
		return a, invalid("comment is longer than 1024 bytes")
	}
	return a, nil
}

// watch sends what is pending, and then every change, until the caller goes or
// the desk shuts.
func (d *Desk) watch(w http.ResponseWriter, r *http.Request) {
	select {
	case d.watchers <- struct{}{}:
		defer func() { <-d.watchers }()
	default:
		fail(w, sqlstate.New(sqlstate.TooManyConnections, "%d watch already, and no more may", maxWatchers).
			WithHint("End one of them, or ask for the list instead."))
		return
	}
	changes := d.store.Watch(r.Context())
	w.Header().Set("Content-Type", "application/x-ndjson")
	control, encode := http.NewResponseController(w), json.NewEncoder(w)
	send := func(requests ...approval.Request) error {
		if err := control.SetWriteDeadline(time.Now().Add(patience)); err != nil {
			return err
		}
		for _, next := range requests {
			if err := encode.Encode(next); err != nil {
				return err
			}
		}
		return control.Flush()
	}
	err := control.SetReadDeadline(time.Time{}) // the request is read, and no end of its time is to end the watch
	if err != nil {
		d.logger.Debug("a watch cannot be kept open", "error", err)
	}
	err = send(slices.DeleteFunc(d.store.List(), func(r approval.Request) bool { return r.State != approval.Pending })...)
	beat := time.NewTicker(heartbeat)
	defer beat.Stop()
	for err == nil {
		select {
		case next, ok := <-changes:
			if !ok {
				return
			}
			err = send(next)
		case <-beat.C:
			if _, err = io.WriteString(w, "\n"); err == nil {
				err = send()
			}
		case <-d.done:
			return
		}
	}
}
