package definitions

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// firstOwn is where the numbers of the types begin that an analysis makes for users' types.
const firstOwn = 1 << 31

// typeOf returns a type by its OID.
func (a *analysis) typeOf(oid uint32) *typ {
	if t := a.own[oid]; t != nil {
		return t
	}
	if t := a.types[oid]; t != nil {
		return t
	}
	a.refuse("a type")
	return nil
}

// define adds a type of users and the type of its arrays.
func (a *analysis) define(t typ) uint32 {
	key := t.schema + "." + t.name
	if oid, known := a.ownNames[key]; known {
		return oid
	}
	t.oid = firstOwn + uint32(2*len(a.ownNames))
	t.array = t.oid + 1
	t.shown = a.qualified(t.schema, t.name)
	a.own[t.oid], a.ownNames[key] = &t, t.oid
	a.own[t.array] = &typ{oid: t.array, name: "_" + t.name, category: 'A', kind: 'b', element: t.oid, shown: t.shown + "[]"}
	return t.oid
}

// enumType is the type of an enum.
func (a *analysis) enumType(e *providers.Enum) uint32 {
	return a.define(typ{name: e.Name, schema: e.Schema, category: 'E', kind: 'e', labels: e.Labels, mark: e.Mark})
}

// userType is a domain or a composite type.
func (a *analysis) userType(u *providers.UserType) uint32 {
	if u.IsRange() {
		return a.rangeType(u)
	}
	if u.Kind != "d" {
		return a.define(typ{name: u.Name, schema: u.Schema, category: 'C', kind: 'c', fields: u.Fields})
	}
	t := typ{name: u.Name, schema: u.Schema, kind: 'd', baseMod: -1, collation: u.Collation}
	a.collationSeen = a.collationSeen || u.Collation != ""
	if u.TypMod != 0 {
		t.baseMod = u.TypMod
	}
	if u.Over != "" {
		t.base = a.userType(a.userTypeByID(u.Over))
	} else if t.base = a.byName[u.TypName]; t.base == 0 {
		a.refuse("a domain")
	}
	t.category = a.typeOf(t.base).category
	return a.define(t)
}

// rangeType is a range type of users, or its multirange type.
func (a *analysis) rangeType(u *providers.UserType) uint32 {
	if u.Kind == "m" {
		return a.typeOf(a.rangeType(a.userTypeByID(u.Over))).rangeMulti
	}
	bounds := a.byName[u.TypName]
	if bounds == 0 {
		a.refuse("a range type")
	}
	made := a.define(typ{name: u.Name, schema: u.Schema, category: 'R', kind: 'r', rangeElement: bounds})
	if many := a.own[made]; many.rangeMulti == 0 {
		many.rangeMulti = a.define(typ{name: u.Multi, schema: u.Schema, category: 'R', kind: 'm', rangeMulti: made})
	}
	return made
}

// rangeRoutines are the functions that make ranges and multiranges of a type of users.
func (a *analysis) rangeRoutines(name string) []routine {
	if !slices.ContainsFunc(a.source.Types, (*providers.UserType).IsRange) {
		return nil
	}
	t, ok := a.source.Type("", name)
	if !ok || !t.User.IsRange() || !t.User.NamesFunction() {
		return nil
	}
	made := a.typeOf(a.rangeType(t.User))
	if made.kind == 'm' {
		return []routine{{result: made.oid, kind: 'f'}, {args: []uint32{a.typeOf(made.rangeMulti).array}, variadic: made.rangeMulti, result: made.oid, kind: 'f'}}
	}
	e := made.rangeElement
	return []routine{{args: []uint32{e, e}, result: made.oid, kind: 'f'}, {args: []uint32{e, e, textOID}, result: made.oid, kind: 'f'}}
}

// typeOfRangeColumn is the type of a column of a range type of users.
func (a *analysis) typeOfRangeColumn(c providers.TypedColumn) uint32 {
	at := slices.IndexFunc(a.source.Types, func(u *providers.UserType) bool { return u.IsRange() && u.Duck == c.Range })
	if at < 0 {
		a.refuse("a range type")
	}
	return a.rangeType(a.source.Types[at])
}

func (a *analysis) userTypeByID(id string) *providers.UserType {
	u := providers.UserTypeByID(a.source.Types, id)
	if u == nil {
		a.refuse("a type")
	}
	return u
}

// columnType is the type of a column of a relation.
func (a *analysis) columnType(c providers.TypedColumn) uint32 {
	array := strings.HasSuffix(c.TypeName, "[]")
	var oid uint32
	switch {
	case c.User != "":
		oid = a.userType(a.userTypeByID(c.User))
	case c.Enum != nil:
		oid = a.enumType(c.Enum)
	case c.Range != "":
		oid = a.typeOfRangeColumn(c)
	case len(c.Labels) > 0:
		a.refuse("an enum without a name")
	case c.Domain.Name != "":
		base := a.typeOf(c.Type)
		return a.define(typ{name: c.Domain.Name, schema: c.Domain.Schema, kind: 'd', base: base.oid, baseMod: c.TypeMod, category: base.category})
	case c.Opaque && c.Type != varbitOID:
		a.refuse("a type of the source's own")
	default:
		return a.typeOf(c.Type).oid
	}
	if array {
		return a.typeOf(oid).array
	}
	return oid
}

// baseType is the type below domains.
func (a *analysis) baseType(oid uint32) (uint32, int32) {
	mod := int32(-1)
	for {
		t := a.typeOf(oid)
		if t.kind != 'd' {
			return oid, mod
		}
		if oid = t.base; mod < 0 {
			mod = t.baseMod
		}
	}
}

// elementOf is the type of the elements of arrays that have subscripts by number; 0: it is no array.
func (a *analysis) elementOf(oid uint32) uint32 {
	if t := a.typeOf(oid); t.category == 'A' && oid != anyarrayOID {
		return t.element
	}
	return 0
}

// arrayOf is the type of arrays of a type; 0: there is none.
func (a *analysis) arrayOf(oid uint32) uint32 { return a.typeOf(oid).array }

// namedType reads the name of a type.
func (a *analysis) namedType(n *pg_query.TypeName) (oid uint32, mod int32) {
	schema, name := parse.SplitName(n.Names)
	if n.Setof || n.PctType {
		a.refuse("a type")
	}
	if schema == "" || schema == "pg_catalog" {
		oid = a.byName[name]
	}
	if oid == 0 {
		found, ok := a.source.Type(schema, name)
		switch {
		case ok && found.User != nil:
			oid = a.userType(found.User)
		case ok && found.Enum != nil:
			oid = a.enumType(found.Enum)
		default:
			a.refuse("a type")
		}
	}
	mod = a.modifier(oid, n)
	if len(n.ArrayBounds) > 0 {
		if oid = a.typeOf(oid).array; oid == 0 {
			a.refuse("a type")
		}
	}
	return oid, mod
}

// modifier is the modifier of a type's name.
func (a *analysis) modifier(oid uint32, n *pg_query.TypeName) int32 {
	if len(n.Typmods) == 0 {
		return -1
	}
	values := make([]int32, len(n.Typmods))
	for i, m := range n.Typmods {
		v, ok := m.GetAConst().GetVal().(*pg_query.A_Const_Ival)
		if !ok {
			a.refuse("a modifier of a type")
		}
		values[i] = v.Ival.GetIval()
	}
	switch {
	case oid == bpcharOID || oid == varcharOID:
		return values[0] + 4
	case oid == bitOID || oid == varbitOID:
		return values[0]
	case oid == numericOID && len(values) == 2:
		return (values[0]<<16 | values[1]&0x7ff) + 4
	case oid == numericOID:
		return values[0]<<16 + 4
	case oid == timestampOID || oid == timestamptzOID || oid == timeOID || oid == timetzOID:
		return values[0]
	case oid == intervalOID && len(values) == 2 && values[0] == providers.AllFields:
		return providers.AllFields<<16 | values[1]
	}
	a.refuse("a modifier of a type")
	return -1
}

// unmodified are types that are written otherwise without a modifier.
var unmodified = map[uint32]string{bpcharOID: "bpchar", bitOID: `"bit"`, charOID: `"char"`}

// showType writes a type as format_type_with_typemod does.
func (a *analysis) showType(oid uint32, mod int32) string {
	t := a.typeOf(oid)
	if t.category == 'A' && t.element != 0 && oid != int2vectorOID && oid != oidvectorOID {
		if e := a.typeOf(t.element); e.array == oid {
			return a.showType(t.element, mod) + "[]"
		}
	}
	if mod < 0 {
		if shown, special := unmodified[oid]; special {
			return shown
		}
		return t.shown
	}
	switch {
	case oid == bpcharOID || oid == varcharOID:
		return fmt.Sprintf("%s(%d)", t.shown, mod-4)
	case oid == numericOID:
		m := mod - 4
		return fmt.Sprintf("numeric(%d,%d)", m>>16&0xffff, (m&0x7ff^1024)-1024)
	case oid == bitOID || oid == varbitOID:
		return fmt.Sprintf("%s(%d)", t.shown, mod)
	case oid == timestampOID || oid == timestamptzOID || oid == timeOID || oid == timetzOID:
		word, rest, _ := strings.Cut(t.shown, " ")
		return fmt.Sprintf("%s(%d) %s", word, mod, rest)
	case oid == intervalOID && mod != providers.AllFields<<16|0xffff:
		if digits, ok := providers.PrecisionOf(oid, mod); ok {
			return providers.PreciseName(oid, digits)
		}
	case oid == intervalOID && mod>>16 == providers.AllFields:
		return "interval"
	}
	a.refuse("a modifier of a type")
	return ""
}
