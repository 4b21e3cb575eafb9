package pgwire

import (
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// fatal is the severity of an error that ends the connection.
const fatal = "FATAL"

// begin starts a message of that kind; end must be called with what it returns.
func begin(buf []byte, kind byte) (_ []byte, at int) {
	return append(buf, kind, 0, 0, 0, 0), len(buf)
}

// end writes the length of the message that began at at.
func end(buf []byte, at int) []byte {
	binary.BigEndian.PutUint32(buf[at+1:], uint32(len(buf)-at-1))
	return buf
}

// appendEmpty appends a message without a body.
func appendEmpty(buf []byte, kind byte) []byte { return append(buf, kind, 0, 0, 0, 4) }

// appendText appends a string and its NUL; NULs inside would end it early, so
// they are dropped.
func appendText(buf []byte, s string) []byte {
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "")
	}
	return append(append(buf, strings.ToValidUTF8(s, "\uFFFD")...), 0)
}

// appendError appends an ErrorResponse ('E') or a NoticeResponse ('N').
func appendError(buf []byte, kind byte, e *sqlstate.Error) []byte {
	severity := e.Severity
	if severity == "" {
		severity = map[byte]string{'E': "ERROR", 'N': "NOTICE"}[kind]
	}
	position := ""
	if e.Position > 0 {
		position = strconv.Itoa(e.Position)
	}
	buf, at := begin(buf, kind)
	for _, f := range [...]struct {
		code byte
		text string
	}{
		{'S', severity},
		{'V', severity},
		{'C', string(e.Code)},
		{'M', e.Message},
		{'D', e.Detail},
		{'H', e.Hint},
		{'P', position},
		{'W', e.Where},
		{'s', e.Schema},
		{'t', e.Table},
		{'c', e.Column},
		{'d', e.DataType},
		{'n', e.Constraint},
	} {
		if f.text != "" {
			buf = appendText(append(buf, f.code), f.text)
		}
	}
	return end(append(buf, 0), at)
}

// appendParameterStatus appends one setting that clients like to know.
func appendParameterStatus(buf []byte, name, value string) []byte {
	buf, at := begin(buf, 'S')
	return end(appendText(appendText(buf, name), value), at)
}

// appendParameters appends a ParameterDescription.
func appendParameters(buf []byte, types []uint32) []byte {
	buf, at := begin(buf, 't')
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(types)))
	for _, t := range types {
		buf = binary.BigEndian.AppendUint32(buf, t)
	}
	return end(buf, at)
}

// appendColumns appends a RowDescription, or NoData where there are no columns.
func appendColumns(buf []byte, columns []providers.Column, formats []providers.Format) []byte {
	if len(columns) == 0 {
		return appendEmpty(buf, 'n')
	}
	buf, at := begin(buf, 'T')
	buf = binary.BigEndian.AppendUint16(buf, uint16(len(columns)))
	for i, c := range columns {
		buf = appendText(buf, c.Name)
		buf = binary.BigEndian.AppendUint32(buf, c.Table)
		buf = binary.BigEndian.AppendUint16(buf, c.Attr)
		buf = binary.BigEndian.AppendUint32(buf, c.Type)
		buf = binary.BigEndian.AppendUint16(buf, uint16(c.Size))
		buf = binary.BigEndian.AppendUint32(buf, uint32(c.TypeMod))
		buf = binary.BigEndian.AppendUint16(buf, uint16(providers.FormatAt(formats, i)))
	}
	return end(buf, at)
}

// appendRow appends a DataRow; convert holds what turns a value into the
// format that was asked for, nil where it has it.
func appendRow(buf []byte, row providers.Row, convert []converter) ([]byte, error) {
	start := len(buf)
	buf, at := begin(buf, 'D')
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
	return end(buf, at), nil
}

// appendComplete appends a CommandComplete.
func appendComplete(buf []byte, tag string) []byte {
	buf, at := begin(buf, 'C')
	return end(appendText(buf, tag), at)
}
