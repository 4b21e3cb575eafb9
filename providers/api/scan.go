package api

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/call"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// target finds the method of a scan or a call. 40001: it is not the one that was judged any more.
func (p *Provider) target(ctx context.Context, service, resource, method, print, verb string) (call.Target, error) {
	found, err := p.Catalog(ctx)
	if err != nil {
		return call.Target{}, err
	}
	c := found.(*catalog)
	s, r, err := c.resource(service, resource)
	if err != nil {
		return call.Target{}, err
	}
	i := slices.IndexFunc(r.Methods, func(m *document.Method) bool { return m.Name == method })
	if i < 0 || print == "" || printOf(r.Methods[i]) != print {
		return call.Target{}, sqlstate.New(sqlstate.SerializationFailure, "the document of %s.%s.%s has changed: its method %q is not the one that was judged", p.options.Name, s.Name, r.Name, method).
			WithHint("Run the statement again.")
	}
	signer, err := p.signer(c.document, s.Name, r.Methods[i])
	if err != nil {
		return call.Target{}, err
	}
	return call.Target{
		Name: p.options.Name + "." + s.Name + "." + r.Name + "." + method, Method: r.Methods[i], SnakeCase: c.document.SnakeCase,
		Changes: effect(r.Methods[i], verb) != providers.Reads, Signer: signer, Transformer: p.options.Transformer,
	}, nil
}

// Scan starts a scan.
func (p *Provider) Scan(ctx context.Context, s providers.Scan) (providers.Rows, error) {
	target, err := p.target(ctx, s.Service, s.Resource, s.Method, s.Print, "select")
	if err != nil {
		return nil, err
	}
	read, apart := readOf(s)
	if len(apart) > 0 && s.Held != nil {
		return nil, errApart(target.Name, apart)
	}
	notes := &notes{}
	read.OnNotice = notes.add
	if len(apart) > 0 {
		return &told{ctx: ctx, client: p.options.Client, target: target, read: read, columns: s.TableColumns(), apart: apart, notes: notes}, nil
	}
	rows, err := p.options.Client.Scan(ctx, target, read)
	if err != nil {
		return nil, err
	}
	return &noted{Rows: rows, notes: notes}, nil
}

// readOf is a scan as package call takes it, without the inputs whose columns it does not know.
func readOf(s providers.Scan) (read call.Read, apart []providers.InputValues) {
	read = call.Read{Columns: slices.Clone(s.Columns), Inputs: s.Inputs, Limit: s.Limit, Where: s.Where, Order: s.Order, Top: s.Top, Counted: s.Counted, SkipMissing: call.Combinations(s.Inputs) > 1, Held: s.Held}
	for _, in := range s.Inputs {
		if in.As != nil && in.As.Name == in.Name {
			read.Columns = append(read.Columns, *in.As)
		} else if in.As != nil {
			apart = append(apart, in)
		}
	}
	return read, apart
}

// RehearseScan returns the first requests of a scan that changes something.
func (p *Provider) RehearseScan(ctx context.Context, s providers.Scan) ([]providers.Outgoing, error) {
	target, err := p.target(ctx, s.Service, s.Resource, s.Method, s.Print, "select")
	if err != nil || !target.Changes {
		return nil, err
	}
	if slices.ContainsFunc(s.Inputs, func(in providers.InputValues) bool { return in.Query != "" }) {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "nobody can approve this: what %s would be sent depends on rows of other relations", target.Name).
			WithHint("Read these first, and give the values as constants.")
	}
	read, apart := readOf(s)
	if len(apart) > 0 {
		return nil, errApart(target.Name, apart)
	}
	return p.options.Client.RehearseScan(ctx, target, read)
}

// ExplainScan returns the first requests of a scan.
func (p *Provider) ExplainScan(ctx context.Context, s providers.Scan) ([]providers.Outgoing, error) {
	target, err := p.target(ctx, s.Service, s.Resource, s.Method, s.Print, "select")
	if err != nil {
		return nil, err
	}
	read, _ := readOf(s)
	return p.options.Client.ExplainScan(target, read)
}

// errApart is the error of a scan that changes something and shows values of inputs that have the name of
// another column.
func errApart(target string, apart []providers.InputValues) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "nobody can approve this: %s changes something, and its input %q has the name of a column, too", target, apart[0].Name).
		WithHint("Run the method by EXEC.")
}

// notes are what an API had to tell besides rows. The goroutine that reads the rows adds them.
type notes struct{ list []*sqlstate.Error }

// mostNotes bounds what one scan tells.
const mostNotes = 20

func (n *notes) add(message string) {
	if len(n.list) < mostNotes {
		e := sqlstate.New("00000", "%s", message)
		e.Severity = "NOTICE"
		n.list = append(n.list, e)
	}
}

// Notices are what was told, once the rows are at their end.
func (n *notes) Notices() []*sqlstate.Error { return n.list }

// noted are the rows of a scan with its notices.
type noted struct {
	*call.Rows
	*notes
}

// Call runs one row of a call.
func (p *Provider) Call(ctx context.Context, c providers.Call) (providers.Rows, error) {
	target, write, err := p.write(ctx, c)
	if err != nil {
		return nil, err
	}
	return p.options.Client.Call(ctx, target, write)
}

// Rehearse returns the request that Call would send.
func (p *Provider) Rehearse(ctx context.Context, c providers.Call) (providers.Outgoing, error) {
	target, write, err := p.write(ctx, c)
	if err != nil {
		return providers.Outgoing{}, err
	}
	return p.options.Client.Rehearse(ctx, target, write)
}

// write is one row of a call as package call takes it.
func (p *Provider) write(ctx context.Context, c providers.Call) (target call.Target, write call.Write, err error) {
	if target, err = p.target(ctx, c.Service, c.Resource, c.Method, c.Print, "exec"); err != nil {
		return target, write, err
	}
	if len(c.Rows) != 1 || len(c.Held) > 1 {
		return target, write, sqlstate.New(sqlstate.InternalError, "a call of %s has %d rows", target.Name, len(c.Rows))
	}
	write = call.Write{Inputs: c.Rows[0], Await: c.Await, Columns: c.Columns}
	if c.Body != nil {
		write.Body = c.Body.Text
	}
	if len(c.Held) == 1 {
		write.Held = c.Held[0]
	}
	return target, write, nil
}

// told are the rows of a scan with columns that tell the values of inputs whose names columns of
// the answer have, too: one scan for each combination of those values.
type told struct {
	*notes
	ctx     context.Context //nolint:containedctx // of one scan, as the contract of Scan says
	client  *call.Client
	target  call.Target
	read    call.Read
	columns []providers.Column
	apart   []providers.InputValues
	next    int // the combination
	values  [][]byte
	row     providers.Row
	count   int

	mu       sync.Mutex
	open     *call.Rows
	requests []providers.Request
}

// Columns are those of the scan's table.
func (t *told) Columns() []providers.Column { return t.columns }

// Tag is a SELECT's.
func (t *told) Tag() string { return "SELECT " + strconv.Itoa(t.count) }

// Next returns the next row, of the next combination where one is at its end.
func (t *told) Next() (providers.Row, error) {
	for {
		if t.open == nil {
			if err := t.begin(); err != nil {
				return nil, err
			}
		}
		row, err := t.open.Next()
		if errors.Is(err, io.EOF) {
			if err := t.endCombination(); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		t.count++
		t.row = t.row[:0]
		read, apart := 0, 0
		for _, column := range t.columns {
			if apart < len(t.apart) && column.Name == t.apart[apart].As.Name {
				t.row = append(t.row, t.values[apart])
				apart++
				continue
			}
			t.row = append(t.row, row[read])
			read++
		}
		return t.row, nil
	}
}

// begin starts the next combination. io.EOF: there is none.
func (t *told) begin() error {
	read, at := t.read, t.next
	read.Inputs = slices.Clone(read.Inputs)
	t.values = t.values[:0]
	for _, in := range t.apart {
		if len(in.Values) == 0 {
			return io.EOF
		}
		value := in.Values[at%len(in.Values)]
		at /= len(in.Values)
		t.values = append(t.values, value.Text)
		for i := range read.Inputs {
			if strings.EqualFold(read.Inputs[i].Name, in.Name) {
				read.Inputs[i].Values = []providers.Value{value}
			}
		}
	}
	if at > 0 {
		return io.EOF
	}
	t.next++
	rows, err := t.client.Scan(t.ctx, t.target, read)
	if err != nil {
		return err
	}
	t.mu.Lock()
	t.open = rows
	t.mu.Unlock()
	return nil
}

// endCombination ends a combination.
func (t *told) endCombination() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.open == nil {
		return nil
	}
	err := t.open.Close()
	t.requests = append(t.requests, t.open.Requests()...)
	t.open = nil
	return err
}

// Close ends the scan.
func (t *told) Close() error { return t.endCombination() }

// Requests are what was sent.
func (t *told) Requests() []providers.Request {
	t.mu.Lock()
	defer t.mu.Unlock()
	list := slices.Clone(t.requests)
	if t.open != nil {
		list = append(list, t.open.Requests()...)
	}
	return list
}
