package vector

import (
	"cmp"
	"encoding/hex"
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A Column is a column of rows from elsewhere: the type of its vectors, and what writes a value's text
// into them. Types that nothing here writes are vectors of text, which DuckDB casts.
type Column struct {
	Name    string
	Duck    string // the type of the table's column
	ID      lib.Type
	Cast    bool  // the vectors are text
	Wide    uint8 // digits of a DECIMAL; scale of them stand behind the point
	Scale   uint8
	Element *Column // of a list
	Binary  bool    // values come in PostgreSQL's binary form
	write   func(c *Column, f *Filler, r int, text []byte) bool
}

// writers has what writes the values of a type, by DuckDB's name of it.
var writers = map[string]struct {
	id    lib.Type
	write func(c *Column, f *Filler, r int, text []byte) bool
}{
	"BOOLEAN":     {lib.TypeBoolean, writeBool},
	"SMALLINT":    {lib.TypeSmallInt, writeInt[int16]},
	"INTEGER":     {lib.TypeInteger, writeInt[int32]},
	"BIGINT":      {lib.TypeBigInt, writeInt[int64]},
	"FLOAT":       {lib.TypeFloat, writeFloat[float32]},
	"DOUBLE":      {lib.TypeDouble, writeFloat[float64]},
	"VARCHAR":     {lib.TypeVarchar, writeText},
	"JSON":        {lib.TypeVarchar, writeText},
	"BLOB":        {lib.TypeBlob, writeBytes},
	"UUID":        {lib.TypeUUID, WriteUUID},
	"DATE":        {lib.TypeDate, writeDate},
	"TIMESTAMP":   {lib.TypeTimestamp, writeTimestamp},
	"TIMESTAMPTZ": {lib.TypeTimestampTZ, writeTimestampTZ},
	"INTERVAL":    {lib.TypeInterval, writeInterval},
}

// NewColumn describes a column of rows, in the form that its values come in.
func NewColumn(c providers.Column) Column {
	s := NewTextColumn(c)
	if c.Format == providers.Binary {
		s.InBinary()
	}
	return s
}

// NewTextColumn describes a column whose values come as text.
func NewTextColumn(c providers.Column) Column {
	s := Column{Name: c.Name, Duck: columnType(c)}
	if w, ok := writers[s.Duck]; ok {
		s.ID, s.write = w.id, w.write
		return s
	}
	if name, ok := strings.CutSuffix(s.Duck, "[]"); ok && writers[name].write != nil {
		s.Element = &Column{Name: c.Name, Duck: name, ID: writers[name].id, write: writers[name].write}
		s.ID, s.write = lib.TypeList, writeArray
		return s
	}
	if precision, scale, ok := decimalOf(c); ok {
		s.ID, s.write, s.Wide, s.Scale = lib.TypeDecimal, writeDecimal, precision, scale
		return s
	}
	s.ID, s.write, s.Cast = lib.TypeVarchar, writeText, true
	return s
}

// columnType is DuckDB's type for a column of rows.
func columnType(c providers.Column) string {
	if precision, scale, ok := decimalOf(c); ok {
		return fmt.Sprintf("DECIMAL(%d,%d)", precision, scale)
	}
	return DuckType(c.Type)
}

// decimalOf reads the modifier of a numeric column. DuckDB has no more than 38 digits.
func decimalOf(c providers.Column) (precision, scale uint8, ok bool) {
	mod := cmp.Or(c.HeldMod, c.TypeMod)
	if c.Type != pgtype.NumericOID || mod < 4 {
		return 0, 0, false
	}
	p, s := (mod-4)>>16, (mod-4)&0x7ff
	if p < 1 || p > 38 || s > p {
		return 0, 0, false
	}
	return uint8(p), uint8(s), true //nolint:gosec // compared above
}

// Logical is the type of the vectors.
func (c *Column) Logical() lib.LogicalType {
	if c.ID == lib.TypeDecimal {
		return lib.CreateDecimalType(c.Wide, c.Scale)
	}
	if c.ID == lib.TypeList {
		element := c.Element.Logical()
		defer lib.DestroyLogicalType(&element)
		return lib.CreateListType(element)
	}
	t := lib.CreateLogicalType(c.ID)
	if c.Duck == "JSON" {
		lib.LogicalTypeSetAlias(t, "JSON")
	}
	return t
}

// Put writes a value. 22P02: it is not of the column's type; 22021: it is no text.
func (c *Column) Put(f *Filler, r int, text []byte) *sqlstate.Error {
	if (!c.Binary || c.Duck == "VARCHAR") && !utf8.Valid(text) {
		return sqlstate.New(sqlstate.CharacterNotInRepertoire, "a value of the column %q is not valid UTF-8", c.Name)
	}
	if c.write(c, f, r, text) {
		return nil
	}
	_, _, _, name := pgcatalog.TypeOID(c.Duck)
	return sqlstate.New(sqlstate.InvalidTextRepresent, "column %q: invalid input syntax for type %s: %s", c.Name, name, c.shown(text))
}

// mostShown bounds a value in an error.
const mostShown = 100

func writeBool(_ *Column, f *Filler, r int, text []byte) bool {
	switch string(text) {
	case "t", "true":
		Set(f, r, true)
	case "f", "false":
		Set(f, r, false)
	default:
		return false
	}
	return true
}

func writeInt[T int16 | int32 | int64](_ *Column, f *Filler, r int, text []byte) bool {
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil || int64(T(n)) != n {
		return false
	}
	Set(f, r, T(n))
	return true
}

func writeFloat[T float32 | float64](_ *Column, f *Filler, r int, text []byte) bool {
	bits := 64
	if _, single := any(T(0)).(float32); single {
		bits = 32
	}
	n, err := strconv.ParseFloat(string(text), bits)
	if err != nil {
		return false
	}
	Set(f, r, T(n))
	return true
}

func writeText(_ *Column, f *Filler, r int, text []byte) bool {
	f.SetBytes(r, text)
	return true
}

// writeBytes reads the form \x0a0b.
func writeBytes(_ *Column, f *Filler, r int, text []byte) bool {
	if len(text) < 2 || text[0] != '\\' || text[1] != 'x' {
		return false
	}
	value := make([]byte, hex.DecodedLen(len(text)-2))
	if _, err := hex.Decode(value, text[2:]); err != nil {
		return false
	}
	f.SetBytes(r, value)
	return true
}

// WriteUUID reads 36 characters. DuckDB orders UUIDs as signed numbers, so the first bit is turned
// over.
func WriteUUID(_ *Column, f *Filler, r int, text []byte) bool {
	digits := make([]byte, 0, 32)
	for i, b := range text {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; !dash {
			digits = append(digits, b)
		} else if b != '-' {
			return false
		}
	}
	if len(digits) != 32 {
		return false
	}
	upper, err := strconv.ParseUint(string(digits[:16]), 16, 64)
	if err != nil {
		return false
	}
	lower, err := strconv.ParseUint(string(digits[16:]), 16, 64)
	if err != nil {
		return false
	}
	Set(f, r, Hugeint{Lower: lower, Upper: int64(upper ^ 1<<63)}) //nolint:gosec // the bits, not the number
	return true
}

// writeDecimal reads digits with a point. A value with more digits behind the point than the column
// has, or in another notation, is none of the column's.
func writeDecimal(c *Column, f *Filler, r int, text []byte) bool {
	whole, fraction, negative := text, []byte(nil), false
	if len(whole) > 0 && whole[0] == '-' {
		negative, whole = true, whole[1:]
	}
	for i, b := range whole {
		if b == '.' {
			whole, fraction = whole[:i], whole[i+1:]
			break
		}
	}
	for len(fraction) > int(c.Scale) && fraction[len(fraction)-1] == '0' {
		fraction = fraction[:len(fraction)-1]
	}
	if len(fraction) > int(c.Scale) || len(whole)+len(fraction) == 0 {
		return false
	}
	var buffer [80]byte
	digits := append(append(buffer[:0], whole...), fraction...)
	for range int(c.Scale) - len(fraction) {
		digits = append(digits, '0')
	}
	for _, b := range digits {
		if b < '0' || b > '9' {
			return false
		}
	}
	for len(digits) > 1 && digits[0] == '0' {
		digits = digits[1:]
	}
	if len(digits) > int(c.Wide) {
		return false
	}
	return SetDecimal(c, f, r, digits, negative)
}

// SetDecimal writes digits without their point into row r of a DECIMAL, and reports whether they are digits.
func SetDecimal(c *Column, f *Filler, r int, digits []byte, negative bool) bool {
	if c.Wide > NarrowDigits {
		n, ok := new(big.Int).SetString(string(digits), 10)
		if !ok {
			return false
		}
		if negative {
			n.Neg(n)
		}
		lower := new(big.Int).And(n, new(big.Int).SetUint64(1<<64-1)).Uint64()
		Set(f, r, Hugeint{Lower: lower, Upper: new(big.Int).Rsh(n, 64).Int64()})
		return true
	}
	n, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil {
		return false
	}
	if negative {
		n = -n
	}
	StoreDecimal(f, r, int(c.Wide), n)
	return true
}

// NarrowDigits is how many digits a DECIMAL has at most whose values are stored in 64 bits or fewer.
const NarrowDigits = 18

// StoreDecimal stores a number without its point into row r of a DECIMAL of so many digits, NarrowDigits at most.
func StoreDecimal(f *Filler, r, digits int, n int64) {
	switch {
	case digits <= 4:
		Set(f, r, int16(n)) //nolint:gosec // as many digits as fit
	case digits <= 9:
		Set(f, r, int32(n)) //nolint:gosec // as many digits as fit
	default:
		Set(f, r, n)
	}
}

// duckTypes maps the types that clients declare parameters with to DuckDB's. Other types are bound
// as text.
var duckTypes = map[uint32]string{
	pgtype.BoolOID: "BOOLEAN", pgtype.Int2OID: "SMALLINT", pgtype.Int4OID: "INTEGER",
	pgtype.Int8OID: "BIGINT", pgtype.OIDOID: "BIGINT", pgtype.Float4OID: "FLOAT",
	pgtype.Float8OID: "DOUBLE", pgtype.NumericOID: "DECIMAL(38,10)", pgtype.DateOID: "DATE",
	pgtype.TimeOID: "TIME", pgtype.TimetzOID: "TIMETZ", pgtype.TimestampOID: "TIMESTAMP",
	pgtype.TimestamptzOID: "TIMESTAMPTZ", pgtype.IntervalOID: "INTERVAL", pgtype.ByteaOID: "BLOB",
	pgtype.UUIDOID: "UUID", pgtype.JSONOID: "JSON", pgtype.JSONBOID: pgcatalog.JSONBAlias,
	pgtype.BoolArrayOID: "BOOLEAN[]", pgtype.Int2ArrayOID: "SMALLINT[]", pgtype.Int4ArrayOID: "INTEGER[]",
	pgtype.Int8ArrayOID: "BIGINT[]", pgtype.Float4ArrayOID: "FLOAT[]", pgtype.Float8ArrayOID: "DOUBLE[]",
	pgtype.TextArrayOID: "VARCHAR[]", pgtype.VarcharArrayOID: "VARCHAR[]", pgtype.BPCharArrayOID: "VARCHAR[]", pgtype.DateArrayOID: "DATE[]",
	pgtype.TimestampArrayOID: "TIMESTAMP[]", pgtype.TimestamptzArrayOID: "TIMESTAMPTZ[]",
	pgtype.UUIDArrayOID: "UUID[]", pgtype.NumericArrayOID: "DECIMAL(38,10)[]",
}

// DuckType is DuckDB's type for a type of PostgreSQL's.
func DuckType(oid uint32) string {
	if name, ok := duckTypes[oid]; ok {
		return name
	}
	return "VARCHAR"
}
