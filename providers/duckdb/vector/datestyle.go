package vector

import (
	"cmp"
	"strings"
	"time"
)

// Forms of dates other than ISO 8601, as DateStyle chooses them.

// The forms of dates that Styles names; "" is ISO 8601.
const (
	SQLDates      = "SQL"
	GermanDates   = "German"
	PostgresDates = "Postgres"
)

var (
	weekdays = [...]string{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}
	months   = [...]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}
)

// styledDate appends a date in the session's form.
func (w *Writer) styledDate(b []byte, days int64) []byte {
	day := civil(days)
	separator, dayFirst := byte('-'), w.Styles.DayFirst
	switch w.Styles.Date {
	case SQLDates:
		separator = '/'
	case GermanDates:
		separator, dayFirst = '.', true
	}
	return appendEra(day.append(b, separator, dayFirst), day.bc)
}

// styledMoment appends a timestamp in the session's form, with the abbreviation of a time zone if there is one.
func (w *Writer) styledMoment(b []byte, local int64, zone string) []byte {
	days, clock := SplitDays(local)
	day := civil(days)
	switch w.Styles.Date {
	case SQLDates:
		b = appendClock(append(day.append(b, '/', w.Styles.DayFirst), ' '), clock)
	case GermanDates:
		b = appendClock(append(day.append(b, '.', true), ' '), clock)
	default:
		_, weekday := FloorDiv(days+4, int64(len(weekdays))) // 1970 began on a Thursday
		b = append(append(b, weekdays[weekday]...), ' ')
		if w.Styles.DayFirst {
			b = append(append(append(appendTwo(b, day.day), ' '), months[day.month-1]...), ' ')
		} else {
			b = append(appendTwo(append(append(b, months[day.month-1]...), ' '), day.day), ' ')
		}
		b = appendPadded(append(appendClock(b, clock), ' '), uint64(day.year), 4) //nolint:gosec // not negative
	}
	if zone != "" {
		b = append(append(b, ' '), zone...)
	}
	return appendEra(b, day.bc)
}

// civilDay is a day of the calendar.
type civilDay struct {
	year, month, day int64
	bc               bool
}

// civil takes a day since 1970 apart.
func civil(days int64) civilDay {
	year, month, day := civilOf(days)
	if year <= 0 {
		return civilDay{1 - year, month, day, true}
	}
	return civilDay{year, month, day, false}
}

// append writes a day in numbers, the year last.
func (d civilDay) append(b []byte, separator byte, dayFirst bool) []byte {
	first, second := d.month, d.day
	if dayFirst {
		first, second = second, first
	}
	b = append(appendTwo(append(appendTwo(b, first), separator), second), separator)
	return appendPadded(b, uint64(d.year), 4) //nolint:gosec // not negative
}

// zoneAt is the offset of the session's time zone, and its abbreviation.
func (w *Writer) zoneAt(micros int64) (offset int, name string) {
	if w.Zone == nil || w.Zone == time.UTC {
		return 0, "UTC"
	}
	name, offset = time.UnixMicro(micros).In(w.Zone).Zone()
	return offset, cmp.Or(strings.TrimPrefix(name, "GMT"), name)
}
