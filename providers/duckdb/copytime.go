package duckdb

import (
	"math"
	"strings"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Dates, times and intervals of COPY: what PostgreSQL writes, and ISO 8601 as it reads it.

func (in *copyInput) noDatetime(text string) error {
	return sqlstate.New(invalidDatetime, "invalid input syntax for type %s: %q", in.typeName, text)
}

func outOfDatetime(text string) error {
	return sqlstate.New(datetimeOverflow, "date/time field value out of range: %q", text)
}

// copyMoment is a date with a time, as it is written.
type copyMoment struct {
	days, micros int64
	zoned        bool
	east         int64 // seconds
}

// moment reads a date, and behind it, where they may be, a time, a zone and an era.
func (in *copyInput) moment(text string, clock bool) (m copyMoment, err error) {
	t := timeText{text: []byte(strings.TrimSpace(text))}
	year, ok := t.number(4, 7)
	if !ok || !t.skip('-') {
		return m, in.noDatetime(text)
	}
	month, ok := t.number(1, 2)
	if !ok || !t.skip('-') {
		return m, in.noDatetime(text)
	}
	day, ok := t.number(1, 2)
	if !ok {
		return m, in.noDatetime(text)
	}
	if clock {
		if err := m.readClock(in, &t, text); err != nil {
			return m, err
		}
	}
	if t.skip(' ') {
		rest := strings.ToUpper(string(t.text[t.at:]))
		if rest != "BC" && rest != "AD" {
			return m, in.noDatetime(text)
		}
		if t.at += 2; rest == "BC" {
			if year < 1 {
				return m, outOfDatetime(text)
			}
			year = 1 - year
		}
	} else if year == 0 {
		return m, outOfDatetime(text)
	}
	if !t.ended() {
		return m, in.noDatetime(text)
	}
	if month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return m, outOfDatetime(text)
	}
	m.days = daysSince1970(year, month, day)
	return m, nil
}

// readClock reads a time and its zone, if there are any.
func (m *copyMoment) readClock(in *copyInput, t *timeText, text string) error {
	digit := t.at+1 < len(t.text) && t.text[t.at+1] >= '0' && t.text[t.at+1] <= '9'
	if !t.skip('T') && !(digit && t.skip(' ')) {
		return nil
	}
	from, ok := t.at, false
	if m.micros, ok = t.clock(); !ok {
		if digitsAndColons(t.text[from:]) {
			return outOfDatetime(text)
		}
		return in.noDatetime(text)
	}
	zoned := *t
	zoned.skip(' ')
	if east, ok := zoned.zone(); ok {
		m.east, m.zoned, *t = east, true, zoned
	}
	return nil
}

func digitsAndColons(text []byte) bool {
	return strings.Trim(string(text), "0123456789:.") == ""
}

// infinite reads infinity: 1, -1, or 0 for another text.
func infinite(text string) int {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "infinity":
		return 1
	case "-infinity":
		return -1
	}
	return 0
}

func readDate(in *copyInput, _ *time.Location, f *filled, r int, text string) error {
	if sign := infinite(text); sign != 0 {
		set(f, r, int32(sign)*math.MaxInt32) //nolint:gosec // 1 or -1
		return nil
	}
	m, err := in.moment(text, true) // the time is left out
	if err != nil {
		return err
	}
	if m.days > math.MaxInt32-1 || m.days < -math.MaxInt32+1 {
		return sqlstate.New(datetimeOverflow, "date out of range: %q", text)
	}
	set(f, r, int32(m.days)) //nolint:gosec // compared above
	return nil
}

// readTimestamp reads both kinds of timestamps. One without a zone is in the session's.
func readTimestamp(in *copyInput, zone *time.Location, f *filled, r int, text string) error {
	if sign := infinite(text); sign != 0 {
		set(f, r, int64(sign)*math.MaxInt64)
		return nil
	}
	m, err := in.moment(text, true)
	if err != nil {
		return err
	}
	if m.days > mostDays-2 || m.days < -mostDays+2 {
		return sqlstate.New(datetimeOverflow, "timestamp out of range: %q", text)
	}
	seconds := m.days*secondsPerDay + m.micros/microsPerSecond
	switch {
	case in.id != lib.TypeTimestampTZ:
	case m.zoned:
		seconds -= m.east
	default:
		local := time.Unix(seconds, 0).UTC()
		seconds = time.Date(local.Year(), local.Month(), local.Day(), local.Hour(), local.Minute(), local.Second(), 0, zone).Unix()
	}
	set(f, r, seconds*microsPerSecond+m.micros%microsPerSecond)
	return nil
}

func readTime(in *copyInput, _ *time.Location, f *filled, r int, text string) error {
	t := timeText{text: []byte(strings.TrimSpace(text))}
	micros, ok := t.clock()
	switch {
	case ok && t.ended():
		set(f, r, micros)
		return nil
	case len(t.text) > 0 && digitsAndColons(t.text) && strings.Contains(text, ":"):
		return outOfDatetime(text)
	}
	return in.noDatetime(text)
}

// readInterval reads an interval of COPY.
func readInterval(_ *copyInput, _ *time.Location, f *filled, r int, text string) error {
	i, err := parseInterval(text)
	if err == nil {
		set(f, r, i)
	}
	return err
}
