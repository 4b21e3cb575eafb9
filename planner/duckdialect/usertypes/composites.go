package usertypes

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/constants"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Composite types. The source has a STRUCT for each, under a name of its own beside the enum that keeps the attributes.

// rowName is the name of the STRUCT of a composite type. The source makes it with the enum.
func rowName(name string) string { return providers.RowTypePrefix + name }

// namesOf is the name of a composite type as those of other types are written.
func namesOf(r *pg_query.RangeVar) []*pg_query.Node {
	if r.GetSchemaname() != "" {
		return build.Names(r.Schemaname, r.Relname)
	}
	return build.Names(r.GetRelname())
}

// CreateComposite makes the enum that keeps a composite type.
func (t *Rules) CreateComposite(root *pg_query.Node, s *pg_query.CompositeTypeStmt) {
	name := namesOf(s.Typevar)
	if err := emulation.RefuseNew(s.Typevar.GetSchemaname(), s.Typevar.GetRelname()); err != nil && t.Err == nil {
		t.Err = err
	}
	emulation.RefuseName(&t.Translation, name)
	t.RefuseTakenName(name)
	u := &providers.UserType{Kind: "c", Name: s.Typevar.Relname, ID: t.newTypeID(s.Typevar.Schemaname, s.Typevar.Relname)}
	for _, n := range s.Coldeflist {
		t.addField(u, n.GetColumnDef())
	}
	if len(u.Fields) == 0 {
		t.NoteUnsupported(build.Nowhere, "a composite type without attributes is not supported")
	}
	t.refuseAlike(u, nil)
	if t.Err == nil {
		t.makeUserType(root, name, u)
	}
}

// addField adds an attribute.
func (t *Rules) addField(u *providers.UserType, c *pg_query.ColumnDef) {
	to := c.GetTypeName()
	_, name := parse.SplitName(to.GetNames())
	switch {
	case slices.ContainsFunc(u.Fields, func(f providers.UserAttribute) bool { return f.Name == c.Colname }):
		t.NoteError(build.Nowhere, sqlstate.DuplicateColumn, "column %q specified more than once", c.Colname)
		return
	case slices.ContainsFunc(u.Fields, func(f providers.UserAttribute) bool { return strings.EqualFold(f.Name, c.Colname) }):
		t.NoteUnsupported(build.Nowhere, "attributes whose names differ in case alone are not supported: %q", c.Colname)
		return
	case c.CollClause != nil:
		t.NoteUnsupported(c.CollClause.Location, "a collation of an attribute is not supported")
		return
	case t.TypeNamed(to) != nil:
		t.addUserField(u, c)
		return
	case t.RowType(to) != nil:
		t.NoteUnsupported(to.Location, "an attribute of the type of the rows of %q is not supported", name)
		return
	case raretypes.IsUserRange(name):
		t.NoteUnsupported(to.Location, "an attribute of a range type of users is not supported")
		return
	case !fieldTypes[name] && !t.isPostgresType(to):
		t.NoteError(to.Location, sqlstate.UndefinedObject, "type %q does not exist", name)
		return
	case !fieldTypes[name] || scalarFields[name] && len(to.ArrayBounds) > 0 || to.Setof || to.PctType:
		t.NoteUnsupported(to.Location, "an attribute of this type is not supported: %s", name)
		return
	}
	field := providers.UserAttribute{Name: c.Colname, Type: t.sqlOfType(to), TypName: name, TypMod: t.typeMod(to), Zero: len(to.Typmods) > 0 && t.typeMod(to) == 0, Dims: len(to.ArrayBounds)}
	if field.Duck = t.duckType(c.Colname, t.parsedType(field.Type)); t.Err == nil {
		u.Fields = append(u.Fields, field)
	}
}

// duckType is the source's type of an attribute.
func (t *Rules) duckType(name string, duck *pg_query.TypeName) string {
	writes.LimitColumn(&t.Translation, &pg_query.ColumnDef{Colname: name, TypeName: duck})
	t.Translate(duck.ProtoReflect())
	return t.sqlOfType(duck)
}

// compositeByID returns the composite type of an ID, nil for another type.
func (t *Rules) compositeByID(id string) *providers.UserType {
	if u := t.ByID(id); u != nil && u.Kind == "c" {
		return u
	}
	return nil
}

// addUserField adds an attribute of a type of users.
func (t *Rules) addUserField(u *providers.UserType, c *pg_query.ColumnDef) {
	of, dims := t.TypeNamed(c.TypeName), len(c.TypeName.ArrayBounds)
	switch {
	case of.Kind != "c" && dims > 0:
		t.NoteUnsupported(c.TypeName.Location, "an attribute of arrays of a domain is not supported")
	case of.Kind != "c":
		field := providers.UserAttribute{Name: c.Colname, User: of.ID}
		if field.Duck = t.duckType(c.Colname, t.parsedType(t.domains(of)[0].Base)); t.Err == nil {
			u.Fields = append(u.Fields, field)
			providers.SpellFields([]*providers.UserType{u, of})
		}
	case dims > 1:
		t.NoteUnsupported(c.TypeName.Location, "an attribute of arrays of arrays of a composite type is not supported")
	case of.ID == u.ID || of.Has(t.Env.Types, u.ID):
		t.NoteError(build.Nowhere, "42P16", "composite type %s cannot be made a member of itself", t.Env.ShownName(u.Schema, u.Name))
	default:
		u.Fields = append(u.Fields, providers.UserAttribute{Name: c.Colname, User: of.ID, Dims: dims})
		providers.SpellFields([]*providers.UserType{u, of})
	}
}

// refuseAlike refuses a composite type with the attributes of another one: nothing tells their values apart.
func (t *Rules) refuseAlike(u, other *providers.UserType) {
	alike := func(a, b providers.UserAttribute) bool { return a.Name == b.Name && a.Duck == b.Duck }
	for _, had := range t.Env.Types {
		if had != other && had.Kind == "c" && slices.EqualFunc(had.Fields, u.Fields, alike) {
			t.NoteUnsupported(build.Nowhere, "a composite type with the attributes of another one is not supported: %q", had.Name)
		}
	}
}

// compositeColumn gives a column the STRUCT of its type.
func (t *Rules) compositeColumn(column *pg_query.ColumnDef, u *providers.UserType) {
	column.TypeName.Names = build.Names(u.Schema, rowName(u.Name))
	for _, n := range column.Constraints {
		if k := n.GetConstraint(); k.GetContype() == pg_query.ConstrType_CONSTR_DEFAULT && !k.RawExpr.GetAConst().GetIsnull() {
			k.RawExpr = t.compositeDefault(k.RawExpr, u, len(column.TypeName.ArrayBounds) > 0)
		}
	}
}

// compositeDefault makes a default, a constant or a row of constants, a value of the STRUCT, and has the source try it.
func (t *Rules) compositeDefault(value *pg_query.Node, u *providers.UserType, array bool) *pg_query.Node {
	if c := value.GetTypeCast(); c != nil && t.TypeNamed(c.TypeName) == u {
		value = c.Arg
	}
	if !isConstant(value) && !isRowOfConstants(value) {
		t.NoteUnsupported(build.Nowhere, "a default that is no constant of a column of the composite type %s is not supported", u.Name)
		return value
	}
	made := t.asRow(t.readComposite(value, u, array, true), u, array)
	t.Before = append(t.Before, t.probeOf(proto.CloneOf(made)))
	return made
}

// isRowOfConstants reports whether a value is a row whose fields are constants.
func isRowOfConstants(n *pg_query.Node) bool {
	row := n.GetRowExpr()
	return row != nil && !slices.ContainsFunc(row.Args, func(field *pg_query.Node) bool { return !isConstant(field) && !isRowOfConstants(field) })
}

// castToComposite takes the constant or the row of a cast to a composite type apart.
func (t *Rules) castToComposite(n *pg_query.Node, c *pg_query.TypeCast, u *providers.UserType) {
	if t.Definition {
		t.NoteUnsupported(c.TypeName.Location, "a cast to the type %s in a definition is not supported", u.Name)
		return
	}
	if t.isTableRow(u) && len(c.TypeName.ArrayBounds) > 0 {
		t.NoteUnsupported(c.TypeName.Location, "an array of rows of %q is not supported", u.Name)
		return
	}
	if from := t.castFrom(c.Arg, u); from != "" {
		t.NoteError(build.Nowhere, "42846", "cannot cast type %s to %s", from, t.Env.ShownName(u.Schema, u.Name))
		return
	}
	value := t.readComposite(c.Arg, u, len(c.TypeName.ArrayBounds) > 0, false)
	t.ReplaceNode(n, t.asRow(value, u, len(c.TypeName.ArrayBounds) > 0))
}

// castFrom is the type of a value that no cast makes a value of a composite type of, "": the text shows none.
func (t *Rules) castFrom(n *pg_query.Node, u *providers.UserType) string {
	if plain := plainType(n); plain != "" {
		return plain
	}
	if from := t.compositeOf(n); from != nil && from != u {
		return t.Env.ShownName(from.Schema, from.Name)
	}
	return ""
}

// asRow casts a value to the STRUCT of a composite type.
func (t *Rules) asRow(value *pg_query.Node, u *providers.UserType, array bool) *pg_query.Node {
	if t.isTableRow(u) {
		return t.packRow(value, u)
	}
	to := &pg_query.TypeName{Names: build.Names(u.Schema, rowName(u.Name)), Typemod: -1, Location: build.Nowhere}
	if array {
		to.ArrayBounds = []*pg_query.Node{pg_query.MakeIntNode(-1)}
	}
	return build.Cast(value, to)
}

// readComposite returns a value for a cast to a composite type: its fields have their types.
func (t *Rules) readComposite(n *pg_query.Node, u *providers.UserType, array, assigned bool) *pg_query.Node {
	s, quoted := parse.TextConstant(n)
	switch {
	case array && n.GetAArrayExpr() != nil:
		for i, e := range n.GetAArrayExpr().Elements {
			n.GetAArrayExpr().Elements[i] = t.readComposite(e, u, false, assigned)
		}
		return n
	case array && quoted:
		return t.readRecords(s, u, n.GetAConst().Location)
	case quoted:
		return t.readRecord(s, u, n.GetAConst().Location)
	case n.GetRowExpr() != nil:
		return t.readRow(n.GetRowExpr(), u, assigned)
	case n.GetAConst().GetIsnull(), t.userTypeOfValue(n) == u, array, t.isTableRow(u) && t.isRowOf(n, u):
		return n
	case n.GetColumnRef() != nil, n.GetAIndirection() != nil, n.GetSubLink() != nil, n.GetCaseExpr() != nil, n.GetTypeCast() != nil, n.GetFuncCall() != nil, n.GetCoalesceExpr() != nil:
		if u2 := t.userTypeOfValue(n); assigned && u2 == nil || u2 == u {
			return n // the source compares the types
		}
	}
	t.NoteUnsupported(build.Nowhere, "a cast of this expression to the type %s is not supported", u.Name).WithHint("Write a row, as in ROW(…)::%s.", u.Name)
	return n
}

// readRow casts the fields of a row to their types.
func (t *Rules) readRow(r *pg_query.RowExpr, u *providers.UserType, assigned bool) *pg_query.Node {
	fail := func(format string, args ...any) *pg_query.Node {
		if t.Err == nil {
			t.Err = t.PlaceError(r.Location, sqlstate.New("42846", "cannot cast type record to %s", t.Env.ShownName(u.Schema, u.Name)).WithDetail(format, args...))
		}
		return build.Null()
	}
	for i, value := range r.Args[:min(len(r.Args), len(u.Fields))] {
		if to := t.uncastable(plainType(value), u.Fields[i]); to != "" {
			return fail("Cannot cast type %s to %s in column %d.", plainType(value), to, i+1)
		}
	}
	switch {
	case len(r.Args) < len(u.Fields):
		return fail("Input has too few columns.")
	case len(r.Args) > len(u.Fields):
		return fail("Input has too many columns.")
	}
	args := make([]*pg_query.Node, len(r.Args))
	for i, value := range r.Args {
		args[i] = t.ofField(value, u.Fields[i], assigned)
	}
	return build.Row(args...)
}

// plainType is the type of a constant that is no text and not NULL, as PostgreSQL spells it; "": it is another expression.
func plainType(n *pg_query.Node) string {
	c := n.GetAConst()
	switch {
	case c.GetIval() != nil:
		return "integer"
	case c.GetFval() != nil:
		if _, err := strconv.ParseInt(c.GetFval().Fval, 10, 64); err == nil {
			return "bigint"
		}
		return "numeric"
	case c.GetBoolval() != nil:
		return "boolean"
	}
	return ""
}

// ofField casts a value to the type of an attribute.
func (t *Rules) ofField(value *pg_query.Node, f providers.UserAttribute, assigned bool) *pg_query.Node {
	if u := t.ByID(f.User); u != nil && u.Kind == "d" {
		return t.checked(u, value, true)
	} else if u != nil {
		return t.asRow(t.readComposite(value, u, f.Dims > 0, assigned), u, f.Dims > 0)
	}
	to := t.parsedType(f.Type)
	limit, limited := writes.LimitOf(&t.Translation, to)
	if limited && assigned {
		value = writes.Hold(limit, value)
	} else if !value.GetAConst().GetIsnull() || limited {
		value = build.Cast(value, to)
	}
	return value
}

// readRecord reads the text of a record, as in (a,"b c",).
func (t *Rules) readRecord(s string, u *providers.UserType, location int32) *pg_query.Node {
	fields, detail := recordFields(s)
	switch {
	case detail == "" && len(fields) < len(u.Fields):
		detail = "Too few columns."
	case detail == "" && len(fields) > len(u.Fields):
		detail = "Too many columns."
	}
	if detail != "" {
		if t.Err == nil {
			t.Err = t.PlaceError(location, sqlstate.New(sqlstate.InvalidTextRepresent, "malformed record literal: \"%s\"", s).WithDetail("%s", detail))
		}
		return build.Null()
	}
	args := make([]*pg_query.Node, len(fields))
	for i, f := range fields {
		if args[i] = build.Null(); f != nil {
			args[i] = t.ofField(build.Text(*f), u.Fields[i], true)
		}
	}
	return build.Row(args...)
}

// readRecords reads the text of an array of records.
func (t *Rules) readRecords(s string, u *providers.UserType, location int32) *pg_query.Node {
	items, end := constants.ArrayItems(s)
	if end == 0 || end != len(s) {
		t.NoteUnsupported(location, "this array of a composite type is not supported").WithHint("Write ARRAY[…].")
		return build.Null()
	}
	for i, item := range items {
		if record, quoted := parse.TextConstant(item); quoted {
			items[i] = t.readRecord(record, u, location)
		} else if !item.GetAConst().GetIsnull() {
			t.NoteUnsupported(location, "this array of a composite type is not supported").WithHint("Write ARRAY[…].")
		}
	}
	return build.Array(items...)
}

// recordFields takes the text of a record apart into its fields, of which nil is NULL. detail says what is wrong with the text.
func recordFields(s string) (fields []*string, detail string) {
	s = strings.TrimSpace(s)
	if !strings.HasPrefix(s, "(") {
		return nil, "Missing left parenthesis."
	}
	var b strings.Builder
	quoted, given := false, false
	end := func() {
		if !given {
			fields = append(fields, nil)
		} else {
			field := b.String()
			fields = append(fields, &field)
		}
		b.Reset()
		given = false
	}
	for i := 1; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
			given = true
		case c == '"' && quoted && i+1 < len(s) && s[i+1] == '"':
			i++
			b.WriteByte('"')
		case c == '"':
			quoted, given = !quoted, true
		case c == ',' && !quoted:
			end()
		case c == ')' && !quoted:
			end()
			if i != len(s)-1 {
				return nil, "Junk after right parenthesis."
			}
			return fields, ""
		default:
			b.WriteByte(c)
			given = true
		}
	}
	return nil, "Unexpected end of input."
}

// assignComposite returns what is assigned to a column of a composite type.
func (t *Rules) assignComposite(value *pg_query.Node, u *providers.UserType, c rewrite.Column) *pg_query.Node {
	if value.GetSetToDefault() != nil || value.GetAConst().GetIsnull() {
		return value
	}
	if value.GetParamRef() != nil {
		t.NoteUnsupported(value.GetParamRef().Location, "a parameter for column %q of a composite type is not supported", c.Name).WithHint("Give its fields, as in ROW($1, $2).")
		return value
	}
	if value.GetTypeCast() != nil && t.TypeNamed(value.GetTypeCast().TypeName) != nil || value.GetColumnRef() != nil && !c.Array && t.compositeOf(value) == u {
		return value
	}
	return t.asRow(t.readComposite(value, u, c.Array, true), u, c.Array)
}
