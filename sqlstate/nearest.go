package sqlstate

import "strings"

// Nearest returns the name that a mistyped word most likely meant, or "" when none is near: for the
// hint of an error about an unknown name.
func Nearest(word string, names []string) string {
	word = strings.ToLower(word)
	best, nearest := 2+len(word)/3, ""
	for _, name := range names {
		if longer := len(word) - len(name); longer >= best || -longer >= best { // so far apart at least
			continue
		}
		if d := distance(word, strings.ToLower(name)); d < best {
			best, nearest = d, name
		}
	}
	return nearest
}

// WithNearest returns e, about a name that none of names is, with a hint that suggests the nearest one.
// If none is near, the hint is otherwise, which may be "".
func (e *Error) WithNearest(name string, names []string, otherwise string, args ...any) *Error {
	if near := Nearest(name, names); near != "" {
		return e.DidYouMean(near)
	}
	if otherwise == "" {
		return e
	}
	return e.WithHint(otherwise, args...)
}

// WithoutNames returns an error whose hint names nothing that others have made: e, or a copy without
// its hint. Texts that a source wrote itself count as names where foreign says so.
func (e *Error) WithoutNames(foreign bool) *Error {
	if len(e.HintNames) == 0 && !(foreign && e.HintForeign) {
		return e
	}
	plain := *e
	return plain.WithHint("")
}

// distance counts the insertions, deletions, replacements and swaps of neighbours that make b of a.
func distance(a, b string) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
