package jsonvalue

import (
	"slices"
	"strconv"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// furthestItem bounds the number of an element that an assignment makes: those before it become null.
const furthestItem = 1_000_000

// Assign puts a value at the end of a path, as an assignment to subscripts does: it makes what the path does not find, and the
// elements before a new one are null.
func (v *Value) Assign(path []string, to *Value) error {
	at := v
	for i, key := range path {
		last := i == len(path)-1
		if at.Kind != '{' && at.Kind != '[' {
			return sqlstate.New(sqlstate.InvalidParameterValue, "cannot replace existing key").
				WithDetail("The path assumes key is a composite object, but it is a scalar value.")
		}
		place, err := at.placeOf(key, i+1)
		switch {
		case err != nil:
			return err
		case last:
			*place = to
		case *place == nil:
			*place = &Value{Kind: '{'}
			if _, err := strconv.ParseInt(path[i+1], 10, 32); err == nil {
				(*place).Kind = '['
			}
		}
		at = *place
	}
	return nil
}

// placeOf is the place of a member or an element, with nil if nothing was there. step counts the steps of the path from 1.
func (v *Value) placeOf(key string, step int) (**Value, error) {
	if v.Kind == '{' {
		for i := range v.Members {
			if v.Members[i].Key == key {
				return &v.Members[i].Value, nil
			}
		}
		v.Members = append(v.Members, Member{Key: key})
		return &v.Members[len(v.Members)-1].Value, nil
	}
	number, err := strconv.ParseInt(key, 10, 32)
	at, items := int(number), len(v.Items)
	switch {
	case err != nil:
		return nil, sqlstate.New(sqlstate.InvalidTextRepresent, `path element at position %d is not an integer: "%s"`, step, key)
	case at < -items:
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "path element at position %d is out of range: %d", step, at)
	case at < 0:
		at += items
	case at > furthestItem:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "an array of so many elements is not supported")
	}
	if at >= items {
		v.Items = slices.Grow(v.Items, at+1-items)
		for len(v.Items) < at {
			v.Items = append(v.Items, &Value{Kind: 'n', Raw: "null"})
		}
		v.Items = append(v.Items, nil)
	}
	return &v.Items[at], nil
}
