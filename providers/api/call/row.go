package call

import (
	"bytes"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// shape is how rows are made of the values of an answer.
type shape struct {
	target   *Target
	columns  []column
	out      []providers.Column
	wholes   []int            // columns that are the row as a whole
	at       map[string][]int // columns by the property that they show
	hasProps bool
}

// newShape finds the columns that are read. 42703: there is none of a name.
func newShape(t *Target, inputs []*input, wanted []providers.Column, told ...string) (*shape, error) {
	all := columnsOf(t.Method, inputs, t.SnakeCase)
	s := &shape{target: t, at: map[string][]int{}}
	for _, w := range wanted {
		c := columnNamed(all, w.Name)
		if c == nil {
			return nil, sqlstate.New(sqlstate.UndefinedColumn, "%s has no column %q", t.Name, clean(w.Name, 80))
		}
		i := len(s.columns)
		s.show(*c, w.Name)
		switch {
		case c.whole:
			s.wholes = append(s.wholes, i)
		case c.property != "":
			s.at[c.property] = append(s.at[c.property], i)
		}
	}
	for _, name := range told {
		in := lookup(inputs, name)
		if in == nil {
			return nil, noInput(t, inputs, name)
		}
		s.show(column{name: name, kind: in.kind, input: in}, name)
	}
	for _, c := range all {
		s.hasProps = s.hasProps || c.property != "" && !c.whole
	}
	return s, nil
}

// show adds a column under the name that the query has for it.
func (s *shape) show(c column, name string) {
	s.columns = append(s.columns, c)
	s.out = append(s.out, providers.Column{Name: name, Type: typeOID(c.kind), TypeMod: -1, Size: typeSize(c.kind), TypeName: typeName(c.kind)})
}

func columnNamed(all []column, name string) *column {
	for _, same := range []func(c *column) bool{
		func(c *column) bool { return c.name == name },
		func(c *column) bool { return strings.EqualFold(c.name, name) },
		func(c *column) bool { return c.property != "" && strings.EqualFold(c.property, name) },
	} {
		for i := range all {
			if same(&all[i]) {
				return &all[i]
			}
		}
	}
	return nil
}

// batch is some rows, one behind the other.
type batch struct {
	text   []byte
	cells  []cell // of all rows
	rows   int
	notice string // instead of rows
}

// cell is where a value is in the text. to is -1 for NULL.
type cell struct{ from, to int }

const (
	mostBatched   = 256
	batchBytes    = 256 << 10
	longestInText = 60 // of a value in an error
)

// add makes a row of a value of the answer. inputs are the values of columns that are
// inputs. What cannot be made whole is no row.
func (s *shape) add(b *batch, raw []byte, inputs given) error {
	start := len(b.cells)
	err := s.fill(b, start, validText(raw), inputs)
	if err != nil {
		b.cells, b.rows = b.cells[:start], b.rows-1
	}
	return err
}

// fill makes a row, whose cells begin at start.
func (s *shape) fill(b *batch, start int, raw []byte, inputs given) error {
	for i := range s.columns {
		c := cell{0, -1}
		if in := s.columns[i].input; in != nil {
			if value := inputs[in]; value != nil {
				c.from = len(b.text)
				b.text = append(b.text, value...)
				c.to = len(b.text)
			}
		}
		b.cells = append(b.cells, c)
	}
	b.rows++
	for _, i := range s.wholes {
		if err := s.put(b, start, i, raw); err != nil {
			return err
		}
	}
	if !s.hasProps || raw[0] == 'n' {
		return nil
	}
	if raw[0] != '{' {
		return sqlstate.New(sqlstate.InvalidTextRepresent, "a row of %s is no object, as its document says, but %s", s.target.Name, clean(string(raw[:min(len(raw), longestInText)]), longestInText))
	}
	if len(s.at) == 0 {
		return nil
	}
	return s.properties(b, start, raw)
}

// properties puts the properties of an object into their columns.
func (s *shape) properties(b *batch, start int, raw []byte) error {
	return jsonstream.EachProperty(raw, func(name, value []byte) error {
		for _, i := range s.at[string(name)] {
			if err := s.put(b, start, i, value); err != nil {
				return err
			}
		}
		return nil
	})
}

// put puts a value into a column.
func (s *shape) put(b *batch, start, i int, raw []byte) error {
	from := len(b.text)
	if hasNUL(raw) {
		return sqlstate.New(sqlstate.CharacterNotInRepertoire, "the API's value of the column %q of %s has the character U+0000, which no value of PostgreSQL has", s.columns[i].name, s.target.Name).
			WithHint("A query that does not read the column %q works.", s.columns[i].name)
	}
	out, null, fits := appendValue(b.text, s.columns[i].kind, raw)
	if !fits {
		shown := clean(string(raw[:min(len(raw), longestInText)]), longestInText)
		return sqlstate.New(sqlstate.InvalidTextRepresent, "the API's value %s of the column %q of %s is no %s", shown, s.columns[i].name, s.target.Name, s.columns[i].kind).
			WithDetail("The document of the provider says that it should be.").
			WithHint("A query that does not read the column %q works.", s.columns[i].name)
	}
	b.text = out
	b.cells[start+i] = cell{from, len(out)}
	if null {
		b.cells[start+i] = cell{0, -1}
	}
	return nil
}

// hasNUL reports whether a text, or a text in what JSON has inside, has the character U+0000.
func hasNUL(raw []byte) bool {
	for at := 0; ; {
		i := bytes.Index(raw[at:], []byte(`u0000`))
		if i < 0 {
			return false
		}
		slashes := 0
		for at+i-slashes > 0 && raw[at+i-slashes-1] == '\\' {
			slashes++
		}
		if slashes%2 == 1 {
			return true
		}
		at += i + len(`u0000`)
	}
}

// full reports whether a batch should be handed on.
func (b *batch) full(most int) bool { return b.rows >= most || len(b.text) >= batchBytes }

// row is the i-th row of a batch, in row.
func (b *batch) row(row providers.Row, i int) {
	cells := b.cells[i*len(row) : (i+1)*len(row)]
	for j, c := range cells {
		if c.to < 0 {
			row[j] = nil
		} else {
			row[j] = b.text[c.from:c.to:c.to]
		}
	}
}

// itemsFallback reports whether rows are the list "items", if the answer has one,
// although the document does not say where they are.
func itemsFallback(r *document.Response) bool {
	if r.ObjectKey != "" || len(r.Columns) == 0 {
		return false
	}
	for _, c := range r.Columns {
		if c.Name == "items" || c.Name == anonymous {
			return false
		}
	}
	return true
}
