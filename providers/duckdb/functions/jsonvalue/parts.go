package jsonvalue

import (
	"slices"
	"strconv"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Keys are the keys of an object, as strings.
func (v *Value) Keys() []*Value {
	keys := make([]*Value, len(v.Members))
	for i, m := range v.Members {
		keys[i] = &Value{Kind: '"', Text: m.Key}
	}
	return keys
}

// Elements returns the elements of an array.
func (v *Value) Elements() ([]*Value, error) {
	switch v.Kind {
	case '[':
		return v.Items, nil
	case '{':
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "cannot extract elements from an object")
	}
	return nil, sqlstate.New(sqlstate.InvalidParameterValue, "cannot extract elements from a scalar")
}

// Has reports whether a value has a key, an element that is such a string, or is such a string.
func (v *Value) Has(key string) bool {
	return v.MemberNamed(key) != nil || v.Kind == '"' && v.Text == key ||
		slices.ContainsFunc(v.Items, func(item *Value) bool { return item.Kind == '"' && item.Text == key })
}

// StripNulls takes members that are null out of all objects.
func (v *Value) StripNulls() *Value {
	if v.Kind == '0' {
		v.Text = v.Raw // json keeps the spelling of numbers; that of jsonb is the same
	}
	v.Raw = ""
	v.Members = slices.DeleteFunc(v.Members, func(m Member) bool { return m.Value.Kind == 'n' })
	for _, m := range v.Members {
		m.Value.StripNulls()
	}
	for _, item := range v.Items {
		item.StripNulls()
	}
	return v
}

// DeleteKey deletes a key of an object, or the elements of an array that are such strings.
func (v *Value) DeleteKey(key string) (*Value, error) {
	switch v.Kind {
	case '{':
		v.Members = slices.DeleteFunc(v.Members, func(m Member) bool { return m.Key == key })
	case '[':
		v.Items = slices.DeleteFunc(v.Items, func(item *Value) bool { return item.Kind == '"' && item.Text == key })
	default:
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "cannot delete from scalar")
	}
	return v, nil
}

// DeleteItem deletes an element of an array; a negative number counts from the end.
func (v *Value) DeleteItem(i int) (*Value, error) {
	switch v.Kind {
	case '{':
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "cannot delete from object using integer index")
	case '[':
		if i < 0 {
			i += len(v.Items)
		}
		if i >= 0 && i < len(v.Items) {
			v.Items = slices.Delete(v.Items, i, i+1)
		}
		return v, nil
	}
	return nil, sqlstate.New(sqlstate.InvalidParameterValue, "cannot delete from scalar")
}

// DeletePath deletes what stands at the end of a path.
func (v *Value) DeletePath(path []*string) (*Value, error) {
	if v.Kind != '{' && v.Kind != '[' {
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "cannot delete path in scalar")
	}
	at := v
	for i, key := range path {
		if key == nil {
			return nil, sqlstate.New("22004", "path element at position %d is null", i+1)
		}
		number := 0
		if at.Kind == '[' {
			var err error
			if number, err = strconv.Atoi(*key); err != nil {
				return nil, sqlstate.New(sqlstate.InvalidTextRepresent, `path element at position %d is not an integer: "%s"`, i+1, *key)
			}
		}
		if i == len(path)-1 {
			if at.Kind == '[' {
				return v, second(at.DeleteItem(number))
			}
			return v, second(at.DeleteKey(*key))
		}
		if at = at.Step(*key); at == nil || at.Kind != '{' && at.Kind != '[' {
			return v, nil
		}
	}
	return v, nil
}

// Children are the members' values of an object, or the elements of an array.
func (v *Value) Children() []*Value {
	all := slices.Clone(v.Items)
	for _, m := range v.Members {
		all = append(all, m.Value)
	}
	return all
}

func second(_ *Value, err error) error { return err }

// ofNumber reports whether a byte may stand in a number.
func ofNumber(c byte) bool {
	return c >= '0' && c <= '9' || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E'
}

func digitsAlone(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}
