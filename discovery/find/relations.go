package find

import (
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find/meaning"
)

// connect notes which tables refer to which: by the foreign keys of the snapshot, and, where a column
// has none, by its name: customer_id and customerid refer to the table customer or customers.
func (t *Tables) connect(tables []discovery.Table, b *builder) {
	refs := make(map[discovery.TableRef]uint32, len(tables))
	named := make(map[string]uint32, len(tables))
	for i, table := range tables {
		refs[table.Ref] = uint32(i)
		if name := b.joined(table.Ref.Name); name != "" {
			if _, taken := named[name]; !taken {
				named[name] = uint32(i)
			}
		}
	}
	for i, table := range tables {
		declared := map[string]uint32{}
		for _, key := range table.ForeignKeys {
			if at, known := refs[key.To]; known {
				declared[key.FromColumn] = at
			}
		}
		for k, column := range table.Columns {
			to, known := declared[column.Name]
			if !known {
				to, known = b.namesTable(column, named)
			}
			if known && to != uint32(i) {
				t.edges = append(t.edges, to)
				t.edgesBy = append(t.edgesBy, t.first[i]+uint32(k))
			}
		}
		t.edgeEnds = append(t.edgeEnds, uint32(len(t.edges)))
	}
}

// joined returns the parts of a name as one word, without those that every name has.
func (b *builder) joined(name string) string {
	var all []string
	for _, part := range b.nameParts(name) {
		if !b.everyone[part.Term] {
			all = append(all, part.Term)
		}
	}
	return strings.Join(all, " ")
}

// namesTable returns the table that a column refers to by its name.
func (b *builder) namesTable(column discovery.Column, named map[string]uint32) (uint32, bool) {
	if b.withoutGuesses {
		return 0, false
	}
	name := b.joined(column.Name)
	for _, suffix := range []string{" id", " key", " no", " code", " uuid", " sk"} {
		if short, has := strings.CutSuffix(name, suffix); has {
			for short != "" { // billing_customer_id refers to customer
				if at, known := named[short]; known {
					return at, true
				}
				_, short, _ = strings.Cut(short, " ")
			}
			return 0, false
		}
	}
	if column.DimensionType == discovery.Number { // course: the id of a course
		at, known := named[name]
		return at, known
	}
	return 0, false
}

// understand notes the place of each term among the English words.
func (x *index) understand() {
	english := meaning.English()
	x.meanings = make([]int32, len(x.terms))
	for i := range x.meanings {
		x.meanings[i] = -1
		if place, known := english.Place(x.term(i)); known {
			x.meanings[i] = int32(place)
		}
	}
}
