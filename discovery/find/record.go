package find

import (
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
)

// longestText is how many bytes of a comment, a description or a sample an index keeps.
const longestText = 4000

// writer writes records: texts, each after its length.
type writer struct{ strings.Builder }

// at is where the next record begins.
func (w *writer) at() uint32 { return uint32(w.Len()) }

// raw writes a text without its length.
func (w *writer) raw(s string) { w.WriteString(s) }

func (w *writer) put(s string) {
	s = cut(s, longestText)
	n := len(s)
	for ; n >= 0x80; n >>= 7 {
		w.WriteByte(byte(n) | 0x80)
	}
	w.WriteByte(byte(n))
	w.WriteString(s)
}

func (w *writer) table(t discovery.Table) {
	w.put(t.Ref.Name)
	w.put(t.Ref.DB)
	w.put(t.Ref.Catalog)
	w.put(best(t.Descriptions))
	w.put(t.Comment)
}

func (w *writer) column(c discovery.Column) {
	w.put(c.Name)
	w.put(c.NativeType)
	w.put(best(c.Descriptions))
	w.put(c.Comment)
	var samples []string
	if c.Profile != nil && !c.PII {
		for _, s := range c.Profile.Samples[:min(5, len(c.Profile.Samples))] {
			samples = append(samples, cut(s.Value, 200))
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

// next cuts the first text off a record.
func next(record string) (text, rest string) {
	n := 0
	for i := range min(5, len(record)) {
		b := record[i]
		n |= int(b&0x7f) << (7 * i)
		if b < 0x80 {
			end := i + 1 + n
			if end > len(record) || end < 0 {
				return "", ""
			}
			return record[i+1 : end], record[end:]
		}
	}
	return "", ""
}

// tableRecord is what is shown of a table.
type tableRecord struct {
	ref                  discovery.TableRef
	description, comment string
}

func (t *Tables) table(number uint32) (r tableRecord) {
	rest := t.text[t.records[number]:]
	r.ref.Name, rest = next(rest)
	r.ref.DB, rest = next(rest)
	r.ref.Catalog, rest = next(rest)
	r.description, rest = next(rest)
	r.comment, _ = next(rest)
	return r
}

// columnRecord is what is shown of a column.
type columnRecord struct {
	name, nativeType, description, comment, samples string
}

func (t *Tables) column(number uint32) (r columnRecord) {
	rest := t.text[t.records[number]:]
	r.name, rest = next(rest)
	r.nativeType, rest = next(rest)
	r.description, rest = next(rest)
	r.comment, rest = next(rest)
	r.samples, _ = next(rest)
	return r
}

// columnName returns the name alone.
func (t *Tables) columnName(number uint32) string {
	name, _ := next(t.text[t.records[number]:])
	return name
}
