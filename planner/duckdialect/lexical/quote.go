package lexical

import "strings"

// Quote puts a name in double quotes.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// QuoteIfNeeded puts a name in double quotes that would be read otherwise without them.
func QuoteIfNeeded(name string) string {
	if SimpleName(name, 0) == len(name) && !HasCapitals(name) {
		return name
	}
	return Quote(name)
}
