package are

import (
	"slices"
	"unicode/utf8"
)

// Find returns the first match that begins at from or behind: its place in the text, and those of its groups, -1 for a
// group that took no part. nil: there is none.
func (re *Regexp) Find(text string, from int, budget *Budget) (match []int, err error) {
	if re.vague {
		return nil, ErrUnsupported
	}
	s := &search{re: re, text: text, limit: len(text), budget: budget, known: map[[2]int][]int{}, failed: map[[4]int]bool{}}
	if re.plain != nil && (from == 0 || !re.begins) {
		found := re.plain.FindStringIndex(text[from:])
		if found == nil {
			return nil, nil
		}
		begin, end := from+found[0], from+found[1]
		if s.limit = end; re.root.prefers == shorter {
			if ends := s.ends(re.root, begin); len(ends) > 0 {
				end = ends[0]
			}
		}
		if re.groups == 0 && s.err == nil {
			return []int{begin, end}, nil
		}
		s.limit = end
		clear(s.known)
		if s.takes(begin, end) {
			return s.groups, nil
		}
		if s.err == nil {
			s.err = ErrUnsupported // the two disagree
		}
		return nil, s.err
	}
	for begin := from; begin <= len(text) && s.step(1); begin++ {
		if begin < len(text) && !utf8.RuneStart(text[begin]) {
			continue
		}
		ends := slices.Clone(s.ends(re.root, begin))
		if re.root.prefers != shorter {
			slices.Reverse(ends)
		}
		for _, end := range ends {
			if s.takes(begin, end) {
				return s.groups, nil
			}
		}
	}
	return nil, s.err
}

// Match reports whether the text has a match.
func (re *Regexp) Match(text string, budget *Budget) (bool, error) {
	if re.plain != nil {
		return re.plain.MatchString(text), nil
	}
	whole := *re
	whole.vague = false
	match, err := whole.Find(text, 0, budget)
	return match != nil, err
}

// takes takes a match apart, and reports whether it is one: references are compared here.
func (s *search) takes(begin, end int) bool {
	s.groups = make([]int, 2*(s.re.groups+1))
	for i := range s.groups {
		s.groups[i] = -1
	}
	if (s.re.groups > 0 || s.re.refers) && !s.dissect(s.re.root, begin, end) {
		return false
	}
	s.groups[0], s.groups[1] = begin, end
	return s.err == nil
}

// dissect finds the groups within a node's match.
func (s *search) dissect(n *node, from, end int) bool {
	if !s.step(1) || !s.reaches(s.ends(n, from), end) {
		return false
	}
	switch n.kind {
	case matchGroup:
		if !s.dissect(n.subs[0], from, end) {
			return false
		}
		s.groups[2*n.group], s.groups[2*n.group+1] = from, end
	case matchSequence:
		return s.dissectSequence(n, 0, from, end)
	case matchChoice:
		before := slices.Clone(s.groups)
		for _, sub := range n.subs {
			if s.dissect(sub, from, end) {
				return true
			}
			copy(s.groups, before)
		}
		return false
	case matchRepeat:
		return s.dissectRepeat(n, from, end, 0)
	case matchConstraint:
		return n.constraint.kind != reference || s.refersTo(n, from, end)
	default: // it has no groups
	}
	return true
}

func (s *search) reaches(ends []int, end int) bool {
	_, found := slices.BinarySearch(ends, end)
	return found
}

// inOrder returns the ends of a part in the order in which they are tried.
func (s *search) inOrder(n *node, from, end int) []int {
	ends := s.ends(n, from)
	last, found := slices.BinarySearch(ends, end)
	if found {
		last++
	}
	ends = slices.Clone(ends[:last])
	if n.prefers != shorter {
		slices.Reverse(ends)
	}
	return ends
}

// dissectSequence finds the groups in the parts of a sequence from the ith on.
func (s *search) dissectSequence(n *node, i, from, end int) bool {
	if i == len(n.subs)-1 {
		return s.dissect(n.subs[i], from, end)
	}
	key := [4]int{n.id + i, from, end, -1}
	if s.failed[key] {
		return false
	}
	before := slices.Clone(s.groups)
	for _, middle := range s.inOrder(n.subs[i], from, end) {
		if s.reaches(s.sequenceEnds(n, i+1, middle), end) && s.dissect(n.subs[i], from, middle) && s.dissectSequence(n, i+1, middle, end) {
			return true
		}
		copy(s.groups, before)
	}
	s.failed[key] = !s.re.refers // with a reference it may be another time
	return false
}

// dissectRepeat finds the groups in the last of the matches that a repeat has, of which count are found.
func (s *search) dissectRepeat(n *node, from, end, count int) bool {
	if from == end && count >= n.min {
		return true
	}
	key := [4]int{n.id, from, end, min(count, max(n.min, n.max)+1)}
	if count == n.max || s.failed[key] {
		return false
	}
	before := slices.Clone(s.groups)
	for _, middle := range s.inOrder(n.subs[0], from, end) {
		if middle == from && from < end {
			continue // an empty match only fills up to the least number
		}
		s.clearGroups(n.subs[0])
		if s.dissect(n.subs[0], from, middle) && s.dissectRepeat(n, middle, end, count+1) {
			return true
		}
		copy(s.groups, before)
	}
	s.failed[key] = !s.re.refers
	return false
}

// clearGroups forgets the groups of a part that matches once more.
func (s *search) clearGroups(n *node) {
	if n.kind == matchGroup {
		s.groups[2*n.group], s.groups[2*n.group+1] = -1, -1
	}
	for _, sub := range n.subs {
		s.clearGroups(sub)
	}
}
