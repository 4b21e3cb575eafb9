package vector

import (
	"math"
	"strconv"
	_ "time/tzdata" // time zones on machines that have no zone database

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Interval is DuckDB's INTERVAL.
type Interval struct {
	Months, Days int32
	Micros       int64
}

// Units of time in microseconds.
const (
	MicrosPerSecond = 1_000_000
	MicrosPerMinute = 60 * MicrosPerSecond
	MicrosPerHour   = 60 * MicrosPerMinute
	MicrosPerDay    = 24 * MicrosPerHour
)

// The range of PostgreSQL's dates and timestamps, in days and microseconds since 1970. DuckDB's own range of timestamps ends before theirs.
const (
	FirstDay    = -2_440_588    // 4714-11-24 BC
	LastDay     = 2_145_042_905 // 5874897-12-31
	FirstMoment = FirstDay * MicrosPerDay
	// LastDayOfMoments is 294276-12-31, LastDay that of dates.
	LastDayOfMoments = 106_762_939
)

var (
	errDateRange   = sqlstate.New(DatetimeOverflow, "date out of range")
	errMomentRange = sqlstate.New(DatetimeOverflow, "timestamp out of range")
)

// appendMoment appends a date, a time or an interval; text handles all other types.
func (w *Writer) appendMoment(b []byte, n *Type, v *Reader, r int) []byte {
	switch n.ID {
	case lib.TypeDate:
		return w.appendDate(b, At[int32](v, r))
	case lib.TypeTime:
		return appendClock(b, At[int64](v, r))
	case lib.TypeTimeNS:
		return appendClock(b, At[int64](v, r)/1000)
	case lib.TypeTimeTZ:
		return appendTimeTZ(b, At[uint64](v, r))
	case lib.TypeTimestamp:
		return w.appendTimestamp(b, At[int64](v, r))
	case lib.TypeTimestampS:
		return w.appendTimestamp(b, scaled(At[int64](v, r), MicrosPerSecond))
	case lib.TypeTimestampMS:
		return w.appendTimestamp(b, scaled(At[int64](v, r), 1000))
	case lib.TypeTimestampNS:
		if nanos := At[int64](v, r); Finite(nanos) {
			micros, _ := FloorDiv(nanos, 1000)
			return w.appendTimestamp(b, micros)
		}
		return w.appendTimestamp(b, At[int64](v, r))
	case lib.TypeTimestampTZ:
		return w.appendTimestampTZ(b, At[int64](v, r))
	case lib.TypeInterval:
		return appendStyled(b, At[Interval](v, r), w.Styles.Interval)
	}
	return b
}

// Finite reports whether a time is neither infinity nor -infinity.
func Finite(t int64) bool { return t != math.MaxInt64 && t != -math.MaxInt64 }

// scaled converts a coarser timestamp to microseconds.
func scaled(t, factor int64) int64 {
	if !Finite(t) {
		return t
	}
	return t * factor
}

// FloorDiv divides, with a remainder that is not negative.
func FloorDiv(a, b int64) (quotient, remainder int64) {
	quotient, remainder = a/b, a%b
	if remainder < 0 {
		quotient, remainder = quotient-1, remainder+b
	}
	return quotient, remainder
}

// SplitDays returns the whole days of microseconds, rounded down, and what is left of a day.
func SplitDays(micros int64) (days, clock int64) {
	return FloorDiv(micros, MicrosPerDay)
}

// appendInfinity writes infinity or -infinity.
func appendInfinity(b []byte, negative bool) []byte {
	if negative {
		return append(b, "-infinity"...)
	}
	return append(b, "infinity"...)
}

// appendDate writes days since 1970.
func (w *Writer) appendDate(b []byte, days int32) []byte {
	switch {
	case days == math.MaxInt32 || days == -math.MaxInt32:
		return appendInfinity(b, days < 0)
	case days < FirstDay-1 || days > LastDay: // the first moment is on the day before to the west of Greenwich
		panic(errDateRange)
	case w.Styles.Date != "":
		return w.styledDate(b, int64(days))
	}
	b, bc := appendDay(b, int64(days))
	return appendEra(b, bc)
}

// appendDay writes the civil date of a day since 1970, and returns whether it is before Christ; appendEra writes that.
func appendDay(b []byte, days int64) ([]byte, bool) {
	d := civil(days)
	b = appendPadded(b, uint64(d.year), 4) //nolint:gosec // not negative
	b = appendTwo(append(b, '-'), d.month)
	return appendTwo(append(b, '-'), d.day), d.bc
}

// civilOf is the civil date of a day since 1970. The calendar is computed in eras of 400 years that begin on the first of March.
func civilOf(days int64) (year, month, day int64) {
	const daysPerEra = 146097
	days += 719468 // from 1970-01-01 back to 0000-03-01
	era, day := FloorDiv(days, daysPerEra)
	year = (day - day/1460 + day/36524 - day/146096) / 365
	day -= 365*year + year/4 - year/100
	month = (5*day + 2) / 153
	day -= (153*month+2)/5 - 1
	year += era * 400
	if month += 3; month > 12 {
		month -= 12
		year++
	}
	return year, month, day
}

// AddMonths adds months to a day since 1970. The day of the month is its last one where it has no such day.
func AddMonths(days, months int64) int64 {
	year, month, day := civilOf(days)
	year, month = FloorDiv(year*12+month-1+months, 12)
	month++
	return DaysSince1970(year, month, min(day, DaysIn(year, month)))
}

func appendEra(b []byte, bc bool) []byte {
	if bc {
		return append(b, " BC"...)
	}
	return b
}

func appendTwo(b []byte, n int64) []byte {
	if n > 99 {
		return strconv.AppendInt(b, n, 10)
	}
	return append(b, byte('0'+n/10), byte('0'+n%10))
}

// appendClock writes microseconds since midnight.
func appendClock(b []byte, micros int64) []byte {
	b = append(appendTwo(b, micros/MicrosPerHour), ':')
	b = append(appendTwo(b, micros%MicrosPerHour/MicrosPerMinute), ':')
	b = appendTwo(b, micros%MicrosPerMinute/MicrosPerSecond)
	return appendFraction(b, micros%MicrosPerSecond)
}

// appendFraction writes a fraction of a second without the zeros at its end.
func appendFraction(b []byte, micros int64) []byte {
	if micros == 0 {
		return b
	}
	b = appendPadded(append(b, '.'), uint64(micros), 6)
	for b[len(b)-1] == '0' {
		b = b[:len(b)-1]
	}
	return b
}

// appendTimestamp writes microseconds since 1970.
func (w *Writer) appendTimestamp(b []byte, micros int64) []byte {
	switch {
	case !Finite(micros):
		return appendInfinity(b, micros < 0)
	case micros < FirstMoment:
		panic(errMomentRange)
	case w.Styles.Date != "":
		return w.styledMoment(b, micros, "")
	}
	days, clock := SplitDays(micros)
	b, bc := appendDay(b, days)
	b = appendClock(append(b, ' '), clock)
	return appendEra(b, bc)
}

// appendTimestampTZ writes microseconds since 1970 in the session's time zone.
func (w *Writer) appendTimestampTZ(b []byte, micros int64) []byte {
	switch {
	case !Finite(micros):
		return appendInfinity(b, micros < 0)
	case micros < FirstMoment:
		panic(errMomentRange)
	}
	offset, zone := w.zoneAt(micros)
	local := micros + int64(offset)*MicrosPerSecond
	if w.Styles.Date != "" {
		return w.styledMoment(b, local, zone)
	}
	days, clock := SplitDays(local)
	b, bc := appendDay(b, days)
	b = appendClock(append(b, ' '), clock)
	return appendEra(appendOffset(b, int64(offset)), bc)
}

// appendOffset writes seconds east of Greenwich as +02 or -03:30.
func appendOffset(b []byte, seconds int64) []byte {
	sign := byte('+')
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	b = appendTwo(append(b, sign), seconds/3600)
	if seconds%3600 != 0 {
		b = appendTwo(append(b, ':'), seconds%3600/60)
	}
	if seconds%60 != 0 {
		b = appendTwo(append(b, ':'), seconds%60)
	}
	return b
}

// A TIMETZ: the upper 40 bits are microseconds, the lower 24 are the greatest offset minus the offset.
const (
	greatestOffset = 16*3600 - 1
	offsetBits     = 24
)

// TimeTZ is DuckDB's value of a time with a zone: microseconds since midnight, and an offset in seconds.
func TimeTZ(micros, east int64) uint64 {
	return uint64(micros)<<offsetBits | uint64(greatestOffset-east) //nolint:gosec // both are small and not negative
}

// PartsOfTimeTZ are what TimeTZ makes a value of.
func PartsOfTimeTZ(raw uint64) (micros, east int64) {
	return int64(raw >> offsetBits), greatestOffset - int64(raw&(1<<offsetBits-1)) //nolint:gosec // of 40 bits
}

// appendTimeTZ writes a TIMETZ.
func appendTimeTZ(b []byte, raw uint64) []byte {
	micros, east := PartsOfTimeTZ(raw)
	return appendOffset(appendClock(b, micros), east)
}

// appendInterval writes an interval in the style "postgres".
func appendInterval(b []byte, i Interval) []byte {
	start, before := len(b), false
	part := func(n int64, unit string) {
		if n == 0 {
			return
		}
		if len(b) > start {
			b = append(b, ' ')
		}
		if before && n > 0 {
			b = append(b, '+')
		}
		b = append(append(strconv.AppendInt(b, n, 10), ' '), unit...)
		if n != 1 {
			b = append(b, 's')
		}
		before = n < 0
	}
	part(int64(i.Months/12), "year")
	part(int64(i.Months%12), "mon")
	part(int64(i.Days), "day")
	if i.Micros == 0 && len(b) > start {
		return b
	}
	if len(b) > start {
		b = append(b, ' ')
	}
	micros := i.Micros
	switch {
	case micros < 0:
		b, micros = append(b, '-'), -micros
	case before:
		b = append(b, '+')
	}
	return appendClock(b, micros)
}
