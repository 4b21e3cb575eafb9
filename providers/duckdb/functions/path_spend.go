package functions

import (
	"math/big"

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
		return failure(tooComplex, "a jsonpath that has as much to do as this one is not supported")
	}
	return nil
}

const tooComplex sqlstate.Code = "54000"

// number reads a number of a value, and says how many digits are behind its point.
func (w *pathWalk) number(v *jsonValue) (*big.Rat, int, error) {
	if err := w.spend(1 + len(v.text)/100*(len(v.text)/100)); err != nil {
		return nil, 0, err
	}
	r, scale := ratOf(v)
	return r, scale, nil
}

// computed is the value of a number that was computed.
func computed(r *big.Rat, scale int) ([]*jsonValue, error) {
	whole := new(big.Int).Quo(r.Num(), r.Denom())
	if whole.BitLen() > mostWholeDigits*10/3 {
		return nil, failure(sqlstate.NumericOutOfRange, "value overflows numeric format")
	}
	return []*jsonValue{numberValue(r, min(scale, mostFractionDigits))}, nil
}

// unwrapped puts the elements of arrays in the arrays' place.
func (w *pathWalk) unwrapped(list []*jsonValue) ([]*jsonValue, error) {
	size := 0
	for _, v := range list {
		if size++; v.kind == '[' {
			size += len(v.items)
		}
	}
	if err := w.holds(size); err != nil {
		return nil, err
	}
	all := make([]*jsonValue, 0, size)
	for _, v := range list {
		if v.kind == '[' {
			all = append(all, v.items...)
		} else {
			all = append(all, v)
		}
	}
	return all, nil
}

// holds refuses lists of too many values.
func (w *pathWalk) holds(size int) error {
	if size > mostFound {
		return failure(tooComplex, "a jsonpath that finds more than %d values is not supported", mostFound)
	}
	return w.spend(size)
}

// checkShown refuses values whose text is too long.
func checkShown(found []*jsonValue) error {
	size := 0
	for _, v := range found {
		if size += max(len(v.raw), len(v.text)); size > mostPathShown {
			return failure(tooComplex, "a jsonpath that finds more than %d bytes is not supported", mostPathShown)
		}
	}
	return nil
}
