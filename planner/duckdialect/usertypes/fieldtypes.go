package usertypes

import (
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// fieldTypes are the types that an attribute may have: those of columns.
var fieldTypes = parse.WordSet(`bool int2 int4 int8 numeric float4 float8 text varchar date time timetz timestamp timestamptz interval
	uuid json jsonb bytea inet cidr macaddr bpchar int4range int8range numrange daterange tsrange tstzrange
	point tsvector bit varbit name char oid xid tid pg_lsn`)

// scalarFields are the types of attributes that have no arrays here.
var scalarFields = parse.WordSet(`point tsvector xid tid pg_lsn`)

// noteField notes the type of an attribute whose operators and subscripts depend on it. What takes a part of the attribute stands around
// the attribute then.
func (t *Rules) noteField(x *pg_query.A_Indirection) {
	for at, part := range x.Indirection {
		u, array := t.typeOfPart(x.Arg, x.Indirection[:at])
		if u == nil || u.Kind != "c" || array || part.GetString_() == nil {
			continue
		}
		k := slices.IndexFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == part.GetString_().Sval })
		if k < 0 || u.Fields[k].Dims > 0 || u.Fields[k].User != "" {
			continue
		}
		kind := inference.KindOfField(u.Fields[k].TypName)
		if kind == "" {
			continue
		}
		t.ReadsRare = t.ReadsRare || kind != "bit"
		field := x
		if at+1 < len(x.Indirection) {
			field = &pg_query.A_Indirection{Arg: x.Arg, Indirection: x.Indirection[: at+1 : at+1]}
			x.Arg, x.Indirection = &pg_query.Node{Node: &pg_query.Node_AIndirection{AIndirection: field}}, x.Indirection[at+1:]
		}
		if t.Fields == nil {
			t.Fields = map[*pg_query.A_Indirection]string{}
		}
		t.Fields[field] = kind
		return
	}
}

// DescribeField describes an attribute of a composite value whose type has a modifier.
func (t *Rules) DescribeField(x *pg_query.A_Indirection) (d providers.Described, ok bool) {
	last := len(x.Indirection) - 1
	if x.Indirection[last].GetString_() == nil {
		return d, false
	}
	u, array := t.typeOfPart(x.Arg, x.Indirection[:last])
	if u == nil || u.Kind != "c" || array {
		return d, false
	}
	at := slices.IndexFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == x.Indirection[last].GetString_().Sval })
	if at < 0 || u.Fields[at].User != "" || u.Fields[at].Type == "" {
		return d, false
	}
	to := t.parsedType(u.Fields[at].Type)
	if d = resultcolumns.DescribeCast(to); d.Type != 0 {
		return d, d.TypeMod >= 0
	}
	if _, name := parse.SplitName(to.Names); name != "numeric" || len(to.Typmods) == 0 {
		return d, false
	}
	d = providers.Described{Computed: true, Type: pgtype.NumericOID, TypeMod: t.typeMod(to)}
	if len(to.ArrayBounds) > 0 {
		d.Type = pgtype.NumericArrayOID
	}
	return d, true
}

// uncastable is the type of an attribute as PostgreSQL spells it, if PostgreSQL has no cast from the type of a constant to it; "": it has.
func (t *Rules) uncastable(plain string, f providers.UserAttribute) string {
	array := strings.Repeat("[]", min(f.Dims, 1))
	of := t.ByID(f.User)
	switch {
	case plain == "":
	case of != nil && of.Kind == "c":
		return t.Env.ShownName(of.Schema, of.Name) + array
	case of == nil && (f.Dims > 0 || unnumbered[f.TypName] || plain != "integer" && (f.TypName == "bool" && plain != "boolean" || f.TypName == "oid" && plain != "bigint")):
		return inference.Spelled(f.TypName) + array
	}
	return ""
}

// unnumbered are types that no number and no truth value is cast to.
var unnumbered = parse.WordSet(`date time timetz timestamp timestamptz interval uuid json jsonb bytea inet cidr macaddr int4range int8range numrange daterange tsrange
	tstzrange point tsvector xid tid pg_lsn`)
