package parameter

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Binder binds values to the parameters of statements.
type Binder struct {
	types *pgtype.Map // for binary values, made when first needed
}

// Bind binds the parameters of one execution.
func (b *Binder) Bind(stmt lib.PreparedStatement, params []Parameter, args providers.Args) error {
	if len(args.Values) == 0 && len(params) > 0 { // a simple query has none
		return sqlstate.New(sqlstate.UndefinedParameter, "there is no parameter $1")
	}
	if len(args.Values) != len(params) {
		return sqlstate.New(sqlstate.ProtocolViolation,
			"bind message supplies %d parameters, but the statement requires %d", len(args.Values), len(params))
	}
	for i, q := range params {
		index := lib.IdxT(i + 1)
		value := args.Values[i]
		if value == nil {
			if lib.BindNull(stmt, index) == lib.StateError && q.used(stmt) {
				return bindError(i)
			}
			continue
		}
		text, err := b.paramText(q, value, providers.FormatAt(args.Formats, i))
		if err == nil {
			err = q.bindText(stmt, index, text)
		}
		if err != nil {
			return paramError(i, err)
		}
	}
	return nil
}

// used returns false for a parameter that the client declared and the statement does not contain:
// DuckDB does not know it either.
func (q Parameter) used(stmt lib.PreparedStatement) bool {
	return lib.NParams(stmt) > 0 && q.Duck != lib.TypeInvalid
}

func bindError(i int) error {
	return sqlstate.New(sqlstate.InvalidParameterValue, "parameter $%d cannot be bound", i+1)
}

// paramError adds to an error which parameter it is about.
func paramError(i int, err error) error {
	e := sqlstate.From(err)
	if e.Where == "" {
		e.Where = fmt.Sprintf("parameter $%d", i+1)
	}
	return e
}

// paramText returns a parameter's value as text.
func (b *Binder) paramText(q Parameter, value []byte, format providers.Format) (string, error) {
	if format == providers.Text {
		return CheckText(value)
	}
	if format != providers.Binary {
		return "", sqlstate.New(sqlstate.InvalidParameterValue, "unsupported format code: %d", format)
	}
	return b.decodeBinary(q.OID, value)
}

// CheckText returns a value that is text.
func CheckText(value []byte) (string, error) {
	if !utf8.Valid(value) || bytes.IndexByte(value, 0) >= 0 {
		return "", sqlstate.New(sqlstate.CharacterNotInRepertoire, `invalid byte sequence for encoding "UTF8"`)
	}
	return string(value), nil
}

// decodeBinary does so with the types that the binder keeps.
func (b *Binder) decodeBinary(oid uint32, value []byte) (string, error) {
	if b.types == nil {
		b.types = pgtype.NewMap()
	}
	return DecodeBinary(b.types, oid, value)
}

// DecodeBinary translates a binary value of a Postgres type to text.
func DecodeBinary(types *pgtype.Map, oid uint32, value []byte) (string, error) {
	switch oid {
	case pgtype.TextOID, pgtype.VarcharOID, pgtype.NameOID, pgtype.BPCharOID, pgtype.JSONOID, pgtype.UnknownOID, 0:
		return CheckText(value)
	case pgtype.ByteaOID:
		return `\x` + hex.EncodeToString(value), nil
	}
	invalid := func(cause error) error {
		return sqlstate.Wrap(cause, sqlstate.InvalidBinaryRepresent, "incorrect binary data format in bind parameter")
	}
	t, ok := types.TypeForOID(oid)
	if !ok {
		return "", sqlstate.New(sqlstate.FeatureNotSupported, "binary parameters of type %d are not supported", oid).
			WithHint("Send the value as text.")
	}
	var decoded any
	var err error
	if _, isArray := t.Codec.(*pgtype.ArrayCodec); isArray { // whose own values have no dimensions
		var array pgtype.Array[any]
		err, decoded = types.Scan(oid, pgtype.BinaryFormatCode, value, &array), &array
		for i := range array.Dims {
			array.Dims[i].LowerBound = 1
		}
	} else {
		decoded, err = t.Codec.DecodeValue(types, oid, pgtype.BinaryFormatCode, value)
	}
	if err != nil {
		return "", invalid(err)
	}
	text, err := types.Encode(oid, pgtype.TextFormatCode, decoded, nil)
	if err != nil {
		return "", invalid(err)
	}
	return string(text), nil
}

// bindText binds a value from its text.
func (q Parameter) bindText(stmt lib.PreparedStatement, index lib.IdxT, text string) error {
	var state lib.State
	switch q.Duck {
	case lib.TypeBoolean:
		b, err := inputs.ParseBool(text)
		if err != nil {
			return err
		}
		state = lib.BindBoolean(stmt, index, b)
	case lib.TypeFloat, lib.TypeDouble:
		f, err := q.parseFloat(text)
		if err != nil {
			return err
		}
		if state = lib.BindDouble(stmt, index, f); q.Duck == lib.TypeFloat {
			state = lib.BindFloat(stmt, index, float32(f))
		}
	case lib.TypeBlob:
		raw, err := inputs.ParseBytea(text)
		if err != nil {
			return err
		}
		state = lib.BindBlob(stmt, index, raw)
	case lib.TypeVarchar:
		if strings.HasSuffix(q.Cast, "]") && strings.HasPrefix(text, "{") {
			if dimensionsOf(text) > strings.Count(q.Cast, "[]") {
				return sqlstate.New(sqlstate.FeatureNotSupported, "an array of arrays where the type has fewer dimensions is not supported").
					WithHint("Write the dimensions into the type: text[][].")
			}
			text = listText(text)
		}
		if q.OID == pgtype.TimestamptzOID || q.OID == pgtype.TimestampOID {
			text = shortClock.ReplaceAllString(text, "${1}:00${2}")
		}
		state = lib.BindVarchar(stmt, index, text)
	case lib.TypeInvalid: // declared, but not in the statement
		return nil
	default:
		return q.bindInteger(stmt, index, text)
	}
	if state == lib.StateError {
		return sqlstate.New(sqlstate.InvalidParameterValue, "the value cannot be bound")
	}
	return nil
}

// shortClock matches a time with a zone and without seconds, which DuckDB does not read.
var shortClock = regexp.MustCompile(`^(\s*\d{4,6}-\d{1,2}-\d{1,2}[ T]\d{1,2}:\d{2})(\s*(?:[zZ]|[-+]\d{1,2}(?::?\d{2})?)\s*)$`)

// integers has the ranges of the integer types, and Postgres's names for them.
var integers = map[lib.Type]struct {
	bits     int
	unsigned bool
	name     string
}{
	lib.TypeTinyInt: {8, false, "smallint"}, lib.TypeSmallInt: {16, false, "smallint"},
	lib.TypeInteger: {32, false, "integer"}, lib.TypeBigInt: {64, false, "bigint"},
	lib.TypeUTinyInt: {8, true, "smallint"}, lib.TypeUSmallInt: {16, true, "integer"},
	lib.TypeUInteger: {32, true, "bigint"}, lib.TypeUBigInt: {64, true, "numeric"},
}

func (q Parameter) bindInteger(stmt lib.PreparedStatement, index lib.IdxT, text string) error {
	t, trimmed := integers[q.Duck], strings.TrimSpace(text)
	if t.unsigned {
		u, err := strconv.ParseUint(strings.TrimPrefix(trimmed, "+"), 10, t.bits)
		if err != nil {
			return numberError(err, t.name, text)
		}
		switch t.bits {
		case 8:
			lib.BindUInt8(stmt, index, uint8(u))
		case 16:
			lib.BindUInt16(stmt, index, uint16(u))
		case 32:
			lib.BindUInt32(stmt, index, uint32(u))
		default:
			lib.BindUInt64(stmt, index, u)
		}
		return nil
	}
	i, err := strconv.ParseInt(trimmed, 10, t.bits)
	if err != nil {
		return numberError(err, t.name, text)
	}
	switch t.bits {
	case 8:
		lib.BindInt8(stmt, index, int8(i))
	case 16:
		lib.BindInt16(stmt, index, int16(i))
	case 32:
		lib.BindInt32(stmt, index, int32(i))
	default:
		lib.BindInt64(stmt, index, i)
	}
	return nil
}

func (q Parameter) parseFloat(text string) (float64, error) {
	name, bits := "double precision", 64
	if q.Duck == lib.TypeFloat {
		name, bits = "real", 32
	}
	f, err := strconv.ParseFloat(strings.TrimSpace(text), bits)
	if err != nil {
		return 0, numberError(err, name, text)
	}
	if strings.ContainsAny(text, "xX_") { // Go accepts these, Postgres does not
		return 0, inputs.InvalidText(name, text)
	}
	return f, nil
}

// numberError returns Postgres's error for a text that is no such number.
func numberError(err error, typeName, text string) error {
	if strings.Contains(err.Error(), "out of range") {
		return sqlstate.New(sqlstate.NumericOutOfRange, "value %q is out of range for type %s", text, typeName)
	}
	return inputs.InvalidText(typeName, text)
}
