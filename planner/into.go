package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/duckdialect"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/scans"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// INSERT … SELECT and CREATE TABLE … AS over several sources have a target: a table of a source that has SQL. The
// query is taken apart as any other (take.go). What adds its rows is a statement of its own, which is planned and
// judged over the target's source as if the client had sent it there.

// into is a statement that adds the rows of a query to a table.
type into struct {
	target *pg_query.RangeVar
	source string
	query  **pg_query.Node // its place in the tree
	with   **pg_query.WithClause
	named  []string // the columns that INSERT names
	insert *pg_query.InsertStmt
}

// intoOf returns the parts of an INSERT … SELECT or a CREATE TABLE … AS whose target is a table, or nil if the
// statement is something else.
func (r *resolver) intoOf(n *pg_query.Node) *into {
	var i *into
	if s := n.GetInsertStmt(); s != nil && s.SelectStmt != nil {
		i = &into{target: s.Relation, query: &s.SelectStmt, with: &s.WithClause, insert: s}
		for _, column := range s.Cols {
			i.named = append(i.named, column.GetResTarget().GetName())
		}
	} else if s := n.GetCreateTableAsStmt(); s != nil && s.Objtype == pg_query.ObjectType_OBJECT_TABLE {
		i = &into{target: s.Into.Rel, query: &s.Query}
	}
	if i == nil {
		return nil
	}
	if i.source = i.target.Catalogname; i.source == "" {
		i.source = r.scope.Default
	}
	if r.tables[i.source] == nil {
		return nil
	}
	return i
}

// takeInto takes the query out of a statement that adds its rows to a table, and judges what adds them.
func (r *resolver) takeInto(st *Statement, i *into, w *walker, one parse.Statement, env *rewrite.Env, text string) error {
	if err := i.checkTarget(text); err != nil {
		return err
	}
	query := *i.query
	if i.with != nil && *i.with != nil {
		query = scans.Within(*i.with, query)
		*i.with = nil
	}
	planned := st.Planned
	st.Into = &providers.Into{Source: i.source, Verb: st.Verb, Table: "added_rows"}
	for strings.Contains(strings.ToLower(text), st.Into.Table) {
		st.Into.Table = "_" + st.Into.Table
	}
	if err := r.judgeInto(st, i, w, one); err != nil {
		return err
	}
	one.Raw.Stmt = query
	scansEnv := r.scansEnv(text)
	scansEnv.Feeds = true
	taken, err := scans.Take(query, scansEnv)
	if err != nil {
		return err
	}
	st.Planned = planned
	err = r.keepScans(st, taken, w, one, env)
	env.Rewritten = true
	return err
}

// checkTarget refuses clauses that the statement for the target's source cannot have. 0A000.
func (i *into) checkTarget(text string) error {
	refuse := func(what, hint string) error {
		return sqlstate.New(sqlstate.FeatureNotSupported, "%s is not supported over several sources", what).
			WithHint("%s", hint).At(parse.CharacterAt(text, int(i.target.Location)))
	}
	if i.target.Relpersistence == "t" {
		return refuse("a temporary table", "Make a table that stays, and drop it when it is not needed any more.")
	}
	if i.insert == nil {
		if i.target.Schemaname == "" {
			return refuse("CREATE TABLE without a schema", "Name it: "+i.source+".schema."+i.target.Relname)
		}
		return nil
	}
	for _, column := range i.insert.Cols {
		if len(column.GetResTarget().GetIndirection()) > 0 {
			return refuse("INSERT into a part of a column", "Give the column as a whole.")
		}
	}
	parameters := false
	for _, m := range append([]proto.Message{i.insert.OnConflictClause}, messagesOf(i.insert.ReturningList)...) {
		parse.EachMessage(m.ProtoReflect(), func(m proto.Message) {
			_, ok := m.(*pg_query.ParamRef)
			parameters = parameters || ok
		})
	}
	if parameters {
		return refuse("a parameter in ON CONFLICT or RETURNING", "Write the value out, or make it a column of the query.")
	}
	return nil
}

func messagesOf(list []*pg_query.Node) (all []proto.Message) {
	for _, n := range list {
		all = append(all, n)
	}
	return all
}

// judgeInto makes the statement that adds the rows, plans it over its source, and takes over what it may do.
func (r *resolver) judgeInto(st *Statement, i *into, w *walker, one parse.Statement) error {
	tree := &pg_query.ParseResult{Version: one.Version, Stmts: []*pg_query.RawStmt{{Stmt: proto.Clone(one.Raw.Stmt).(*pg_query.Node)}}}
	own := r.intoOf(tree.Stmts[0].Stmt)
	own.target.Catalogname = ""
	if relation, ok := r.tables[i.source].found[providers.Name{Schema: i.target.Schemaname, Name: i.target.Relname}]; ok {
		own.target.Schemaname = relation.Schema
		if err := st.Into.Fills(relation, i.named); err != nil {
			return err
		}
	}
	st.Into.Service, st.Into.Resource = own.target.Schemaname, own.target.Relname
	*own.query = parse.Template("SELECT * FROM t")
	(*own.query).GetSelectStmt().FromClause[0].GetRangeVar().Relname = st.Into.Table
	st.Into.Once = own.insert != nil && own.insert.OnConflictClause.GetAction() == pg_query.OnConflictAction_ONCONFLICT_UPDATE
	st.Into.Returns = own.insert != nil && len(own.insert.ReturningList) > 0
	sql, err := parse.Deparse(tree)
	if err != nil || strings.Count(sql, st.Into.Table) != 1 {
		return sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "what this statement does to %q cannot be told to it", i.source)
	}
	st.Into.SQL = sql
	target, rows := r.tables[i.source], "(SELECT NULL::text)"
	if target.Info.Dialect == providers.Postgres {
		rows = st.Into.Sample()
	}
	p, err := r.planAt(i.source, st.Into.WithRows(rows))
	if err != nil {
		return sqlstate.Unplaced(err)
	}
	if target.Info.Dialect == providers.DuckDB {
		env := rewrite.Env{Catalog: target.Info.Name, Schema: target.Info.Default, User: r.scope.User, Database: i.source, Databases: r.scope.Databases, Rewritten: true}
		env.Columns = func(schema, name string) []rewrite.Column {
			relation, _ := target.Catalog.Relation(schema, name)
			return rewrite.ColumnsOf(relation)
		}
		env.Types, env.Type = userTypes(target.Catalog)
		if st.Into.SQL, _, err = duckdialect.Translate(tree, sql, env); err != nil {
			return sqlstate.Unplaced(err)
		}
	}
	for _, e := range p.Effects {
		same := func(o Effect) bool { return o.Kind == e.Kind && o.Name == e.Name && o.Class == e.Class }
		if !e.Hidden() && e.Kind != OtherEffect && slices.ContainsFunc(w.effects, same) {
			continue // the statement itself says it
		}
		e.Offset = one.Offset
		r.effects = append(r.effects, e)
	}
	if p.Class == Unknown {
		r.addEffect(Unknown, one.Offset, "the change of "+i.source, "its source would not understand it")
	}
	return nil
}
