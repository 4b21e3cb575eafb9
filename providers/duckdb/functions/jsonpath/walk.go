package jsonpath

import (
	"math"
	"math/big"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The codes of errors of a jsonpath.
const (
	noMember     sqlstate.Code = "2203A"
	noArray      sqlstate.Code = "22039"
	noSubscript  sqlstate.Code = "22033"
	noNumber     sqlstate.Code = "22036"
	NoSingleItem sqlstate.Code = "22038" // more or fewer values than one
)

// Find returns the values that a path finds in root. variables is an object. spent is the work of the call so far, which find
// adds to and bounds.
func (p *Path) Find(root, variables *jsonvalue.Value, spent *int) ([]*jsonvalue.Value, error) {
	walk := &pathWalk{path: p, root: root, variables: variables, length: -1, spent: spent}
	return walk.values(p.root)
}

// pathWalk is one evaluation of a jsonpath.
type pathWalk struct {
	path      *Path
	root      *jsonvalue.Value
	variables *jsonvalue.Value
	current   *jsonvalue.Value               // @
	length    int                            // of the array whose subscripts are computed; -1: none
	lenient   bool                           // behind .**, where missing parts are no errors
	spent     *int                           // the work of the call so far
	datetimes map[*jsonvalue.Value]*datetime // the strings that are datetimes
	places    map[*jsonvalue.Value]int       // of the objects of the document; nil: see keyvalue
}

// values are what a part of a path yields.
func (w *pathWalk) values(n *pathNode) ([]*jsonvalue.Value, error) {
	if err := w.spend(1); err != nil {
		return nil, err
	}
	switch n.op {
	case "$":
		return []*jsonvalue.Value{w.root}, nil
	case "@":
		if w.current == nil {
			return nil, sqlstate.New(sqlstate.SyntaxError, "@ is not allowed in root expressions")
		}
		return []*jsonvalue.Value{w.current}, nil
	case "value":
		return []*jsonvalue.Value{n.value}, nil
	case "last":
		if w.length < 0 {
			return nil, sqlstate.New(sqlstate.SyntaxError, "LAST is allowed only in array subscripts")
		}
		return []*jsonvalue.Value{numberValue(big.NewRat(int64(w.length-1), 1), 0)}, nil
	case "variable":
		v := w.variables.MemberNamed(n.text)
		if v == nil {
			return nil, sqlstate.New(sqlstate.UndefinedObject, "could not find jsonpath variable %q", n.text)
		}
		return []*jsonvalue.Value{v}, nil
	case "+", "-", "*", "/", "%":
		if len(n.parts) == 2 {
			return w.arithmetic(n)
		}
	case "minus", "plus":
		return w.signs(n)
	}
	if isPredicate(n) {
		answer, err := w.test(n)
		return []*jsonvalue.Value{{Kind: map[truthValue]byte{isTrue: 't', isFalse: 'f', isUnknown: 'n'}[answer]}}, err
	}
	return w.step(n)
}

func isPredicate(n *pathNode) bool {
	switch n.op {
	case "||", "&&", "!", "exists", "==", "!=", "<", "<=", ">", ">=", "starts with", "like_regex", "is unknown":
		return true
	}
	return false
}

// step takes one step from each value.
func (w *pathWalk) step(n *pathNode) ([]*jsonvalue.Value, error) {
	before := w.lenient
	defer func() { w.lenient = before }()
	from, err := w.values(n.parts[0])
	if err != nil {
		return nil, err
	}
	if n.parts[0].op == "**" {
		w.lenient = true
	}
	unwraps := n.op == "key" || n.op == "*" || n.op == "?" || n.op == "method" && n.text != "type" && n.text != "size"
	if !w.path.strict && unwraps {
		if from, err = w.unwrapped(from); err != nil {
			return nil, err
		}
	}
	var all []*jsonvalue.Value
	for _, v := range from {
		found, err := w.stepFrom(n, v)
		if err != nil {
			return nil, err
		}
		if len(all)+len(found) > mostFound {
			return nil, w.holds(len(all) + len(found))
		}
		all = append(all, found...)
		if err := w.spend(1 + len(found)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// unless returns an error in strict mode; in lax mode there is nothing.
func (w *pathWalk) unless(code sqlstate.Code, format string, args ...any) error {
	if !w.path.strict || w.lenient {
		return nil
	}
	return sqlstate.New(code, format, args...)
}

func (w *pathWalk) stepFrom(n *pathNode, v *jsonvalue.Value) ([]*jsonvalue.Value, error) {
	switch n.op {
	case "key":
		if v.Kind != '{' {
			return nil, w.unless(noMember, "jsonpath member accessor can only be applied to an object")
		}
		if found := v.MemberNamed(n.text); found != nil {
			return []*jsonvalue.Value{found}, nil
		}
		return nil, w.unless(noMember, "JSON object does not contain key %q", n.text)
	case "*":
		if v.Kind != '{' {
			return nil, w.unless("2203C", "jsonpath wildcard member accessor can only be applied to an object")
		}
		return v.Children(), w.holds(len(v.Items) + len(v.Members))
	case "**":
		return w.descend(nil, v, n, 0)
	case "[*]":
		if v.Kind == '[' {
			return v.Items, nil
		}
		if err := w.unless(noArray, "jsonpath wildcard array accessor can only be applied to an array"); err != nil {
			return nil, err
		}
		return []*jsonvalue.Value{v}, nil
	case "[]":
		return w.elements(n, v)
	case "method":
		return w.method(n, v)
	case "?":
		outer := w.current
		defer func() { w.current = outer }()
		w.current = v
		if answer, err := w.test(n.parts[1]); err != nil || answer != isTrue {
			return nil, err
		}
		return []*jsonvalue.Value{v}, nil
	}
	return nil, errPath(n.op)
}

// descend appends a value and what is inside of it, between the two depths of n. The greatest depth alone means values
// without parts.
func (w *pathWalk) descend(all []*jsonvalue.Value, v *jsonvalue.Value, n *pathNode, depth int) ([]*jsonvalue.Value, error) {
	if err := w.spend(1); err != nil {
		return nil, err
	}
	if depth >= n.below && depth <= n.depth || n.below == math.MaxInt && len(v.Items)+len(v.Members) == 0 {
		all = append(all, v)
	}
	if depth >= n.depth {
		return all, nil
	}
	for _, child := range v.Children() {
		var err error
		if all, err = w.descend(all, child, n, depth+1); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// elements are those that subscripts name.
func (w *pathWalk) elements(n *pathNode, v *jsonvalue.Value) ([]*jsonvalue.Value, error) {
	items := v.Items
	if v.Kind != '[' {
		if err := w.unless(noArray, "jsonpath array accessor can only be applied to an array"); err != nil {
			return nil, err
		}
		items = []*jsonvalue.Value{v}
	}
	outer := w.length
	defer func() { w.length = outer }()
	w.length = len(items)
	var all []*jsonvalue.Value
	for _, part := range n.parts[1:] {
		var bounds [2]int
		for i := range bounds {
			at, err := w.subscript(part.parts[min(i, len(part.parts)-1)])
			if err != nil {
				return nil, err
			}
			bounds[i] = at
		}
		if bounds[0] < 0 || bounds[0] > bounds[1] || bounds[1] >= len(items) {
			if err := w.unless(noSubscript, "jsonpath array subscript is out of bounds"); err != nil {
				return nil, err
			}
		}
		if err := w.holds(len(all) + max(0, min(bounds[1]+1, len(items))-max(bounds[0], 0))); err != nil {
			return nil, err
		}
		for i := max(bounds[0], 0); i <= bounds[1] && i < len(items); i++ {
			all = append(all, items[i])
		}
	}
	return all, nil
}

func (w *pathWalk) subscript(n *pathNode) (int, error) {
	list, err := w.values(n)
	if err != nil {
		return 0, err
	}
	if len(list) != 1 || list[0].Kind != '0' {
		return 0, sqlstate.New(noSubscript, "jsonpath array subscript is not a single numeric value")
	}
	number, _, err := w.number(list[0])
	if err != nil {
		return 0, err
	}
	whole := new(big.Int).Quo(number.Num(), number.Denom())
	if !whole.IsInt64() || whole.Int64() > math.MaxInt32 || whole.Int64() < math.MinInt32 {
		return 0, sqlstate.New(noSubscript, "jsonpath array subscript is out of integer range")
	}
	return int(whole.Int64()), nil
}
