package duckdb

import (
	"crypto/sha256"
	"crypto/sha512"
	"hash"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// byteFunctions are functions of bytea.
var byteFunctions = []scalar{
	{name: "pg__get_byte", takes: []string{"BLOB", "INTEGER"}, returns: "INTEGER", call: func(c *calling) error {
		b, err := c.byteAt()
		if err == nil {
			set(&c.out, c.row, int32(b[c.int4(1)]))
		}
		return err
	}},
	{name: "pg__set_byte", takes: []string{"BLOB", "INTEGER", "INTEGER"}, returns: "BLOB", call: func(c *calling) error {
		b, err := c.byteAt()
		if err != nil {
			return err
		}
		b[c.int4(1)] = byte(c.int4(2)) //nolint:gosec // the low eight bits
		c.out.setBytes(c.row, b)
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
			return failure("54000", "character number must be positive")
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
		c.out.setBytes(c.row, sum.Sum(nil))
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
