package constants

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/timeofday"
)

// Dates and times in words, whose parts stand in any order: Wed Jul 11 10:51:14 2001 PST.

var (
	clockWord  = regexp.MustCompile(`^(\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)([AaPp][Mm])?([-+]\d{1,2}(?::?\d{2})?)?$`)
	offsetWord = regexp.MustCompile(`^[-+]\d{1,2}(?::?\d{2})?$`)
	posixWord  = regexp.MustCompile(`^[A-Za-z]{3,4}([-+])(\d{1,2}(?::\d{2})?)$`)
	datePart   = regexp.MustCompile(`^(\d+|[A-Za-z]+)([-/.])(\d+|[A-Za-z]+)([-/.])(\d+)$`)
	digitsWord = regexp.MustCompile(`^\d{1,8}$`)
	placeWord  = regexp.MustCompile(`^[A-Za-z_]+/[A-Za-z_/+-]+$`)
)

// worded is what the words of a date say. Fields that no word has said are 0, but for those of has.
type worded struct {
	year, month, day  int
	has               map[byte]bool // y, m, d: a word has said the year, the month, the day
	short             bool          // the year has two digits, or one
	named             bool          // a word has named the month
	clock, half, zone string
	era               string
	words             int
}

// Worded writes a moment in words in the form of ISO 8601, with the zone behind a blank, and bc behind a year before Christ.
// short: the year has two digits, which are the day where DateStyle has years first. It is not ok where the words say no
// date, or several: the order of two numbers of two digits is DateStyle's.
func Worded(s string) (spelled string, short, ok bool) {
	w, fault, ok := readWords(s)
	if !ok || fault != "" || w.era == "bc" && w.zone != "" {
		return "", false, false
	}
	spelled = fmt.Sprintf("%04d-%02d-%02d", w.year, w.month, w.day)
	if w.clock != "" {
		spelled += " " + w.clock + w.half
	} else if w.zone != "" {
		spelled += " 00:00"
	}
	if w.zone != "" {
		spelled += " " + w.zone
	}
	if w.era == "bc" {
		spelled += " BC"
	}
	return spelled, w.short, true
}

// readWords reads the words of a date. fault is the code of PostgreSQL's error, hinted where it is of DateStyle's order.
func readWords(s string) (w worded, fault string, ok bool) {
	w.has = map[byte]bool{}
	for _, word := range strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		if !w.read(word) {
			return w, "", false
		}
		w.words++
	}
	if !w.has['y'] || !w.has['m'] || !w.has['d'] || w.half != "" && w.clock == "" {
		return w, "", false
	}
	return w, w.complete(), true
}

// hinted marks a fault as one that another DateStyle may not have.
const hinted = farMoment + "?"

// complete finds the year that is meant, and returns the code of the error where no calendar has the day.
func (w *worded) complete() string {
	of := w.year
	switch {
	case w.era == "bc":
		of = 1 - w.year
	case w.short && w.year < 70:
		w.year += 2000
		of = w.year
	case w.short:
		w.year += 1900
		of = w.year
	}
	switch {
	case w.year == 0:
		return farMoment
	case w.month < 1 || w.month > 12 || w.day < 1 || w.day > 31:
		return hinted
	case w.day > time.Date(of, time.Month(w.month)+1, 0, 0, 0, 0, 0, time.UTC).Day():
		return farMoment
	}
	return ""
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
		return w.readParts([]string{m[1], m[3], m[5]})
	}
	switch {
	case digitsWord.MatchString(word):
		return w.readDigits(word)
	case offsetWord.MatchString(word) && w.clock != "":
		return give(&w.zone, word)
	case lower == "am" || lower == "pm":
		return w.clock != "" && give(&w.half, lower)
	case lower == "bc" || lower == "ad":
		return give(&w.era, lower)
	case monthNamed(lower) > 0:
		return w.readMonth(monthNamed(lower))
	case weekdays[lower]:
		return true
	case timeofday.IsAbbreviation(word) || placeWord.MatchString(word):
		return give(&w.zone, word)
	}
	return false
}

// readParts reads a date whose three parts are one word: the name of a month first. Only a zone is before it.
func (w *worded) readParts(parts []string) bool {
	if w.words > 1 || w.words == 1 && w.zone == "" || len(w.has) > 0 || w.clock != "" {
		return false
	}
	for i, part := range parts {
		if month := monthNamed(strings.ToLower(part)); month > 0 {
			rest := slices.Delete(slices.Clone(parts), i, i+1)
			return w.readMonth(month) && w.readNumber(rest[0]) && w.readNumber(rest[1])
		}
	}
	return w.readNumber(parts[0]) && w.readNumber(parts[1]) && w.readNumber(parts[2])
}

// readMonth takes the name of a month. A number that was taken for the month is the day.
func (w *worded) readMonth(month int) bool {
	if w.has['m'] && (w.named || w.has['d']) {
		return false
	}
	if w.has['m'] {
		w.day, w.has['d'] = w.month, true
	}
	w.month, w.has['m'], w.named = month, true, true
	return true
}

// readDigits reads a word of digits: a date without marks, a time without marks behind a date, or a number.
func (w *worded) readDigits(word string) bool {
	whole := w.has['y'] && w.has['m'] && w.has['d']
	switch n := len(word); {
	case whole && w.clock == "" && n == 4:
		return give(&w.clock, word[:2]+":"+word[2:])
	case whole && w.clock == "" && n == 6:
		return give(&w.clock, word[:2]+":"+word[2:4]+":"+word[4:])
	case len(w.has) == 0 && (n == 6 || n == 8):
		w.short = n == 6
		return w.set('y', word[:n-4]) && w.set('m', word[n-4:n-2]) && w.set('d', word[n-2:])
	case n > 4:
		return false
	}
	return w.readNumber(word)
}

// readNumber reads a number, whose meaning follows from its length and from what is known before it.
func (w *worded) readNumber(word string) bool {
	known, long := "", len(word) > 2
	for _, field := range "ymd" {
		if w.has[byte(field)] { //nolint:gosec // a letter
			known += string(field)
		}
	}
	switch known {
	case "":
		if long {
			return w.set('y', word)
		}
		return w.set('m', word) // or the day, as a name of the month behind it says
	case "m":
		if long {
			return w.named && w.set('y', word)
		}
		return w.named && w.set('d', word)
	case "md":
		w.short = !long
		return w.named && w.set('y', word)
	case "y":
		return w.set('m', word)
	case "ym":
		return w.set('d', word)
	}
	return false
}

// set sets a field.
func (w *worded) set(field byte, digits string) bool {
	n, err := strconv.Atoi(digits)
	if err != nil || w.has[field] {
		return false
	}
	w.has[field] = true
	switch field {
	case 'y':
		w.year = n
	case 'm':
		w.month = n
	default:
		w.day = n
	}
	return true
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
