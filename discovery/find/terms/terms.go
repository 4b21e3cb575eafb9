// Package terms makes terms of names and of texts: what an index is made of, and
// what a question is looked up by.
//
// A name is taken apart at its separators, where small letters meet capitals,
// and, where it has no separators, by the words that it can be made of
// (orderlineitem: order, line, item). A part that is an abbreviation stands for
// its long form, too (cust: customer). Every word becomes its base form
// (categories: category), by rules that may only end in a known word.
package terms

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/discovery/find/meaning"
)

// Part is a part of a name.
type Part struct {
	Term string   // the base form of the part as it is written
	Long []string // what it is short for, as base forms; nil: it is no abbreviation
}

// Splitter takes names apart. Its zero value is not ready: use New.
type Splitter struct {
	english *meaning.Words
	// what is switched off, for measurements
	noLong, noCompounds, noBase bool
}

// New makes a splitter.
func New() *Splitter { return &Splitter{english: meaning.English()} }

// Without returns a splitter that does less, for measurements.
func (s *Splitter) Without(long, compounds, base bool) *Splitter {
	less := *s
	less.noLong, less.noCompounds, less.noBase = long, compounds, base
	return &less
}

// Words cuts a name or a text at everything that is neither a letter nor a digit, and where a small
// letter or a digit meets a capital. The words are in small letters.
func Words(text string) []string {
	var words []string
	start := -1
	var before rune
	flush := func(end int) {
		if start >= 0 {
			words = append(words, strings.ToLower(text[start:end]))
			start = -1
		}
	}
	for i, r := range text {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) || r == utf8.RuneError:
			flush(i)
		case start < 0:
			start = i
		case unicode.IsUpper(r) && !unicode.IsUpper(before):
			flush(i)
			start = i
		case unicode.IsLower(r) && unicode.IsUpper(before): // the last capital of HTTPServer begins a word
			if last := i - utf8.RuneLen(before); last > start {
				flush(last)
				start = last
			}
		case unicode.IsDigit(before) && unicode.IsLetter(r) && i-start > 1:
			flush(i)
			start = i
		}
		before = r
	}
	flush(len(text))
	return words
}

// Name takes a name apart.
func (s *Splitter) Name(name string) []Part {
	var parts []Part
	for _, word := range Words(name) {
		for _, piece := range s.split(word) {
			parts = append(parts, s.part(piece))
		}
	}
	return parts
}

// part makes a part of a word.
func (s *Splitter) part(word string) Part {
	p := Part{Term: s.Base(word)}
	if s.noLong {
		return p
	}
	for _, long := range abbreviations[word] {
		if base := s.Base(long); base != p.Term {
			p.Long = append(p.Long, base)
		}
	}
	return p
}
