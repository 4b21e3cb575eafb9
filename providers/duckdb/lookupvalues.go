package duckdb

import (
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/parameter"
	"github.com/sallyportdb/sallyport/providers/duckdb/supplied"
)

// longestValue is the length of the longest text that stands in the place of a parameter.
const longestValue = 1000

// lookupWithValues returns a lookup with its parameters' values as constants in their places, if such lookups share a
// plan; ok: they do. DuckDB plans a statement with parameters anew at each run. Whatever is not plain (NULL, a negative
// number, a value that is not of its type) is left to the parameters.
func (c *Conn) lookupWithValues(s providers.Statement, args providers.Args) (valued providers.Statement, ok bool) {
	if len(s.Compared) == 0 || len(s.Compared) != len(args.Values) || !s.ReadOnly || c.provider.supplied == nil {
		return s, false
	}
	values := make([]lookupValue, len(args.Values))
	for i, value := range args.Values {
		declared := uint32(0)
		if i < len(s.ParamTypes) {
			declared = s.ParamTypes[i]
		}
		if values[i], ok = valueOf(s.Compared[i], declared, value, providers.FormatAt(args.Formats, i)); !ok {
			return s, false
		}
	}
	if valued, ok = withValues(s, values); !ok || c.preparedLookup(valued) == nil {
		return s, false
	}
	return valued, true
}

// lookupValue is a constant, and its type.
type lookupValue struct {
	text string
	oid  uint32
}

// integerSizes are the sizes of integers' binary forms.
var integerSizes = map[uint32]int{pgtype.Int2OID: 2, pgtype.Int4OID: 4, pgtype.Int8OID: 8}

// valueOf makes a constant of the value of a parameter that is compared with a column of a type. declared is the
// client's type for it, or 0.
func valueOf(column, declared uint32, value []byte, format providers.Format) (v lookupValue, ok bool) {
	if value == nil {
		return v, false
	}
	if declared == 0 {
		declared = column
	}
	size, number := integerSizes[declared]
	if _, numbers := integerSizes[column]; numbers != number {
		return v, false
	}
	if !number {
		text, err := parameter.CheckText(value)
		if err != nil || len(text) > longestValue || !slices.Contains([]uint32{pgtype.TextOID, pgtype.VarcharOID}, declared) {
			return v, false
		}
		return lookupValue{"'" + strings.ReplaceAll(text, "'", "''") + "'", pgtype.TextOID}, true
	}
	n, ok := integerOf(value, format, size)
	if !ok || n < 0 {
		return v, false
	}
	v = lookupValue{strconv.FormatInt(n, 10), pgtype.Int4OID}
	if size == 8 || column == pgtype.Int8OID {
		v.oid = pgtype.Int8OID
	}
	return v, true
}

// integerOf reads an integer of a size in bytes.
func integerOf(value []byte, format providers.Format, size int) (n int64, ok bool) {
	if format == providers.Text {
		n, err := strconv.ParseInt(string(value), 10, 8*size)
		return n, err == nil
	}
	if format != providers.Binary || len(value) != size {
		return 0, false
	}
	switch size {
	case 2:
		return int64(int16(binary.BigEndian.Uint16(value))), true //nolint:gosec // the bits
	case 4:
		return int64(int32(binary.BigEndian.Uint32(value))), true //nolint:gosec // the bits
	}
	n = int64(binary.BigEndian.Uint64(value)) //nolint:gosec // the bits
	return n, n < math.MaxInt64
}

// withValues puts values into the places of a lookup's parameters.
func withValues(s providers.Statement, values []lookupValue) (providers.Statement, bool) {
	params := lexical.Scan(s.SQL).Params
	if len(params)+len(s.Constants) > supplied.Most {
		return s, false
	}
	var b strings.Builder
	constants := make([]providers.Constant, 0, len(params)+len(s.Constants))
	last, rest := 0, s.Constants
	moved := func(until int) { // the constants before a place
		for len(rest) > 0 && rest[0].Start < until {
			by := b.Len() - last
			constants = append(constants, providers.Constant{Start: rest[0].Start + by, End: rest[0].End + by, Type: rest[0].Type})
			rest = rest[1:]
		}
	}
	for _, p := range params {
		if p.Number < 1 || p.Number > len(values) || p.End < len(s.SQL) && lexical.IsName(s.SQL[p.End]) {
			return s, false
		}
		moved(p.Start)
		v := values[p.Number-1]
		b.WriteString(s.SQL[last:p.Start])
		constants = append(constants, providers.Constant{Start: b.Len(), End: b.Len() + len(v.text), Type: v.oid})
		b.WriteString(v.text)
		last = p.End
	}
	moved(len(s.SQL))
	b.WriteString(s.SQL[last:])
	s.SQL, s.Constants, s.ParamTypes, s.Compared = b.String(), constants, nil, nil
	return s, true
}
