package definitions

import "github.com/sallyportdb/sallyport/sqlstate"

// How a value becomes one of another type, as parse_coerce.c has it.

// coercion is how much a cast may do.
type coercion int

const (
	implicit coercion = iota
	assignment
	explicit
)

// path is how a cast is carried out.
type path int

const (
	noPath path = iota
	byRelabel
	byFunction
	byArray
	byText
)

var coercions = map[byte]coercion{'i': implicit, 'a': assignment, 'e': explicit}

// pathway finds a cast.
func (a *analysis) pathway(to, from uint32, c coercion) (path, string) {
	from, _ = a.baseType(from)
	to, _ = a.baseType(to)
	if from == to {
		return byRelabel, ""
	}
	if found, ok := a.casts[[2]uint32{from, to}]; ok {
		switch {
		case c < coercions[found.needs]:
			return noPath, ""
		case found.method == 'f':
			return byFunction, found.function
		case found.method == 'i':
			return byText, ""
		}
		return byRelabel, ""
	}
	if t := a.typeOf(from); t.kind == 'r' && t.oid >= firstOwn && t.rangeMulti == to && c >= explicit {
		return byFunction, a.typeOf(to).name
	}
	if e, f := a.elementOf(to), a.elementOf(from); e != 0 && f != 0 && to != int2vectorOID && to != oidvectorOID {
		if p, name := a.pathway(e, f, c); p != noPath {
			return byArray, name
		}
	}
	if c >= assignment && a.typeOf(to).category == 'S' || c >= explicit && a.typeOf(from).category == 'S' {
		return byText, ""
	}
	return noPath, ""
}

func isPolymorphic(oid uint32) bool {
	switch oid {
	case anyelementOID, anyarrayOID, anynonarrayOID, anyenumOID, anyrangeOID, anymultiOID,
		anycompatibleOID, anycompatiblearrayOID, anycompatiblenonarrayOID, anycompatiblerangeOID, anycompatiblemultiOID:
		return true
	}
	return false
}

// canCoerce reports whether values of some types can become those of others.
func (a *analysis) canCoerce(from, to []uint32, c coercion) bool {
	generic := false
	for i, f := range from {
		t := to[i]
		switch {
		case f == t, t == anyOID, f == unknownOID:
		case isPolymorphic(t):
			generic = true
		case t == recordOID && a.typeOf(f).kind == 'c', f == recordOID && a.typeOf(t).kind == 'c':
		case t == recordArrayOID && a.elementOf(f) != 0 && a.typeOf(a.elementOf(f)).kind == 'c':
		default:
			if p, _ := a.pathway(t, f, c); p == noPath {
				return false
			}
		}
		generic = generic || isPolymorphic(t)
	}
	return !generic || a.consistent(from, to)
}

// readQuoted notes what a quoted constant becomes, and looks whether its type reads it.
func (a *analysis) readQuoted(n *node, to uint32, c coercion) {
	if c == implicit || c == assignment && a.inDefault {
		a.noteQuoted(n, to)
		a.checkText(n, to)
	}
}

// noteCoerced notes a value that becomes one of a type.
func (a *analysis) noteCoerced(n *node, to uint32, c coercion) {
	a.noteBound(n, to)
	a.notePadded(n, to)
	a.noteZoned(n, to, c)
}

// coerce makes a value one of another type, as coerce_type does.
func (a *analysis) coerce(n *node, to uint32, mod int32, c coercion, f form) *node {
	from := n.typ
	a.noteCoerced(n, to, c)
	switch {
	case from == to, to == anyOID, to == anyelementOID, to == anynonarrayOID, to == anycompatibleOID, to == anycompatiblenonarrayOID:
		return n
	case from == unknownOID && n.kind == constant && a.checks: // package inference reads it
		a.checkLabel(n, to)
		a.readQuoted(n, to, c)
		return &node{kind: constant, typ: to, mod: -1, null: n.null, from: n.from}
	case from == unknownOID && n.kind == constant:
		base, baseMod := a.baseType(to)
		made := a.constantOf(n, base)
		if base != to {
			return a.toDomain(made, base, baseMod, to, f)
		}
		return made
	case from == unknownOID:
		a.refuse("a value of no type")
	case isPolymorphic(to):
		return n
	}
	if n.kind == collateExpr {
		inner := a.coerce(n.args[0], to, mod, c, f)
		return &node{kind: collateExpr, typ: inner.typ, mod: -1, name: n.name, args: []*node{inner}}
	}
	p, function := a.pathway(to, from, c)
	base, baseMod := to, mod
	if b, m := a.baseType(to); b != to {
		base, baseMod = b, m
	}
	switch p {
	case byRelabel:
		if made := a.toDomain(n, 0, -1, to, f); made != n {
			return made
		}
		return &node{kind: relabelType, typ: to, mod: -1, form: f, args: []*node{n}}
	case byFunction:
		made := &node{kind: funcExpr, name: function, typ: base, mod: -1, form: f, args: []*node{n}}
		if base == bitOID {
			made.mod = baseMod
		}
		return a.toDomain(made, base, baseMod, to, f)
	case byArray:
		if p, _ := a.pathway(a.elementOf(base), a.elementOf(from), c); p == byText {
			a.noteText(n.tree, from)
		}
		return a.toDomain(&node{kind: arrayCoerce, typ: base, mod: baseMod, form: f, args: []*node{n}}, base, baseMod, to, f)
	case byText:
		a.noteText(n.tree, from)
		return a.toDomain(&node{kind: coerceViaIO, typ: base, mod: -1, form: f, args: []*node{n}}, base, baseMod, to, f)
	case noPath:
	}
	if to == recordOID && a.typeOf(from).kind == 'c' {
		return n
	}
	a.refuse("a cast")
	return nil
}

// toDomain makes a value one of a domain; a type that is no domain leaves it alone.
func (a *analysis) toDomain(n *node, base uint32, baseMod int32, to uint32, f form) *node {
	if base == 0 {
		base, baseMod = a.baseType(to)
	}
	if base == to {
		return n
	}
	hide(n)
	n = a.coerceMod(n, base, baseMod, implicitCast, false)
	return &node{kind: coerceToDomain, typ: to, mod: -1, form: f, args: []*node{n}}
}

// isCast are the kinds of casts. A funcExpr is one where its form says so.
var isCast = setOf(funcExpr, relabelType, coerceViaIO, arrayCoerce, coerceToDomain)

// hide makes a cast one that is not shown.
func hide(n *node) {
	if isCast[n.kind] && (n.kind != funcExpr || n.form == explicitCast) {
		n.form = implicitCast
	}
}

// coerceMod gives a value the modifier of a type, as coerce_type_typmod does.
func (a *analysis) coerceMod(n *node, to uint32, mod int32, f form, hides bool) *node {
	if mod == n.mod {
		return n
	}
	if hides {
		hide(n)
	}
	if mod >= 0 {
		if held, ok := a.casts[[2]uint32{to, to}]; ok && held.method == 'f' {
			return &node{kind: funcExpr, name: held.function, typ: to, mod: mod, form: f, args: []*node{n}}
		}
		if e := a.elementOf(to); e != 0 {
			if held, ok := a.casts[[2]uint32{e, e}]; ok && held.method == 'f' {
				return &node{kind: arrayCoerce, typ: to, mod: mod, form: f, args: []*node{n}}
			}
		}
	}
	for n.kind == relabelType {
		n = n.args[0]
	}
	if n.typ == to && n.mod == mod {
		return n
	}
	if n.kind == constant {
		made := *n
		made.typ, made.mod = to, mod
		return &made
	}
	return &node{kind: relabelType, typ: to, mod: mod, form: f, args: []*node{n}}
}

// coerceTo is coerce_to_target_type.
func (a *analysis) coerceTo(n *node, to uint32, mod int32, c coercion, f form) *node {
	if !a.canCoerce([]uint32{n.typ}, []uint32{to}, c) {
		if c == explicit && n.typ != recordOID {
			a.knowEnums(n.typ, to)
			a.fail("42846", "", "cannot cast type %s to %s", a.errorType(n.typ), a.errorType(to))
		}
		a.refuse("a cast")
	}
	if n.kind == collateExpr {
		inner := a.coerceTo(n.args[0], to, mod, c, f)
		return &node{kind: collateExpr, typ: inner.typ, mod: -1, name: n.name, args: []*node{inner}}
	}
	made := a.coerce(n, to, mod, c, f)
	return a.coerceMod(made, to, mod, f, made != n && made.kind != constant)
}

// toBoolean is what the condition of a clause becomes.
func (a *analysis) toBoolean(clause string, n *node) *node { return a.argument(clause, n, boolOID) }

// toBigint is what LIMIT and OFFSET become.
func (a *analysis) toBigint(clause string, n *node) *node { return a.argument(clause, n, int8OID) }

// argument is what the value of a clause becomes.
func (a *analysis) argument(clause string, n *node, to uint32) *node {
	if n.typ == to {
		return n
	}
	if !a.canCoerce([]uint32{n.typ}, []uint32{to}, assignment) {
		a.blame(n)
		a.fail(sqlstate.DatatypeMismatch, "", "argument of %s must be type %s, not type %s", clause, a.errorType(to), a.errorType(n.typ))
	}
	return a.coerceTo(n, to, -1, assignment, implicitCast)
}

// commonType is the type that several values have in common; 0: there is none.
func (a *analysis) commonType(oids []uint32) uint32 {
	common, _, _ := a.commonOrApart(oids)
	return common
}

// needCommonType is commonType for a form of SQL that fails where there is none.
func (a *analysis) needCommonType(form string, list []*node) uint32 {
	common, apart, at := a.commonOrApart(typesOf(list))
	if common == 0 {
		a.blame(list[at])
		a.knowEnums(apart[0], apart[1])
		a.fail(sqlstate.DatatypeMismatch, "", "%s types %s and %s cannot be matched", form, a.errorType(apart[0]), a.errorType(apart[1]))
	}
	for _, n := range list {
		if n.typ == common || n.typ == unknownOID || !a.checks || a.canCoerce([]uint32{n.typ}, []uint32{common}, implicit) && !(a.isEnum(n.typ) && a.isEnum(common)) {
			continue
		}
		a.blame(n)
		a.knowEnums(n.typ, common)
		a.fail("42846", "", "%s could not convert type %s to %s", asConverted(form), a.errorType(n.typ), a.errorType(common))
	}
	return common
}

// asConverted is the name of a form in an error about a value that is converted.
func asConverted(form string) string {
	if form == "CASE" {
		return "CASE/WHEN"
	}
	return form
}

// commonOrApart is select_common_type: the common type, or the first two types that have none, and which one the second is.
func (a *analysis) commonOrApart(oids []uint32) (common uint32, apart [2]uint32, at int) {
	first := oids[0]
	same := first != unknownOID
	for _, o := range oids[1:] {
		same = same && o == first
	}
	if same {
		return first, apart, 0
	}
	chosen, _ := a.baseType(first)
	for i, o := range oids[1:] {
		next, _ := a.baseType(o)
		if next == unknownOID || next == chosen {
			continue
		}
		if chosen == unknownOID {
			chosen = next
			continue
		}
		t, was := a.typeOf(next), a.typeOf(chosen)
		switch {
		case t.category != was.category:
			return 0, [2]uint32{chosen, next}, i + 1
		case !was.preferred && a.canCoerce([]uint32{chosen}, []uint32{next}, implicit) && !a.canCoerce([]uint32{next}, []uint32{chosen}, implicit):
			chosen = next
		}
	}
	if chosen == unknownOID {
		return textOID, apart, 0
	}
	return chosen, apart, 0
}

// together makes several values of a form of SQL those of their common type.
func (a *analysis) together(form string, list []*node) uint32 {
	common := a.needCommonType(form, list)
	for i, n := range list {
		list[i] = a.toCommon(n, common)
	}
	return common
}

// toCommon is coerce_to_common_type.
func (a *analysis) toCommon(n *node, to uint32) *node {
	if n.typ == to {
		return n
	}
	if !a.canCoerce([]uint32{n.typ}, []uint32{to}, implicit) {
		a.refuse("values of several types")
	}
	return a.coerce(n, to, -1, implicit, implicitCast)
}

func typesOf(list []*node) []uint32 {
	out := make([]uint32, len(list))
	for i, n := range list {
		out[i] = n.typ
	}
	return out
}

// commonMod is the modifier that all values of a type have; -1: there is none.
func commonMod(list []*node) int32 {
	for _, n := range list {
		if n.mod != list[0].mod || n.typ != list[0].typ {
			return -1
		}
	}
	return list[0].mod
}
