package usertypes

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// CREATE, ALTER and DROP of domains.

const duplicateObject sqlstate.Code = "42710"

// domainBases are the types that a domain may be over.
var domainBases = parse.WordSet(`bool int2 int4 int8 numeric float4 float8 text varchar bpchar date time timetz timestamp timestamptz interval
	uuid json jsonb bytea inet cidr macaddr`)

// CreateDomain makes the enum that keeps a domain.
func (t *Rules) CreateDomain(root *pg_query.Node, s *pg_query.CreateDomainStmt) {
	emulation.RefuseName(&t.Translation, s.Domainname)
	schema, name := parse.SplitName(s.Domainname)
	u := &providers.UserType{Kind: "d", Name: name, ID: t.newTypeID(schema, name)}
	t.RefuseTakenName(s.Domainname)
	t.readBase(u, s.TypeName)
	t.domainCollation(u, s.CollClause)
	for _, n := range s.Constraints {
		t.domainConstraint(u, n.GetConstraint())
	}
	if t.Err == nil {
		t.makeUserType(root, s.Domainname, u)
	}
}

// firstSchema is the schema in which a type without one is made.
func (t *Rules) firstSchema() string {
	switch {
	case len(t.Env.Path) == 0:
		t.NoteNoSchema()
		return ""
	case t.Env.Path[0] == providers.TemporarySchema:
		t.NoteUnsupported(build.Nowhere, "a temporary type is not supported")
	default:
		emulation.RefuseName(&t.Translation, build.Names(t.Env.Path[0]))
	}
	return t.Env.Path[0]
}

// newTypeID is an ID that no type has.
func (t *Rules) newTypeID(schema, name string) string {
	if schema == "" {
		schema = t.firstSchema()
	}
	id := schema + "." + name
	for n := 1; t.ByID(id) != nil; n++ {
		id = schema + "." + name + "#" + strconv.Itoa(n)
	}
	return id
}

// RefuseTakenName refuses the name of a type that is there.
func (t *Rules) RefuseTakenName(name []*pg_query.Node) {
	schema, last := parse.SplitName(name)
	if schema == "" {
		schema = t.firstSchema()
	}
	if t.Env.Type != nil && t.Env.Type(schema, last) != nil {
		t.NoteError(build.Nowhere, duplicateObject, "type %q already exists", last)
	}
}

// makeUserType makes a statement one that makes the enum which keeps a type.
func (t *Rules) makeUserType(root *pg_query.Node, name []*pg_query.Node, u *providers.UserType) {
	root.Node = &pg_query.Node_CreateEnumStmt{CreateEnumStmt: &pg_query.CreateEnumStmt{TypeName: name, Vals: build.Names(u.Text())}}
	t.Changed = true
}

// readBase reads the type that a domain is over.
func (t *Rules) readBase(u *providers.UserType, to *pg_query.TypeName) {
	_, name := parse.SplitName(to.GetNames())
	if over := t.TypeNamed(to); over != nil && len(to.ArrayBounds) == 0 && over.Kind == "d" {
		u.Over, u.TypName, u.Collation = over.ID, over.TypName, over.Collation
		u.Base, u.TypMod = over.Base, over.TypMod
		return
	} else if over != nil {
		t.NoteUnsupported(to.Location, "a domain over this type is not supported")
		return
	}
	switch {
	case len(to.ArrayBounds) > 0 || to.Setof || to.PctType:
		t.NoteUnsupported(to.Location, "a domain over an array is not supported")
	case raretypes.IsUserRange(name):
		t.NoteUnsupported(to.Location, "a domain over a range type of users is not supported")
	case name == "bpchar" && len(to.Typmods) == 0:
		t.NoteUnsupported(to.Location, "a domain over character without a length (bpchar) is not supported")
	case domainBases[name]:
		u.Base, u.TypName, u.TypMod = t.sqlOfType(to), name, t.typeMod(to)
	case t.RowType(to) != nil:
		t.NoteUnsupported(to.Location, "a domain over the rows of %q is not supported", name)
	case t.isPostgresType(to):
		t.NoteUnsupported(to.Location, "a domain over the type %s is not supported", name)
	default:
		t.NoteError(to.Location, sqlstate.UndefinedObject, "type %q does not exist", name)
	}
}

// domainCollation reads the COLLATE of a domain.
func (t *Rules) domainCollation(u *providers.UserType, c *pg_query.CollateClause) {
	if c == nil {
		return
	}
	if !inference.TextTypes[u.TypName] {
		if t.Err == nil {
			t.NoteError(build.Nowhere, sqlstate.DatatypeMismatch, "collations are not supported by type %s", inference.Spelled(u.TypName))
		}
		return
	}
	if inference.KnowsCollation(&t.Translation, c) {
		_, u.Collation = parse.SplitName(c.Collname)
	}
	if u.Collation == "default" && u.Over == "" {
		u.Collation = ""
	}
}

// isPostgresType reports whether a name is one of Postgres's own types, or of an enum.
func (t *Rules) isPostgresType(n *pg_query.TypeName) bool {
	schema, name := parse.SplitName(n.GetNames())
	return schema != "" || inference.HasType(name) || t.Env.Enum != nil && t.Env.Enum(schema, name) != nil
}

// sqlOfType is a type as SQL.
func (t *Rules) sqlOfType(n *pg_query.TypeName) string {
	if _, name := parse.SplitName(n.GetNames()); name == "numeric" && len(n.Typmods) > 0 {
		writes.CheckPrecision(&t.Translation, n)
	}
	return t.PostgresText(build.Cast(build.Null(), n))[len("NULL::"):]
}

// typeMod returns the modifier of a type in pg_attribute, or 0 if it has none.
func (t *Rules) typeMod(n *pg_query.TypeName) int32 {
	d := resultcolumns.DescribeCast(n)
	_, name := parse.SplitName(n.Names)
	if name == "numeric" && len(n.Typmods) > 0 {
		precision, _ := parse.IntConstant(n.Typmods[0])
		scale := int64(0)
		if len(n.Typmods) > 1 {
			scale, _ = parse.IntConstant(n.Typmods[1])
		}
		return int32(precision<<16|scale) + resultcolumns.TextHeader //nolint:gosec // modifiers are of 32 bits
	}
	if (name == "bit" || name == "varbit") && len(n.Typmods) > 0 {
		length, _ := parse.IntConstant(n.Typmods[0])
		return int32(length) //nolint:gosec // no longer than a value
	}
	return max(d.TypeMod, 0)
}

// domainConstraint adds a constraint of CREATE DOMAIN or ALTER DOMAIN.
func (t *Rules) domainConstraint(u *providers.UserType, k *pg_query.Constraint) {
	switch k.GetContype() {
	case pg_query.ConstrType_CONSTR_DEFAULT:
		t.setDefault(u, k.RawExpr)
	case pg_query.ConstrType_CONSTR_NOTNULL:
		u.NotNull = true
	case pg_query.ConstrType_CONSTR_NULL:
		if u.NotNull {
			t.NoteError(build.Nowhere, sqlstate.SyntaxError, "conflicting NULL/NOT NULL constraints")
		}
	case pg_query.ConstrType_CONSTR_CHECK:
		t.addCheck(u, k)
	case pg_query.ConstrType_CONSTR_UNIQUE:
		t.NoteError(build.Nowhere, sqlstate.SyntaxError, "unique constraints not possible for domains")
	case pg_query.ConstrType_CONSTR_PRIMARY:
		t.NoteError(build.Nowhere, sqlstate.SyntaxError, "primary key constraints not possible for domains")
	case pg_query.ConstrType_CONSTR_FOREIGN:
		t.NoteError(build.Nowhere, sqlstate.SyntaxError, "foreign key constraints not possible for domains")
	default:
		t.NoteUnsupported(k.GetLocation(), "this constraint of a domain is not supported")
	}
}

// setDefault gives a domain a default. DEFAULT NULL is none.
func (t *Rules) setDefault(u *providers.UserType, n *pg_query.Node) {
	if hasColumns(n) {
		t.NoteError(build.Nowhere, sqlstate.FeatureNotSupported, "cannot use column references in default value")
	}
	if n.GetAConst().GetIsnull() {
		return
	}
	if t.Env.ShownExpression != nil && n.GetAConst() == nil {
		shown := t.Env.ShownExpression(n, rewrite.Place{New: true, Type: t.parsedType(u.Base)})
		u.DefaultShown, u.DefaultPretty = shown.Full, shown.Pretty
	}
	emulation.RefuseOfSession(&t.Translation, n, nil)
	u.Default = t.PostgresText(n)
}

// addCheck adds a CHECK to a domain. The source runs it once of NULL, which tells what is wrong with its types.
func (t *Rules) addCheck(u *providers.UserType, k *pg_query.Constraint) {
	trees.EachExpression(k.RawExpr, func(n *pg_query.Node) {
		switch {
		case n.GetSubLink() != nil:
			t.NoteError(n.GetSubLink().Location, sqlstate.FeatureNotSupported, "cannot use subquery in check constraint")
		case n.GetColumnRef() != nil && !isValue(n):
			t.NoteError(n.GetColumnRef().Location, sqlstate.UndefinedColumn, "column %q does not exist", trees.LastField(n))
		case n.GetParamRef() != nil:
			t.NoteError(n.GetParamRef().Location, "42P02", "there is no parameter $%d", n.GetParamRef().Number)
		}
	})
	name := k.Conname
	taken := func(name string) bool {
		return slices.ContainsFunc(u.Checks, func(c providers.DomainCheck) bool { return c.Name == name })
	}
	if name != "" && taken(name) {
		t.NoteError(build.Nowhere, duplicateObject, "constraint %q for domain %q already exists", name, u.Name)
	}
	for n := 0; name == "" || k.Conname == "" && taken(name); n++ {
		suffix := "check"
		if n > 0 {
			suffix += strconv.Itoa(n)
		}
		name = checkName(u.Name, suffix)
	}
	if t.Err != nil {
		return
	}
	check := providers.DomainCheck{Name: name, Condition: t.PostgresText(k.RawExpr)}
	check.Shown, check.Pretty = t.shownCheck(k.RawExpr, u)
	u.Checks = append(u.Checks, check)
	slices.SortStableFunc(u.Checks, func(a, b providers.DomainCheck) int { return strings.Compare(a.Name, b.Name) })
	probe := t.probeOf(t.condition(check, build.Cast(build.Null(), t.parsedType(u.Base))))
	t.Before, t.Changed = append(t.Before, probe), true
}

// checkName is the name that Postgres gives to a constraint of a domain: the name of the domain is cut for it.
func checkName(domain, suffix string) string {
	return domain[:min(len(domain), lexical.MaxName-len(suffix)-1)] + "_" + suffix
}

// AlterDomain makes a domain anew.
func (t *Rules) AlterDomain(root *pg_query.Node, s *pg_query.AlterDomainStmt) {
	emulation.RefuseName(&t.Translation, s.TypeName)
	u := t.domainNamed(s.TypeName)
	if u == nil {
		return
	}
	if t.refuseWithin(u, s.Subtype); t.Err != nil {
		return
	}
	now, written := *u, strings.Join(parse.NameParts(s.TypeName), ".")
	now.Checks = slices.Clone(u.Checks)
	switch s.Subtype {
	case "T":
		now.Default, now.DefaultShown, now.DefaultPretty = "", "", ""
		if s.Def != nil {
			t.setDefault(&now, s.Def)
		}
	case "N":
		now.NotNull = false
	case "O":
		now.NotNull = true
		t.checkUsers(u, func(value *pg_query.Node) *pg_query.Node { return build.IsNull(value) }, "23502", "contains null values")
	case "C":
		k := s.Def.GetConstraint()
		if k.GetContype() != pg_query.ConstrType_CONSTR_CHECK {
			t.NoteUnsupported(k.GetLocation(), "ALTER DOMAIN … ADD of this constraint is not supported")
			return
		}
		t.addCheck(&now, k)
		for i, added := range now.Checks {
			switch {
			case t.Err != nil || slices.Contains(u.Checks, added):
			case k.SkipValidation:
				now.Checks[i].Unchecked = true
			default:
				t.validate(u, added)
			}
		}
	case "X":
		kept := slices.DeleteFunc(now.Checks, func(c providers.DomainCheck) bool { return c.Name == s.Name })
		if len(kept) == len(u.Checks) && !s.MissingOk {
			t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "constraint %q of domain %q does not exist", s.Name, written)
		}
		if len(kept) == len(u.Checks) {
			t.Notice = `constraint "` + s.Name + `" of domain "` + written + `" does not exist, skipping`
		}
		now.Checks = kept
	case "V":
		at := slices.IndexFunc(now.Checks, func(c providers.DomainCheck) bool { return c.Name == s.Name })
		switch {
		case at < 0:
			t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "constraint %q of domain %q does not exist", s.Name, written)
		case now.Checks[at].Unchecked:
			t.validate(u, now.Checks[at])
			now.Checks[at].Unchecked = false
		}
	default:
		t.NoteUnsupported(build.Nowhere, "this ALTER DOMAIN is not supported")
	}
	t.makeAgain(root, u, &now)
}

// validate has the source fail where a column of a domain has a value that violates a CHECK.
func (t *Rules) validate(u *providers.UserType, check providers.DomainCheck) {
	t.checkUsers(u, func(value *pg_query.Node) *pg_query.Node { return build.Not(t.condition(check, value)) }, "23514", "contains values that violate the new constraint")
}

// domainNamed returns the domain of a name. If there is none, it notes an error and returns nil.
func (t *Rules) domainNamed(name []*pg_query.Node) *providers.UserType {
	u := t.TypeNamed(&pg_query.TypeName{Names: name})
	_, last := parse.SplitName(name)
	switch {
	case u == nil && t.Env.Enum != nil && t.isOtherType(&pg_query.TypeName{Names: name}), u != nil && u.Kind != "d":
		t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "%q is not a domain", last)
	case u == nil:
		t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "type %q does not exist", strings.Join(parse.NameParts(name), "."))
	default:
		return u
	}
	return nil
}

// makeAgain makes the statements that drop a type and create it in its present form.
func (t *Rules) makeAgain(root *pg_query.Node, was, now *providers.UserType) {
	if t.Err != nil {
		return
	}
	t.Before = append(t.Before, "DROP TYPE "+lexical.Quote(was.Schema)+"."+lexical.Quote(was.Name))
	if was.Kind == "c" { // the source makes the other with the enum
		t.Before = append(t.Before, "DROP TYPE "+lexical.Quote(was.Schema)+"."+lexical.Quote(rowName(was.Name)))
	}
	t.makeUserType(root, build.Names(was.Schema, now.Name), now)
	if now.Comment != "" {
		t.After = append(t.After, lexical.CommentOn("TYPE", []string{now.Schema, now.Name}, now.Comment))
	}
}

// checkUsers has the source fail where a column of a domain, or of one over it, has a value of which fails is true.
func (t *Rules) checkUsers(u *providers.UserType, fails func(value *pg_query.Node) *pg_query.Node, code, what string) {
	for _, d := range t.Env.Types {
		if !slices.ContainsFunc(t.domains(d), func(over *providers.UserType) bool { return over.ID == u.ID }) {
			continue
		}
		for _, c := range d.Users {
			column := pg_query.MakeColumnRefNode(build.Names(c.Column), build.Nowhere)
			failure := build.Call("error", build.Text(code+`: column "`+c.Column+`" of table "`+c.Table+`" `+what))
			from := &pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: &pg_query.RangeVar{Schemaname: c.Schema, Relname: c.Table, Inh: true, Relpersistence: "p", Location: build.Nowhere}}}
			found := build.Select(from, pg_query.MakeResTargetNodeWithVal(failure, build.Nowhere))
			found.GetSelectStmt().WhereClause = fails(column)
			t.Translate(found.ProtoReflect())
			t.Before = append(t.Before, t.DeparseStatement(found))
		}
	}
}

// RenameType renames a domain, a constraint of one, a composite type or an attribute.
func (t *Rules) RenameType(root *pg_query.Node, s *pg_query.RenameStmt) bool {
	name := s.GetObject().GetList().GetItems()
	if s.RenameType == pg_query.ObjectType_OBJECT_ATTRIBUTE {
		return t.renameAttribute(root, s)
	}
	u := t.TypeNamed(&pg_query.TypeName{Names: name})
	switch {
	case s.RenameType == pg_query.ObjectType_OBJECT_TYPE && t.IsRange(name):
		if of := t.rangeNamed(name); of.Kind == "m" {
			t.NoteUnsupported(build.Nowhere, "ALTER TYPE … RENAME of a multirange type is not supported")
		} else {
			t.RefuseTakenName(build.Names(of.Schema, s.Newname))
		}
		return t.Err != nil
	case s.RenameType == pg_query.ObjectType_OBJECT_TYPE && u == nil:
		return false
	case s.RenameType != pg_query.ObjectType_OBJECT_TYPE && s.RenameType != pg_query.ObjectType_OBJECT_DOMAIN && s.RenameType != pg_query.ObjectType_OBJECT_DOMCONSTRAINT:
		return false
	}
	emulation.RefuseName(&t.Translation, name)
	if s.RenameType != pg_query.ObjectType_OBJECT_TYPE {
		u = t.domainNamed(name)
	}
	if u == nil {
		return true
	}
	now := *u
	if s.RenameType == pg_query.ObjectType_OBJECT_DOMCONSTRAINT {
		now.Checks = slices.Clone(u.Checks)
		at := slices.IndexFunc(now.Checks, func(c providers.DomainCheck) bool { return c.Name == s.Subname })
		switch {
		case at < 0:
			t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "constraint %q for domain %s does not exist", s.Subname, u.Name)
			return true
		case slices.ContainsFunc(now.Checks, func(c providers.DomainCheck) bool { return c.Name == s.Newname }):
			t.NoteError(build.Nowhere, duplicateObject, "constraint %q for domain %q already exists", s.Newname, u.Name)
		}
		now.Checks[at].Name = s.Newname
	} else {
		t.RefuseTakenName(build.Names(u.Schema, s.Newname))
		switch {
		case u.Kind == "c" && t.Env.Taken != nil && t.Env.Taken(u.Schema, s.Newname):
			t.NoteError(build.Nowhere, sqlstate.DuplicateTable, "relation %q already exists", s.Newname)
		case t.Env.Columns != nil && len(t.Env.Columns(u.Schema, s.Newname)) > 0:
			t.NoteError(build.Nowhere, duplicateObject, "type %q already exists", s.Newname)
		}
		now.Name = s.Newname
	}
	t.makeAgain(root, u, &now)
	return true
}

// DropTypes drops domains and composite types. It reports whether the statement drops one of them.
func (t *Rules) DropTypes(s *pg_query.DropStmt) bool {
	if s.RemoveType != pg_query.ObjectType_OBJECT_DOMAIN && s.RemoveType != pg_query.ObjectType_OBJECT_TYPE {
		return false
	}
	t.Dropped = true
	var dropped []*providers.UserType
	kept, missing, ranged := s.Objects[:0:0], "", false
	for _, o := range s.Objects {
		u := t.TypeNamed(o.GetTypeName())
		if u.IsRange() {
			kept, ranged = append(kept, o), ranged || t.dropRange(u, o.GetTypeName(), s)
			continue
		}
		_, name := parse.SplitName(o.GetTypeName().GetNames())
		switch {
		case u != nil:
			if dropped = append(dropped, u); u.Schema != t.Env.Schema {
				o.GetTypeName().Names = build.Names(u.Schema, u.Name)
			}
		case s.RemoveType == pg_query.ObjectType_OBJECT_DOMAIN && t.Env.Enum != nil && t.isPostgresType(o.GetTypeName()):
			t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "%q is not a domain", name)
		case s.RemoveType == pg_query.ObjectType_OBJECT_DOMAIN && !s.MissingOk:
			t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "type %q does not exist", strings.Join(parse.NameParts(o.GetTypeName().GetNames()), "."))
		case s.RemoveType == pg_query.ObjectType_OBJECT_DOMAIN:
			missing = strings.Join(parse.NameParts(o.GetTypeName().GetNames()), ".")
			continue
		}
		if u != nil && u.Kind != "d" && s.RemoveType == pg_query.ObjectType_OBJECT_DOMAIN {
			t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "%q is not a domain", name)
		}
		kept = append(kept, o)
	}
	if len(dropped) == 0 {
		return ranged
	}
	if ranged && s.Behavior == pg_query.DropBehavior_DROP_CASCADE {
		t.NoteUnsupported(build.Nowhere, "DROP … CASCADE of range types and other types at once is not supported")
	}
	if missing != "" {
		t.Notice = `type "` + missing + `" does not exist, skipping`
	}
	s.Objects, t.Changed = kept, true
	for _, u := range dropped {
		t.refuseDependent(u, dropped, s.Behavior)
		if u.Kind == "c" {
			t.After = append(t.After, "DROP TYPE "+lexical.Quote(u.Schema)+"."+lexical.Quote(rowName(u.Name)))
		}
	}
	s.RemoveType, s.Behavior = pg_query.ObjectType_OBJECT_TYPE, pg_query.DropBehavior_DROP_RESTRICT
	return true
}

// refuseDependent refuses to drop a type that something else is of.
func (t *Rules) refuseDependent(u *providers.UserType, dropped []*providers.UserType, behavior pg_query.DropBehavior) {
	var lines []string
	for _, d := range t.Env.Types {
		if d.Over == u.ID && !slices.Contains(dropped, d) {
			lines = append(lines, "type "+t.Env.ShownName(d.Schema, d.Name)+" depends on type "+t.Env.ShownName(u.Schema, u.Name))
		}
	}
	lines = append(lines, t.partsOf(u, dropped)...)
	switch {
	case len(lines) == 0 || t.Err != nil:
	case behavior == pg_query.DropBehavior_DROP_CASCADE:
		t.NoteUnsupported(build.Nowhere, "DROP … CASCADE of a type that something else is of is not supported")
	default:
		t.Err = sqlstate.New("2BP01", "cannot drop type %s because other objects depend on it", t.Env.ShownName(u.Schema, u.Name)).
			WithDetail("%s", strings.Join(lines, "\n")).WithHint("Use DROP ... CASCADE to drop the dependent objects too.")
	}
}
