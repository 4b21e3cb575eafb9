package engine

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/engine/estimate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/strictjson"
)

// A statement that changes something by methods of APIs is rehearsed before people are asked: its
// source makes the requests and sends none. People are shown the requests, the digest covers their
// bytes, and the call that runs may send only these.

const (
	// mostShown is how many requests are shown whole, up to shownSize. Of the others people see method
	// and path, in at most mostLikewise lines.
	mostShown    = 20
	mostLikewise = 50
	shownSize    = 128 << 10
	// redactedPart replaces a part of a request that may hold a secret.
	redactedPart = "<redacted>"
	// anyPath is the path of requests that are shown without theirs.
	anyPath = "/…"
	// byRequests says that the rows of an estimate are requests.
	byRequests = "requests"
)

// rehearsal is what the call of one statement would send.
type rehearsal struct {
	held  providers.Statement // the statement, held to exactly these requests
	print []byte              // identifies all requests
	hosts []string
	sends approval.Sends
	// first and more are the requests that sends.First and sends.More show, each at the same place,
	// without headers and bodies.
	first, more []providers.Outgoing
	size        int
	notes       []string
}

// rehearse finds out what the calls among the statements would send. Its error is one with which they
// can only fail.
func (q *question) rehearse(ctx context.Context) error {
	q.rehearsed = make([]*rehearsal, len(q.plans))
	for i, p := range q.plans {
		if !mayCall(p) {
			continue
		}
		r, err := q.rehearseOne(ctx, p)
		if err != nil {
			return err
		}
		if p.Call != nil || r.sends.Count > 0 {
			q.rehearsed[i] = r
		}
	}
	return nil
}

// mayCall reports whether a statement may send a request that changes something.
func mayCall(p *planner.Statement) bool {
	return p.Class.Changes() && !p.Planned && (p.Call != nil || len(p.Scans) > 0)
}

// blocked reports whether a transaction is open that the client has begun. A call must not run in it,
// since it cannot be rolled back. In the implicit transaction of several statements a SELECT that
// changes something may run.
func (s *Session) blocked() bool { return !s.block && s.Status() == providers.InTransaction }

func errInBlock(verb string) error {
	return sqlstate.New(sqlstate.ActiveTransaction, "%s cannot run inside a transaction block: what an API has done is not undone", verb).
		WithHint("End the transaction first.")
}

func (q *question) rehearseOne(ctx context.Context, p *planner.Statement) (r *rehearsal, err error) {
	s := q.session
	defer s.recovered(&err)
	ctx, cancel := s.withTimeLimit(ctx)
	defer cancel()
	fed := p.Call != nil && p.Call.Fed != nil
	if fed && changing(p) > 1 {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "nobody can approve this: its requests depend on other changes that it makes").
			WithHint("What gives a call its values may only read. Run the other change first.")
	}
	conn, err := s.conn(ctx, p.Provider, false)
	if err != nil {
		return nil, err
	}
	rehearser, ok := conn.(providers.Rehearser)
	if !ok {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the source %q does not tell what a call would send, so that nobody can approve it", p.Provider)
	}
	r = &rehearsal{sends: approval.Sends{Fed: fed}}
	hash, started := sha256.New(), time.Now()
	st := &Statement{session: s, plan: p, request: q.request, of: len(q.plans)}
	r.held, err = rehearser.Rehearse(ctx, st.text(), q.args, func(o providers.Outgoing) error {
		hash.Write([]byte(o.Print))
		return r.add(o)
	})
	err = st.place(err)
	r.print = hash.Sum(nil)
	if p.Call == nil && r.sends.Count > 0 {
		r.notes = append(r.notes, "where an answer has several pages, each further page is a request more")
	}
	if fed {
		err = cmp.Or(q.recordReads(p, r, started, err), err)
	}
	return r, err
}

// rehearsalTool is the tool on record of reads that give a call its values before it is approved.
const rehearsalTool = "rehearsal"

// recordReads records what was read for a call before people were asked.
func (q *question) recordReads(p *planner.Statement, r *rehearsal, started time.Time, err error) error {
	s := q.session
	rec := s.record(q.request, p)
	rec.Tool, rec.Class, rec.Verb = rehearsalTool, planner.Read.String(), "SELECT"
	rec.ParamTypes, rec.Params = s.bound(p.Text, q.request.ParamTypes, q.args, s.engine.config.RecordValues)
	o := audit.Outcome{Rows: int64(r.sends.Count), Duration: time.Since(started), Requests: s.takeRequests(p)}
	if err != nil {
		o.Err = s.safeError(err, p.Text, rec)
	}
	return s.engine.config.Log.Write(rec.With(o))
}

// changing counts the effects of a statement that are more than reads.
func changing(p *planner.Statement) (n int) {
	for i := range p.Effects {
		if p.Effects[i].Class.Changes() {
			n++
		}
	}
	return n
}

// add adds a request to those that people are shown. 54000: it is too long to be read.
func (r *rehearsal) add(o providers.Outgoing) error {
	r.sends.Count++
	if !slices.Contains(r.hosts, o.Scheme+"://"+o.Host) {
		r.hosts = append(r.hosts, o.Scheme+"://"+o.Host)
	}
	shown := shownRequest(o)
	size := len(shown.Text())
	if first := len(r.sends.First); first == 0 && size > longestAsked {
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "the request is too long to be approved: %d KiB, and the limit is %d KiB", size>>10, longestAsked>>10).
			WithHint("Nobody can read that much before saying yes. Have it run in a mode that does not ask.")
	} else if first < mostShown && len(r.sends.More) == 0 && (first == 0 || r.size+size <= shownSize) {
		r.noteDoubt(o, first+1)
		o.Header, o.Body = nil, nil
		r.sends.First, r.first, r.size = append(r.sends.First, shown), append(r.first, o), r.size+size
		return nil
	}
	o.Query, o.Header, o.Body = "", nil, nil
	line := requestLine(o)
	i := slices.IndexFunc(r.sends.More, func(l approval.Likewise) bool { return l.Line == line })
	if i < 0 && len(r.sends.More) >= mostLikewise {
		o.Path = anyPath
		line = requestLine(o)
		i = slices.IndexFunc(r.sends.More, func(l approval.Likewise) bool { return l.Line == line })
	}
	if i < 0 {
		i, r.sends.More, r.more = len(r.sends.More), append(r.sends.More, approval.Likewise{Line: line}), append(r.more, o)
	}
	r.sends.More[i].Count++
	return nil
}

// noteDoubt notes that a body can be read in two ways.
func (r *rehearsal) noteDoubt(o providers.Outgoing, n int) {
	if json.Valid(o.Body) {
		if err := strictjson.Check(o.Body); err != nil {
			r.notes = append(r.notes, fmt.Sprintf("the body of request %d can be read in two ways: %v", n, err))
		}
	}
}

// requestLine is the method and the address of a request in a line.
func requestLine(o providers.Outgoing) string {
	line := o.Method + " " + o.Scheme + "://" + o.Host + o.Path
	if o.Query != "" {
		line += "?" + o.Query
	}
	return line
}

// shownRequest is a request as people are shown it, without headers that only concern the answer.
func shownRequest(o providers.Outgoing) approval.Outgoing {
	shown := approval.Outgoing{Line: requestLine(o), Body: string(o.Body)}
	for _, line := range o.Header {
		if !strings.HasPrefix(line, "Accept: ") {
			shown.Header = append(shown.Header, line)
		}
	}
	var lines bytes.Buffer
	if json.Indent(&lines, o.Body, "", "  ") == nil { // Indent keeps the members as they are written, even two of the same name
		shown.Body = lines.String()
	} else if slices.ContainsFunc(o.Header, func(line string) bool {
		return strings.HasPrefix(line, "Content-Type: application/x-www-form-urlencoded")
	}) {
		shown.Body = strings.ReplaceAll(shown.Body, "&", "\n&")
	}
	return shown
}

// sends are all requests of the statements, for people; nil: they send none.
func (q *question) sends() *approval.Sends {
	var all *approval.Sends
	for _, r := range q.rehearsed {
		if r == nil {
			continue
		}
		if all == nil {
			all = &approval.Sends{}
		}
		all.Count, all.Fed = all.Count+r.sends.Count, all.Fed || r.sends.Fed
		all.First = append(all.First, r.sends.First...)
		all.More = append(all.More, r.sends.More...)
	}
	return all
}

// requests is how many requests the statements would send.
func (q *question) requests() int64 {
	if all := q.sends(); all != nil {
		return int64(all.Count)
	}
	return 0
}

// onlyCalls reports whether the statements change something by calls only.
func (q *question) onlyCalls() bool {
	for i, p := range q.plans {
		if p.Class.Changes() && (i >= len(q.rehearsed) || q.rehearsed[i] == nil) {
			return false
		}
	}
	return q.sends() != nil
}

// withRequests adds to an estimate what the statements would send.
func (q *question) withRequests(e approval.Estimate) approval.Estimate {
	notes := []string{}
	for i, r := range q.rehearsed {
		if r == nil {
			continue
		}
		n := int64(r.sends.Count)
		e.Touched = append(e.Touched, r.touched(q.plans[i])...)
		if e.Rows >= 0 {
			e.Rows = estimate.AddRows(e.Rows, n)
		}
		notes = append(notes, r.notes...)
	}
	if len(notes) > 0 {
		e.Note = noted(strings.Join(notes, "; "), e.Note)
	}
	return e
}

// touched are the methods that are called, each with the number of its requests.
func (r *rehearsal) touched(p *planner.Statement) (list []approval.Touched) {
	add := func(n int, parts ...string) {
		list = append(list, approval.Touched{Verb: p.Verb, Relation: strings.Join(parts, "."), Rows: int64(n), By: byRequests})
	}
	if c := r.held.Call; c != nil {
		add(r.sends.Count, c.Source, c.Service, c.Resource, c.Method)
		return list
	}
	for _, s := range r.held.Scans {
		if len(s.Held) > 0 {
			add(len(s.Held), s.Source, s.Service, s.Resource, s.Method)
		}
	}
	return list
}

// safeSends are the requests without what may hold a secret. If the statement itself holds secrets,
// only methods and hosts are left.
func (q *question) safeSends(all *approval.Sends, hides bool) *approval.Sends {
	if all == nil {
		return nil
	}
	var first, more []providers.Outgoing // as sends has them
	for _, r := range q.rehearsed {
		if r != nil {
			first, more = append(first, r.first...), append(more, r.more...)
		}
	}
	safe := approval.Sends{Count: all.Count, Fed: all.Fed, First: slices.Clone(all.First), More: slices.Clone(all.More)}
	withoutPath := func(o providers.Outgoing) string {
		return requestLine(providers.Outgoing{Method: o.Method, Scheme: o.Scheme, Host: o.Host, Path: anyPath})
	}
	for i, o := range first {
		if hides = hides || q.secretAddress(o) || q.secretContent(all.First[i]); hides {
			safe.First[i] = approval.Outgoing{Line: withoutPath(o), Body: redactedPart}
		}
	}
	for i, o := range more {
		if hides = hides || q.secretAddress(o); hides {
			safe.More[i].Line = withoutPath(o)
		}
	}
	return &safe
}

// secretContent reports whether the record would hide anything in a request's header or body.
func (q *question) secretContent(o approval.Outgoing) bool {
	redactor := q.session.engine.config.Redactor
	for _, line := range o.Header {
		name, value, _ := strings.Cut(line, ": ")
		if redactor.Argument(name, value) != any(value) {
			return true
		}
	}
	var body any
	if dec := json.NewDecoder(strings.NewReader(o.Body)); o.Body == "" {
		return false
	} else if dec.UseNumber(); dec.Decode(&body) != nil {
		return redactor.Text(o.Body) != o.Body
	}
	return !reflect.DeepEqual(redactor.Argument("", body), body) || strictjson.Check([]byte(o.Body)) != nil && redactor.Text(o.Body) != o.Body
}

// secretAddress reports whether the record would hide anything in the address of a request.
func (q *question) secretAddress(o providers.Outgoing) bool {
	redactor := q.session.engine.config.Redactor
	path, err := url.PathUnescape(o.Path)
	if err != nil {
		return true
	}
	for part := range strings.SplitSeq(path, "/") {
		if redactor.Text(part) != part {
			return true
		}
	}
	values, err := url.ParseQuery(o.Query)
	if err != nil {
		return true
	}
	for name, list := range values {
		for _, value := range list {
			if redactor.Argument(name, value) != any(value) {
				return true
			}
		}
	}
	return false
}
