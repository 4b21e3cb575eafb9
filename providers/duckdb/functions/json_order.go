package functions

import (
	"cmp"
	"math/big"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// compareJSONB computes -1, 0 or 1.
func compareJSONB(c *calling) error {
	v, err := parseJSON(c.str(0))
	if err != nil {
		return err
	}
	w, err := parseJSON(c.str(1))
	if err == nil {
		vector.Set(&c.out, c.row, int32(v.compare(w))) //nolint:gosec // -1, 0 or 1
	}
	return err
}

// rank is the place of a value's kind in the order of jsonb.
func (v *jsonValue) rank() int {
	switch v.kind {
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

// compare compares two values of jsonb as Postgres does: by kind, then by size, then part by part.
// An empty array by itself is less than any other value.
func (v *jsonValue) compare(w *jsonValue) int {
	empty := func(v *jsonValue) bool { return v.kind == '[' && len(v.items) == 0 }
	switch {
	case empty(v) && !empty(w):
		return -1
	case empty(w) && !empty(v):
		return 1
	}
	return v.compareParts(w)
}

func (v *jsonValue) compareParts(w *jsonValue) int {
	if by := cmp.Compare(v.rank(), w.rank()); by != 0 {
		return by
	}
	switch v.kind {
	case 'n':
		return 0
	case '"':
		return strings.Compare(v.text, w.text)
	case 'f', 't':
		return cmp.Compare(v.kind, w.kind)
	case '[':
		by := cmp.Compare(len(v.items), len(w.items))
		for i := 0; by == 0 && i < len(v.items); i++ {
			by = v.items[i].compareParts(w.items[i])
		}
		return by
	case '{':
		by := cmp.Compare(len(v.members), len(w.members))
		for i := 0; by == 0 && i < len(v.members); i++ {
			a, b := v.members[i], w.members[i]
			if by = strings.Compare(a.key, b.key); by == 0 {
				by = a.value.compareParts(b.value)
			}
		}
		return by
	}
	a, known := new(big.Rat).SetString(v.text)
	b, also := new(big.Rat).SetString(w.text)
	if known && also {
		return a.Cmp(b)
	}
	return strings.Compare(v.text, w.text)
}
