package scalecolumns

import (
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/providers"
)

// followAlterations has the companions of columns follow what a statement does to the columns. It is called while the statement is still the
// client's; add adds the statements that do once the names are DuckDB's.
func followAlterations(t *rewrite.Translation, root *pg_query.Node) (add func()) {
	var table *pg_query.RangeVar
	var list []string
	switch s := root.GetNode().(type) {
	case *pg_query.Node_RenameStmt:
		if r := s.RenameStmt; r.RenameType == pg_query.ObjectType_OBJECT_COLUMN && companionOf(t, r.Relation, r.Subname) != "" {
			table, list = r.Relation, []string{"RENAME COLUMN " + lexical.Quote(providers.ScaleColumn(r.Subname)) + " TO " + lexical.Quote(providers.ScaleColumn(r.Newname))}
		}
	case *pg_query.Node_AlterTableStmt:
		if s.AlterTableStmt.Objtype != pg_query.ObjectType_OBJECT_TABLE {
			break
		}
		table = s.AlterTableStmt.Relation
		for _, n := range s.AlterTableStmt.Cmds {
			list = append(list, followCommand(t, table, n.GetAlterTableCmd())...)
		}
	}
	return func() {
		for _, command := range list {
			t.After, t.Changed = append(t.After, "ALTER TABLE "+lexical.QuoteRelation(table)+" "+command), true
		}
	}
}

// followCommand is what a command of ALTER TABLE does to companions.
func followCommand(t *rewrite.Translation, table *pg_query.RangeVar, c *pg_query.AlterTableCmd) []string {
	column := c.GetDef().GetColumnDef()
	switch c.GetSubtype() {
	case pg_query.AlterTableType_AT_DropColumn:
		if companion := companionOf(t, table, c.Name); companion != "" {
			return []string{"DROP COLUMN " + lexical.Quote(companion)}
		}
	case pg_query.AlterTableType_AT_AddColumn:
		if column != nil && IsPlain(column) && (!c.MissingOk || t.ColumnOf(table, column.Colname) == nil) {
			added := addCompanion(column.Colname)
			if digits, ok := DefaultScale(column.Constraints); ok {
				added += " DEFAULT " + strconv.Itoa(digits)
			}
			return []string{added}
		}
	case pg_query.AlterTableType_AT_ColumnDefault:
		companion := companionOf(t, table, c.Name)
		if companion == "" {
			break
		}
		to := "DROP DEFAULT"
		if digits, ok := ConstantScale(c.Def); ok {
			to = "SET DEFAULT " + strconv.Itoa(digits)
		}
		return []string{"ALTER COLUMN " + lexical.Quote(companion) + " " + to}
	case pg_query.AlterTableType_AT_AlterColumnType:
		companion := companionOf(t, table, c.Name)
		keeps := column != nil && IsPlain(column)
		switch {
		case companion != "" && keeps && column.RawDefault == nil:
		case companion != "" && keeps:
			return []string{"DROP COLUMN " + lexical.Quote(companion), addCompanion(c.Name)}
		case companion != "":
			return []string{"DROP COLUMN " + lexical.Quote(companion)}
		case keeps && t.Env.Columns != nil && len(t.Env.Columns(table.GetSchemaname(), table.GetRelname())) > 0:
			return []string{addCompanion(c.Name)}
		}
	}
	return nil
}

func addCompanion(column string) string {
	return "ADD COLUMN IF NOT EXISTS " + lexical.Quote(providers.ScaleColumn(column)) + " " + providers.ScaleColumnType
}

// companionOf is the companion of a column of a table; "": it has none.
func companionOf(t *rewrite.Translation, table *pg_query.RangeVar, column string) string {
	if table == nil || t.Env.Columns == nil {
		return ""
	}
	c, _ := rewrite.ColumnNamed(t.Env.Columns(table.Schemaname, table.Relname), column)
	return c.Companion
}
