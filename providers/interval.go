package providers

import (
	"regexp"
	"strings"
)

// The fields of an interval's type, as the bits that PostgreSQL has for them in the modifier (INTERVAL_MASK, utils/timestamp.h).
const (
	MonthField  = 1 << 1
	YearField   = 1 << 2
	DayField    = 1 << 3
	HourField   = 1 << 10
	MinuteField = 1 << 11
	SecondField = 1 << 12
	// AllFields are those of an interval whose type names none.
	AllFields = 0x7fff
	// fullPrecision is the precision of a modifier that has fields alone.
	fullPrecision = 0xffff
)

// IntervalFields are the fields that a type can have, by their bits.
var IntervalFields = map[int]string{
	YearField: "year", MonthField: "month", DayField: "day", HourField: "hour", MinuteField: "minute", SecondField: "second",
	YearField | MonthField: "year to month", DayField | HourField: "day to hour", DayField | HourField | MinuteField: "day to minute",
	DayField | HourField | MinuteField | SecondField: "day to second", HourField | MinuteField: "hour to minute",
	HourField | MinuteField | SecondField: "hour to second", MinuteField | SecondField: "minute to second",
}

// IntervalDigits is what PrecisionOf returns of an interval with such fields, and so many digits behind the second; -1: as many as there are.
func IntervalDigits(fields, digits int) int {
	if fields == AllFields || fields == 0 {
		return digits
	}
	return fields<<16 | digits&fullPrecision
}

// FieldsOf returns the fields of an interval of such a precision; 0: all.
func FieldsOf(digits int) int { return digits >> 16 }

// lowestField is the last unit of an interval's fields.
func lowestField(fields int) string {
	for _, bit := range []int{SecondField, MinuteField, HourField, DayField, MonthField, YearField} {
		if fields&bit != 0 {
			return IntervalFields[bit]
		}
	}
	return "second"
}

// shortensInterval reports whether an interval of such a precision is cut or rounded.
func shortensInterval(digits int) bool {
	fields := FieldsOf(digits)
	return fields != 0 && fields&SecondField == 0 || digits&fullPrecision < MostDigits
}

// intervalName is the name of an interval of such a precision, as format_type has it.
func intervalName(digits int, precision string) string {
	name := "interval"
	if fields := FieldsOf(digits); fields != 0 {
		name += " " + IntervalFields[fields]
	}
	if digits&fullPrecision > MostDigits {
		return name
	}
	return name + "(" + precision + ")"
}

var (
	bareNumber = regexp.MustCompile(`^[-+]?(?:\d+\.?\d*|\.\d+)$`)
	twoParts   = regexp.MustCompile(`^([-+]?)(\d+:\d+(?:\.\d*)?)$`)
)

// SpellInterval writes the text of an interval of some fields so that it means the same without them: a number without a unit is of the last
// field, and of minutes and seconds there are no hours before (DecodeInterval, utils/adt/datetime.c).
func SpellInterval(fields int, text string) string {
	words := strings.Fields(text)
	last := len(words) - 1
	if fields == 0 || fields == AllFields || last < 0 {
		return text
	}
	if bareNumber.MatchString(words[last]) {
		if last > 0 && lowestField(fields) == "hour" && bareNumber.MatchString(words[last-1]) {
			words[last-1] += " days"
		}
		words[last] += " " + lowestField(fields)
	}
	if fields == MinuteField|SecondField {
		for i := range words {
			words[i] = twoParts.ReplaceAllString(words[i], "${1}00:$2")
		}
	}
	return strings.Join(words, " ")
}
