package statements

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// storedPlainly are the types whose generated columns hold the same values as other columns of the type: boolean, integers, floats, text,
// dates and times of full precision, uuid.
var storedPlainly = map[uint32]bool{16: true, 20: true, 21: true, 23: true, 25: true, 700: true, 701: true, 1082: true, 1083: true, 1114: true, 1184: true, 2950: true}

// dropExpression makes a generated column a column like others, with the values that it has.
func (t *Rules) dropExpression(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) *pg_query.Node {
	column := t.ColumnOf(s.Relation, c.Name)
	switch {
	case column == nil: // the source finds no such column, or no such table
	case !column.Generated && c.MissingOk:
		t.Notice, t.Changed = `column "`+c.Name+`" of relation "`+s.Relation.GetRelname()+`" is not a stored generated column, skipping`, true
		return nothingOf(s, c.Name)
	case !column.Generated: // the source says so, if the relation is a table
	case !storedPlainly[column.Type] && (column.Type != numericType || column.TypeMod <= 0 || column.Scaled || column.Plain > 0), column.Held(), column.User != "":
		t.NoteUnsupported(build.Nowhere, "DROP EXPRESSION of a column of this type is not supported").
			WithHint("Add another column, UPDATE it, and drop this one.")
	case len(s.Cmds) > 1 && c.MissingOk:
		t.NoteError(build.Nowhere, sqlstate.FeatureNotSupported, "DROP EXPRESSION IF EXISTS beside other commands is not supported")
	}
	return build.AlterTable(s, c)
}

// numericType is the OID of numeric.
const numericType = 1700
