package constants

import (
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/timeofday"
)

// PostgreSQL reads a quoted constant when it analyses the statement, so that one that its type cannot read fails where
// no row is read, too. Misread finds those of which that is sure; others are left to the source.

// Fault is PostgreSQL's error for a constant that its type cannot read.
type Fault struct{ Code, Message, Hint, Detail string }

const (
	badText     = "22P02" // invalid_text_representation
	badMoment   = "22007" // invalid_datetime_format
	farMoment   = "22008" // datetime_field_overflow
	outOfRange  = "22003" // numeric_value_out_of_range
	arraySuffix = "[]"
)

// readNames are the types that Misread knows, as PostgreSQL's messages have them.
var readNames = map[string]string{
	"int2": "smallint", "int4": "integer", "int8": "bigint", "numeric": "numeric", "float4": "real", "float8": "double precision", "bool": "boolean",
	"uuid": "uuid", "json": "json", "jsonb": "json", "date": "date", "timestamp": "timestamp", "timestamptz": "timestamp with time zone",
	"time": "time", "timetz": "time with time zone", "interval": "interval",
}

var (
	wholeNumber  = regexp.MustCompile(`^[-+]?\d+$`)
	realNumber   = regexp.MustCompile(`^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$`)
	namedNumber  = regexp.MustCompile(`(?i)^(?:nan|[-+]?inf(?:inity)?)$`)
	hexNumber    = regexp.MustCompile(`(?i)^[-+]?0x|^nan\(`)
	uuidText     = regexp.MustCompile(`(?i)^(?:[0-9a-f]{4}-?){7}[0-9a-f]{4}$`)
	calendarText = regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$`)
	momentWord   = regexp.MustCompile(`(?i)\b(?:epoch|infinity|now|today|tomorrow|yesterday|allballs)\b|\d`)
	fewDigits    = regexp.MustCompile(`^\s*\d{1,5}\s*$`)
	twoEras      = regexp.MustCompile(`(?i)\b(?:BC|AD)\s+(?:BC|AD)\s*$`) // of which DuckDB ignores both
)

// widths are the sizes of integers in bits.
var widths = map[string]int{"int2": 16, "int4": 32, "int8": 64}

// Misread returns the error of a constant of a type, named as in pg_type with [] behind that of an array. It is not ok
// where the type may read the constant.
func Misread(kind, s string) (f Fault, ok bool) {
	if element, isArray := strings.CutSuffix(kind, arraySuffix); isArray {
		return misreadArray(element, s)
	}
	name := readNames[kind]
	if name == "" {
		return misreadOther(kind, s)
	}
	trimmed := strings.Trim(s, parse.Blanks)
	code := badText
	switch kind {
	case "int2", "int4", "int8":
		if wholeNumber.MatchString(trimmed) {
			_, err := strconv.ParseInt(trimmed, 10, widths[kind])
			return Fault{outOfRange, "value " + quoted(s) + " is out of range for type " + name, "", ""}, err != nil
		}
	case "numeric":
		ok = realNumber.MatchString(trimmed) || namedNumber.MatchString(trimmed)
	case "float4", "float8": // C reads hexadecimal digits, too
		bits := map[string]int{"float4": 32, "float8": 64}[kind]
		if _, err := strconv.ParseFloat(trimmed, bits); errors.Is(err, strconv.ErrRange) && realNumber.MatchString(trimmed) {
			return Fault{outOfRange, quoted(s) + " is out of range for type " + name, "", ""}, true
		}
		ok = realNumber.MatchString(trimmed) || namedNumber.MatchString(trimmed) || hexNumber.MatchString(trimmed)
	case "bool":
		ok = isTruth(strings.ToLower(trimmed))
	case "uuid":
		inner, braced := strings.CutPrefix(s, "{")
		if braced {
			inner, braced = strings.CutSuffix(inner, "}")
			ok = braced && uuidText.MatchString(inner)
		} else {
			ok = uuidText.MatchString(s)
		}
	case "json", "jsonb":
		return Fault{badText, "invalid input syntax for type json", "", jsonDetail(s)}, !json.Valid([]byte(s)) && !strings.ContainsAny(s, "\v\f")
	case "interval":
		code, ok = badMoment, strings.ContainsAny(s, "0123456789") && knowsUnits(strings.ToLower(trimmed))
	case "time", "timetz":
		return misreadTime(name, s)
	default:
		if f, far := farMomentOf(kind, s, trimmed); far {
			return f, true
		}
		code, ok = badMoment, mayBeMoment(s)
	}
	return Fault{code, "invalid input syntax for type " + name + ": " + quoted(s), "", ""}, !ok
}

// mayBeMoment reports whether a text has a number or a word that a date or a timestamp needs, and no second era. A number alone is none
// unless it has the digits of a year, a month and a day.
func mayBeMoment(s string) bool {
	return momentWord.MatchString(s) && !twoEras.MatchString(s) && !fewDigits.MatchString(s)
}

// misreadTime is Misread for times of day.
func misreadTime(name, s string) (f Fault, ok bool) {
	t, err := timeofday.Parse(name, s)
	switch {
	case strings.EqualFold(strings.Trim(s, parse.Blanks), "now"):
		return f, false
	case err != nil:
		return Fault{err.Code, err.Message, "", ""}, true
	}
	return Fault{badMoment, "invalid input syntax for type " + name + ": " + quoted(s), "", ""}, !knowsZone(t.Zone, s)
}

// quoted is a text as PostgreSQL's messages have it.
func quoted(s string) string { return `"` + s + `"` }

// misreadOther is Misread for the types without a name in messages.
func misreadOther(kind, s string) (f Fault, ok bool) {
	for _, misread := range []func(kind, s string) (Fault, bool){misreadObject, misreadFormal, misreadRange} {
		if f, ok = misread(kind, s); ok {
			break
		}
	}
	return f, ok
}

// isTruth reports whether a word is one of booleans, or begins one alone.
func isTruth(word string) bool {
	switch word {
	case "", "o":
		return false
	case "1", "0":
		return true
	}
	for _, whole := range []string{"true", "false", "yes", "no", "on", "off"} {
		if strings.HasPrefix(whole, word) {
			return true
		}
	}
	return false
}

// lateHalf matches a moment with an hour after 12 before AM or PM.
var lateHalf = regexp.MustCompile(`(?i)[ t](?:1[3-9]|2\d):\d\d(?::\d\d(?:\.\d*)?)?\s*[ap]m$`)

// beyondCalendar finds a date in ISO 8601 that no calendar has.
func beyondCalendar(s, trimmed string) (f Fault, ok bool) {
	if lateHalf.MatchString(trimmed) {
		return Fault{farMoment, "date/time field value out of range: " + quoted(s), "", ""}, true
	}
	m := calendarText.FindStringSubmatch(trimmed)
	if m == nil {
		return beyondWords(s)
	}
	year, _ := strconv.Atoi(m[1])
	month, _ := strconv.Atoi(m[2])
	day, _ := strconv.Atoi(m[3])
	f = Fault{farMoment, "date/time field value out of range: " + quoted(s), "", ""}
	switch {
	case month < 1 || month > 12 || day < 1 || day > 31:
		f.Hint = `Perhaps you need a different "datestyle" setting.`
		return f, true
	case year == 0:
		return f, true
	}
	return f, time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC).Day() != day
}

// beyondWords finds a date in words that no calendar has.
func beyondWords(s string) (f Fault, ok bool) {
	_, fault, read := readWords(s)
	if !read || fault == "" {
		return f, false
	}
	f = Fault{farMoment, "date/time field value out of range: " + quoted(s), "", ""}
	if fault == hinted {
		f.Hint = `Perhaps you need a different "datestyle" setting.`
	}
	return f, true
}

// misreadArray finds what no array is, and elements that their type cannot read.
func misreadArray(element, s string) (f Fault, ok bool) {
	if f, ok := CheckArray(s); ok {
		return f, true
	}
	items, _ := ArrayItems(strings.Trim(s, parse.Blanks)) // none with bounds
	for _, item := range items {
		if c := item.GetAConst().GetSval(); c != nil {
			if f, ok := Misread(element, c.Sval); ok {
				return f, true
			}
		}
	}
	return f, false
}

// misreadRange finds what no range is.
func misreadRange(kind, s string) (f Fault, ok bool) {
	switch kind {
	case "int4range", "int8range", "numrange", "tsrange", "tstzrange", "daterange":
	default:
		return f, false
	}
	detail := rangeDetail(s)
	return Fault{badText, "malformed range literal: " + quoted(s), "", detail}, detail != ""
}
