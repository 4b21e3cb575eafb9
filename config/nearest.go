package config

import (
	"fmt"
	"slices"
	"strings"
)

// Suggest ends a sentence about a word that is not in the list: with the
// nearest one where one is near, else with all of them.
func Suggest(word string, list []string, what string) string {
	best, nearest := 1+len(word)/3, ""
	sorted := slices.Sorted(slices.Values(list))
	for _, candidate := range sorted {
		if d := distance(strings.ToLower(word), strings.ToLower(candidate)); d <= best && (nearest == "" || d < best) {
			best, nearest = d, candidate
		}
	}
	if nearest != "" {
		return fmt.Sprintf("; did you mean %q?", nearest)
	}
	return fmt.Sprintf("; valid %s: %s", what, strings.Join(list, ", "))
}

// distance counts the insertions, deletions, replacements and swaps of
// neighbours that make b of a.
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
