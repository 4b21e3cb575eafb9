package duckdb

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
func (q *param) noteDigits(n *vector.Type) {
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

// keepDigits has all digits kept.
func (q *param) keepDigits() {
	if !q.rounds {
		return
	}
	element := strings.TrimRight(q.cast, "[]")
	q.cast = vector.LooseType + q.cast[len(element):]
	q.rounds = false
}

// preparedWith returns the prepared statement for a text and the values of its parameters.
func (c *Conn) preparedWith(s providers.Statement, args providers.Args) (*prepared, error) {
	p, err := c.preparedFor(s)
	if err != nil {
		return nil, err
	}
	return c.exactFor(p, s, args)
}

// exactFor returns the prepared statement that keeps the digits of the parameters' values: p, if it does.
func (c *Conn) exactFor(p *prepared, s providers.Statement, args providers.Args) (*prepared, error) {
	for i, q := range p.params {
		if !q.rounds || i >= len(args.Values) || args.Values[i] == nil {
			continue
		}
		text, err := c.paramText(q, args.Values[i], providers.FormatAt(args.Formats, i))
		if err != nil {
			return nil, paramError(i, err)
		}
		rounded, err := q.rounded(text)
		if err != nil {
			return nil, paramError(i, err)
		}
		if rounded {
			s.Exact = true
			return c.preparedFor(s)
		}
	}
	return p, nil
}

// rounded reports whether a value, or an element of one, has other digits once it is cast.
func (q *param) rounded(text string) (bool, error) {
	isArray, any := strings.HasSuffix(q.cast, "]"), false
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
