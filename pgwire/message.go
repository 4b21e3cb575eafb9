package pgwire

import (
	"encoding/binary"

	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
)

// appendColumns appends a RowDescription, or NoData where there are no columns.
func appendColumns(buf []byte, columns []providers.Column, formats []providers.Format) []byte {
	if len(columns) == 0 {
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

// appendRow appends a DataRow; convert holds what turns a value into the
// format that was asked for, nil where it has it.
func appendRow(buf []byte, row providers.Row, convert []converter) ([]byte, error) {
	start := len(buf)
	buf, at := reply.Begin(buf, 'D')
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(row)))
	for i, v := range row {
		if v == nil {
			buf = append(buf, 0xff, 0xff, 0xff, 0xff)
			continue
		}
		if convert == nil || convert[i] == nil {
			buf = binary.BigEndian.AppendUint32(buf, uint32(len(v)))
			buf = append(buf, v...)
			continue
		}
		length := len(buf)
		buf = append(buf, 0, 0, 0, 0)
		var err error
		if buf, err = convert[i](buf, v); err != nil {
			return buf[:start], err
		}
		binary.BigEndian.PutUint32(buf[length:], uint32(len(buf)-length-4))
	}
	return reply.End(buf, at), nil
}
