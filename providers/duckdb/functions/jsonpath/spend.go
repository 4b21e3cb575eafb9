package jsonpath

import (
	"math/big"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB cannot interrupt a function. So the work of jsonpaths is counted over the rows of one call.

const (
	// mostPathWork bounds the work of a call. It is a second or two.
	mostPathWork = 25_000_000
	// mostPathShown bounds the text of what a path finds, in bytes.
	mostPathShown = 100_000_000
	// The digits of PostgreSQL's numeric before the point and behind it, and behind the point of a quotient.
	mostWholeDigits, mostFractionDigits, mostQuotientDigits = 131072, 16383, 1000
)

// spend counts work before it is done.
func (w *pathWalk) spend(units int) error {
	if *w.spent += units; *w.spent > mostPathWork {
		return sqlstate.New(tooComplex, "a jsonpath that has as much to do as this one is not supported")
	}
	return nil
}

const tooComplex sqlstate.Code = "54000"

// number reads a number of a value, and says how many digits are behind its point.
func (w *pathWalk) number(v *jsonvalue.Value) (*big.Rat, int, error) {
	if err := w.spend(1 + len(v.Text)/100*(len(v.Text)/100)); err != nil {
		return nil, 0, err
	}
	r, scale := ratOf(v)
	return r, scale, nil
}

// computed is the value of a number that was computed.
func computed(r *big.Rat, scale int) ([]*jsonvalue.Value, error) {
	whole := new(big.Int).Quo(r.Num(), r.Denom())
	if whole.BitLen() > mostWholeDigits*10/3 {
		return nil, sqlstate.New(sqlstate.NumericOutOfRange, "value overflows numeric format")
	}
	return []*jsonvalue.Value{numberValue(r, min(scale, mostFractionDigits))}, nil
}

// unwrapped puts the elements of arrays in the arrays' place.
func (w *pathWalk) unwrapped(list []*jsonvalue.Value) ([]*jsonvalue.Value, error) {
	size := 0
	for _, v := range list {
		if size++; v.Kind == '[' {
			size += len(v.Items)
		}
	}
	if err := w.holds(size); err != nil {
		return nil, err
	}
	all := make([]*jsonvalue.Value, 0, size)
	for _, v := range list {
		if v.Kind == '[' {
			all = append(all, v.Items...)
		} else {
			all = append(all, v)
		}
	}
	return all, nil
}

// holds refuses lists of too many values.
func (w *pathWalk) holds(size int) error {
	if size > mostFound {
		return sqlstate.New(tooComplex, "a jsonpath that finds more than %d values is not supported", mostFound)
	}
	return w.spend(size)
}

// CheckShown refuses values whose text is too long.
func CheckShown(found []*jsonvalue.Value) error {
	size := 0
	for _, v := range found {
		if size += max(len(v.Raw), len(v.Text)); size > mostPathShown {
			return sqlstate.New(tooComplex, "a jsonpath that finds more than %d bytes is not supported", mostPathShown)
		}
	}
	return nil
}
