package functions

import (
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonpath"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// pathFunctions find parts of JSON by a jsonpath: their arguments are the JSON, the path, the variables, and whether errors
// are answered with nothing.
var pathFunctions = []scalar{
	pathFunction("pg__path_query", jsonbType+"[]", func(c *calling, found []*jsonvalue.Value) error {
		if err := jsonpath.CheckShown(found); err != nil {
			return err
		}
		list := make([]*string, len(found))
		for i, v := range found {
			text := string(v.Shown())
			list[i] = &text
		}
		c.setStrings(list)
		return nil
	}),
	pathFunction("pg__path_query_array", jsonbType, func(c *calling, found []*jsonvalue.Value) error {
		if err := jsonpath.CheckShown(found); err != nil {
			return err
		}
		c.out.SetBytes(c.row, (&jsonvalue.Value{Kind: '[', Items: found}).Shown())
		return nil
	}),
	pathFunction("pg__path_query_first", jsonbType, func(c *calling, found []*jsonvalue.Value) error {
		if len(found) == 0 {
			c.setNull()
			return nil
		}
		c.out.SetBytes(c.row, found[0].Shown())
		return nil
	}),
	pathFunction("pg__path_exists", "BOOLEAN", func(c *calling, found []*jsonvalue.Value) error {
		vector.Set(&c.out, c.row, len(found) > 0)
		return nil
	}),
	pathFunction("pg__path_match", "BOOLEAN", func(c *calling, found []*jsonvalue.Value) error {
		switch {
		case len(found) == 1 && (found[0].Kind == 't' || found[0].Kind == 'f'):
			vector.Set(&c.out, c.row, found[0].Kind == 't')
		case len(found) == 1 && found[0].Kind == 'n', c.bool(3):
			c.setNull()
		default:
			return failure(jsonpath.NoSingleItem, "single boolean result is expected")
		}
		return nil
	}),
}

// pathFunction makes a function of what a path finds.
func pathFunction(name, returns string, answer func(*calling, []*jsonvalue.Value) error) scalar {
	return scalar{name: name, takes: []string{jsonbType, "VARCHAR", jsonbType, "BOOLEAN"}, returns: returns, call: func(c *calling) error {
		if c.path == nil || c.pathText != c.str(1) {
			path, err := jsonpath.Read(c.str(1))
			if err != nil {
				return err
			}
			c.path, c.pathText = path, c.str(1)
		}
		root, err := jsonvalue.Parse(c.str(0))
		if err != nil {
			return err
		}
		variables, err := jsonvalue.Parse(c.str(2))
		if err != nil {
			return err
		}
		if variables.Kind != '{' {
			return failure("22023", "\"vars\" argument is not an object")
		}
		found, err := c.path.Find(root, variables, &c.spent)
		if err != nil && c.bool(3) && jsonpath.Unsupported(err) == nil {
			if returns == "BOOLEAN" {
				c.setNull()
				return nil
			}
			found, err = nil, nil
		}
		if err != nil {
			return err
		}
		return answer(c, found)
	}}
}

// jsonpathType is the type of jsonpaths, which are kept as PostgreSQL shows them.
const jsonpathType = "PG_JSONPATH"

// readPath reads the text of a jsonpath.
func readPath(c *calling) error {
	path, err := jsonpath.Read(c.str(0))
	if err == nil {
		c.setText(path.String())
	}
	return err
}

// keptPath is the jsonpath of the row before.
type keptPath struct {
	path     *jsonpath.Path
	pathText string
	spent    int // the work of the call's rows so far
}
