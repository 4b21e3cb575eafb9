package functions

import (
	"slices"
	"strconv"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// jsonChangeFunctions make jsonb of jsonb, and take it apart into keys and values.
var jsonChangeFunctions = slices.Concat(
	lists("pg__json_keys", "VARCHAR", keysOf("each")),
	lists("pg__json_keys_text", "VARCHAR", keysOf("each_text")),
	lists("pg__json_values", "", memberValues),
	lists("pg__json_values_text", "VARCHAR", memberValues),
	[]scalar{
		{name: "pg__jsonb_set", takes: []string{jsonbType, "VARCHAR[]", jsonbType, "BOOLEAN"}, returns: jsonbType, call: func(c *calling) error {
			return c.changePath(c.bool(3), func(place placeInJSON, by *jsonvalue.Value, create bool) { place.set(by, create) })
		}},
		{name: "pg__jsonb_insert", takes: []string{jsonbType, "VARCHAR[]", jsonbType, "BOOLEAN"}, returns: jsonbType, call: func(c *calling) error {
			var taken bool
			err := c.changePath(c.bool(3), func(place placeInJSON, by *jsonvalue.Value, after bool) { taken = place.insert(by, after) })
			if err == nil && taken {
				return failure(sqlstate.InvalidParameterValue, "cannot replace existing key")
			}
			return err
		}},
		{name: "pg__jsonb_assign", takes: []string{jsonbType, "ANY", "VARCHAR[]", jsonbType}, returns: jsonbType, nulls: true, call: assignJSONB},
		{name: "-", takes: []string{jsonbType, "VARCHAR[]"}, returns: jsonbType, call: func(c *calling) error {
			return c.change(func(v *jsonvalue.Value) (*jsonvalue.Value, error) {
				var err error
				for _, key := range c.strings(1) {
					if key != nil && err == nil {
						v, err = v.DeleteKey(*key)
					}
				}
				return v, err
			})
		}},
		{name: "pg__to_numeric", takes: []string{jsonbType}, returns: vector.LooseType, call: func(c *calling) error {
			v, err := c.scalarOf('0', "numeric")
			if err != nil {
				return err
			}
			return c.setLoose(v.Text)
		}},
	},
)

// assignJSONB assigns to the subscripts of a jsonb, of which the first has its own type: NULL becomes an array for a number, and an object
// otherwise. The path has the subscripts as texts.
func assignJSONB(c *calling) error {
	base, value := "{}", "null"
	if id := c.nodes[1].ID; id == lib.TypeInteger || id == lib.TypeSmallInt {
		base = "[]"
	}
	if !c.null(0) {
		base = c.str(0)
	}
	if !c.null(3) {
		value = c.str(3)
	}
	v, err := jsonvalue.Parse(base)
	if err != nil {
		return err
	}
	to, err := jsonvalue.Parse(value)
	if err != nil {
		return err
	}
	var path []string
	for _, key := range c.strings(2) {
		if key == nil {
			return failure("22004", "jsonb subscript in assignment must not be null")
		}
		path = append(path, *key)
	}
	if err = v.Assign(path, to); err == nil {
		c.out.SetBytes(c.row, v.SortKeys().Shown())
	}
	return err
}

// scalarOf reads a jsonb that is cast to a type.
func (c *calling) scalarOf(kind byte, to string) (*jsonvalue.Value, error) {
	v, err := jsonvalue.Parse(c.str(0))
	switch {
	case err != nil:
		return nil, err
	case v.Kind == kind:
		return v, nil
	}
	return nil, failure(sqlstate.InvalidParameterValue, "cannot cast jsonb %s to type %s", jsonKinds[v.Kind], to)
}

// memberValues are the values of an object. Others have failed at their keys.
func memberValues(v *jsonvalue.Value, _ string) ([]*jsonvalue.Value, error) {
	values := make([]*jsonvalue.Value, len(v.Members))
	for i, m := range v.Members {
		values[i] = m.Value
	}
	return values, nil
}

// placeInJSON is a member of an object, or an element of an array.
type placeInJSON struct {
	in    *jsonvalue.Value
	key   string
	index int
}

// set puts a value there. Where nothing is, it does so only if it is to create the place.
func (p placeInJSON) set(by *jsonvalue.Value, create bool) {
	switch p.in.Kind {
	case '{':
		for i := range p.in.Members {
			if p.in.Members[i].Key == p.key {
				p.in.Members[i].Value = by
				return
			}
		}
		if create {
			p.in.Members = append(p.in.Members, jsonvalue.Member{Key: p.key, Value: by})
		}
	case '[':
		switch at := p.from(); {
		case at >= 0 && at < len(p.in.Items):
			p.in.Items[at] = by
		case create && at < 0:
			p.in.Items = append([]*jsonvalue.Value{by}, p.in.Items...)
		case create:
			p.in.Items = append(p.in.Items, by)
		}
	}
}

// insert puts a value before or behind an element, or makes a member. It reports whether the member is there.
func (p placeInJSON) insert(by *jsonvalue.Value, after bool) (taken bool) {
	if p.in.Kind == '{' {
		if p.in.MemberNamed(p.key) != nil {
			return true
		}
		p.in.Members = append(p.in.Members, jsonvalue.Member{Key: p.key, Value: by})
		return false
	}
	at := p.from()
	if after && at >= 0 {
		at++
	}
	p.in.Items = slices.Insert(p.in.Items, min(max(at, 0), len(p.in.Items)), by)
	return false
}

// from is the index of an element, which may be counted from the end.
func (p placeInJSON) from() int {
	if p.index < 0 {
		return p.index + len(p.in.Items)
	}
	return p.index
}

// changePath changes the place at the end of a path, if the object or array that has the place exists.
func (c *calling) changePath(flag bool, by func(place placeInJSON, value *jsonvalue.Value, flag bool)) error {
	value, err := jsonvalue.Parse(c.str(2))
	if err != nil {
		return err
	}
	path := c.strings(1)
	return c.change(func(v *jsonvalue.Value) (*jsonvalue.Value, error) {
		if v.Kind != '{' && v.Kind != '[' {
			return nil, failure(sqlstate.InvalidParameterValue, "cannot set path in scalar")
		}
		at := v
		for i, key := range path {
			if key == nil {
				return nil, failure("22004", "path element at position %d is null", i+1)
			}
			place := placeInJSON{in: at, key: *key}
			if at.Kind == '[' {
				var err error
				if place.index, err = strconv.Atoi(*key); err != nil {
					return nil, failure(sqlstate.InvalidTextRepresent, `path element at position %d is not an integer: "%s"`, i+1, *key)
				}
			}
			if i == len(path)-1 {
				by(place, value, flag)
				return v, nil
			}
			if at = at.Step(*key); at == nil || at.Kind != '{' && at.Kind != '[' {
				return v, nil
			}
		}
		return v, nil
	})
}

// change makes the result of a jsonb and what makes another of it.
func (c *calling) change(by func(*jsonvalue.Value) (*jsonvalue.Value, error)) error {
	v, err := jsonvalue.Parse(c.str(0))
	if err != nil {
		return err
	}
	if v, err = by(v); err == nil {
		c.out.SetBytes(c.row, v.SortKeys().Shown())
	}
	return err
}

func concatJSONB(c *calling) error {
	w, err := jsonvalue.Parse(c.str(1))
	if err != nil {
		return err
	}
	return c.change(func(v *jsonvalue.Value) (*jsonvalue.Value, error) {
		if v.Kind == '{' && w.Kind == '{' {
			v.Members = append(v.Members, w.Members...)
			return v, nil
		}
		list := func(x *jsonvalue.Value) []*jsonvalue.Value {
			if x.Kind == '[' {
				return x.Items
			}
			return []*jsonvalue.Value{x}
		}
		return &jsonvalue.Value{Kind: '[', Items: slices.Concat(list(v), list(w))}, nil
	})
}
