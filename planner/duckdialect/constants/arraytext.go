package constants

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// mostDimensions is how many dimensions an array of PostgreSQL has at most.
const mostDimensions = 6

// CheckArray returns PostgreSQL's error for a text that is no array, as array_in has it; it is not ok where the text is one.
func CheckArray(text string) (f Fault, ok bool) {
	r := arrayReader{text: text}
	dims := r.readBounds()
	if r.findBrace(len(dims) > 0); r.fault == nil {
		braces := braceReader{arrayReader: arrayReader{text: text[r.at:]}, after: beforeAll}
		found := braces.countItems()
		if r.fault = braces.fault; len(dims) > 0 && !slices.Equal(found, dims) {
			r.noteMalformed("Specified array dimensions do not match array contents.")
		}
	}
	if r.fault != nil {
		return *r.fault, true
	}
	return f, false
}

// arrayReader reads the text of an array from its start to its end.
type arrayReader struct {
	text  string
	at    int
	fault *Fault
}

// next is the byte that follows; 0: there is none.
func (r *arrayReader) next() byte {
	if r.at >= len(r.text) {
		return 0
	}
	return r.text[r.at]
}

func (r *arrayReader) skipBlanks() {
	for r.at < len(r.text) && strings.IndexByte(parse.Blanks, r.text[r.at]) >= 0 {
		r.at++
	}
}

// noteMalformed notes the first error.
func (r *arrayReader) noteMalformed(detail string) {
	if r.fault == nil {
		r.fault = &Fault{badText, "malformed array literal: " + quoted(r.text), "", detail}
	}
}

func (r *arrayReader) noteTooDeep(dimensions int) {
	r.fault = &Fault{"54000", fmt.Sprintf("number of array dimensions (%d) exceeds the maximum allowed (%d)", dimensions, mostDimensions), "", ""}
}

// readNumber reads digits and signs; "" if there are none.
func (r *arrayReader) readNumber() string {
	from := r.at
	for strings.IndexByte("0123456789-+", r.next()) >= 0 && r.at < len(r.text) {
		r.at++
	}
	return r.text[from:r.at]
}

// readBounds reads [2:3][4] and returns how long each dimension is.
func (r *arrayReader) readBounds() (dims []int) {
	for {
		if r.skipBlanks(); r.next() != '[' {
			return dims
		}
		r.at++
		if len(dims) >= mostDimensions {
			r.noteTooDeep(len(dims) + 1)
			return dims
		}
		low, high := "1", r.readNumber()
		if high == "" {
			r.noteMalformed(`"[" must introduce explicitly-specified array dimensions.`)
			return dims
		}
		if r.next() == ':' {
			r.at++
			if low, high = high, r.readNumber(); high == "" {
				r.noteMalformed("Missing array dimension value.")
				return dims
			}
		}
		if r.next() != ']' {
			r.noteMalformed(`Missing "]" after array dimensions.`)
			return dims
		}
		r.at++
		from, to := asInt(low), asInt(high)
		if to < from {
			r.fault = &Fault{"2202E", "upper bound cannot be less than lower bound", "", ""}
			return dims
		}
		dims = append(dims, to-from+1)
	}
}

// findBrace goes to the brace that the items begin with, behind bounds and a sign of equality if there are bounds.
func (r *arrayReader) findBrace(bounds bool) {
	switch {
	case !bounds && r.next() != '{':
		r.noteMalformed(`Array value must start with "{" or dimension information.`)
	case !bounds:
	case r.next() != '=':
		r.noteMalformed(`Missing "=" after array dimensions.`)
	default:
		r.at++
		if r.skipBlanks(); r.next() != '{' {
			r.noteMalformed(`Array contents must start with "{".`)
		}
	}
}

// asInt reads a number as C's atoi does, as far as it has the digits of an int.
func asInt(s string) int {
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || end == 0) {
		end++
	}
	n, _ := strconv.ParseInt(s[:end], 10, 32)
	return int(n)
}

// arrayPlace is what stands before a place in the text of an array: the states of PostgreSQL's ArrayCount.
type arrayPlace int

const (
	beforeAll arrayPlace = iota
	levelStarted
	elementStarted
	quotedStarted
	quotedCompleted
	elementDelimited
	levelCompleted
	levelDelimited
)

// braceReader reads the items of an array.
type braceReader struct {
	arrayReader
	after        arrayPlace
	level, deep  int
	counts, last [mostDimensions]int // of the items in each level: in this one so far, and in the one before
	items        [mostDimensions]int
	inQuotes     bool
	filled       bool
}

// countItems reads {…} and returns how many items each dimension has: ArrayCount.
func (r *braceReader) countItems() []int {
	for i := range r.counts {
		r.counts[i] = 1
	}
	for done := false; !done && r.fault == nil; r.at++ {
		r.filled = r.filled || r.after == elementStarted || r.after == quotedStarted
		done = r.readByte(r.next())
	}
	if r.fault != nil {
		return nil
	}
	if r.skipBlanks(); r.at < len(r.text) {
		r.noteMalformed("Junk after closing right brace.")
	}
	if !r.filled {
		return nil
	}
	return r.items[:r.deep]
}

// isAfter reports whether one of some things stands before the place.
func (r *braceReader) isAfter(places ...arrayPlace) bool { return slices.Contains(places, r.after) }

// readByte reads one byte, and reports whether the array ends with it.
func (r *braceReader) readByte(b byte) (done bool) {
	switch {
	case b == 0 && r.at >= len(r.text):
		r.noteMalformed("Unexpected end of input.")
	case b == '\\':
		r.readEscape()
	case b == '"':
		if !r.isAfter(levelStarted, quotedStarted, elementDelimited) {
			r.noteMalformed("Unexpected array element.")
		}
		r.inQuotes = !r.inQuotes
		if r.after = quotedCompleted; r.inQuotes {
			r.after = quotedStarted
		}
	case r.inQuotes:
	case b == '{':
		r.openLevel()
	case b == '}':
		return r.closeLevel()
	case b == ',':
		r.readComma()
	case strings.IndexByte(parse.Blanks, b) < 0:
		if !r.isAfter(levelStarted, elementStarted, elementDelimited) {
			r.noteMalformed("Unexpected array element.")
		}
		r.after = elementStarted
	}
	return false
}

// readEscape reads a backslash and what stands behind it.
func (r *braceReader) readEscape() {
	if !r.isAfter(levelStarted, elementStarted, quotedStarted, elementDelimited) {
		r.noteMalformed(`Unexpected "\" character.`)
	}
	if r.after != quotedStarted {
		r.after = elementStarted
	}
	if r.at++; r.at >= len(r.text) {
		r.noteMalformed("Unexpected end of input.")
	}
}

func (r *braceReader) openLevel() {
	if !r.isAfter(beforeAll, levelStarted, levelDelimited) {
		r.noteMalformed(`Unexpected "{" character.`)
	}
	r.after = levelStarted
	if r.level >= mostDimensions {
		if r.fault == nil {
			r.noteTooDeep(r.level + 1)
		}
		return
	}
	r.items[r.level] = 0
	r.level++
	r.deep = max(r.deep, r.level)
}

// closeLevel reports whether the array ends.
func (r *braceReader) closeLevel() bool {
	if !r.isAfter(elementStarted, quotedCompleted, levelCompleted) && (r.level != 1 || r.after != levelStarted) {
		r.noteMalformed(`Unexpected "}" character.`)
	}
	if r.fault != nil {
		return true
	}
	r.after = levelCompleted
	r.level--
	if r.last[r.level] != 0 && r.counts[r.level] != r.last[r.level] {
		r.noteMalformed("Multidimensional arrays must have sub-arrays with matching dimensions.")
	}
	r.last[r.level], r.counts[r.level] = r.counts[r.level], 1
	if r.level > 0 {
		r.items[r.level-1]++
		return false
	}
	r.items[r.deep-1]++
	return true
}

// readComma reads a comma.
func (r *braceReader) readComma() {
	if !r.isAfter(elementStarted, quotedCompleted, levelCompleted) {
		r.noteMalformed(`Unexpected "," character.`)
		return
	}
	if r.after == levelCompleted {
		r.after = levelDelimited
	} else {
		r.after = elementDelimited
	}
	r.counts[r.level-1]++
	r.items[r.deep-1]++
}
