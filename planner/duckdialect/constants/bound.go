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

var (
	zonedMoment    = regexp.MustCompile(`^\d{4,}-\d{1,2}-\d{1,2}(?:[ Tt]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)?\s*(?:[Zz]|[-+]\d{1,2}(?::?\d\d)?(?::?\d\d)?|[A-Za-z]{3,}|[A-Za-z]+/[A-Za-z_/+-]+)$`)
	zonelessMoment = regexp.MustCompile(`^(\d{4,}-\d{1,2}-\d{1,2})([ Tt]\d{1,2}:\d\d(?::\d\d(?:\.\d+)?)?)?$`)
)

// bindMoment is Bind for one moment.
func bindMoment(s string) (bound string, zoneless, ok bool) {
	s = strings.TrimSpace(s)
	switch word := strings.ToLower(s); {
	case word == "infinity", word == "-infinity", word == "epoch":
		return s, false, true
	case !zonelessMoment.MatchString(s) && !zonedMoment.MatchString(s):
		if spelled, short, read := Worded(s); read && !short {
			s = spelled
		} else if spelled, read := Day(s); read {
			s = spelled
		}
	}
	if m := zonelessMoment.FindStringSubmatch(s); m != nil {
		if m[2] == "" {
			m[2] = " 00:00:00"
		}
		return m[1] + m[2] + "+00", true, true
	}
	return s, false, zonedMoment.MatchString(s) && !strings.HasSuffix(strings.ToLower(s), " bc")
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
