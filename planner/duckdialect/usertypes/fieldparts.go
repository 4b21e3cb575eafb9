package usertypes

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Assignments to fields of composite types, to fields of these, and to elements of arrays among them.

// partOf is the place that an assignment is to: a column, or a field of one.
type partOf struct {
	name   string         // of the column, or of the field
	column rewrite.Column // the column, or what is known of the type of the field
	base   string         // the type of the field or of its elements, where it is one of PostgreSQL's own
	path   []*pg_query.Node
	target *pg_query.ResTarget
}

// inside is the place of a field of a row that an assignment goes into.
func (o partOf) inside(u *providers.UserType, at int) partOf {
	f := u.Fields[at]
	o.name, o.path = f.Name, o.path[1:]
	o.column, o.base = rewrite.Column{Name: f.Name, User: f.User, Array: f.Dims > 0, Dims: f.Dims}, f.TypName
	return o
}

// assignField returns a row with another field. whole is a row that was made so, or a column.
func (p *partAssigner) assignField(whole *pg_query.Node, u *providers.UserType, o partOf) *pg_query.Node {
	field := o.path[0].GetString_().GetSval()
	at := slices.IndexFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == field })
	if at < 0 {
		p.NoteError(o.target.Location, sqlstate.UndefinedColumn, "cannot assign to field %q of column %q because there is no such column in data type %s", field, o.name, p.Env.ShownName(u.Schema, u.Name))
		return whole
	}
	if whole.GetRowExpr() == nil {
		args := make([]*pg_query.Node, len(u.Fields))
		for i, f := range u.Fields {
			if args[i] = build.Null(); !whole.GetAConst().GetIsnull() {
				args[i] = build.Field(proto.CloneOf(whole), f.Name)
			}
		}
		whole = build.Row(args...)
	}
	args := whole.GetRowExpr().Args
	if of := p.compositeByID(u.Fields[at].User); len(o.path) == 1 && of != nil && plainType(o.target.Val) != "" {
		p.NoteError(build.Nowhere, sqlstate.DatatypeMismatch, "subfield %q is of type %s but expression is of type %s", field, p.Env.ShownName(of.Schema, of.Name)+strings.Repeat("[]", u.Fields[at].Dims), plainType(o.target.Val)).
			WithHint("You will need to rewrite or cast the expression.")
		return whole
	}
	if len(o.path) == 1 {
		args[at] = p.ofField(o.target.Val, u.Fields[at], true)
		return whole
	}
	args[at] = p.assignWithin(args[at], o.inside(u, at))
	return whole
}

// assignWithin returns the value of a field of a row with another part.
func (p *partAssigner) assignWithin(whole *pg_query.Node, o partOf) *pg_query.Node {
	field, of, dims := o.path[0].GetString_(), p.compositeByID(o.column.User), ""
	if o.column.Array {
		dims = "[]"
	}
	switch {
	case field != nil && of != nil && !o.column.Array:
		return p.assignField(whole, of, o)
	case field != nil && of != nil:
		p.NoteError(o.target.Location, sqlstate.DatatypeMismatch, "cannot assign to field %q of column %q because its type %s[] is not a composite type", field.Sval, o.name, p.Env.ShownName(of.Schema, of.Name))
	case field != nil:
		p.NoteError(o.target.Location, sqlstate.DatatypeMismatch, "cannot assign to field %q of column %q because its type %s is not a composite type", field.Sval, o.name, inference.Spelled(o.base)+dims)
	case of != nil && o.column.Array:
		return p.assignRow(whole, of, o)
	case o.column.Array && len(o.path) == 1 && !o.path[0].GetAIndices().GetIsSlice() && o.column.Dims == 1:
		element := p.parsedType(o.base)
		if whole.GetAConst().GetIsnull() {
			whole = build.Cast(whole, arrayOf(element, 1))
		}
		return build.Call("pg__array_set", whole, build.Cast(o.path[0].GetAIndices().Uidx, build.PlainType("int4")), build.Cast(o.target.Val, element))
	default:
		p.NoteUnsupported(o.target.Location, "SET of this part of field %q is not supported", o.name)
	}
	return whole
}

// assignRow returns an array of rows with another row, or with another part of a row.
func (p *partAssigner) assignRow(whole *pg_query.Node, u *providers.UserType, o partOf) *pg_query.Node {
	at := o.path[0].GetAIndices()
	place, constant := parse.IntConstant(at.GetUidx())
	switch {
	case at.IsSlice || len(o.path) > 1 && (o.path[1].GetString_() == nil || !constant || whole.GetFuncCall() != nil):
		p.NoteUnsupported(o.target.Location, "SET of this part of column %q is not supported", o.name)
		return whole
	case len(o.path) == 1:
		return build.Call("pg__array_set", p.asArray(whole, u), at.Uidx, p.asRow(p.readComposite(o.target.Val, u, false, true), u, false))
	}
	had := build.Null()
	if !whole.GetAConst().GetIsnull() {
		had = &pg_query.Node{Node: &pg_query.Node_AIndirection{AIndirection: &pg_query.A_Indirection{Arg: proto.CloneOf(whole), Indirection: []*pg_query.Node{
			{Node: &pg_query.Node_AIndices{AIndices: &pg_query.A_Indices{Uidx: build.Number(place)}}},
		}}}}
	}
	o.path = o.path[1:]
	return build.Call("pg__array_set", p.asArray(whole, u), at.Uidx, p.asRow(p.readComposite(p.assignField(had, u, o), u, false, true), u, false))
}

// asArray gives NULL the type of arrays of a composite type.
func (p *partAssigner) asArray(whole *pg_query.Node, u *providers.UserType) *pg_query.Node {
	if whole.GetAConst().GetIsnull() {
		return p.asRow(whole, u, true)
	}
	return whole
}
