package find

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery/find/meaning"
	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

// mostWords is how many words of a question are looked up.
const mostWords = 24

// common are words that questions are made of and that say nothing about what is asked.
var common = wordSet(`a about all also an and any are as ask at be been but by can could contain contains did do does each
	every everything everybody find for from get give given had has have he her his how i if in into is it its kept list look many me
	much must my need no not of on one or our out over per please say see she should show so some somebody something stored such
	table tables column columns tell than that the their them then there these they this those thing to up us used want was we were what when
	where which who whom whose why will with without would you your`)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// concept is the meaning of one word of a question: its own term, and other terms that may mean the same.
type concept struct {
	weight float32 // a rare word says more than a frequent one
	terms  []likeness
}

// likeness is a term of an index, by its place, and how much like the word of the question it is: 1 is
// the word itself.
type likeness struct {
	term int
	like float32
}

// questionWords returns the distinct words of a question that say something.
func questionWords(query string) []string {
	var telling, all []string
	for _, word := range terms.Words(query) {
		if len(all) == 4*mostWords {
			break
		}
		if all = append(all, word); !common[word] && len(word) > 1 && !slices.Contains(telling, word) {
			telling = append(telling, word)
		}
	}
	if len(telling) == 0 {
		telling = all
	}
	return telling[:min(mostWords, len(telling))]
}

// conceptsOf makes concepts of a question, as an index knows their terms. Of those that are near in meaning
// it takes the terms of what may be seen.
func (x *index) conceptsOf(query string, split *terms.Splitter, ways ways, seen func(term int) bool) []concept {
	var concepts []concept
	for _, word := range questionWords(query) {
		for _, part := range split.Name(word) {
			c, like := concept{weight: rarity(part.Term)}, float32(1)
			if whole := x.lookUp(split.Base(word)); whole >= 0 {
				c.add(whole, 1)
				like = partLike
			}
			c.add(x.lookUp(part.Term), like)
			for _, long := range part.Long {
				c.add(x.lookUp(long), longLike)
			}
			if !ways.noInside {
				x.inside(&c, part.Term)
			}
			if !ways.noGroups {
				for _, same := range terms.Same(part.Term) {
					c.add(x.lookUp(split.Base(same)), sameLike)
				}
			}
			if !ways.noNear {
				x.alike(&c, part.Term, seen)
			}
			if len(c.terms) > 0 {
				concepts = append(concepts, c)
			}
		}
	}
	return concepts
}

// add adds a term, unless it is there already with as much likeness.
func (c *concept) add(term int, like float32) {
	if term < 0 {
		return
	}
	for i := range c.terms {
		if c.terms[i].term == term {
			c.terms[i].like = max(c.terms[i].like, like)
			return
		}
	}
	c.terms = append(c.terms, likeness{term, like})
}

// rarity is how much a word tells: between 0.4 for the most frequent words and 1.
func rarity(term string) float32 {
	place, known := meaning.English().Place(term)
	if !known {
		return 1
	}
	return 0.4 + 0.6*float32(math.Log(float64(place+50))/math.Log(40050))
}

// inside adds the terms that have the word in them and are no words themselves: compounds of
// which a part is unknown.
func (x *index) inside(c *concept, word string) {
	if len(word) < 4 {
		return
	}
	for i, place := range x.meanings {
		if term := x.terms[i]; place < 0 && len(term) > len(word) && strings.Contains(term, word) {
			c.add(i, 0.5+0.4*float32(len(word))/float32(len(term)))
		}
	}
}

// How much like a word of a question the terms are that it is looked up by besides itself: a part of
// it, where the index has it whole; what it is short for; and what businesses say for it.
const (
	partLike = 0.6
	longLike = 0.8
	sameLike = 0.65
)

// How near a word must be in meaning to count, how many of the nearest do, and how much they count.
const (
	nearEnough = 0.3
	mostNear   = 20
	nearWeight = 0.75
)

// alike adds the terms that are nearest to a word in meaning.
func (x *index) alike(c *concept, word string, seen func(term int) bool) {
	english := meaning.English()
	place, known := english.Place(word)
	if !known {
		return
	}
	var near []likeness
	for i, other := range x.meanings {
		if other < 0 || int(other) == place {
			continue
		}
		if n := english.Near(place, int(other)); n > nearEnough {
			near = append(near, likeness{i, n})
		}
	}
	slices.SortFunc(near, func(a, b likeness) int { return cmp.Or(cmp.Compare(b.like, a.like), a.term-b.term) })
	taken := 0
	for _, n := range near {
		if taken == mostNear {
			return
		}
		if seen(n.term) {
			c.add(n.term, nearWeight*(n.like-nearEnough/2)/(1-nearEnough/2))
			taken++
		}
	}
}
