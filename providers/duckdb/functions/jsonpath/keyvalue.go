package jsonpath

import (
	"math/big"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// keyvalue makes an object of each member of an object: the key, the value, and the place of the object in the binary form of the document,
// by which PostgreSQL tells objects apart.
func (w *pathWalk) keyvalue(v *jsonvalue.Value) ([]*jsonvalue.Value, error) {
	if v.Kind != '{' {
		return nil, sqlstate.New("2203C", "jsonpath item method .keyvalue() can only be applied to an object")
	}
	if len(v.Members) == 0 {
		return nil, nil
	}
	if w.places == nil {
		w.places = map[*jsonvalue.Value]int{}
		if err := w.spend(len(w.root.Raw)); err != nil {
			return nil, err
		}
		w.place(w.root, 0)
	}
	at, known := w.places[v]
	if !known {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "the method .keyvalue() of an object that is no part of the document is not supported")
	}
	found := make([]*jsonvalue.Value, len(v.Members))
	for i, m := range v.Members {
		found[i] = &jsonvalue.Value{Kind: '{', Members: []jsonvalue.Member{
			{Key: "id", Value: numberValue(big.NewRat(int64(at), 1), 0)}, {Key: "key", Value: &jsonvalue.Value{Kind: '"', Text: m.Key}}, {Key: "value", Value: m.Value},
		}}
	}
	return found, w.holds(len(found))
}

// place notes where an object or an array and those in it stand in the binary form, and returns where the next value begins: each has a
// word of its own and one for each key and each value, then the keys, then the values.
func (w *pathWalk) place(v *jsonvalue.Value, at int) int {
	const word = 4
	aligned := (at + word - 1) / word * word
	switch v.Kind {
	case '{':
		w.places[v] = aligned
		at = aligned + word + 2*word*len(v.Members)
		for _, m := range v.Members {
			at += len(m.Key)
		}
		for _, m := range v.Members {
			at = w.place(m.Value, at)
		}
		return at
	case '[':
		at = aligned + word + word*len(v.Items)
		for _, item := range v.Items {
			at = w.place(item, at)
		}
		return at
	case '"':
		return at + len(v.Text)
	case '0':
		return aligned + numericSize(v.Text)
	}
	return at
}

// numericSize is the length of a numeric: a word, a header, and two bytes for each four digits.
func numericSize(text string) int {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	scale := len(fraction)
	whole = strings.TrimLeft(whole, "0")
	whole = strings.Repeat("0", (4-len(whole)%4)%4) + whole
	fraction += strings.Repeat("0", (4-len(fraction)%4)%4)
	digits, groups, first := whole+fraction, 0, -1
	for i := 0; i < len(digits); i += 4 {
		if digits[i:i+4] != "0000" {
			if first < 0 {
				first = i / 4
			}
			groups = i/4 - first + 1
		}
	}
	header, weight := 2, len(whole)/4-1-max(first, 0)
	if scale > 63 || weight > 63 || weight < -64 {
		header = 4
	}
	return 4 + header + 2*groups
}
