package definitions

import pg_query "github.com/pganalyze/pg_query_go/v6"

// Holder says that a value has numerics in it, or may have.
type Holder uint8

// The kinds of such values.
const (
	NoHolder     Holder = iota
	NumericArray        // numeric[]
	NumericRange        // numrange
	NumericMulti        // nummultirange
	TextArray           // an array of texts, which may become one of numerics
	OtherHolder         // a value that may have a range of numerics in it
)

// holderOf says which kind of such a value a type has.
func (a *analysis) holderOf(oid uint32) Holder {
	base, _ := a.baseType(oid)
	switch base {
	case numericArrayOID:
		return NumericArray
	case numrangeOID:
		return NumericRange
	case nummultiOID:
		return NumericMulti
	case textArrayOID:
		return TextArray
	case recordOID:
		return OtherHolder
	case unknownOID:
		return NoHolder
	}
	switch t := a.typeOf(base); {
	case t == nil:
	case t.category == 'C', t.category == 'P', t.category == 'A' && a.holderOf(t.element) != NoHolder:
		return OtherHolder
	}
	return NoHolder
}

// isStored reports whether a value is that of a column of a table.
func (n *node) isStored() bool {
	switch {
	case n.kind != variable || n.rel == nil:
		return false
	case n.rel.kind == joined && n.column >= 0 && n.column < len(n.rel.below):
		return n.rel.below[n.column].isStored()
	}
	return n.rel.kind == plain
}

// noteHolder notes an expression that has numerics in it.
func (s *scope) noteHolder(n *pg_query.Node, made *node) {
	if s.holders == nil || made.typ == 0 {
		return
	}
	if kind := s.holderOf(made.typ); kind != NoHolder {
		s.holders[n] = kind
	}
}

// isPartOfHolder reports whether a call returns an element of an array of numerics, or a bound of a range, that no table has.
func (a *analysis) isPartOfHolder(name string, args []*node) bool {
	switch name {
	case "unnest":
		return a.holderOf(args[0].typ) == NumericArray && !args[0].isStored()
	case "lower", "upper":
		return !args[0].isStored()
	}
	return false
}

// isCut reports whether a call rounds to a number of digits that is no constant.
func isCut(name string, args []*node) bool {
	if name != "round" && name != "trunc" || len(args) != 2 {
		return false
	}
	by := args[1]
	if by.kind == opExpr && len(by.args) == 1 { // a sign
		by = by.args[0]
	}
	return by.kind != constant || by.null
}
