// Package timeofday reads a time of day as PostgreSQL's input of time and timetz does: datetime.c's DecodeTimeOnly. The planner reads
// constants by it, and the embedded engine the texts of columns, so that both say the same of one text. [ParseMoment] reads dates and
// timestamps, as DecodeDateTime does.
//
//	12:30  1:2:3  12:30:45.678  123045  T1230  allballs     the clock
//	12:30 PM  12:30+02:30  2024-01-05 12:30 EST             what may stand around it
//
// The date is checked and left out. A zone by its name or its abbreviation is returned as it is written; [FixedZone] knows the
// abbreviations of zones whose distance never changes.
package timeofday

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Time is a time of day.
type Time struct {
	Micros int64  // since midnight: 24 hours at most
	Zoned  bool   // the text has an offset
	East   int    // the offset in seconds
	Zone   string // the name of a zone instead of an offset, "" for none
}

// Error is PostgreSQL's error for a text: 22007 for one of another form, 22008 and 22009 where a field is out of its range.
type Error struct{ Code, Message, Hint string }

func (e *Error) Error() string { return e.Message }

// same reports whether two errors say the same, or there are none.
func (e *Error) same(other *Error) bool {
	return e == nil && other == nil || e != nil && other != nil && *e == *other
}

var (
	form = regexp.MustCompile(`^(?i)(?:(\d{4,6})-(\d{1,2})-(\d{1,2})[ \t\n]+|T|at[ \t\n]+)?` +
		`(?:(\d+):(\d{1,2})(?::(\d{1,2}))?(\.\d*)?|(\d{2})(\d{2})(?:(\d{2})(\.\d*)?)?|(allballs))` +
		`[ \t\n]*(am\b|pm\b)?[ \t\n]*(?:([-+])(\d{1,2})(?::?(\d{2})(?::?(\d{2}))?)?|([a-z][a-z_]*(?:/[a-z_+\-/0-9]+)?))?(?:[ \t\n]+(?:bc|ad))?$`)
	// none are the words that may stand for a zone and are none.
	none = map[string]bool{"bc": true, "ad": true, "at": true}
)

// Parse reads a time of day of a type that is called so in errors.
func Parse(typeName, text string) (Time, *Error) {
	m := form.FindStringSubmatch(strings.Trim(text, " \t\n\v\f\r"))
	if m == nil {
		return Time{}, &Error{Code: "22007", Message: "invalid input syntax for type " + typeName + `: "` + text + `"`}
	}
	outside := &Error{Code: "22008", Message: `date/time field value out of range: "` + text + `"`}
	if m[1] != "" && !isDay(m[1:4]) {
		return Time{}, outside
	}
	var t Time
	if !t.readClock(m) {
		return Time{}, outside
	}
	if !t.readZone(m[14:]) {
		return Time{}, &Error{Code: "22009", Message: `time zone displacement out of range: "` + text + `"`}
	}
	return t, nil
}

// readClock reads the clock of a match, and reports whether a day has that time.
func (t *Time) readClock(m []string) bool {
	hour, minute, second, fraction := m[4], m[5], m[6], m[7]
	switch {
	case m[8] != "":
		hour, minute, second, fraction = m[8], m[9], m[10], m[11]
	case fraction != "" && second == "": // minutes and seconds
		hour, minute, second = "0", m[4], m[5]
	}
	h, min, s := number(hour), number(minute), number(second)
	switch half := strings.ToLower(m[13]); {
	case half != "" && h > 12:
		return false
	case half == "pm" && h < 12:
		h += 12
	case half == "am" && h == 12:
		h = 0
	}
	t.Micros = (int64(h)*3600+int64(min)*60+int64(s))*1e6 + micros(fraction)
	return h < 24 && min < 60 && s <= 60 || h == 24 && t.Micros == 24*3600*1e6
}

// readZone reads the zone of a match: a sign, hours, minutes, seconds, a word. It reports whether there is a zone so far away.
func (t *Time) readZone(m []string) bool {
	switch word := strings.ToLower(m[4]); {
	case m[0] != "":
		const farthest = 16
		hour, minute, second := number(m[1]), number(m[2]), number(m[3])
		if hour >= farthest || minute > 59 || second > 59 {
			return false
		}
		if t.Zoned, t.East = true, hour*3600+minute*60+second; m[0] == "-" {
			t.East = -t.East
		}
	case word == "z" || word == "zulu" || word == "utc" || word == "gmt":
		t.Zoned = true
	case !none[word]:
		t.Zone = m[4]
	}
	return true
}

// Clock is the time as PostgreSQL and DuckDB write it, without the zone.
func (t Time) Clock() string {
	shown := fmt.Sprintf("%02d:%02d:%02d", t.Micros/3600e6, t.Micros/60e6%60, t.Micros/1e6%60)
	if rest := t.Micros % 1e6; rest != 0 {
		shown += "." + strings.TrimRight(fmt.Sprintf("%06d", rest), "0")
	}
	return shown
}

// Offset is the zone behind the clock as PostgreSQL writes it, "" where the text has no offset.
func (t Time) Offset() string {
	if !t.Zoned {
		return ""
	}
	sign, east := "+", t.East
	if east < 0 {
		sign, east = "-", -east
	}
	shown := fmt.Sprintf("%s%02d", sign, east/3600)
	if east%3600 != 0 {
		shown += fmt.Sprintf(":%02d", east/60%60)
	}
	if east%60 != 0 {
		shown += fmt.Sprintf(":%02d", east%60)
	}
	return shown
}

// isDay reports whether the calendar has a day.
func isDay(parts []string) bool {
	year, month, day := number(parts[0]), number(parts[1]), number(parts[2])
	return year > 0 && month >= 1 && month <= 12 && day >= 1 && time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() == day
}

// number is the number of some digits; too many are a great one.
func number(digits string) int {
	const great = 1 << 30
	if digits == "" {
		return 0
	}
	n, err := strconv.ParseInt(digits, 10, 32)
	if err != nil {
		return great
	}
	return int(n)
}

// micros rounds a fraction of a second, as rint does.
func micros(fraction string) int64 {
	if len(fraction) < 2 {
		return 0
	}
	f, _ := strconv.ParseFloat("0"+fraction, 64)
	return int64(math.RoundToEven(f * 1e6))
}
