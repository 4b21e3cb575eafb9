package call

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// A long operation goes on when its request is answered. The answer says where its state
// is: a header Azure-AsyncOperation, Operation-Location or Location (with 201 or 202), or
// a body that is an operation of Google's ("selfLink" and "status", or "name" and
// "done"), or a progress event of AWS Cloud Control. It is asked for there until the operation has ended.

// operation is what is known of a long operation.
type operation struct {
	at       *url.URL // where its state is
	ask      *message // what asks for its state, in the place of at; nil: a GET does
	location bool     // the place answers 202 until the end, and then the result
	resource *url.URL // where the result is, if not in the state
	status   string
}

// operationBody has the fields of an operation's body that are read.
type operationBody struct {
	Kind, Name, SelfLink, TargetLink string
	Status                           string
	Done                             *bool
	Properties                       struct{ ProvisioningState string }
	Error                            json.RawMessage
}

// awaitOperation waits until the operation that an answer starts has ended, and returns the
// answer that says so. An answer that starts none is returned as it is.
func (s *sender) awaitOperation(ctx context.Context, m *message, a *answer) (*answer, error) {
	deadline := time.Now().Add(s.client.limits.Operation)
	body, err := s.wholeBody(a)
	_ = a.body.Close() //nolint:errcheck // it was only read
	if err != nil {
		return nil, s.unreadable(m, a, err)
	}
	a.body = reread(body)
	op, ended, err := s.operation(m, a, body)
	if err != nil || ended || op == nil {
		return a, err
	}
	pause := time.Second
	for {
		if wait := retryAfter(a.header, time.Now()); wait > 0 {
			pause = min(wait, s.client.limits.RetryWait)
		}
		if time.Now().Add(pause).After(deadline) {
			return nil, sqlstate.New(sqlstate.ConfigLimitExceeded, "%s: the operation has not ended within %s", s.target.Name, s.client.limits.Operation).
				WithDetail("It was started and goes on; its last state is %q.", clean(op.status, 80))
		}
		if err := sleep(ctx, pause); err != nil {
			e := *sqlstate.From(err)
			return nil, e.WithDetail("The operation was started and goes on.")
		}
		pause = min(pause*3/2, 10*time.Second)
		poll := op.ask
		if poll == nil {
			poll = &message{method: http.MethodGet, origin: m.origin, header: http.Header{"Accept": {"application/json"}}, read: true, whole: op.at}
		}
		if a, err = s.send(ctx, poll); err != nil {
			return nil, started(err)
		}
		body, err := s.wholeBody(a)
		_ = a.body.Close() //nolint:errcheck // it was only read
		if err != nil {
			return nil, started(s.unreadable(poll, a, err))
		}
		a.body = reread(body)
		ended, err := s.ended(op, a, body)
		if err != nil {
			return nil, err
		}
		if ended {
			return s.result(ctx, op, a, body)
		}
	}
}

// started says of an error of asking for the state of an operation that there is one.
func started(err error) error {
	e := *sqlstate.From(err)
	e.Detail = strings.TrimSpace("The operation was started, and its state is not known. " + e.Detail)
	return &e
}

func reread(body []byte) io.ReadCloser { return io.NopCloser(strings.NewReader(string(body))) }

// operation finds the operation that an answer starts. It returns nil if there is none.
func (s *sender) operation(m *message, a *answer, body []byte) (op *operation, ended bool, err error) {
	for _, name := range []string{"Azure-Asyncoperation", "Operation-Location"} {
		if at := a.header.Get(name); at != "" {
			op = &operation{}
			if m.method != http.MethodPost && m.method != http.MethodDelete {
				op.resource = a.url
			}
			op.at, err = s.onHost(a, at)
			return op, false, err
		}
	}
	if at := a.header.Get("Location"); at != "" && a.status == http.StatusAccepted {
		op = &operation{location: true}
		op.at, err = s.onHost(a, at)
		return op, false, err
	}
	if op = s.progress(m, body); op != nil {
		ended, err = s.ended(op, a, body)
		return op, ended, err
	}
	var b operationBody
	if json.Unmarshal(body, &b) != nil {
		return nil, false, nil //nolint:nilerr // what is no JSON is no operation
	}
	switch {
	case strings.HasSuffix(b.Kind, "#operation") && b.SelfLink != "":
		op = &operation{}
		op.at, err = s.onHost(a, b.SelfLink)
	case strings.Contains(b.Name, "operations/") && b.Done == nil && b.Kind == "", b.Done != nil && b.Name != "":
		op = &operation{}
		version := regexp.MustCompile(`^/v[0-9][A-Za-z0-9]*/`).FindString(m.path)
		op.at, err = s.onHost(a, m.origin.path+strings.TrimSuffix(version, "/")+"/"+strings.TrimPrefix(b.Name, "/"))
	default:
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	ended, err = s.ended(op, a, body)
	return op, ended, err
}

// onHost is an address of an answer on the host that the request went to: credentials go
// nowhere else. Google's operations name another host of theirs for the same path.
func (s *sender) onHost(a *answer, address string) (*url.URL, error) {
	u, err := a.url.Parse(address)
	if err != nil || strings.ContainsFunc(address, isControl) || u.Path == "" {
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "%s: the address of the operation is none", s.target.Name).
			WithDetail("The request was carried out.")
	}
	u.Scheme, u.Host, u.User, u.Fragment, u.RawFragment = a.url.Scheme, a.url.Host, nil, "", ""
	return u, nil
}

// ended reports whether an operation has ended, and how: an error says that it failed.
func (s *sender) ended(op *operation, a *answer, body []byte) (bool, error) {
	switch {
	case op.ask != nil:
		return s.eventEnded(op, a, body)
	case op.location:
		return a.status != http.StatusAccepted, nil
	}
	var b operationBody
	if err := json.Unmarshal(body, &b); err != nil {
		if a.status == http.StatusNoContent || len(body) == 0 {
			return a.status != http.StatusAccepted, nil
		}
		return false, sqlstate.Wrap(err, sqlstate.ProtocolViolation, "%s: the state of the operation is no JSON", s.target.Name)
	}
	if op.status = b.Status; op.status == "" {
		op.status = b.Properties.ProvisioningState
	}
	failed := len(b.Error) > 0 && string(b.Error) != "null" && string(b.Error) != "{}"
	ended := b.Done != nil && *b.Done
	switch strings.ToLower(op.status) {
	case "done", "succeeded", "success", "completed", "ready":
		ended = true
	case "failed", "failure", "canceled", "cancelled", "aborted", "error":
		ended, failed = true, true
	}
	if ended && failed {
		e := sqlstate.New(sqlstate.ObjectNotInState, "%s: the operation was started and ended with %q", s.target.Name, clean(op.status, 80))
		if said := saidBy(b.Error, "application/json", a.secrets); said != "" {
			e = e.WithDetail("The API says: %s", said)
		}
		return true, e
	}
	return ended, nil
}

// result is the answer that has the rows: the resource where it is apart, the response
// in the operation, or the operation.
func (s *sender) result(ctx context.Context, op *operation, a *answer, body []byte) (*answer, error) {
	if op.resource != nil {
		return s.send(ctx, &message{method: http.MethodGet, header: http.Header{"Accept": {"application/json"}}, read: true, whole: op.resource})
	}
	var b struct{ Response json.RawMessage }
	if json.Unmarshal(body, &b) == nil && len(b.Response) > 0 && b.Response[0] == '{' && s.target.Method.Response.ObjectKey == "" && !s.showsOperations() {
		a.body = reread(b.Response)
	}
	return a, nil
}

// showsOperations reports whether the method's rows are operations.
func (s *sender) showsOperations() bool {
	for _, c := range s.target.Method.Response.Columns {
		if c.Name == "done" || c.Name == "operationType" {
			return true
		}
	}
	return false
}
