package find

import (
	"cmp"
	"math"
	"slices"

	"github.com/sallyportdb/sallyport/discovery"
)

// What a match in each field counts.
var fieldCounts = [1 << fieldBits]float32{fieldName: 1, fieldDisplay: 0.9, fieldComment: 0.6, fieldDescription: 0.7, fieldSample: 0.65, fieldBody: 0.4}

// How much of a column's score its table gets, how much of a table's score by its name its
// columns get, and how much the tables get that refer to it or that it refers to.
const (
	columnForTable = 0.5
	tableForColumn = 0.5
	parentForChild = 0.55
	childForParent = 0.15
	furtherColumns = 0.5
	grandparent    = 0.5
)

// ways are ways of finding that are switched off, for measurements.
type ways struct {
	noInside, noNear, noGroups, noRelations bool
}

// match is what a concept found best in a table or a column.
type match struct {
	score float32
	field field
	term  int
}

// ranking is one search of one index.
type ranking struct {
	t        *Tables
	visible  func(table discovery.TableRef, column string) bool
	seen     []uint8 // of each table and column: 0 not asked, 1 visible, 2 not
	concepts []concept
	ways     ways

	own     [][]match   // by concept and table: in the table's own fields
	through [][]float32 // by concept and table: what its best column has
	columns [][]hit     // by concept: what it found in columns, in no order
}

const (
	isVisible = 1
	isHidden  = 2
)

// sees says whether a table or a column may be seen. A column is hidden with its table.
func (r *ranking) sees(number uint32) bool {
	if r.seen[number] == 0 {
		r.seen[number] = isHidden
		if int(number) < r.t.tables() {
			if r.visible(r.t.refs[number], "") {
				r.seen[number] = isVisible
			}
		} else if owner := r.t.owner[int(number)-r.t.tables()]; r.sees(owner) && r.visible(r.t.refs[owner], r.t.columnName(number)) {
			r.seen[number] = isVisible
		}
	}
	return r.seen[number] == isVisible
}

// seesAny says whether anything that has a term may be seen.
func (r *ranking) seesAny(term int) bool {
	return slices.ContainsFunc(r.t.postings[term], func(p uint32) bool {
		number, _, _ := openPosting(p)
		return r.sees(number)
	})
}

// match finds what each concept matches in what may be seen.
func (r *ranking) match() {
	tables := r.t.tables()
	best := make([]match, r.t.size()) // of one concept; its columns are cleared after each
	for _, c := range r.concepts {
		var touched []uint32
		for _, l := range c.terms {
			found := r.t.postings[l.term]
			telling := r.telling(found)
			for _, p := range found {
				number, f, share := openPosting(p)
				score := l.like * telling * fieldCounts[f] * share
				if r.seen[number] != isVisible || score <= best[number].score {
					continue
				}
				if best[number].score == 0 {
					touched = append(touched, number)
				}
				best[number] = match{score, f, l.term}
			}
		}
		own, through, columns := make([]match, tables), make([]float32, tables), make([]hit, 0, len(touched))
		for _, number := range touched {
			m := best[number]
			best[number] = match{}
			if int(number) < tables {
				own[number] = m
				continue
			}
			columns = append(columns, hit{number, m.score, m})
			owner := r.t.owner[int(number)-tables]
			through[owner] = max(through[owner], m.score)
		}
		r.own, r.through, r.columns = append(r.own, own), append(r.through, through), append(r.columns, columns)
	}
}

// telling is how much a term tells: less, the more tables and columns that may be seen have it. It
// notes for all that have it whether they may be seen.
func (r *ranking) telling(found []uint32) float32 {
	df, last := 0, uint32(math.MaxUint32)
	for _, p := range found {
		if number, _, _ := openPosting(p); number != last && r.sees(number) {
			df, last = df+1, number
		}
	}
	return telling(df, r.t.size())
}

// telling is how much a term tells that so many of all have: 0.3 to 1.
func telling(df, all int) float32 {
	n := float64(all + 1)
	return float32(0.3 + 0.7*math.Log(n/(float64(df)+0.5))/math.Log(n/0.5))
}

// tableScores adds up what the concepts found in each table, in its columns, and in the names of
// tables beside it.
func (r *ranking) tableScores() []float32 {
	scores := make([]float32, r.t.tables())
	for i, c := range r.concepts {
		beside := r.beside(i)
		for table := range scores {
			best := max(r.own[i][table].score, columnForTable*r.through[i][table], beside[table])
			scores[table] += c.weight * best
		}
	}
	return scores
}

// beside returns for each table what a concept found in the names of the tables that it refers to, or
// that refer to it.
func (r *ranking) beside(concept int) []float32 {
	beside := make([]float32, r.t.tables())
	if r.ways.noRelations {
		return beside
	}
	own := r.own[concept]
	lift := func(table uint32, score float32) {
		beside[table] = max(beside[table], score)
	}
	for table := range uint32(len(beside)) {
		for _, e := range r.t.edgesOf(table) {
			if own[e.to].score == 0 && own[table].score == 0 && !r.leads(e.to, own) || !r.sees(e.by) || !r.sees(e.to) {
				continue
			}
			lift(table, parentForChild*own[e.to].score)
			lift(e.to, childForParent*own[table].score)
			for _, further := range r.t.edgesOf(e.to) {
				if score := own[further.to].score; score > 0 && r.sees(further.by) {
					lift(table, grandparent*parentForChild*score)
				}
			}
		}
	}
	return beside
}

// leads says whether a table refers to one in which something was found.
func (r *ranking) leads(table uint32, own []match) bool {
	return slices.ContainsFunc(r.t.edgesOf(table), func(e edge) bool { return own[e.to].score > 0 })
}

// hit is a table or a column that was found, and the match that says where.
type hit struct {
	number uint32
	score  float32
	match  match
}

// columnScores adds up what the concepts found in each column, and in its table's name.
func (r *ranking) columnScores() []hit {
	place := make([]int32, len(r.t.owner)) // of each column in hits, from 1
	var hits []hit
	for i, c := range r.concepts {
		for _, found := range r.columns[i] {
			column := int(found.number) - r.t.tables()
			if place[column] == 0 {
				hits = append(hits, hit{number: found.number})
				place[column] = int32(len(hits))
			}
			h := &hits[place[column]-1]
			if found.score > h.match.score {
				h.match = found.match
			}
			h.score += c.weight * max(0, found.score-tableForColumn*r.own[i][r.t.owner[column]].score)
		}
	}
	for i := range hits {
		owner := r.t.owner[int(hits[i].number)-r.t.tables()]
		for k, c := range r.concepts {
			hits[i].score += c.weight * tableForColumn * r.own[k][owner].score
		}
	}
	return hits
}

// compareHits puts the best first, and of equal ones the table or column that comes first.
func compareHits(a, b hit) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.number, b.number))
}

// mixed ranks tables and columns together, best first, and returns the first of them: each table once,
// by itself or, if nothing but columns matched, by its best column; further columns come lower.
func (r *ranking) mixed(tables, columns bool, most int) []hit {
	var hits, found []hit
	scores := r.tableScores()
	if columns {
		found = r.columnScores()
	}
	standsFor := make([]int, len(scores)) // of each table, the place of its best column in found, from 1
	for i, h := range found {
		owner := r.t.owner[int(h.number)-r.t.tables()]
		if before := standsFor[owner]; before == 0 || compareHits(h, found[before-1]) < 0 {
			standsFor[owner] = i + 1
		}
	}
	for table, score := range scores {
		if !tables || score == 0 || !r.sees(uint32(table)) {
			standsFor[table] = 0
			continue
		}
		own := r.bestOwn(uint32(table))
		if at := standsFor[table]; at > 0 && own.score == 0 {
			hits = append(hits, hit{found[at-1].number, score, found[at-1].match})
			continue
		}
		standsFor[table] = 0
		hits = append(hits, hit{uint32(table), score, own})
	}
	for i, h := range found {
		if standsFor[r.t.owner[int(h.number)-r.t.tables()]] == i+1 {
			continue
		}
		if tables {
			h.score *= furtherColumns
		}
		hits = append(hits, h)
	}
	return first(hits, most)
}

// first returns the best of all hits, best first.
func first(hits []hit, most int) []hit {
	top := make([]hit, 0, most+1)
	for _, h := range hits {
		if len(top) == most && compareHits(h, top[most-1]) > 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(top, h, compareHits)
		top = slices.Insert(top, at, h)
		top = top[:min(most, len(top))]
	}
	return top
}

// bestOwn returns the best match of any concept in a table's own fields.
func (r *ranking) bestOwn(table uint32) (best match) {
	for i := range r.concepts {
		if m := r.own[i][table]; m.score > best.score {
			best = m
		}
	}
	return best
}
