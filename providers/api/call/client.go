package call

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/call/network"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options of a Client. The zero value has the default limits and dials public addresses
// alone.
type Options struct {
	Limits  Limits
	Network network.Rules
	// Hosts are hosts that queries may choose where a document leaves the host open:
	// "api.internal", "*.azure.com".
	Hosts []string
	// Getenv returns the variables that stand in for inputs which are not given;
	// nil: none does.
	Getenv    func(name string) string
	UserAgent string // "": Sallyport
}

// Client talks to APIs. It is safe for concurrent use.
type Client struct {
	limits    Limits
	network   *network.Bounds
	transport *http.Transport
	single    *http.Transport // has a connection for each request
	hosts     *network.Hosts
	cache     *cache
	chosen    network.HostList
	getenv    func(string) string
	userAgent string
}

// New returns a client. Close ends it.
func New(o Options) (*Client, error) {
	bounds, err := network.New(o.Network)
	if err != nil {
		return nil, err
	}
	chosen, err := network.NewHostList(o.Hosts)
	if err != nil {
		return nil, err
	}
	c := &Client{
		limits: o.Limits.withDefaults(), network: bounds, transport: bounds.Transport(o.Network), cache: newCache(),
		chosen: chosen, getenv: o.Getenv, userAgent: o.UserAgent,
	}
	c.single = c.transport.Clone()
	c.single.DisableKeepAlives = true
	c.hosts = network.NewHosts(c.limits.PerHost)
	if c.userAgent == "" {
		c.userAgent = "Sallyport"
	}
	return c, nil
}

// Transport carries requests to where the client may connect to, and nowhere else.
func (c *Client) Transport() http.RoundTripper { return c.transport }

// Close closes the connections that nobody uses.
func (c *Client) Close() { c.transport.CloseIdleConnections() }

// carrier is what a request is sent by. A Transport itself sends some again, by their HTTP method or a header,
// when a connection that was used before breaks off: what changes something gets a connection of its own then.
func (c *Client) carrier(m *message, r *http.Request) *http.Transport {
	again := slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace}, m.method) ||
		r.Header.Get("Idempotency-Key") != "" || r.Header.Get("X-Idempotency-Key") != ""
	if m.read || !again {
		return c.transport
	}
	return c.single
}

func (c *Client) builder(t *Target, inputs []*input, g given) *builder {
	return &builder{target: t, inputs: inputs, given: g, getenv: c.getenv, hosts: c.chosen}
}

// Scan starts a read; the context governs the whole. What is wrong with the inputs is
// said at once; requests are sent by goroutines of the rows, a little ahead of
// the reader.
//
// 42703: there is no such column or input; 22023, 22P02: a value cannot be sent; 42501:
// the request may not go where it would; 53400: too many combinations. The rows end with
// the codes of Call, and 53400 where a limit is reached.
func (c *Client) Scan(ctx context.Context, t Target, read Read) (*Rows, error) {
	b, err := c.begin(&t, read)
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(ctx)
	r := &Rows{
		columns: b.shape.out, record: b.sender.record, onNotice: read.OnNotice, verb: "SELECT", target: t.Name, most: c.limits.Rows,
		limit: read.Limit, end: end, row: make(providers.Row, len(b.shape.out)),
	}
	prepare := func(i int) (_ *lane, m *message, _ *pager, err error) {
		defer func() { // it runs on a goroutine of the rows, too
			if r := recover(); r != nil {
				err = sqlstate.Wrap(fmt.Errorf("panic: %v", r), sqlstate.InternalError, "the request of %s could not be made", t.Name)
			}
		}()
		g := b.values.at(i)
		m, err = b.first(i, g)
		return &lane{sender: b.sender, shape: b.shape, given: g, limit: read.Limit, skip: read.SkipMissing, out: make(chan *batch, 2)}, m, newPager(&t), err
	}
	checked := min(b.count, 1)
	if read.Held != nil { // nothing is sent unless all may be
		checked = b.count
	}
	for i := range checked {
		if _, _, _, err := prepare(i); err != nil {
			end()
			return nil, err
		}
	}
	r.start(ctx, b.count, min(c.limits.Concurrent, max(b.count, 1)), prepare)
	return r, nil
}

// beginning is what a read begins with: one request for each combination of its inputs.
type beginning struct {
	target *Target
	read   Read
	inputs []*input
	shape  *shape
	values values
	count  int // of combinations
	sender *sender
}

// begin looks at the columns and inputs of a read. Its errors are those that Scan returns, but 42501.
func (c *Client) begin(t *Target, read Read) (*beginning, error) {
	b := &beginning{target: t, read: read, inputs: inputsOf(t.Method), sender: &sender{client: c, target: t, record: &record{}}}
	var err error
	if b.shape, err = newShape(t, b.inputs, read.Columns, read.Tell...); err != nil {
		return nil, err
	}
	if b.values, err = bind(t, b.inputs, withoutNulls(read.Inputs)); err != nil {
		return nil, err
	}
	if b.count = b.values.count(c.limits.Combinations); b.count > c.limits.Combinations {
		return nil, over(t.Name, "combinations of inputs", "", c.limits.Combinations)
	}
	return b, nil
}

// first is the first request of the combination i, which is g.
func (b *beginning) first(i int, g given) (*message, error) {
	m, err := b.sender.client.builder(b.target, b.inputs, g).build(nil)
	if err != nil {
		return nil, err
	}
	limitAtSource(b.target.Method.Pushdown, m, b.read.Limit)
	if !b.target.Changes && b.read.Held == nil {
		return pushDown(b.target, b.shape, m, b.read), nil
	}
	if b.read.Held == nil {
		return m, nil
	}
	if out, err := m.outgoing(); err != nil || i >= len(b.read.Held) || out.Print != b.read.Held[i] {
		return nil, b.target.unheld(err)
	}
	return m, nil
}

// withoutNulls leaves NULLs out: what equals NULL is nothing.
func withoutNulls(inputs []providers.InputValues) []providers.InputValues {
	list := make([]providers.InputValues, len(inputs))
	for i, in := range inputs {
		list[i] = providers.InputValues{Name: in.Name}
		for _, value := range in.Values {
			if value.Text != nil {
				list[i].Values = append(list[i].Values, value)
			}
		}
	}
	return list
}

// limitAtSource tells the API how many rows are wanted, where the document says how. What
// is more than the API gives at once is not told: some would end there.
func limitAtSource(p *document.Pushdown, m *message, limit int64) {
	if p == nil || p.Top == nil || limit <= 0 || p.Top.MaxValue > 0 && limit > int64(p.Top.MaxValue) {
		return
	}
	m.tell(p.Top, "$top", string(appendInt(limit)))
}

// written is the request of a call.
func (c *Client) written(t *Target, inputs []*input, w Write) (*message, given, error) {
	values, err := bind(t, inputs, w.Inputs)
	if err != nil {
		return nil, nil, err
	}
	if values.count(1) != 1 {
		return nil, nil, sqlstate.New(sqlstate.InvalidParameterValue, "an input of %s has several values, or none: a call takes one of each", t.Name)
	}
	g := values.at(0)
	m, err := c.builder(t, inputs, g).build(w.Body)
	if err == nil && w.Body == nil && m.body == nil && t.Method.Body != nil && requiresBody(t.Method) {
		err = c.builder(t, inputs, nil).missing(firstRequired(t.Method))
	}
	return m, g, err
}
