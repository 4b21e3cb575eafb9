package functions

import (
	"fmt"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/readtime"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Patterns of to_char that PostgreSQL takes of an interval as if its years, months and days were those of a date: DCH_to_char.

// noCalendar is the error of a pattern that only dates have.
func noCalendar() error {
	return sqlstate.New("22007", "invalid format specification for an interval value").
		WithHint("Intervals are not tied to specific calendar dates.")
}

// The lengths of years and months of intervals.
const (
	monthsOfYear = 12
	daysOfMonth  = 30
)

// intervalPart is the text of a pattern.
func (m *shownMoment) intervalPart(word, upper string, tight bool) (string, error) {
	number := func(value, width int) string {
		if tight {
			width = 0
		}
		return fmt.Sprintf("%0*d", width, value)
	}
	isoYear := func(digits, of int) string {
		if m.years < 0 && digits > 1 {
			digits++
		}
		return number(isoYearOf(m.years, m.months, m.days)%of, digits)
	}
	switch upper {
	case "DDD":
		return number((m.years*monthsOfYear+m.months)*daysOfMonth+m.days, 3), nil
	case "IDDD":
		return number(julianDay(m.years, m.months, m.days)-firstISODay(isoYearOf(m.years, m.months, m.days))+1, 3), nil
	case "WW":
		return number(((m.years*monthsOfYear+m.months)*daysOfMonth+m.days-1)/7+1, 2), nil
	case "IW":
		return number(isoWeekOf(m.years, m.months, m.days), 2), nil
	case "W":
		return number((m.days-1)/7+1, 0), nil
	case "IYYY":
		const all = 1 << 30
		return isoYear(4, all), nil
	case "IYY":
		return isoYear(3, 1000), nil
	case "IY":
		return isoYear(2, 100), nil
	case "I":
		return isoYear(1, 10), nil
	case "CC":
		switch century := m.years / 100; {
		case century > 99 || century < -99:
			return number(century, 0), nil
		case century < 0:
			return number(century, 3), nil
		default:
			return number(century, 2), nil
		}
	case "Q":
		if m.months == 0 {
			return "", nil
		}
		return number((m.months-1)/3+1, 0), nil
	case "J":
		return number(julianDay(m.years, m.months, m.days), 0), nil
	case "Y,YYY":
		return fmt.Sprintf("%d,%03d", m.years/1000, m.years%1000), nil
	case "RM":
		return m.romanMonth(word, tight), nil
	}
	return "", noCalendar()
}

// romanMonth is the number of the months in Roman digits, from the end of the year where it is negative; 0 is twelve of a year.
func (m *shownMoment) romanMonth(word string, tight bool) string {
	if m.months == 0 && m.years == 0 {
		return ""
	}
	month := m.months
	switch {
	case month == 0 && m.years >= 0:
		month = monthsOfYear
	case month == 0:
		month = 1
	case month < 0:
		month += monthsOfYear + 1
	}
	return padded(likeCase(readtime.RomanMonths[month-1], word), 4, tight)
}

// julianDay is date2j, which takes any numbers.
func julianDay(year, month, day int) int {
	if month > 2 {
		month++
		year += 4800
	} else {
		month += 13
		year += 4799
	}
	century := year / 100
	return year*365 - 32167 + year/4 - century + century/4 + 7834*month/256 + day
}

// firstISODay is the day on which the first week of a year begins.
func firstISODay(year int) int {
	fourth := julianDay(year, 1, 4)
	weekday := fourth % 7 // j2day of the day before
	if weekday < 0 {
		weekday += 7
	}
	return fourth - weekday
}

// isoWeekOf is date2isoweek.
func isoWeekOf(year, month, day int) int {
	at := julianDay(year, month, day)
	first := firstISODay(year)
	if at < first {
		first = firstISODay(year - 1)
	}
	week := (at-first)/7 + 1
	if next := firstISODay(year + 1); week >= 52 && at >= next {
		week = (at-next)/7 + 1
	}
	return week
}

// isoYearOf is date2isoyear.
func isoYearOf(year, month, day int) int {
	at := julianDay(year, month, day)
	first := firstISODay(year)
	if at < first {
		year--
		first = firstISODay(year)
	}
	if (at-first)/7+1 >= 52 && at >= firstISODay(year+1) {
		year++
	}
	return year
}
