package find

import (
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
	w.put(cut(best(t.Descriptions), longestText))
	w.put(cut(t.Comment, longestText))
}

func (w *writer) column(c discovery.Column) {
	w.put(c.Name)
	w.put(c.NativeType)
	w.put(cut(best(c.Descriptions), longestText))
	w.put(cut(c.Comment, longestText))
	var samples []string
	if c.Profile != nil && !c.PII {
		for _, s := range c.Profile.Samples[:min(5, len(c.Profile.Samples))] {
			samples = append(samples, cut(s.Value, longestSample))
		}
	}
	w.put(strings.Join(samples, ", "))
}

// best returns the description of the preferred origin, or "".
func best(descriptions []discovery.Description) string {
	for _, origin := range []string{"user", "ai", "dbt", "db"} {
		for _, d := range descriptions {
			if d.Origin == origin && d.Text != "" {
				return d.Text
			}
		}
	}
	for _, d := range descriptions {
		if d.Text != "" {
			return d.Text
		}
	}
	return ""
}

// tableRecord is what is shown of a table.
type tableRecord struct {
	ref                  discovery.TableRef
	description, comment string
}

func readTable(record string) (t tableRecord) {
	r := reader{record}
	t.ref.Name, t.ref.DB, t.ref.Catalog = r.text(), r.text(), r.text()
	t.description, t.comment = r.text(), r.text()
	return t
}

// columnRecord is what is shown of a column.
type columnRecord struct {
	name, nativeType, description, comment, samples string
}

func readColumn(record string) columnRecord {
	r := reader{record}
	return columnRecord{r.text(), r.text(), r.text(), r.text(), r.text()}
}

func (t *Tables) table(number uint32) tableRecord   { return readTable(t.records[number]) }
func (t *Tables) column(number uint32) columnRecord { return readColumn(t.records[number]) }
