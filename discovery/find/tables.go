package find

import (
	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

// Tables is the index of a snapshot: its tables and columns, and the terms that find them. The tables
// are numbered from 0, and the columns after them, those of a table together, in the order of the
// snapshot. An index is immutable.
type Tables struct {
	index
	connection, syncID string

	first    []uint32 // of each table, the number of its first column; at the end, the number after the last column
	owner    []uint32 // of each column, its table
	edges    []uint32 // of each table, the tables that it refers to
	edgesBy  []uint32 // of each edge, the number of the column that refers
	edgeEnds []uint32 // where the edges of each table end
}

// Connection returns whose tables these are.
func (t *Tables) Connection() string { return t.connection }

// SyncID returns which snapshot was indexed.
func (t *Tables) SyncID() string { return t.syncID }

// size is the number of tables and columns.
func (t *Tables) size() int { return len(t.records) }

// tables is the number of tables.
func (t *Tables) tables() int { return len(t.first) - 1 }

// edgesOf returns where the edges of a table begin and end.
func (t *Tables) edgesOf(table uint32) (start, end uint32) {
	if table > 0 {
		start = t.edgeEnds[table-1]
	}
	return start, t.edgeEnds[table]
}

// Build makes the index of a snapshot. What is beyond 8 million tables and columns is left out.
func Build(s discovery.Snapshot) *Tables { return build(s, terms.New(), false) }

func build(s discovery.Snapshot, split *terms.Splitter, withoutGuesses bool) *Tables {
	b := newBuilder(split)
	b.withoutGuesses = withoutGuesses
	tables := s.Tables
	for total, i := len(tables), 0; i < len(tables); i++ {
		if total += len(tables[i].Columns); total >= maxNumber {
			tables = tables[:i]
		}
	}
	b.learn(func(yield func(string) bool) {
		for _, table := range tables {
			if !yield(table.Ref.Name) {
				return
			}
		}
	})
	t := &Tables{connection: s.Connection, syncID: s.SyncID}
	var records writer
	for _, table := range tables {
		t.records = append(t.records, records.at())
		records.table(table)
	}
	for i, table := range tables {
		t.first = append(t.first, uint32(len(t.records)))
		b.table(uint32(i), table)
		for _, column := range table.Columns {
			b.column(uint32(len(t.records)), column)
			t.records = append(t.records, records.at())
			t.owner = append(t.owner, uint32(i))
			records.column(column)
		}
	}
	t.first = append(t.first, uint32(len(t.records)))
	b.finish(&t.index, &records)
	t.connect(tables, b)
	return t
}

// table adds the postings of a table.
func (b *builder) table(number uint32, table discovery.Table) {
	b.name(number, table.Ref.Name)
	for _, part := range b.nameParts(table.Ref.DB) {
		b.add(part.Term, posting(number, fieldDisplay, 0.3))
	}
	b.words(number, fieldComment, cut(table.Comment, longestText))
	for _, d := range table.Descriptions {
		b.words(number, fieldDescription, cut(d.Text, longestText))
	}
}

// column adds the postings of a column.
func (b *builder) column(number uint32, column discovery.Column) {
	b.name(number, column.Name)
	b.words(number, fieldComment, cut(column.Comment, longestText))
	for _, d := range column.Descriptions {
		b.words(number, fieldDescription, cut(d.Text, longestText))
	}
	if column.Profile != nil && !column.PII {
		for _, s := range column.Profile.Samples {
			b.words(number, fieldSample, cut(s.Value, 200))
		}
	}
}
