package call

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
	"github.com/sallyportdb/sallyport/providers/api/document"
)

// Two things that an API is told replace work here, so that an API that does not do what its document says would make
// a wrong result: the first rows of an order, and how many rows there are. Both are checked as far as answers show it.

// told is what of a read only the API decides.
type told struct {
	order []ranked
	top   int64  // rows in that order
	count string // where an answer says how many rows there are
}

// ranked is a column of the shape that rows are ordered by.
type ranked struct {
	column     int
	kind       string
	descending bool
}

const (
	mostRanked   = 10_000   // rows that wait for each other
	mostRankedIn = 16 << 20 // bytes of them
)

// Orders reports whether the document says how the API is told an order, and how many rows are wanted.
func Orders(m *document.Method) bool {
	p := m.Pushdown
	return p != nil && p.OrderBy != nil && p.Top != nil && paramName(p.OrderBy, "$orderby") != "" && paramName(p.Top, "$top") != "" && orderForms[syntax(p.OrderBy)] != nil
}

// orderForms write one column of an order.
var orderForms = map[string]func(property string, descending bool) string{
	odata: func(property string, descending bool) string { return property + direction(" ", descending) },
	"prefix": func(property string, descending bool) string {
		if descending {
			return "-" + property
		}
		return property
	},
	"suffix": func(property string, descending bool) string { return property + direction(":", descending) },
}

func direction(separator string, descending bool) string {
	if descending {
		return separator + "desc"
	}
	return separator + "asc"
}

// tellOrder has the API order rows and leave out those behind the first ones. Only numbers and times are ordered
// everywhere alike. Where NULL comes first here, an API that has it last would hide it, so that the column must not
// be NULL. Where NULL comes last here, rows show it: an API that has it first would have begun with it.
func (m *message) tellOrder(p *document.Pushdown, s *shape, read Read) {
	if read.Top <= 0 || read.Top > mostRanked || len(read.Order) == 0 || !Orders(s.target.Method) || p.Top.MaxValue > 0 && read.Top > int64(p.Top.MaxValue) {
		return
	}
	form := orderForms[syntax(p.OrderBy)]
	var by []string
	var order []ranked
	for _, o := range read.Order {
		at := s.position(o.Column)
		if at < 0 {
			return
		}
		c := s.columns[at]
		sorted := c.kind == document.BigInt || c.kind == document.Double || c.kind == document.Timestamp
		if !sorted || c.whole || !supports(p.OrderBy.Columns, c.property) || !property.MatchString(c.property) || o.NullsFirst && !c.required {
			return
		}
		by = append(by, form(c.property, o.Descending))
		order = append(order, ranked{at, c.kind, o.Descending})
	}
	if m.has(paramName(p.OrderBy, "$orderby")) || m.has(paramName(p.Top, "$top")) {
		return
	}
	m.tell(p.OrderBy, "$orderby", strings.Join(by, ","))
	m.tell(p.Top, "$top", string(appendInt(read.Top)))
	m.told.order, m.told.top = order, read.Top
}

// position is where a column of the answer is in the shape; -1: nowhere.
func (s *shape) position(name string) int {
	for i, c := range s.columns {
		if c.input == nil && s.out[i].Name == name {
			return i
		}
	}
	return -1
}

// tellCount makes the API count its rows, if the statement only counts them.
func (m *message) tellCount(p *document.PushedDown, read Read) {
	if p == nil || !read.Counted || len(read.Where) > 0 {
		return
	}
	value, key := p.ParamValue, p.ResponseKey
	if p.Dialect == odata {
		if value == "" {
			value = "true"
		}
		if key == "" {
			key = "@odata.count"
		}
	}
	if key != "" && m.tell(p, "$count", value) {
		m.told.count = key
	}
}

// watch is what an answer is looked through for.
func (t told) watch() []jsonstream.Watched {
	if t.count == "" {
		return nil
	}
	return []jsonstream.Watched{{Steps: jsonstream.ParseSteps(t.count)}, {Steps: []jsonstream.Step{{Name: t.count, At: -1}}}}
}

// totalOf is how many rows an answer says that there are.
func totalOf(found []jsonstream.Watched) (int64, bool) {
	for _, w := range found {
		if n, err := strconv.ParseInt(jsonstream.Scalar(w.Value), 10, 64); err == nil && n >= 0 {
			return n, true
		}
	}
	return 0, false
}

// countOn makes the rows that the API counted and that were not read.
func (l *lane) countOn(ctx context.Context, total int64) error {
	providers.ProgressOf(ctx).AddPage()
	for l.sent < total {
		if err := l.row(ctx, []byte("{}")); err != nil {
			return err
		}
	}
	return errEnough
}

var errNotRanked = errors.New("the rows are not those that the API was asked for")

// ranking looks whether rows come in the order that the API was told, and no more than that.
type ranking struct {
	told
	width int // columns of a row
	rows  int64
	last  []rank
	none  bool // a row had NULL where it matters
}

// rank is a value that rows are ordered by.
type rank struct {
	whole int64
	real  float64
}

func newRanking(t told, s *shape) *ranking {
	if t.top == 0 {
		return nil
	}
	return &ranking{told: t, width: len(s.columns)}
}

// hasAllRows reports whether all rows are there that were asked for.
func (r *ranking) hasAllRows() bool { return r != nil && r.rows == r.top && !r.none }

// rank looks at the last row of a batch. NULL is of no matter where all rows come; so it is an error with the last
// row that was asked for.
func (r *ranking) rank(b *batch) error {
	row := b.cells[(b.rows-1)*r.width:]
	now := make([]rank, len(r.order))
	for i, o := range r.order {
		c := row[o.column]
		var ok bool
		if c.to >= 0 {
			now[i], ok = rankOf(o.kind, string(b.text[c.from:c.to]))
		}
		r.none = r.none || !ok
	}
	r.rows++
	if r.rows > r.top || r.rows == r.top && r.none || len(b.text) > mostRankedIn || !r.none && r.last != nil && !r.follows(now) {
		return errNotRanked
	}
	r.last = now
	return nil
}

// follows reports whether a row may stand behind the last one.
func (r *ranking) follows(now []rank) bool {
	for i, o := range r.order {
		before, after := r.last[i], now[i]
		if o.descending {
			before, after = after, before
		}
		switch {
		case before.whole < after.whole || before.real < after.real:
			return true
		case before != after:
			return false
		}
	}
	return true
}

func rankOf(kind, text string) (rank, bool) {
	switch kind {
	case document.BigInt:
		n, err := strconv.ParseInt(text, 10, 64)
		return rank{whole: n}, err == nil
	case document.Double:
		f, err := strconv.ParseFloat(text, 64)
		return rank{real: f}, err == nil && f == f //nolint:gocritic // NaN is not itself
	}
	t, err := time.Parse("2006-01-02 15:04:05.999999+00", text)
	return rank{whole: t.UnixMicro()}, err == nil
}
