package duckdb

import (
	"math"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

const blanks = " \t\n\r\v\f"

// intervalUnits are the units of an interval: months, days and microseconds of one.
var intervalUnits = map[string]interval{
	"microsecond": {micros: 1}, "us": {micros: 1}, "usec": {micros: 1}, "usecond": {micros: 1},
	"millisecond": {micros: 1000}, "ms": {micros: 1000}, "msec": {micros: 1000}, "msecond": {micros: 1000},
	"second": {micros: microsPerSecond}, "s": {micros: microsPerSecond}, "sec": {micros: microsPerSecond},
	"minute": {micros: microsPerMinute}, "m": {micros: microsPerMinute}, "min": {micros: microsPerMinute},
	"hour": {micros: microsPerHour}, "h": {micros: microsPerHour}, "hr": {micros: microsPerHour},
	"day": {days: 1}, "d": {days: 1}, "week": {days: 7}, "w": {days: 7},
	"month": {months: 1}, "mon": {months: 1}, "year": {months: 12}, "y": {months: 12}, "yr": {months: 12},
	"decade": {months: 120}, "dec": {months: 120}, "century": {months: 1200}, "centurie": {months: 1200}, "cent": {months: 1200}, "c": {months: 1200},
	"millennium": {months: 12000}, "millennia": {months: 12000}, "mil": {months: 12000},
}

// sum adds up an interval, with fractions of units carried down as Postgres does. A time is exact, in microseconds.
type sum struct {
	months, days, micros float64
	time                 int64
}

// add adds n units. A fraction of a month is carried to days of 30 in a month, a fraction of a day to
// the time.
func (s *sum) add(n float64, unit interval) {
	switch {
	case unit.months > 0:
		months := n * float64(unit.months)
		whole := math.Trunc(months)
		s.months += whole
		if unit.months == 1 {
			s.add((months-whole)*30, interval{days: 1})
		} else {
			s.months += math.RoundToEven(months - whole)
		}
	case unit.days > 0:
		days := n * float64(unit.days)
		whole := math.Trunc(days)
		s.days += whole
		s.micros += math.RoundToEven((days - whole) * microsPerDay)
	default:
		s.micros += math.RoundToEven(n * float64(unit.micros))
	}
}

func (s *sum) value(text string) (interval, error) {
	if math.Abs(s.months) > math.MaxInt32 || math.Abs(s.days) > math.MaxInt32 || math.Abs(s.micros)+math.Abs(float64(s.time)) >= math.MaxInt64 {
		return interval{}, sqlstate.New("22015", `interval field value out of range: "%s"`, text)
	}
	return interval{int32(s.months), int32(s.days), int64(s.micros) + s.time}, nil
}

// parseInterval reads an interval: numbers with units, a time, years-months, or ISO 8601.
func parseInterval(text string) (interval, error) {
	invalid := sqlstate.New(invalidDatetime, `invalid input syntax for type interval: "%s"`, text)
	trimmed := strings.ToLower(strings.Trim(text, blanks))
	if strings.HasPrefix(trimmed, "p") {
		return parseISOInterval(trimmed[1:], text, invalid)
	}
	words := splitInterval(strings.TrimPrefix(trimmed, "@"))
	var s sum
	ago := len(words) > 0 && words[len(words)-1] == "ago"
	if ago {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return interval{}, invalid
	}
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case strings.Contains(word, ":"):
			micros, ok := readClock(word)
			if !ok {
				return interval{}, invalid
			}
			s.time += micros
		case strings.Contains(strings.TrimLeft(word, "+-"), "-"):
			months, ok := readYearMonth(word)
			if !ok {
				return interval{}, invalid
			}
			s.months += months
		default:
			n, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return interval{}, invalid
			}
			unit := interval{micros: microsPerSecond}
			switch {
			case i+1 < len(words) && strings.Contains(words[i+1], ":"):
				unit = interval{days: 1}
			case i+1 < len(words):
				known, ok := intervalUnits[words[i+1]]
				if !ok {
					known, ok = intervalUnits[strings.TrimSuffix(words[i+1], "s")]
				}
				if !ok {
					return interval{}, invalid
				}
				unit = known
				i++
			}
			s.add(n, unit)
		}
	}
	if ago {
		s = sum{-s.months, -s.days, -s.micros, -s.time}
	}
	return s.value(text)
}

// splitInterval splits at blanks, and between a number and its unit.
func splitInterval(text string) []string {
	var words []string
	for _, word := range strings.Fields(text) {
		end := strings.IndexFunc(word, func(r rune) bool { return r >= 'a' && r <= 'z' })
		if end > 0 && !strings.ContainsAny(word, ":") {
			words = append(words, word[:end], word[end:])
		} else {
			words = append(words, word)
		}
	}
	return words
}

// readClock reads [+-]hours:minutes[:seconds[.fraction]] or [+-]minutes:seconds.fraction, as microseconds.
func readClock(word string) (micros int64, ok bool) {
	digits := strings.TrimLeft(word, "+-")
	whole, fraction, fractional := strings.Cut(digits, ".")
	parts := strings.Split(whole, ":")
	if fractional && len(parts) == 2 {
		parts = append([]string{"0"}, parts...)
	}
	if len(word)-len(digits) > 1 || len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	for i, unit := range []int64{microsPerHour, microsPerMinute, microsPerSecond}[:len(parts)] {
		n, err := strconv.ParseUint(parts[i], 10, 32)
		if err != nil || i == 1 && n > 59 || i == 2 && n > 60 || int64(n) > (math.MaxInt64-micros)/unit {
			return 0, false
		}
		micros += int64(n) * unit
	}
	rest, err := strconv.ParseFloat("0."+fraction+"0", 64)
	if err != nil || strings.Trim(fraction, "0123456789") != "" {
		return 0, false
	}
	micros += int64(math.RoundToEven(rest * microsPerSecond))
	if word[0] == '-' {
		micros = -micros
	}
	return micros, micros >= 0 || word[0] == '-'
}

// readYearMonth reads [+-]years-months.
func readYearMonth(word string) (float64, bool) {
	sign := 1.0
	if strings.HasPrefix(word, "-") {
		sign = -1
	}
	years, months, _ := strings.Cut(strings.TrimLeft(word, "+-"), "-")
	y, err := strconv.ParseUint(years, 10, 31)
	m, other := strconv.ParseUint(months, 10, 31)
	if err != nil || other != nil || m > 11 {
		return 0, false
	}
	return sign * float64(12*y+m), true
}

// parseISOInterval reads what is behind the P of P1Y2M10DT2H30M.
func parseISOInterval(rest, text string, invalid error) (interval, error) {
	var s sum
	units, timed, found := map[byte]interval{'y': {months: 12}, 'm': {months: 1}, 'w': {days: 7}, 'd': {days: 1}}, false, false
	for rest != "" {
		if rest[0] == 't' && !timed {
			units, timed = map[byte]interval{'h': {micros: microsPerHour}, 'm': {micros: microsPerMinute}, 's': {micros: microsPerSecond}}, true
			rest = rest[1:]
			continue
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return r >= 'a' && r <= 'z' })
		if end < 1 {
			return interval{}, invalid
		}
		n, err := strconv.ParseFloat(rest[:end], 64)
		unit, known := units[rest[end]]
		if err != nil || !known {
			return interval{}, invalid
		}
		s.add(n, unit)
		rest, found = rest[end+1:], true
	}
	if !found {
		return interval{}, invalid
	}
	return s.value(text)
}

// The codes of dates and times.
const (
	invalidDatetime  sqlstate.Code = "22007"
	datetimeOverflow sqlstate.Code = "22008"
)
