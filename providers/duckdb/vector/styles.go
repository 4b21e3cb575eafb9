package vector

import (
	"strconv"
	"strings"
)

// Styles are the forms of values that a session's settings choose. The zero value is what PostgreSQL starts with.
type Styles struct {
	Date     string // of dates and times: "" is ISO
	DayFirst bool   // in other forms than ISO: the day before the month
	Interval string // "" is postgres
	Escape   bool   // bytea_output
	Rounded  bool   // extra_float_digits is less than 1
	Extra    int    // its value then
}

// appendStyled writes an interval in a style other than postgres.
func appendStyled(b []byte, i Interval, style string) []byte {
	switch style {
	case "iso_8601":
		return appendISO(b, i)
	case "sql_standard":
		return appendStandard(b, i)
	case "postgres_verbose":
		return appendVerbose(b, i)
	}
	return appendInterval(b, i)
}

// intervalParts are the parts of an interval, all of the interval's sign.
type intervalParts struct {
	years, months, days, hours, minutes, seconds, micros int64
}

func (i Interval) parts() intervalParts {
	return intervalParts{
		int64(i.Months / 12), int64(i.Months % 12), int64(i.Days), i.Micros / MicrosPerHour, i.Micros % MicrosPerHour / MicrosPerMinute,
		i.Micros % MicrosPerMinute / MicrosPerSecond, i.Micros % MicrosPerSecond,
	}
}

// secondsText writes seconds with their fraction, and a minus if either is negative.
func (p intervalParts) secondsText(width int) string {
	seconds, micros := p.seconds, p.micros
	text := ""
	if seconds < 0 || micros < 0 {
		seconds, micros, text = -seconds, -micros, "-"
	}
	digits := strconv.FormatInt(seconds, 10)
	text += strings.Repeat("0", max(0, width-len(digits))) + digits
	if micros != 0 {
		fraction := strconv.FormatInt(micros+MicrosPerSecond, 10)[1:]
		text += "." + strings.TrimRight(fraction, "0")
	}
	return text
}

func appendISO(b []byte, i Interval) []byte {
	p := i.parts()
	if i == (Interval{}) {
		return append(b, "PT0S"...)
	}
	part := func(n int64, unit byte) {
		if n != 0 {
			b = append(strconv.AppendInt(b, n, 10), unit)
		}
	}
	b = append(b, 'P')
	part(p.years, 'Y')
	part(p.months, 'M')
	part(p.days, 'D')
	if i.Micros != 0 {
		b = append(b, 'T')
	}
	part(p.hours, 'H')
	part(p.minutes, 'M')
	if p.seconds != 0 || p.micros != 0 {
		b = append(append(b, p.secondsText(1)...), 'S')
	}
	return b
}

func appendVerbose(b []byte, i Interval) []byte {
	p := i.parts()
	b = append(b, '@')
	if i == (Interval{}) {
		return append(b, " 0"...)
	}
	ago, first := false, true
	part := func(n int64, unit string) {
		if n == 0 {
			return
		}
		if first {
			ago, first = n < 0, false
		}
		if ago {
			n = -n
		}
		b = append(append(strconv.AppendInt(append(b, ' '), n, 10), ' '), unit...)
		if n != 1 {
			b = append(b, 's')
		}
	}
	part(p.years, "year")
	part(p.months, "mon")
	part(p.days, "day")
	part(p.hours, "hour")
	part(p.minutes, "min")
	if p.seconds != 0 || p.micros != 0 {
		if first {
			ago = p.seconds < 0 || p.micros < 0
		}
		if ago {
			p.seconds, p.micros = -p.seconds, -p.micros
		}
		b = append(append(append(b, ' '), p.secondsText(1)...), " sec"...)
		if p.micros != 0 || p.seconds != 1 && p.seconds != -1 {
			b = append(b, 's')
		}
	}
	if ago {
		b = append(b, " ago"...)
	}
	return b
}

func appendStandard(b []byte, i Interval) []byte {
	p := i.parts()
	negative := i.Months < 0 || i.Days < 0 || i.Micros < 0
	positive := i.Months > 0 || i.Days > 0 || i.Micros > 0
	calendar, clock := i.Months != 0, i.Days != 0 || i.Micros != 0
	switch {
	case !negative && !positive:
		return append(b, '0')
	case negative && positive || calendar && clock: // each part has a sign
		sign := func(n int64) {
			mark := byte('+')
			if n < 0 {
				mark = '-'
			}
			b = append(b, mark)
		}
		sign(int64(i.Months))
		b = append(strconv.AppendInt(append(strconv.AppendInt(b, magnitude(p.years), 10), '-'), magnitude(p.months), 10), ' ')
		sign(p.days)
		b = append(strconv.AppendInt(b, magnitude(p.days), 10), ' ')
		sign(i.Micros)
		return appendStandardClock(b, p)
	}
	if negative {
		b = append(b, '-')
	}
	switch {
	case calendar:
		return strconv.AppendInt(append(strconv.AppendInt(b, magnitude(p.years), 10), '-'), magnitude(p.months), 10)
	case i.Days != 0:
		b = append(strconv.AppendInt(b, magnitude(p.days), 10), ' ')
	}
	return appendStandardClock(b, p)
}

func appendStandardClock(b []byte, p intervalParts) []byte {
	p.minutes, p.seconds, p.micros = magnitude(p.minutes), magnitude(p.seconds), magnitude(p.micros)
	b = append(strconv.AppendInt(b, magnitude(p.hours), 10), ':')
	b = append(b, byte('0'+p.minutes/10), byte('0'+p.minutes%10), ':')
	return append(b, p.secondsText(2)...)
}

func magnitude(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}

// appendRounded writes a floating-point number with fewer digits than tell it from others.
func appendRounded(b []byte, f float64, size, extra int) []byte {
	digits := 15
	if size == 32 {
		digits = 6
	}
	digits = max(1, digits+extra)
	text := strconv.FormatFloat(f, 'g', digits, 64)
	if mantissa, power, found := strings.Cut(text, "e"); found {
		n, _ := strconv.Atoi(power)
		if n >= -4 && n < digits {
			return append(b, strconv.FormatFloat(f, 'f', max(0, digits-1-n), 64)...)
		}
		if strings.Contains(mantissa, ".") {
			mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
		}
		return append(b, mantissa+"e"+power...)
	}
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return append(b, text...)
}
