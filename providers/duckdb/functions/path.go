package functions

import (
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// pathFunctions find parts of JSON by a jsonpath: their arguments are the JSON, the path, the variables, and whether errors
// are answered with nothing.
var pathFunctions = []scalar{
	pathFunction("pg__path_query", jsonbType+"[]", func(c *calling, found []*jsonValue) error {
		if err := checkShown(found); err != nil {
			return err
		}
		list := make([]*string, len(found))
		for i, v := range found {
			text := string(v.shown())
			list[i] = &text
		}
		c.setStrings(list)
		return nil
	}),
	pathFunction("pg__path_query_array", jsonbType, func(c *calling, found []*jsonValue) error {
		if err := checkShown(found); err != nil {
			return err
		}
		c.out.SetBytes(c.row, (&jsonValue{kind: '[', items: found}).shown())
		return nil
	}),
	pathFunction("pg__path_query_first", jsonbType, func(c *calling, found []*jsonValue) error {
		if len(found) == 0 {
			c.setNull()
			return nil
		}
		c.out.SetBytes(c.row, found[0].shown())
		return nil
	}),
	pathFunction("pg__path_exists", "BOOLEAN", func(c *calling, found []*jsonValue) error {
		vector.Set(&c.out, c.row, len(found) > 0)
		return nil
	}),
	pathFunction("pg__path_match", "BOOLEAN", func(c *calling, found []*jsonValue) error {
		switch {
		case len(found) == 1 && (found[0].kind == 't' || found[0].kind == 'f'):
			vector.Set(&c.out, c.row, found[0].kind == 't')
		case len(found) == 1 && found[0].kind == 'n', c.bool(3):
			c.setNull()
		default:
			return failure(noSingleItem, "single boolean result is expected")
		}
		return nil
	}),
}

// pathFunction makes a function of what a path finds.
func pathFunction(name, returns string, answer func(*calling, []*jsonValue) error) scalar {
	return scalar{name: name, takes: []string{jsonbType, "VARCHAR", jsonbType, "BOOLEAN"}, returns: returns, call: func(c *calling) error {
		if c.path == nil || c.pathText != c.str(1) {
			path, err := readPath(c.str(1))
			if err != nil {
				return err
			}
			c.path, c.pathText = path, c.str(1)
		}
		root, err := parseJSON(c.str(0))
		if err != nil {
			return err
		}
		variables, err := parseJSON(c.str(2))
		if err != nil {
			return err
		}
		if variables.kind != '{' {
			return failure("22023", "\"vars\" argument is not an object")
		}
		walk := &pathWalk{path: c.path, root: root, variables: variables, length: -1, spent: &c.spent}
		found, err := walk.values(walk.path.root)
		if err != nil && c.bool(3) && unlessUnsupported(err) == nil {
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

// keptPath is the jsonpath of the row before.
type keptPath struct {
	path     *jsonPath
	pathText string
	spent    int // the work of the call's rows so far
}
