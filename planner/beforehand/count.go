// Package beforehand tells from a statement's text what it would do, before it runs: for estimates, for people who approve,
// and for records of what changed.
//
//   - [CountOf] and [CountReached] write queries that count the rows which a statement would touch, and those that foreign
//     keys carry it to. [SamplesOf] writes queries that show some of them, without columns that hold secrets (origins.go).
//   - [ChangesOf] and [WritesOf] name the relations that a statement changes, and what it does to each.
//   - [Impossible] is the error with which a statement can only fail, so that nobody is asked about it.
//   - [Weighed] is the text whose plan tells what the statement will cost.
//   - [Canonical], [SameTokens], [Temporary] and [Executed] are for showing statements to people.
//
// The queries are texts: they are planned and judged like a client's, and run only if they are reads.
package beforehand

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Count says how many rows a statement would touch: as a number, or as a query that counts them
// before the statement runs.
type Count struct {
	// SQL is a SELECT of one number, in the client's dialect. It is planned like any other text and
	// runs only if it is a read. "" if Values has the number.
	SQL string
	// Params maps the parameters of SQL to those of the statement: $1 of SQL is the statement's $n,
	// n being the first entry.
	Params []int
	Places []int // of a count of several relations: see CountReached
	Values int64 // the rows that the statement's text lists
	// AtMost says that fewer rows may be touched: INSERT … ON CONFLICT.
	AtMost bool
}

const (
	// countable bounds the texts that a query is made of; a list of VALUES may be longer.
	countable = 64 << 10
	// maxWritten bounds the depth of a tree that is deparsed. The C code recurses once per level
	// and takes less than 1 KB of a stack of at least 2 MB.
	maxWritten = 600
	// maxCounted bounds the tables of one TRUNCATE or DROP TABLE that are counted.
	maxCounted = 20
)

// CountOf returns how to count the rows that a statement touches. For an
// UPDATE or a DELETE these are the rows of its target that satisfy its predicate, each once,
// whatever the target is joined with. For an INSERT it is the rows of its query; for TRUNCATE and DROP TABLE
// all rows of the tables. ok is false for MERGE, WHERE CURRENT OF, a statement with another change
// inside, and any statement that changes no rows. For a COPY TO a file of a source it is the rows of its query.
//
// The query is made of the statement's own parse tree. The deparsed text is parsed again and
// compared with the tree. It runs by the client's search path, which decides on nothing but the client's own
// part of it at a source of the dialect Postgres.
func CountOf(text string, dialect providers.Dialect) (c Count, ok bool) {
	if parse.Check(text, 0) != nil {
		return Count{}, false
	}
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return Count{}, false
	}
	stmt := list[0].Raw.Stmt
	if hasSeveralChanges(stmt) || !shallow(stmt.ProtoReflect(), maxWritten) {
		return Count{}, false
	}
	var query *pg_query.Node
	switch {
	case stmt.GetUpdateStmt() != nil:
		u := stmt.GetUpdateStmt()
		query = countMatching(dialect, u.Relation, u.FromClause, u.WhereClause, u.WithClause)
	case stmt.GetDeleteStmt() != nil:
		d := stmt.GetDeleteStmt()
		query = countMatching(dialect, d.Relation, d.UsingClause, d.WhereClause, d.WithClause)
	case stmt.GetInsertStmt() != nil:
		i := stmt.GetInsertStmt()
		c.AtMost = i.OnConflictClause != nil
		if c.Values, ok = listedRows(i); ok {
			return c, true
		}
		query = countInserted(dialect, i)
	case planner.IsRelativeFile(stmt.GetCopyStmt()):
		query = parse.Template("SELECT " + counting(dialect) + " FROM (SELECT 1) AS q")
		query.GetSelectStmt().FromClause[0].GetRangeSubselect().Subquery = planner.Copied(stmt.GetCopyStmt())
	case stmt.GetTruncateStmt() != nil:
		query = countAll(dialect, stmt.GetTruncateStmt().Relations)
	case stmt.GetDropStmt().GetRemoveType() == pg_query.ObjectType_OBJECT_TABLE:
		query = countAll(dialect, droppedTables(stmt.GetDropStmt()))
	}
	if query == nil || len(text) > countable {
		return Count{}, false
	}
	if c.Params, ok = renumber(query); !ok {
		return Count{}, false
	}
	c.SQL, ok = deparse(query, list[0].Version)
	if !ok {
		return Count{}, false
	}
	return c, true
}

// counting counts rows. At PostgreSQL the search path might find an aggregate of users for a name without its schema.
func counting(dialect providers.Dialect) string {
	if dialect == providers.DuckDB {
		return "count(*)"
	}
	return "pg_catalog.count(*)"
}

// countMatching counts the rows of a target that have a match.
func countMatching(dialect providers.Dialect, target *pg_query.RangeVar, from []*pg_query.Node, where *pg_query.Node, with *pg_query.WithClause) *pg_query.Node {
	if isShadowed(target, with) {
		return nil
	}
	query := parse.Template("SELECT " + counting(dialect) + " FROM t WHERE EXISTS (SELECT 1 FROM t)")
	s := query.GetSelectStmt()
	s.WithClause = with
	s.FromClause = []*pg_query.Node{relationNode(target)}
	if len(from) == 0 {
		s.WhereClause = where
		return query
	}
	match := s.WhereClause.GetSubLink().Subselect.GetSelectStmt()
	match.FromClause, match.WhereClause = from, where
	return query
}

// isShadowed reports whether a target's name, which is a table's there, would be a common table expression in FROM.
func isShadowed(target *pg_query.RangeVar, with *pg_query.WithClause) bool {
	return target.Catalogname == "" && target.Schemaname == "" && slices.Contains(cteNames(with), target.Relname)
}

// cteNames returns the names of common table expressions.
func cteNames(with *pg_query.WithClause) []string {
	var names []string
	for _, n := range with.GetCtes() {
		names = append(names, n.GetCommonTableExpr().GetCtename())
	}
	return names
}

// listedRows returns how many rows the text of an INSERT lists.
func listedRows(i *pg_query.InsertStmt) (int64, bool) {
	if i.SelectStmt == nil { // DEFAULT VALUES
		return 1, true
	}
	s := i.SelectStmt.GetSelectStmt()
	if !valuesAlone(s) || len(s.ValuesLists) == 1 && multiplies(s) {
		return 0, false
	}
	return int64(len(s.ValuesLists)), true
}

// valuesAlone reports VALUES (…), (…) without a LIMIT or OFFSET that could leave rows out.
func valuesAlone(s *pg_query.SelectStmt) bool {
	return len(s.GetValuesLists()) > 0 && s.LimitCount == nil && s.LimitOffset == nil
}

// multiplies reports whether a single row of VALUES may become several rows: only there may a
// function return a set.
func multiplies(s *pg_query.SelectStmt) bool {
	found := false
	parse.EachMessage(s.ProtoReflect(), func(m proto.Message) {
		if _, ok := m.(*pg_query.FuncCall); ok {
			found = true
		}
	})
	return found
}

// countInserted counts the rows that the query of an INSERT returns.
func countInserted(dialect providers.Dialect, i *pg_query.InsertStmt) *pg_query.Node {
	query := parse.Template("SELECT " + counting(dialect) + " FROM (SELECT 1) AS q")
	s := query.GetSelectStmt()
	s.WithClause = i.WithClause
	from := i.SelectStmt
	if v := from.GetSelectStmt(); valuesAlone(v) && len(v.ValuesLists) == 1 {
		// Elsewhere than in INSERT, VALUES allows neither DEFAULT nor a function that returns a
		// set.
		from = parse.Template("SELECT 1")
		row := from.GetSelectStmt()
		row.TargetList, row.WithClause = nil, v.WithClause
		for _, value := range v.ValuesLists[0].GetList().GetItems() {
			if value.GetSetToDefault() == nil {
				row.TargetList = append(row.TargetList, pg_query.MakeResTargetNodeWithVal(value, 0))
			}
		}
	}
	s.FromClause[0].GetRangeSubselect().Subquery = from
	return query
}

// countAll counts all rows of tables.
func countAll(dialect providers.Dialect, tables []*pg_query.Node) *pg_query.Node {
	if len(tables) == 0 || len(tables) > maxCounted {
		return nil
	}
	var sum *pg_query.Node
	for _, t := range tables {
		one := parse.Template("SELECT (SELECT " + counting(dialect) + " FROM t)")
		value := one.GetSelectStmt().TargetList[0].GetResTarget()
		value.Val.GetSubLink().Subselect.GetSelectStmt().FromClause[0] = t
		if sum == nil {
			sum = one
			continue
		}
		plus := parse.Template("SELECT 1 OPERATOR(pg_catalog.+) 1")
		if dialect == providers.DuckDB {
			plus = parse.Template("SELECT 1 + 1")
		}
		e := plus.GetSelectStmt().TargetList[0].GetResTarget().Val.GetAExpr()
		e.Lexpr, e.Rexpr = sum.GetSelectStmt().TargetList[0].GetResTarget().Val, value.Val
		sum = plus
	}
	return sum
}

// droppedTables returns the tables that a DROP TABLE names, or none if one name is not a table's.
func droppedTables(d *pg_query.DropStmt) []*pg_query.Node {
	var tables []*pg_query.Node
	for _, o := range d.Objects {
		r := relationOf(o)
		if r == nil {
			return nil
		}
		tables = append(tables, relationNode(r))
	}
	return tables
}

// relationOf turns a name of up to three parts into a relation.
func relationOf(name *pg_query.Node) *pg_query.RangeVar {
	words := parse.Strings(name.GetList().GetItems())
	if len(words) == 0 || len(words) > 3 {
		return nil
	}
	r := pg_query.MakeSimpleRangeVar(words[len(words)-1], 0)
	if len(words) > 1 {
		r.Schemaname = words[len(words)-2]
	}
	if len(words) > 2 {
		r.Catalogname = words[0]
	}
	return r
}

func relationNode(r *pg_query.RangeVar) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: r}}
}

// hasSeveralChanges reports whether the statement contains more than one change, or means the row of a
// cursor.
func hasSeveralChanges(stmt *pg_query.Node) bool {
	changes, cursor := 0, false
	parse.EachMessage(stmt.ProtoReflect(), func(m proto.Message) {
		switch m.(type) {
		case *pg_query.InsertStmt, *pg_query.UpdateStmt, *pg_query.DeleteStmt, *pg_query.MergeStmt:
			changes++
		case *pg_query.CurrentOfExpr:
			cursor = true
		}
	})
	return changes > 1 || cursor
}

// renumber gives the parameters of a query the numbers 1, 2, 3 … and returns their old numbers. A
// parameter without a number is not PostgreSQL's.
func renumber(query *pg_query.Node) (numbers []int, ok bool) {
	var params []*pg_query.ParamRef
	ok = true
	parse.EachMessage(query.ProtoReflect(), func(m proto.Message) {
		if p, is := m.(*pg_query.ParamRef); is {
			params, numbers = append(params, p), append(numbers, int(p.Number))
			ok = ok && p.Number > 0
		}
	})
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	for _, p := range params {
		p.Number = int32(slices.Index(numbers, int(p.Number))) + 1 //nolint:gosec // as many as there are parameters
	}
	return numbers, ok
}

// deparse deparses a query, and checks that the text parses to the same tree.
func deparse(query *pg_query.Node, version int32) (string, bool) {
	if !shallow(query.ProtoReflect(), maxWritten) {
		return "", false
	}
	sql, err := parse.Deparse(&pg_query.ParseResult{Version: version, Stmts: []*pg_query.RawStmt{{Stmt: query}}})
	if err != nil || parse.Check(sql, 0) != nil {
		return "", false
	}
	list, err := parse.Statements(sql)
	if err != nil || len(list) != 1 {
		return "", false
	}
	again := list[0].Raw.Stmt
	for _, n := range []*pg_query.Node{query, again} {
		parse.EachMessage(n.ProtoReflect(), func(m proto.Message) { parse.SetLocation(m, 0) })
	}
	return sql, proto.Equal(query, again)
}

// shallow reports whether a tree has at most so many levels.
func shallow(m protoreflect.Message, levels int) bool {
	return levels > 0 && parse.Children(m, func(child protoreflect.Message) bool { return shallow(child, levels-1) })
}
