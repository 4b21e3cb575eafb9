package textsearch

import (
	"math"
	"slices"
	"strings"
)

// Weights are those of D, C, B and A in a rank.
type Weights [4]float32

// DefaultWeights are those of a rank that is called without any.
var DefaultWeights = Weights{0.1, 0.2, 0.4, 1}

// The normalizations of a rank.
const (
	byLogLength = 1 << iota
	byLength
	_ // which only the other rank knows
	byWords
	byLogWords
	byItself
)

// normalized divides a rank as a mask of bits says.
func (v Vector) normalized(rank float32, mask int) float32 {
	length := 0
	for _, word := range v.lexemes {
		length += max(len(v.places[word]), 1)
	}
	if mask&byLogLength != 0 && len(v.lexemes) > 0 {
		rank = float32(float64(rank) / (math.Log(float64(length+1)) / math.Log(2)))
	}
	if mask&byLength != 0 && length > 0 {
		rank /= float32(length)
	}
	if mask&byWords != 0 && len(v.lexemes) > 0 {
		rank /= float32(len(v.lexemes))
	}
	if mask&byLogWords != 0 && len(v.lexemes) > 0 {
		rank = float32(float64(rank) / (math.Log(float64(len(v.lexemes)+1)) / math.Log(2)))
	}
	if mask&byItself != 0 {
		rank /= rank + 1
	}
	return rank
}

// weightOf is the weight that a letter means.
func weightOf(letter string) (byte, bool) {
	at := strings.Index("DCBA", strings.ToUpper(letter))
	return byte(max(at, 0)), len(letter) == 1 && at >= 0
}

// SetWeight gives all places a weight.
func (v Vector) SetWeight(weight string) (Vector, bool) {
	return v.setWeightWhere(weight, func(string) bool { return true })
}

// SetWeightOf gives the places of some lexemes a weight.
func (v Vector) SetWeightOf(weight string, words []string) (Vector, bool) {
	return v.setWeightWhere(weight, func(word string) bool { return slices.Contains(words, word) })
}

// setWeightWhere gives the places of the lexemes that a condition holds for a weight.
func (v Vector) setWeightWhere(weight string, holds func(word string) bool) (Vector, bool) {
	w, ok := weightOf(weight)
	if !ok {
		return v, false
	}
	out := Vector{lexemes: v.lexemes, places: map[string][]place{}}
	for word, list := range v.places {
		for _, p := range list {
			if holds(word) {
				p.weight = w
			}
			out.places[word] = append(out.places[word], p)
		}
	}
	return out, true
}

// Filter keeps the places that have one of some weights, and the lexemes that have such places. It returns the first word that is no
// weight.
func (v Vector) Filter(weights []string) (Vector, string) {
	var kept [4]bool
	for _, letter := range weights {
		w, ok := weightOf(letter)
		if !ok {
			return v, letter
		}
		kept[w] = true
	}
	out := Vector{places: map[string][]place{}}
	for _, word := range v.lexemes {
		for _, p := range v.places[word] {
			if kept[p.weight] {
				out.add(word)
				out.places[word] = append(out.places[word], p)
			}
		}
	}
	return out, ""
}

// Positive is what an index can look for of a query, as querytree shows it: parts under NOT are left out. "T" is anything.
func Positive(q Query) string {
	if q == nil {
		return ""
	}
	if q = q.positive(); q == nil {
		return "T"
	}
	return Show(q)
}

func (q *node) positive() *node {
	switch q.op {
	case 0:
		return q
	case '!':
		return nil
	}
	left, right := q.left.positive(), q.right.positive()
	switch {
	case q.op == '|' && (left == nil || right == nil):
		return nil
	case left == nil:
		return right
	case right == nil:
		return left
	}
	return &node{op: q.op, left: left, right: right, distance: q.distance}
}
