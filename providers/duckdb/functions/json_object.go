package functions

import (
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// jsonObjectFunctions make an object of an array of keys and values in turn, or of two arrays.
var jsonObjectFunctions = []scalar{
	{name: "pg__json_object", takes: []string{"VARCHAR[]"}, returns: "JSON", call: func(c *calling) error { return c.objectOf(" : ", c.setJSON) }},
	{name: "pg__json_object", takes: []string{"VARCHAR[]", "VARCHAR[]"}, returns: "JSON", call: func(c *calling) error { return c.objectOf(" : ", c.setJSON) }},
	{name: "pg__jsonb_object", takes: []string{"VARCHAR[]"}, returns: jsonbType, call: func(c *calling) error { return c.objectOf(": ", c.setJSONB) }},
	{name: "pg__jsonb_object", takes: []string{"VARCHAR[]", "VARCHAR[]"}, returns: jsonbType, call: func(c *calling) error { return c.objectOf(": ", c.setJSONB) }},
}

// objectOf writes the object of the arguments.
func (c *calling) objectOf(colon string, set func([]byte) error) error {
	keys := c.strings(0)
	var values []*string
	if len(c.args) == 2 {
		values = c.strings(1)
	} else {
		if len(keys)%2 != 0 {
			return failure("2202E", "array must have even number of elements")
		}
		both := keys
		keys = nil
		for i := 0; i < len(both); i += 2 {
			keys, values = append(keys, both[i]), append(values, both[i+1])
		}
	}
	if len(keys) != len(values) {
		return failure("2202E", "mismatched array dimensions")
	}
	b := []byte("{")
	for i, key := range keys {
		if key == nil {
			return failure(sqlstate.Code("22004"), "null value not allowed for object key")
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(jsonvalue.AppendText(b, *key), colon...)
		if values[i] == nil {
			b = append(b, "null"...)
		} else {
			b = jsonvalue.AppendText(b, *values[i])
		}
	}
	return set(append(b, '}'))
}
