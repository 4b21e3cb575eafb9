package definitions

import "slices"

// Which operator or function a name means, by the types of its arguments: parse_func.c, parse_oper.c.

// candidate is an operator or a function that a name may mean.
type candidate struct {
	args     []uint32
	result   uint32
	routine  *routine
	variadic bool
}

// matching are the candidates that can take arguments of some types.
func (a *analysis) matching(types []uint32, list []candidate) (out []candidate) {
	for _, c := range list {
		if a.canCoerce(types, c.args, implicit) {
			out = append(out, c)
		}
	}
	return out
}

// choose is func_select_candidate.
func (a *analysis) choose(types []uint32, list []candidate) (candidate, bool) {
	base := make([]uint32, len(types))
	unknowns := 0
	for i, o := range types {
		if base[i] = o; o == unknownOID {
			unknowns++
			continue
		}
		base[i], _ = a.baseType(o)
	}
	exact := func(c candidate) (n int) {
		for i, o := range base {
			if o != unknownOID && c.args[i] == o {
				n++
			}
		}
		return n
	}
	if list = most(list, exact); len(list) == 1 {
		return list[0], true
	}
	preferred := func(c candidate) (n int) {
		for i, o := range base {
			if o != unknownOID && (c.args[i] == o || a.isPreferred(a.typeOf(o).category, c.args[i])) {
				n++
			}
		}
		return n
	}
	if list = most(list, preferred); len(list) == 1 {
		return list[0], true
	}
	if unknowns == 0 {
		return candidate{}, false
	}
	if list = a.byCategory(base, list); len(list) == 1 {
		return list[0], true
	}
	return a.asKnown(base, types, unknowns, list)
}

// isPreferred reports whether a type is the preferred one of a category.
func (a *analysis) isPreferred(category byte, oid uint32) bool {
	t := a.typeOf(oid)
	return t.category == category && t.preferred
}

// most are the candidates with the greatest count.
func most(list []candidate, count func(candidate) int) (out []candidate) {
	best := -1
	for _, c := range list {
		n := count(c)
		if n > best {
			best, out = n, nil
		}
		if n == best {
			out = append(out, c)
		}
	}
	return out
}

// byCategory are the candidates whose types at unknown arguments are of one category, which is texts where there are any.
func (a *analysis) byCategory(base []uint32, list []candidate) []candidate {
	categories, prefers := make([]byte, len(base)), make([]bool, len(base))
	for i, o := range base {
		if o != unknownOID {
			continue
		}
		conflict := false
		for _, c := range list {
			t := a.typeOf(c.args[i])
			switch {
			case categories[i] == 0:
				categories[i], prefers[i] = t.category, t.preferred
			case categories[i] == t.category:
				prefers[i] = prefers[i] || t.preferred
			case t.category == 'S':
				categories[i], prefers[i] = 'S', t.preferred
			default:
				conflict = true
			}
		}
		if conflict && categories[i] != 'S' {
			return list
		}
	}
	var out []candidate
	for _, c := range list {
		keep := true
		for i, o := range base {
			if o != unknownOID {
				continue
			}
			t := a.typeOf(c.args[i])
			keep = keep && t.category == categories[i] && (!prefers[i] || t.preferred)
		}
		if keep {
			out = append(out, c)
		}
	}
	if out == nil {
		return list
	}
	return out
}

// asKnown is the one candidate that takes unknown arguments of the type that all known ones have.
func (a *analysis) asKnown(base, types []uint32, unknowns int, list []candidate) (candidate, bool) {
	if unknowns == len(types) {
		return candidate{}, false
	}
	known := uint32(unknownOID)
	for _, o := range base {
		if o == unknownOID {
			continue
		}
		if known != unknownOID && known != o {
			return candidate{}, false
		}
		known = o
	}
	guess := slices.Repeat([]uint32{known}, len(base))
	if fit := a.matching(guess, list); len(fit) == 1 {
		return fit[0], true
	}
	return candidate{}, false
}

// binary finds a binary operator.
func (a *analysis) binary(name string, left, right uint32) candidate {
	list := a.operators[name]
	l, r, guessed := left, right, true
	switch {
	case left == unknownOID:
		l = right
	case right == unknownOID:
		r = left
	default:
		guessed = false
	}
	find := func(l, r uint32) (candidate, bool) {
		for _, o := range list {
			if o.left == l && o.right == r && l != 0 {
				return candidate{args: []uint32{o.left, o.right}, result: o.result}, true
			}
		}
		return candidate{}, false
	}
	if c, ok := find(l, r); ok {
		return c
	}
	if base, _ := a.baseType(l); guessed && base != l {
		if c, ok := find(base, base); ok {
			return c
		}
	}
	var all []candidate
	for _, o := range list {
		if o.left != 0 {
			all = append(all, candidate{args: []uint32{o.left, o.right}, result: o.result})
		}
	}
	types := []uint32{left, right}
	if a.checks && a.isEnum(left) && a.isEnum(right) && a.enumOf(left) != a.enumOf(right) { // arrays of them are no more alike
		a.failOperator(name, left, right)
	}
	c, fit := a.one(types, all)
	switch fit {
	case oneFits:
	case noneFit:
		a.failOperator(name, left, right)
	case severalFit:
		a.failAmbiguous("the operator "+name, "operator is not unique: "+a.errorType(left)+" "+name+" "+a.errorType(right), types)
	}
	return c
}

// prefix finds an operator before its operand.
func (a *analysis) prefix(name string, right uint32) candidate {
	var all []candidate
	for _, o := range a.operators[name] {
		if o.left == 0 {
			c := candidate{args: []uint32{o.right}, result: o.result}
			if o.right == right {
				return c
			}
			all = append(all, c)
		}
	}
	c, fit := a.one([]uint32{right}, all)
	switch fit {
	case oneFits:
	case noneFit:
		a.failOperator(name, 0, right)
	case severalFit:
		a.failAmbiguous("the operator "+name, "operator is not unique: "+name+" "+a.errorType(right), []uint32{right})
	}
	return c
}

// fitting is how many candidates fit.
type fitting int

const (
	noneFit fitting = iota
	oneFits
	severalFit
)

// one is the only candidate for some types, if one fits.
func (a *analysis) one(types []uint32, all []candidate) (candidate, fitting) {
	fit := a.matching(types, all)
	if len(fit) < 2 {
		return append(fit, candidate{})[0], fitting(len(fit))
	}
	c, ok := a.choose(types, fit)
	if !ok {
		return candidate{}, severalFit
	}
	return c, oneFits
}

// operate is make_op.
func (a *analysis) operate(name string, left, right *node) *node {
	var c candidate
	args := []*node{left, right}
	if left == nil {
		args = args[1:]
		c = a.prefix(name, right.typ)
	} else {
		c = a.binary(name, left.typ, right.typ)
	}
	given := slices.Clone(args)
	result := a.arguments(args, c.args, c.result)
	for i, n := range given {
		a.noteNull(name, n, args[i].typ)
	}
	a.checkComparedRows(name, given)
	return &node{kind: opExpr, name: name, typ: result, mod: -1, args: args}
}

// arguments gives arguments the types that a function declares, and returns the type of the result.
func (a *analysis) arguments(args []*node, declared []uint32, result uint32) uint32 {
	declared, result = a.resolve(typesOf(args), declared, result)
	for i, n := range args {
		if n.kind == namedArg {
			n.args[0] = a.asArgument(n.args[0], declared[i])
			continue
		}
		args[i] = a.asArgument(n, declared[i])
	}
	return result
}

func (a *analysis) asArgument(n *node, to uint32) *node {
	if n.typ == to {
		return n
	}
	return a.coerce(n, to, -1, implicit, implicitCast)
}

// families of polymorphic types.
type family struct {
	element, array, ranges, multi uint32
	found                         []uint32
}

// same notes a type, unless another one is noted.
func same(into *uint32, o uint32) bool {
	if *into != 0 && *into != o {
		return false
	}
	*into = o
	return true
}

// derive finds the types of elements and ranges from those of what has them.
func (a *analysis) derive(f *family) bool {
	return (f.array == 0 || same(&f.element, a.elementOf(f.array))) &&
		(f.multi == 0 || same(&f.ranges, a.typeOf(f.multi).rangeMulti)) &&
		(f.ranges == 0 || same(&f.element, a.typeOf(f.ranges).rangeElement))
}

// gather reads the types of the arguments of both families.
func (a *analysis) gather(types, declared []uint32) (one, compatible family, ok bool) {
	for i, d := range declared {
		o := types[i]
		if o == unknownOID || !isPolymorphic(d) {
			continue
		}
		var ok bool
		switch d {
		case anyelementOID, anynonarrayOID, anyenumOID:
			ok = same(&one.element, o) && (d != anynonarrayOID || a.elementOf(o) == 0) && (d != anyenumOID || a.typeOf(o).kind == 'e')
		case anyarrayOID:
			o, _ = a.baseType(o)
			ok = a.elementOf(o) != 0 && same(&one.array, o)
		case anyrangeOID:
			ok = a.typeOf(o).kind == 'r' && same(&one.ranges, o)
		case anymultiOID:
			ok = a.typeOf(o).kind == 'm' && same(&one.multi, o)
		case anycompatibleOID, anycompatiblenonarrayOID:
			compatible.found = append(compatible.found, o)
			ok = d == anycompatibleOID || a.elementOf(o) == 0
		case anycompatiblearrayOID:
			o, _ = a.baseType(o)
			e := a.elementOf(o)
			ok = e != 0
			compatible.found = append(compatible.found, e)
		}
		if !ok {
			return one, compatible, false
		}
	}
	if !a.derive(&one) {
		return one, compatible, false
	}
	if len(compatible.found) > 0 {
		if compatible.element = a.commonType(compatible.found); compatible.element == 0 {
			return one, compatible, false
		}
	}
	return one, compatible, true
}

// consistent is check_generic_type_consistency.
func (a *analysis) consistent(types, declared []uint32) bool {
	_, compatible, ok := a.gather(types, declared)
	for i, d := range declared {
		if !ok {
			return false
		}
		if (d == anycompatibleOID || d == anycompatiblenonarrayOID) && types[i] != unknownOID {
			ok = a.canCoerce([]uint32{types[i]}, []uint32{compatible.element}, implicit)
		}
	}
	return ok
}

// resolve is enforce_generic_type_consistency.
func (a *analysis) resolve(types, declared []uint32, result uint32) ([]uint32, uint32) {
	if !slices.ContainsFunc(declared, isPolymorphic) && !isPolymorphic(result) {
		return declared, result
	}
	one, compatible, ok := a.gather(types, declared)
	if !ok {
		a.refuse("a type of many")
	}
	if compatible.element == 0 {
		compatible.element = textOID
	}
	mean := func(d uint32) uint32 {
		o := d
		switch d {
		case anyelementOID, anynonarrayOID, anyenumOID:
			o = one.element
		case anyarrayOID:
			if o = one.array; o == 0 && one.element != 0 {
				o = a.arrayOf(one.element)
			}
		case anyrangeOID:
			o = one.ranges
		case anymultiOID:
			if o = one.multi; o == 0 && one.ranges != 0 {
				o = a.typeOf(one.ranges).rangeMulti
			}
		case anycompatibleOID, anycompatiblenonarrayOID:
			o = compatible.element
		case anycompatiblearrayOID:
			o = a.arrayOf(compatible.element)
		case anycompatiblerangeOID, anycompatiblemultiOID:
			o = 0
		}
		if o == 0 {
			a.refuse("a type of many")
		}
		return o
	}
	out := make([]uint32, len(declared))
	for i, d := range declared {
		out[i] = mean(d)
	}
	return out, mean(result)
}
