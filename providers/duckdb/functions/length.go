package functions

import (
	"bytes"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/inputs"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func withoutBlanks(c *calling) error {
	c.out.SetBytes(c.row, bytes.TrimRight(c.bytes(0), " "))
	return nil
}

// lengthFunctions hold the values that a statement assigns to limited columns.
var lengthFunctions = []scalar{
	{name: "pg__hold_varchar", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error { return c.holdLength(false) }},
	{name: "pg__hold_bpchar", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: func(c *calling) error { return c.holdLength(true) }},
	{name: "pg__hold_varchars", takes: []string{"VARCHAR[]", "INTEGER"}, returns: "VARCHAR[]", call: func(c *calling) error { return c.holdLengths(false) }},
	{name: "pg__hold_bpchars", takes: []string{"VARCHAR[]", "INTEGER"}, returns: "VARCHAR[]", call: func(c *calling) error { return c.holdLengths(true) }},
	{name: "pg__hold_varbit", takes: []string{"BIT", "INTEGER"}, returns: "BIT", call: func(c *calling) error { return c.holdBits(false) }},
	{name: "pg__hold_bit", takes: []string{"BIT", "INTEGER"}, returns: "BIT", call: func(c *calling) error { return c.holdBits(true) }},
	{name: "pg__hold_varbits", takes: []string{"BIT[]", "INTEGER"}, returns: "BIT[]", call: func(c *calling) error { return c.holdBitsOf(false) }},
	{name: "pg__hold_bits", takes: []string{"BIT[]", "INTEGER"}, returns: "BIT[]", call: func(c *calling) error { return c.holdBitsOf(true) }},
	{name: "pg__fit_bits", takes: []string{"VARCHAR[]", "INTEGER", "BOOLEAN"}, returns: "VARCHAR[]", call: fitBits},
	{name: "pg__hold_scale", takes: []string{"VARCHAR", "INTEGER"}, returns: "VARCHAR", call: (*calling).holdScale},
}

// holdScale refuses a number with more digits behind the point than its column keeps. 0A000.
func (c *calling) holdScale() error {
	value, scale := c.bytes(0), int(c.int4(1))
	if point := bytes.IndexByte(value, '.'); point >= 0 {
		fraction := value[point+1:]
		if digits := bytes.TrimRight(fraction, "0"); !bytes.ContainsAny(fraction, "eE") && len(digits) > scale {
			return sqlstate.New(sqlstate.FeatureNotSupported, "more than %d digits behind the point are not supported in this column, which a query has made", scale).
				WithHint("Cast the numbers of the query to a type with more digits, as in x::numeric(38,20), or give the column of a table a type: ALTER TABLE … ALTER COLUMN … TYPE numeric.")
		}
	}
	c.out.SetBytes(c.row, value)
	return nil
}

func (c *calling) holdLength(padded bool) error {
	value, err := inputs.HoldLength(c.bytes(0), int(c.int4(1)), padded)
	if err == nil {
		c.out.SetBytes(c.row, value)
	}
	return err
}

// holdBits returns the error of a bit string of another length than its column's.
func (c *calling) holdBits(exact bool) error {
	value, length := c.bytes(0), int(c.int4(1))
	err := inputs.CheckBits(vector.CountBits(value), length, exact)
	if err == nil {
		c.out.SetBytes(c.row, value)
	}
	return err
}

// holdBitsOf returns the error of an array with a bit string of another length than its column's.
func (c *calling) holdBitsOf(exact bool) error {
	list := c.strings(0)
	for _, bits := range list {
		if bits == nil {
			continue
		}
		if err := inputs.CheckBits(vector.CountBits([]byte(*bits)), int(c.int4(1)), exact); err != nil {
			return err
		}
	}
	c.setStrings(list)
	return nil
}

// fitBits cuts the bit strings of an array to a length, or fills them up to it with zeros where they have one length.
func fitBits(c *calling) error {
	list, length := c.strings(0), int(c.int4(1))
	for i, s := range list {
		if s == nil {
			continue
		}
		fitted := (*s)[:min(length, len(*s))]
		if vector.At[bool](&c.args[2], c.row) {
			fitted += strings.Repeat("0", length-len(fitted))
		}
		list[i] = &fitted
	}
	c.setStrings(list)
	return nil
}

// holdLengths holds the elements of an array to the length of its column.
func (c *calling) holdLengths(padded bool) error {
	list, length := c.strings(0), int(c.int4(1))
	for i, s := range list {
		if s == nil {
			continue
		}
		held, err := inputs.HoldLength([]byte(*s), length, padded)
		if err != nil {
			return err
		}
		text := string(held)
		list[i] = &text
	}
	c.setStrings(list)
	return nil
}
