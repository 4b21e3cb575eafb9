package duckdialect

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// What a session has prepared, declared, locked and listens to is known to the engine alone. Such a relation becomes a VALUES of
// the rows that rewrite.Env.Rows returns: the statement is planned anew each time that it runs.

// sessionLists are those relations, with the names and the types of their columns.
var sessionLists = map[string][]string{
	"pg_prepared_statements": strings.Fields("name text statement text prepare_time timestamptz parameter_types regtype[] from_sql bool generic_plans int8 custom_plans int8"),
	"pg_cursors":             strings.Fields("name text statement text is_holdable bool is_binary bool is_scrollable bool creation_time timestamptz"),
	"pg_stat_activity": strings.Fields("datid oid datname name pid int4 leader_pid int4 usesysid oid usename name application_name text client_addr inet " +
		"client_hostname text client_port int4 backend_start timestamptz xact_start timestamptz query_start timestamptz state_change timestamptz " +
		"wait_event_type text wait_event text state text backend_xid xid backend_xmin xid query_id int8 query text backend_type text"),
	"pg_locks": strings.Fields("locktype text database oid relation oid page int4 tuple int2 virtualxid text transactionid xid classid oid " +
		"objid oid objsubid int2 virtualtransaction text pid int4 mode text granted bool fastpath bool waitstart timestamptz"),
}

// listeningChannels is the function that returns what the session listens to.
const listeningChannels = "pg_listening_channels"

// statementTime is the function that returns when the client sent its statement.
const statementTime = "statement_timestamp"

// writeSessionLists puts the session's rows in the place of such relations.
func (t *translation) writeSessionLists(root *pg_query.Node) {
	lower := strings.ToLower(t.Text)
	if !strings.Contains(lower, "pg_") && !strings.Contains(lower, statementTime) || t.Env.Rows == nil {
		return
	}
	hidden := map[string]bool{}
	var found []*pg_query.Node
	t.EachNode(root, func(n *pg_query.Node) {
		switch {
		case n.GetCommonTableExpr() != nil:
			hidden[n.GetCommonTableExpr().Ctename] = true
		case n.GetRangeVar() != nil && sessionLists[n.GetRangeVar().Relname] != nil && emulation.IsCatalog(n.GetRangeVar()), isListeningChannels(n.GetFuncCall()):
			found = append(found, n)
		case isCallOf(n.GetFuncCall(), statementTime):
			t.writeStatementTime(root, n)
		default:
			nameCall(n)
		}
	})
	for _, n := range found {
		r := n.GetRangeVar()
		switch {
		case r != nil && r.Schemaname == "" && hidden[r.Relname]:
		case root.GetViewStmt() != nil || root.GetCreateTableAsStmt().GetObjtype() == pg_query.ObjectType_OBJECT_MATVIEW:
			t.NoteUnsupported(r.GetLocation(), "a view of what its session holds is not supported").WithHint("Ask in the statement itself.")
			return
		case r != nil:
			t.ReplaceNode(n, build.Subselect(t.sessionRows(r.Relname), listAlias(r)))
		default:
			t.listChannels(n)
		}
	}
}

// nameCall gives a call in a select list, or in FROM, the name that it has there.
func nameCall(n *pg_query.Node) {
	target, from := n.GetResTarget(), n.GetRangeFunction()
	switch call := target.GetVal().GetFuncCall(); {
	case target.GetName() != "" || from.GetAlias() != nil:
	case isListeningChannels(call):
		target.Name = listeningChannels
	case isCallOf(call, statementTime):
		target.Name = statementTime
	case from != nil && isListeningChannels(onlyFunction(from)):
		from.Alias = build.Alias(listeningChannels)
	}
}

// onlyFunction is the function of an item of FROM that has one; nil: it has others.
func onlyFunction(r *pg_query.RangeFunction) *pg_query.FuncCall {
	if len(r.Functions) != 1 {
		return nil
	}
	return r.Functions[0].GetList().GetItems()[0].GetFuncCall()
}

func isListeningChannels(f *pg_query.FuncCall) bool { return isCallOf(f, listeningChannels) }

// isCallOf reports a call without arguments.
func isCallOf(f *pg_query.FuncCall, of string) bool {
	schema, name := parse.SplitName(f.GetFuncname())
	return name == of && (schema == "" || schema == "pg_catalog") && len(f.Args) == 0
}

// writeStatementTime puts the time when the client sent the statement in the place of a call of statement_timestamp, where the
// transaction has begun before: DuckDB knows the transaction's time alone.
func (t *translation) writeStatementTime(root, n *pg_query.Node) {
	switch e := trees.Explained(root); {
	case e.GetSelectStmt() == nil && e.GetInsertStmt() == nil && e.GetUpdateStmt() == nil && e.GetDeleteStmt() == nil:
	default:
		if rows := t.Env.Rows(statementTime); len(rows) > 0 {
			t.ReplaceNode(n, build.Cast(build.Text(*rows[0][0]), build.PlainType("timestamptz")))
		}
	}
}

// listAlias is the alias that a relation has in FROM, or else its name.
func listAlias(r *pg_query.RangeVar) *pg_query.Alias {
	if r.Alias != nil {
		return r.Alias
	}
	return build.Alias(r.Relname)
}

// sessionRows is the query of a relation's rows.
func (t *translation) sessionRows(relation string) *pg_query.Node {
	columns := sessionLists[relation]
	names, kinds := make([]string, 0, len(columns)/2), make([]*pg_query.TypeName, 0, len(columns)/2)
	for i := 0; i < len(columns); i += 2 {
		kind := build.PlainType(strings.TrimSuffix(columns[i+1], "[]"))
		if strings.HasSuffix(columns[i+1], "[]") {
			kind.ArrayBounds = build.TextArray().ArrayBounds
		}
		names, kinds = append(names, columns[i]), append(kinds, kind)
	}
	rows := t.Env.Rows(relation)
	none := len(rows) == 0
	if none {
		rows = [][]*string{make([]*string, len(names))}
	}
	query := build.Select(nil).GetSelectStmt()
	for _, row := range rows {
		values := make([]*pg_query.Node, len(names))
		for i, value := range row {
			switch values[i] = build.Null(); {
			case value != nil:
				values[i] = build.Text(*value)
			case len(kinds[i].ArrayBounds) > 0:
				values[i] = build.Text("{}")
			}
			if len(kinds[i].ArrayBounds) > 0 { // OIDs first, and their names then, unless the query has the names written where it shows them
				values[i] = build.Cast(values[i], kinds[i])
				if t.Env.ObjectsFound {
					continue
				}
			}
			if relation == "pg_locks" && names[i] == "relation" && value != nil {
				values[i] = build.Call("to_regclass", values[i])
			}
			values[i] = build.Cast(values[i], kinds[i])
		}
		query.ValuesLists = append(query.ValuesLists, pg_query.MakeListNode(values))
	}
	all := build.Select(build.Subselect(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: query}}, build.Alias(relation, names...)), build.Target(build.Star(), ""))
	if none {
		all.GetSelectStmt().WhereClause = build.Truth(false)
	}
	return all
}

// listChannels puts the channels in the place of the call that returns them.
func (t *translation) listChannels(n *pg_query.Node) {
	var channels []string
	for _, row := range t.Env.Rows(listeningChannels) {
		channels = append(channels, *row[0])
	}
	t.ReplaceNode(n, build.Call("unnest", build.Cast(build.Texts(channels), build.TextArray())))
}
