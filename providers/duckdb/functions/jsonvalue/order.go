package jsonvalue

import (
	"cmp"
	"math/big"
	"strings"
)

// rank is the place of a value's kind in the order of jsonb.
func (v *Value) rank() int {
	switch v.Kind {
	case 'n':
		return 0
	case '"':
		return 1
	case 'f', 't':
		return 3
	case '[':
		return 4
	case '{':
		return 5
	}
	return 2
}

// Compare compares two values of jsonb as Postgres does: by kind, then by size, then part by part.
// An empty array by itself is less than any other value.
func (v *Value) Compare(w *Value) int {
	empty := func(v *Value) bool { return v.Kind == '[' && len(v.Items) == 0 }
	switch {
	case empty(v) && !empty(w):
		return -1
	case empty(w) && !empty(v):
		return 1
	}
	return v.compareParts(w)
}

func (v *Value) compareParts(w *Value) int {
	if by := cmp.Compare(v.rank(), w.rank()); by != 0 {
		return by
	}
	switch v.Kind {
	case 'n':
		return 0
	case '"':
		return strings.Compare(v.Text, w.Text)
	case 'f', 't':
		return cmp.Compare(v.Kind, w.Kind)
	case '[':
		by := cmp.Compare(len(v.Items), len(w.Items))
		for i := 0; by == 0 && i < len(v.Items); i++ {
			by = v.Items[i].compareParts(w.Items[i])
		}
		return by
	case '{':
		by := cmp.Compare(len(v.Members), len(w.Members))
		for i := 0; by == 0 && i < len(v.Members); i++ {
			a, b := v.Members[i], w.Members[i]
			if by = strings.Compare(a.Key, b.Key); by == 0 {
				by = a.Value.compareParts(b.Value)
			}
		}
		return by
	}
	a, known := new(big.Rat).SetString(v.Text)
	b, also := new(big.Rat).SetString(w.Text)
	if known && also {
		return a.Cmp(b)
	}
	return strings.Compare(v.Text, w.Text)
}
