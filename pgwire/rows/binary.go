package rows

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"strconv"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// converter appends a value in Postgres's binary representation, given the
// text one.
type converter func(buf, text []byte) ([]byte, error)

var errText = errors.New("not the text of such a value")

// Types of the catalogs that pgtype does not name.
const (
	int2VectorOID = 22
	oidVectorOID  = 30
	nodeTreeOID   = 194
)

// converters holds the types that clients ask for most; the rest goes through
// pgtype, which boxes.
var converters = map[uint32]converter{
	pgtype.BoolOID:        appendBool,
	pgtype.Int2OID:        appendInt2,
	pgtype.Int4OID:        appendInt4,
	pgtype.Int8OID:        appendInt8,
	pgtype.OIDOID:         appendOID,
	pgtype.XIDOID:         appendOID,
	int2VectorOID:         vectorConverter(pgtype.Int2OID, appendInt2),
	oidVectorOID:          vectorConverter(pgtype.OIDOID, appendOID),
	nodeTreeOID:           appendBytes,
	pgtype.Float4OID:      appendFloat4,
	pgtype.Float8OID:      appendFloat8,
	pgtype.TextOID:        appendBytes,
	pgtype.VarcharOID:     appendBytes,
	pgtype.BPCharOID:      appendBytes,
	pgtype.NameOID:        appendBytes,
	pgtype.UnknownOID:     appendBytes,
	pgtype.JSONOID:        appendBytes,
	pgtype.XMLOID:         appendBytes,
	pgtype.QCharOID:       appendBytes,
	pgtype.JSONBOID:       appendJSONB,
	pgtype.ByteaOID:       appendBytea,
	pgtype.UUIDOID:        appendUUID,
	pgtype.NumericOID:     appendNumeric,
	pgtype.DateOID:        appendDate,
	pgtype.TimeOID:        appendTime,
	pgtype.TimetzOID:      appendTimeTZ,
	pgtype.TimestampOID:   appendTimestamp,
	pgtype.TimestamptzOID: appendTimestamp,
}

// slow holds the rarer types for which pgtype makes the same binary form as Postgres does; the
// tests compare them. Other types have no binary form here.
var slow = map[uint32]bool{
	pgtype.IntervalOID: true, pgtype.InetOID: true, pgtype.MacaddrOID: true,
	pgtype.BitOID: true, pgtype.VarbitOID: true, pgtype.PointOID: true, pgtype.LsegOID: true, pgtype.PathOID: true,
	pgtype.BoxOID: true, pgtype.PolygonOID: true, pgtype.LineOID: true, pgtype.CircleOID: true,
}

// Conversions makes the conversions of the results of one session. The zero value is
// ready to use, by one goroutine at a time.
type Conversions struct {
	types *pgtype.Map // knows the rarer types; made when one is needed
}

// Conversion turns the values of a result into the formats that the client asked for.
// It has a converter for each column, nil for one that stays as it is; a nil Conversion
// changes nothing.
type Conversion []converter

// For returns the conversion of a result with these columns to the formats wanted.
// 0A000: there is none for the type of a column.
func (m *Conversions) For(columns []providers.Column, want []providers.Format) (Conversion, error) {
	var list Conversion
	for i, c := range columns {
		asked := providers.FormatAt(want, i)
		if asked == c.Format {
			continue
		}
		if asked == providers.Text {
			return nil, sqlstate.New(sqlstate.InternalError, "the source answered column %q in binary, unasked", c.Name)
		}
		convert := m.converterFor(c.Type)
		if c.Enum {
			convert = appendBytes
		}
		if c.Elements != 0 {
			convert = arrayConverter(c.Elements, appendBytes)
		}
		if convert == nil {
			return nil, sqlstate.New(sqlstate.FeatureNotSupported,
				"column %q of type %s cannot be sent in binary format", c.Name, c.TypeName).
				WithHint("Ask for it in text format, or cast it to text.")
		}
		if list == nil {
			list = make(Conversion, len(columns))
		}
		list[i] = nameColumn(c, convert)
	}
	return list, nil
}

// converterFor returns the converter of a type, nil if there is none.
func (m *Conversions) converterFor(oid uint32) converter {
	if convert, ok := converters[oid]; ok {
		return convert
	}
	if m.types == nil {
		m.types = pgtype.NewMap()
	}
	t, ok := m.types.TypeForOID(oid)
	if !ok {
		return nil
	}
	if slow[oid] {
		return slowConverter(m.types, t)
	}
	if array, ok := t.Codec.(*pgtype.ArrayCodec); ok {
		if element := m.converterFor(array.ElementType.OID); element != nil {
			return arrayConverter(array.ElementType.OID, element)
		}
	}
	return nil
}

// nameColumn has a converter's error name the column.
func nameColumn(c providers.Column, convert converter) converter {
	return func(buf, text []byte) ([]byte, error) {
		out, err := convert(buf, text)
		if err != nil {
			return buf, sqlstate.Wrap(err, sqlstate.InvalidBinaryRepresent,
				"a value of column %q of type %s cannot be sent in binary format", c.Name, c.TypeName).
				WithHint("Ask for it in text format, or cast it to text.")
		}
		return out, nil
	}
}

// slowConverter goes through pgtype's own value.
func slowConverter(types *pgtype.Map, t *pgtype.Type) converter {
	return func(buf, text []byte) ([]byte, error) {
		v, err := t.Codec.DecodeValue(types, t.OID, pgtype.TextFormatCode, text)
		if err != nil {
			return buf, err
		}
		out, err := types.Encode(t.OID, pgtype.BinaryFormatCode, v, buf)
		if err == nil && out == nil {
			err = errText
		}
		return out, err
	}
}

func appendBytes(buf, text []byte) ([]byte, error) { return append(buf, text...), nil }

func appendJSONB(buf, text []byte) ([]byte, error) { return append(append(buf, 1), text...), nil }

func appendBool(buf, text []byte) ([]byte, error) {
	switch string(text) {
	case "t", "true":
		return append(buf, 1), nil
	case "f", "false":
		return append(buf, 0), nil
	}
	return buf, errText
}

func appendInt2(buf, text []byte) ([]byte, error) {
	n, err := strconv.ParseInt(string(text), 10, 16)
	return binary.BigEndian.AppendUint16(buf, uint16(n)), err
}

func appendInt4(buf, text []byte) ([]byte, error) {
	n, err := strconv.ParseInt(string(text), 10, 32)
	return binary.BigEndian.AppendUint32(buf, uint32(n)), err
}

func appendInt8(buf, text []byte) ([]byte, error) {
	n, err := strconv.ParseInt(string(text), 10, 64)
	return binary.BigEndian.AppendUint64(buf, uint64(n)), err
}

func appendOID(buf, text []byte) ([]byte, error) {
	n, err := strconv.ParseUint(string(text), 10, 32)
	return binary.BigEndian.AppendUint32(buf, uint32(n)), err
}

func appendFloat4(buf, text []byte) ([]byte, error) {
	f, err := strconv.ParseFloat(string(text), 32)
	return binary.BigEndian.AppendUint32(buf, math.Float32bits(float32(f))), err
}

func appendFloat8(buf, text []byte) ([]byte, error) {
	f, err := strconv.ParseFloat(string(text), 64)
	if math.IsNaN(f) { // Go's own has another bit
		return binary.BigEndian.AppendUint64(buf, 0x7ff8<<48), err
	}
	return binary.BigEndian.AppendUint64(buf, math.Float64bits(f)), err
}

// appendBytea reads the hex form, and the older one with octal escapes.
func appendBytea(buf, text []byte) ([]byte, error) {
	if digits, ok := bytes.CutPrefix(text, []byte(`\x`)); ok {
		return hex.AppendDecode(buf, digits)
	}
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] != '\\':
			buf = append(buf, text[i])
		case i+1 < len(text) && text[i+1] == '\\':
			buf = append(buf, '\\')
			i++
		case i+3 < len(text):
			n, err := strconv.ParseUint(string(text[i+1:i+4]), 8, 8)
			if err != nil {
				return buf, err
			}
			buf = append(buf, byte(n))
			i += 3
		default:
			return buf, errText
		}
	}
	return buf, nil
}

func appendUUID(buf, text []byte) ([]byte, error) {
	if len(text) != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
		return buf, errText
	}
	var err error
	for _, part := range [][]byte{text[:8], text[9:13], text[14:18], text[19:23], text[24:]} {
		if buf, err = hex.AppendDecode(buf, part); err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// appendNumeric writes groups of four decimal digits, as numeric's binary
// form wants them: count, weight of the first, sign, digits after the point.
func appendNumeric(buf, text []byte) ([]byte, error) {
	sign := uint16(0)
	switch string(text) {
	case "NaN":
		return append(buf, 0, 0, 0, 0, 0xc0, 0, 0, 0), nil
	case "Infinity":
		return append(buf, 0, 0, 0, 0, 0xd0, 0, 0, 0x20), nil
	case "-Infinity":
		return append(buf, 0, 0, 0, 0, 0xf0, 0, 0, 0x20), nil
	}
	if len(text) > 0 && text[0] == '-' {
		sign, text = 0x4000, text[1:]
	}
	whole, fraction, _ := bytes.Cut(text, []byte("."))
	if len(whole)+len(fraction) == 0 || !digits(whole) || !digits(fraction) || len(fraction) > 0x3fff {
		return buf, errText
	}
	// The point stands between two groups, so both sides are filled up to
	// whole groups: the left in front, the right behind.
	groups := make([]uint16, 0, len(text)/4+2)
	group := uint16(0)
	for i, d := range whole {
		group = group*10 + uint16(d-'0')
		if (len(whole)-1-i)%4 == 0 {
			groups, group = append(groups, group), 0
		}
	}
	weight := len(groups) - 1
	for i := 0; i < (len(fraction)+3)/4*4; i++ {
		group *= 10
		if i < len(fraction) {
			group += uint16(fraction[i] - '0')
		}
		if i%4 == 3 {
			groups, group = append(groups, group), 0
		}
	}
	for len(groups) > 0 && groups[0] == 0 {
		groups, weight = groups[1:], weight-1
	}
	for len(groups) > 0 && groups[len(groups)-1] == 0 {
		groups = groups[:len(groups)-1]
	}
	if len(groups) == 0 {
		weight, sign = 0, 0
	}
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(groups)))
	buf = binary.BigEndian.AppendUint16(buf, uint16(int16(weight)))
	buf = binary.BigEndian.AppendUint16(buf, sign)
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(fraction)))
	for _, g := range groups {
		buf = binary.BigEndian.AppendUint16(buf, g)
	}
	return buf, nil
}

func digits(text []byte) bool {
	for _, d := range text {
		if d < '0' || d > '9' {
			return false
		}
	}
	return true
}
