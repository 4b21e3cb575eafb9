// Package rows writes what the engine's results are on the wire: RowDescription and
// DataRow messages, with the values in the formats that a client asked for.
//
// A source answers in text, or in binary where it was asked for that and can. What it
// left in text and the client wants in binary is converted here (binary.go, array.go,
// time.go), to the same bytes that Postgres would send: the tests compare with a real
// server. A type that is not known to come out the same is refused with 0A000.
package rows

import (
	"encoding/binary"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
)

// AppendColumns appends a RowDescription, or NoData where a statement returns no rows.
func AppendColumns(buf []byte, columns []providers.Column, formats []providers.Format) []byte {
	if !providers.ReturnsRows(columns) {
		return reply.Empty(buf, 'n')
	}
	buf, at := reply.Begin(buf, 'T')
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(columns)))
	for i, c := range columns {
		buf = reply.Text(buf, c.Name)
		buf = binary.BigEndian.AppendUint32(buf, c.Table)
		buf = binary.BigEndian.AppendUint16(buf, c.Attr)
		buf = binary.BigEndian.AppendUint32(buf, c.Type)
		buf = binary.BigEndian.AppendUint16(buf, uint16(c.Size))
		buf = binary.BigEndian.AppendUint32(buf, uint32(c.TypeMod))
		buf = binary.BigEndian.AppendUint16(buf, uint16(providers.FormatAt(formats, i)))
	}
	return reply.End(buf, at)
}

// Append appends a DataRow with the values of a row, converted. After an error it
// returns buf as it was.
func (c Conversion) Append(buf []byte, row providers.Row) ([]byte, error) {
	buf, at := reply.Begin(buf, 'D')
	buf, err := c.AppendValues(buf, row)
	if err != nil {
		return buf[:at], err
	}
	return reply.End(buf, at), nil
}

// AppendValues appends what a DataRow has of a row: how many values there are, and each with its length.
// COPY's binary form has the same.
func (c Conversion) AppendValues(buf []byte, row providers.Row) ([]byte, error) {
	start := len(buf)
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(row)))
	for i, v := range row {
		if v == nil {
			buf = append(buf, 0xff, 0xff, 0xff, 0xff)
			continue
		}
		if c == nil || c[i] == nil {
			buf = binary.BigEndian.AppendUint32(buf, uint32(len(v)))
			buf = append(buf, v...)
			continue
		}
		length := len(buf)
		buf = append(buf, 0, 0, 0, 0)
		var err error
		if buf, err = c[i](buf, v); err != nil {
			return buf[:start], err
		}
		binary.BigEndian.PutUint32(buf[length:], uint32(len(buf)-length-4))
	}
	return buf, nil
}
