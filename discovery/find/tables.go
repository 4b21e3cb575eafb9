package find

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
)

// Tables is the index of a connection's current snapshot: its tables and columns, and the terms that
// find them. The tables are numbered from 0, and the columns after them, those of a table together. An
// index is immutable.
type Tables struct {
	index
	connection string

	records  []string // of each table and column, what is shown of it
	refs     []discovery.TableRef
	names    []string // of each column
	first    []uint32 // of each table, the number of its first column; at the end, the number after the last column
	owner    []uint32 // of each column, its table
	edges    []edge   // of each table, the references to others
	edgeEnds []uint32 // where the edges of each table end
}

// edge is a reference: a foreign key, or one that the name of a column tells of.
type edge struct {
	to, by uint32 // a table, and the column that refers to it
	key    bool   // it is a foreign key
}

// Connection returns whose tables these are.
func (t *Tables) Connection() string { return t.connection }

// size is the number of tables and columns.
func (t *Tables) size() int { return len(t.records) }

// tables is the number of tables.
func (t *Tables) tables() int { return len(t.first) - 1 }

// columnName returns the name of a column.
func (t *Tables) columnName(number uint32) string { return t.names[int(number)-t.tables()] }

// edgesOf returns the references of a table.
func (t *Tables) edgesOf(table uint32) []edge {
	start := uint32(0)
	if table > 0 {
		start = t.edgeEnds[table-1]
	}
	return t.edges[start:t.edgeEnds[table]]
}

// item is a table or a column of a document.
type item struct {
	record string
	name   []part
	whole  []string
	refers string // of a column: the key of what it refers to
	number bool   // of a column: its values are numbers
}

type part struct {
	term string
	long []string
}

func (r *reader) item(b binder, number uint32) (i item) {
	i.record = r.text()
	for range r.times() {
		p := part{term: r.text()}
		for range r.times() {
			p.long = append(p.long, r.text())
		}
		i.name = append(i.name, p)
	}
	for range r.times() {
		i.whole = append(i.whole, r.text())
	}
	b.texts(number, r)
	return i
}

// assembly is what documents say until an index is made of it.
type assembly struct {
	*Tables
	binder   binder
	everyone map[string]bool   // parts that so many tables' names have that they say nothing
	keys     map[string]uint32 // tables by their references
	named    map[string]uint32 // tables by the parts of their names
	columns  [][]item          // of each table
	guess    bool
}

// assemble makes an index of documents.
func assemble(connection string, documents []string, withoutGuesses bool) *Tables {
	t := &Tables{connection: connection}
	a := &assembly{Tables: t, binder: binder{}, everyone: map[string]bool{}, keys: map[string]uint32{}, named: map[string]uint32{}, guess: !withoutGuesses}
	documents = slices.SortedFunc(slices.Values(documents), compareDocuments)
	readers, items := make([]reader, len(documents)), make([]item, len(documents))
	for i, d := range documents {
		readers[i] = reader{d}
		items[i] = readers[i].item(a.binder, uint32(i))
		t.records = append(t.records, items[i].record)
	}
	a.meet(items)
	for i, table := range items {
		a.name(uint32(i), table)
		t.refs = append(t.refs, readTable(table.record).ref)
		a.keys[refKey(t.refs[i])] = uint32(i)
		if name := a.joined(table.name); name != "" {
			if _, taken := a.named[name]; !taken {
				a.named[name] = uint32(i)
			}
		}
		t.first = append(t.first, uint32(len(t.records)))
		a.readColumns(uint32(i), &readers[i])
	}
	t.first = append(t.first, uint32(len(t.records)))
	a.connect()
	t.index = a.binder.bind()
	return t
}

// compareDocuments puts documents in the order of their tables' names: it is the order of what is
// found equally well.
func compareDocuments(a, b string) int {
	name := func(document string) string {
		r := reader{document}
		return readTable(r.text()).ref.Display()
	}
	return cmp.Or(cmp.Compare(name(a), name(b)), cmp.Compare(a, b))
}

// readColumns reads the columns of a table.
func (a *assembly) readColumns(table uint32, r *reader) {
	var columns []item
	for range r.times() {
		if len(a.records)+1 >= maxNumber {
			break
		}
		number := uint32(len(a.records))
		column := r.item(a.binder, number)
		column.number, column.refers = r.number() == 1, r.text()
		a.name(number, column)
		a.records = append(a.records, column.record)
		a.names = append(a.names, readColumn(column.record).name)
		a.owner = append(a.owner, table)
		columns = append(columns, column)
	}
	a.columns = append(a.columns, columns)
}

// meet notes which parts are in so many names that they say nothing.
func (a *assembly) meet(tables []item) {
	count := map[string]int{}
	for _, t := range tables {
		for _, p := range t.name {
			count[p.term]++
		}
	}
	for term, n := range count {
		if len(tables) >= 10 && n*4 > len(tables) {
			a.everyone[term] = true
		}
	}
}

// name adds the postings of a name: a part of a short name counts more than one of a long name.
func (a *assembly) name(number uint32, i item) {
	length := 0
	for _, p := range i.name {
		if !a.everyone[p.term] || len(i.name) == 1 {
			length++
		}
	}
	share := 1 / math.Sqrt(float64(max(1, length)))
	for _, p := range i.name {
		a.binder.add(p.term, posting(number, fieldName, share))
		for _, long := range p.long {
			a.binder.add(long, posting(number, fieldDisplay, share*0.95))
		}
	}
	for _, word := range i.whole { // a compound is found as it is written, too
		a.binder.add(word, posting(number, fieldName, share))
	}
}

// joined returns the parts of a name as one word, without those that every name has.
func (a *assembly) joined(name []part) string {
	var all []string
	for _, p := range name {
		if !a.everyone[p.term] {
			all = append(all, p.term)
		}
	}
	return strings.Join(all, " ")
}
