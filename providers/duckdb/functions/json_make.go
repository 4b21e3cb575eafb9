package functions

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How JSON is made of values that are not JSON.

// builders are the functions that make an object or an array of their arguments, and those that make it of the elements of
// one array.
func builders() (all []scalar) {
	for _, of := range []struct {
		kind, returns string
		set           func(*calling, []byte) error
	}{{"json", "JSON", (*calling).setJSON}, {"jsonb", jsonbType, (*calling).setJSONB}} {
		for _, made := range []struct {
			name string
			make func(*calling, []argument) ([]byte, error)
		}{{"object", (*calling).buildObject}, {"array", (*calling).buildArray}} {
			build := func(c *calling, list []argument) error {
				for i := 0; i < len(list) && len(list)%2 == 0 && of.kind == "jsonb" && made.name == "object"; i += 2 {
					if list[i].among.Null(list[i].row) {
						return failure(sqlstate.InvalidParameterValue, "argument %d: key must not be null", i+1)
					}
				}
				b, err := made.make(c, list)
				if err != nil {
					return err
				}
				return of.set(c, b)
			}
			name := "pg__" + of.kind + "_build_" + made.name
			all = append(all,
				scalar{name: name, takes: []string{"ANY", "..."}, returns: of.returns, nulls: true, call: func(c *calling) error {
					list := make([]argument, len(c.args))
					for i := range c.args {
						list[i] = argument{c.nodes[i], &c.args[i], c.row}
					}
					return build(c, list)
				}},
				scalar{name: name + "_of", takes: []string{"ANY"}, returns: of.returns, call: func(c *calling) error {
					return build(c, argument{c.nodes[0], &c.args[0], c.row}.elements(nil))
				}})
		}
	}
	return all
}

// argument is a value that JSON is made of.
type argument struct {
	of    *vector.Type
	among *vector.Reader
	row   int
}

// elements appends the values of an array of any dimensions, in their order.
func (a argument) elements(list []argument) []argument {
	if a.of.ID != lib.TypeList && a.of.ID != lib.TypeArray || a.among.Null(a.row) {
		return append(list, a)
	}
	first, count := a.of.Span(a.among, a.row)
	for i := first; i < first+count; i++ {
		list = argument{a.of.Children[0], &a.among.Children[0], i}.elements(list)
	}
	return list
}

// isKey reports whether values of a type can be keys of objects.
func isKey(n *vector.Type) bool {
	switch n.ID {
	case lib.TypeList, lib.TypeArray, lib.TypeStruct, lib.TypeMap, lib.TypeUnion:
		return false
	}
	return n.Duck != "JSON" && n.Duck != jsonbType
}

var errKey = failure(sqlstate.InvalidParameterValue, "key value must be scalar, not array, composite, or json")

// appendKey appends a value as the name of a field: as to_json writes it, in quotes.
func (c *calling) appendKey(b []byte, of *vector.Type, among *vector.Reader, row int) []byte {
	written := appendAsJSON(nil, &c.writer, of, among, row, false)
	if written[0] == '"' {
		return append(b, written...)
	}
	return jsonvalue.AppendText(b, string(written))
}

// buildObject makes an object of keys and values.
func (c *calling) buildObject(list []argument) ([]byte, error) {
	if len(list)%2 != 0 {
		return nil, failure(sqlstate.InvalidParameterValue, "argument list must have even number of elements")
	}
	b := []byte("{")
	for i := 0; i < len(list); i += 2 {
		if i > 0 {
			b = append(b, ", "...)
		}
		key, value := list[i], list[i+1]
		switch {
		case key.among.Null(key.row):
			return nil, failure(sqlstate.InvalidParameterValue, "argument %d cannot be null", i+1)
		case !isKey(key.of):
			return nil, errKey
		}
		b = append(c.appendKey(b, key.of, key.among, key.row), " : "...)
		b = appendAsJSON(b, &c.writer, value.of, value.among, value.row, false)
	}
	return append(b, '}'), nil
}

// aggregateObject makes an object of a list of keys and one of values.
func (c *calling) aggregateObject(distinct bool) ([]byte, error) {
	var last []byte
	firstKey, count := c.nodes[0].Span(&c.args[0], c.row)
	firstValue, _ := c.nodes[1].Span(&c.args[1], c.row)
	b := []byte("{ ")
	for i := range count {
		if c.args[0].Children[0].Null(firstKey + i) {
			return nil, failure(sqlstate.InvalidParameterValue, "field name must not be null")
		}
		if !isKey(c.nodes[0].Children[0]) {
			return nil, errKey
		}
		pair := append(c.appendKey(nil, c.nodes[0].Children[0], &c.args[0].Children[0], firstKey+i), " : "...)
		pair = appendAsJSON(pair, &c.writer, c.nodes[1].Children[0], &c.args[1].Children[0], firstValue+i, false)
		if distinct && i > 0 && bytes.Equal(pair, last) {
			continue
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		b, last = append(b, pair...), pair
	}
	return append(b, " }"...), nil
}

func (c *calling) buildArray(list []argument) ([]byte, error) {
	b := []byte("[")
	for i, a := range list {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendAsJSON(b, &c.writer, a.of, a.among, a.row, false)
	}
	return append(b, ']'), nil
}

// asJSON returns the argument as to_json writes it. spaced is how json_agg separates.
func (c *calling) asJSON(spaced bool) []byte {
	return appendAsJSON(nil, &c.writer, c.nodes[0], &c.args[0], c.row, spaced)
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
			vector.CheckText(b, 0)
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
		if n.Duck == wideAlias {
			if x := numeric.FromKey(string(v.Bytes(r))); x.Finite() {
				return append(b, x.String()...)
			}
		}
		return jsonvalue.AppendText(b, string(w.AppendText(nil, n, v, r)))
	}
	if strings.HasPrefix(n.Duck, "PG_") && n.Duck != pgcatalog.SmallsAlias { // an OID is no number to PostgreSQL's JSON
		return jsonvalue.AppendText(b, string(w.AppendText(nil, n, v, r)))
	}
	return w.AppendJSON(b, n, v, r)
}

// objectAggregate makes an object of a list of keys and one of values; distinct: each pair once, of which those that are alike stand together.
func objectAggregate(name, returns string, distinct bool) scalar {
	return scalar{name: name, takes: []string{"ANY", "ANY"}, returns: returns, call: func(c *calling) error {
		b, err := c.aggregateObject(distinct)
		if err != nil {
			return err
		}
		if returns == jsonbType {
			return c.setJSONB(b)
		}
		c.out.SetBytes(c.row, b)
		return nil
	}}
}
