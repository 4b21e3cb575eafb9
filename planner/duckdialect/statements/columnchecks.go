package statements

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// What PostgreSQL refuses of the columns, keys and parameters of a definition, and DuckDB takes or has other words for.

// checkDefinition refuses what PostgreSQL refuses of a definition. The tree is still the client's.
func (t *Rules) checkDefinition(root *pg_query.Node) {
	sortCommands(root.GetAlterTableStmt())
	if t.Env.SQLite {
		return
	}
	t.checkPlace(root)
	switch s := root.GetNode().(type) {
	case *pg_query.Node_CreateStmt:
		t.checkTablespace(s.CreateStmt.Tablespacename)
		t.checkTable(s.CreateStmt)
	case *pg_query.Node_CreateTableAsStmt:
		t.checkTablespace(s.CreateTableAsStmt.GetInto().GetTableSpaceName())
		t.checkTableParameters(s.CreateTableAsStmt.GetInto().GetOptions(), true)
	case *pg_query.Node_AlterTableStmt:
		t.checkAltered(s.AlterTableStmt)
	case *pg_query.Node_IndexStmt:
		t.checkIndex(s.IndexStmt)
	case *pg_query.Node_CreateSeqStmt:
		t.checkSequence(s.CreateSeqStmt.Options)
	case *pg_query.Node_AlterSeqStmt:
		t.checkSequence(s.AlterSeqStmt.Options)
	}
}

// checkPlace refuses a relation without a schema where the search path has none. The rules of types refuse theirs.
func (t *Rules) checkPlace(root *pg_query.Node) {
	if t.Env.Path == nil || len(t.Env.Path) > 0 {
		return
	}
	var relation *pg_query.RangeVar
	switch s := root.GetNode().(type) {
	case *pg_query.Node_CreateStmt:
		relation = s.CreateStmt.Relation
	case *pg_query.Node_CreateTableAsStmt:
		relation = s.CreateTableAsStmt.Into.GetRel()
	case *pg_query.Node_ViewStmt:
		relation = s.ViewStmt.View
	case *pg_query.Node_CreateSeqStmt:
		relation = s.CreateSeqStmt.Sequence
	}
	if relation != nil && relation.Schemaname == "" && relation.Relpersistence != "t" {
		t.NoteNoSchema()
	}
}

// failsIn notes an error whose words name what stands where: column "a" of table "t".
func (t *Rules) failsIn(table *pg_query.RangeVar, column, what string) {
	t.NoteError(build.Nowhere, sqlstate.SyntaxError, "%s for column %q of table %q", what, column, table.GetRelname())
}

// checkTable looks at the elements of CREATE TABLE.
func (t *Rules) checkTable(s *pg_query.CreateStmt) {
	t.checkTableParameters(s.Options, true)
	scope := columnsDefined(s)
	for _, e := range s.TableElts {
		if column := e.GetColumnDef(); column != nil {
			t.checkColumn(s.Relation, column, scope)
		} else if k := e.GetConstraint(); k != nil {
			t.checkKeyColumns(k, scope)
			t.checkCondition(k, scope)
		}
	}
}

// definedColumns are the columns that a definition gives to a table; known: those are all.
type definedColumns struct {
	columns map[string]*pg_query.ColumnDef
	known   bool
	types   map[string]string // of the columns of a table that is there, by Postgres's short names
}

// columnsDefined are the columns that CREATE TABLE defines.
func columnsDefined(s *pg_query.CreateStmt) definedColumns {
	d := definedColumns{known: len(s.InhRelations) == 0 && s.OfTypename == nil, columns: map[string]*pg_query.ColumnDef{}}
	for _, e := range s.TableElts {
		if column := e.GetColumnDef(); column != nil {
			d.columns[column.Colname] = column
		}
		d.known = d.known && e.GetTableLikeClause() == nil
	}
	return d
}

// typeOf returns the short name of a column's type, or "".
func (d definedColumns) typeOf(column string) string {
	of := d.columns[column].GetTypeName()
	if schema, name := parse.SplitName(of.GetNames()); of != nil && (schema == "" || schema == "pg_catalog") && len(of.ArrayBounds) == 0 {
		return name
	}
	return d.types[column]
}

// checkColumn looks at one column of a definition.
func (t *Rules) checkColumn(table *pg_query.RangeVar, column *pg_query.ColumnDef, scope definedColumns) {
	schema, name := parse.SplitName(column.GetTypeName().GetNames())
	if (schema == "" || schema == "pg_catalog") && name == "unknown" && len(column.TypeName.ArrayBounds) == 0 {
		t.NoteError(build.Nowhere, "42P16", "column %q has pseudo-type unknown", column.Colname)
	}
	if name == "numeric" && len(column.GetTypeName().GetTypmods()) > 0 {
		if n, ok := parse.IntConstant(column.TypeName.Typmods[0]); ok && (n < 1 || n > 1000) {
			t.NoteError(column.TypeName.Location, sqlstate.InvalidParameterValue, "NUMERIC precision %d must be between 1 and 1000", n)
		}
	}
	list := slices.Clone(column.Constraints)
	if _, serial := serials[name]; serial && schema == "" {
		list = append(list, build.Constraint(&pg_query.Constraint{Contype: pg_query.ConstrType_CONSTR_DEFAULT}), build.Constraint(&pg_query.Constraint{Contype: pg_query.ConstrType_CONSTR_NOTNULL}))
	}
	t.checkTogether(table, column, list)
	for _, n := range column.Constraints {
		k := n.GetConstraint()
		switch k.GetContype() {
		case pg_query.ConstrType_CONSTR_DEFAULT:
			t.checkDefined(k.RawExpr, inDefault, definedColumns{})
			t.checkDefaultType(column.Colname, k.RawExpr, name, len(column.TypeName.GetArrayBounds()) > 0)
			enum, array := t.EnumNamed(column.TypeName)
			t.checkEnumDefault(enum, array, k.RawExpr)
		case pg_query.ConstrType_CONSTR_GENERATED:
			t.checkDefined(k.RawExpr, inGenerated, scope)
		case pg_query.ConstrType_CONSTR_CHECK:
			t.checkCondition(k, scope)
		case pg_query.ConstrType_CONSTR_IDENTITY:
			if name != "int2" && name != "int4" && name != "int8" || len(column.TypeName.ArrayBounds) > 0 {
				t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "identity column type must be smallint, integer, or bigint")
			}
		}
	}
}

// checkTogether refuses what a column is not at once.
func (t *Rules) checkTogether(table *pg_query.RangeVar, column *pg_query.ColumnDef, list []*pg_query.Node) {
	var null, notNull, hasDefault, identity, generated bool
	fails := func(what string) { t.failsIn(table, column.Colname, what) }
	for _, n := range list {
		switch n.GetConstraint().GetContype() {
		case pg_query.ConstrType_CONSTR_NULL:
			null = true
		case pg_query.ConstrType_CONSTR_NOTNULL:
			notNull = true
		case pg_query.ConstrType_CONSTR_DEFAULT:
			if hasDefault {
				fails("multiple default values specified")
			}
			hasDefault = true
		case pg_query.ConstrType_CONSTR_IDENTITY:
			if identity {
				fails("multiple identity specifications")
			}
			identity, notNull = true, true
		case pg_query.ConstrType_CONSTR_GENERATED:
			if generated {
				fails("multiple generation clauses specified")
			}
			generated = true
		}
		switch {
		case null && notNull:
			t.NoteError(build.Nowhere, sqlstate.SyntaxError, "conflicting NULL/NOT NULL declarations for column %q of table %q", column.Colname, table.GetRelname())
		case hasDefault && identity:
			fails("both default and identity specified")
		case hasDefault && generated:
			fails("both default and generation expression specified")
		case notNull && generated:
			t.NoteUnsupported(build.Nowhere, "NOT NULL of a generated column is not supported")
		case identity && generated:
			fails("both identity and generation expression specified")
		}
	}
}

// checkEnumDefault refuses the default of a column of an enum, or of its arrays, that is a constant with another label.
func (t *Rules) checkEnumDefault(e *providers.Enum, array bool, value *pg_query.Node) {
	s, quoted := parse.TextConstant(value)
	switch {
	case e == nil || !quoted:
	case array:
		t.CheckLabels(e, s, value.GetAConst().GetLocation())
	default:
		t.CheckLabel(e, s, value.GetAConst().GetLocation())
	}
}

// checkDefaultType refuses a default of a type that is not assigned to the column's.
func (t *Rules) checkDefaultType(column string, value *pg_query.Node, kind string, array bool) {
	from := t.Shown(value)
	if s, quoted := parse.TextConstant(value); quoted && kind == "char" && len(s) > 1 {
		t.NoteUnsupported(build.Nowhere, "a default of several characters for a column of type \"char\" is not supported")
	}
	if value.GetAConst().GetBoolval() != nil {
		from = "bool"
	}
	if a, b := inference.Category(from), inference.Category(kind); array || a == 0 || b == 0 && !raretypes.Columns[kind] || a == b || b == 'S' {
		return
	}
	t.NoteError(build.Nowhere, "42804", "column %q is of type %s but default expression is of type %s", column, inference.Spelled(kind), inference.Spelled(from)).
		WithHint("You will need to rewrite or cast the expression.")
}

// checkCondition looks at the condition of a CHECK.
func (t *Rules) checkCondition(k *pg_query.Constraint, scope definedColumns) {
	if k.GetContype() != pg_query.ConstrType_CONSTR_CHECK {
		return
	}
	t.checkDefined(k.RawExpr, inCheck, scope)
	kind := t.Shown(k.RawExpr)
	if parts := parse.NameParts(k.RawExpr.GetColumnRef().GetFields()); len(parts) == 1 && scope.columns[parts[0]] != nil {
		_, kind = parse.SplitName(scope.columns[parts[0]].GetTypeName().GetNames())
	}
	if kind != "unknown" {
		t.checkBoolean("CHECK", kind)
	}
}

// checkBoolean refuses a condition of another type.
func (t *Rules) checkBoolean(of, kind string) {
	if f := inference.Category(kind); f != 0 && f != 'B' {
		t.NoteError(build.Nowhere, "42804", "argument of %s must be type boolean, not type %s", of, inference.Spelled(kind))
	}
}

// checkKeyColumns refuses a key of columns that are not there, or twice in it.
func (t *Rules) checkKeyColumns(k *pg_query.Constraint, scope definedColumns) {
	kind := map[pg_query.ConstrType]string{pg_query.ConstrType_CONSTR_PRIMARY: "primary key", pg_query.ConstrType_CONSTR_UNIQUE: "unique"}[k.GetContype()]
	if kind == "" {
		return
	}
	names := parse.NameParts(k.Keys)
	for i, name := range names {
		switch {
		case scope.known && scope.columns[name] == nil && !parse.SystemColumns[name]:
			t.NoteError(k.Location, sqlstate.UndefinedColumn, "column %q named in key does not exist", name)
		case slices.Contains(names[:i], name):
			t.NoteError(k.Location, "42701", "column %q appears twice in %s constraint", name, kind)
		}
	}
}

// checkAltered looks at the commands of ALTER TABLE.
func (t *Rules) checkAltered(s *pg_query.AlterTableStmt) {
	if s.Objtype != pg_query.ObjectType_OBJECT_TABLE || t.Env.Columns == nil {
		return
	}
	of := t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname())
	if len(of) == 0 {
		return
	}
	if len(s.Cmds) > 1 { // one may add what the next one changes
		of = slices.Clone(of)
		for _, n := range s.Cmds {
			if column := n.GetAlterTableCmd().GetDef().GetColumnDef(); column != nil && n.GetAlterTableCmd().GetSubtype() == pg_query.AlterTableType_AT_AddColumn {
				of = append(of, rewrite.Column{Name: column.Colname})
			}
		}
	}
	for _, n := range s.Cmds {
		t.checkCommand(s.Relation, n.GetAlterTableCmd(), of)
		if len(s.Cmds) > 1 {
			noteAltered(n.GetAlterTableCmd(), of)
		}
	}
}

// noteAltered notes in the columns of a table what a command changes for those that follow in the statement.
func noteAltered(c *pg_query.AlterTableCmd, of []rewrite.Column) {
	i := slices.IndexFunc(of, func(column rewrite.Column) bool { return column.Name == c.Name })
	if i < 0 {
		return
	}
	switch c.GetSubtype() {
	case pg_query.AlterTableType_AT_SetNotNull:
		of[i].NotNull = true
	case pg_query.AlterTableType_AT_DropNotNull:
		of[i].NotNull = false
	case pg_query.AlterTableType_AT_ColumnDefault:
		of[i].HasDefault = c.Def != nil
	case pg_query.AlterTableType_AT_DropIdentity:
		of[i].Identity = 0
	case pg_query.AlterTableType_AT_AlterColumnType:
		of[i].Type, of[i].Enum, of[i].Array = 0, nil, false
	}
}

// alteredColumns are the commands of ALTER COLUMN.
var alteredColumns = map[pg_query.AlterTableType]bool{
	pg_query.AlterTableType_AT_AddIdentity: true, pg_query.AlterTableType_AT_SetIdentity: true, pg_query.AlterTableType_AT_DropIdentity: true,
	pg_query.AlterTableType_AT_DropNotNull: true, pg_query.AlterTableType_AT_SetNotNull: true, pg_query.AlterTableType_AT_ColumnDefault: true,
	pg_query.AlterTableType_AT_AlterColumnType: true, pg_query.AlterTableType_AT_SetStorage: true, pg_query.AlterTableType_AT_SetStatistics: true,
	pg_query.AlterTableType_AT_DropExpression: true, pg_query.AlterTableType_AT_SetOptions: true, pg_query.AlterTableType_AT_ResetOptions: true,
}

// checkCommand looks at one command of ALTER TABLE.
func (t *Rules) checkCommand(table *pg_query.RangeVar, c *pg_query.AlterTableCmd, of []rewrite.Column) {
	switch c.GetSubtype() {
	case pg_query.AlterTableType_AT_AddColumn:
		if column := c.GetDef().GetColumnDef(); column != nil {
			t.checkColumn(table, column, definedColumns{})
		}
	case pg_query.AlterTableType_AT_AddConstraint:
		k := c.GetDef().GetConstraint()
		t.checkDefined(k.GetRawExpr(), inCheck, definedColumns{})
		if i := slices.IndexFunc(of, func(column rewrite.Column) bool { return isColumn(k.GetRawExpr(), column.Name) }); i >= 0 && of[i].User == "" {
			t.checkBoolean("CHECK", inference.Names[of[i].Type])
		}
	case pg_query.AlterTableType_AT_SetRelOptions:
		t.checkTableParameters(c.GetDef().GetList().GetItems(), false)
	case pg_query.AlterTableType_AT_ResetRelOptions:
		t.checkReset(c.GetDef().GetList().GetItems())
	}
	if !alteredColumns[c.GetSubtype()] || c.Name == "" {
		return
	}
	i := slices.IndexFunc(of, func(column rewrite.Column) bool { return column.Name == c.Name })
	if i < 0 {
		t.NoteError(build.Nowhere, sqlstate.UndefinedColumn, "column %q of relation %q does not exist", c.Name, table.GetRelname())
		return
	}
	t.checkAlteredColumn(table, c, of[i])
}

// isColumn reports whether an expression is a column alone.
func isColumn(n *pg_query.Node, name string) bool {
	parts := parse.NameParts(n.GetColumnRef().GetFields())
	return len(parts) == 1 && parts[0] == name
}

// checkAlteredColumn looks at one ALTER COLUMN of a column that is there.
func (t *Rules) checkAlteredColumn(table *pg_query.RangeVar, c *pg_query.AlterTableCmd, column rewrite.Column) {
	fails := func(code sqlstate.Code, what string) rewrite.Noted {
		return t.NoteError(build.Nowhere, code, "column %q of relation %q %s", c.Name, table.GetRelname(), what)
	}
	const objectState = sqlstate.Code("55000")
	switch c.GetSubtype() {
	case pg_query.AlterTableType_AT_AddIdentity:
		switch {
		case column.Type != 0 && column.Type != 21 && column.Type != 23 && column.Type != 20:
			t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "identity column type must be smallint, integer, or bigint")
		case column.Type != 0 && !column.NotNull:
			fails(objectState, "must be declared NOT NULL before identity can be added")
		case column.Identity != 0:
			fails(objectState, "is already an identity column")
		case column.HasDefault:
			fails(objectState, "already has a default value")
		}
	case pg_query.AlterTableType_AT_DropNotNull:
		if column.Identity != 0 {
			fails(sqlstate.SyntaxError, "is an identity column")
		}
	case pg_query.AlterTableType_AT_ColumnDefault:
		what, drop := "is an identity column", "DROP IDENTITY"
		if column.Generated {
			what, drop = "is a generated column", "DROP EXPRESSION"
		}
		if noted := column.Identity != 0 || column.Generated; noted && c.Def == nil {
			fails(sqlstate.SyntaxError, what).WithHint("Use ALTER TABLE ... ALTER COLUMN ... %s instead.", drop)
		} else if noted {
			fails(sqlstate.SyntaxError, what)
		}
		t.checkDefined(c.Def, inDefault, definedColumns{})
		t.checkEnumDefault(column.Enum, column.Array, c.Def)
		if column.User == "" && !column.Array {
			t.checkDefaultType(c.Name, c.Def, inference.KindOfOID(column.Type), false)
		}
	case pg_query.AlterTableType_AT_SetStorage:
		t.checkStorage(c, column)
	case pg_query.AlterTableType_AT_AlterColumnType:
		t.checkUsing(c, column)
	}
}

// untoasted are the types whose values are never stored elsewhere than in their row.
var untoasted = []uint32{16, 18, 19, 20, 21, 23, 26, 28, 700, 701, 774, 790, 829, 600, 601, 603, 718, 628, 1082, 1083, 1114, 1184, 1186, 1266, 2950, 3220}

// checkStorage refuses a storage that values of the type never have.
func (t *Rules) checkStorage(c *pg_query.AlterTableCmd, column rewrite.Column) {
	name := inference.Names[column.Type]
	wanted := c.GetDef().GetString_().GetSval()
	switch storage := storages[strings.ToLower(wanted)]; {
	case wanted == "": // which is DEFAULT to the parser
		t.NoteError(build.Nowhere, sqlstate.SyntaxError, `syntax error at or near "DEFAULT"`)
	case strings.EqualFold(wanted, "default"):
		t.NoteError(build.Nowhere, sqlstate.SyntaxError, "syntax error at or near %q", strings.ToUpper(wanted))
	case storage == "":
		t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "invalid storage type %q", wanted)
	case column.User != "" && storage != "p":
		t.NoteUnsupported(build.Nowhere, "SET STORAGE of a column of a type of users is not supported")
	case column.Enum != nil && !column.Array && storage != "p":
		t.NoteUnsupported(build.Nowhere, "column data type %s can only have storage PLAIN", column.Enum.Name)
	case slices.Contains(untoasted, column.Type) && !column.Array && storage != "p":
		t.NoteUnsupported(build.Nowhere, "column data type %s can only have storage PLAIN", inference.Spelled(name))
	}
}

// checkUsing refuses a value of USING that is not assigned to the column's new type.
func (t *Rules) checkUsing(c *pg_query.AlterTableCmd, column rewrite.Column) {
	to := c.GetDef().GetColumnDef()
	_, name := parse.SplitName(to.GetTypeName().GetNames())
	if column.Identity != 0 && (name != "int2" && name != "int4" && name != "int8" || len(to.GetTypeName().GetArrayBounds()) > 0) {
		t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "identity column type must be smallint, integer, or bigint")
		return
	}
	if to.GetRawDefault() == nil || len(to.GetTypeName().GetArrayBounds()) > 0 || t.users.TypeNamed(to.TypeName) != nil {
		return
	}
	from, into := inference.Category(t.Shown(to.RawDefault)), inference.Category(name)
	if from == 0 || into == 0 || from == into || into == 'S' {
		return
	}
	t.NoteError(build.Nowhere, "42804", "result of USING clause for column %q cannot be cast automatically to type %s", c.Name, inference.Spelled(name)).
		WithHint("You might need to add an explicit cast.")
}
