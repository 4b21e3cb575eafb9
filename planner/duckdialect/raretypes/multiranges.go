package raretypes

import (
	"strings"
)

// multirangeOperators and multirangeFunctions have M for a multirange, R for its range and E for their elements.
const (
	multirangeOperators = `
	+ M M = M pg__M_add
	- M M = M pg__M_sub
	* M M = M pg__M_mul
	@> M E = bool pg__M_has
	@> M R = bool pg__M_has_range
	@> M M = bool pg__M_contains
	<@ E M = bool pg__M_in
	<@ R M = bool pg__M_range_in
	<@ M M = bool pg__M_within
	&& M M = bool pg__M_overlaps
	&& M R = bool pg__M_overlaps_range
	&& R M = bool pg__M_range_overlaps
	= M M = bool pg__rare_eq
	<> M M = bool pg__rare_ne
	<< M M = bool pg__M_left
	>> M M = bool pg__M_right
	-|- M M = bool pg__M_adjacent
`
	multirangeFunctions = `
	M = M pg__M_of
	M R = M pg__M_of
	M R R = M pg__M_of
	M R R R = M pg__M_of
	M R R R R = M pg__M_of
	multirange R = M pg__M_of
	lower M = E pg__M_lower
	upper M = E pg__M_upper
	isempty M = bool pg__M_isempty
	lower_inc M = bool pg__M_lower_inc
	upper_inc M = bool pg__M_upper_inc
	lower_inf M = bool pg__M_lower_inf
	upper_inf M = bool pg__M_upper_inf
	range_merge M = R pg__M_span
`
)

// multirangeNames has the beginnings of the names of multiranges, with the types of their elements.
var multirangeNames = map[string]string{"int4": "int4", "int8": "int8", "num": "numeric", "ts": "timestamp", "tstz": "timestamptz", "date": "date"}

// ofMultiranges writes a list out for each multirange.
func ofMultiranges(list string) string {
	var b strings.Builder
	for name, element := range multirangeNames {
		for line := range strings.Lines(list) {
			words := strings.Fields(line)
			for i, word := range words {
				switch word {
				case "M":
					word = name + "multirange"
				case "R":
					word = name + "range"
				case "E":
					word = element
				}
				words[i] = strings.Replace(word, "pg__M_", "pg__"+name+"multirange_", 1)
			}
			b.WriteString(strings.Join(words, " ") + "\n")
		}
	}
	return b.String()
}
