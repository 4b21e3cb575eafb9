package terms

import (
	_ "embed"
	"strings"
)

//go:embed abbreviations.txt
var abbreviationLines string

//go:embed thesaurus.txt
var groupLines string

// abbreviations has what each abbreviation is short for.
var abbreviations = readAbbreviations(abbreviationLines)

// readAbbreviations reads lines of an abbreviation and its long forms.
func readAbbreviations(list string) map[string][]string {
	long := map[string][]string{}
	for line := range strings.Lines(list) {
		if fields := strings.Fields(line); len(fields) > 1 {
			long[fields[0]] = fields[1:]
		}
	}
	return long
}

// groups has for each word those that businesses use for the same thing.
var groups = readGroups(groupLines)

func readGroups(list string) map[string][]string {
	groups := map[string][]string{}
	for line := range strings.Lines(list) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		words := strings.Fields(line)
		for i, word := range words {
			groups[word] = append(append(groups[word], words[:i]...), words[i+1:]...)
		}
	}
	return groups
}

// Same returns the words that businesses use for the same thing as a base form, as base forms.
func Same(base string) []string { return groups[base] }
