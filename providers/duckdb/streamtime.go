package duckdb

import "math"

// Dates and times in PostgreSQL's text form and in ISO 8601. Infinity is DuckDB's largest number and
// its negation.

const (
	secondsPerDay = 86_400
	mostDays      = 106_751_991 // of a timestamp in microseconds
)

func writeDate(_ *streamColumn, f *filled, r int, text []byte) bool {
	switch string(text) {
	case "infinity":
		set(f, r, int32(math.MaxInt32))
		return true
	case "-infinity":
		set(f, r, int32(-math.MaxInt32))
		return true
	}
	t := timeText{text: text}
	days, ok := t.date()
	if !ok || !t.era(&days) || !t.ended() || days > math.MaxInt32-1 || days < -math.MaxInt32+1 {
		return false
	}
	set(f, r, int32(days)) //nolint:gosec // compared above
	return true
}

func writeTimestamp(_ *streamColumn, f *filled, r int, text []byte) bool {
	return writeMoment(f, r, text, false)
}

func writeTimestampTZ(_ *streamColumn, f *filled, r int, text []byte) bool {
	return writeMoment(f, r, text, true)
}

func writeMoment(f *filled, r int, text []byte, zoned bool) bool {
	switch string(text) {
	case "infinity":
		set(f, r, int64(math.MaxInt64))
		return true
	case "-infinity":
		set(f, r, int64(-math.MaxInt64))
		return true
	}
	t := timeText{text: text}
	days, ok := t.date()
	if !ok || !t.skip('T') && !t.skip(' ') {
		return false
	}
	micros, ok := t.clock()
	if !ok {
		return false
	}
	if zoned {
		east, ok := t.zone()
		if !ok {
			return false
		}
		micros -= east * microsPerSecond
	}
	if !t.era(&days) || !t.ended() || days > mostDays-2 || days < -mostDays+2 {
		return false
	}
	set(f, r, days*secondsPerDay*microsPerSecond+micros)
	return true
}

// timeText reads a text from its beginning.
type timeText struct {
	text []byte
	at   int
	year int64
	day  [2]int64 // month and day
}

func (t *timeText) ended() bool { return t.at == len(t.text) }

func (t *timeText) skip(b byte) bool {
	if t.at < len(t.text) && t.text[t.at] == b {
		t.at++
		return true
	}
	return false
}

// number reads at least and at most so many digits.
func (t *timeText) number(least, most int) (n int64, ok bool) {
	from := t.at
	for t.at < len(t.text) && t.at-from < most && t.text[t.at] >= '0' && t.text[t.at] <= '9' {
		n = n*10 + int64(t.text[t.at]-'0')
		t.at++
	}
	return n, t.at-from >= least
}

// date reads 2024-05-06, as the days since 1970.
func (t *timeText) date() (days int64, ok bool) {
	year, ok := t.number(4, 7)
	if !ok || !t.skip('-') {
		return 0, false
	}
	month, ok := t.number(2, 2)
	if !ok || !t.skip('-') || month < 1 || month > 12 {
		return 0, false
	}
	day, ok := t.number(2, 2)
	if !ok || day < 1 || day > 31 {
		return 0, false
	}
	t.year, t.day = year, [2]int64{month, day}
	return daysSince1970(year, month, day), true
}

// era reads " BC", which changes the days: the year before 1 is 1 BC. It reports whether the month has
// the day.
func (t *timeText) era(days *int64) bool {
	if !t.skip(' ') {
		return t.day[1] <= daysIn(t.year, t.day[0])
	}
	if !t.skip('B') || !t.skip('C') || t.year < 1 {
		return false
	}
	year := 1 - t.year
	if t.day[1] > daysIn(year, t.day[0]) {
		return false
	}
	*days = daysSince1970(year, t.day[0], t.day[1])
	return true
}

// clock reads 07:08:09.123456, as microseconds.
func (t *timeText) clock() (micros int64, ok bool) {
	hour, ok := t.number(2, 2)
	if !ok || !t.skip(':') || hour > 24 {
		return 0, false
	}
	minute, ok := t.number(2, 2)
	if !ok || minute > 59 {
		return 0, false
	}
	var second, fraction int64
	if t.skip(':') {
		if second, ok = t.number(2, 2); !ok || second > 59 {
			return 0, false
		}
	}
	if t.skip('.') {
		from := t.at
		if fraction, ok = t.number(1, 6); !ok {
			return 0, false
		}
		for range 6 - (t.at - from) {
			fraction *= 10
		}
	}
	micros = ((hour*60+minute)*60+second)*microsPerSecond + fraction
	return micros, micros <= secondsPerDay*microsPerSecond
}

// zone reads Z, +02, +0200, +02:00 or +02:00:30, as seconds to the east.
func (t *timeText) zone() (seconds int64, ok bool) {
	if t.skip('Z') {
		return 0, true
	}
	sign := int64(1)
	if t.skip('-') {
		sign = -1
	} else if !t.skip('+') {
		return 0, false
	}
	hours, ok := t.number(2, 2)
	if !ok {
		return 0, false
	}
	seconds = hours * 3600
	for _, unit := range []int64{60, 1} {
		colon := t.skip(':')
		n, given := t.number(2, 2)
		if !given {
			return sign * seconds, !colon
		}
		seconds += n * unit
	}
	return sign * seconds, true
}

func daysIn(year, month int64) int64 {
	switch month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	}
	return 31
}

// daysSince1970 counts the days of the Gregorian calendar, in years that begin in March and eras of
// 400 years.
func daysSince1970(year, month, day int64) int64 {
	if month <= 2 {
		year--
	}
	era := year / 400
	if year < 0 {
		era = (year - 399) / 400
	}
	inEra := year - era*400
	inYear := (153*((month+9)%12)+2)/5 + day - 1
	return era*146_097 + inEra*365 + inEra/4 - inEra/100 + inYear - 719_468
}

// writeInterval writes an interval of a stream.
func writeInterval(_ *streamColumn, f *filled, r int, text []byte) bool {
	i, err := parseInterval(string(text))
	if err == nil {
		set(f, r, i)
	}
	return err == nil
}
