package duckdb

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// jsonbType is the type of jsonb: a text in the form that Postgres shows.
const jsonbType = pgcatalog.JSONBAlias

// jsonFunctions are functions of json and jsonb.
var jsonFunctions = slices.Concat(
	each("pg__json_get", []string{"VARCHAR"}, "", func(v *jsonValue, c *calling) (*jsonValue, error) {
		return v.member(c.str(1)), nil
	}),
	each("pg__json_get", []string{"INTEGER"}, "", func(v *jsonValue, c *calling) (*jsonValue, error) { return v.element(c), nil }),
	each("pg__json_get_text", []string{"VARCHAR"}, "VARCHAR", func(v *jsonValue, c *calling) (*jsonValue, error) {
		return v.member(c.str(1)), nil
	}),
	each("pg__json_get_text", []string{"INTEGER"}, "VARCHAR", func(v *jsonValue, c *calling) (*jsonValue, error) { return v.element(c), nil }),
	each("pg__json_path", []string{"VARCHAR[]"}, "", walkPath),
	each("pg__json_path_text", []string{"VARCHAR[]"}, "VARCHAR", walkPath),
	each("pg__json_strip_nulls", nil, "", func(v *jsonValue, _ *calling) (*jsonValue, error) { return v.stripNulls(), nil }),
	lists("pg__json_elements", "", func(v *jsonValue) ([]*jsonValue, error) { return v.elements() }),
	lists("pg__json_elements_text", "VARCHAR", func(v *jsonValue) ([]*jsonValue, error) { return v.elements() }),
	lists("pg__json_object_keys", "VARCHAR", func(v *jsonValue) ([]*jsonValue, error) {
		if v.kind != '{' {
			return nil, failure(sqlstate.InvalidParameterValue, "cannot call json_object_keys on a non-object")
		}
		keys := make([]*jsonValue, len(v.members))
		for i, m := range v.members {
			keys[i] = &jsonValue{kind: '"', text: m.key}
		}
		return keys, nil
	}),
	[]scalar{
		{name: "pg__jsonb", takes: []string{"VARCHAR"}, returns: jsonbType, call: toJSONB},
		{name: "pg__jsonb", takes: []string{"JSON"}, returns: jsonbType, call: toJSONB},
		{name: "pg__jsonb", takes: []string{jsonbType}, returns: jsonbType, call: toJSONB},
		{name: "pg__to_json", takes: []string{"ANY"}, returns: "JSON", call: func(c *calling) error { return c.setJSON(c.appendJSON(nil, 0, false)) }},
		{name: "pg__to_jsonb", takes: []string{"ANY"}, returns: jsonbType, call: func(c *calling) error { return c.setJSONB(c.appendJSON(nil, 0, false)) }},
		{name: "pg__json_build_object", takes: []string{"ANY", "..."}, returns: "JSON", nulls: true, call: func(c *calling) error {
			b, err := c.buildObject()
			c.out.setBytes(c.row, b)
			return err
		}},
		{name: "pg__jsonb_build_object", takes: []string{"ANY", "..."}, returns: jsonbType, nulls: true, call: func(c *calling) error {
			b, err := c.buildObject()
			if err != nil {
				return err
			}
			return c.setJSONB(b)
		}},
		{name: "pg__json_build_array", takes: []string{"ANY", "..."}, returns: "JSON", nulls: true, call: func(c *calling) error { return c.setJSON(c.buildArray()) }},
		{name: "pg__jsonb_build_array", takes: []string{"ANY", "..."}, returns: jsonbType, nulls: true, call: func(c *calling) error { return c.setJSONB(c.buildArray()) }},
		{name: "pg__json_agg", takes: []string{"ANY"}, returns: "JSON", call: func(c *calling) error { return c.setJSON(c.appendJSON(nil, 0, true)) }},
		{name: "pg__jsonb_agg", takes: []string{"ANY"}, returns: jsonbType, call: func(c *calling) error { return c.setJSONB(c.appendJSON(nil, 0, true)) }},
		{name: "pg__jsonb_pretty", takes: []string{jsonbType}, returns: "VARCHAR", call: func(c *calling) error {
			v, err := parseJSON(c.str(0))
			if err == nil {
				c.out.setBytes(c.row, v.pretty(nil, ""))
			}
			return err
		}},
		{name: "pg__jsonb_delete_path", takes: []string{jsonbType, "VARCHAR[]"}, returns: jsonbType, call: func(c *calling) error {
			return c.change(func(v *jsonValue) (*jsonValue, error) { return v.deletePath(c.strings(1)) })
		}},
		{name: "-", takes: []string{jsonbType, "VARCHAR"}, returns: jsonbType, call: func(c *calling) error {
			return c.change(func(v *jsonValue) (*jsonValue, error) { return v.deleteKey(c.str(1)) })
		}},
		{name: "-", takes: []string{jsonbType, "INTEGER"}, returns: jsonbType, call: func(c *calling) error {
			return c.change(func(v *jsonValue) (*jsonValue, error) { return v.deleteItem(int(c.int4(1))) })
		}},
		{name: "pg__json_object_agg", takes: []string{"ANY", "ANY"}, returns: "JSON", call: func(c *calling) error {
			b, err := c.aggregateObject()
			c.out.setBytes(c.row, b)
			return err
		}},
		{name: "pg__jsonb_object_agg", takes: []string{"ANY", "ANY"}, returns: jsonbType, call: func(c *calling) error {
			b, err := c.aggregateObject()
			if err != nil {
				return err
			}
			return c.setJSONB(b)
		}},
		{name: "||", takes: []string{jsonbType, jsonbType}, returns: jsonbType, call: concatJSONB},
		{name: "||", takes: []string{jsonbType, "VARCHAR"}, returns: jsonbType, call: concatJSONB},
		{name: "@>", takes: []string{jsonbType, jsonbType}, returns: "BOOLEAN", call: func(c *calling) error { return c.contain(0, 1) }},
		{name: "<@", takes: []string{jsonbType, jsonbType}, returns: "BOOLEAN", call: func(c *calling) error { return c.contain(1, 0) }},
		{name: "pg__jsonb_compare", takes: []string{jsonbType, jsonbType}, returns: "INTEGER", call: compareJSONB},
		{name: "pg__jsonb_has", takes: []string{jsonbType, "VARCHAR"}, returns: "BOOLEAN", call: func(c *calling) error {
			v, err := parseJSON(c.str(0))
			if err == nil {
				set(&c.out, c.row, v.has(c.str(1)))
			}
			return err
		}},
		{name: "pg__jsonb_has_any", takes: []string{jsonbType, "VARCHAR[]"}, returns: "BOOLEAN", call: func(c *calling) error { return c.hasKeys(false) }},
		{name: "pg__jsonb_has_all", takes: []string{jsonbType, "VARCHAR[]"}, returns: "BOOLEAN", call: func(c *calling) error { return c.hasKeys(true) }},
	},
	measures("pg__json_array_length", "INTEGER", func(v *jsonValue, c *calling) error {
		switch v.kind {
		case '[':
			set(&c.out, c.row, int32(len(v.items))) //nolint:gosec // elements of one value
			return nil
		case '{':
			return failure(sqlstate.InvalidParameterValue, "cannot get array length of a non-array")
		}
		return failure(sqlstate.InvalidParameterValue, "cannot get array length of a scalar")
	}),
	measures("pg__json_typeof", "VARCHAR", func(v *jsonValue, c *calling) error {
		c.setText(jsonKinds[v.kind])
		return nil
	}),
)

var jsonKinds = map[byte]string{'{': "object", '[': "array", '"': "string", '0': "number", 't': "boolean", 'f': "boolean", 'n': "null"}

// each makes the signatures of a function of json, jsonb and text, whose result is a part of its first
// argument, of the same type unless returns says otherwise. No part is NULL.
func each(name string, takes []string, returns string, part func(*jsonValue, *calling) (*jsonValue, error)) []scalar {
	var all []scalar
	for _, of := range []string{"VARCHAR", "JSON", jsonbType} {
		to := partType(of, returns)
		all = append(all, scalar{name: name, takes: append([]string{of}, takes...), returns: to, call: func(c *calling) error {
			v, err := parseJSON(c.str(0))
			if err != nil {
				return err
			}
			if v, err = part(v, c); err != nil {
				return err
			}
			switch {
			case v == nil, to == "VARCHAR" && v.kind == 'n':
				c.setNull()
			case to == "VARCHAR" && v.kind == '"':
				c.setText(v.text)
			case of == jsonbType:
				c.out.setBytes(c.row, v.shown())
			case v.raw == "": // made here
				c.out.setBytes(c.row, v.compact(nil))
			default:
				c.setText(v.raw)
			}
			return nil
		}})
	}
	return all
}

// partType is the type of a part of a value of json, jsonb or text: what the function returns, or else the value's own,
// and json of text.
func partType(of, returns string) string {
	switch {
	case returns != "":
		return returns
	case of == "VARCHAR":
		return "JSON"
	}
	return of
}

// lists makes the signatures of a function that returns a list of the parts of json, jsonb or text.
func lists(name, returns string, parts func(*jsonValue) ([]*jsonValue, error)) []scalar {
	var all []scalar
	for _, of := range []string{"VARCHAR", "JSON", jsonbType} {
		to := partType(of, returns)
		all = append(all, scalar{name: name, takes: []string{of}, returns: to + "[]", call: func(c *calling) error {
			v, err := parseJSON(c.str(0))
			if err != nil {
				return err
			}
			found, err := parts(v)
			if err != nil {
				return err
			}
			list := make([]*string, len(found))
			for i, part := range found {
				switch {
				case to == "VARCHAR" && part.kind == 'n':
				case to == "VARCHAR" && part.kind == '"':
					list[i] = &part.text
				case of == jsonbType:
					text := string(part.shown())
					list[i] = &text
				default:
					list[i] = &part.raw
				}
			}
			c.setStrings(list)
			return nil
		}})
	}
	return all
}

// elements returns the elements of an array.
func (v *jsonValue) elements() ([]*jsonValue, error) {
	switch v.kind {
	case '[':
		return v.items, nil
	case '{':
		return nil, failure(sqlstate.InvalidParameterValue, "cannot extract elements from an object")
	}
	return nil, failure(sqlstate.InvalidParameterValue, "cannot extract elements from a scalar")
}

// measures makes the signatures of a function that tells something of json, jsonb or text.
func measures(name, returns string, call func(*jsonValue, *calling) error) []scalar {
	var all []scalar
	for _, of := range []string{"VARCHAR", "JSON", jsonbType} {
		all = append(all, scalar{name: name, takes: []string{of}, returns: returns, call: func(c *calling) error {
			v, err := parseJSON(c.str(0))
			if err != nil {
				return err
			}
			return call(v, c)
		}})
	}
	return all
}

// element returns the element of the second argument's number. A scalar is its own only element.
func (v *jsonValue) element(c *calling) *jsonValue {
	i := int(c.int4(1))
	if v.kind != '[' && v.kind != '{' && c.nodes[0].duck == jsonbType && (i == 0 || i == -1) {
		return v
	}
	return v.item(i)
}

func walkPath(v *jsonValue, c *calling) (*jsonValue, error) {
	for _, key := range c.strings(1) {
		if key == nil || v == nil {
			return nil, nil //nolint:nilnil // there is no part
		}
		v = v.step(*key)
	}
	return v, nil
}

func toJSONB(c *calling) error { return c.setJSONB(c.bytes(0)) }

func (c *calling) setJSON(b []byte) error {
	c.out.setBytes(c.row, b)
	return nil
}

func (c *calling) setJSONB(b []byte) error {
	v, err := parseJSON(string(b))
	if err == nil {
		c.out.setBytes(c.row, v.canonical().shown())
	}
	return err
}

// change makes the result of a jsonb and what makes another of it.
func (c *calling) change(by func(*jsonValue) (*jsonValue, error)) error {
	v, err := parseJSON(c.str(0))
	if err != nil {
		return err
	}
	if v, err = by(v); err == nil {
		c.out.setBytes(c.row, v.canonical().shown())
	}
	return err
}

func (c *calling) contain(whole, part int) error {
	v, err := parseJSON(c.str(whole))
	if err != nil {
		return err
	}
	w, err := parseJSON(c.str(part))
	if err == nil {
		set(&c.out, c.row, v.contains(w, true))
	}
	return err
}

func (v *jsonValue) has(key string) bool {
	return v.member(key) != nil || v.kind == '"' && v.text == key ||
		slices.ContainsFunc(v.items, func(item *jsonValue) bool { return item.kind == '"' && item.text == key })
}

func (c *calling) hasKeys(all bool) error {
	v, err := parseJSON(c.str(0))
	if err != nil {
		return err
	}
	result := all
	for _, key := range c.strings(1) {
		if key != nil && v.has(*key) != all {
			result = !all
		}
	}
	set(&c.out, c.row, result)
	return nil
}

func (v *jsonValue) stripNulls() *jsonValue {
	v.raw = ""
	v.members = slices.DeleteFunc(v.members, func(m jsonMember) bool { return m.value.kind == 'n' })
	for _, m := range v.members {
		m.value.stripNulls()
	}
	for _, item := range v.items {
		item.stripNulls()
	}
	return v
}

func concatJSONB(c *calling) error {
	w, err := parseJSON(c.str(1))
	if err != nil {
		return err
	}
	return c.change(func(v *jsonValue) (*jsonValue, error) {
		if v.kind == '{' && w.kind == '{' {
			v.members = append(v.members, w.members...)
			return v, nil
		}
		list := func(x *jsonValue) []*jsonValue {
			if x.kind == '[' {
				return x.items
			}
			return []*jsonValue{x}
		}
		return &jsonValue{kind: '[', items: slices.Concat(list(v), list(w))}, nil
	})
}

func (v *jsonValue) deleteKey(key string) (*jsonValue, error) {
	switch v.kind {
	case '{':
		v.members = slices.DeleteFunc(v.members, func(m jsonMember) bool { return m.key == key })
	case '[':
		v.items = slices.DeleteFunc(v.items, func(item *jsonValue) bool { return item.kind == '"' && item.text == key })
	default:
		return nil, failure(sqlstate.InvalidParameterValue, "cannot delete from scalar")
	}
	return v, nil
}

func (v *jsonValue) deleteItem(i int) (*jsonValue, error) {
	switch v.kind {
	case '{':
		return nil, failure(sqlstate.InvalidParameterValue, "cannot delete from object using integer index")
	case '[':
		if i < 0 {
			i += len(v.items)
		}
		if i >= 0 && i < len(v.items) {
			v.items = slices.Delete(v.items, i, i+1)
		}
		return v, nil
	}
	return nil, failure(sqlstate.InvalidParameterValue, "cannot delete from scalar")
}

func (v *jsonValue) deletePath(path []*string) (*jsonValue, error) {
	if v.kind != '{' && v.kind != '[' {
		return nil, failure(sqlstate.InvalidParameterValue, "cannot delete path in scalar")
	}
	at := v
	for i, key := range path {
		if key == nil {
			return nil, failure("22004", "path element at position %d is null", i+1)
		}
		number := 0
		if at.kind == '[' {
			var err error
			if number, err = strconv.Atoi(*key); err != nil {
				return nil, failure(sqlstate.InvalidTextRepresent, `path element at position %d is not an integer: "%s"`, i+1, *key)
			}
		}
		if i == len(path)-1 {
			if at.kind == '[' {
				return v, second(at.deleteItem(number))
			}
			return v, second(at.deleteKey(*key))
		}
		if at = at.step(*key); at == nil || at.kind != '{' && at.kind != '[' {
			return v, nil
		}
	}
	return v, nil
}

func second(_ *jsonValue, err error) error { return err }

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
