package vector

import (
	"encoding/binary"
	"math"
	"strconv"

	lib "github.com/duckdb/duckdb-go-bindings"
)

// Values in PostgreSQL's binary form, as rows of a Postgres have them: numbers in network order, dates and times since
// 2000, a numeric as digits of base 10,000.

// binaryWriters has what writes the binary form of a type, by DuckDB's name of it.
var binaryWriters = map[string]func(c *Column, f *Filler, r int, value []byte) bool{
	"BOOLEAN": writeBinaryBool, "SMALLINT": writeBinary2, "INTEGER": writeBinary4, "BIGINT": writeBinary8, "FLOAT": writeBinary4, "DOUBLE": writeBinary8,
	"VARCHAR": writeBinaryBytes, "BLOB": writeBinaryBytes, "UUID": writeBinaryUUID,
	"DATE": writeBinaryDate, "TIMESTAMP": writeBinaryMoment, "TIMESTAMPTZ": writeBinaryMoment, "INTERVAL": writeBinaryInterval,
}

// InBinary has the column's values come in binary form. ok: they can.
func (c *Column) InBinary() (ok bool) {
	if c.ID == lib.TypeDecimal {
		c.write, c.Binary = writeBinaryDecimal, true
		return true
	}
	write, ok := binaryWriters[c.Duck]
	if ok {
		c.write, c.Binary = write, true
	}
	return ok
}

func writeBinaryBool(_ *Column, f *Filler, r int, value []byte) bool {
	if len(value) != 1 {
		return false
	}
	Set(f, r, value[0] != 0)
	return true
}

func writeBinary2(_ *Column, f *Filler, r int, value []byte) bool {
	if len(value) != 2 {
		return false
	}
	Set(f, r, binary.BigEndian.Uint16(value))
	return true
}

func writeBinary4(_ *Column, f *Filler, r int, value []byte) bool {
	if len(value) != 4 {
		return false
	}
	Set(f, r, binary.BigEndian.Uint32(value))
	return true
}

func writeBinary8(_ *Column, f *Filler, r int, value []byte) bool {
	if len(value) != 8 {
		return false
	}
	Set(f, r, binary.BigEndian.Uint64(value))
	return true
}

func writeBinaryBytes(_ *Column, f *Filler, r int, value []byte) bool {
	f.SetBytes(r, value)
	return true
}

func writeBinaryUUID(_ *Column, f *Filler, r int, value []byte) bool {
	if len(value) != 16 {
		return false
	}
	Set(f, r, Hugeint{Lower: binary.BigEndian.Uint64(value[8:]), Upper: int64(binary.BigEndian.Uint64(value) ^ 1<<63)}) //nolint:gosec // the bits, not the number
	return true
}

// daysTo2000 are the days from 1970 on.
const daysTo2000 = 10_957

func writeBinaryDate(_ *Column, f *Filler, r int, value []byte) bool {
	if len(value) != 4 {
		return false
	}
	days := int32(binary.BigEndian.Uint32(value)) //nolint:gosec // the bits, not the number
	switch {
	case days == math.MaxInt32:
	case days == math.MinInt32:
		days = -math.MaxInt32
	case days > LastDay-daysTo2000 || days < FirstDay-daysTo2000:
		return false
	default:
		days += daysTo2000
	}
	Set(f, r, days)
	return true
}

func writeBinaryMoment(_ *Column, f *Filler, r int, value []byte) bool {
	if len(value) != 8 {
		return false
	}
	const since = daysTo2000 * SecondsPerDay * MicrosPerSecond
	micros := int64(binary.BigEndian.Uint64(value)) //nolint:gosec // the bits, not the number
	switch {
	case micros == math.MaxInt64:
	case micros == math.MinInt64:
		micros = -math.MaxInt64
	case micros >= (MostDays-2)*SecondsPerDay*MicrosPerSecond-since || micros < FirstMoment-since:
		return false
	default:
		micros += since
	}
	Set(f, r, micros)
	return true
}

func writeBinaryInterval(_ *Column, f *Filler, r int, value []byte) bool {
	if len(value) != 16 {
		return false
	}
	v := Interval{
		Micros: int64(binary.BigEndian.Uint64(value)),      //nolint:gosec // the bits, not the number
		Days:   int32(binary.BigEndian.Uint32(value[8:])),  //nolint:gosec // the same
		Months: int32(binary.BigEndian.Uint32(value[12:])), //nolint:gosec // the same
	}
	if v == endlessInterval || v == endlessBack { // DuckDB has none
		return false
	}
	Set(f, r, v)
	return true
}

// The infinite intervals of PostgreSQL 17.
var (
	endlessInterval = Interval{Months: math.MaxInt32, Days: math.MaxInt32, Micros: math.MaxInt64}
	endlessBack     = Interval{Months: math.MinInt32, Days: math.MinInt32, Micros: math.MinInt64}
)

// tens are the powers of ten that an int64 has.
var tens = func() (list [19]int64) {
	n := int64(1)
	for i := range list {
		list[i] = n
		n *= 10
	}
	return list
}()

// The sign of a binary numeric. All others are NaN and the infinities.
const (
	numericPositive = 0
	numericNegative = 0x4000
)

// writeBinaryDecimal reads a numeric. It reports false for a value that the column cannot hold, such as NaN.
func writeBinaryDecimal(c *Column, f *Filler, r int, value []byte) bool {
	if c.Wide > NarrowDigits {
		text, ok := appendWireNumeric(nil, value)
		return ok && writeDecimal(c, f, r, text)
	}
	if len(value) < 8 {
		return false
	}
	digits, weight := int(binary.BigEndian.Uint16(value)), int(int16(binary.BigEndian.Uint16(value[2:]))) //nolint:gosec // the bits
	sign := binary.BigEndian.Uint16(value[4:])
	if sign != numericPositive && sign != numericNegative || len(value) != 8+2*digits {
		return false
	}
	n := int64(0)
	for i := range digits {
		d := int64(binary.BigEndian.Uint16(value[8+2*i:]))
		switch e := 4*(weight-i) + int(c.Scale); {
		case d == 0:
		case e >= len(tens) || e >= 0 && d > math.MaxInt64/tens[e]:
			return false
		case e >= 0:
			n += d * tens[e]
		case -e > 4 || d%tens[-e] != 0:
			return false
		default:
			n += d / tens[-e]
		}
		if n < 0 || n >= tens[c.Wide] {
			return false
		}
	}
	if sign == numericNegative {
		n = -n
	}
	StoreDecimal(f, r, int(c.Wide), n)
	return true
}

// appendWireNumeric appends the text of a binary numeric.
func appendWireNumeric(buf, value []byte) (_ []byte, ok bool) {
	if len(value) < 8 {
		return buf, false
	}
	digits, weight := int(binary.BigEndian.Uint16(value)), int(int16(binary.BigEndian.Uint16(value[2:]))) //nolint:gosec // the bits
	switch sign := binary.BigEndian.Uint16(value[4:]); {
	case sign == 0xC000:
		return append(buf, "NaN"...), false
	case sign == 0xD000:
		return append(buf, "Infinity"...), false
	case sign == 0xF000:
		return append(buf, "-Infinity"...), false
	case sign == numericNegative:
		buf = append(buf, '-')
	case sign != numericPositive:
		return buf, false
	}
	if len(value) != 8+2*digits {
		return buf, false
	}
	digit := func(i int) int {
		if i < 0 || i >= digits {
			return 0
		}
		return int(binary.BigEndian.Uint16(value[8+2*i:]))
	}
	if weight < 0 {
		buf = append(buf, '0')
	}
	for i := 0; i <= weight; i++ {
		if i == 0 {
			buf = strconv.AppendInt(buf, int64(digit(0)), 10)
			continue
		}
		buf = appendFour(buf, digit(i))
	}
	if scale := int(binary.BigEndian.Uint16(value[6:])); scale > 0 {
		buf = append(buf, '.')
		from := len(buf)
		for i := weight + 1; len(buf)-from < scale; i++ {
			buf = appendFour(buf, digit(i))
		}
		buf = buf[:from+scale]
	}
	return buf, true
}

// appendFour appends four decimal digits.
func appendFour(buf []byte, d int) []byte {
	return append(buf, byte('0'+d/1000%10), byte('0'+d/100%10), byte('0'+d/10%10), byte('0'+d%10)) //nolint:gosec // digits
}

// shown is a value as an error shows it.
func (c *Column) shown(value []byte) string {
	if c.Binary {
		if c.ID != lib.TypeDecimal {
			return "a value in binary form"
		}
		value, _ = appendWireNumeric(nil, value)
	}
	return strconv.Quote(string(value[:min(len(value), mostShown)]))
}
