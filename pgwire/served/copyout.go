package served

import (
	"github.com/sallyportdb/sallyport/pgwire/copydata"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/pgwire/request"
	"github.com/sallyportdb/sallyport/pgwire/rows"
	"github.com/sallyportdb/sallyport/providers"
)

// CopyOut makes the messages of a COPY TO STDOUT.
type CopyOut struct {
	copied  *providers.Copy
	columns int
	writer  *copydata.Writer
	convert rows.Conversion
	binary  bool
	begun   bool // what stands before the rows was written
}

// NewCopyOut makes one for rows with these columns, in text form.
func NewCopyOut(c *providers.Copy, columns []providers.Column, conversions *rows.Conversions) (o *CopyOut, err error) {
	o = &CopyOut{copied: c, columns: len(columns), binary: c.Format.Kind == providers.CopyBinary}
	if o.writer, err = copydata.NewWriter(c, columns); err != nil {
		return nil, err
	}
	var formats []providers.Format
	if o.binary {
		formats = []providers.Format{providers.Binary}
	}
	if o.convert, err = conversions.For(columns, formats); err != nil {
		return nil, err
	}
	return o, nil
}

// AppendBegin appends a CopyOutResponse, and the line of names if there is one.
func (o *CopyOut) AppendBegin(buf []byte) []byte {
	buf = reply.Copying(buf, 'H', o.binary, o.columns)
	if !o.binary && o.copied.Format.Header != providers.NoHeader {
		line, at := reply.Begin(buf, request.CopyData)
		buf = reply.End(o.writer.AppendHeader(line), at)
	}
	return buf
}

// Append appends a CopyData with a row.
func (o *CopyOut) Append(buf []byte, row providers.Row) (_ []byte, err error) {
	buf, at := reply.Begin(buf, request.CopyData)
	if !o.binary {
		return reply.End(o.writer.AppendRow(buf, row), at), nil
	}
	if !o.begun {
		buf, o.begun = o.writer.AppendHeader(buf), true
	}
	if buf, err = o.convert.AppendValues(buf, row); err != nil {
		return buf[:at], err
	}
	return reply.End(buf, at), nil
}

// AppendEnd appends what stands behind the rows, and CopyDone.
func (o *CopyOut) AppendEnd(buf []byte) []byte {
	if o.binary {
		trailer, at := reply.Begin(buf, request.CopyData)
		if !o.begun {
			trailer = o.writer.AppendHeader(trailer)
		}
		buf = reply.End(o.writer.AppendTrailer(trailer), at)
	}
	return reply.Empty(buf, request.CopyDone)
}
