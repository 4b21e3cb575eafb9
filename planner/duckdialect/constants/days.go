package constants

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dayLayouts are forms of dates that DuckDB does not read.
var dayLayouts = []string{
	"20060102", "060102", "2006.002", "Jan 2, 2006", "January 2, 2006", "Jan 2 2006", "January 2 2006", "2 Jan 2006", "2 January 2006", "2-Jan-2006", "Jan-2-2006", "2006-Jan-2", "2006-Jan-02", "1/2/2006",
}

// Day writes a date of such a form, and a time behind it, as DuckDB reads it.
func Day(s string) (string, bool) {
	s = strings.TrimSpace(clockFirst.ReplaceAllString(s, "$1 $3 $2$4"))
	for end := len(s); end > 0; end = strings.LastIndexByte(s[:end], ' ') {
		for _, layout := range dayLayouts {
			if day, err := time.Parse(layout, s[:end]); err == nil {
				return day.Format(time.DateOnly) + s[end:], true
			}
		}
	}
	if day, err := time.Parse("2006-002", s); err == nil {
		return day.Format(time.DateOnly), true
	}
	if days, err := strconv.Atoi(strings.TrimPrefix(strings.ToUpper(s), "J")); err == nil && strings.HasPrefix(strings.ToUpper(s), "J") {
		const epoch = 2440588 // the Julian day of 1970-01-01
		return time.Unix(int64(days-epoch)*86400, 0).UTC().Format(time.DateOnly), true
	}
	return "", false
}

// clockFirst matches a day in words with the clock before the year.
var clockFirst = regexp.MustCompile(`^([A-Za-z]+ \d{1,2}) (\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?) (\d{4})( .*)?$`)

// shortYear matches a date whose first number can be a year alone, with two digits.
var shortYear = regexp.MustCompile(`^(?:3[2-9]|[4-9]\d)-[A-Za-z]{3}-\d{1,2}$`)

// IsShortYear reports whether a date begins with a year of two digits.
func IsShortYear(s string) bool { return shortYear.MatchString(strings.TrimSpace(s)) }

// isoInterval matches the other form of ISO 8601 for intervals.
var isoInterval = regexp.MustCompile(`^P(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2}:\d{2}(?:\.\d+)?)$`)

// Interval writes an interval in that form as DuckDB reads it.
func Interval(s string) (string, bool) {
	return isoInterval.ReplaceAllString(s, "$1 years $2 months $3 days $4"), isoInterval.MatchString(s)
}

// shortChrist matches a date before Christ whose parts have an order that DateStyle says.
var shortChrist = regexp.MustCompile(`^\d{1,2}[-/.]\d{1,2}[-/.]\d+(?: .*)? [Bb][Cc]$`)

// IsShortChrist reports whether a date before Christ has its parts in the order that DateStyle says.
func IsShortChrist(s string) bool { return shortChrist.MatchString(strings.TrimSpace(s)) }

// EndsBeforeChrist reports whether a text ends with the era before Christ.
func EndsBeforeChrist(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) > 3 && strings.EqualFold(s[len(s)-3:], " BC")
}

// HasLongYear reports whether a timestamp begins with a year of more than four digits, and has a zone.
func HasLongYear(s string) bool { return longYear.MatchString(strings.TrimSpace(s)) }

var longYear = regexp.MustCompile(`^\d{5,6}-\d+-\d+[ T][\d:.]+ ?[-+]\d`)

// BeforeChrist spells the era of a date or timestamp as DuckDB reads it: behind the date. DuckDB
// ignores an era at the end.
func BeforeChrist(s string) (string, bool) {
	if s = strings.TrimSpace(s); !EndsBeforeChrist(s) {
		return "", false
	}
	day, clock, timed := strings.Cut(strings.TrimSpace(s[:len(s)-3]), " ")
	if timed {
		clock = " " + strings.TrimSpace(clock)
	}
	return day + " (BC)" + clock, true
}
