package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Suggest ends a sentence about a word that is not in the list: with the nearest word of
// the list if one is near, else with all of them.
func Suggest(word string, list []string, what string) string {
	if near := sqlstate.Nearest(word, slices.Sorted(slices.Values(list))); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return fmt.Sprintf("; valid %s: %s", what, strings.Join(list, ", "))
}
