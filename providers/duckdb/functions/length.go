package functions

import (
	"bytes"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
)

func withoutBlanks(c *calling) error {
	c.out.SetBytes(c.row, bytes.TrimRight(c.bytes(0), " "))
	return nil
}

// lengthFunctions hold the values that a statement assigns to limited columns.
var lengthFunctions = []scalar{
	{name: "pg__hold_varchar", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error { return c.holdLength(false) }},
	{name: "pg__hold_bpchar", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error { return c.holdLength(true) }},
}

func (c *calling) holdLength(padded bool) error {
	value, err := inputs.HoldLength(c.bytes(0), int(c.int4(1)), padded)
	if err == nil {
		c.out.SetBytes(c.row, value)
	}
	return err
}
