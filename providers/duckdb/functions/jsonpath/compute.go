package jsonpath

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// truthValue is the answer of a condition of a jsonpath.
type truthValue int

const (
	isFalse truthValue = iota
	isTrue
	isUnknown
)

// test answers a condition. An error inside of it makes it unknown.
func (w *pathWalk) test(n *pathNode) (truthValue, error) {
	switch n.op {
	case "&&", "||":
		left, err := w.test(n.parts[0])
		if err != nil {
			return isUnknown, err
		}
		decided := isFalse
		if n.op == "||" {
			decided = isTrue
		}
		if left == decided {
			return left, nil
		}
		right, err := w.test(n.parts[1])
		if err == nil && right != decided && left == isUnknown {
			right = isUnknown
		}
		return right, err
	case "!":
		answer, err := w.test(n.parts[0])
		return map[truthValue]truthValue{isTrue: isFalse, isFalse: isTrue, isUnknown: isUnknown}[answer], err
	case "is unknown":
		answer, err := w.test(n.parts[0])
		return truthOf(answer == isUnknown), err
	case "exists":
		list, err := w.values(n.parts[0])
		if err != nil {
			return isUnknown, Unsupported(err)
		}
		return truthOf(len(list) > 0), nil
	}
	if !isPredicate(n) {
		return isUnknown, sqlstate.New(sqlstate.FeatureNotSupported, "a jsonpath whose condition is a value is not supported")
	}
	return w.compare(n)
}

// Unsupported returns an error that says what cannot be computed here, which must not become an answer, and nil for an error
// of the JSON or of the path.
func Unsupported(err error) error {
	switch sqlstate.From(err).Code {
	case sqlstate.FeatureNotSupported, sqlstate.UndefinedObject, tooComplex:
		return err
	}
	return nil
}

func truthOf(is bool) truthValue {
	if is {
		return isTrue
	}
	return isFalse
}

// compare compares each value of the left side with each of the right.
func (w *pathWalk) compare(n *pathNode) (truthValue, error) {
	var sides [2][]*jsonvalue.Value
	for i, part := range n.parts {
		list, err := w.values(part)
		if err != nil {
			return isUnknown, Unsupported(err)
		}
		if sides[i] = list; !w.path.strict && !(i == 1 && n.op == "starts with") {
			if sides[i], err = w.unwrapped(list); err != nil {
				return isUnknown, err
			}
		}
	}
	if n.op == "like_regex" {
		sides[1] = []*jsonvalue.Value{nil}
	}
	found, unknown := false, false
	for _, left := range sides[0] {
		for _, right := range sides[1] {
			answer, err := w.compareOne(n, left, right)
			switch {
			case err != nil:
				return isUnknown, err
			case answer == isUnknown && w.path.strict:
				return isUnknown, nil
			case answer == isUnknown:
				unknown = true
			case answer == isTrue && !w.path.strict:
				return isTrue, nil
			case answer == isTrue:
				found = true
			}
		}
	}
	switch {
	case found:
		return isTrue, nil
	case unknown:
		return isUnknown, nil
	}
	return isFalse, nil
}

func (w *pathWalk) compareOne(n *pathNode, left, right *jsonvalue.Value) (truthValue, error) {
	if err := w.spend(1 + len(left.Text)*len(n.text)/10); err != nil { // the text of a pattern
		return isUnknown, err
	}
	if n.op == "like_regex" || n.op == "starts with" {
		return w.compareStrings(n, left, right), nil
	}
	if a, b := w.datetimes[left], w.datetimes[right]; (a != nil || b != nil) && left.Kind != 'n' && right.Kind != 'n' {
		return compareAs(n.op, a, b)
	}
	kind := func(v *jsonvalue.Value) byte {
		if v.Kind == 'f' {
			return 't'
		}
		return v.Kind
	}
	by := 0
	switch {
	case kind(left) != kind(right) && (left.Kind == 'n' || right.Kind == 'n'):
		return truthOf(n.op == "!="), nil // null is equal to nothing else, and neither less nor greater
	case kind(left) != kind(right) || left.Kind == '{' || left.Kind == '[':
		return isUnknown, nil
	case left.Kind == '0':
		a, _, err := w.number(left)
		if err != nil {
			return isUnknown, err
		}
		b, _, err := w.number(right)
		if err != nil {
			return isUnknown, err
		}
		by = a.Cmp(b)
	case left.Kind == '"':
		by = cmp.Compare(left.Text, right.Text)
	case left.Kind != right.Kind: // false is before true
		if by = 1; left.Kind == 'f' {
			by = -1
		}
	}
	return truthOfOrder(n.op, by), nil
}

// compareStrings compares a string with a pattern, or with the start of another.
func (w *pathWalk) compareStrings(n *pathNode, left, right *jsonvalue.Value) truthValue {
	switch {
	case left.Kind != '"' || w.datetimes[left] != nil:
		return isUnknown
	case n.op == "like_regex":
		return truthOf(n.pattern.MatchString(left.Text))
	case right.Kind != '"' || w.datetimes[right] != nil:
		return isUnknown
	}
	return truthOf(strings.HasPrefix(left.Text, right.Text))
}

// truthOfOrder answers a comparison of two values whose order is known.
func truthOfOrder(op string, by int) truthValue {
	return truthOf(map[string]bool{"==": by == 0, "!=": by != 0, "<": by < 0, "<=": by <= 0, ">": by > 0, ">=": by >= 0}[op])
}

// compareAs compares two datetimes; nil: the value is none.
func compareAs(op string, a, b *datetime) (truthValue, error) {
	if a == nil || b == nil {
		return isUnknown, nil
	}
	by, comparable, err := compareDatetimes(a, b)
	if err != nil || !comparable {
		return isUnknown, err
	}
	return truthOfOrder(op, by), nil
}

// ratOf is the number of a value, and how many digits are behind its point.
func ratOf(v *jsonvalue.Value) (*big.Rat, int) {
	r, ok := new(big.Rat).SetString(v.Text)
	if !ok {
		return new(big.Rat), 0
	}
	_, fraction, _ := strings.Cut(v.Text, ".")
	return r, len(fraction)
}

func numberValue(r *big.Rat, scale int) *jsonvalue.Value {
	return &jsonvalue.Value{Kind: '0', Text: r.FloatString(scale)}
}

// arithmetic computes with two numbers.
func (w *pathWalk) arithmetic(n *pathNode) ([]*jsonvalue.Value, error) {
	var numbers [2]*big.Rat
	var texts [2]string
	var scales [2]int
	for i, side := range []string{"left", "right"} {
		list, err := w.values(n.parts[i])
		if err != nil {
			return nil, err
		}
		if !w.path.strict {
			if list, err = w.unwrapped(list); err != nil {
				return nil, err
			}
		}
		if len(list) != 1 || list[0].Kind != '0' {
			return nil, sqlstate.New(NoSingleItem, "%s operand of jsonpath operator %s is not a single numeric value", side, n.op)
		}
		if numbers[i], scales[i], err = w.number(list[0]); err != nil {
			return nil, err
		}
		texts[i] = list[0].Text
	}
	if err := w.spend((len(texts[0]) + len(texts[1])) / 15 * ((len(texts[0]) + len(texts[1])) / 15)); err != nil {
		return nil, err
	}
	a, b, r := numbers[0], numbers[1], new(big.Rat)
	switch n.op {
	case "+":
		return computed(r.Add(a, b), max(scales[0], scales[1]))
	case "-":
		return computed(r.Sub(a, b), max(scales[0], scales[1]))
	case "*":
		return computed(r.Mul(a, b), scales[0]+scales[1])
	}
	if b.Sign() == 0 {
		return nil, sqlstate.New(sqlstate.DivisionByZero, "division by zero")
	}
	quotient := r.Quo(a, b)
	if n.op == "%" {
		whole := new(big.Rat).SetInt(new(big.Int).Quo(quotient.Num(), quotient.Denom()))
		return computed(new(big.Rat).Sub(a, whole.Mul(whole, b)), max(scales[0], scales[1]))
	}
	return computed(quotient, quotientScale(texts, scales))
}

// quotientScale is how many digits of a quotient Postgres shows: sixteen significant ones at least.
func quotientScale(texts [2]string, scales [2]int) int {
	weightA, firstA := digitGroup(texts[0])
	weightB, firstB := digitGroup(texts[1])
	weight := weightA - weightB
	if firstA <= firstB {
		weight--
	}
	return min(max(16-weight*4, scales[0], scales[1], 0), mostQuotientDigits)
}

// digitGroup is the first group of four digits of a number, and the place of the group.
func digitGroup(text string) (weight, first int) {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	if whole = strings.TrimLeft(whole, "0"); whole != "" {
		weight = (len(whole) - 1) / 4
		first, _ = strconv.Atoi(whole[:len(whole)-4*weight])
		return weight, first
	}
	digits := strings.TrimLeft(fraction, "0")
	if digits == "" {
		return 0, 0
	}
	group := (len(fraction) - len(digits)) / 4
	first, _ = strconv.Atoi((fraction[4*group:] + "000")[:4])
	return -group - 1, first
}

// signs are numbers with their signs, or the opposite.
func (w *pathWalk) signs(n *pathNode) ([]*jsonvalue.Value, error) {
	list, err := w.values(n.parts[0])
	if err != nil {
		return nil, err
	}
	if !w.path.strict {
		if list, err = w.unwrapped(list); err != nil {
			return nil, err
		}
	}
	all := make([]*jsonvalue.Value, len(list))
	for i, v := range list {
		if v.Kind != '0' {
			return nil, sqlstate.New(noNumber, "operand of unary jsonpath operator %s is not a numeric value", map[string]string{"minus": "-", "plus": "+"}[n.op])
		}
		number, scale, err := w.number(v)
		if err != nil {
			return nil, err
		}
		if n.op == "minus" {
			number = new(big.Rat).Neg(number)
		}
		all[i] = numberValue(number, scale)
	}
	return all, nil
}

// pathKinds are how .type() calls values.
var pathKinds = map[byte]string{'{': "object", '[': "array", '"': "string", '0': "number", 't': "boolean", 'f': "boolean", 'n': "null"}

// method calls a method of a value.
func (w *pathWalk) method(n *pathNode, v *jsonvalue.Value) ([]*jsonvalue.Value, error) {
	name := n.text
	switch {
	case name == "datetime":
		return w.datetimeOf(v, n.template)
	case name == "keyvalue":
		return w.keyvalue(v)
	case name == "type" && w.datetimes[v] != nil:
		return []*jsonvalue.Value{{Kind: '"', Text: w.datetimes[v].typed().name}}, nil
	case name == "type":
		return []*jsonvalue.Value{{Kind: '"', Text: pathKinds[v.Kind]}}, nil
	case name == "size":
		size := 1
		if v.Kind == '[' {
			size = len(v.Items)
		} else if err := w.unless(noArray, "jsonpath item method .size() can only be applied to an array"); err != nil {
			return nil, err
		}
		return []*jsonvalue.Value{numberValue(big.NewRat(int64(size), 1), 0)}, nil
	case name == "double":
		if v.Kind != '0' && v.Kind != '"' || w.datetimes[v] != nil {
			return nil, sqlstate.New(noNumber, "jsonpath item method .double() can only be applied to a string or numeric value")
		}
		f, err := strconv.ParseFloat(strings.TrimSpace(v.Text), 64)
		number := new(big.Rat)
		if err != nil || number.SetFloat64(f) == nil {
			return nil, sqlstate.New(noNumber, "numeric argument of jsonpath item method .double() is out of range for type double precision")
		}
		return []*jsonvalue.Value{{Kind: '0', Text: strconv.FormatFloat(f, 'f', -1, 64)}}, nil
	case v.Kind != '0':
		return nil, sqlstate.New(noNumber, "jsonpath item method .%s() can only be applied to a numeric value", name)
	}
	number, scale, err := w.number(v)
	if err != nil {
		return nil, err
	}
	switch name {
	case "abs":
		return []*jsonvalue.Value{numberValue(new(big.Rat).Abs(number), scale)}, nil
	case "floor":
		return []*jsonvalue.Value{numberValue(floorOf(number), 0)}, nil
	default:
		up := floorOf(new(big.Rat).Neg(number))
		return []*jsonvalue.Value{numberValue(up.Neg(up), 0)}, nil
	}
}

func floorOf(r *big.Rat) *big.Rat {
	quotient, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if rest.Sign() < 0 {
		quotient.Sub(quotient, big.NewInt(1))
	}
	return new(big.Rat).SetInt(quotient)
}
