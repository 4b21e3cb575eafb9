package duckdb

import (
	"math"
	"strconv"
	"strings"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Dates, times and intervals of COPY: what PostgreSQL writes, and ISO 8601 as it reads it.

// The codes of dates and times.
const (
	invalidDatetime  sqlstate.Code = "22007"
	datetimeOverflow sqlstate.Code = "22008"
)

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

func readDate(in *copyInput, _ *Conn, f *filled, r int, text string) error {
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
func readTimestamp(in *copyInput, c *Conn, f *filled, r int, text string) error {
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
		seconds = time.Date(local.Year(), local.Month(), local.Day(), local.Hour(), local.Minute(), local.Second(), 0, c.settings.zone).Unix()
	}
	set(f, r, seconds*microsPerSecond+m.micros%microsPerSecond)
	return nil
}

func readTime(in *copyInput, _ *Conn, f *filled, r int, text string) error {
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

// intervalUnits are the units, in months, days or microseconds.
var intervalUnits = map[string]interval{
	"year": {months: 12}, "y": {months: 12}, "yr": {months: 12}, "mon": {months: 1}, "month": {months: 1},
	"week": {days: 7}, "w": {days: 7}, "day": {days: 1}, "d": {days: 1},
	"hour": {micros: 3600 * microsPerSecond}, "h": {micros: 3600 * microsPerSecond}, "hr": {micros: 3600 * microsPerSecond},
	"minute": {micros: 60 * microsPerSecond}, "min": {micros: 60 * microsPerSecond}, "m": {micros: 60 * microsPerSecond},
	"second": {micros: microsPerSecond}, "sec": {micros: microsPerSecond}, "s": {micros: microsPerSecond},
}

// readInterval reads an interval of COPY.
func readInterval(in *copyInput, _ *Conn, f *filled, r int, text string) error {
	total, ok := parseInterval(text)
	if !ok {
		return in.noDatetime(text)
	}
	set(f, r, total)
	return nil
}

// writeInterval writes an interval of a stream.
func writeInterval(_ *streamColumn, f *filled, r int, text []byte) bool {
	total, ok := parseInterval(string(text))
	if ok {
		set(f, r, total)
	}
	return ok
}

// parseInterval reads numbers with units and a time, as PostgreSQL writes an interval in its styles postgres and
// postgres_verbose.
func parseInterval(text string) (total interval, ok bool) {
	words := strings.Fields(strings.ToLower(strings.TrimPrefix(strings.TrimSpace(text), "@")))
	ago := len(words) > 1 && words[len(words)-1] == "ago"
	if ago {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return total, false
	}
	for len(words) > 0 {
		taken := 1
		part, ok := clockInterval(words[0])
		if !ok && len(words) > 1 {
			taken = 2
			part, ok = unitInterval(words[0], words[1])
		}
		months, days := int64(total.months)+int64(part.months), int64(total.days)+int64(part.days)
		micros := total.micros + part.micros
		over := months != int64(int32(months)) || days != int64(int32(days)) || (micros < total.micros) != (part.micros < 0) //nolint:gosec // that is compared
		if !ok || over {
			return total, false
		}
		total = interval{int32(months), int32(days), micros} //nolint:gosec // compared above
		words = words[taken:]
	}
	if ago {
		total = interval{-total.months, -total.days, -total.micros}
	}
	return total, true
}

// mostHours are as many as fit into microseconds.
const mostHours = math.MaxInt64/microsPerHour - 1

// clockInterval reads -02:03:04.5.
func clockInterval(word string) (part interval, ok bool) {
	clock, negative := strings.CutPrefix(word, "-")
	clock = strings.TrimPrefix(clock, "+")
	hours, rest, found := strings.Cut(clock, ":")
	h, err := strconv.ParseUint(hours, 10, 40)
	if !found || err != nil || h > mostHours {
		return part, false
	}
	t := timeText{text: []byte("00:" + rest)}
	micros, ok := t.clock()
	micros += int64(h) * 3600 * microsPerSecond //nolint:gosec // at most mostHours
	if negative {
		micros = -micros
	}
	return interval{micros: micros}, ok && t.ended()
}

// unitInterval reads 3 days. Only seconds have a fraction.
func unitInterval(number, unit string) (part interval, ok bool) {
	u, known := intervalUnits[unit]
	if !known {
		u, known = intervalUnits[strings.TrimSuffix(unit, "s")]
	}
	if u.micros == microsPerSecond {
		seconds, err := strconv.ParseFloat(number, 64)
		return interval{micros: int64(math.Round(seconds * microsPerSecond))}, known && err == nil && math.Abs(seconds) < 1e12 && strings.Trim(number, "+-0123456789.") == ""
	}
	n, err := strconv.ParseInt(number, 10, 32)
	if !known || err != nil || n*int64(u.months) != int64(int32(n*int64(u.months))) || n*int64(u.days) != int64(int32(n*int64(u.days))) {
		return part, false
	}
	return interval{months: int32(n) * u.months, days: int32(n) * u.days, micros: n * u.micros}, true
}
