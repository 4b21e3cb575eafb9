package duckdb

import (
	"math"
	"strconv"
	"strings"
)

// intervalUnits are the units of PostgreSQL's text form: months, or days.
var intervalUnits = map[string]struct{ months, days int64 }{
	"year": {months: 12}, "years": {months: 12}, "mon": {months: 1}, "mons": {months: 1}, "month": {months: 1}, "months": {months: 1},
	"day": {days: 1}, "days": {days: 1},
}

// writeInterval reads PostgreSQL's form: 1 year 2 mons -3 days +04:05:06.7.
func writeInterval(_ *streamColumn, f *filled, r int, text []byte) bool {
	words := strings.Fields(string(text))
	var months, days int64
	var micros int64
	for len(words) > 0 {
		if strings.Contains(words[0], ":") {
			var ok bool
			if micros, ok = intervalClock(words[0]); !ok || len(words) > 1 {
				return false
			}
			words = nil
			continue
		}
		if len(words) < 2 {
			return false
		}
		n, err := strconv.ParseInt(words[0], 10, 33)
		unit, known := intervalUnits[words[1]]
		if err != nil || !known {
			return false
		}
		months, days, words = months+n*unit.months, days+n*unit.days, words[2:]
	}
	if len(text) == 0 || months != int64(int32(months)) || days != int64(int32(days)) { //nolint:gosec // that is compared
		return false
	}
	set(f, r, interval{int32(months), int32(days), micros}) //nolint:gosec // compared above
	return true
}

// mostHours are as many as fit into microseconds.
const mostHours = math.MaxInt64/microsPerHour - 1

// intervalClock reads -04:05:06.7, as microseconds.
func intervalClock(word string) (micros int64, ok bool) {
	digits := strings.TrimLeft(word, "+-")
	parts := strings.Split(digits, ":")
	if len(word)-len(digits) > 1 || len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	parts = append(parts, "0")[:3]
	whole, fraction, _ := strings.Cut(parts[2], ".")
	if len(fraction) > 6 {
		return 0, false
	}
	for i, part := range []string{parts[0], parts[1], whole, (fraction + "000000")[:6]} {
		n, err := strconv.ParseUint(part, 10, 40)
		if err != nil || i > 0 && i < 3 && n > 59 || i == 0 && n > mostHours {
			return 0, false
		}
		micros = micros*[]int64{1, 60, 60, 1e6}[i] + int64(n) //nolint:gosec // of few digits
	}
	if word[0] == '-' {
		micros = -micros
	}
	return micros, true
}
