package planner

import "strings"

// QuoteName writes a name with double quotes.
func QuoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// PlainName writes a name as SQL reads it, with double quotes only where the name needs them. A word of
// SQL needs them, too, but only the parser knows those.
func PlainName(name string) string {
	for i, r := range name {
		if r != '_' && (r < 'a' || r > 'z') && (i == 0 || r < '0' || r > '9') {
			return QuoteName(name)
		}
	}
	if name == "" {
		return QuoteName(name)
	}
	return name
}

// QuoteLiteral writes a text as a string constant.
func QuoteLiteral(text string) string { return `'` + strings.ReplaceAll(text, `'`, `''`) + `'` }
