package constants

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/timeofday"
)

// Constants of dates and times in forms that DuckDB does not read: a zone without seconds before it, names of zones,
// a leap second, words for days.

// clockText matches a date in ISO 8601 and a time behind it, with or without a zone.
var clockText = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})[ Tt](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*([AaPp][Mm]\b)?\s*(Z|z|[-+]\d{1,2}(?::?\d{2}(?::?\d{2})?)?|[A-Za-z]+(?:/[A-Za-z_/]+)?)?$`)

// dayInZone matches a date with a zone behind it, whose time is midnight there.
var dayInZone = regexp.MustCompile(`^(\d{4}-\d{1,2}-\d{1,2})\s*([Zz]|\+\d{1,2}(?::?\d{2})?)$`)

// basicClock matches the same without marks between the numbers, basicMinutes without seconds.
var (
	basicClock   = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})[Tt ](\d{2})(\d{2})(\d{2})(.*)$`)
	basicMinutes = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})[Tt ](\d{2})(\d{2})(\s*(?:[Zz]|[-+].*)?)$`)
)

// placeBehind matches a moment with the name of a place's zone behind it, which DuckDB may take for AM.
var placeBehind = regexp.MustCompile(`^(\d.*\d) ([A-Z][A-Za-z_]+/[A-Za-z_/+-]+|[A-Z]{3}\d[A-Z]{3})$`)

// Place takes a moment and the zone of a place behind it apart.
func Place(s string) (moment, zone string, ok bool) {
	m := placeBehind.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return "", "", false
	}
	return m[1], m[2], true
}

// Moment reads a date, or a date and a time, that is cast to a type, and its zone. It is not ok where DuckDB reads the
// text as it is, or where nobody does.
func Moment(name, s string) (at time.Time, zone string, ok bool) {
	s = dayInZone.ReplaceAllString(strings.TrimSpace(s), "$1 00:00$2")
	m := clockText.FindStringSubmatch(basicMinutes.ReplaceAllString(basicClock.ReplaceAllString(s, "$1-$2-$3 $4:$5:$6$7"), "$1-$2-$3 $4:$5$6"))
	if m == nil || name == "date" && m[9] == "" {
		return time.Time{}, "", false
	}
	at, ok = momentOf(m)
	return at, m[9], ok
}

// momentOf computes the time of a match. A fraction is rounded to microseconds; the second may be 60, the hour 24.
func momentOf(m []string) (time.Time, bool) {
	number := func(s string) int {
		n, _ := strconv.Atoi(s)
		return n
	}
	year, month, day := number(m[1]), number(m[2]), number(m[3])
	hour, minute, second := number(m[4]), number(m[5]), number(m[6])
	if half := strings.ToLower(m[8]); half != "" {
		if hour > 12 {
			return time.Time{}, false
		}
		if hour %= 12; half == "pm" {
			hour += 12
		}
	}
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	if year < 1 || month < 1 || month > 12 || date.Day() != day || minute > 59 || second > 60 || hour > 24 || hour == 24 && minute+second > 0 {
		return time.Time{}, false
	}
	var micros float64
	if m[7] != "" {
		micros, _ = strconv.ParseFloat("0"+m[7], 64)
	}
	at := date.Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second)
	at = at.Add((time.Duration(micros*1e9) * time.Nanosecond).Round(time.Microsecond))
	return at, at.Year() <= 9999
}

// Offset is how far east a zone is, in seconds.
func Offset(zone string) (int, bool) {
	if minutes, ok := timeofday.FixedZone(zone); ok {
		return minutes * 60, true
	}
	if zone[0] != '+' && zone[0] != '-' {
		return 0, false
	}
	digits := strings.ReplaceAll(zone[1:], ":", "")
	if len(digits)%2 != 0 {
		digits = "0" + digits
	}
	seconds := 0
	for unit := 3600; len(digits) >= 2; unit /= 60 {
		n, _ := strconv.Atoi(digits[:2])
		seconds, digits = seconds+n*unit, digits[2:]
	}
	if zone[0] == '-' {
		seconds = -seconds
	}
	return seconds, true
}

// OffsetAt is Offset at a time of the zone.
func OffsetAt(zone string, at time.Time) (int, bool) {
	if seconds, ok := timeofday.EastAt(zone, at); ok {
		return seconds, true
	}
	return Offset(zone)
}

// Time writes the constant of a time as DuckDB reads it. It is not ok where nobody reads it, and where its zone is not known here.
func Time(name, s string) (string, bool) {
	t, err := timeofday.Parse(readNames[name], s)
	if err != nil {
		return "", false
	}
	if t.Zone != "" {
		minutes, known := timeofday.FixedZone(t.Zone)
		if !known {
			return "", false
		}
		t.Zoned, t.East = true, minutes*60
	}
	if name == "timetz" {
		return t.Clock() + t.Offset(), true
	}
	return t.Clock(), true
}

// knowsZone reports whether the zone behind a time is none, or may be known. The name of a place's needs a date.
func knowsZone(zone, s string) bool {
	if area, _, place := strings.Cut(strings.ToLower(zone), "/"); place {
		return areas[area] && strings.Count(s, "-") > 1
	}
	return zone == "" || timeofday.IsAbbreviation(zone)
}

// LateTimestamp reports whether a timestamp is behind the last year of those of PostgreSQL, or else of DuckDB.
func LateTimestamp(s string) (beyond, late bool) {
	const last, lastHere = 294276, 294247
	digits, _, _ := strings.Cut(strings.TrimSpace(s), "-")
	year, err := strconv.Atoi(digits)
	return err == nil && year > last && len(digits) <= 7, err == nil && year >= lastHere && year <= last
}

// BeyondCalendar reports whether a date is before the first day of PostgreSQL's calendar, or behind its last year.
func BeyondCalendar(s string) bool {
	const lastYear = 5874897
	m := christText.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		digits, _, _ := strings.Cut(strings.TrimSpace(s), "-")
		year, err := strconv.Atoi(digits)
		return err == nil && year > lastYear && len(digits) == 7
	}
	year, _ := strconv.Atoi(m[1])
	const firstYear, firstDay = 4714, "11-24"
	return year > firstYear || year == firstYear && m[2] < firstDay
}

var christText = regexp.MustCompile(`^(\d{4,7})-(\d{2}-\d{2})(?:[ T].*)? [Bb][Cc]$`)

// DayWord takes a word such as today and the time beside it apart.
func DayWord(s string) (word, clock string, ok bool) {
	parts := strings.Fields(strings.ToLower(s))
	if len(parts) != 2 {
		return "", "", false
	}
	for i, part := range parts {
		m := clockWord.FindStringSubmatch(parts[1-i])
		if (part == "today" || part == "tomorrow" || part == "yesterday") && m != nil && m[2]+m[3] == "" {
			return part, m[1], true
		}
	}
	return "", "", false
}
