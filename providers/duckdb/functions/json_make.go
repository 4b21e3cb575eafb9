package functions

import (
	"cmp"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
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
		b = append(jsonvalue.AppendText(b, string(c.appendShown(nil, i))), " : "...)
		b = c.appendJSON(b, i+1, false)
	}
	return append(b, '}'), nil
}

// aggregateObject makes an object of a list of keys and one of values.
func (c *calling) aggregateObject() ([]byte, error) {
	firstKey, count := c.nodes[0].Span(&c.args[0], c.row)
	firstValue, _ := c.nodes[1].Span(&c.args[1], c.row)
	b := []byte("{ ")
	for i := range count {
		if i > 0 {
			b = append(b, ", "...)
		}
		if c.args[0].Children[0].Null(firstKey + i) {
			return nil, failure(sqlstate.InvalidParameterValue, "field name must not be null")
		}
		key := c.writer.AppendText(nil, c.nodes[0].Children[0], &c.args[0].Children[0], firstKey+i)
		b = append(jsonvalue.AppendText(b, string(key)), " : "...)
		b = appendAsJSON(b, &c.writer, c.nodes[1].Children[0], &c.args[1].Children[0], firstValue+i, false)
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
	return appendAsJSON(b, &c.writer, c.nodes[i], &c.args[i], c.row, spaced)
}

// appendAsJSON appends row r, which may be NULL, as Postgres's to_json does.
func appendAsJSON(b []byte, w *vector.Writer, n *vector.Type, v *vector.Reader, r int, spaced bool) []byte {
	if v.Null(r) {
		return append(b, "null"...)
	}
	switch n.ID {
	case lib.TypeList, lib.TypeArray:
		first, count := n.Span(v, r)
		b = append(b, '[')
		for i := first; i < first+count; i++ {
			if i > first {
				b = append(b, ',')
				if spaced {
					b = append(b, ' ')
				}
				if within := n.Children[0].ID; spaced && (within == lib.TypeStruct || within == lib.TypeList) && !v.Children[0].Null(i) {
					b = append(b, "\n "...)
				}
			}
			b = appendAsJSON(b, w, n.Children[0], &v.Children[0], i, false)
		}
		return append(b, ']')
	case lib.TypeStruct:
		b = append(b, '{')
		for i, child := range n.Children {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(jsonvalue.AppendText(b, cmp.Or(n.Names[i], "f"+strconv.Itoa(i+1))), ':')
			b = appendAsJSON(b, w, child, &v.Children[i], r, false)
		}
		return append(b, '}')
	case lib.TypeTimestamp, lib.TypeTimestampTZ:
		text := string(w.AppendText(nil, n, v, r))
		if n.ID == lib.TypeTimestampTZ {
			text = fullZone(text)
		}
		return jsonvalue.AppendText(b, strings.Replace(text, " ", "T", 1))
	case lib.TypeVarchar:
		if n.Duck == "JSON" || n.Duck == jsonbType {
			return append(b, v.Bytes(r)...)
		}
		return jsonvalue.AppendText(b, string(w.AppendText(nil, n, v, r)))
	}
	return w.AppendJSON(b, n, v, r)
}
