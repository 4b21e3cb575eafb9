package providers

import "strings"

// Nearest returns the name that a mistyped word most likely meant, or "" when
// none is near: for the hint of an error about an unknown name.
func Nearest(word string, names []string) string {
	word = strings.ToLower(word)
	best, nearest := 2+len(word)/4, ""
	for _, name := range names {
		if d := distance(word, strings.ToLower(name)); d < best {
			best, nearest = d, name
		}
	}
	return nearest
}

// distance counts the letters to insert, delete or replace to make b of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
