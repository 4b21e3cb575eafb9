package providers

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// MostDigits is how many digits behind the second a time has that has no precision.
const MostDigits = 6

// WidestDecimal is how many digits the widest decimals of the embedded engine have.
const WidestDecimal = 38

// UnscaledWidth is the width of the embedded engine's decimals that stand for computed numerics in a relation.
const UnscaledWidth = 37

// numericHeader is the part of the modifier of a numeric that says nothing of digits.
const numericHeader = 4

// KeepsDigits reports whether the embedded engine keeps the digits of a column numeric(width, scale) beside it: its decimal has others,
// or stands for a numeric without a precision, too.
func KeepsDigits(width, scale int64) bool {
	return width > WidestDecimal || width == UnscaledWidth || width == WidestDecimal && IsUnscaled(int(scale))
}

// The scales of the embedded engine's decimals of WidestDecimal digits that stand for numerics without a precision.
const (
	PlainScale    = 9  // of a column
	LooseScale    = 15 // of a cast
	QuotientScale = 20 // of a quotient
)

// IsUnscaled reports whether a scale is one of these.
func IsUnscaled(scale int) bool {
	return scale == PlainScale || scale == LooseScale || scale == QuotientScale
}

// RoundsFirst reports whether the embedded engine has to round to a numeric(width, scale) before it makes one. Where a value becomes a
// decimal that may stand for a numeric without a precision, and where such a decimal becomes another one of as many digits, the engine
// refuses to lose digits: DuckDB casts so without being asked.
func RoundsFirst(width, scale int64) bool { return width >= UnscaledWidth && scale <= QuotientScale }

// timeArrays are the types of the elements of arrays of times and intervals, which have the modifier of their elements.
var timeArrays = map[uint32]uint32{
	pgtype.TimestampArrayOID: pgtype.TimestampOID, pgtype.TimestamptzArrayOID: pgtype.TimestamptzOID, pgtype.TimeArrayOID: pgtype.TimeOID,
	pgtype.TimetzArrayOID: pgtype.TimetzOID, pgtype.IntervalArrayOID: pgtype.IntervalOID,
}

// ElementOfTimes returns the type of the elements of an array of times or intervals; ok is false for another type, which it returns.
func ElementOfTimes(oid uint32) (element uint32, ok bool) {
	if element, ok = timeArrays[oid]; !ok {
		element = oid
	}
	return element, ok
}

// ArrayOfTimes returns the type of arrays of a type of times or intervals.
func ArrayOfTimes(element uint32) (array uint32, ok bool) {
	for array, of := range timeArrays {
		if of == element {
			return array, true
		}
	}
	return 0, false
}

// PrecisionOf returns what the modifier of a type says that the embedded engine's type does not: how many digits there are behind the
// second, for an interval with fields these above that, or for a numeric that it holds in a decimal of other digits, the digits and the scale
// in one number. ok is false if it says nothing of them.
func PrecisionOf(oid uint32, mod int32) (digits int, ok bool) {
	switch oid, _ = ElementOfTimes(oid); oid {
	case pgtype.TimestampOID, pgtype.TimestamptzOID, pgtype.TimeOID, pgtype.TimetzOID:
		return int(max(mod, 0)), mod >= 0 && mod <= MostDigits
	case pgtype.IntervalOID:
		digits = int(mod & fullPrecision)
		fields := int(max(mod, 0) >> 16)
		if fields == AllFields {
			return digits, digits <= MostDigits
		}
		return IntervalDigits(fields, digits), mod >= 0 && IntervalFields[fields] != "" && (digits <= MostDigits || digits == fullPrecision)
	case pgtype.NumericOID:
		digits = int(max(mod, numericHeader)) - numericHeader
		width, scale := DecimalDigits(digits)
		return digits, KeepsDigits(int64(width), int64(scale))
	}
	return 0, false
}

// Shortens reports whether a time or an interval of such a precision has less than all of a value: digits behind the second, or whole fields.
func Shortens(oid uint32, digits int) bool {
	if oid, _ = ElementOfTimes(oid); oid == pgtype.IntervalOID {
		return shortensInterval(digits)
	}
	return digits < MostDigits
}

// DecimalDigits takes such a number of a numeric apart: the digits, and how many of them are behind the point.
func DecimalDigits(digits int) (width, scale int) { return digits >> 16, digits & 0xffff }

// NumericMod is the modifier of a numeric(width, scale).
func NumericMod(width, scale int) int32 {
	return int32(width<<16|scale) + numericHeader //nolint:gosec // few digits
}

// PreciseMod is the modifier of a type of such a precision; -1 of another type.
func PreciseMod(oid uint32, digits int) int32 {
	mod := int32(digits) //nolint:gosec // few digits
	switch oid, _ = ElementOfTimes(oid); oid {
	case pgtype.IntervalOID:
		if FieldsOf(digits) == 0 {
			mod |= AllFields << 16
		}
	case pgtype.NumericOID:
		mod += numericHeader
	}
	if _, ok := PrecisionOf(oid, mod); !ok {
		return -1
	}
	return mod
}

// PreciseName is the name of such a type, as format_type has it.
func PreciseName(oid uint32, digits int) string {
	if element, isArray := ElementOfTimes(oid); isArray {
		return PreciseName(element, digits) + "[]"
	}
	if oid == pgtype.NumericOID {
		width, scale := DecimalDigits(digits)
		return "numeric(" + strconv.Itoa(width) + "," + strconv.Itoa(scale) + ")"
	}
	if oid == pgtype.IntervalOID {
		return intervalName(digits, strconv.Itoa(digits&fullPrecision))
	}
	name := map[uint32]string{
		pgtype.TimestampOID: "timestamp() without time zone", pgtype.TimestamptzOID: "timestamp() with time zone",
		pgtype.TimeOID: "time() without time zone", pgtype.TimetzOID: "time() with time zone",
	}[oid]
	return strings.Replace(name, "()", "("+strconv.Itoa(digits)+")", 1)
}

// ShownMod is the modifier that clients are told.
func (c TypedColumn) ShownMod() int32 {
	if c.Whole {
		return -1
	}
	return c.TypeMod
}
