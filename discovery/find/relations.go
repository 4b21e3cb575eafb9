package find

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
)

// Referring returns the tables that have a foreign key to a table, declared or proposed, by their names.
// A table that refers to itself is not among its own.
func (t *Tables) Referring(ref discovery.TableRef) (list []discovery.TableRef) {
	to := slices.Index(t.refs, ref)
	for table := range t.refs {
		refers := func(e edge) bool { return e.key && int(e.to) == to }
		if slices.ContainsFunc(t.edgesOf(uint32(table)), refers) {
			list = append(list, t.refs[table])
		}
	}
	return list
}

// connect notes which tables refer to which: by foreign keys, and, where a column has none, by its
// name: customer_id and customerid refer to the table customer or customers.
func (a *assembly) connect() {
	for table, columns := range a.columns {
		for k, column := range columns {
			to, known := a.keys[column.refers]
			if column.refers == "" && a.guess {
				to, known = a.namesTable(column)
			}
			if known && to != uint32(table) {
				a.edges = append(a.edges, edge{to, a.first[table] + uint32(k), column.refers != ""})
			}
		}
		a.edgeEnds = append(a.edgeEnds, uint32(len(a.edges)))
	}
}

// namesTable returns the table that a column refers to by its name.
func (a *assembly) namesTable(column item) (uint32, bool) {
	name := a.joined(column.name)
	for _, suffix := range []string{" id", " key", " no", " code", " uuid", " sk"} {
		if short, has := strings.CutSuffix(name, suffix); has {
			for short != "" { // billing_customer_id refers to customer
				if at, known := a.named[short]; known {
					return at, true
				}
				_, short, _ = strings.Cut(short, " ")
			}
			return 0, false
		}
	}
	at, known := a.named[name]
	return at, known && column.number // course: the number of a course
}
