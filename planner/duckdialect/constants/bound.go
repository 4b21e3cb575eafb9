package constants

import (
	"regexp"
	"strings"
)

// Bind writes what a constant of a type with a time zone means once for all sessions. zoneless: the text does not tell its zone, and is
// written as one of UTC. It is not ok for what nobody reads here. Arrays and ranges are texts of several moments.
func Bind(s, kind string) (bound string, zoneless, ok bool) {
	if kind == "timestamptz" {
		return bindMoment(s)
	}
	ok = true
	bound = momentElement.ReplaceAllStringFunc(s, func(element string) string {
		inner := strings.Trim(element, `"`)
		if strings.TrimSpace(inner) == "" || element == "empty" || strings.EqualFold(element, "null") {
			return element
		}
		one, without, known := bindMoment(inner)
		zoneless, ok = zoneless || without, ok && known
		return `"` + one + `"`
	})
	return bound, zoneless, ok && !strings.Contains(s, `\`)
}

// momentElement matches an element of an array, and a bound of a range.
var momentElement = regexp.MustCompile(`"[^"]*"|[^{}\[\]()",]+`)

// writtenMoment matches a day, its era where DuckDB has it, a time with and without its seconds, a zone, and the era where PostgreSQL has it.
var writtenMoment = regexp.MustCompile(`^(\d{4,}-\d{1,2}-\d{1,2})( \(BC\))?(?:[ Tt](\d{1,2}:\d\d)(:\d\d(?:\.\d+)?)?)?` +
	`(\s*(?:[Zz]|[-+]\d{1,2}(?::?\d\d)?(?::?\d\d)?|[A-Za-z]{3,}|[A-Za-z]+/[A-Za-z_/+-]+))?(\s+[Bb][Cc])?$`)

// bindMoment is Bind for one moment.
func bindMoment(s string) (bound string, zoneless, ok bool) {
	s = strings.TrimSpace(s)
	switch word := strings.ToLower(s); {
	case word == "infinity", word == "-infinity", word == "epoch":
		return s, false, true
	case !writtenMoment.MatchString(s):
		if spelled, short, read := Worded(s); read && !short {
			s = spelled
		} else if spelled, read := Day(s); read {
			s = spelled
		}
	}
	m := writtenMoment.FindStringSubmatch(s)
	if m == nil || m[2] != "" && m[6] != "" {
		return s, false, false
	}
	day, at, seconds, zone, era := m[1]+m[2], m[3], m[4], m[5], m[6]
	if offset := strings.TrimSpace(zone); strings.HasPrefix(offset, "+") || strings.HasPrefix(offset, "-") {
		zone = offset // DuckDB reads none behind a blank
	}
	if at != "" && seconds == "" {
		seconds = ":00" // without which DuckDB reads no far years
	}
	switch {
	case zone == "" && at == "":
		return day + " 00:00:00+00" + era, true, true
	case zone == "":
		return day + " " + at + seconds + "+00" + era, true, true
	case at == "":
		return s, false, true
	}
	return day + " " + at + seconds + zone + era, false, true
}

// IsMoving reports whether the constant of a date or a time means another day, or moment, whenever it is read.
func IsMoving(s string) bool {
	for _, word := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return strings.ContainsRune(" {}[]()\",", r) }) {
		if word == "now" || word == "today" || word == "tomorrow" || word == "yesterday" {
			return true
		}
	}
	return false
}
