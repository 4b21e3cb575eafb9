package functions

import (
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Parts of JSON that functions in FROM make rows of, and what PostgreSQL says of values that have none: a function of json
// says it otherwise than its namesake of jsonb.

// cannotCall says that a function does not take values of this kind.
func cannotCall(function string, v *jsonvalue.Value) error {
	what := "a scalar"
	switch v.Kind {
	case '[':
		what = "an array"
	case '{':
		what = "an object"
	}
	return failure(sqlstate.InvalidParameterValue, "cannot call %s on %s", function, what)
}

// keysOf is json_each or json_each_text: the keys of an object.
func keysOf(function string) func(*jsonvalue.Value, string) ([]*jsonvalue.Value, error) {
	return func(v *jsonvalue.Value, prefix string) ([]*jsonvalue.Value, error) {
		switch {
		case v.Kind == '{':
			return v.Keys(), nil
		case prefix == "jsonb_":
			return nil, failure(sqlstate.InvalidParameterValue, "cannot call %s on a non-object", prefix+function)
		case v.Kind == '[':
			return nil, failure(sqlstate.InvalidParameterValue, "cannot deconstruct an array as an object")
		}
		return nil, failure(sqlstate.InvalidParameterValue, "cannot deconstruct a scalar")
	}
}

// elementsOf is json_array_elements or json_array_elements_text: the elements of an array.
func elementsOf(function string) func(*jsonvalue.Value, string) ([]*jsonvalue.Value, error) {
	return func(v *jsonvalue.Value, prefix string) ([]*jsonvalue.Value, error) {
		switch {
		case v.Kind == '[' || prefix == "jsonb_":
			return v.Elements()
		case v.Kind == '{':
			return nil, failure(sqlstate.InvalidParameterValue, "cannot call %s on a non-array", prefix+function)
		}
		return nil, cannotCall(prefix+function, v)
	}
}

// arrays are functions that return the elements of an array as texts, each as show has it, and null as NULL.
func arrays(name string, show func(*jsonvalue.Value) *string) (all []scalar) {
	for _, of := range []string{"JSON", jsonbType} {
		all = append(all, scalar{name: name, takes: []string{of}, returns: "VARCHAR[]", call: func(c *calling) error {
			v, err := jsonvalue.Parse(c.str(0))
			if err != nil {
				return err
			}
			switch v.Kind {
			case 'n':
				c.setNull()
				return nil
			case '[':
			default:
				return failure(sqlstate.InvalidTextRepresent, "expected JSON array")
			}
			list := make([]*string, len(v.Items))
			for i, item := range v.Items {
				switch item.Kind {
				case 'n':
				case '[':
					return failure(sqlstate.FeatureNotSupported, "a JSON array of arrays as an array of several dimensions is not supported")
				default:
					list[i] = show(item)
				}
			}
			c.setStrings(list)
			return nil
		}})
	}
	return all
}

// recordsOf is json_to_recordset: the elements of an array, which are objects.
func recordsOf(v *jsonvalue.Value, prefix string) ([]*jsonvalue.Value, error) {
	function := prefix + "to_recordset"
	switch {
	case v.Kind == '[':
	case prefix == "jsonb_":
		return nil, failure(sqlstate.InvalidParameterValue, "cannot call %s on a non-array", function)
	default:
		return nil, cannotCall(function, v)
	}
	for _, item := range v.Items {
		if item.Kind != '{' {
			return nil, failure(sqlstate.InvalidParameterValue, "argument of %s must be an array of objects", function)
		}
	}
	return v.Items, nil
}
