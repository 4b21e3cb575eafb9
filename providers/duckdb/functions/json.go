package functions

import (
	"slices"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// jsonbType is the type of jsonb: a text in the form that Postgres shows.
const jsonbType = pgcatalog.JSONBAlias

// jsonFunctions are functions of json and jsonb.
var jsonFunctions = slices.Concat(
	each("pg__json_get", []string{"VARCHAR"}, "", func(v *jsonvalue.Value, c *calling) (*jsonvalue.Value, error) {
		return v.MemberNamed(c.str(1)), nil
	}),
	each("pg__json_get", []string{"INTEGER"}, "", func(v *jsonvalue.Value, c *calling) (*jsonvalue.Value, error) { return c.elementOf(v), nil }),
	each("pg__json_get_text", []string{"VARCHAR"}, "VARCHAR", func(v *jsonvalue.Value, c *calling) (*jsonvalue.Value, error) {
		return v.MemberNamed(c.str(1)), nil
	}),
	each("pg__json_get_text", []string{"INTEGER"}, "VARCHAR", func(v *jsonvalue.Value, c *calling) (*jsonvalue.Value, error) { return c.elementOf(v), nil }),
	each("pg__json_path", []string{"VARCHAR[]"}, "", walkPath),
	each("pg__json_path_text", []string{"VARCHAR[]"}, "VARCHAR", walkPath),
	each("pg__json_strip_nulls", nil, "", func(v *jsonvalue.Value, _ *calling) (*jsonvalue.Value, error) { return v.StripNulls(), nil }),
	lists("pg__json_elements", "", elementsOf("array_elements")),
	lists("pg__json_elements_text", "VARCHAR", elementsOf("array_elements_text")),
	lists("pg__json_records", "", recordsOf),
	arrays("pg__json_array", func(v *jsonvalue.Value) *string { return &v.Raw }),
	arrays("pg__json_array_text", func(v *jsonvalue.Value) *string {
		if v.Kind == '"' {
			return &v.Text
		}
		return &v.Raw
	}),
	lists("pg__json_object_keys", "VARCHAR", func(v *jsonvalue.Value, prefix string) ([]*jsonvalue.Value, error) {
		if v.Kind != '{' {
			return nil, cannotCall(prefix+"object_keys", v)
		}
		return v.Keys(), nil
	}),
	each("pg__json_record", nil, "", func(v *jsonvalue.Value, _ *calling) (*jsonvalue.Value, error) {
		if v.Kind != '{' {
			return nil, cannotCall("populate_composite", v)
		}
		return v, nil
	}),
	[]scalar{
		{name: "pg__jsonb", takes: []string{"VARCHAR"}, returns: jsonbType, call: toJSONB},
		{name: "pg__jsonb", takes: []string{"JSON"}, returns: jsonbType, call: toJSONB},
		{name: "pg__jsonb", takes: []string{jsonbType}, returns: jsonbType, call: toJSONB},
		{name: "pg__to_json", takes: []string{"ANY"}, returns: "JSON", call: func(c *calling) error { return c.setJSON(c.asJSON(false)) }},
		{name: "pg__to_jsonb", takes: []string{"ANY"}, returns: jsonbType, call: func(c *calling) error { return c.setJSONB(c.asJSON(false)) }},
		{name: "pg__json_lines", takes: []string{"JSON"}, returns: "JSON", call: func(c *calling) error {
			c.out.SetBytes(c.row, feedLines(c.str(0)))
			return nil
		}},
		{name: "pg__json_agg", takes: []string{"ANY"}, returns: "JSON", call: func(c *calling) error { return c.setJSON(c.asJSON(true)) }},
		{name: "pg__jsonb_agg", takes: []string{"ANY"}, returns: jsonbType, call: func(c *calling) error { return c.setJSONB(c.asJSON(true)) }},
		{name: "pg__jsonb_pretty", takes: []string{jsonbType}, returns: "VARCHAR", call: func(c *calling) error {
			v, err := jsonvalue.Parse(c.str(0))
			if err == nil {
				c.out.SetBytes(c.row, v.Pretty(nil, ""))
			}
			return err
		}},
		{name: "pg__jsonb_delete_path", takes: []string{jsonbType, "VARCHAR[]"}, returns: jsonbType, call: func(c *calling) error {
			return c.change(func(v *jsonvalue.Value) (*jsonvalue.Value, error) { return v.DeletePath(c.strings(1)) })
		}},
		{name: "-", takes: []string{jsonbType, "VARCHAR"}, returns: jsonbType, call: func(c *calling) error {
			return c.change(func(v *jsonvalue.Value) (*jsonvalue.Value, error) { return v.DeleteKey(c.str(1)) })
		}},
		{name: "-", takes: []string{jsonbType, "INTEGER"}, returns: jsonbType, call: func(c *calling) error {
			return c.change(func(v *jsonvalue.Value) (*jsonvalue.Value, error) { return v.DeleteItem(int(c.int4(1))) })
		}},
		objectAggregate("pg__json_object_agg", "JSON", false), objectAggregate("pg__json_object_agg_distinct", "JSON", true),
		objectAggregate("pg__jsonb_object_agg", jsonbType, false), objectAggregate("pg__jsonb_object_agg_distinct", jsonbType, true),
		{name: "||", takes: []string{jsonbType, jsonbType}, returns: jsonbType, call: concatJSONB},
		{name: "||", takes: []string{jsonbType, "VARCHAR"}, returns: jsonbType, call: concatJSONB},
		{name: "@>", takes: []string{jsonbType, jsonbType}, returns: "BOOLEAN", call: func(c *calling) error { return c.contain(0, 1) }},
		{name: "<@", takes: []string{jsonbType, jsonbType}, returns: "BOOLEAN", call: func(c *calling) error { return c.contain(1, 0) }},
		{name: "pg__jsonb_key", takes: []string{jsonbType}, returns: "BLOB", call: func(c *calling) error {
			v, err := jsonvalue.Parse(c.str(0))
			if err == nil {
				c.out.SetBytes(c.row, v.SortKey())
			}
			return err
		}},
		{name: "pg__jsonb_has", takes: []string{jsonbType, "VARCHAR"}, returns: "BOOLEAN", call: func(c *calling) error {
			v, err := jsonvalue.Parse(c.str(0))
			if err == nil {
				vector.Set(&c.out, c.row, v.Has(c.str(1)))
			}
			return err
		}},
		{name: "pg__jsonb_has_any", takes: []string{jsonbType, "VARCHAR[]"}, returns: "BOOLEAN", call: func(c *calling) error { return c.hasKeys(false) }},
		{name: "pg__jsonb_has_all", takes: []string{jsonbType, "VARCHAR[]"}, returns: "BOOLEAN", call: func(c *calling) error { return c.hasKeys(true) }},
	},
	builders(),
	measures("pg__json_array_length", "INTEGER", func(v *jsonvalue.Value, c *calling) error {
		switch v.Kind {
		case '[':
			vector.Set(&c.out, c.row, int32(len(v.Items))) //nolint:gosec // elements of one value
			return nil
		case '{':
			return failure(sqlstate.InvalidParameterValue, "cannot get array length of a non-array")
		}
		return failure(sqlstate.InvalidParameterValue, "cannot get array length of a scalar")
	}),
	measures("pg__json_typeof", "VARCHAR", func(v *jsonvalue.Value, c *calling) error {
		c.setText(jsonKinds[v.Kind])
		return nil
	}),
)

var jsonKinds = map[byte]string{'{': "object", '[': "array", '"': "string", '0': "number", 't': "boolean", 'f': "boolean", 'n': "null"}

// each makes the signatures of a function of json, jsonb and text, whose result is a part of its first
// argument, of the same type unless returns says otherwise. No part is NULL.
func each(name string, takes []string, returns string, part func(*jsonvalue.Value, *calling) (*jsonvalue.Value, error)) []scalar {
	var all []scalar
	for _, of := range []string{"VARCHAR", "JSON", jsonbType} {
		to := partType(of, returns)
		all = append(all, scalar{name: name, takes: append([]string{of}, takes...), returns: to, call: func(c *calling) error {
			v, err := jsonvalue.Parse(c.str(0))
			if err != nil {
				return err
			}
			if v, err = part(v, c); err != nil {
				return err
			}
			switch {
			case v == nil, to == "VARCHAR" && v.Kind == 'n':
				c.setNull()
			case to == "VARCHAR" && v.Kind == '"':
				c.setText(v.Text)
			case of == jsonbType:
				c.out.SetBytes(c.row, v.Shown())
			case v.Raw == "": // made here
				c.out.SetBytes(c.row, v.Compact(nil))
			default:
				c.setText(v.Raw)
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
func lists(name, returns string, parts func(v *jsonvalue.Value, prefix string) ([]*jsonvalue.Value, error)) []scalar {
	var all []scalar
	for _, of := range []string{"VARCHAR", "JSON", jsonbType} {
		to, prefix := partType(of, returns), "json_"
		if of == jsonbType {
			prefix = "jsonb_"
		}
		all = append(all, scalar{name: name, takes: []string{of}, returns: to + "[]", call: func(c *calling) error {
			v, err := jsonvalue.Parse(c.str(0))
			if err != nil {
				return err
			}
			found, err := parts(v, prefix)
			if err != nil {
				return err
			}
			list := make([]*string, len(found))
			for i, part := range found {
				switch {
				case to == "VARCHAR" && part.Kind == 'n':
				case to == "VARCHAR" && part.Kind == '"':
					list[i] = &part.Text
				case of == jsonbType:
					text := string(part.Shown())
					list[i] = &text
				default:
					list[i] = &part.Raw
				}
			}
			c.setStrings(list)
			return nil
		}})
	}
	return all
}

// measures makes the signatures of a function that tells something of json, jsonb or text.
func measures(name, returns string, call func(*jsonvalue.Value, *calling) error) []scalar {
	var all []scalar
	for _, of := range []string{"VARCHAR", "JSON", jsonbType} {
		all = append(all, scalar{name: name, takes: []string{of}, returns: returns, call: func(c *calling) error {
			v, err := jsonvalue.Parse(c.str(0))
			if err != nil {
				return err
			}
			return call(v, c)
		}})
	}
	return all
}

// elementOf returns the element of the second argument's number. A scalar is its own only element.
func (c *calling) elementOf(v *jsonvalue.Value) *jsonvalue.Value {
	i := int(c.int4(1))
	if v.Kind != '[' && v.Kind != '{' && c.nodes[0].Duck == jsonbType && (i == 0 || i == -1) {
		return v
	}
	return v.ItemAt(i)
}

func walkPath(v *jsonvalue.Value, c *calling) (*jsonvalue.Value, error) {
	for _, key := range c.strings(1) {
		if key == nil || v == nil {
			return nil, nil //nolint:nilnil // there is no part
		}
		v = v.Step(*key)
	}
	return v, nil
}

func toJSONB(c *calling) error { return c.setJSONB(c.bytes(0)) }

func (c *calling) setJSON(b []byte) error {
	c.out.SetBytes(c.row, b)
	return nil
}

func (c *calling) setJSONB(b []byte) error {
	text, err := jsonvalue.Canonical(string(b))
	if err == nil {
		c.out.SetBytes(c.row, text)
	}
	return err
}

func (c *calling) contain(whole, part int) error {
	v, err := jsonvalue.Parse(c.str(whole))
	if err != nil {
		return err
	}
	w, err := jsonvalue.Parse(c.str(part))
	if err == nil {
		vector.Set(&c.out, c.row, v.Contains(w, true))
	}
	return err
}

func (c *calling) hasKeys(all bool) error {
	v, err := jsonvalue.Parse(c.str(0))
	if err != nil {
		return err
	}
	result := all
	for _, key := range c.strings(1) {
		if key != nil && v.Has(*key) != all {
			result = !all
		}
	}
	vector.Set(&c.out, c.row, result)
	return nil
}

// feedLines writes each part of an object or an array in a line of its own, as row_to_json and array_to_json do; what is within a part stays
// as it is.
func feedLines(text string) []byte {
	out := make([]byte, 0, len(text)+len(text)/8)
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		b := text[i]
		out = append(out, b)
		switch {
		case quoted && b == '\\':
			i++
			out = append(out, text[i])
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{' || b == '[':
			depth++
		case b == '}' || b == ']':
			depth--
		case b == ',' && depth == 1:
			out = append(out, "\n "...)
		}
	}
	return out
}
