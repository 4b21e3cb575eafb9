package functions

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// systemFunctions cast to the types of PostgreSQL's own catalogs and logs: names, object identifiers, places of rows.
var systemFunctions = []scalar{
	{name: "pg__name", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		c.setText(cutName(c.str(0)))
		return nil
	}},
	{name: "pg__oid", takes: []string{"VARCHAR"}, returns: "BIGINT", call: func(c *calling) error {
		oid, err := parseOID(c.str(0))
		vector.Set(&c.out, c.row, int64(oid))
		return err
	}},
	{name: "pg__oid", takes: []string{"INTEGER"}, returns: "BIGINT", call: func(c *calling) error {
		vector.Set(&c.out, c.row, int64(uint32(c.int4(0)))) //nolint:gosec // its bits
		return nil
	}},
	{name: "pg__oid", takes: []string{"BIGINT"}, returns: "BIGINT", call: func(c *calling) error {
		if c.int8(0) < 0 || c.int8(0) > math.MaxUint32 {
			return errOutOfRange("OID")
		}
		vector.Set(&c.out, c.row, c.int8(0))
		return nil
	}},
}

// longestName is how many bytes a name has at most.
const longestName = 63

// cutName cuts a text to the length of a name, at the end of a character.
func cutName(s string) string {
	if len(s) <= longestName {
		return s
	}
	end := 0
	for i := range s {
		if i > longestName {
			break
		}
		end = i
	}
	return s[:end]
}

// parseOID reads an object identifier, which may be written as a negative integer.
func parseOID(text string) (uint32, error) {
	trimmed := strings.Trim(text, vector.Blanks)
	n, err := strconv.ParseInt(trimmed, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange), err == nil && (n > math.MaxUint32 || n < math.MinInt32):
		return 0, failure(sqlstate.NumericOutOfRange, `value "%s" is out of range for type oid`, text)
	case err != nil:
		return 0, inputs.InvalidText("oid", text)
	}
	return uint32(n), nil //nolint:gosec // its bits
}

// systemCasts read texts of such types as PostgreSQL does.
func systemCasts() []conversion {
	spelled := func(alias, kind string, spell func(text string) (string, bool)) conversion {
		return conversion{from: "VARCHAR", to: alias, call: func(c *calling) error {
			text, ok := spell(c.str(0))
			if !ok {
				return inputs.InvalidText(kind, c.str(0))
			}
			c.setText(text)
			return nil
		}}
	}
	return []conversion{
		spelled("PG_PG_LSN", "pg_lsn", spellLogPlace), spelled("PG_TID", "tid", spellRowPlace), spelled("PG_PG_SNAPSHOT", "pg_snapshot", spellSnapshot),
	}
}

// spellLogPlace reads 16/B374D848, and writes it with capitals and without zeros before the numbers.
func spellLogPlace(text string) (string, bool) {
	high, low, found := strings.Cut(text, "/")
	upper, err := strconv.ParseUint(high, 16, 32)
	lower, other := strconv.ParseUint(low, 16, 32)
	const digits = 8
	if !found || errors.Join(err, other) != nil || len(high) > digits || len(low) > digits {
		return "", false
	}
	return strings.ToUpper(strconv.FormatUint(upper, 16) + "/" + strconv.FormatUint(lower, 16)), true
}

// spellRowPlace reads (block,row).
func spellRowPlace(text string) (string, bool) {
	inner, opened := strings.CutPrefix(strings.Trim(text, vector.Blanks), "(")
	inner, closed := strings.CutSuffix(inner, ")")
	first, second, found := strings.Cut(inner, ",")
	block, err := strconv.ParseInt(strings.TrimLeft(first, vector.Blanks), 10, 64)
	row, other := strconv.ParseUint(strings.TrimLeft(second, vector.Blanks), 10, 16)
	if !opened || !closed || !found || errors.Join(err, other) != nil || block > math.MaxUint32 || block < math.MinInt32 {
		return "", false
	}
	return "(" + strconv.FormatUint(uint64(uint32(block)), 10) + "," + strconv.FormatUint(row, 10) + ")", true //nolint:gosec // its bits
}

// spellSnapshot reads xmin:xmax:xip,…, whose transactions are in order. One that stands twice is written once.
func spellSnapshot(text string) (string, bool) {
	parts := strings.Split(text, ":")
	if len(parts) != 3 {
		return "", false
	}
	number := func(s string) (uint64, bool) {
		n, err := strconv.ParseUint(s, 10, 64)
		return n, err == nil && n > 0 && n <= math.MaxInt64
	}
	first, ok := number(parts[0])
	next, also := number(parts[1])
	if !ok || !also || next < first {
		return "", false
	}
	var running []string
	for last := uint64(0); parts[2] != ""; {
		one, rest, _ := strings.Cut(parts[2], ",")
		n, ok := number(one)
		if !ok || n < first || n >= next || n < last {
			return "", false
		}
		if n != last {
			running = append(running, one)
		}
		last, parts[2] = n, rest
	}
	return parts[0] + ":" + parts[1] + ":" + strings.Join(running, ","), true
}

// floatCasts make integers of floating-point numbers, rounded to even, and single precision of double.
func floatCasts() []conversion {
	var all []conversion
	for _, from := range []string{"FLOAT", "DOUBLE"} {
		value := func(c *calling) float64 {
			if from == "FLOAT" {
				return float64(vector.At[float32](&c.args[0], c.row))
			}
			return c.float(0)
		}
		all = append(all, conversion{from: from, to: "SMALLINT", call: func(c *calling) error { return setWhole[int16](c, value(c), 15, "smallint") }},
			conversion{from: from, to: "INTEGER", call: func(c *calling) error { return setWhole[int32](c, value(c), 31, "integer") }},
			conversion{from: from, to: "BIGINT", call: func(c *calling) error { return setWhole[int64](c, value(c), 63, "bigint") }})
	}
	all = append(all, decimalCasts()...)
	return append(all, conversion{from: "DOUBLE", to: "FLOAT", call: func(c *calling) error {
		wide := c.float(0)
		single := float32(wide)
		switch {
		case math.IsInf(float64(single), 0) && !math.IsInf(wide, 0):
			return failure(sqlstate.NumericOutOfRange, "value out of range: overflow")
		case single == 0 && wide != 0:
			return failure(sqlstate.NumericOutOfRange, "value out of range: underflow")
		}
		vector.Set(&c.out, c.row, single)
		return nil
	}})
}

// decimalCasts make the nearest floating-point number of a numeric of many digits, as PostgreSQL does. DuckDB's own casts divide a
// number that has lost digits before. They cost what DuckDB's own cost.
func decimalCasts() []conversion {
	const toDouble, toFloat = 104, 110
	var all []conversion
	for _, from := range losslessTypes {
		unit := power10(from.scale)
		value := func(c *calling) *big.Rat { return new(big.Rat).SetFrac(c.huge(0), unit) }
		all = append(all,
			conversion{from: from.name, to: "DOUBLE", implicit: toDouble, call: func(c *calling) error {
				f, _ := value(c).Float64()
				vector.Set(&c.out, c.row, f)
				return nil
			}},
			conversion{from: from.name, to: "FLOAT", implicit: toFloat, call: func(c *calling) error {
				f, _ := value(c).Float32()
				vector.Set(&c.out, c.row, f)
				return nil
			}})
	}
	return all
}

// setWhole makes the result an integer with so many bits beside its sign.
func setWhole[T int16 | int32 | int64](c *calling, f float64, bits int, kind string) error {
	whole, limit := math.RoundToEven(f), math.Ldexp(1, bits)
	if !(whole >= -limit && whole < limit) { // NaN compares with nothing
		return errOutOfRange(kind)
	}
	vector.Set(&c.out, c.row, T(whole))
	return nil
}
