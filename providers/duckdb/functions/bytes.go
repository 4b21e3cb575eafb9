package functions

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"hash"
	"math/bits"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// byteFunctions are functions of bytea.
var byteFunctions = []scalar{
	{name: "pg__get_byte", takes: []string{"BLOB", "INTEGER"}, returns: "INTEGER", call: func(c *calling) error {
		b, err := c.byteAt()
		if err == nil {
			vector.Set(&c.out, c.row, int32(b[c.int4(1)]))
		}
		return err
	}},
	{name: "pg__set_byte", takes: []string{"BLOB", "INTEGER", "INTEGER"}, returns: "BLOB", call: func(c *calling) error {
		b, err := c.byteAt()
		if err != nil {
			return err
		}
		b[c.int4(1)] = byte(c.int4(2)) //nolint:gosec // the low eight bits
		c.out.SetBytes(c.row, b)
		return nil
	}},
	digest("pg__sha224", sha256.New224),
	digest("pg__sha256", sha256.New),
	digest("pg__sha384", sha512.New384),
	digest("pg__sha512", sha512.New),
	{name: "pg__chr", takes: []string{"INTEGER"}, returns: "VARCHAR", call: func(c *calling) error {
		code := c.int4(0)
		switch {
		case code == 0:
			return failure("54000", "null character not permitted")
		case code < 0:
			return failure("22023", "character number must be positive")
		case code > 0x10ffff, code >= 0xd800 && code < 0xe000:
			return failure("54000", "requested character too large for encoding: %d", code)
		}
		c.setText(string(code))
		return nil
	}},
}

// digest is a function that returns the digest of bytes.
func digest(name string, algorithm func() hash.Hash) scalar {
	return scalar{name: name, takes: []string{"BLOB"}, returns: "BLOB", call: func(c *calling) error {
		sum := algorithm()
		sum.Write(c.bytes(0))
		c.out.SetBytes(c.row, sum.Sum(nil))
		return nil
	}}
}

// byteAt returns a copy of the first argument's bytes, among which the second one is a place.
func (c *calling) byteAt() ([]byte, error) {
	b := append([]byte(nil), c.bytes(0)...)
	if at := int(c.int4(1)); at < 0 || at >= len(b) {
		return nil, failure(sqlstate.Code("2202E"), "index %d out of valid range, 0..%d", at, len(b)-1)
	}
	return b, nil
}

// bitFunctions are functions of bytes that DuckDB has for texts and bit strings.
var bitFunctions = []scalar{
	{name: "pg__bits", takes: []string{"VARCHAR"}, returns: "VARCHAR", call: func(c *calling) error {
		bits, err := readBits(c.str(0))
		if err == nil {
			c.setText(bits)
		}
		return err
	}},
	{name: "pg__bit_length", takes: []string{"BLOB"}, returns: "INTEGER", call: func(c *calling) error {
		vector.Set(&c.out, c.row, int32(8*len(c.bytes(0)))) //nolint:gosec // a value is shorter
		return nil
	}},
	{name: "pg__octet_length", takes: []string{"BLOB"}, returns: "INTEGER", call: octetLength},
	{name: "pg__octet_length", takes: []string{"VARCHAR"}, returns: "INTEGER", call: octetLength},
	{name: "pg__padded_length", takes: []string{"ANY"}, returns: "INTEGER", call: func(c *calling) error { // with the blanks that a char(n) is shown with
		vector.Set(&c.out, c.row, int32(len(c.writer.AppendText(nil, c.nodes[0], &c.args[0], c.row)))) //nolint:gosec // no longer than a value
		return nil
	}},
	{name: "pg__bit_count", takes: []string{"BLOB"}, returns: "BIGINT", call: func(c *calling) error {
		var count int64
		for _, b := range c.bytes(0) {
			count += int64(bits.OnesCount8(b))
		}
		vector.Set(&c.out, c.row, count)
		return nil
	}},
	{name: "pg__get_bit", takes: []string{"BLOB", "BIGINT"}, returns: "INTEGER", call: func(c *calling) error {
		b, at, err := c.bitAt()
		if err == nil {
			vector.Set(&c.out, c.row, int32(b[at/8]>>(at%8)&1))
		}
		return err
	}},
	{name: "pg__set_bit", takes: []string{"BLOB", "BIGINT", "INTEGER"}, returns: "BLOB", call: func(c *calling) error {
		b, at, err := c.bitAt()
		if err != nil {
			return err
		}
		switch c.int4(2) {
		case 0:
			b[at/8] &^= 1 << (at % 8)
		case 1:
			b[at/8] |= 1 << (at % 8)
		default:
			return failure(sqlstate.InvalidParameterValue, "new bit must be 0 or 1")
		}
		c.out.SetBytes(c.row, b)
		return nil
	}},
	{name: "pg__position_bytes", takes: []string{"BLOB", "BLOB"}, returns: "INTEGER", call: func(c *calling) error {
		vector.Set(&c.out, c.row, int32(bytes.Index(c.bytes(0), c.bytes(1))+1)) //nolint:gosec // a value is shorter
		return nil
	}},
	{name: "pg__btrim_bytes", takes: []string{"BLOB", "BLOB"}, returns: "BLOB", call: func(c *calling) error { return c.trimBytes(true, true) }},
	{name: "pg__ltrim_bytes", takes: []string{"BLOB", "BLOB"}, returns: "BLOB", call: func(c *calling) error { return c.trimBytes(true, false) }},
	{name: "pg__rtrim_bytes", takes: []string{"BLOB", "BLOB"}, returns: "BLOB", call: func(c *calling) error { return c.trimBytes(false, true) }},
	{name: "pg__overlay_bytes", takes: []string{"BLOB", "BLOB", "INTEGER"}, returns: "BLOB", call: func(c *calling) error {
		return c.overlayBytes(len(c.bytes(1)))
	}},
	{name: "pg__overlay_bytes", takes: []string{"BLOB", "BLOB", "INTEGER", "INTEGER"}, returns: "BLOB", call: func(c *calling) error {
		return c.overlayBytes(int(c.int4(3)))
	}},
}

func octetLength(c *calling) error {
	vector.Set(&c.out, c.row, int32(len(c.bytes(0)))) //nolint:gosec // a value is shorter
	return nil
}

// bitAt returns a copy of the first argument's bytes, and the second one, which is the place of a bit in them.
func (c *calling) bitAt() ([]byte, int64, error) {
	b, at := append([]byte(nil), c.bytes(0)...), c.int8(1)
	if at < 0 || at >= int64(len(b))*8 {
		return nil, 0, failure(sqlstate.Code("2202E"), "index %d out of valid range, 0..%d", at, int64(len(b))*8-1)
	}
	return b, at, nil
}

// trimBytes takes bytes of the second argument from the ends of the first.
func (c *calling) trimBytes(start, end bool) error {
	b, set := c.bytes(0), c.bytes(1)
	for start && len(b) > 0 && bytes.IndexByte(set, b[0]) >= 0 {
		b = b[1:]
	}
	for end && len(b) > 0 && bytes.IndexByte(set, b[len(b)-1]) >= 0 {
		b = b[:len(b)-1]
	}
	c.out.SetBytes(c.row, append([]byte(nil), b...))
	return nil
}

// overlayBytes puts the second argument in the place of some bytes of the first.
func (c *calling) overlayBytes(length int) error {
	b, by, from := c.bytes(0), c.bytes(1), int(c.int4(2))
	if from < 1 {
		return failure(sqlstate.Code("22011"), "negative substring length not allowed")
	}
	first, last := min(from-1, len(b)), min(max(from-1+length, 0), len(b))
	out := append(append(append([]byte(nil), b[:first]...), by...), b[last:]...)
	c.out.SetBytes(c.row, out)
	return nil
}

// readBits reads the text of a bit string, whose digits are hexadecimal behind an x.
func readBits(text string) (string, error) {
	digits, kind, width := text, "binary", 1
	if text != "" && strings.ContainsRune("xX", rune(text[0])) {
		digits, kind, width = text[1:], "hexadecimal", 4
	} else if text != "" && strings.ContainsRune("bB", rune(text[0])) {
		digits = text[1:]
	}
	var b strings.Builder
	for _, r := range digits {
		n, err := strconv.ParseUint(string(r), 1<<width, 8)
		if err != nil {
			return "", failure(sqlstate.InvalidTextRepresent, "%q is not a valid %s digit", string(r), kind)
		}
		fmt.Fprintf(&b, "%0*b", width, n)
	}
	return b.String(), nil
}
