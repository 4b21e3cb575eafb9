package vector

import "math"

// Dates and times in PostgreSQL's text form and in ISO 8601. Infinity is DuckDB's largest number and
// its negation.

// Bounds of dates and times.
const (
	SecondsPerDay = 86_400
	MostDays      = 106_751_991 // of a timestamp in microseconds
)

func writeDate(_ *Column, f *Filler, r int, text []byte) bool {
	switch string(text) {
	case "infinity":
		Set(f, r, int32(math.MaxInt32))
		return true
	case "-infinity":
		Set(f, r, int32(-math.MaxInt32))
		return true
	}
	t := TimeText{Text: text}
	days, ok := t.date()
	if !ok || !t.era(&days) || !t.Ended() || days > LastDay || days < FirstDay {
		return false
	}
	Set(f, r, int32(days)) //nolint:gosec // compared above
	return true
}

func writeTimestamp(_ *Column, f *Filler, r int, text []byte) bool {
	return writeMoment(f, r, text, false)
}

func writeTimestampTZ(_ *Column, f *Filler, r int, text []byte) bool {
	return writeMoment(f, r, text, true)
}

func writeMoment(f *Filler, r int, text []byte, zoned bool) bool {
	switch string(text) {
	case "infinity":
		Set(f, r, int64(math.MaxInt64))
		return true
	case "-infinity":
		Set(f, r, int64(-math.MaxInt64))
		return true
	}
	t := TimeText{Text: text}
	days, ok := t.date()
	if !ok || !t.Skip('T') && !t.Skip(' ') {
		return false
	}
	micros, ok := t.Clock()
	if !ok {
		return false
	}
	if zoned {
		east, ok := t.Zone()
		if !ok {
			return false
		}
		micros -= east * MicrosPerSecond
	}
	if !t.era(&days) || !t.Ended() || days > MostDays-2 || days < -MostDays+2 {
		return false
	}
	at := days*SecondsPerDay*MicrosPerSecond + micros
	Set(f, r, at)
	return at >= FirstMoment
}

// TimeText reads a text from its beginning.
type TimeText struct {
	Text []byte
	At   int
	year int64
	day  [2]int64 // month and day
}

// Ended reports whether all of the text is read.
func (t *TimeText) Ended() bool { return t.At == len(t.Text) }

// Skip reads a byte if it is the next one.
func (t *TimeText) Skip(b byte) bool {
	if t.At < len(t.Text) && t.Text[t.At] == b {
		t.At++
		return true
	}
	return false
}

// Number reads at least and at most so many digits.
func (t *TimeText) Number(least, most int) (n int64, ok bool) {
	from := t.At
	for t.At < len(t.Text) && t.At-from < most && t.Text[t.At] >= '0' && t.Text[t.At] <= '9' {
		n = n*10 + int64(t.Text[t.At]-'0')
		t.At++
	}
	return n, t.At-from >= least
}

// date reads 2024-05-06, as the days since 1970.
func (t *TimeText) date() (days int64, ok bool) {
	year, ok := t.Number(4, 7)
	if !ok || !t.Skip('-') {
		return 0, false
	}
	month, ok := t.Number(2, 2)
	if !ok || !t.Skip('-') || month < 1 || month > 12 {
		return 0, false
	}
	day, ok := t.Number(2, 2)
	if !ok || day < 1 || day > 31 {
		return 0, false
	}
	t.year, t.day = year, [2]int64{month, day}
	return DaysSince1970(year, month, day), true
}

// era reads " BC", which changes the days: the year before 1 is 1 BC. It reports whether the month has
// the day.
func (t *TimeText) era(days *int64) bool {
	if !t.Skip(' ') {
		return t.day[1] <= DaysIn(t.year, t.day[0])
	}
	if !t.Skip('B') || !t.Skip('C') || t.year < 1 {
		return false
	}
	year := 1 - t.year
	if t.day[1] > DaysIn(year, t.day[0]) {
		return false
	}
	*days = DaysSince1970(year, t.day[0], t.day[1])
	return true
}

// Clock reads 07:08:09.123456, as microseconds.
func (t *TimeText) Clock() (micros int64, ok bool) {
	hour, ok := t.Number(2, 2)
	if !ok || !t.Skip(':') || hour > 24 {
		return 0, false
	}
	minute, ok := t.Number(2, 2)
	if !ok || minute > 59 {
		return 0, false
	}
	var second, fraction int64
	if !t.Skip(':') {
		if t.At < len(t.Text) && t.Text[t.At] == '.' { // minutes and seconds
			hour, minute, second = 0, hour, minute
		}
	} else {
		if second, ok = t.Number(2, 2); !ok || second > 59 {
			return 0, false
		}
	}
	if t.Skip('.') {
		from := t.At
		if fraction, ok = t.Number(1, 6); !ok {
			return 0, false
		}
		for range 6 - (t.At - from) {
			fraction *= 10
		}
	}
	micros = ((hour*60+minute)*60+second)*MicrosPerSecond + fraction
	return micros, micros <= SecondsPerDay*MicrosPerSecond
}

// Zone reads Z, +02, +0200, +02:00 or +02:00:30, as seconds to the east.
func (t *TimeText) Zone() (seconds int64, ok bool) {
	if t.Skip('Z') {
		return 0, true
	}
	sign := int64(1)
	if t.Skip('-') {
		sign = -1
	} else if !t.Skip('+') {
		return 0, false
	}
	hours, ok := t.Number(2, 2)
	if !ok {
		return 0, false
	}
	seconds = hours * 3600
	for _, unit := range []int64{60, 1} {
		colon := t.Skip(':')
		n, given := t.Number(2, 2)
		if !given {
			return sign * seconds, !colon
		}
		if n > 59 || unit == 1 && !colon { // +053015 are 530 hours
			const tooFar = 100 * 3600
			return sign * tooFar, true
		}
		seconds += n * unit
	}
	return sign * seconds, true
}

// DaysIn is how many days a month has.
func DaysIn(year, month int64) int64 {
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

// DaysSince1970 counts the days of the Gregorian calendar, in years that begin in March and eras of
// 400 years.
func DaysSince1970(year, month, day int64) int64 {
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
func writeInterval(_ *Column, f *Filler, r int, text []byte) bool {
	i, err := ParseInterval(string(text))
	if err == nil {
		Set(f, r, i)
	}
	return err == nil
}
