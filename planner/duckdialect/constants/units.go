package constants

import (
	"regexp"
	"slices"
	"strings"
)

// timeOfDay matches a time of day of two digits each.
var timeOfDay = regexp.MustCompile(`^([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:\.[0-9]+)?)?$`)

// farMomentOf finds a date that no calendar has, a zone that is none, and an hour, a minute or a second that no day has.
func farMomentOf(kind, s, trimmed string) (f Fault, far bool) {
	switch kind {
	case "time":
		m := timeOfDay.FindStringSubmatch(trimmed)
		return Fault{farMoment, "date/time field value out of range: " + quoted(s), "", ""}, m != nil && (m[1] > "24:00" || m[1][3:] > "59" || m[2] > "60")
	case "timetz":
		return f, false
	}
	if f, unknown := unknownZone(readNames[kind], s, trimmed); unknown && kind != "date" {
		return f, true
	}
	return beyondCalendar(s, trimmed)
}

// intervalWords are the words in intervals: datetime.c's deltatktbl, as far as it looks at them, and AGO.
var intervalWords = strings.Fields(`ago c cent centuries century d day days dec decade decades decs h hour hours hr hrs m microsecon mil millennia
	millennium millisecon mils min mins minute minutes mon mons month months ms msec msecond mseconds msecs s sec second seconds secs
	us usec usecond useconds usecs w week weeks y year years yr yrs`)

var word = regexp.MustCompile(`[a-z_]+`)

// knowsUnits reports whether all words of an interval, in lower case, are of its units. ISO 8601 has letters alone.
func knowsUnits(s string) bool {
	const looksAt = 10 // TOKMAXLEN
	if strings.HasPrefix(s, "p") {
		return true
	}
	for _, unit := range word.FindAllString(s, -1) {
		if !slices.Contains(intervalWords, unit[:min(len(unit), looksAt)]) {
			return false
		}
	}
	return true
}
