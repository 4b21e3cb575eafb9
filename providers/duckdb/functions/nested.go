package functions

import (
	"fmt"
	"strconv"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// comparedElements are the types of arrays whose containment is PostgreSQL's: a NULL is in no array. DuckDB passes over it.
var comparedElements = []string{"SMALLINT", "INTEGER", "BIGINT", "FLOAT", "DOUBLE", "VARCHAR", "DATE", "TIMESTAMP", "UUID", "BOOLEAN", "INTERVAL"}

// holds reports whether an array has all elements of another.
func (c *calling) holds(whole, part int) bool {
	has := map[string]bool{}
	c.eachElement(whole, func(text []byte, null bool) bool {
		if !null {
			has[string(text)] = true
		}
		return true
	})
	return c.eachElement(part, func(text []byte, null bool) bool { return !null && has[string(text)] })
}

// meets reports whether two arrays have an element in common.
func (c *calling) meets() bool {
	has := map[string]bool{}
	c.eachElement(0, func(text []byte, null bool) bool {
		has[string(text)] = !null
		return true
	})
	return !c.eachElement(1, func(text []byte, null bool) bool { return null || !has[string(text)] })
}

// eachElement takes the elements of an array as texts that are the same where the elements are equal, until one is not taken.
func (c *calling) eachElement(of int, take func(text []byte, null bool) bool) bool {
	first, count := c.nodes[of].Span(&c.args[of], c.row)
	values, element := &c.args[of].Children[0], c.nodes[of].Children[0]
	for at := first; at < first+count; at++ {
		if values.Null(at) {
			if !take(nil, true) {
				return false
			}
			continue
		}
		c.text = c.writer.AppendText(c.text[:0], element, values, at)
		switch {
		case (element.ID == lib.TypeDouble || element.ID == lib.TypeFloat) && string(c.text) == "-0":
			c.text = c.text[1:] // the two zeros are equal
		case element.ID == lib.TypeInterval: // a month has 30 days, and a day 24 hours
			i := vector.At[vector.Interval](values, at)
			days, clock := vector.SplitDays(i.Micros)
			c.text = fmt.Appendf(c.text[:0], "%d %d", int64(i.Months)*daysOfMonth+int64(i.Days)+days, clock)
		}
		if !take(c.text, false) {
			return false
		}
	}
	return true
}

// nestedFunctions are functions of arrays of arrays.
var nestedFunctions = []scalar{
	{name: "pg__array_size", takes: []string{"ANY", "INTEGER"}, returns: "INTEGER", call: func(c *calling) error {
		sizes := c.sizes()
		which := int(c.int4(1))
		if which < 1 || which > len(sizes) {
			c.setNull()
			return nil
		}
		return setInt(c, sizes[which-1])
	}},
	{name: "pg__array_dims", takes: []string{"ANY"}, returns: "VARCHAR", call: func(c *calling) error {
		c.text = c.text[:0]
		for _, size := range c.sizes() {
			c.text = append(strconv.AppendInt(append(c.text, "[1:"...), int64(size), 10), ']')
		}
		if len(c.text) == 0 {
			c.setNull()
			return nil
		}
		c.out.SetBytes(c.row, c.text)
		return nil
	}},
	{name: "pg__cardinality", takes: []string{"ANY"}, returns: "INTEGER", call: func(c *calling) error {
		sizes := c.sizes()
		total := 0
		for i, size := range sizes {
			if total *= size; i == 0 {
				total = size
			}
		}
		return setInt(c, total)
	}},
	{name: "pg__array_text", takes: []string{"ANY", "VARCHAR", "VARCHAR"}, returns: "VARCHAR", nulls: true, call: func(c *calling) error {
		if c.null(0) || c.null(1) {
			c.setNull()
			return nil
		}
		first := true
		c.text = c.appendElements(c.text[:0], c.nodes[0], &c.args[0], c.row, &first)
		c.out.SetBytes(c.row, c.text)
		return nil
	}},
}

// sizes returns the lengths of an array's dimensions, or nil if it has no elements.
func (c *calling) sizes() (sizes []int) {
	of, values, row := c.nodes[0], &c.args[0], c.row
	for of.ID == lib.TypeList && !values.Null(row) {
		first, count := of.Span(values, row)
		if count == 0 {
			return nil
		}
		sizes = append(sizes, count)
		of, values, row = of.Children[0], &values.Children[0], first
	}
	return sizes
}

// appendElements writes the elements of an array behind each other.
func (c *calling) appendElements(b []byte, of *vector.Type, values *vector.Reader, row int, first *bool) []byte {
	if of.ID == lib.TypeList && !values.Null(row) {
		from, count := of.Span(values, row)
		for at := from; at < from+count; at++ {
			b = c.appendElements(b, of.Children[0], &values.Children[0], at, first)
		}
		return b
	}
	if values.Null(row) && c.null(2) {
		return b
	}
	if !*first {
		b = append(b, c.bytes(1)...)
	}
	if *first = false; values.Null(row) {
		return append(b, c.bytes(2)...)
	}
	return c.writer.AppendText(b, of, values, row)
}
