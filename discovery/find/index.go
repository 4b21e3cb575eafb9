package find

import (
	"maps"
	"math"
	"slices"

	"github.com/sallyportdb/sallyport/discovery/find/meaning"
)

// index is what Tables and Pages are made of: terms, and what they find. What is found is numbered.
type index struct {
	terms    []string       // in their order
	place    map[string]int // of each term
	postings [][]uint32     // of each term, what it finds
	meanings []int32        // of each term, its place among the English words, or -1
}

// field is a field of a table, a column or a page that terms are taken from.
type field uint32

const (
	fieldName        field = iota
	fieldDisplay           // the schema; long forms of abbreviations in the name; a page's title and tags
	fieldComment           //
	fieldDescription       // or a page's summary
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

// lookUp returns the place of a term, or -1.
func (x *index) lookUp(term string) int {
	if at, known := x.place[term]; known {
		return at
	}
	return -1
}

// binder puts postings together.
type binder map[string][]uint32

func (b binder) add(term string, p uint32) {
	if term != "" && len(term) <= longestTerm {
		b[term] = append(b[term], p)
	}
}

// texts adds what an author wrote of the texts of a number.
func (b binder) texts(number uint32, r *reader) {
	for range r.times() {
		term, found := r.text(), r.text()
		for i := 0; i+1 < len(found); i += 2 {
			b.add(term, posting(number, field(min(found[i], byte(fieldBody))), float64(found[i+1])/maxWeight))
		}
	}
}

// bind puts the terms in their order.
func (b binder) bind() index {
	english := meaning.English()
	x := index{terms: slices.Sorted(maps.Keys(b)), place: make(map[string]int, len(b))}
	x.postings, x.meanings = make([][]uint32, len(b)), make([]int32, len(b))
	for i, term := range x.terms {
		found := b[term]
		slices.Sort(found)
		x.place[term], x.postings[i], x.meanings[i] = i, slices.Clip(slices.Compact(found)), -1
		if place, known := english.Place(term); known {
			x.meanings[i] = int32(place)
		}
	}
	return x
}
