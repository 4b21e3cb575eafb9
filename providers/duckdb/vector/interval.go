package vector

import (
	"math"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Blanks are what PostgreSQL skips around a value.
const Blanks = " \t\n\r\v\f"

// intervalUnits are the units of an interval: months, days and microseconds of one.
var intervalUnits = map[string]Interval{
	"microsecond": {Micros: 1}, "us": {Micros: 1}, "usec": {Micros: 1}, "usecond": {Micros: 1},
	"millisecond": {Micros: 1000}, "ms": {Micros: 1000}, "msec": {Micros: 1000}, "msecond": {Micros: 1000},
	"second": {Micros: MicrosPerSecond}, "s": {Micros: MicrosPerSecond}, "sec": {Micros: MicrosPerSecond},
	"minute": {Micros: MicrosPerMinute}, "m": {Micros: MicrosPerMinute}, "min": {Micros: MicrosPerMinute},
	"hour": {Micros: MicrosPerHour}, "h": {Micros: MicrosPerHour}, "hr": {Micros: MicrosPerHour},
	"day": {Days: 1}, "d": {Days: 1}, "week": {Days: 7}, "w": {Days: 7},
	"month": {Months: 1}, "mon": {Months: 1}, "year": {Months: 12}, "y": {Months: 12}, "yr": {Months: 12},
	"decade": {Months: 120}, "dec": {Months: 120}, "century": {Months: 1200}, "centurie": {Months: 1200}, "cent": {Months: 1200}, "c": {Months: 1200},
	"millennium": {Months: 12000}, "millennia": {Months: 12000}, "mil": {Months: 12000},
}

// fieldOf names the units by their lengths.
var fieldOf = map[Interval]string{
	{Micros: 1}: "microsecond", {Micros: 1000}: "millisecond", {Micros: MicrosPerSecond}: "second", {Micros: MicrosPerMinute}: "minute",
	{Micros: MicrosPerHour}: "hour", {Days: 1}: "day", {Days: 7}: "week", {Months: 1}: "month", {Months: 12}: "year", {Months: 120}: "decade",
	{Months: 1200}: "century", {Months: 12000}: "millennium",
}

// note notes fields, and reports whether none of them was noted before.
func note(given map[string]bool, fields ...string) bool {
	for _, f := range fields {
		if given[f] {
			return false
		}
		given[f] = true
	}
	return true
}

// sum adds up an interval, with fractions of units carried down as Postgres does. A time is exact, in microseconds.
type sum struct {
	months, days, micros float64
	time                 int64
}

// add adds n units. A fraction of a month is carried to days of 30 in a month, a fraction of a day to
// the time.
func (s *sum) add(n float64, unit Interval) {
	switch {
	case unit.Months > 0:
		months := n * float64(unit.Months)
		whole := math.Trunc(months)
		s.months += whole
		if unit.Months == 1 {
			s.add((months-whole)*30, Interval{Days: 1})
		} else {
			s.months += math.RoundToEven(months - whole)
		}
	case unit.Days > 0:
		days := n * float64(unit.Days)
		whole := math.Trunc(days)
		s.days += whole
		s.micros += math.RoundToEven((days - whole) * MicrosPerDay)
	default:
		s.micros += math.RoundToEven(n * float64(unit.Micros))
	}
}

func (s *sum) value(text string) (Interval, error) {
	if s.months > math.MaxInt32 || s.months < math.MinInt32 || s.days > math.MaxInt32 || s.days < math.MinInt32 || math.Abs(s.micros)+math.Abs(float64(s.time)) >= math.MaxInt64 {
		return Interval{}, sqlstate.New("22015", `interval field value out of range: "%s"`, text)
	}
	return Interval{int32(s.months), int32(s.days), int64(s.micros) + s.time}, nil
}

// ParseInterval reads an interval: numbers with units, a time, years-months, or ISO 8601.
func ParseInterval(text string) (Interval, error) {
	invalid := sqlstate.New(InvalidDatetime, `invalid input syntax for type interval: "%s"`, text)
	trimmed := strings.ToLower(strings.Trim(text, Blanks))
	if strings.HasPrefix(trimmed, "p") {
		return parseISOInterval(trimmed[1:], text, invalid)
	}
	words := splitInterval(strings.TrimPrefix(trimmed, "@"))
	var s sum
	given := map[string]bool{} // the fields, each of which stands once
	ago := len(words) > 0 && words[len(words)-1] == "ago"
	if ago {
		words = words[:len(words)-1]
	}
	if len(words) == 0 || ago && isNumber(words[len(words)-1]) {
		return Interval{}, invalid
	}
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case strings.Contains(word, ":"):
			micros, ok := readClock(word)
			if !ok || !note(given, "hour", "minute", "second", "millisecond", "microsecond") {
				return Interval{}, invalid
			}
			s.time += micros
		case strings.Contains(strings.TrimLeft(word, "+-"), "-"):
			months, ok := readYearMonth(word)
			if !ok || !note(given, "month") {
				return Interval{}, invalid
			}
			s.months += months
		default:
			used, ok := s.addNumber(words[i:], given)
			if !ok {
				return Interval{}, invalid
			}
			i += used
		}
	}
	if ago {
		s = sum{-s.months, -s.days, -s.micros, -s.time}
	}
	return s.value(text)
}

// isNumber reports whether a word of an interval has no unit, and is no time and no years and months.
func isNumber(word string) bool {
	return strings.Trim(strings.TrimLeft(word, "+-"), ".0123456789") == ""
}

// addNumber adds the number that is the first word, in the unit that is the next one. It tells how many other words it has used.
func (s *sum) addNumber(words []string, given map[string]bool) (used int, ok bool) {
	if strings.Trim(words[0], "+-.0123456789") != "" { // Go reads nan, inf and 1_000, too
		return 0, false
	}
	n, err := strconv.ParseFloat(words[0], 64)
	if err != nil {
		return 0, false
	}
	unit, field := Interval{Micros: MicrosPerSecond}, "second"
	switch {
	case len(words) > 1 && strings.Contains(words[1], ":"):
		unit, field = Interval{Days: 1}, "day"
	case len(words) > 1:
		known, ok := intervalUnits[words[1]]
		if !ok {
			known, ok = intervalUnits[strings.TrimSuffix(words[1], "s")]
		}
		if !ok {
			return 0, false
		}
		unit, field, used = known, fieldOf[known], 1
	}
	fields := []string{field}
	if field == "second" && n != math.Trunc(n) {
		fields = append(fields, "millisecond", "microsecond")
	}
	s.add(n, unit)
	return used, note(given, fields...)
}

// splitInterval splits at blanks, and between a number and its unit.
func splitInterval(text string) []string {
	var words []string
	sign := ""
	for _, word := range strings.Fields(text) {
		if word == "-" || word == "+" { // the sign of the number behind it
			sign = word
			continue
		}
		word, sign = sign+word, ""
		end := strings.IndexFunc(word, func(r rune) bool { return r >= 'a' && r <= 'z' })
		if end > 0 && !strings.ContainsAny(word, ":") {
			words = append(words, word[:end], word[end:])
		} else {
			words = append(words, word)
		}
	}
	if sign != "" {
		words = append(words, sign) // which nothing can read
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
	for i, unit := range []int64{MicrosPerHour, MicrosPerMinute, MicrosPerSecond}[:len(parts)] {
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
	micros += int64(math.RoundToEven(rest * MicrosPerSecond))
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
func parseISOInterval(rest, text string, invalid error) (Interval, error) {
	var s sum
	units, timed, found := map[byte]Interval{'y': {Months: 12}, 'm': {Months: 1}, 'w': {Days: 7}, 'd': {Days: 1}}, false, false
	for rest != "" {
		if rest[0] == 't' && !timed {
			units, timed = map[byte]Interval{'h': {Micros: MicrosPerHour}, 'm': {Micros: MicrosPerMinute}, 's': {Micros: MicrosPerSecond}}, true
			rest = rest[1:]
			continue
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return r >= 'a' && r <= 'z' })
		if end < 1 {
			return Interval{}, invalid
		}
		n, err := strconv.ParseFloat(rest[:end], 64)
		unit, known := units[rest[end]]
		if err != nil || !known {
			return Interval{}, invalid
		}
		s.add(n, unit)
		rest, found = rest[end+1:], true
	}
	if !found {
		return Interval{}, invalid
	}
	return s.value(text)
}

// The codes of dates and times.
const (
	InvalidDatetime  sqlstate.Code = "22007"
	DatetimeOverflow sqlstate.Code = "22008"
)
