package duckdialect

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ReadsCatalog reports whether the translation of an expression, as the client writes it, has a query within: a call looks something up.
func ReadsCatalog(e *pg_query.Node) (reads bool) {
	if e == nil {
		return false
	}
	parse.EachMessage(e.ProtoReflect(), func(m proto.Message) {
		switch n := m.(type) {
		case *pg_query.FuncCall:
			schema, name := parse.SplitName(n.Funcname)
			reads = reads || (schema == "" || schema == "pg_catalog") && (emulation.HasQuery(name) || emulation.HasQuery(functions[name].emulated))
		case *pg_query.TypeCast:
			schema, name := parse.SplitName(n.TypeName.GetNames())
			_, lookup := emulation.Lookups[name]
			reads = reads || lookup && (schema == "" || schema == "pg_catalog")
		}
	})
	return reads
}

// refuseLookups refuses calls with a query within where DuckDB takes none.
func (t *translation) refuseLookups(root *pg_query.Node) {
	refuse := func(part proto.Message, where string) {
		if f := emulation.CallWithin(part); f != nil && t.Err == nil {
			t.NoteError(f.Location, sqlstate.FeatureNotSupported, "a look-up in the catalog (%s) in %s is not supported", emulation.ShownName(f), where)
		}
	}
	if clause := root.GetInsertStmt().GetOnConflictClause(); clause != nil {
		refuse(clause, "ON CONFLICT")
		return
	}
	if root.GetCreateStmt() == nil && root.GetAlterTableStmt() == nil && root.GetIndexStmt() == nil {
		return
	}
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		switch n := m.(type) {
		case *pg_query.Constraint:
			refuse(n, placesOfExpressions[n.Contype])
		case *pg_query.AlterTableCmd:
			refuse(n, "a default")
		case *pg_query.IndexElem:
			refuse(n, "an index")
		}
	})
}

// placesOfExpressions are the constraints of columns and tables that have expressions.
var placesOfExpressions = map[pg_query.ConstrType]string{
	pg_query.ConstrType_CONSTR_DEFAULT: "a default", pg_query.ConstrType_CONSTR_CHECK: "a CHECK", pg_query.ConstrType_CONSTR_GENERATED: "a generated column",
	pg_query.ConstrType_CONSTR_EXCLUSION: "an exclusion constraint",
}
