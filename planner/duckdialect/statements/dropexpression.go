package statements

import (
	"slices"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
)

// storedPlainly are the types whose generated columns hold the same values as other columns of the type: boolean, integers, floats, text,
// dates and times of full precision, uuid.
var storedPlainly = []uint32{
	pgtype.BoolOID, pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID, pgtype.Float4OID, pgtype.Float8OID, pgtype.TextOID,
	pgtype.DateOID, pgtype.TimeOID, pgtype.TimestampOID, pgtype.TimestamptzOID, pgtype.UUIDOID,
}

// dropExpression makes a generated column a column like others, with the values that it has.
func (t *Rules) dropExpression(s *pg_query.AlterTableStmt, c *pg_query.AlterTableCmd) *pg_query.Node {
	column := t.ColumnOf(s.Relation, c.Name)
	switch {
	case column == nil: // the source finds no such column, or no such table
	case !column.Generated && c.MissingOk:
		t.Notice, t.Changed = `column "`+c.Name+`" of relation "`+s.Relation.GetRelname()+`" is not a stored generated column, skipping`, true
		return nothingOf(s, c.Name)
	case !column.Generated: // the source says so, if the relation is a table
	case !slices.Contains(storedPlainly, column.Type) && (column.Type != pgtype.NumericOID || column.TypeMod <= 0 || column.Scaled || column.Plain > 0), column.Held(), column.User != "":
		t.NoteUnsupported(build.Nowhere, "DROP EXPRESSION of a column of this type is not supported").
			WithHint("Add another column, UPDATE it, and drop this one.")
	case len(s.Cmds) > 1 && c.MissingOk:
		t.NoteUnsupported(build.Nowhere, "DROP EXPRESSION IF EXISTS beside other commands is not supported")
	}
	return build.AlterTable(s, c)
}
