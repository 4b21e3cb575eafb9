package functions

import (
	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/numeric"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// wideArrayFunctions are functions of arrays of numerics of any width.
var wideArrayFunctions = []scalar{
	{name: "pg__wides", takes: []string{"ANY"}, returns: wideAlias + "[]", call: func(c *calling) (err error) {
		if c.nodes[0].Children[0].ID == lib.TypeList {
			return failure(sqlstate.FeatureNotSupported, "an array of arrays of numerics is not supported here")
		}
		var list []*string
		c.eachElement(0, func(text []byte, null bool) bool {
			if null {
				list = append(list, nil)
				return true
			}
			var x numeric.Number
			x, err = parseWide(string(text))
			key := x.Key()
			list = append(list, &key)
			return err == nil
		})
		c.setStrings(list)
		return err
	}},
	{name: "pg__wides_text", takes: []string{wideAlias + "[]"}, returns: "VARCHAR[]", call: func(c *calling) error {
		list := c.strings(0)
		for _, s := range list {
			if s != nil {
				*s = numeric.FromKey(*s).String()
			}
		}
		c.setStrings(list)
		return nil
	}},
	{name: "pg__wides_scales", takes: []string{wideAlias + "[]"}, returns: "INTEGER[]", call: func(c *calling) error {
		list := c.strings(0)
		elements, from := c.out.SetList(c.row, len(list))
		for i, s := range list {
			scale := 0
			if s != nil {
				scale = numeric.FromKey(*s).Scale()
			}
			vector.Set(elements, from+i, int32(scale))
		}
		return nil
	}},
	{name: "pg__wides_replace", takes: []string{wideAlias + "[]", wideAlias, wideAlias}, returns: wideAlias + "[]", nulls: true, call: func(c *calling) error {
		return c.eachWide(func(list []*string) []*string {
			if c.null(2) {
				return append(list, nil)
			}
			by := c.str(2)
			return append(list, &by)
		})
	}},
	{name: "pg__wides_remove", takes: []string{wideAlias + "[]", wideAlias}, returns: wideAlias + "[]", nulls: true, call: func(c *calling) error {
		return c.eachWide(func(list []*string) []*string { return list })
	}},
}

// eachWide copies an array of numerics, and has found take those that are equal to the second argument.
func (c *calling) eachWide(found func(list []*string) []*string) error {
	if c.null(0) {
		c.setNull()
		return nil
	}
	var sought *numeric.Number // nil: elements that are NULL
	if !c.null(1) {
		x := c.wide(1)
		sought = &x
	}
	var list []*string
	for _, s := range c.strings(0) {
		if s == nil && sought == nil || s != nil && sought != nil && numeric.FromKey(*s).Cmp(*sought) == 0 {
			list = found(list)
		} else {
			list = append(list, s)
		}
	}
	c.setStrings(list)
	return nil
}
