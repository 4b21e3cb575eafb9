package constants

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Dates and times in words, whose parts stand in any order: Wed Jul 11 10:51:14 2001 PST.

var (
	clockWord  = regexp.MustCompile(`^(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([AaPp][Mm])?([-+]\d{1,2}(?::?\d{2})?)?$`)
	offsetWord = regexp.MustCompile(`^[-+]\d{1,2}(?::?\d{2})?$`)
	posixWord  = regexp.MustCompile(`^[A-Za-z]{3,4}([-+])(\d{1,2}(?::\d{2})?)$`)
	datePart   = regexp.MustCompile(`^(\d+|[A-Za-z]+)([-/.])(\d+|[A-Za-z]+)([-/.])(\d+)$`)
	digitsWord = regexp.MustCompile(`^\d{1,6}$`)
	placeWord  = regexp.MustCompile(`^[A-Za-z_]+/[A-Za-z_/+-]+$`)
)

// worded is what the words of a date say. month is 0 until a word has named the month.
type worded struct {
	month             int
	numbers           []string
	clock, half, zone string
	bc                bool
}

// Worded writes a moment in words in the form of ISO 8601, with the zone behind a blank. It is not ok where the words say no
// date, or several: the order of two numbers of two digits is DateStyle's.
func Worded(s string) (string, bool) {
	var w worded
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		if !w.read(word) {
			return "", false
		}
	}
	year, day, ok := w.date()
	if !ok {
		return "", false
	}
	if w.bc {
		if w.clock != "" || w.zone != "" {
			return "", false
		}
		return fmt.Sprintf("%04d-%02d-%02d BC", year, w.month, day), true
	}
	shown := fmt.Sprintf("%04d-%02d-%02d", year, w.month, day)
	if w.clock != "" {
		shown += " " + w.clock + w.half
	} else if w.zone != "" {
		shown += " 00:00"
	}
	if w.zone != "" {
		shown += " " + w.zone
	}
	return shown, true
}

// read reads one word, and reports whether the word has a meaning that none before has had.
func (w *worded) read(word string) bool {
	lower := strings.ToLower(word)
	if m := clockWord.FindStringSubmatch(word); m != nil {
		return give(&w.clock, m[1]) && (m[2] == "" || give(&w.half, m[2])) && (m[3] == "" || give(&w.zone, m[3]))
	}
	if m := posixWord.FindStringSubmatch(word); m != nil { // which counts to the west
		return give(&w.zone, map[string]string{"+": "-", "-": "+"}[m[1]]+m[2])
	}
	if m := datePart.FindStringSubmatch(word); m != nil && m[2] == m[4] {
		return w.read(m[1]) && w.read(m[3]) && w.read(m[5])
	}
	_, isZone := abbreviations[strings.ToUpper(word)]
	switch {
	case digitsWord.MatchString(word):
		w.numbers = append(w.numbers, word)
		return len(w.numbers) <= 3
	case offsetWord.MatchString(word) && w.clock != "":
		return give(&w.zone, word)
	case lower == "am" || lower == "pm":
		return w.clock != "" && give(&w.half, lower)
	case lower == "bc" || lower == "ad":
		w.bc = lower == "bc"
		return true
	case monthNamed(lower) > 0:
		if w.month > 0 {
			return false
		}
		w.month = monthNamed(lower)
		return true
	case weekdays[lower]:
		return true
	case isZone || placeWord.MatchString(word):
		return give(&w.zone, word)
	}
	return false
}

// give sets what has not been said before.
func give(to *string, s string) bool {
	if *to != "" {
		return false
	}
	*to = s
	return true
}

// weekdays are words that a date may have beside its parts.
var weekdays = func() map[string]bool {
	words := map[string]bool{"tues": true, "weds": true, "wednes": true, "thur": true, "thurs": true}
	for d := time.Sunday; d <= time.Saturday; d++ {
		name := strings.ToLower(d.String())
		words[name], words[name[:3]] = true, true
	}
	return words
}()

// monthNamed is the number of a month by its name, or 0.
func monthNamed(lower string) int {
	for m := time.January; m <= time.December; m++ {
		if name := strings.ToLower(m.String()); lower == name || lower == name[:3] || lower == "sept" && m == time.September {
			return int(m)
		}
	}
	return 0
}

// date tells the numbers apart: the year has three digits or more.
func (w *worded) date() (year, day int, ok bool) {
	number := func(s string) int {
		n, _ := strconv.Atoi(s)
		return n
	}
	list := w.numbers
	if w.month == 0 {
		if len(list) != 3 || len(list[0]) < 4 {
			return 0, 0, false
		}
		if w.month = number(list[1]); w.month < 1 || w.month > 12 {
			return 0, 0, false
		}
		list = []string{list[2], list[0]}
	}
	if len(list) != 2 {
		return 0, 0, false
	}
	first, last := list[0], list[1]
	if len(first) > len(last) {
		first, last = last, first
	}
	if len(last) < 3 {
		return 0, 0, false
	}
	year, day = number(last), number(first)
	of := year
	if w.bc {
		of = 1 - year
	}
	return year, day, len(first) <= 2 && day >= 1 && year > 0 && year <= 9999 && day <= time.Date(of, time.Month(w.month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
