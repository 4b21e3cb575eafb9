package parameter

import (
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The digits of numeric parameters. DuckDB gives a parameter beside a column of numeric(8,2) that type, and a value with more
// digits would be rounded before it is compared: 12.504 would be equal to 12.50. So a statement that is given such a value is
// prepared once more with parameters that keep their digits. That is not so from the start, because DuckDB compares them with
// a cast of the column, and reads all of the table.

// noteDigits notes that values are rounded to the digits of a type.
func (q *Parameter) noteDigits(n *vector.Type) {
	for n.ID == lib.TypeList && len(n.Children) == 1 {
		n = n.Children[0]
	}
	switch n.ID {
	case lib.TypeDecimal:
		q.rounds, q.behind, q.whole = true, n.Scale, decimalWidth(n)-n.Scale
	case lib.TypeHugeInt:
		q.rounds, q.whole = true, 39 // digits, and DuckDB knows the largest
	}
}

// decimalWidth is how many digits a decimal type has in all.
func decimalWidth(n *vector.Type) int {
	width, _, _ := strings.Cut(strings.TrimPrefix(n.Duck, "DECIMAL("), ",")
	w, _ := strconv.Atoi(width)
	return w
}

// KeepDigits has all digits kept.
func (q *Parameter) KeepDigits() {
	if !q.rounds {
		return
	}
	element := strings.TrimRight(q.Cast, "[]")
	q.Cast = vector.LooseType + q.Cast[len(element):]
	q.rounds = false
}

// rounded reports whether a value, or an element of one, has other digits once it is cast.
func (q *Parameter) rounded(text string) (bool, error) {
	isArray, any := strings.HasSuffix(q.Cast, "]"), false
	for _, number := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("{},\" \t\n", r) }) {
		whole, behind, _ := strings.Cut(strings.TrimLeft(number, "+-"), ".")
		if isArray && len(strings.TrimRight(behind, "0")) > vector.LooseScale {
			return false, sqlstate.New(sqlstate.FeatureNotSupported, "a numeric with more than %d digits behind the point is not supported here", vector.LooseScale)
		}
		if strings.Trim(whole+behind, "0123456789") != "" || len(strings.TrimLeft(whole, "0")) > q.whole || len(strings.TrimRight(behind, "0")) > q.behind {
			any = true
		}
	}
	return any, nil
}

// Rounds reports whether the digits of a value of the parameters would be lost by their casts.
func (b *Binder) Rounds(params []Parameter, args providers.Args) (bool, error) {
	for i, q := range params {
		if !q.rounds || i >= len(args.Values) || args.Values[i] == nil {
			continue
		}
		text, err := b.paramText(q, args.Values[i], providers.FormatAt(args.Formats, i))
		if err != nil {
			return false, paramError(i, err)
		}
		rounded, err := q.rounded(text)
		if err != nil {
			return false, paramError(i, err)
		}
		if rounded {
			return true, nil
		}
	}
	return false, nil
}
