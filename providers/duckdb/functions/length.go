package functions

import (
	"bytes"
	"unicode/utf8"
)

func withoutBlanks(c *calling) error {
	c.out.SetBytes(c.row, bytes.TrimRight(c.bytes(0), " "))
	return nil
}

// holdLength holds a value to the length of its column. Blanks beyond it are cut off; anything else is
// too long. 22001.
func holdLength(value []byte, length int, padded bool) ([]byte, error) {
	if padded {
		value = bytes.TrimRight(value, " ")
	}
	if len(value) <= length || utf8.RuneCount(value) <= length {
		return value, nil
	}
	end := 0
	for range length {
		_, size := utf8.DecodeRune(value[end:])
		end += size
	}
	if len(bytes.Trim(value[end:], " ")) > 0 {
		kind := "character varying"
		if padded {
			kind = "character"
		}
		return nil, failure("22001", "value too long for type %s(%d)", kind, length)
	}
	return value[:end], nil
}

// lengthFunctions hold the values that a statement assigns to limited columns.
var lengthFunctions = []scalar{
	{name: "pg__hold_varchar", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error { return c.holdLength(false) }},
	{name: "pg__hold_bpchar", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error { return c.holdLength(true) }},
}

func (c *calling) holdLength(padded bool) error {
	value, err := holdLength(c.bytes(0), int(c.int4(1)), padded)
	if err == nil {
		c.out.SetBytes(c.row, value)
	}
	return err
}
