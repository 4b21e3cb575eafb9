package textsearch

import (
	"errors"
	"math"
	"slices"
	"strings"
)

// ErrPhrase is a phrase of more than words.
var ErrPhrase = errors.New("a phrase of operators is not supported")

// Match reports whether a vector has what a query asks for.
func Match(v Vector, q Query) (bool, error) {
	if q == nil {
		return false, nil
	}
	switch q.op {
	case '!':
		found, err := Match(v, q.left)
		return !found, err
	case '&', '|':
		left, err := Match(v, q.left)
		if err != nil || left == (q.op == '|') {
			return left, err
		}
		return Match(v, q.right)
	case '<':
		ends, _, err := v.phrase(q)
		return len(ends) > 0, err
	}
	_, found := v.operand(q)
	return found, nil
}

// operand finds the positions of an operand, and whether there is one at all.
func (v Vector) operand(q Query) (positions []int, found bool) {
	for _, word := range v.lexemes {
		if word != q.word && (!q.prefix || !strings.HasPrefix(word, q.word)) {
			continue
		}
		list := v.places[word]
		found = found || q.weights == "" || len(list) == 0
		for _, p := range list {
			if q.weights == "" || strings.IndexByte(q.weights, "DCBA"[p.weight]) >= 0 {
				positions, found = append(positions, p.position), true
			}
		}
	}
	slices.Sort(positions)
	return slices.Compact(positions), found
}

// phrase finds where the last words of a phrase are, and how far the first ones are before them.
func (v Vector) phrase(q Query) (ends []int, width int, err error) {
	switch q.op {
	case 0:
		ends, _ = v.operand(q)
		return ends, 0, nil
	case '<':
	default:
		return nil, 0, ErrPhrase
	}
	left, leftWidth, err := v.phrase(q.left)
	if err != nil {
		return nil, 0, err
	}
	right, rightWidth, err := v.phrase(q.right)
	if err != nil {
		return nil, 0, err
	}
	begun := make(map[int]bool, len(left))
	for _, end := range left {
		begun[end] = true
	}
	for _, end := range right {
		if begun[end-rightWidth-q.distance] {
			ends = append(ends, end)
		}
	}
	return ends, leftWidth + q.distance + rightWidth, nil
}

// ErrWork is a rank that takes too long.
var ErrWork = errors.New("a rank for so many words is not supported")

// mostPairs bounds the pairs of words that a rank compares, and mostRanked the operands.
const (
	mostPairs  = 2_000_000
	mostRanked = 500
)

// Rank tells how well a vector fits a query. normalization is a mask of bits: see normalized.
func Rank(v Vector, q Query, weights Weights, normalization int) (float32, error) {
	operands := q.operands(nil)
	if len(operands) == 0 || len(v.lexemes) == 0 {
		return 0, nil
	}
	words := 0
	for _, q := range operands {
		for _, list := range v.found(q) {
			words += len(list)
		}
		if words*words > mostPairs || len(operands) > mostRanked {
			return 0, ErrWork
		}
	}
	var rank float32
	if (q.op == '&' || q.op == '<') && len(operands) > 1 {
		rank = v.rankAll(operands, weights)
	} else {
		rank = v.rankAny(operands, weights)
	}
	if rank < 0 {
		rank = 1e-20
	}
	return v.normalized(rank, normalization), nil
}

// operands are the operands of a query, each once, in order.
func (q *node) operands(list []*node) []*node {
	if q == nil {
		return list
	}
	if q.op != 0 {
		return q.right.operands(q.left.operands(list))
	}
	at, known := slices.BinarySearchFunc(list, q, func(a, b *node) int { return strings.Compare(a.word, b.word) })
	if known {
		return list
	}
	return slices.Insert(list, at, q)
}

// found are the places of the lexemes of an operand.
func (v Vector) found(q *node) (all [][]place) {
	for _, word := range v.lexemes {
		if word == q.word || q.prefix && strings.HasPrefix(word, q.word) {
			list := v.places[word]
			if len(list) == 0 {
				list = []place{{position: 0}}
			}
			all = append(all, list)
		}
	}
	return all
}

func (v Vector) rankAny(operands []*node, weights Weights) float32 {
	var total float32
	for _, q := range operands {
		for _, list := range v.found(q) {
			var sum float32
			greatest, at := float32(-1), 0
			for j, p := range list {
				w := weights[p.weight]
				sum += w / float32((j+1)*(j+1))
				if w > greatest {
					greatest, at = w, j
				}
			}
			total += float32(float64(greatest+sum-greatest/float32((at+1)*(at+1))) / 1.64493406685)
		}
	}
	return total / float32(len(operands))
}

func (v Vector) rankAll(operands []*node, weights Weights) float32 {
	rank := float32(-1)
	const most = 16384
	places := make([][]place, len(operands))
	for i, q := range operands {
		for _, list := range v.found(q) {
			places[i] = append(places[i], list...)
		}
		for k := range i {
			for _, a := range places[i] {
				for _, b := range places[k] {
					distance := max(a.position-b.position, b.position-a.position)
					if distance == 0 && a.position != 0 && b.position != 0 {
						continue
					}
					if distance == 0 {
						distance = most
					}
					w := float32(math.Sqrt(float64(weights[a.weight] * weights[b.weight] * closeness(distance))))
					if rank < 0 {
						rank = w
					} else {
						rank = float32(1 - (1-float64(rank))*(1-float64(w)))
					}
				}
			}
		}
	}
	return rank
}

// closeness is how much two words at a distance count.
func closeness(distance int) float32 {
	if distance > 100 {
		return 1e-30
	}
	return float32(1 / (1.005 + 0.05*math.Exp(float64(float32(distance))/1.5-2)))
}
