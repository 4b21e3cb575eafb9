package inputs

import (
	"bytes"
	"math"
	"strings"
	"time"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/timeofday"
)

// Dates, times and intervals of COPY: what PostgreSQL writes, and ISO 8601 as it reads it.

func (in *Input) noDatetime(text string) error {
	return sqlstate.New(vector.InvalidDatetime, "invalid input syntax for type %s: %q", in.typeName, text)
}

// OutOfDatetime says that a date or time is out of the range of its type.
func OutOfDatetime(text string) error {
	return sqlstate.New(vector.DatetimeOverflow, "date/time field value out of range: %q", text)
}

// Moment is a date with a time, as it is written.
type Moment struct {
	Days, Micros int64
	Zoned        bool
	East         int64  // seconds
	letters      string // a zone by letters
}

// Seconds are those since 1970 that the clocks of the moment's zone show, without its microseconds.
func (m Moment) Seconds() int64 {
	return m.Days*vector.SecondsPerDay + m.Micros/vector.MicrosPerSecond
}

// SetDate sets a row of a vector to the date of a text, in days since 1970.
func SetDate(f *vector.Filler, row int, days int64, text string) error {
	if days > vector.LastDay || days < vector.FirstDay {
		return sqlstate.New(vector.DatetimeOverflow, "date out of range: %q", text)
	}
	vector.Set(f, row, int32(days)) //nolint:gosec // compared above
	return nil
}

// ReadMoment reads a date with a time of a type that is called so in errors.
func ReadMoment(typeName, text string) (Moment, error) {
	return (&Input{typeName: typeName}).moment(text, true)
}

// moment reads a date, and behind it, where they may be, a time, a zone and an era.
func (in *Input) moment(text string, clock bool) (m Moment, err error) {
	t := vector.TimeText{Text: []byte(strings.TrimSpace(text))}
	year, ok := t.Number(4, 7)
	if !ok || !t.Skip('-') {
		return m, in.noDatetime(text)
	}
	month, ok := t.Number(1, 2)
	if !ok || !t.Skip('-') {
		return m, in.noDatetime(text)
	}
	day, ok := t.Number(1, 2)
	if !ok {
		return m, in.noDatetime(text)
	}
	if clock {
		if err := m.readClock(in, &t, text); err != nil {
			return m, err
		}
	}
	if t.Skip(' ') {
		rest := strings.ToUpper(string(t.Text[t.At:]))
		if rest != "BC" && rest != "AD" {
			return m, in.noDatetime(text)
		}
		if t.At += 2; rest == "BC" {
			if year < 1 {
				return m, OutOfDatetime(text)
			}
			year = 1 - year
		}
	} else if year == 0 {
		return m, OutOfDatetime(text)
	}
	if !t.Ended() {
		return m, in.noDatetime(text)
	}
	if month < 1 || month > 12 || day < 1 || day > vector.DaysIn(year, month) {
		return m, OutOfDatetime(text)
	}
	if m.Days = vector.DaysSince1970(year, month, day); m.letters != "" {
		east, _ := timeofday.EastAt(m.letters, time.Unix(m.Seconds(), 0).UTC())
		m.East = int64(east)
	}
	return m, nil
}

// readClock reads a time and its zone, if there are any.
func (m *Moment) readClock(in *Input, t *vector.TimeText, text string) error {
	digit := t.At+1 < len(t.Text) && t.Text[t.At+1] >= '0' && t.Text[t.At+1] <= '9'
	if !t.Skip('T') && !(digit && t.Skip(' ')) {
		return nil
	}
	from, ok := t.At, false
	if m.Micros, ok = t.Clock(); !ok {
		if digitsAndColons(t.Text[from:]) {
			return OutOfDatetime(text)
		}
		return in.noDatetime(text)
	}
	zoned := *t
	zoned.Skip(' ')
	if east, ok := zoned.Zone(); ok {
		const farthest = 16 * 3600
		if east >= farthest || east <= -farthest {
			return sqlstate.New("22009", "time zone displacement out of range: %q", text)
		}
		m.East, m.Zoned, *t = east, true, zoned
		return nil
	}
	letters := zoned.Text[zoned.At:]
	if end := bytes.IndexByte(letters, ' '); end >= 0 {
		letters = letters[:end]
	}
	if _, known := timeofday.EastAt(string(letters), time.Time{}); known {
		m.letters, m.Zoned = string(letters), true
		zoned.At += len(letters)
		*t = zoned
	}
	return nil
}

func digitsAndColons(text []byte) bool {
	return strings.Trim(string(text), "0123456789:.") == ""
}

// Infinite reads infinity: 1, -1, or 0 for another text.
func Infinite(text string) int {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "infinity":
		return 1
	case "-infinity":
		return -1
	}
	return 0
}

func readDate(in *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	if sign := Infinite(text); sign != 0 {
		vector.Set(f, r, int32(sign)*math.MaxInt32) //nolint:gosec // 1 or -1
		return nil
	}
	m, err := in.moment(text, true) // the time is left out
	if err != nil {
		return err
	}
	return SetDate(f, r, m.Days, text)
}

// readTimestamp reads both kinds of timestamps. One without a zone is in the session's.
func readTimestamp(in *Input, zone *time.Location, f *vector.Filler, r int, text string) error {
	if sign := Infinite(text); sign != 0 {
		vector.Set(f, r, int64(sign)*math.MaxInt64)
		return nil
	}
	m, err := in.moment(text, true)
	if err != nil {
		return err
	}
	if m.Days > vector.MostDays-2 || m.Days < -vector.MostDays+2 {
		return sqlstate.New(vector.DatetimeOverflow, "timestamp out of range: %q", text)
	}
	seconds := m.Seconds()
	switch {
	case in.ID != lib.TypeTimestampTZ:
	case m.Zoned:
		seconds -= m.East
	default:
		seconds = InZone(seconds, zone)
	}
	vector.Set(f, r, seconds*vector.MicrosPerSecond+m.Micros%vector.MicrosPerSecond)
	return nil
}

func readTime(in *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	t := vector.TimeText{Text: []byte(strings.TrimSpace(text))}
	micros, ok := t.Clock()
	switch {
	case ok && t.Ended():
		vector.Set(f, r, micros)
		return nil
	case len(t.Text) > 0 && digitsAndColons(t.Text) && strings.Contains(text, ":"):
		return OutOfDatetime(text)
	}
	return in.noDatetime(text)
}

// readInterval reads an interval of COPY.
func readInterval(in *Input, _ *time.Location, f *vector.Filler, r int, text string) error {
	i, err := vector.ParseInterval(providers.SpellInterval(in.fields, text))
	if err == nil {
		vector.Set(f, r, i)
	}
	return err
}

// InZone returns the moment, in seconds since 1970, at which the clocks of a zone show the time that those of UTC show at local. Of a time that
// clocks show twice the later moment is meant, and one that they skip counts on from before: DetermineTimeZoneOffset.
func InZone(local int64, zone *time.Location) int64 {
	if zone == nil {
		return local
	}
	east := func(at int64) int64 {
		_, offset := time.Unix(at, 0).In(zone).Zone()
		return int64(offset)
	}
	before, after := local-east(local-vector.SecondsPerDay), local-east(local+vector.SecondsPerDay)
	if after != before && local-east(after) != after {
		return before
	}
	return after
}
