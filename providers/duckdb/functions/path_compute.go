package functions

import (
	"cmp"
	"math/big"
	"regexp"
	"strconv"
	"strings"

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
			return isUnknown, unlessUnsupported(err)
		}
		return truthOf(len(list) > 0), nil
	}
	if !isPredicate(n) {
		return isUnknown, failure(sqlstate.FeatureNotSupported, "a jsonpath whose condition is a value is not supported")
	}
	return w.compare(n)
}

// unlessUnsupported keeps what cannot be computed here from being an answer.
func unlessUnsupported(err error) error {
	if sqlstate.From(err).Code == sqlstate.FeatureNotSupported || sqlstate.From(err).Code == sqlstate.UndefinedObject {
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
	var sides [2][]*jsonValue
	for i, part := range n.parts {
		list, err := w.values(part)
		if err != nil {
			return isUnknown, unlessUnsupported(err)
		}
		if sides[i] = list; !w.path.strict && !(i == 1 && n.op == "starts with") {
			sides[i] = unwrapped(list)
		}
	}
	if n.op == "like_regex" {
		sides[1] = []*jsonValue{nil}
	}
	found, unknown := false, false
	for _, left := range sides[0] {
		for _, right := range sides[1] {
			answer, err := n.compareOne(left, right)
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

func (n *pathNode) compareOne(left, right *jsonValue) (truthValue, error) {
	switch n.op {
	case "like_regex":
		if left.kind != '"' {
			return isUnknown, nil
		}
		matched, err := regexp.MatchString(n.text, left.text)
		return truthOf(matched), err
	case "starts with":
		if left.kind != '"' || right.kind != '"' {
			return isUnknown, nil
		}
		return truthOf(strings.HasPrefix(left.text, right.text)), nil
	}
	kind := func(v *jsonValue) byte {
		if v.kind == 'f' {
			return 't'
		}
		return v.kind
	}
	by := 0
	switch {
	case kind(left) != kind(right) && (left.kind == 'n' || right.kind == 'n'):
		return truthOf(n.op == "!="), nil // null is equal to nothing else, and neither less nor greater
	case kind(left) != kind(right) || left.kind == '{' || left.kind == '[':
		return isUnknown, nil
	case left.kind == '0':
		a, _ := ratOf(left)
		b, _ := ratOf(right)
		by = a.Cmp(b)
	case left.kind == '"':
		by = cmp.Compare(left.text, right.text)
	case left.kind != right.kind: // false is before true
		if by = 1; left.kind == 'f' {
			by = -1
		}
	}
	return truthOf(map[string]bool{"==": by == 0, "!=": by != 0, "<": by < 0, "<=": by <= 0, ">": by > 0, ">=": by >= 0}[n.op]), nil
}

// ratOf is the number of a value, and how many digits are behind its point.
func ratOf(v *jsonValue) (*big.Rat, int) {
	r, ok := new(big.Rat).SetString(v.text)
	if !ok {
		return new(big.Rat), 0
	}
	_, fraction, _ := strings.Cut(v.text, ".")
	return r, len(fraction)
}

func numberValue(r *big.Rat, scale int) *jsonValue {
	return &jsonValue{kind: '0', text: r.FloatString(scale)}
}

// arithmetic computes with two numbers.
func (w *pathWalk) arithmetic(n *pathNode) ([]*jsonValue, error) {
	var numbers [2]*big.Rat
	var scales [2]int
	for i, side := range []string{"left", "right"} {
		list, err := w.values(n.parts[i])
		if err != nil {
			return nil, err
		}
		if !w.path.strict {
			list = unwrapped(list)
		}
		if len(list) != 1 || list[0].kind != '0' {
			return nil, failure(noSingleItem, "%s operand of jsonpath operator %s is not a single numeric value", side, n.op)
		}
		numbers[i], scales[i] = ratOf(list[0])
	}
	a, b, r := numbers[0], numbers[1], new(big.Rat)
	switch n.op {
	case "+":
		return []*jsonValue{numberValue(r.Add(a, b), max(scales[0], scales[1]))}, nil
	case "-":
		return []*jsonValue{numberValue(r.Sub(a, b), max(scales[0], scales[1]))}, nil
	case "*":
		return []*jsonValue{numberValue(r.Mul(a, b), scales[0]+scales[1])}, nil
	}
	if b.Sign() == 0 {
		return nil, errDivision
	}
	quotient := r.Quo(a, b)
	if n.op == "%" {
		whole := new(big.Rat).SetInt(new(big.Int).Quo(quotient.Num(), quotient.Denom()))
		return []*jsonValue{numberValue(new(big.Rat).Sub(a, whole.Mul(whole, b)), max(scales[0], scales[1]))}, nil
	}
	return []*jsonValue{numberValue(quotient, quotientScale(a, b, scales))}, nil
}

// quotientScale is how many digits of a quotient Postgres shows: sixteen significant ones at least.
func quotientScale(a, b *big.Rat, scales [2]int) int {
	weightA, firstA := digitGroup(a)
	weightB, firstB := digitGroup(b)
	weight := weightA - weightB
	if firstA <= firstB {
		weight--
	}
	return max(16-weight*4, scales[0], scales[1], 0)
}

// digitGroup is the first group of four digits of a number, and the place of the group.
func digitGroup(r *big.Rat) (weight int, first int64) {
	x := new(big.Rat).Abs(r)
	base, one := big.NewRat(10000, 1), big.NewRat(1, 1)
	for ; x.Cmp(base) >= 0; weight++ {
		x.Quo(x, base)
	}
	for ; x.Sign() != 0 && x.Cmp(one) < 0; weight-- {
		x.Mul(x, base)
	}
	return weight, new(big.Int).Quo(x.Num(), x.Denom()).Int64()
}

// signs are numbers with their signs, or the opposite.
func (w *pathWalk) signs(n *pathNode) ([]*jsonValue, error) {
	list, err := w.values(n.parts[0])
	if err != nil {
		return nil, err
	}
	if !w.path.strict {
		list = unwrapped(list)
	}
	all := make([]*jsonValue, len(list))
	for i, v := range list {
		if v.kind != '0' {
			return nil, failure(noNumber, "operand of unary jsonpath operator %s is not a numeric value", map[string]string{"minus": "-", "plus": "+"}[n.op])
		}
		number, scale := ratOf(v)
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
func (w *pathWalk) method(name string, v *jsonValue) ([]*jsonValue, error) {
	switch {
	case name == "type":
		return []*jsonValue{{kind: '"', text: pathKinds[v.kind]}}, nil
	case name == "size":
		size := 1
		if v.kind == '[' {
			size = len(v.items)
		} else if err := w.unless(noArray, "jsonpath item method .size() can only be applied to an array"); err != nil {
			return nil, err
		}
		return []*jsonValue{numberValue(big.NewRat(int64(size), 1), 0)}, nil
	case name == "double":
		if v.kind != '0' && v.kind != '"' {
			return nil, failure(noNumber, "jsonpath item method .double() can only be applied to a string or numeric value")
		}
		f, err := strconv.ParseFloat(strings.TrimSpace(v.text), 64)
		number := new(big.Rat)
		if err != nil || number.SetFloat64(f) == nil {
			return nil, failure(noNumber, "numeric argument of jsonpath item method .double() is out of range for type double precision")
		}
		return []*jsonValue{{kind: '0', text: strconv.FormatFloat(f, 'f', -1, 64)}}, nil
	case v.kind != '0':
		return nil, failure(noNumber, "jsonpath item method .%s() can only be applied to a numeric value", name)
	}
	number, scale := ratOf(v)
	switch name {
	case "abs":
		return []*jsonValue{numberValue(new(big.Rat).Abs(number), scale)}, nil
	case "floor":
		return []*jsonValue{numberValue(floorOf(number), 0)}, nil
	default:
		up := floorOf(new(big.Rat).Neg(number))
		return []*jsonValue{numberValue(up.Neg(up), 0)}, nil
	}
}

func floorOf(r *big.Rat) *big.Rat {
	quotient, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if rest.Sign() < 0 {
		quotient.Sub(quotient, big.NewInt(1))
	}
	return new(big.Rat).SetInt(quotient)
}
