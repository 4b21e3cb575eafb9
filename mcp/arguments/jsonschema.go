package arguments

import "maps"

// schema is a JSON Schema, as Go values.
type schema = map[string]any

// Schema returns the JSON Schema of a tool's arguments.
func Schema(params []Param) schema {
	properties, required := schema{}, []string{}
	for _, p := range params {
		if p.Hidden {
			continue
		}
		field := schema{"type": "string", "description": p.About}
		if p.Integer {
			field["type"] = "integer"
			if p.Start > 0 {
				field["maximum"], field["default"] = p.Max, p.Start
			}
		}
		if len(p.OneOf) > 0 {
			field["enum"] = p.OneOf
			if !p.Chosen {
				field["default"] = p.OneOf[0]
			}
		}
		if p.shape != nil {
			field = maps.Clone(p.shape)
			field["description"] = p.About
		}
		properties[p.Name] = field
		if p.Required {
			required = append(required, p.Name)
		}
	}
	out := schema{"type": "object", "properties": properties, "additionalProperties": false}
	if len(required) > 0 {
		out["required"] = required
	}
	return out
}
