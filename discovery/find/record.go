package find

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
)

// How many bytes of a comment or a description, of a sample, and of a term an index keeps.
const (
	longestText   = 4000
	longestSample = 200
	longestTerm   = 64
)

func (w *writer) table(t discovery.Table) {
	w.put(t.Ref.Name)
	w.put(t.Ref.DB)
	w.put(t.Ref.Catalog)
	w.descriptions(t.Descriptions)
	w.put(cut(t.Comment, longestText))
}

func (w *writer) column(c discovery.Column) {
	w.put(c.Name)
	w.put(c.NativeType)
	w.descriptions(c.Descriptions)
	w.put(cut(c.Comment, longestText))
	var samples []string
	if c.Profile != nil && !c.PII {
		for _, s := range c.Profile.Samples[:min(5, len(c.Profile.Samples))] {
			samples = append(samples, cut(s.Value, longestSample))
		}
	}
	w.put(strings.Join(samples, ", "))
}

// descriptions writes the descriptions of a thing, the preferred ones first.
func (w *writer) descriptions(all []discovery.Description) {
	rank := func(d discovery.Description) int {
		if at := slices.Index([]string{"user", "ai", "dbt", "db"}, d.Origin); at >= 0 {
			return at
		}
		return len(all) + 4
	}
	all = slices.DeleteFunc(slices.Clone(all), func(d discovery.Description) bool { return d.Text == "" })
	slices.SortStableFunc(all, func(a, b discovery.Description) int { return rank(a) - rank(b) })
	w.number(len(all))
	for _, d := range all {
		w.put(cut(d.Text, longestText))
	}
}

// descriptions reads what a writer wrote.
func (r *reader) descriptions() (all []string) {
	for range r.times() {
		all = append(all, r.text())
	}
	return all
}

// tableRecord is what is shown of a table.
type tableRecord struct {
	ref          discovery.TableRef
	descriptions []string
	comment      string
}

func readTable(record string) (t tableRecord) {
	r := reader{record}
	t.ref.Name, t.ref.DB, t.ref.Catalog = r.text(), r.text(), r.text()
	t.descriptions, t.comment = r.descriptions(), r.text()
	return t
}

// columnRecord is what is shown of a column.
type columnRecord struct {
	name, nativeType string
	descriptions     []string
	comment, samples string
}

func readColumn(record string) columnRecord {
	r := reader{record}
	return columnRecord{r.text(), r.text(), r.descriptions(), r.text(), r.text()}
}

func (t *Tables) table(number uint32) tableRecord   { return readTable(t.records[number]) }
func (t *Tables) column(number uint32) columnRecord { return readColumn(t.records[number]) }
