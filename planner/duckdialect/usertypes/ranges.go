package usertypes

import (
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Range types. The source has a type for each, which its name tells the elements of, and one for the multirange type. It has the functions and
// operators of both as those of PostgreSQL's own range types. Statements name the source's types in the place of the client's.

// rangeBounds are the types that the bounds of a range type may be of.
var rangeBounds = parse.WordSet(`int2 int4 int8 float4 float8 numeric text date time timestamp timestamptz inet`)

// unordered are types that no operator class of btree takes.
var unordered = parse.WordSet(`json point line lseg box path polygon circle xml jsonpath xid cid`)

// differences are PostgreSQL's own functions that tell how far apart two bounds are.
var differences = map[string]string{
	"int4range_subdiff": "int4", "int8range_subdiff": "int8", "numrange_subdiff": "numeric", "daterange_subdiff": "date", "tsrange_subdiff": "timestamp",
	"tstzrange_subdiff": "timestamptz", "float8mi": "float8",
}

// CreateRange makes the enum that keeps a range type.
func (t *Rules) CreateRange(root *pg_query.Node, s *pg_query.CreateRangeStmt) {
	emulation.RefuseName(&t.Translation, s.TypeName)
	schema, name := parse.SplitName(s.TypeName)
	t.RefuseTakenName(s.TypeName)
	u := &providers.UserType{Kind: "r", Name: name, ID: t.newTypeID(schema, name)}
	given := map[string]bool{}
	for _, n := range s.Params {
		d := n.GetDefElem()
		if given[d.GetDefname()] {
			t.NoteError(d.GetLocation(), sqlstate.SyntaxError, "conflicting or redundant options")
			return
		}
		given[d.GetDefname()] = true
	}
	for _, n := range s.Params {
		if t.rangeParameter(u, n.GetDefElem(), schema); t.Err != nil {
			return
		}
	}
	if u.TypName == "" {
		t.NoteError(build.Nowhere, sqlstate.SyntaxError, "type attribute \"subtype\" is required")
		return
	}
	t.checkDifference(u)
	if u.Collation != "" && !inference.TextTypes[u.TypName] {
		t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "range collation specified but subtype does not support collation")
	}
	t.nameMultirange(u, s.TypeName)
	if t.Err == nil {
		u.Duck = t.freeRangeName(u)
		t.makeUserType(root, s.TypeName, u)
	}
}

// rangeParameter reads a parameter of CREATE TYPE … AS RANGE.
func (t *Rules) rangeParameter(u *providers.UserType, d *pg_query.DefElem, schema string) {
	named := d.GetArg().GetTypeName()
	switch d.GetDefname() {
	case "subtype":
		t.readBounds(u, named)
	case "subtype_diff":
		inSchema, name := parse.SplitName(named.GetNames())
		if u.Diff = name; differences[name] == "" || inSchema != "" && inSchema != "pg_catalog" {
			t.NoteUnsupported(build.Nowhere, "subtype_diff = %s is not supported", name).WithHint("Leave subtype_diff out: it is for indexes alone.")
		}
	case "collation":
		if _, u.Collation = parse.SplitName(named.GetNames()); u.Collation != "C" && u.Collation != "POSIX" && u.Collation != "default" {
			t.NoteUnsupported(build.Nowhere, "a range type with the collation %q is not supported", u.Collation)
		}
	case "multirange_type_name":
		inSchema, name := parse.SplitName(named.GetNames())
		if u.Multi = name; inSchema != "" && inSchema != schema {
			t.NoteUnsupported(build.Nowhere, "a multirange type in another schema than its range type is not supported")
		}
	case "canonical":
		t.NoteError(build.Nowhere, "42P17", "cannot specify a canonical function without a pre-created shell type").
			WithHint("Create the type as a shell type, then create its canonicalization function, then do a full CREATE TYPE.")
	case "subtype_opclass":
		t.NoteUnsupported(build.Nowhere, "a range type with subtype_opclass is not supported")
	default:
		t.NoteError(build.Nowhere, sqlstate.SyntaxError, "type attribute %q not recognized", d.GetDefname())
	}
}

// readBounds reads the type of the bounds.
func (t *Rules) readBounds(u *providers.UserType, to *pg_query.TypeName) {
	_, name := parse.SplitName(to.GetNames())
	u.TypName = name
	switch {
	case t.TypeNamed(to) != nil || t.IsRange(to.GetNames()) || len(to.GetArrayBounds()) > 0 || to.GetSetof() || to.GetPctType():
		t.NoteUnsupported(build.Nowhere, "a range type over this type is not supported")
	case len(to.GetTypmods()) > 0:
		t.NoteUnsupported(build.Nowhere, "a range type over a type with a modifier is not supported")
	case rangeBounds[name]:
	case unordered[name]:
		t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "data type %s has no default operator class for access method \"btree\"", inference.Spelled(name)).
			WithHint("You must specify an operator class for the range type or define a default operator class for the subtype.")
	case t.isPostgresType(to):
		t.NoteUnsupported(build.Nowhere, "a range type over the type %s is not supported", name)
	default:
		t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "type %q does not exist", strings.Join(parse.NameParts(to.GetNames()), "."))
	}
}

// checkDifference refuses a subtype_diff that takes other types than the bounds.
func (t *Rules) checkDifference(u *providers.UserType) {
	if of := differences[u.Diff]; u.Diff != "" && of != u.TypName && t.Err == nil {
		bounds := inference.Spelled(u.TypName)
		t.NoteError(build.Nowhere, sqlstate.UndefinedFunction, "function %s(%s, %s) does not exist", u.Diff, bounds, bounds)
	}
}

// nameMultirange names the multirange type of a range type that has a name: makeMultirangeTypeName.
func (t *Rules) nameMultirange(u *providers.UserType, of []*pg_query.Node) {
	made := u.Multi == ""
	if before, behind, found := strings.Cut(u.Name, "range"); made && found {
		u.Multi = lexical.CutName(before + "multirange" + behind)
	} else if made {
		u.Multi = lexical.CutName(u.Name[:min(len(u.Name), lexical.MaxName-len("_multirange"))] + "_multirange")
	}
	taken := t.Err
	if t.RefuseTakenName(slices.Concat(of[:len(of)-1], build.Names(u.Multi))); taken == nil && t.Err == nil && u.Multi == u.Name {
		t.NoteError(build.Nowhere, duplicateObject, "type %q already exists", u.Multi)
	}
	if made && taken == nil && t.Err != nil && sqlstate.CodeOf(t.Err) == duplicateObject {
		t.Err = sqlstate.New(duplicateObject, "type %q already exists", u.Multi).
			WithDetail("Failed while creating a multirange type for type \"%s\".", u.Name).
			WithHint("You can manually specify a multirange type name using the \"multirange_type_name\" attribute.")
	}
}

// freeRangeName is a name for the source's type that no other range type has.
func (t *Rules) freeRangeName(u *providers.UserType) string {
	number := crc32.ChecksumIEEE([]byte(u.ID))
	for ; ; number++ {
		name := fmt.Sprintf("pg_%s_%08xrange", u.TypName, number)
		if !slices.ContainsFunc(t.Env.Types, func(other *providers.UserType) bool { return other.Duck == name }) {
			return name
		}
	}
}

// rangeNamed returns the range type or the multirange type that a name means, nil for another type.
func (t *Rules) rangeNamed(names []*pg_query.Node) *providers.UserType {
	if u := t.lookUpType(names); u.IsRange() {
		return u
	}
	return nil
}

// IsRange reports whether the name of a type means a range type or a multirange type of users.
func (t *Rules) IsRange(names []*pg_query.Node) bool { return t.rangeNamed(names) != nil }

// NameRanges gives range types and multirange types of users the names that they have at the source, and calls of their functions those of the
// source's functions. The client may write none of the source's names.
func (t *Rules) NameRanges(root *pg_query.Node) {
	has := t.Env.Type != nil && slices.ContainsFunc(t.Env.Types, (*providers.UserType).IsRange) && !namesTypes(root)
	names := map[*pg_query.ResTarget]string{} // of columns of results, which keep them
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.TypeName:
			if _, name := parse.SplitName(m.Names); raretypes.IsUserRange(name) {
				t.NoteError(m.Location, sqlstate.UndefinedObject, "type %q does not exist", name)
			}
		case *pg_query.FuncCall:
			if _, name := parse.SplitName(m.Funcname); raretypes.IsUserRange(name) {
				t.NoteError(m.Location, sqlstate.UndefinedFunction, "function %s does not exist", name)
			}
		case *pg_query.ResTarget:
			if has && m.Name == "" && m.Val != nil {
				names[m], _ = resultcolumns.Name(m.Val)
			}
		}
	})
	if !has || t.Err != nil {
		return
	}
	t.nameRanges(root)
	for target, name := range names {
		if now, _ := resultcolumns.Name(target.Val); now != name {
			target.Name = name
		}
	}
}

// nameRanges gives the types and functions their names.
func (t *Rules) nameRanges(root *pg_query.Node) {
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.TypeName:
			switch u := t.rangeNamed(m.Names); {
			case u == nil:
			case m.Setof:
				t.NoteUnsupported(m.Location, "this form of a type is not supported")
			case len(m.Typmods) > 0:
				t.NoteError(m.Location, sqlstate.SyntaxError, "type modifier is not allowed for type %q", u.Name)
			default:
				m.Names, t.Changed = build.Names(u.Duck), true
			}
		case *pg_query.FuncCall:
			if u := t.rangeNamed(m.Funcname); u != nil && u.NamesFunction() {
				t.callRange(m, u)
			}
		}
	})
}

// namesTypes reports whether a statement names types as objects.
func namesTypes(root *pg_query.Node) bool {
	switch root.GetNode().(type) {
	case *pg_query.Node_DropStmt, *pg_query.Node_CommentStmt, *pg_query.Node_RenameStmt, *pg_query.Node_AlterOwnerStmt, *pg_query.Node_AlterObjectSchemaStmt,
		*pg_query.Node_CreateRangeStmt:
		return true
	}
	return false
}

// callRange calls the source's function that makes a range or a multirange.
func (t *Rules) callRange(f *pg_query.FuncCall, u *providers.UserType) {
	_, name := parse.SplitName(f.Funcname)
	if t.Env.Macros != nil && len(t.Env.Macros("", name)) > 0 {
		t.NoteUnsupported(f.Location, "a call of %s, which is a type and a function of users, is not supported", name)
		return
	}
	if f.FuncVariadic || f.AggStar || f.AggDistinct || f.Over != nil || f.AggFilter != nil || len(f.AggOrder) > 0 {
		t.NoteUnsupported(f.Location, "this call of %s is not supported", name)
		return
	}
	if u.Kind == "r" {
		if len(f.Args) != 2 && len(f.Args) != 3 {
			t.NoteError(f.Location, sqlstate.UndefinedFunction, "function %s with %d arguments does not exist", name, len(f.Args))
			return
		}
		for i := range 2 {
			_, quoted := parse.TextConstant(f.Args[i])
			if quoted || f.Args[i].GetAConst().GetIsnull() || f.Args[i].GetParamRef() != nil {
				f.Args[i] = build.Cast(f.Args[i], build.PlainType(u.TypName))
			}
		}
		if len(f.Args) == 2 {
			f.Args = append(f.Args, build.Text("[)"))
		}
	} else {
		own := strings.TrimSuffix(u.Duck, "multirange") + "range"
		for i, arg := range f.Args {
			if _, quoted := parse.TextConstant(arg); quoted || arg.GetAConst().GetIsnull() {
				f.Args[i] = build.Cast(arg, build.PlainType(own))
			}
		}
	}
	f.Funcname, t.Changed = build.Names("pg__"+strings.TrimPrefix(u.Duck, "pg_")), true
}

// dropRange drops a range type, and with it its multirange type. The source finds the columns of both.
func (t *Rules) dropRange(u *providers.UserType, to *pg_query.TypeName, s *pg_query.DropStmt) bool {
	_, name := parse.SplitName(to.Names)
	switch {
	case s.RemoveType == pg_query.ObjectType_OBJECT_DOMAIN:
		t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "%q is not a domain", name)
	case u.Kind == "m":
		of := t.ByID(u.Over)
		t.NoteError(build.Nowhere, "2BP01", "cannot drop type %s because type %s requires it", t.Env.ShownName(u.Schema, u.Name), t.Env.ShownName(of.Schema, of.Name)).
			WithHint("You can drop type %s instead.", t.Env.ShownName(of.Schema, of.Name))
	case u.Schema != t.Env.Schema:
		to.Names, t.Changed = build.Names(u.Schema, u.Name), true
	}
	return true
}
