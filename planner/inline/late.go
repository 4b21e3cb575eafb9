package inline

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A function may be made before what its body names, where check_function_bodies is off: a dump has its functions before its tables.
// Such a body is kept as it was written, and bound where the function is called, by the names of that session and time.

// namesAbsent reports whether a query names a relation or a function that is not there.
func (e Env) namesAbsent(query *pg_query.Node) bool {
	relation, function := e.absentIn(query)
	return relation != "" || function
}

// absentIn returns the first relation of a query that is not there, and whether it calls a function that is not there.
func (e Env) absentIn(query *pg_query.Node) (relation string, function bool) {
	ctes := map[string]bool{}
	parse.EachMessage(query.ProtoReflect(), func(m protoMessage) {
		if c, ok := m.(*pg_query.CommonTableExpr); ok {
			ctes[c.Ctename] = true
		}
	})
	parse.EachMessage(query.ProtoReflect(), func(m protoMessage) {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			if m.Schemaname == "" && ctes[m.Relname] {
				return
			}
			if _, known := e.Relation(m.Schemaname, m.Relname); !known && relation == "" {
				relation = m.Relname
				if m.Schemaname != "" {
					relation = m.Schemaname + "." + relation
				}
			}
		case *pg_query.FuncCall:
			schema, name := parse.SplitName(m.Funcname)
			if schema != "pg_catalog" && !e.Builtin(name) && !e.Aggregate(name) && len(e.Routines(schema, name)) == 0 {
				function = true
			}
		}
	})
	return relation, function
}

// lateBody is the body of a function that is read now.
func (e *expander) lateBody(r *providers.Routine) (string, error) {
	now := *r
	d := &definition{env: e.env, r: &now, as: []string{r.Source}}
	if err := d.takeBody(nil); err != nil {
		if query, unread := d.takeQuery(nil); unread == nil {
			if relation, _ := e.env.absentIn(query); relation != "" {
				return "", sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", relation)
			}
		}
		return "", err
	}
	return now.Body, nil
}
