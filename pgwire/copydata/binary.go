package copydata

import (
	"encoding/binary"
	"io"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// signature is the beginning of the binary form.
const signature = "PGCOPY\n\xff\r\n\x00"

// nextBinary reads the next row.
func (r *Reader) nextBinary() (providers.Row, error) {
	if r.done {
		return nil, io.EOF
	}
	if !r.started {
		r.started = true
		if err := r.readSignature(); err != nil {
			return nil, err
		}
	}
	r.number++
	r.values, r.ends = r.values[:0], r.ends[:0]
	if !r.more() {
		r.done = true
		if err := r.atEnd(); err != nil {
			return nil, err
		}
		return nil, io.EOF
	}
	fields, err := r.short()
	if err != nil {
		return nil, err
	}
	if fields == -1 {
		return nil, r.endBinary()
	}
	if int(fields) != len(r.columns) {
		return nil, sqlstate.New(badFormat, "row field count is %d, expected %d", fields, len(r.columns))
	}
	for i := range r.columns {
		if err := r.readField(); err != nil {
			return nil, r.placed(err, i)
		}
	}
	r.takeRow()
	return r.row, nil
}

// endBinary ends the data: nothing may follow.
func (r *Reader) endBinary() error {
	r.done = true
	if r.more() {
		return sqlstate.New(badFormat, "received copy data after EOF marker")
	}
	if err := r.atEnd(); err != nil {
		return err
	}
	return io.EOF
}

// readSignature reads what stands before the rows.
func (r *Reader) readSignature() error {
	var head [len(signature) + 8]byte
	if n, err := r.read(head[:len(signature)]); err != nil {
		return err
	} else if n < len(signature) || string(head[:n]) != signature {
		return sqlstate.New(badFormat, "COPY file signature not recognized")
	}
	flags, err := r.long()
	if err != nil {
		return sqlstate.New(badFormat, "invalid COPY file header (missing flags)")
	}
	if flags&(1<<16) != 0 {
		return sqlstate.New(badFormat, "invalid COPY file header (WITH OIDS)")
	}
	if uint32(flags)>>16 != 0 {
		return sqlstate.New(badFormat, "unrecognized critical flags in COPY file header")
	}
	length, err := r.long()
	if err != nil || length < 0 {
		return sqlstate.New(badFormat, "invalid COPY file header (missing length)")
	}
	for ; length > 0; length-- {
		if !r.more() {
			return sqlstate.New(badFormat, "invalid COPY file header (wrong length)")
		}
		r.at++
	}
	return nil
}

// read fills b as far as there are bytes.
func (r *Reader) read(b []byte) (n int, err error) {
	for n < len(b) && r.more() {
		taken := copy(b[n:], r.buffer[r.at:])
		n, r.at = n+taken, r.at+taken
	}
	return n, r.atEnd()
}

func (r *Reader) short() (int16, error) {
	var b [2]byte
	err := r.readWhole(b[:])
	return int16(binary.BigEndian.Uint16(b[:])), err //nolint:gosec // the bits are those of a signed number
}

func (r *Reader) long() (int32, error) {
	var b [4]byte
	err := r.readWhole(b[:])
	return int32(binary.BigEndian.Uint32(b[:])), err //nolint:gosec // the bits are those of a signed number
}

func (r *Reader) readWhole(b []byte) error {
	n, err := r.read(b)
	if n == len(b) {
		return nil
	}
	if err == nil {
		err = sqlstate.New(badFormat, "unexpected EOF in COPY data")
	}
	return err
}

// readField reads a value with its length.
func (r *Reader) readField() error {
	length, err := r.long()
	if err != nil {
		return err
	}
	switch {
	case length == -1:
		r.ends = append(r.ends, -1)
		return nil
	case length < 0:
		return sqlstate.New(badFormat, "invalid field size")
	case len(r.values)+int(length) > maxRow:
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "a row is longer than %d MiB", maxRow>>20)
	}
	for left := int(length); left > 0; { // memory is taken as bytes come
		if !r.more() {
			if err := r.atEnd(); err != nil {
				return err
			}
			return sqlstate.New(badFormat, "unexpected EOF in COPY data")
		}
		n := min(left, len(r.buffer)-r.at)
		r.values = append(r.values, r.buffer[r.at:r.at+n]...)
		r.at, left = r.at+n, left-n
	}
	r.ends = append(r.ends, len(r.values))
	return nil
}
