package find

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

// question is a line of testdata/questions.
type question struct {
	kind, text string
	tables     []string // that answer it
	columns    []string // table.column, where a column does
}

func readQuestions(t testing.TB, schema string) (list []question) {
	t.Helper()
	for line := range strings.Lines(readFile(t, "questions", schema)) {
		parts := strings.Split(strings.TrimSpace(line), " | ")
		if len(parts) != 3 {
			t.Fatalf("%s: %q is no question", schema, line)
		}
		q := question{kind: parts[0], text: parts[1]}
		for _, answer := range strings.Fields(parts[2]) {
			table, _, isColumn := strings.Cut(answer, ".")
			if isColumn {
				q.columns = append(q.columns, answer)
			}
			if !slices.Contains(q.tables, table) {
				q.tables = append(q.tables, table)
			}
		}
		list = append(list, q)
	}
	return list
}

func readFile(t testing.TB, folder, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", folder, name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// readSchema makes a snapshot of the facts of a schema.
func readSchema(t testing.TB, name string) []discovery.Table {
	t.Helper()
	var s []discovery.Table
	for line := range strings.Lines(readFile(t, "schemas", name)) {
		fields := strings.Fields(line)
		if !strings.HasPrefix(line, "\t") {
			s = append(s, discovery.Table{Ref: discovery.TableRef{Name: fields[0]}, Kind: discovery.KindTable})
			continue
		}
		table := &s[len(s)-1]
		column := discovery.Column{Name: fields[0], NativeType: fields[1], DimensionType: dimensionTypes[fields[1]]}
		column.PrimaryKey = slices.Contains(fields, "key")
		if at := slices.Index(fields, ">"); at > 0 {
			table.ForeignKeys = append(table.ForeignKeys, discovery.ForeignKey{
				FromColumn: fields[0], To: discovery.TableRef{Name: fields[at+1]}, ToColumn: fields[at+2], Constraint: "declared",
			})
		}
		table.Columns = append(table.Columns, column)
	}
	return s
}

var dimensionTypes = map[string]discovery.DimensionType{
	"integer": discovery.Number, "numeric": discovery.Number, "text": discovery.String,
	"boolean": discovery.Boolean, "date": discovery.Time, "timestamp": discovery.Time,
}

// finder is a way to answer questions: refs are "table" or "table.column", best first.
type finder func(query string, kinds ...Kind) []string

// everything is what somebody may see whom nothing is hidden from.
func everything(string, discovery.TableRef, string) bool { return true }

func (t *Tables) finder(split *terms.Splitter, w ways) finder {
	return func(query string, kinds ...Kind) (refs []string) {
		hits, sees := t.search(Request{Query: query, Kinds: kinds, Limit: 50, Visible: everything}, split, w)
		for _, h := range hits {
			ref := t.ref(h, sees)
			refs = append(refs, shown(ref))
		}
		return refs
	}
}

// quality is what was found of what answers some questions.
type quality struct {
	questions      int
	at5, at15      float64 // the share of the tables that are named among the first
	reciprocal     float64 // of the rank of the first that answers
	columns        int
	column5, col15 float64 // the same of columns
}

func (q *quality) add(o quality) {
	q.questions += o.questions
	q.at5 += o.at5
	q.at15 += o.at15
	q.reciprocal += o.reciprocal
	q.columns += o.columns
	q.column5 += o.column5
	q.col15 += o.col15
}

// measure asks one question. A table is found by a ref of itself or of one of its columns.
func measure(f finder, q question) quality {
	refs := f(q.text)
	m := quality{questions: 1}
	for rank, ref := range refs {
		table, _, _ := strings.Cut(ref, ".")
		if slices.Contains(q.tables, table) {
			m.reciprocal = 1 / float64(rank+1)
			break
		}
	}
	share := func(refs, wanted []string, most int) float64 {
		found := 0
		for _, w := range wanted {
			if slices.ContainsFunc(refs[:min(most, len(refs))], func(ref string) bool { return ref == w || strings.HasPrefix(ref, w+".") }) {
				found++
			}
		}
		return float64(found) / float64(len(wanted))
	}
	m.at5, m.at15 = share(refs, q.tables, 5), share(refs, q.tables, 15)
	if len(q.columns) > 0 {
		m.columns, m.column5, m.col15 = 1, share(refs, q.columns, 5), share(refs, q.columns, 15)
	}
	return m
}

// shown is a ref without its schema.
func shown(ref Ref) string {
	if ref.Column == "" {
		return ref.Table.Name
	}
	return ref.Table.Name + "." + ref.Column
}
