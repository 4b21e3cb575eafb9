package functions

import (
	"slices"
	"strconv"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// jsonChangeFunctions make jsonb of jsonb, and take it apart into keys and values.
var jsonChangeFunctions = slices.Concat(
	lists("pg__json_keys", "VARCHAR", func(v *jsonValue) ([]*jsonValue, error) {
		if v.kind != '{' {
			return nil, failure(sqlstate.InvalidParameterValue, "cannot deconstruct a scalar")
		}
		return v.keys(), nil
	}),
	lists("pg__json_values", "", memberValues),
	lists("pg__json_values_text", "VARCHAR", memberValues),
	[]scalar{
		{name: "pg__jsonb_set", takes: []string{jsonbType, "VARCHAR[]", jsonbType, "BOOLEAN"}, returns: jsonbType, call: func(c *calling) error {
			return c.changePath(c.bool(3), func(place placeInJSON, by *jsonValue, create bool) { place.set(by, create) })
		}},
		{name: "pg__jsonb_insert", takes: []string{jsonbType, "VARCHAR[]", jsonbType, "BOOLEAN"}, returns: jsonbType, call: func(c *calling) error {
			var taken bool
			err := c.changePath(c.bool(3), func(place placeInJSON, by *jsonValue, after bool) { taken = place.insert(by, after) })
			if err == nil && taken {
				return failure(sqlstate.InvalidParameterValue, "cannot replace existing key")
			}
			return err
		}},
		{name: "-", takes: []string{jsonbType, "VARCHAR[]"}, returns: jsonbType, call: func(c *calling) error {
			return c.change(func(v *jsonValue) (*jsonValue, error) {
				var err error
				for _, key := range c.strings(1) {
					if key != nil && err == nil {
						v, err = v.deleteKey(*key)
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
			return c.setLoose(v.text)
		}},
	},
)

// scalarOf reads a jsonb that is cast to a type.
func (c *calling) scalarOf(kind byte, to string) (*jsonValue, error) {
	v, err := parseJSON(c.str(0))
	switch {
	case err != nil:
		return nil, err
	case v.kind == kind:
		return v, nil
	}
	return nil, failure(sqlstate.InvalidParameterValue, "cannot cast jsonb %s to type %s", jsonKinds[v.kind], to)
}

func memberValues(v *jsonValue) ([]*jsonValue, error) {
	if v.kind != '{' {
		return nil, failure(sqlstate.InvalidParameterValue, "cannot deconstruct a scalar")
	}
	values := make([]*jsonValue, len(v.members))
	for i, m := range v.members {
		values[i] = m.value
	}
	return values, nil
}

// placeInJSON is a member of an object, or an element of an array.
type placeInJSON struct {
	in    *jsonValue
	key   string
	index int
}

// set puts a value there. Where nothing is, it does so only if it is to create the place.
func (p placeInJSON) set(by *jsonValue, create bool) {
	switch p.in.kind {
	case '{':
		for i := range p.in.members {
			if p.in.members[i].key == p.key {
				p.in.members[i].value = by
				return
			}
		}
		if create {
			p.in.members = append(p.in.members, jsonMember{p.key, by})
		}
	case '[':
		switch at := p.from(); {
		case at >= 0 && at < len(p.in.items):
			p.in.items[at] = by
		case create && at < 0:
			p.in.items = append([]*jsonValue{by}, p.in.items...)
		case create:
			p.in.items = append(p.in.items, by)
		}
	}
}

// insert puts a value before or behind an element, or makes a member. It reports whether the member is there.
func (p placeInJSON) insert(by *jsonValue, after bool) (taken bool) {
	if p.in.kind == '{' {
		if p.in.member(p.key) != nil {
			return true
		}
		p.in.members = append(p.in.members, jsonMember{p.key, by})
		return false
	}
	at := p.from()
	if after && at >= 0 {
		at++
	}
	p.in.items = slices.Insert(p.in.items, min(max(at, 0), len(p.in.items)), by)
	return false
}

// from is the index of an element, which may be counted from the end.
func (p placeInJSON) from() int {
	if p.index < 0 {
		return p.index + len(p.in.items)
	}
	return p.index
}

// changePath changes the place at the end of a path, if the object or array that has the place exists.
func (c *calling) changePath(flag bool, by func(place placeInJSON, value *jsonValue, flag bool)) error {
	value, err := parseJSON(c.str(2))
	if err != nil {
		return err
	}
	path := c.strings(1)
	return c.change(func(v *jsonValue) (*jsonValue, error) {
		if v.kind != '{' && v.kind != '[' {
			return nil, failure(sqlstate.InvalidParameterValue, "cannot set path in scalar")
		}
		at := v
		for i, key := range path {
			if key == nil {
				return nil, failure("22004", "path element at position %d is null", i+1)
			}
			place := placeInJSON{in: at, key: *key}
			if at.kind == '[' {
				var err error
				if place.index, err = strconv.Atoi(*key); err != nil {
					return nil, failure(sqlstate.InvalidTextRepresent, `path element at position %d is not an integer: "%s"`, i+1, *key)
				}
			}
			if i == len(path)-1 {
				by(place, value, flag)
				return v, nil
			}
			if at = at.step(*key); at == nil || at.kind != '{' && at.kind != '[' {
				return v, nil
			}
		}
		return v, nil
	})
}

// change makes the result of a jsonb and what makes another of it.
func (c *calling) change(by func(*jsonValue) (*jsonValue, error)) error {
	v, err := parseJSON(c.str(0))
	if err != nil {
		return err
	}
	if v, err = by(v); err == nil {
		c.out.SetBytes(c.row, v.canonical().shown())
	}
	return err
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
