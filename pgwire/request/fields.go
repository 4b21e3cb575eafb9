package request

import (
	"bytes"
	"encoding/binary"

	"github.com/sallyportdb/sallyport/providers"
)

// Fields reads the fields of a message's body, one after the other. After the first
// field that is not there it is broken, and gives zero values.
type Fields struct {
	rest   []byte
	broken bool
}

// FieldsOf returns the fields of a body.
func FieldsOf(body []byte) *Fields { return &Fields{rest: body} }

// Whole reports whether all fields were there, and no byte is left.
func (f *Fields) Whole() bool { return !f.broken && len(f.rest) == 0 }

// Text reads a string that ends in NUL.
func (f *Fields) Text() []byte {
	text, rest, ok := Text(f.rest)
	f.rest, f.broken = rest, f.broken || !ok
	return text
}

// Text returns a string that ends in NUL, and what follows it.
func Text(b []byte) (text, rest []byte, ok bool) {
	end := bytes.IndexByte(b, 0)
	if end < 0 {
		return nil, nil, false
	}
	return b[:end:end], b[end+1:], true
}

func (f *Fields) take(n int) []byte {
	if f.broken || n < 0 || n > len(f.rest) {
		f.broken, f.rest = true, nil
		return nil
	}
	b := f.rest[:n:n]
	f.rest = f.rest[n:]
	return b
}

func (f *Fields) byte() byte {
	if b := f.take(1); b != nil {
		return b[0]
	}
	return 0
}

// count reads how many fields follow: unsigned, as Postgres reads it, so that 65,535
// parameters are possible.
func (f *Fields) count() int {
	if b := f.take(2); b != nil {
		return int(binary.BigEndian.Uint16(b))
	}
	return 0
}

func (f *Fields) number() uint32 {
	if b := f.take(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

// types reads a list of type OIDs.
func (f *Fields) types() []uint32 {
	b := f.take(4 * f.count())
	if len(b) == 0 {
		return nil
	}
	list := make([]uint32, len(b)/4)
	for i := range list {
		list[i] = binary.BigEndian.Uint32(b[4*i:])
	}
	return list
}

// formats reads a list of format codes.
func (f *Fields) formats() []providers.Format {
	b := f.take(2 * f.count())
	if len(b) == 0 {
		return nil
	}
	list := make([]providers.Format, len(b)/2)
	for i := range list {
		list[i] = providers.Format(binary.BigEndian.Uint16(b[2*i:]))
	}
	return list
}

// value reads a value: a length, -1 for NULL, and its bytes.
func (f *Fields) value() []byte {
	n := int(int32(f.number()))
	if f.broken || n == -1 {
		return nil
	}
	return f.take(n)
}

// values reads a list of values.
func (f *Fields) values() [][]byte {
	n := f.count()
	if n == 0 {
		return nil
	}
	list := make([][]byte, 0, min(n, len(f.rest)/4)) // a value takes 4 bytes at least
	for range n {
		value := f.value()
		if f.broken {
			break
		}
		list = append(list, value)
	}
	return list
}

// Arguments reads what follows the names of a Bind: the formats of the values, the
// values, and the formats of the result. With call, it reads what follows the number of
// a FunctionCall, which has one format for the result. Where these are not all there is,
// ok is false, and args has what could be read. The values are copies.
func Arguments(b []byte, call bool) (args providers.Args, ok bool) {
	f := FieldsOf(bytes.Clone(b))
	args.Formats = f.formats()
	args.Values = f.values()
	if call {
		f.take(2)
		return args, f.Whole()
	}
	args.ResultFormats = f.formats()
	return args, f.Whole()
}

// CountArguments returns how many values a Bind has; b is the message behind its names.
func CountArguments(b []byte) int {
	f := FieldsOf(b)
	f.take(2 * f.count())
	return f.count()
}
