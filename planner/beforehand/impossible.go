package beforehand

import (
	"slices"
	"strings"
	"unicode/utf8"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// wrongObjectType is PostgreSQL's code for an object of the wrong kind.
const wrongObjectType = sqlstate.Code("42809")

// Impossible returns the error with which a statement of PostgreSQL must fail, as far as the
// catalog shows: a procedure that is called as a function, or the reverse; a relation that is not a
// table; a column that an ALTER TABLE does not find, or that exists already. nil means that no such
// reason is known. Positions are in text.
func Impossible(text string, source planner.Source) *sqlstate.Error {
	if parse.Check(text, 0) != nil {
		return nil //nolint:nilerr // the parser reports it
	}
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return nil //nolint:nilerr // the parser reports it
	}
	stmt := list[0].Raw.Stmt
	switch {
	case stmt.GetTruncateStmt() != nil:
		for _, n := range stmt.GetTruncateStmt().Relations {
			r := n.GetRangeVar()
			if e := wrongKind(source, r.GetSchemaname(), r.GetRelname(), "table", "foreign table"); e != nil {
				return e
			}
		}
	case stmt.GetDropStmt() != nil:
		return wrongDrop(stmt.GetDropStmt(), source)
	case stmt.GetAlterTableStmt().GetObjtype() == pg_query.ObjectType_OBJECT_TABLE:
		return wrongAlter(stmt.GetAlterTableStmt(), source)
	case stmt.GetCreateStmt() != nil:
		return madeAlready(stmt.GetCreateStmt(), source)
	}
	return wrongCall(text, stmt, source)
}

// droppedKinds are the kinds of relations that each DROP accepts.
var droppedKinds = map[pg_query.ObjectType][]string{
	pg_query.ObjectType_OBJECT_TABLE:         {"table"},
	pg_query.ObjectType_OBJECT_VIEW:          {"view"},
	pg_query.ObjectType_OBJECT_MATVIEW:       {"materialized view"},
	pg_query.ObjectType_OBJECT_SEQUENCE:      {"sequence"},
	pg_query.ObjectType_OBJECT_FOREIGN_TABLE: {"foreign table"},
}

func wrongDrop(d *pg_query.DropStmt, source planner.Source) *sqlstate.Error {
	kinds := droppedKinds[d.RemoveType]
	for _, o := range d.Objects {
		r := relationOf(o)
		if len(kinds) == 0 || r == nil {
			return nil
		}
		if _, known := source.Catalog.Relation(r.Schemaname, r.Relname); !known && !d.MissingOk && r.Catalogname == "" {
			return sqlstate.New(sqlstate.UndefinedTable, "%s %q does not exist", kinds[0], nameOf(r))
		}
		if e := wrongKind(source, r.Schemaname, r.Relname, kinds...); e != nil {
			return e
		}
	}
	return nil
}

func nameOf(r *pg_query.RangeVar) string {
	if r.Schemaname == "" {
		return r.Relname
	}
	return r.Schemaname + "." + r.Relname
}

// wrongKind returns the error for a relation that has none of some kinds.
func wrongKind(source planner.Source, schema, name string, kinds ...string) *sqlstate.Error {
	r, known := source.Catalog.Relation(schema, name)
	if !known || r.Kind == "" || slices.Contains(kinds, r.Kind) {
		return nil
	}
	return sqlstate.New(wrongObjectType, "%q is not a %s", name, kinds[0]).WithHint("It is a %s.", r.Kind)
}

// wrongAlter returns the error for an ALTER TABLE of a column that does not exist, or that exists
// already.
func wrongAlter(a *pg_query.AlterTableStmt, source planner.Source) *sqlstate.Error {
	r, known := source.Catalog.Relation(a.Relation.GetSchemaname(), a.Relation.GetRelname())
	if !known || len(r.Columns) == 0 {
		return nil
	}
	has := slices.Clone(r.Columns)
	for _, n := range a.Cmds {
		c := n.GetAlterTableCmd()
		switch c.GetSubtype() {
		case pg_query.AlterTableType_AT_AddColumn:
			name := c.Def.GetColumnDef().GetColname()
			if slices.Contains(has, name) && !c.MissingOk {
				return sqlstate.New(sqlstate.DuplicateColumn, "column %q of relation %q already exists", name, r.Name)
			}
			has = append(has, name)
		case pg_query.AlterTableType_AT_DropColumn, pg_query.AlterTableType_AT_AlterColumnType, pg_query.AlterTableType_AT_ColumnDefault,
			pg_query.AlterTableType_AT_DropNotNull, pg_query.AlterTableType_AT_SetNotNull, pg_query.AlterTableType_AT_SetStatistics,
			pg_query.AlterTableType_AT_SetStorage:
			if c.Name != "" && !slices.Contains(has, c.Name) && !c.MissingOk && !planner.IsSystemColumn(c.Name) {
				return sqlstate.New(sqlstate.UndefinedColumn, "column %q of relation %q does not exist", c.Name, r.Name)
			}
		default: // the source reports other errors
		}
	}
	return nil
}

// madeAlready returns the error for a CREATE TABLE of an existing relation in a named schema.
func madeAlready(c *pg_query.CreateStmt, source planner.Source) *sqlstate.Error {
	r := c.Relation
	if c.IfNotExists || r.GetSchemaname() == "" || r.GetRelpersistence() == "t" {
		return nil
	}
	if _, known := source.Catalog.Relation(r.Schemaname, r.Relname); !known {
		return nil
	}
	return sqlstate.New(sqlstate.DuplicateTable, "relation %q already exists", r.Relname)
}

// wrongCall returns the error for the first call of a procedure as a function, or of a function as
// a procedure.
func wrongCall(text string, stmt *pg_query.Node, source planner.Source) *sqlstate.Error {
	called := stmt.GetCallStmt().GetFunccall()
	var found *sqlstate.Error
	parse.EachMessage(stmt.ProtoReflect(), func(m proto.Message) {
		f, ok := m.(*pg_query.FuncCall)
		if !ok || found != nil {
			return
		}
		words := parse.Strings(f.Funcname)
		if len(words) == 0 || len(words) > 2 {
			return
		}
		schema := ""
		if len(words) == 2 {
			schema = words[0]
		}
		procedure := f == called
		candidates := planner.FittingArgs(source.Catalog.Functions(schema, words[len(words)-1]), len(f.Args))
		if len(candidates) == 0 || slices.ContainsFunc(candidates, func(c providers.Function) bool { return (c.Kind == 'p') == procedure || c.Kind == 0 }) {
			return
		}
		name := strings.Join(words, ".")
		if procedure {
			found = sqlstate.New(wrongObjectType, "%s is not a procedure", name).WithHint("To call a function, use SELECT.")
		} else {
			found = sqlstate.New(wrongObjectType, "%s is a procedure", name).WithHint("To call a procedure, use CALL.")
		}
		if at := int(f.Location); at >= 0 && at <= len(text) {
			found.Position = utf8.RuneCountInString(text[:at]) + 1
		}
	})
	return found
}
