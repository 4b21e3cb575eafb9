package call

import (
	"context"
	"io"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func appendInt(i int64) []byte { return strconv.AppendInt(nil, i, 10) }

// Call sends one request that changes something, and returns when the API has answered
// that it did: an error means that it did not, unless its detail says that this is not
// known. The rows are those of the answer.
//
// 28000: the API does not accept the credentials; 42501: they do not allow it; 42704:
// what is asked for is not there; 55000: it is in another state; 22023: the API does not
// accept the request; 53300: it was asked too often; 58000: the fault is the API's;
// 08001, 08004, 08006: it is not reached, does not prove who it is, or does not answer;
// 08P01: its answer cannot be understood; 57014: the context has ended; 40001: it is not the request
// that the call is held to, and was not sent.
func (c *Client) Call(ctx context.Context, t Target, w Write) (*Rows, error) {
	inputs := inputsOf(t.Method)
	t.Changes = t.Changes || w.Held != "" // what was approved is sent once, and to no other address
	m, g, err := c.written(&t, inputs, w)
	if err != nil {
		return nil, err
	}
	if w.Held != "" {
		if out, err := m.outgoing(); err != nil || out.Print != w.Held {
			return nil, t.unheld(err)
		}
	}
	shape, err := newShape(&t, inputs, w.Columns)
	if err != nil {
		return nil, err
	}
	s := &sender{client: c, target: &t, record: &record{}}
	ctx, end := context.WithCancel(ctx)
	a, err := s.send(ctx, m)
	if err == nil && w.Await {
		a, err = s.awaitOperation(ctx, m, a)
	}
	if err != nil {
		end()
		return nil, &Failed{err: sqlstate.From(err), requests: s.record.requests()}
	}
	r := &Rows{
		columns: shape.out, record: s.record, verb: "CALL", target: t.Name, most: c.limits.Rows, end: end,
		row: make(providers.Row, len(shape.out)),
	}
	if len(w.Columns) == 0 {
		if t.Method.GraphQL == nil {
			s.skip(a)
		} else {
			err = s.skipGraph(m, a)
		}
		end()
		if err != nil {
			return nil, &Failed{err: sqlstate.From(err), requests: s.record.requests()}
		}
		r.done = io.EOF
		return r, nil
	}
	l := &lane{sender: s, shape: shape, given: g, out: make(chan *batch, 2), grown: mostBatched}
	r.lanes, r.places = make(chan *lane, 1), make(chan struct{}, 1)
	r.places <- struct{}{}
	r.lanes <- l
	close(r.lanes)
	r.running.Go(func() { l.one(ctx, m, a) })
	return r, nil
}

// skip reads the rest of an answer whose content is not needed, so that its connection can be used again. Errors
// do not matter here.
func (s *sender) skip(a *answer) {
	_, _ = io.Copy(io.Discard, io.LimitReader(a.body, longestSkipped)) //nolint:errcheck // see above
	_ = a.body.Close()                                                 //nolint:errcheck // it was only read
}

const longestSkipped = 256 << 10

const carriedOut = "the request was carried out."

// one hands on the rows of one answer.
func (l *lane) one(ctx context.Context, m *message, a *answer) {
	defer l.ends()
	defer a.body.Close()
	if _, l.err = l.page(ctx, m, a, nil); l.err == nil {
		l.err = l.flush(ctx)
	}
	if l.err != nil {
		e := *sqlstate.From(l.err)
		if !strings.Contains(e.Detail, carriedOut) {
			e.Detail = strings.TrimSpace(e.Detail + " The API has answered " + strconv.Itoa(a.status) + ": " + carriedOut)
		}
		e.Hint = "" // those are for reads
		l.err = &e
	}
}

func requiresBody(m *document.Method) bool { return firstRequired(m) != "" }

func firstRequired(m *document.Method) string {
	if m.Body.Base != "" || m.Body.Default != "" {
		return ""
	}
	for _, p := range m.Body.Properties {
		if p.Required {
			return m.Body.Column(p.Name)
		}
	}
	return ""
}

// Failed is the error of a call whose request was sent. It is a *sqlstate.Error by
// errors.As, and providers.Requested.
type Failed struct {
	err      *sqlstate.Error
	requests []providers.Request
}

func (f *Failed) Error() string { return f.err.Error() }

// Unwrap returns the *sqlstate.Error.
func (f *Failed) Unwrap() error { return f.err }

// Requests are what was sent.
func (f *Failed) Requests() []providers.Request { return f.requests }
