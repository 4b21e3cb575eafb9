package find

import (
	"strings"
	"unicode/utf8"
)

// longestSnippet is how many characters a snippet has at most.
const longestSnippet = 200

// cut returns the beginning of a text, at most so many bytes of it, and no part of a character.
func cut(text string, bytes int) string {
	if len(text) <= bytes {
		return text
	}
	for bytes > 0 && !utf8.RuneStart(text[bytes]) {
		bytes--
	}
	return text[:bytes]
}

// snippet returns the first 200 characters of a text, or nil if the text is empty.
func snippet(text string) *string {
	if text == "" {
		return nil
	}
	n := 0
	for i := range text {
		if n == longestSnippet {
			text = text[:i]
			break
		}
		n++
	}
	return &text
}

// window returns 200 characters of a text around what matches one of the terms: at is where a
// match begins.
func window(text string, at int) *string {
	const before = 60 // bytes shown before a match
	start := max(0, at-before)
	if start > 0 {
		if space := strings.IndexAny(text[start:at], " \n\t"); space >= 0 {
			start += space + 1
		}
	}
	for start < len(text) && !utf8.RuneStart(text[start]) {
		start++
	}
	if len(text)-start < longestSnippet { // there is more before it than after it
		start = 0
		if n := utf8.RuneCountInString(text); n > longestSnippet {
			for range n - longestSnippet {
				_, size := utf8.DecodeRuneInString(text[start:])
				start += size
			}
		}
	}
	return snippet(strings.TrimLeft(text[start:], " \n\t"))
}

// windowOn shows the part of a text where a term is, or a form of it: of the first text that has it.
func (x *index) windowOn(term int, texts ...string) *string {
	for short := x.terms[term]; len(short) > 3 || short == x.terms[term]; short = short[:len(short)-1] { // category, categories
		for _, text := range texts {
			if at := strings.Index(strings.ToLower(text), short); at >= 0 {
				return window(text, min(at, len(text)))
			}
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return window(texts[0], 0)
}

// summary returns the preferred description, or else the comment.
func summary(descriptions []string, comment string) *string {
	if len(descriptions) > 0 {
		return &descriptions[0]
	}
	return whole(comment)
}

// whole returns a text, or nil for none.
func whole(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
