package providers

import (
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
)

// MostDigits is how many digits behind the second a time has that has no precision.
const MostDigits = 6

// allFields stands above the precision in the modifier of an interval that has all fields.
const allFields = 0x7fff << 16

// PrecisionOf returns how many digits behind the second the modifier of a type says; ok is false if it says nothing of them.
func PrecisionOf(oid uint32, mod int32) (digits int, ok bool) {
	switch oid {
	case pgtype.TimestampOID, pgtype.TimestamptzOID, pgtype.TimeOID, pgtype.TimetzOID:
		return int(max(mod, 0)), mod >= 0 && mod <= MostDigits
	case pgtype.IntervalOID:
		digits = int(mod & 0xffff)
		return digits, mod >= 0 && digits <= MostDigits
	}
	return 0, false
}

// PreciseMod is the modifier of a type of times or intervals with so many digits behind the second; -1 of another type.
func PreciseMod(oid uint32, digits int) int32 {
	mod := int32(digits) //nolint:gosec // few digits
	if oid == pgtype.IntervalOID {
		mod |= allFields
	}
	if _, ok := PrecisionOf(oid, mod); !ok {
		return -1
	}
	return mod
}

// PreciseName is the name of such a type, as format_type has it.
func PreciseName(oid uint32, digits int) string {
	name := map[uint32]string{
		pgtype.TimestampOID: "timestamp() without time zone", pgtype.TimestamptzOID: "timestamp() with time zone",
		pgtype.TimeOID: "time() without time zone", pgtype.TimetzOID: "time() with time zone", pgtype.IntervalOID: "interval()",
	}[oid]
	return strings.Replace(name, "()", "("+strconv.Itoa(digits)+")", 1)
}
