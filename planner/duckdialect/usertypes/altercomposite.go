package usertypes

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ALTER TYPE of composite types: the type, the types and the columns that have it in them are made anew.

// AlterComposite changes the attributes of a composite type.
func (t *Rules) AlterComposite(root *pg_query.Node, s *pg_query.AlterTableStmt) {
	u := t.compositeNamed(namesOf(s.Relation))
	if u == nil {
		return
	}
	now := *u
	now.Fields = slices.Clone(u.Fields)
	var from []string
	for _, f := range u.Fields {
		from = append(from, f.Name)
	}
	for _, n := range s.Cmds {
		c := n.GetAlterTableCmd()
		at := slices.IndexFunc(now.Fields, func(f providers.UserAttribute) bool { return f.Name == c.Name })
		switch c.GetSubtype() {
		case pg_query.AlterTableType_AT_AddColumn:
			added := c.GetDef().GetColumnDef()
			if slices.ContainsFunc(now.Fields, func(f providers.UserAttribute) bool { return f.Name == added.GetColname() }) {
				t.NoteError(build.Nowhere, sqlstate.DuplicateColumn, "column %q of relation %q already exists", added.GetColname(), u.Name)
			}
			t.addField(&now, added)
			from = append(from, "")
		case pg_query.AlterTableType_AT_DropColumn:
			if at < 0 && !c.MissingOk {
				t.NoteError(build.Nowhere, sqlstate.UndefinedColumn, "column %q of relation %q does not exist", c.Name, u.Name)
			}
			if at >= 0 {
				now.Fields, from = slices.Delete(now.Fields, at, at+1), slices.Delete(from, at, at+1)
			} else if c.MissingOk {
				t.Notice = `column "` + c.Name + `" of relation "` + u.Name + `" does not exist, skipping`
			}
		case pg_query.AlterTableType_AT_AlterColumnType:
			t.alterAttribute(u, &now, at, c)
		default:
			t.NoteUnsupported(build.Nowhere, "this ALTER TYPE is not supported").WithHint("ADD, DROP, ALTER and RENAME ATTRIBUTE are.")
		}
	}
	t.remakeComposite(root, u, &now, from)
}

// alterAttribute gives the attribute at a place another type, as long as no column is of the composite type.
func (t *Rules) alterAttribute(u, now *providers.UserType, at int, c *pg_query.AlterTableCmd) {
	if at < 0 {
		t.NoteError(build.Nowhere, sqlstate.UndefinedColumn, "column %q of relation %q does not exist", c.Name, u.Name)
		return
	}
	if user := t.userOf(u); user != "" {
		t.NoteUnsupported(build.Nowhere, "cannot alter type %q because column %q uses it", u.Name, user)
		return
	}
	to, altered := c.GetDef().GetColumnDef(), providers.UserType{}
	to.Colname = c.Name
	if t.addField(&altered, to); len(altered.Fields) == 1 {
		now.Fields[at] = altered.Fields[0]
	}
}

// compositeNamed returns the composite type of a name. If there is none, it notes an error and returns nil.
func (t *Rules) compositeNamed(name []*pg_query.Node) *providers.UserType {
	_, last := parse.SplitName(name)
	u := t.TypeNamed(&pg_query.TypeName{Names: name})
	switch {
	case u == nil:
		t.NoteError(build.Nowhere, sqlstate.UndefinedTable, "relation %q does not exist", last)
	case u.Kind != "c":
		t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "%q is not a composite type", last)
		return nil
	}
	return u
}

// remakeComposite makes a composite type anew whose attributes have changed, and the columns of it. from are the names that the
// attributes had before, "" for a new one.
func (t *Rules) remakeComposite(root *pg_query.Node, u, now *providers.UserType, from []string) {
	if len(now.Fields) == 0 {
		t.NoteUnsupported(build.Nowhere, "a composite type without attributes is not supported")
	}
	t.refuseAlike(now, u)
	t.makeAgain(root, u, now)
	for _, c := range u.Users {
		t.remakeColumn(c, u, u, now, from)
	}
	t.remakeOuter(u, now, from)
}

// remakeColumn gives a column the attributes that its composite type has now, or that a type within its type has. from are the names that
// these had before, "" for a new one.
func (t *Rules) remakeColumn(c providers.UserPlace, u, changed, now *providers.UserType, from []string) {
	at, known := rewrite.ColumnNamed(t.Env.Columns(c.Schema, c.Table), c.Column)
	if t.Err != nil || !known {
		t.NoteUnsupported(build.Nowhere, "ALTER TYPE of a type that column %s of table %s has is not supported", c.Column, c.Table)
		return
	}
	if at.HasDefault {
		t.NoteUnsupported(build.Nowhere, "ALTER TYPE of a type that column %s of table %s has with a default is not supported", c.Column, c.Table)
		return
	}
	value := t.remadePart(pg_query.MakeColumnRefNode(build.Names(c.Column), build.Nowhere), at.Array, u, changed, now, from)
	of := u
	if u == changed {
		of = now
	}
	to := t.asRow(build.Null(), of, at.Array).GetTypeCast().TypeName
	altered := build.AlterTable(&pg_query.AlterTableStmt{
		Relation: &pg_query.RangeVar{Schemaname: c.Schema, Relname: c.Table, Inh: true, Relpersistence: "p", Location: build.Nowhere}, Objtype: pg_query.ObjectType_OBJECT_TABLE,
	}, &pg_query.AlterTableCmd{
		Subtype: pg_query.AlterTableType_AT_AlterColumnType, Name: c.Column, Behavior: pg_query.DropBehavior_DROP_RESTRICT,
		Def: &pg_query.Node{Node: &pg_query.Node_ColumnDef{ColumnDef: &pg_query.ColumnDef{TypeName: to, RawDefault: value}}},
	})
	t.After = append(t.After, t.DeparseStatement(altered))
}

// remadePart is a value of a composite type, or an array of such values, with the attributes that a type has now.
func (t *Rules) remadePart(value *pg_query.Node, array bool, u, changed, now *providers.UserType, from []string) *pg_query.Node {
	if !array {
		return t.remadeValue(value, u, changed, now, from)
	}
	t.elements++
	element := build.Column("__element" + strconv.Itoa(t.elements))
	each := build.Binary("->", element, t.remadeValue(proto.CloneOf(element), u, changed, now, from)) // a lambda of the source's
	return build.Call("list_transform", value, each)
}

// remadeValue is a value of a composite type with the attributes that a type has now which is its type, or within its type.
func (t *Rules) remadeValue(value *pg_query.Node, u, changed, now *providers.UserType, from []string) *pg_query.Node {
	var args []*pg_query.Node
	to := u
	if u == changed {
		to = now
		for _, name := range from {
			arg := build.Null()
			if name != "" {
				arg = build.Field(proto.CloneOf(value), name)
			}
			args = append(args, arg)
		}
	} else {
		for _, f := range u.Fields {
			arg, of := build.Field(proto.CloneOf(value), f.Name), t.ByID(f.User)
			if of != nil && (of == changed || of.Has(t.Env.Types, changed.ID)) {
				arg = t.remadePart(arg, f.Dims > 0, of, changed, now, from)
			}
			args = append(args, arg)
		}
	}
	return build.Case(t.asRow(build.Row(args...), to, false), build.When(build.IsNull(value), build.Null()))
}

// remakeOuter makes the types anew that have attributes of a type whose attributes have changed, and the columns of these types.
func (t *Rules) remakeOuter(u, now *providers.UserType, from []string) {
	types := slices.Clone(t.Env.Types)
	for i, had := range types {
		if types[i] = now; had != u {
			copied := *had
			copied.Fields, types[i] = slices.Clone(had.Fields), &copied
		}
	}
	providers.SpellFields(types)
	for _, outer := range t.Env.Types {
		if outer == u || !outer.Has(t.Env.Types, u.ID) {
			continue
		}
		spelled := providers.UserTypeByID(types, outer.ID)
		made := &pg_query.Node{}
		t.makeUserType(made, build.Names(outer.Schema, outer.Name), spelled)
		t.After = append(t.After, "DROP TYPE "+lexical.Quote(outer.Schema)+"."+lexical.Quote(outer.Name), "DROP TYPE "+lexical.Quote(outer.Schema)+"."+lexical.Quote(rowName(outer.Name)),
			t.DeparseStatement(made))
		if outer.Comment != "" {
			t.After = append(t.After, lexical.CommentOn("TYPE", []string{outer.Schema, outer.Name}, outer.Comment))
		}
		for _, c := range outer.Users {
			t.remakeColumn(c, outer, u, now, from)
		}
	}
}

// userOf is a column whose values have values of a composite type in them, as PostgreSQL names it; "": there is none.
func (t *Rules) userOf(u *providers.UserType) string {
	for _, arrays := range [...]bool{true, false} {
		for _, outer := range t.Env.Types {
			if slices.ContainsFunc(outer.Fields, func(f providers.UserAttribute) bool { return f.User == u.ID && arrays == (f.Dims > 0) }) {
				if user := t.userOf(outer); user != "" {
					return user
				}
			}
		}
		for _, c := range u.Users {
			if t.isArrayColumn(c) == arrays {
				return c.Table + "." + c.Column
			}
		}
	}
	return ""
}

// userOfOuter is a column whose values have values of a type within composite values; "": there is none.
func (t *Rules) userOfOuter(u *providers.UserType) string {
	for _, outer := range t.Env.Types {
		if slices.ContainsFunc(outer.Fields, func(f providers.UserAttribute) bool { return f.User == u.ID }) {
			if user := t.userOf(outer); user != "" {
				return user
			}
		}
	}
	return ""
}

// refuseWithin refuses an ALTER DOMAIN that checks values, where values of the domain stand within composite values.
func (t *Rules) refuseWithin(u *providers.UserType, subtype string) {
	if user := t.userOfOuter(u); user != "" && strings.Contains("OCV", subtype) {
		t.NoteUnsupported(build.Nowhere, "cannot alter type %q because column %q uses it", u.Name, user)
	}
}

// isArrayColumn reports whether a column has arrays of its type.
func (t *Rules) isArrayColumn(c providers.UserPlace) bool {
	if t.Env.Columns == nil {
		return false
	}
	at, _ := rewrite.ColumnNamed(t.Env.Columns(c.Schema, c.Table), c.Column)
	return at.Array
}

// partsOf lists the attributes and columns that are of a type, as the DETAIL of DROP does: first those of arrays.
func (t *Rules) partsOf(u *providers.UserType, dropped []*providers.UserType) (lines []string) {
	name := t.Env.ShownName(u.Schema, u.Name)
	for _, brackets := range [...]string{"[]", ""} {
		for _, outer := range t.Env.Types {
			for _, f := range outer.Fields {
				if f.User == u.ID && (f.Dims > 0) == (brackets != "") && !slices.Contains(dropped, outer) {
					lines = append(lines, "column "+lexical.QuoteIfNeeded(f.Name)+" of composite type "+t.Env.ShownName(outer.Schema, outer.Name)+" depends on type "+name+brackets)
				}
			}
		}
		for _, c := range u.Users {
			if t.isArrayColumn(c) == (brackets != "") {
				lines = append(lines, "column "+lexical.QuoteIfNeeded(c.Column)+" of table "+t.Env.ShownName(c.Schema, c.Table)+" depends on type "+name+brackets)
			}
		}
	}
	return lines
}

// renameAttribute renames an attribute of a composite type.
func (t *Rules) renameAttribute(root *pg_query.Node, s *pg_query.RenameStmt) bool {
	u := t.compositeNamed(namesOf(s.Relation))
	if u == nil {
		return true
	}
	now := *u
	now.Fields = slices.Clone(u.Fields)
	at := slices.IndexFunc(now.Fields, func(f providers.UserAttribute) bool { return f.Name == s.Subname })
	switch {
	case at < 0:
		t.NoteError(build.Nowhere, sqlstate.UndefinedColumn, "column %q does not exist", s.Subname)
		return true
	case slices.ContainsFunc(now.Fields, func(f providers.UserAttribute) bool { return f.Name == s.Newname }):
		t.NoteError(build.Nowhere, sqlstate.DuplicateColumn, "column %q of relation %q already exists", s.Newname, u.Name)
		return true
	}
	var from []string
	for _, f := range u.Fields {
		from = append(from, f.Name)
	}
	now.Fields[at].Name = s.Newname
	t.remakeComposite(root, u, &now, from)
	return true
}
