package statements

import (
	"cmp"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
)

// sortCommands puts the commands of an ALTER TABLE into the order in which PostgreSQL runs them: what is dropped goes first, then
// columns get their types, then columns are added, and constraints and defaults come last.
func sortCommands(s *pg_query.AlterTableStmt) {
	if s.GetObjtype() == pg_query.ObjectType_OBJECT_TABLE {
		slices.SortStableFunc(s.Cmds, func(a, b *pg_query.Node) int {
			return cmp.Compare(passOf(a.GetAlterTableCmd()), passOf(b.GetAlterTableCmd()))
		})
	}
}

// passOf is the pass of PostgreSQL's ALTER TABLE in which a command runs.
func passOf(c *pg_query.AlterTableCmd) int {
	switch c.GetSubtype() {
	case pg_query.AlterTableType_AT_DropColumn, pg_query.AlterTableType_AT_DropConstraint, pg_query.AlterTableType_AT_DropNotNull,
		pg_query.AlterTableType_AT_DropIdentity, pg_query.AlterTableType_AT_DropExpression:
		return 0
	case pg_query.AlterTableType_AT_ColumnDefault:
		if c.Def == nil {
			return 0
		}
		return 5
	case pg_query.AlterTableType_AT_AlterColumnType:
		return 1
	case pg_query.AlterTableType_AT_AddColumn:
		return 2
	case pg_query.AlterTableType_AT_SetNotNull, pg_query.AlterTableType_AT_SetIdentity, pg_query.AlterTableType_AT_SetStatistics,
		pg_query.AlterTableType_AT_SetStorage:
		return 3
	case pg_query.AlterTableType_AT_AddConstraint:
		if kind := c.GetDef().GetConstraint().GetContype(); kind == pg_query.ConstrType_CONSTR_PRIMARY || kind == pg_query.ConstrType_CONSTR_UNIQUE {
			return 4
		}
		return 5
	case pg_query.AlterTableType_AT_AddIdentity:
		return 5
	}
	return 6
}

// typeAfter is the type that the commands of an ALTER TABLE give a column; nil: they leave it as it is.
func typeAfter(s *pg_query.AlterTableStmt, column *rewrite.Column) *pg_query.TypeName {
	for _, n := range s.Cmds {
		if c := n.GetAlterTableCmd(); c.GetSubtype() == pg_query.AlterTableType_AT_AlterColumnType && c.Name == column.Name {
			return c.GetDef().GetColumnDef().GetTypeName()
		}
	}
	return nil
}

// nameAfter is the short name of the type that a column has once all commands of an ALTER TABLE have run.
func nameAfter(s *pg_query.AlterTableStmt, column *rewrite.Column) string {
	if to := typeAfter(s, column); to != nil {
		_, name := parse.SplitName(to.Names)
		return name
	}
	return inference.Names[column.Type]
}

// precisionAfter is the precision that a column has once all commands of an ALTER TABLE have run.
func (t *Rules) precisionAfter(s *pg_query.AlterTableStmt, column *rewrite.Column) rewrite.Column {
	if to := typeAfter(s, column); to != nil {
		precision, ok := writes.PrecisionOf(&t.Translation, to)
		if !ok {
			precision, _ = writes.WidestOf(&t.Translation, to)
		}
		return precision
	}
	return *column
}

// dropsColumn reports whether a statement drops a column.
func dropsColumn(s *pg_query.AlterTableStmt, column string) bool {
	return slices.ContainsFunc(s.Cmds, func(n *pg_query.Node) bool {
		c := n.GetAlterTableCmd()
		return c.GetSubtype() == pg_query.AlterTableType_AT_DropColumn && c.Name == column
	})
}

// skipsColumn reports whether ADD COLUMN IF NOT EXISTS finds the column. Nothing of the command is done then, so its constraints go,
// and the sequence of a serial.
func (t *Rules) skipsColumn(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd, column *pg_query.ColumnDef) bool {
	if !c.MissingOk || dropsColumn(s, column.Colname) || t.ColumnOf(s.Relation, column.Colname) == nil {
		return false
	}
	column.Constraints, t.Changed = nil, true
	if schema, name := parse.SplitName(column.GetTypeName().GetNames()); schema == "" && serials[name] != "" {
		column.TypeName.Names = build.Names("pg_catalog", serials[name])
	}
	return true
}
