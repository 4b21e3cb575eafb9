package constants

import (
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// farMomentOf finds a date that no calendar has, and a zone that is none.
func farMomentOf(kind, s, trimmed string) (f Fault, far bool) {
	if f, unknown := unknownZone(readNames[kind], s, trimmed); unknown && kind != "date" {
		return f, true
	}
	return beyondCalendar(s, trimmed)
}

// units are the words for units of time: datetime.c's deltatktbl, as far as it looks at them.
var units = parse.WordSet(`c cent centuries century d day days dec decade decades decs h hour hours hr hrs m microsecon mil millennia
	millennium millisecon mils min mins minute minutes mon mons month months ms msec msecond mseconds msecs s sec second seconds secs
	us usec usecond useconds usecs w week weeks y year years yr yrs`)

// CutUnit is as much of a word for a unit as PostgreSQL looks at: datetime.h's TOKMAXLEN.
func CutUnit(word string) string { return word[:min(len(word), 10)] }

// IsUnit reports whether a word in lower case is one for a unit of time.
func IsUnit(word string) bool { return units[CutUnit(word)] }

var intervalWord = regexp.MustCompile(`[a-z_]+`)

// knowsUnits reports whether all words of an interval, in lower case, are of its units, or AGO. ISO 8601 has letters alone.
func knowsUnits(s string) bool {
	if strings.HasPrefix(s, "p") {
		return true
	}
	for _, word := range intervalWord.FindAllString(s, -1) {
		if word != "ago" && !IsUnit(word) {
			return false
		}
	}
	return true
}
