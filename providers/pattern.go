package providers

import (
	"slices"
	"strings"
)

// Pattern is a LIKE pattern for names, in lower case, with \ as its escape character.
type Pattern string

// Patterns are the words of a filter: each is a part of a name. A word with % or *
// is a pattern for all of a name.
func Patterns(filter string) []Pattern {
	var list []Pattern
	for _, word := range strings.Fields(strings.ToLower(filter)) {
		word = strings.ReplaceAll(word, `\`, `\\`)
		if strings.ContainsAny(word, "%*") {
			list = append(list, Pattern(strings.ReplaceAll(word, "*", "%")))
			continue
		}
		list = append(list, Pattern("%"+strings.ReplaceAll(word, "_", `\_`)+"%"))
	}
	return list
}

// Like reports whether a name, in any case, is like the pattern.
func (p Pattern) Like(name string) bool {
	pattern, text := []rune(p), []rune(strings.ToLower(name))
	star, retry := -1, 0
	i, j := 0, 0
	for j < len(text) {
		one, width := characterOf(pattern, i)
		switch {
		case width == 1 && one == '%':
			star, retry = i, j
			i++
		case width > 0 && (width == 1 && one == '_' || one == text[j]):
			i, j = i+width, j+1
		case star >= 0:
			retry++
			i, j = star+1, retry
		default:
			return false
		}
	}
	for i < len(pattern) && pattern[i] == '%' {
		i++
	}
	return i == len(pattern)
}

// characterOf is the character of a pattern at a place, and how many it takes there:
// two with its escape.
func characterOf(pattern []rune, i int) (one rune, width int) {
	switch {
	case i >= len(pattern):
		return 0, 0
	case pattern[i] == '\\' && i+1 < len(pattern):
		return pattern[i+1], 2
	}
	return pattern[i], 1
}

// Match searches in memory what a source has: a resource and its columns, whose
// comments are in ColumnDetail.
func Match(service string, r Resource, columns []ColumnDetail, patterns []Pattern) (Found, bool) {
	found := Found{Service: service, Resource: r}
	for _, p := range patterns {
		here := p.Like(r.Name)
		found.Named = found.Named || here
		here = here || p.Like(service) || p.Like(r.Description)
		for _, c := range columns {
			if p.Like(c.Name) || p.Like(c.Description) {
				here = true
				if !slices.Contains(found.Columns, c.Name) {
					found.Columns = append(found.Columns, c.Name)
				}
			}
		}
		if !here {
			return found, false
		}
	}
	return found, true
}
