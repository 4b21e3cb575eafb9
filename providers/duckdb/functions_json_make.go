package duckdb

import (
	"cmp"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// How JSON is made of values that are not JSON.

// buildObject makes an object of keys and values.
func (c *calling) buildObject() ([]byte, error) {
	if len(c.args)%2 != 0 {
		return nil, failure(sqlstate.InvalidParameterValue, "argument list must have even number of elements")
	}
	b := []byte("{")
	for i := 0; i < len(c.args); i += 2 {
		if i > 0 {
			b = append(b, ", "...)
		}
		if c.null(i) {
			return nil, failure(sqlstate.InvalidParameterValue, "argument %d cannot be null", i+1)
		}
		b = append(appendJSONText(b, string(c.appendShown(nil, i))), " : "...)
		b = c.appendJSON(b, i+1, false)
	}
	return append(b, '}'), nil
}

// aggregateObject makes an object of a list of keys and one of values.
func (c *calling) aggregateObject() ([]byte, error) {
	firstKey, count := c.nodes[0].span(&c.args[0], c.row)
	firstValue, _ := c.nodes[1].span(&c.args[1], c.row)
	b := []byte("{ ")
	for i := range count {
		if i > 0 {
			b = append(b, ", "...)
		}
		if c.args[0].children[0].null(firstKey + i) {
			return nil, failure(sqlstate.InvalidParameterValue, "field name must not be null")
		}
		key := c.writer.appendText(nil, c.nodes[0].children[0], &c.args[0].children[0], firstKey+i)
		b = append(appendJSONText(b, string(key)), " : "...)
		b = c.writer.toJSON(b, c.nodes[1].children[0], &c.args[1].children[0], firstValue+i, false)
	}
	return append(b, " }"...), nil
}

func (c *calling) buildArray() []byte {
	b := []byte("[")
	for i := range c.args {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = c.appendJSON(b, i, false)
	}
	return append(b, ']')
}

// appendJSON appends an argument as to_json writes it. spaced is how json_agg separates.
func (c *calling) appendJSON(b []byte, i int, spaced bool) []byte {
	return c.writer.toJSON(b, c.nodes[i], &c.args[i], c.row, spaced)
}

// toJSON appends row r, which may be NULL, as Postgres's to_json does.
func (w *writer) toJSON(b []byte, n *node, v *vec, r int, spaced bool) []byte {
	if v.null(r) {
		return append(b, "null"...)
	}
	switch n.id {
	case lib.TypeList, lib.TypeArray:
		first, count := n.span(v, r)
		b = append(b, '[')
		for i := first; i < first+count; i++ {
			if i > first {
				b = append(b, ',')
				if spaced {
					b = append(b, ' ')
				}
				if spaced && n.children[0].id == lib.TypeStruct {
					b = append(b, "\n "...)
				}
			}
			b = w.toJSON(b, n.children[0], &v.children[0], i, false)
		}
		return append(b, ']')
	case lib.TypeStruct:
		b = append(b, '{')
		for i, child := range n.children {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendJSONText(b, cmp.Or(n.names[i], "f"+strconv.Itoa(i+1))), ':')
			b = w.toJSON(b, child, &v.children[i], r, false)
		}
		return append(b, '}')
	case lib.TypeTimestamp, lib.TypeTimestampTZ:
		text := string(w.appendText(nil, n, v, r))
		if n.id == lib.TypeTimestampTZ {
			text = fullZone(text)
		}
		return appendJSONText(b, strings.Replace(text, " ", "T", 1))
	case lib.TypeVarchar:
		if n.duck == "JSON" || n.duck == jsonbType {
			return append(b, v.bytes(r)...)
		}
		return appendJSONText(b, string(appendBlankPadded(nil, v.bytes(r), n.width)))
	}
	return w.appendJSON(b, n, v, r)
}
