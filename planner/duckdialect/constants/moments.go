package constants

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Constants of dates and times in forms that DuckDB does not read: a zone without seconds before it, names of zones,
// a leap second, words for days.

// clockText matches a date in ISO 8601 and a time behind it, with or without a zone.
var clockText = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})[ Tt](\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*([AaPp][Mm])?\s*(Z|z|[-+]\d{1,2}(?::?\d{2}(?::?\d{2})?)?|[A-Za-z]+(?:/[A-Za-z_/]+)?)?$`)

// dayInZone matches a date with a zone behind it, whose time is midnight there.
var dayInZone = regexp.MustCompile(`^(\d{4}-\d{1,2}-\d{1,2})\s*([Zz]|\+\d{1,2}(?::?\d{2})?)$`)

// basicClock matches the same without marks between the numbers.
var basicClock = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})[Tt ](\d{2})(\d{2})(\d{2})(.*)$`)

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
	m := clockText.FindStringSubmatch(basicClock.ReplaceAllString(s, "$1-$2-$3 $4:$5:$6$7"))
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
		if hour < 1 || hour > 12 {
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
	if minutes, ok := abbreviations[strings.ToUpper(zone)]; ok {
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

// timeText matches a time in forms that DuckDB does not read.
var timeText = regexp.MustCompile(`^(?:\d{4}-\d{1,2}-\d{1,2}[ T])?(\d{1,2}):?(\d{2})(?::?(\d{2})(\.\d+)?)?\s*([AaPp][Mm])?\s*([-+]\d{1,2}(?::?\d{2})?)?$`)

// Time writes the constant of a time as DuckDB reads it.
func Time(name, s string) (string, bool) {
	if strings.EqualFold(strings.TrimSpace(s), "allballs") {
		return map[bool]string{false: "00:00:00", true: "00:00:00+00"}[name == "timetz"], true
	}
	m := timeText.FindStringSubmatch(lettersAsOffset(strings.TrimSpace(s)))
	if m == nil {
		return "", false
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	second, _ := strconv.Atoi(m[3])
	if half := strings.ToLower(m[5]); half != "" {
		if hour < 1 || hour > 12 {
			return "", false
		}
		if hour %= 12; half == "pm" {
			hour += 12
		}
	}
	if hour > 23 || minute > 59 || second > 60 {
		return "", false
	}
	fraction, _ := strconv.ParseFloat("0"+m[4], 64)
	micros := int64(hour*3600+minute*60+second)*1_000_000 + int64(math.RoundToEven(fraction*1e6))
	clock := micros / 1_000_000
	shown := fmt.Sprintf("%02d:%02d:%02d", clock/3600, clock/60%60, clock%60)
	if part := micros % 1_000_000; part > 0 {
		shown += strings.TrimRight(fmt.Sprintf(".%06d", part), "0")
	}
	if name == "timetz" {
		shown += fullOffset(m[6])
	}
	return shown, true
}

// lettersAsOffset writes the zone behind a time that has letters as a distance.
func lettersAsOffset(s string) string {
	at := strings.LastIndexByte(s, ' ')
	minutes, known := abbreviations[strings.ToUpper(s[at+1:])]
	if at < 0 || !known {
		return s
	}
	sign := '+'
	if minutes < 0 {
		sign, minutes = '-', -minutes
	}
	return fmt.Sprintf("%s %c%02d:%02d", s[:at], sign, minutes/60, minutes%60)
}

// placedTime matches a time with the name of a place's zone, which needs a date.
var placedTime = regexp.MustCompile(`^\d{1,2}:?\d{2}\S*\s+[A-Za-z_]+/[A-Za-z_/+-]+$`)

// IsPlacedTime reports whether a time is in a zone of a place, and has no date.
func IsPlacedTime(s string) bool { return placedTime.MatchString(strings.TrimSpace(s)) }

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

// fullOffset writes the hours of a zone with two digits.
func fullOffset(zone string) string {
	if len(zone) == len("-8") || len(zone) > 2 && zone[2] == ':' {
		return zone[:1] + "0" + zone[1:]
	}
	if len(zone) == len("-0800") && zone[3] != ':' {
		return zone[:3] + ":" + zone[3:]
	}
	return zone
}
