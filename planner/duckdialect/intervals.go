package duckdialect

import (
	"regexp"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// intervalUnits are the units of INTERVAL '3' MONTH, by PostgreSQL's bit of each.
var intervalUnits = map[int32]string{1 << 1: "months", 1 << 2: "years", 1 << 3: "days", 1 << 10: "hours", 1 << 11: "minutes", 1 << 12: "seconds"}

// everyUnit is the mask of an interval that has a precision, and no units.
const everyUnit = 0x7FFF

var wholeNumber = regexp.MustCompile(`^\s*[+-]?\d{1,9}\s*$`)

// spellUnits writes the unit of INTERVAL '3' MONTH into the text, because DuckDB's type has none. Elsewhere a unit cuts off
// smaller ones, or says how a text is read: that is refused.
func (t *translation) spellUnits(m protoreflect.Message) {
	t.each(m, func(m any) {
		c, ok := m.(*pg_query.TypeCast)
		if !ok {
			return
		}
		_, name := split(c.TypeName.GetNames())
		if name != "interval" || len(c.TypeName.Typmods) == 0 {
			return
		}
		mask, ok := intConst(c.TypeName.Typmods[0])
		if !ok || mask == everyUnit {
			return
		}
		value, constant := stringConst(c.Arg)
		unit := intervalUnits[int32(mask)] //nolint:gosec // 16 bits
		if unit == "" || !constant || !wholeNumber.MatchString(value) {
			t.noteUnsupported(c.TypeName.Location, "an interval with units is supported only as INTERVAL '3' MONTH").WithHint("Write the units into the text: interval '1 day 2 hours'.")
			return
		}
		c.Arg, t.changed = text(value+" "+unit), true
	})
}
