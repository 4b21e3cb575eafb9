package statements

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/policy"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// alterTable makes one statement of each command of ALTER TABLE, and says in Postgres's words what
// DuckDB does not have.
func (t *Rules) alterTable(root *pg_query.Node, s *pg_query.AlterTableStmt) {
	emulation.RefuseTarget(&t.Translation, s.Relation)
	if s.Objtype == pg_query.ObjectType_OBJECT_TYPE {
		t.users.AlterComposite(root, s)
		return
	}
	if owner := s.Cmds[0].GetAlterTableCmd(); len(s.Cmds) == 1 && !s.MissingOk && owner.GetSubtype() == pg_query.AlterTableType_AT_ChangeOwner &&
		(s.Objtype == pg_query.ObjectType_OBJECT_VIEW || s.Objtype == pg_query.ObjectType_OBJECT_SEQUENCE || s.Objtype == pg_query.ObjectType_OBJECT_TABLE) {
		t.ownedAlready(root, s, owner)
		return
	}
	if s.Objtype == pg_query.ObjectType_OBJECT_VIEW {
		t.NoteUnsupported(build.Nowhere, "ALTER VIEW … %s is not supported", alterWords(s.Cmds[0].GetAlterTableCmd().GetSubtype())).
			WithHint("Write CREATE OR REPLACE VIEW.")
		return
	}
	if s.Objtype == pg_query.ObjectType_OBJECT_FOREIGN_TABLE || s.Objtype == pg_query.ObjectType_OBJECT_INDEX && s.Cmds[0].GetAlterTableCmd().GetNum() > 0 {
		t.NoteUnsupported(build.Nowhere, "ALTER %s … %s is not supported", policy.ObjectVerb(s.Objtype), alterWords(s.Cmds[0].GetAlterTableCmd().GetSubtype()))
		return
	}
	if s.Objtype == pg_query.ObjectType_OBJECT_MATVIEW {
		s.Objtype, t.Changed = pg_query.ObjectType_OBJECT_TABLE, true
	}
	var parts []*pg_query.Node
	for _, n := range s.Cmds {
		switch part := t.alterCommand(s, n.GetAlterTableCmd()); {
		case part == nil:
		case len(parts) > 0 && t.keysAdded(n.GetAlterTableCmd()): // whose values are there behind all parts
			t.After, t.Changed = append(t.After, t.DeparseStatement(part)), true
		default:
			parts = append(parts, part)
		}
	}
	if t.Err != nil || len(parts) == 0 {
		if t.Err == nil {
			t.NoteUnsupported(build.Nowhere, "ALTER TABLE without a command is not supported")
		}
		return
	}
	for _, part := range parts[:len(parts)-1] {
		t.expressions.Translate(part.ProtoReflect())
		t.Before, t.Changed = append(t.Before, t.DeparseStatement(part)), true
	}
	root.Node = parts[len(parts)-1].Node
}

// keysAdded reports whether a command makes a primary key of columns that the statement adds.
func (t *Rules) keysAdded(c *pg_query.AlterTableCmd) bool {
	k := c.GetDef().GetConstraint()
	return c.GetSubtype() == pg_query.AlterTableType_AT_AddConstraint && k.GetContype() == pg_query.ConstrType_CONSTR_PRIMARY &&
		slices.ContainsFunc(parse.NameParts(k.GetKeys()), func(name string) bool {
			return slices.ContainsFunc(t.added, func(added *pg_query.ColumnDef) bool { return added.Colname == name })
		})
}

// alterCommand returns the statement for one command; nil if it is refused.
func (t *Rules) alterCommand(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) *pg_query.Node {
	switch c.GetSubtype() {
	case pg_query.AlterTableType_AT_AddColumn:
		t.addColumn(s, c)
	case pg_query.AlterTableType_AT_AddConstraint:
		t.beginShown(s.Relation, nil, false)
		t.users.RefuseReferentialActions(s.Relation, []*pg_query.Node{c.Def})
		t.useIndex(s, c.GetDef().GetConstraint())
		if t.addIndexedKey(s, c.GetDef().GetConstraint()) {
			return nothingOf(s, parse.NameParts(c.GetDef().GetConstraint().Keys)[0])
		}
		if column := t.addExclusion(s, c.GetDef().GetConstraint()); column != "" || t.Err != nil {
			return nothingOf(s, column)
		}
		t.addConstraint(c.GetDef().GetConstraint())
		c.Def = t.addedConstraint(s.Relation.GetRelname(), c.Def)
	case pg_query.AlterTableType_AT_SetLogged, pg_query.AlterTableType_AT_SetUnLogged, pg_query.AlterTableType_AT_ClusterOn,
		pg_query.AlterTableType_AT_DropCluster, pg_query.AlterTableType_AT_ReplicaIdentity, pg_query.AlterTableType_AT_SetStatistics,
		pg_query.AlterTableType_AT_SetStorage, pg_query.AlterTableType_AT_SetRelOptions, pg_query.AlterTableType_AT_ResetRelOptions:
		t.alterStored(s, c) // the source changes nothing else: they are about files of Postgres
	case pg_query.AlterTableType_AT_ValidateConstraint: // the source validates it
	case pg_query.AlterTableType_AT_ChangeOwner:
		t.keepOwner(c.GetNewowner())
	case pg_query.AlterTableType_AT_AddIdentity:
		return t.addIdentity(s, c)
	case pg_query.AlterTableType_AT_SetIdentity:
		return t.setIdentity(s, c)
	case pg_query.AlterTableType_AT_DropIdentity:
		t.Changed = true
		if column := t.ColumnOf(s.Relation, c.Name); column == nil || column.Identity == 0 {
			if column != nil && c.MissingOk {
				t.Notice = `column "` + c.Name + `" of relation "` + s.Relation.GetRelname() + `" is not an identity column, skipping`
				return nothingOf(s, c.Name)
			}
			t.refuseNoIdentity(s, c.Name)
		} else if names := nameParts(column.Draws); len(names) > 1 {
			t.After = append(t.After, "DROP SEQUENCE IF EXISTS "+lexical.Quote(names[len(names)-2])+"."+lexical.Quote(names[len(names)-1]))
		}
		c = &pg_query.AlterTableCmd{Subtype: pg_query.AlterTableType_AT_ColumnDefault, Name: c.Name, Behavior: pg_query.DropBehavior_DROP_RESTRICT}
	case pg_query.AlterTableType_AT_DropConstraint: // the provider makes the table again without the constraint
	case pg_query.AlterTableType_AT_AlterColumnType:
		t.alterType(s, c)
	case pg_query.AlterTableType_AT_ColumnDefault:
		t.alterDefault(s, c)
	case pg_query.AlterTableType_AT_DropExpression:
		return t.dropExpression(s, c)
	case pg_query.AlterTableType_AT_DropNotNull, pg_query.AlterTableType_AT_SetNotNull,
		pg_query.AlterTableType_AT_DropColumn:
	default:
		t.NoteUnsupported(build.Nowhere, "ALTER TABLE … %s is not supported", alterWords(c.GetSubtype()))
	}
	return build.AlterTable(s, c)
}

// nothingOf is an ALTER TABLE that changes nothing.
func nothingOf(s *pg_query.AlterTableStmt, column string) *pg_query.Node {
	return build.AlterTable(s, &pg_query.AlterTableCmd{
		Subtype: pg_query.AlterTableType_AT_SetStatistics, Name: column, Def: pg_query.MakeIntNode(-1), Behavior: pg_query.DropBehavior_DROP_RESTRICT,
	})
}

// ownedAlready has the source look for a relation that its owner is to own. Nothing changes.
func (t *Rules) ownedAlready(root *pg_query.Node, s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) {
	t.keepOwner(c.GetNewowner())
	schema, name := s.Relation.GetSchemaname(), s.Relation.GetRelname()
	if (s.Objtype == pg_query.ObjectType_OBJECT_SEQUENCE || t.isSequence(s)) && t.Env.Sequence != nil {
		if _, _, ok := t.Env.Sequence(schema, name); !ok {
			t.NoteError(build.Nowhere, sqlstate.UndefinedTable, "relation %q does not exist", name)
		}
	} else {
		t.Before = append(t.Before, "SELECT 1 FROM "+lexical.QuoteRelation(s.Relation)+" LIMIT 0")
	}
	t.answerNothing(root)
}

// isSequence reports whether an ALTER TABLE is of a sequence.
func (t *Rules) isSequence(s *pg_query.AlterTableStmt) bool {
	if s.Objtype != pg_query.ObjectType_OBJECT_TABLE || t.Env.Sequence == nil {
		return false
	}
	_, _, is := t.Env.Sequence(s.Relation.GetSchemaname(), s.Relation.GetRelname())
	return is
}

// keepOwner takes an owner who has everything already: the user of the session.
func (t *Rules) keepOwner(r *pg_query.RoleSpec) {
	if r.GetRoletype() == pg_query.RoleSpecType_ROLESPEC_CSTRING && !strings.EqualFold(r.GetRolename(), t.Env.User) {
		t.NoteUnsupported(r.GetLocation(), "OWNER TO %s is not supported", r.GetRolename()).
			WithHint("Objects of the embedded engine are the session's: restore with --no-owner.")
	}
}

// addIdentity gives a column a sequence.
func (t *Rules) addIdentity(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) *pg_query.Node {
	k := c.GetDef().GetConstraint()
	column := &pg_query.ColumnDef{Colname: c.Name}
	known := t.ColumnOf(s.Relation, c.Name)
	if known == nil {
		t.NoteUnsupported(build.Nowhere, "ADD IDENTITY to a column that is not there yet is not supported")
		return nil
	}
	if known.Identity != 0 {
		t.NoteError(build.Nowhere, "55000", "column %q of relation %q is already an identity column", c.Name, s.Relation.GetRelname())
	}
	kind, ok := map[uint32]string{21: "int2", 23: "int4", 20: "int8"}[known.Type]
	if !ok {
		t.NoteError(build.Nowhere, "22023", "identity column type must be smallint, integer, or bigint")
		return nil
	}
	column.TypeName = build.PlainType(kind)
	t.identity(s.Relation, column, k)
	if t.generated[column] == nil {
		return nil
	}
	return build.AlterTable(s, &pg_query.AlterTableCmd{
		Subtype: pg_query.AlterTableType_AT_ColumnDefault, Name: c.Name, Def: t.generated[column][0].GetConstraint().RawExpr, Behavior: pg_query.DropBehavior_DROP_RESTRICT,
	})
}

// alterDefault reads the new default of a column as the type of the column does.
func (t *Rules) alterDefault(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) {
	column := t.ColumnOf(s.Relation, c.Name)
	switch {
	case column == nil || c.Def == nil:
	case column.User == "":
		t.noteShown(c, c.Def, rewrite.Place{New: true})
		written := c.Def
		c.Def = writes.HoldDefault(t.precisionAfter(s, column), t.typeDefault(c.Def, nameAfter(s, column)))
		c.Def = t.limitDefault(*column, c.Def)
		t.Changed = t.Changed || c.Def != written
		if emulation.IsAsked(c.Def) {
			if typeAfter(s, column) != nil {
				t.NoteUnsupported(build.Nowhere, "ALTER TABLE … TYPE and SET DEFAULT of a value of the session, both of column %q, are not supported", c.Name).
					WithHint("Write a statement for each.")
			}
			c.Def = writes.Hold(*column, c.Def)
		}
		c.Def = t.keepShown(c, c.Def)
	default:
		t.users.CheckNewDefault(column, c)
	}
}

// refuseNoIdentity notes the error of a column that is no identity column, or of its table that is not there.
func (t *Rules) refuseNoIdentity(s *pg_query.AlterTableStmt, column string) {
	switch {
	case t.Env.Columns == nil || len(t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname())) > 0:
		t.NoteError(build.Nowhere, "55000", "column %q of relation %q is not an identity column", column, s.Relation.GetRelname())
	case !s.MissingOk: // otherwise the source says that it skips the table
		t.NoteError(build.Nowhere, sqlstate.UndefinedTable, "relation %q does not exist", s.Relation.GetRelname())
	}
}

// addConstraint takes the constraints that the provider makes a table again with.
func (t *Rules) addConstraint(k *pg_query.Constraint) {
	switch {
	case (k.GetContype() == pg_query.ConstrType_CONSTR_PRIMARY || k.GetContype() == pg_query.ConstrType_CONSTR_UNIQUE) && len(k.Keys) > 0:
	case k.GetContype() != pg_query.ConstrType_CONSTR_CHECK && k.GetContype() != pg_query.ConstrType_CONSTR_FOREIGN:
		t.NoteUnsupported(k.GetLocation(), "ALTER TABLE … ADD of this constraint is not supported")
	case k.SkipValidation:
		k.SkipValidation, k.InitiallyValid, t.Changed, t.unchecked = false, true, true, k
	}
	t.refuseTiming(k)
}

// addedConstraint returns the constraint that the source adds: a foreign key, and the name of a CHECK, are in its text.
func (t *Rules) addedConstraint(table string, n *pg_query.Node) *pg_query.Node {
	switch n.GetConstraint().GetContype() {
	case pg_query.ConstrType_CONSTR_FOREIGN, pg_query.ConstrType_CONSTR_CHECK:
		return t.keepConstraint(table, n, map[string]bool{})[0]
	}
	return n
}

// addColumn moves NOT NULL out of ADD COLUMN, where DuckDB has no constraints.
func (t *Rules) addColumn(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) {
	column := c.GetDef().GetColumnDef()
	if column == nil {
		return
	}
	if column.Constraints = timed(column.Constraints); t.skipsColumn(s, c, column) || t.mayBeThere(s, c, column) {
		return
	}
	t.beginShown(s.Relation, []*pg_query.Node{c.Def}, false) // before the constraints change
	t.added = append(t.added, &pg_query.ColumnDef{Colname: column.Colname, TypeName: proto.CloneOf(column.TypeName)})
	t.keepCollation(s.Relation, column.Colname, column)
	t.users.CheckAddedColumn(s, c, column)
	limit, _ := writes.LimitOf(&t.Translation, column.GetTypeName())
	t.columnDefinition(s.Relation, column)
	if t.generated[column] == nil {
		t.drawnColumn(column)
	}
	t.numberAdded(s, column)
	t.addComputed(s, c, column, limit)
	kept := column.Constraints[:0]
	for _, n := range column.Constraints {
		k := n.GetConstraint()
		switch k.GetContype() {
		case pg_query.ConstrType_CONSTR_NOTNULL:
			t.After, t.Changed = append(t.After, "ALTER TABLE "+lexical.QuoteRelation(s.Relation)+" ALTER COLUMN "+lexical.Quote(column.Colname)+" SET NOT NULL"), true
		case pg_query.ConstrType_CONSTR_UNIQUE:
			if k.Keys = build.Names(column.Colname); t.needsIndex(k, func(name string) keyed { return t.keyedByType(name, column.TypeName) }) {
				t.indexKey(s.Relation, k, func(name string) keyed { return t.keyedByType(name, column.TypeName) })
				t.Changed = true
				continue
			}
			unique := build.Constraint(&pg_query.Constraint{Contype: k.Contype, Conname: k.Conname, Keys: build.Names(column.Colname)})
			added := build.AlterTable(s, &pg_query.AlterTableCmd{Subtype: pg_query.AlterTableType_AT_AddConstraint, Def: unique, Behavior: pg_query.DropBehavior_DROP_RESTRICT})
			t.After, t.Changed = append(t.After, t.DeparseStatement(added)), true
		case pg_query.ConstrType_CONSTR_DEFAULT, pg_query.ConstrType_CONSTR_NULL:
			kept = append(kept, n)
		case pg_query.ConstrType_CONSTR_GENERATED:
			t.addGenerated(s.Relation, column, k)
			k.RawExpr = t.keepShown(k, k.RawExpr)
			kept = append(kept, n)
		case pg_query.ConstrType_CONSTR_CHECK, pg_query.ConstrType_CONSTR_FOREIGN:
			t.addConstraint(k)
			if k.Contype == pg_query.ConstrType_CONSTR_FOREIGN {
				k.FkAttrs = build.Names(column.Colname)
			}
			n = t.addedConstraint(s.Relation.GetRelname(), n)
			added := build.AlterTable(s, &pg_query.AlterTableCmd{Subtype: pg_query.AlterTableType_AT_AddConstraint, Def: n, Behavior: pg_query.DropBehavior_DROP_RESTRICT})
			t.expressions.Translate(added.ProtoReflect())
			t.After, t.Changed = append(t.After, t.DeparseStatement(added)), true
		default:
			t.NoteUnsupported(k.GetLocation(), "ADD COLUMN with this constraint is not supported")
		}
	}
	column.Constraints = kept
}

// addGenerated looks at a generated column that is added to a table.
func (t *Rules) addGenerated(table *pg_query.RangeVar, column *pg_query.ColumnDef, k *pg_query.Constraint) {
	for _, name := range columnsIn(k.RawExpr.ProtoReflect(), nil) {
		if c := t.ColumnOf(table, name); c != nil && c.Generated {
			t.NoteError(build.Nowhere, "42P17", "cannot use generated column %q in column generation expression", name).
				WithDetail("A generated column cannot reference another generated column.")
		}
	}
	for _, n := range column.Constraints {
		if kind := n.GetConstraint().GetContype(); kind != pg_query.ConstrType_CONSTR_GENERATED && kind != pg_query.ConstrType_CONSTR_NULL {
			t.NoteUnsupported(n.GetConstraint().Location, "a constraint of a generated column is not supported")
		}
	}
	if _, name := parse.SplitName(column.TypeName.GetNames()); name == "numeric" && len(column.TypeName.Typmods) == 0 {
		t.NoteUnsupported(k.Location, "ADD COLUMN of a generated numeric without a scale is not supported").WithHint("Write numeric(p, s).")
	}
}

// addComputed moves a default that is no constant out of ADD COLUMN, where DuckDB has constants alone: the rows get the values as the
// column gets its type, and the default comes behind.
func (t *Rules) addComputed(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd, column *pg_query.ColumnDef, limit rewrite.Column) {
	at := slices.IndexFunc(column.Constraints, func(n *pg_query.Node) bool {
		return n.GetConstraint().GetContype() == pg_query.ConstrType_CONSTR_DEFAULT
	})
	if at < 0 || t.Err != nil {
		return
	}
	// DuckDB has no constants with exponents here: they are written as casts.
	if k := column.Constraints[at].GetConstraint().RawExpr.GetAConst(); k != nil && k.GetBoolval() == nil && !strings.ContainsAny(k.GetFval().GetFval(), "eE") {
		return
	}
	if c.MissingOk {
		if t.Env.Columns == nil || len(t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname())) == 0 {
			return // there is no such table
		}
		c.MissingOk = false // the source fails if another table of that name comes first
	}
	k := column.Constraints[at].GetConstraint()
	value := k.RawExpr
	column.Constraints, t.Changed = slices.Delete(column.Constraints, at, at+1), true
	typed := &pg_query.ColumnDef{TypeName: proto.CloneOf(column.TypeName), RawDefault: writes.Hold(limit, proto.CloneOf(value)), Location: build.Nowhere}
	for _, command := range []*pg_query.AlterTableCmd{
		{Subtype: pg_query.AlterTableType_AT_AlterColumnType, Name: column.Colname, Def: &pg_query.Node{Node: &pg_query.Node_ColumnDef{ColumnDef: typed}}, Behavior: pg_query.DropBehavior_DROP_RESTRICT},
		{Subtype: pg_query.AlterTableType_AT_ColumnDefault, Name: column.Colname, Def: t.keepShown(k, value), Behavior: pg_query.DropBehavior_DROP_RESTRICT},
	} {
		altered := build.AlterTable(s, command)
		t.expressions.Translate(altered.ProtoReflect())
		t.After = append(t.After, t.DeparseStatement(altered))
	}
}

// mayBeThere refuses a column with a sequence of its own that the statement drops first, and one of ADD COLUMN IF NOT EXISTS if the
// columns of the table are not known: numbers would take the place of the values of a column that is there. It reports whether it has.
func (t *Rules) mayBeThere(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd, column *pg_query.ColumnDef) bool {
	_, name := parse.SplitName(column.GetTypeName().GetNames())
	if _, draws := serials[name]; !draws && !trees.HasConstraint(column.Constraints, pg_query.ConstrType_CONSTR_IDENTITY) {
		return false
	}
	switch {
	case dropsColumn(s, column.Colname):
		t.NoteUnsupported(build.Nowhere, "ADD COLUMN of a column with a sequence of its own that the statement drops is not supported").
			WithHint("Drop the column in a statement before.")
		return true
	case c.MissingOk && (t.Env.Columns == nil || len(t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname())) == 0):
		t.NoteUnsupported(build.Nowhere, "ADD COLUMN IF NOT EXISTS of a column with a sequence of its own is not supported here")
		return true
	case c.MissingOk:
		c.MissingOk, t.Changed = false, true // the source fails if another table of that name comes first
	}
	return false
}

// alterType holds the values of a column to the length that its new type has.
func (t *Rules) alterType(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) {
	r, column := s.Relation, c.GetDef().GetColumnDef()
	was := t.ColumnOf(r, c.Name)
	if was != nil && was.User != "" || t.users.TypeNamed(column.GetTypeName()) != nil {
		t.NoteUnsupported(build.Nowhere, "ALTER COLUMN … TYPE from or to a domain or a composite type is not supported")
		return
	}
	t.keepCollation(r, c.Name, column)
	_, name := parse.SplitName(column.GetTypeName().GetNames())
	t.columnCollation(column, name)
	t.checkAlteredType(s, c)
	t.alterPrecision(s, c, was)
	limit, limited := writes.LimitOf(&t.Translation, column.GetTypeName())
	if was != nil && was.HasDefault && (was.Bits && was.Array || limit.Bits && limit.Array) {
		t.NoteUnsupported(column.GetTypeName().GetLocation(), "ALTER COLUMN … TYPE of a column that has a default, from or to an array of bit strings, is not supported").
			WithHint("Drop the default before, and set it again.")
		return
	}
	if !limited {
		writes.LimitColumn(&t.Translation, column)
		return
	}
	if column.RawDefault == nil {
		column.RawDefault = pg_query.MakeColumnRefNode(build.Names(c.Name), build.Nowhere)
	}
	column.RawDefault = writes.Hold(limit, column.RawDefault)
	writes.LimitColumn(&t.Translation, column)
}

// alterPrecision rounds the values of a column to the precision of its new type, and keeps that instead of the old one.
func (t *Rules) alterPrecision(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd, was *rewrite.Column) {
	column := c.GetDef().GetColumnDef()
	keep := func(precision rewrite.Column) string {
		added := build.AlterTable(s, &pg_query.AlterTableCmd{
			Subtype: pg_query.AlterTableType_AT_AddConstraint, Def: writes.KeepPrecision(precision, c.Name), Behavior: pg_query.DropBehavior_DROP_RESTRICT,
		})
		t.Changed = true
		return t.DeparseStatement(added)
	}
	to, precise := writes.PrecisionOf(&t.Translation, column.GetTypeName())
	if was != nil && was.HasDefault && (writes.IsRoundedTime(*was) || writes.IsRoundedTime(to)) {
		t.NoteUnsupported(column.GetTypeName().GetLocation(), "ALTER COLUMN … TYPE of a column that has a default, from or to a type of limited precision, is not supported").
			WithHint("Drop the default before, and set it again.")
		return
	}
	if was != nil && was.Precise {
		t.Before = append(t.Before, keep(rewrite.Column{}))
	}
	if precise {
		t.After = append(t.After, keep(to))
		writes.HoldDecimal(&t.Translation, to, column.TypeName)
	} else {
		to, _ = writes.WidestOf(&t.Translation, column.GetTypeName())
	}
	if !to.Held() || column.RawDefault == nil && was != nil && writes.RoundsItself(*was, to) {
		return
	}
	if column.RawDefault == nil {
		column.RawDefault = pg_query.MakeColumnRefNode(build.Names(c.Name), build.Nowhere)
	}
	column.RawDefault, t.Changed = writes.Hold(to, column.RawDefault), true
}

// checkAlteredType refuses a type to which PostgreSQL does not cast the values of a column by itself, without USING, or the default
// of the column.
func (t *Rules) checkAlteredType(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) {
	was, to := t.ColumnOf(s.Relation, c.Name), c.GetDef().GetColumnDef()
	if was == nil || was.User != "" {
		return
	}
	from, into := t.castCategory(was), t.castCategoryOf(to.GetTypeName())
	enum, _ := t.EnumNamed(to.GetTypeName())
	moments := strings.IndexByte("DTI", from) >= 0 && (into == 'T' || into == 'I') // some of them are assigned to each other
	if from == 0 || into == 0 || into == 'S' || moments || from == into && (from != 'E' || enum == nil || was.Enum == nil || enum.Schema == was.Enum.Schema && enum.Name == was.Enum.Name) {
		return
	}
	_, name := parse.SplitName(to.GetTypeName().GetNames())
	if name = inference.Spelled(name); enum != nil {
		name = t.Env.ShownName(enum.Schema, enum.Name)
	}
	if into == 'A' {
		name += "[]"
	}
	drops := func(n *pg_query.Node) bool {
		other := n.GetAlterTableCmd()
		return other.GetSubtype() == pg_query.AlterTableType_AT_ColumnDefault && other.GetName() == c.Name && other.GetDef() == nil
	}
	switch {
	case to.GetRawDefault() == nil:
		t.NoteError(build.Nowhere, "42804", "column %q cannot be cast automatically to type %s", c.Name, name).
			WithHint(`You might need to specify "USING %s::%s".`, lexical.QuoteIfNeeded(c.Name), name)
	case was.HasDefault && was.Identity == 0 && !was.Generated && !slices.ContainsFunc(s.Cmds, drops):
		t.NoteError(build.Nowhere, "42804", "default for column %q cannot be cast automatically to type %s", c.Name, name)
	}
}

// alterWords spells a kind of command as SQL: AT_ChangeOwner is CHANGE OWNER.
func alterWords(kind pg_query.AlterTableType) string {
	var b strings.Builder
	for i, r := range strings.TrimPrefix(kind.String(), "AT_") {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return strings.ToUpper(b.String())
}
