package find

import (
	"iter"
	"maps"
	"math"
	"slices"

	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

// index is what Tables and Pages are made of: records of what can be found, which are numbered, and
// the terms that find them.
type index struct {
	text     string   // the records, and behind them the terms
	records  []uint32 // where each record begins in text
	termsAt  uint32   // where the first term begins
	terms    []uint32 // where each term ends in text, in their order
	postings []uint32 // of each term, what it finds
	ends     []uint32 // where the postings of each term end
	meanings []int32  // of each term, its place among the English words, or -1
}

// field is a field of a table or a column that terms are taken from.
type field uint32

const (
	fieldName        field = iota
	fieldDisplay           // the schema, and long forms of abbreviations in the name
	fieldComment           //
	fieldDescription       //
	fieldSample            //
	fieldBody              // of a page
)

// A posting is a number, a field, and how much of the field the term is, 1 to 63.
const (
	fieldBits  = 3
	weightBits = 6
	maxWeight  = 1<<weightBits - 1
	maxNumber  = 1 << (32 - fieldBits - weightBits)
)

func posting(number uint32, f field, weight float64) uint32 {
	w := uint32(math.Round(max(1, min(maxWeight, weight*maxWeight))))
	return number<<(fieldBits+weightBits) | uint32(f)<<weightBits | w
}

func openPosting(p uint32) (number uint32, f field, weight float32) {
	return p >> (fieldBits + weightBits), field(p >> weightBits & (1<<fieldBits - 1)), float32(p&maxWeight) / maxWeight
}

// found returns the postings of a term, by its place.
func (x *index) found(term int) []uint32 {
	start := uint32(0)
	if term > 0 {
		start = x.ends[term-1]
	}
	return x.postings[start:x.ends[term]]
}

// term returns the term at a place.
func (x *index) term(place int) string {
	start := x.termsAt
	if place > 0 {
		start = x.terms[place-1]
	}
	return x.text[start:x.terms[place]]
}

// lookUp returns the place of a term, or -1.
func (x *index) lookUp(term string) int {
	low, high := 0, len(x.terms)
	for low < high {
		mid := (low + high) / 2
		if x.term(mid) < term {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(x.terms) && x.term(low) == term {
		return low
	}
	return -1
}

// builder makes an index.
type builder struct {
	split    *terms.Splitter
	postings map[string][]uint32
	parts    map[string][]terms.Part // of names, which repeat
	everyone map[string]bool         // parts that so many tables' names have that they say nothing

	withoutGuesses bool // no foreign key is guessed by a name: for measurements
}

func newBuilder(split *terms.Splitter) *builder {
	return &builder{split: split, postings: map[string][]uint32{}, parts: map[string][]terms.Part{}, everyone: map[string]bool{}}
}

// learn makes the words of names known, so that compounds of them are found, and notes which parts
// are in so many names that they say nothing.
func (b *builder) learn(names iter.Seq[string]) {
	all, count := 0, map[string]int{}
	for name := range names {
		all++
		for _, word := range terms.Words(name) {
			b.split.Learn(word)
			count[word]++
		}
	}
	for word, n := range count {
		if all >= 10 && n*4 > all {
			b.everyone[b.split.Base(word)] = true
		}
	}
}

// finish puts the terms in their order.
func (b *builder) finish(x *index, records *writer) {
	x.termsAt = records.at()
	for _, term := range slices.Sorted(maps.Keys(b.postings)) {
		found := b.postings[term]
		slices.Sort(found)
		x.postings = append(x.postings, slices.Compact(found)...)
		x.ends = append(x.ends, uint32(len(x.postings)))
		records.raw(term)
		x.terms = append(x.terms, records.at())
	}
	x.text = records.String()
	x.understand()
}

func (b *builder) nameParts(name string) []terms.Part {
	parts, known := b.parts[name]
	if !known {
		parts = b.split.Name(name)
		b.parts[name] = parts
	}
	return parts
}

// name adds the postings of a name: a part of a short name counts more than one of a long name.
func (b *builder) name(number uint32, name string) {
	parts := b.nameParts(name)
	length := 0
	for _, part := range parts {
		if !b.everyone[part.Term] || len(parts) == 1 {
			length++
		}
	}
	share := 1 / math.Sqrt(float64(max(1, length)))
	for _, part := range parts {
		b.add(part.Term, posting(number, fieldName, share))
		for _, long := range part.Long {
			b.add(long, posting(number, fieldDisplay, share*0.95))
		}
	}
	for _, word := range terms.Words(name) { // a compound is found as it is written, too
		if base := b.split.Base(word); len(parts) > 1 && len(word) > 3 {
			b.add(base, posting(number, fieldName, share))
		}
	}
}

// words adds the postings of a text: a term counts more where it repeats and where the text is short.
func (b *builder) words(number uint32, f field, text string) {
	usual := 8.0 // words of a comment
	if f == fieldBody {
		usual = 200
	}
	words := terms.Words(text)
	count := map[string]int{}
	for _, word := range words {
		for _, part := range b.nameParts(word) {
			count[part.Term]++
		}
	}
	for term, n := range count {
		tf := float64(n)
		b.add(term, posting(number, f, tf/(tf+0.5+0.5*float64(len(words))/usual)))
	}
}

func (b *builder) add(term string, p uint32) {
	if len(term) > 0 && len(term) <= 64 {
		b.postings[term] = append(b.postings[term], p)
	}
}
