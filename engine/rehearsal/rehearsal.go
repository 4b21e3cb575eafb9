package rehearsal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/strictjson"
)

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
	// ByRequests says that the rows of an estimate are requests.
	ByRequests = "requests"
)

// Rehearsal is what the call of one statement would send.
type Rehearsal struct {
	Held  providers.Statement // the statement, held to exactly these requests
	Print []byte              // identifies all requests
	Hosts []string            // each with its scheme
	Sends approval.Sends      // what people are shown
	// first and more are the requests that Sends.First and Sends.More show, each at the same place,
	// without headers and bodies.
	first, more []providers.Outgoing
	size        int
	Notes       []string // for the estimate
}

// Add adds a request to those that people are shown. It returns 54000 if the first request is longer than the bytes that
// people are asked to read.
func (r *Rehearsal) Add(o providers.Outgoing, longest int) error {
	r.Sends.Count++
	if !slices.Contains(r.Hosts, o.Scheme+"://"+o.Host) {
		r.Hosts = append(r.Hosts, o.Scheme+"://"+o.Host)
	}
	shown := shownRequest(o)
	size := len(shown.Text())
	if first := len(r.Sends.First); first == 0 && size > longest {
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "the request is too long to be approved: %d KiB, and the limit is %d KiB", size>>10, longest>>10).
			WithHint("Nobody can read that much before saying yes. Have it run in a mode that does not ask.")
	} else if first < mostShown && len(r.Sends.More) == 0 && (first == 0 || r.size+size <= shownSize) {
		r.noteDoubt(o, first+1)
		o.Header, o.Body = nil, nil
		r.Sends.First, r.first, r.size = append(r.Sends.First, shown), append(r.first, o), r.size+size
		return nil
	}
	o.Query, o.Header, o.Body = "", nil, nil
	line := requestLine(o)
	i := slices.IndexFunc(r.Sends.More, func(l approval.Likewise) bool { return l.Line == line })
	if i < 0 && len(r.Sends.More) >= mostLikewise {
		o.Path = anyPath
		line = requestLine(o)
		i = slices.IndexFunc(r.Sends.More, func(l approval.Likewise) bool { return l.Line == line })
	}
	if i < 0 {
		i, r.Sends.More, r.more = len(r.Sends.More), append(r.Sends.More, approval.Likewise{Line: line}), append(r.more, o)
	}
	r.Sends.More[i].Count++
	return nil
}

// noteDoubt notes that a body can be read in two ways.
func (r *Rehearsal) noteDoubt(o providers.Outgoing, n int) {
	if json.Valid(o.Body) {
		if err := strictjson.Check(o.Body); err != nil {
			r.Notes = append(r.Notes, fmt.Sprintf("the body of request %d can be read in two ways: %v", n, err))
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

// Join joins what several statements would send, for people. It returns nil if they send nothing. An element that is
// nil is of a statement without calls.
func Join(list []*Rehearsal) *approval.Sends {
	var all *approval.Sends
	for _, r := range list {
		if r == nil {
			continue
		}
		if all == nil {
			all = &approval.Sends{}
		}
		all.Count, all.Fed = all.Count+r.Sends.Count, all.Fed || r.Sends.Fed
		all.First = append(all.First, r.Sends.First...)
		all.More = append(all.More, r.Sends.More...)
	}
	return all
}

// Touched are the methods that are called, each with the number of its requests.
func (r *Rehearsal) Touched(p *planner.Statement) (list []approval.Touched) {
	add := func(n int, parts ...string) {
		list = append(list, approval.Touched{Verb: p.Verb, Relation: strings.Join(parts, "."), Rows: int64(n), By: ByRequests})
	}
	if c := r.Held.Call; c != nil {
		add(r.Sends.Count, c.Source, c.Service, c.Resource, c.Method)
		return list
	}
	for _, s := range r.Held.Scans {
		if len(s.Held) > 0 {
			add(len(s.Held), s.Source, s.Service, s.Resource, s.Method)
		}
	}
	return list
}
