package find

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

// A document is what one table brings to an index, as bytes: its record and those of its columns, the
// parts of their names, the terms of their texts, and what its foreign keys refer to. It depends on
// nothing but the table, so it is made when the table has changed, and an index is put together of
// documents.

// author writes documents. It remembers what it found out about names, since names repeat.
type author struct {
	split *terms.Splitter
	parts map[string][]terms.Part
}

func newAuthor(split *terms.Splitter) *author {
	return &author{split: split, parts: map[string][]terms.Part{}}
}

// mostParts is how many names an author remembers.
const mostParts = 200_000

func (a *author) nameParts(name string) []terms.Part {
	parts, known := a.parts[name]
	if !known {
		parts = a.split.Name(name)
		if len(a.parts) < mostParts {
			a.parts[name] = parts
		}
	}
	return parts
}

// document writes the document of a table.
func (a *author) document(t discovery.Table) string {
	var w writer
	var record writer
	record.table(t)
	w.put(record.String())
	a.name(&w, t.Ref.Name)
	a.texts(&w, t.Comment, t.Descriptions, nil, a.nameParts(t.Ref.DB))
	w.number(len(t.Columns))
	for _, c := range t.Columns {
		record.Reset()
		record.column(c)
		w.put(record.String())
		a.name(&w, c.Name)
		var samples []discovery.Sample
		if c.Profile != nil && !c.PII {
			samples = c.Profile.Samples
		}
		a.texts(&w, c.Comment, c.Descriptions, samples, nil)
		w.reference(c, t.ForeignKeys)
	}
	return w.String()
}

// name writes the parts of a name, each with the words that it abbreviates, and the whole words of a name that
// has several parts.
func (a *author) name(w *writer, name string) {
	parts := a.nameParts(name)
	w.number(len(parts))
	for _, part := range parts {
		w.put(part.Term)
		w.number(len(part.Long))
		for _, long := range part.Long {
			w.put(long)
		}
	}
	var whole []string
	if len(parts) > 1 {
		for _, word := range terms.Words(name) {
			if base := a.split.Base(word); len(word) > 3 && !slices.Contains(whole, base) {
				whole = append(whole, base)
			}
		}
	}
	w.number(len(whole))
	for _, base := range whole {
		w.put(base)
	}
}

// texts writes the terms of all other fields, each with its field and how much of the field it is.
func (a *author) texts(w *writer, comment string, descriptions []discovery.Description, samples []discovery.Sample, schema []terms.Part) {
	found := map[string][]byte{} // field and weight, by turns
	for _, part := range schema {
		found[part.Term] = append(found[part.Term], byte(fieldDisplay), 19)
	}
	a.words(found, fieldComment, comment)
	for _, d := range descriptions {
		a.words(found, fieldDescription, d.Text)
	}
	for _, s := range samples {
		a.words(found, fieldSample, cut(s.Value, longestSample))
	}
	w.found(found)
}

// words notes the terms of a text: a term counts more where it repeats and where the text is short.
func (a *author) words(found map[string][]byte, f field, text string) {
	usual, longest := 8.0, longestText // words of a comment
	if f == fieldBody {
		usual, longest = 200, longestBody
	}
	words := terms.Words(cut(text, longest))
	count := map[string]int{}
	for _, word := range words {
		for _, part := range a.nameParts(word) {
			count[part.Term]++
		}
	}
	for term, n := range count {
		tf := float64(n)
		weight := tf / (tf + 0.5 + 0.5*float64(len(words))/usual)
		found[term] = append(found[term], byte(f), byte(math.Ceil(weight*maxWeight)))
	}
}

// found writes terms with their fields and weights, in the order of the terms.
func (w *writer) found(found map[string][]byte) {
	all := make([]string, 0, len(found))
	for term := range found {
		if len(term) <= longestTerm {
			all = append(all, term)
		}
	}
	slices.Sort(all)
	w.number(len(all))
	for _, term := range all {
		w.put(term)
		w.put(string(found[term]))
	}
}

// reference writes whether a column could be a reference by its name, and what it refers to.
func (w *writer) reference(c discovery.Column, keys []discovery.ForeignKey) {
	number := 0
	if c.DimensionType == discovery.Number {
		number = 1
	}
	w.number(number)
	at := slices.IndexFunc(keys, func(k discovery.ForeignKey) bool { return k.FromColumn == c.Name })
	if at < 0 {
		w.put("")
		return
	}
	w.put(refKey(keys[at].To))
}

// refKey is a reference as a key.
func refKey(r discovery.TableRef) string { return r.Catalog + "\x00" + r.DB + "\x00" + r.Name }

// writer writes numbers, and texts after their length.
type writer struct{ strings.Builder }

func (w *writer) number(n int) {
	var b [binary.MaxVarintLen64]byte
	w.Write(b[:binary.PutUvarint(b[:], uint64(n))])
}

func (w *writer) put(s string) {
	w.number(len(s))
	w.WriteString(s)
}

// reader reads what a writer wrote. What is damaged reads as zeros and "".
type reader struct{ rest string }

func (r *reader) number() int {
	n := 0
	for i := range min(5, len(r.rest)) {
		b := r.rest[i]
		n |= int(b&0x7f) << (7 * i)
		if b < 0x80 {
			r.rest = r.rest[i+1:]
			return n
		}
	}
	r.rest = ""
	return 0
}

func (r *reader) text() string {
	n := r.number()
	if n > len(r.rest) {
		r.rest = ""
		return ""
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

// times reads a number of things that follow. There are not more of them than bytes.
func (r *reader) times() int { return min(r.number(), len(r.rest)) }
