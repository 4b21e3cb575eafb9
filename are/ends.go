package are

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mostSteps bounds the ends that one search computes.
const mostSteps = 4_000_000

// Budget bounds the ends that several searches compute together. nil: each has a bound of its own alone.
type Budget struct{ Steps int }

// step counts, and reports whether the search may go on.
func (s *search) step(n int) bool {
	s.steps += n
	if s.budget != nil {
		s.budget.Steps -= n
	}
	if s.err == nil && (s.steps > mostSteps || s.budget != nil && s.budget.Steps < 0) {
		s.err = ErrCost
	}
	return s.err == nil
}

// search is one call of Find. Places are bytes of the text.
type search struct {
	re     *Regexp
	text   string
	limit  int // the last place that a match may reach
	known  map[[2]int][]int
	failed map[[4]int]bool
	steps  int
	budget *Budget
	groups []int
	err    error
}

// ends returns all places where a match of a node may end that begins at a place, in order. A reference may end anywhere.
func (s *search) ends(n *node, at int) []int {
	switch n.kind {
	case matchSequence:
		return s.sequenceEnds(n, 0, at)
	case matchChoice, matchRepeat:
	case matchGroup:
		return s.ends(n.subs[0], at)
	case matchConstraint:
		return s.constraintEnds(n, at)
	default:
		if end, ok := s.single(n, at); ok {
			return []int{end}
		}
		return nil
	}
	key := [2]int{n.id, at}
	if ends, ok := s.known[key]; ok {
		return ends
	}
	var ends []int
	if n.kind == matchRepeat {
		ends = s.repeatEnds(n, at)
	} else {
		for _, sub := range n.subs {
			ends = append(ends, s.ends(sub, at)...)
		}
		slices.Sort(ends)
		ends = slices.Compact(ends)
	}
	return s.keep(key, ends)
}

// keep remembers the ends of a node from a place, and counts them.
func (s *search) keep(key [2]int, ends []int) []int {
	if !s.step(len(ends) + 1) {
		return nil
	}
	s.known[key] = ends
	return ends
}

// sequenceEnds returns the ends of a sequence's parts from the ith on.
func (s *search) sequenceEnds(n *node, i, at int) []int {
	if i == len(n.subs) {
		return []int{at}
	}
	key := [2]int{n.id + i, at}
	if ends, ok := s.known[key]; ok {
		return ends
	}
	first := s.ends(n.subs[i], at)
	if i == len(n.subs)-1 {
		return first
	}
	var ends []int
	for _, middle := range first {
		if s.err != nil {
			return nil
		}
		ends = append(ends, s.sequenceEnds(n, i+1, middle)...)
	}
	slices.Sort(ends)
	return s.keep(key, slices.Compact(ends))
}

// repeatEnds returns the ends of so many matches behind each other as a repeat has.
func (s *search) repeatEnds(n *node, at int) []int {
	found, reached := map[int]bool{}, map[int]bool{}
	current := []int{at}
	for count := 0; len(current) > 0 && s.err == nil; count++ {
		if count >= n.min {
			for _, end := range current {
				found[end] = true
			}
		}
		if count == n.max {
			break
		}
		next := map[int]bool{}
		for _, from := range current {
			for _, end := range s.ends(n.subs[0], from) {
				if count < n.min || !reached[end] {
					next[end] = true
					if count >= n.min {
						reached[end] = true
					}
				}
			}
			if !s.step(1) {
				return nil
			}
		}
		current = sorted(next)
	}
	return sorted(found)
}

func sorted(set map[int]bool) []int {
	list := make([]int, 0, len(set))
	for at := range set {
		list = append(list, at)
	}
	slices.Sort(list)
	return list
}

// single matches a node that has one end at most.
func (s *search) single(n *node, at int) (end int, ok bool) {
	switch n.kind {
	case matchEmpty:
		return at, true
	case matchBeginning:
		return at, at == 0
	case matchEnd:
		return at, at == len(s.text)
	case matchLineBeginning:
		return at, at == 0 || s.text[at-1] == '\n'
	case matchLineEnd:
		return at, at == len(s.text) || s.text[at] == '\n'
	default:
	}
	if at >= s.limit {
		return 0, false
	}
	c, size := utf8.DecodeRuneInString(s.text[at:])
	switch n.kind {
	case matchRune:
		ok = c == n.char || n.fold && sameLetter(c, n.char)
	case matchClass:
		ok = inRanges(n.class, c)
	case matchAny:
		ok = true
	case matchAnyButNewline:
		ok = c != '\n'
	default:
	}
	return at + size, ok
}

// inRanges finds a character among pairs of first and last ones, which are in order.
func inRanges(pairs []rune, c rune) bool {
	for i := 0; i+1 < len(pairs) && pairs[i] <= c; i += 2 {
		if c <= pairs[i+1] {
			return true
		}
	}
	return false
}

// constraintEnds matches a constraint.
func (s *search) constraintEnds(n *node, at int) []int {
	c := n.constraint
	if c.kind == reference {
		ends := make([]int, 0, s.limit-at+1)
		for end := at; end <= s.limit; end++ {
			if end == len(s.text) || utf8.RuneStart(s.text[end]) {
				ends = append(ends, end)
			}
		}
		s.step(len(ends))
		return ends
	}
	if s.holds(c, at) != c.negated {
		return []int{at}
	}
	return nil
}

// holds reports whether a place is as a constraint asks, but for its negation.
func (s *search) holds(c *constraint, at int) bool {
	if c.kind == lookAhead || c.kind == lookBehind {
		before := s.limit
		s.limit = len(s.text)
		defer func() { s.limit = before }()
		if c.kind == lookAhead {
			return len(s.ends(c.inner, at)) > 0
		}
		for from := at; from >= 0; from-- {
			if from == len(s.text) || utf8.RuneStart(s.text[from]) {
				if _, found := slices.BinarySearch(s.ends(c.inner, from), at); found {
					return true
				}
			}
		}
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s.text[:at])
	behind, _ := utf8.DecodeRuneInString(s.text[at:])
	left, right := at > 0 && isWord(before), at < len(s.text) && isWord(behind)
	switch c.kind {
	case wordStart:
		return !left && right
	case wordEnd:
		return left && !right
	case wordEdge:
		return left != right
	default:
		return left == right
	}
}

func isWord(c rune) bool {
	return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.Is(unicode.Nl, c)
}

// refersTo reports whether a part of the text is what a group has matched.
func (s *search) refersTo(n *node, from, end int) bool {
	group := n.constraint.group
	if s.groups[2*group] < 0 {
		return false
	}
	text := s.text[s.groups[2*group]:s.groups[2*group+1]]
	return text == s.text[from:end] || n.fold && strings.EqualFold(text, s.text[from:end])
}
