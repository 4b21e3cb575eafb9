package changes

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB's ON CONFLICT knows unique indexes of columns alone. An INSERT of one row into a table with a unique index of an
// expression, or of some rows, is planned as what it means: DO UPDATE as a MERGE, DO NOTHING as an INSERT of the row unless
// its key is there.

// conflictRow is the name of the inserted row, in the plan and in DO UPDATE.
const conflictRow = "excluded"

// conflict is such an INSERT.
type conflict struct {
	stmt     *pg_query.InsertStmt
	relation providers.Relation
	alias    string // of the table
	names    []string
	values   []*pg_query.Node
	one      parse.Statement
	// unreadable: an expression of an index, or of the conflict target, could not be read.
	unreadable bool
	// narrower: an index of the columns of the conflict target is of some rows alone, which the target does not name.
	narrower bool
}

// errConflict refuses an INSERT that is not planned.
func errConflict(what string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "ON CONFLICT of a table that has a unique index of expressions or of some rows is not supported %s", what).
		WithHint("The embedded engine does it for one row of VALUES. Insert the rows WHERE NOT EXISTS, or use MERGE.")
}

// RewriteConflict returns what an INSERT … ON CONFLICT of a table with such an index means, or "" if the statement is another.
func RewriteConflict(one parse.Statement, s *pg_query.InsertStmt, relation providers.Relation) (string, error) {
	clause := s.OnConflictClause
	infer := clause.GetInfer()
	if err := refuseDeferrable(infer, &relation); err != nil {
		return "", err
	}
	named := func(u providers.UniqueExpressions) bool {
		return infer.GetConname() != "" && infer.GetConname() == u.Constraint
	}
	if len(relation.Unique) == 0 || infer.GetConname() != "" && !slices.ContainsFunc(relation.Unique, named) || s.SelectStmt.GetSelectStmt().GetFromClause() != nil && isConflictRow(s.SelectStmt.GetSelectStmt()) {
		return "", nil
	}
	if clause.Action == pg_query.OnConflictAction_ONCONFLICT_UPDATE && infer == nil {
		return "", sqlstate.New(sqlstate.SyntaxError, "ON CONFLICT DO UPDATE requires inference specification or constraint name").
			WithHint("For example, ON CONFLICT (column_name).")
	}
	c := &conflict{stmt: s, relation: relation, alias: s.Relation.Relname, one: one}
	if alias := s.Relation.GetAlias().GetAliasname(); alias != "" {
		c.alias = alias
	}
	arbiters := relation.Unique
	if infer != nil {
		at := slices.IndexFunc(relation.Unique, named)
		if infer.Conname == "" {
			at = slices.IndexFunc(relation.Unique, func(u providers.UniqueExpressions) bool { return c.infers(infer, u) })
		}
		if c.unreadable {
			return "", errConflict("with this conflict target")
		}
		if at < 0 {
			return "", c.refuseExpressions(infer)
		}
		arbiters = relation.Unique[at : at+1]
	}
	return c.write(one, clause, arbiters)
}

// refuseDeferrable refuses ON CONFLICT where a key that it means is deferrable, and takes the other deferrable keys away.
func refuseDeferrable(infer *pg_query.InferClause, relation *providers.Relation) error {
	var wanted []string
	for _, n := range infer.GetIndexElems() {
		wanted = append(wanted, n.GetIndexElem().GetName())
	}
	slices.Sort(wanted)
	for _, u := range relation.Unique {
		keys := slices.Sorted(slices.Values(u.Keys))
		if u.Deferrable && (infer == nil || infer.Conname == u.Constraint || infer.Conname == "" && slices.Equal(wanted, keys)) {
			e := sqlstate.New("55000", "ON CONFLICT does not support deferrable unique constraints/exclusion constraints as arbiters")
			e.Schema, e.Table, e.Constraint = relation.Schema, relation.Name, u.Constraint
			return e
		}
	}
	relation.Unique = slices.DeleteFunc(slices.Clone(relation.Unique), func(u providers.UniqueExpressions) bool { return u.Deferrable })
	return nil
}

// isConflictRow reports whether a query is the row of an INSERT that was planned here.
func isConflictRow(q *pg_query.SelectStmt) bool {
	return len(q.FromClause) == 1 && q.FromClause[0].GetRangeSubselect().GetAlias().GetAliasname() == conflictRow
}

// refuseExpressions returns the error of a conflict target that needs an index which is not there, or nil if the target
// is columns.
func (c *conflict) refuseExpressions(infer *pg_query.InferClause) error {
	if c.narrower || slices.ContainsFunc(infer.IndexElems, func(n *pg_query.Node) bool { return n.GetIndexElem().GetExpr() != nil }) {
		return sqlstate.New("42P10", "there is no unique or exclusion constraint matching the ON CONFLICT specification")
	}
	return nil
}

// infers reports whether a conflict target means an index.
func (c *conflict) infers(infer *pg_query.InferClause, u providers.UniqueExpressions) bool {
	var wanted, keys []string
	for _, n := range infer.IndexElems {
		e := n.GetIndexElem()
		if e.Expr == nil {
			e = &pg_query.IndexElem{Expr: pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(e.Name)}, -1)}
		}
		wanted = append(wanted, c.spelledPlainly(e.Expr))
	}
	for _, k := range u.Keys {
		keys = append(keys, c.spelledPlainly(expressionOf(k)))
	}
	slices.Sort(wanted)
	slices.Sort(keys)
	where := ""
	if u.Where != "" {
		where = c.spelledPlainly(expressionOf(u.Where))
	}
	if c.unreadable || !slices.Equal(wanted, keys) {
		return false
	}
	met := u.Where == "" || infer.WhereClause != nil && c.spelledPlainly(infer.WhereClause) == where
	c.narrower = c.narrower || !met
	return met
}

// expressionOf parses an expression. It returns nil if it is none.
func expressionOf(text string) *pg_query.Node {
	list, err := parse.Statements("SELECT " + text)
	if err != nil || len(list) != 1 {
		return nil
	}
	targets := list[0].Raw.Stmt.GetSelectStmt().GetTargetList()
	if len(targets) != 1 {
		return nil
	}
	return targets[0].GetResTarget().GetVal()
}

// spelledPlainly writes an expression without names of tables and without casts of constants.
func (c *conflict) spelledPlainly(n *pg_query.Node) string {
	if n == nil {
		c.unreadable = true
		return ""
	}
	n = proto.CloneOf(n)
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.ColumnRef:
			m.Fields = m.Fields[len(m.Fields)-1:]
		case *pg_query.Node:
			if c := m.GetTypeCast(); c.GetArg().GetAConst() != nil {
				m.Node = c.Arg.Node
			}
		}
	})
	text, err := parse.Deparsed(c.one, selectFrom(nil, nil, pg_query.MakeResTargetNodeWithVal(n, -1)), "this expression")
	if err != nil {
		c.unreadable = true
	}
	return strings.ToLower(text)
}
