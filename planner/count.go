package planner

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Count tells how many rows a statement would touch, before it runs: by a query
// that counts them, or by its text alone.
type Count struct {
	// SQL is one SELECT of one number, in the client's dialect, to be planned like
	// any other text: it is run only if it is a read. "" where Values says it.
	SQL string
	// Params are the parameters of the statement that SQL uses: its $1 is the
	// statement's $n, n being the first of them.
	Params []int
	Places []int // of a count of several relations: see CountReached
	Values int64 // the rows that are written out
	// AtMost says that fewer may be touched: INSERT … ON CONFLICT.
	AtMost bool
}

const (
	// countable bounds the texts that a query is made of; VALUES may be longer.
	countable = 64 << 10
	// maxWritten is how deep a tree may be that is written out: C code calls itself
	// for every level, and takes less than 1 KB of a stack of 2 MB or more.
	maxWritten = 600
	// maxCounted bounds the tables of one TRUNCATE or DROP TABLE that are counted.
	maxCounted = 20
)

// CountOf returns how to count the rows that the one statement of a text
// touches at a source of that dialect. For an UPDATE or a DELETE these are the
// rows of its target for which its predicate holds, each once, whatever it is
// joined with (but DuckDB says of an UPDATE … FROM how often rows are matched, so
// that is counted); for an INSERT the rows of its query; for TRUNCATE and DROP
// TABLE all rows of the tables. Not ok:
// MERGE, WHERE CURRENT OF, whatever holds another change, and what is no change
// of rows.
//
// The query is made of the statement's own parse tree, and what is written out
// is parsed again and compared with it.
func CountOf(text string, dialect providers.Dialect) (c Count, ok bool) {
	if parse.Check(text, 0) != nil {
		return Count{}, false
	}
	list, err := parse.Statements(text)
	if err != nil || len(list) != 1 {
		return Count{}, false
	}
	stmt := list[0].Raw.Stmt
	if several(stmt) || !shallow(stmt.ProtoReflect(), maxWritten) {
		return Count{}, false
	}
	var query *pg_query.Node
	switch {
	case stmt.GetUpdateStmt() != nil:
		u := stmt.GetUpdateStmt()
		query = matching(u.Relation, u.FromClause, u.WhereClause, u.WithClause)
		if query != nil && dialect == providers.DuckDB {
			s := query.GetSelectStmt()
			s.FromClause, s.WhereClause = append(s.FromClause, u.FromClause...), u.WhereClause
		}
	case stmt.GetDeleteStmt() != nil:
		d := stmt.GetDeleteStmt()
		query = matching(d.Relation, d.UsingClause, d.WhereClause, d.WithClause)
	case stmt.GetInsertStmt() != nil:
		i := stmt.GetInsertStmt()
		c.AtMost = i.OnConflictClause != nil
		if c.Values, ok = written(i); ok {
			return c, true
		}
		query = inserted(i)
	case stmt.GetTruncateStmt() != nil:
		query = all(stmt.GetTruncateStmt().Relations)
	case stmt.GetDropStmt().GetRemoveType() == pg_query.ObjectType_OBJECT_TABLE:
		query = all(dropped(stmt.GetDropStmt()))
	}
	if query == nil || len(text) > countable {
		return Count{}, false
	}
	if c.Params, ok = renumber(query); !ok {
		return Count{}, false
	}
	c.SQL, ok = write(query, list[0].Version)
	if !ok {
		return Count{}, false
	}
	return c, true
}

// matching counts the rows of a target that have a match.
func matching(target *pg_query.RangeVar, from []*pg_query.Node, where *pg_query.Node, with *pg_query.WithClause) *pg_query.Node {
	for _, name := range defined(with) {
		if target.Catalogname == "" && target.Schemaname == "" && target.Relname == name {
			return nil // the target is a table all the same; in FROM it would not be
		}
	}
	query := template("SELECT count(*) FROM t WHERE EXISTS (SELECT 1 FROM t)")
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

// defined are the names of common table expressions.
func defined(with *pg_query.WithClause) []string {
	var names []string
	for _, n := range with.GetCtes() {
		names = append(names, n.GetCommonTableExpr().GetCtename())
	}
	return names
}

// written returns how many rows an INSERT has in its text.
func written(i *pg_query.InsertStmt) (int64, bool) {
	if i.SelectStmt == nil { // DEFAULT VALUES
		return 1, true
	}
	s := i.SelectStmt.GetSelectStmt()
	if !valuesAlone(s) || len(s.ValuesLists) == 1 && multiplies(s) {
		return 0, false
	}
	return int64(len(s.ValuesLists)), true
}

// valuesAlone reports VALUES (…), (…) with nothing around it that could leave
// rows out.
func valuesAlone(s *pg_query.SelectStmt) bool {
	return len(s.GetValuesLists()) > 0 && s.LimitCount == nil && s.LimitOffset == nil
}

// multiplies reports whether a single row of VALUES may become several: unlike
// in several, a function in it may return a set.
func multiplies(s *pg_query.SelectStmt) bool {
	found := false
	each(s.ProtoReflect(), func(m proto.Message) {
		if _, ok := m.(*pg_query.FuncCall); ok {
			found = true
		}
	})
	return found
}

// inserted counts what the query of an INSERT returns.
func inserted(i *pg_query.InsertStmt) *pg_query.Node {
	query := template("SELECT count(*) FROM (SELECT 1) AS q")
	s := query.GetSelectStmt()
	s.WithClause = i.WithClause
	from := i.SelectStmt
	if v := from.GetSelectStmt(); valuesAlone(v) && len(v.ValuesLists) == 1 {
		// VALUES (a, DEFAULT) is no query elsewhere, nor is a set in it.
		from = template("SELECT 1")
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

// all counts all rows of tables.
func all(tables []*pg_query.Node) *pg_query.Node {
	if len(tables) == 0 || len(tables) > maxCounted {
		return nil
	}
	var sum *pg_query.Node
	for _, t := range tables {
		one := template("SELECT (SELECT count(*) FROM t)")
		value := one.GetSelectStmt().TargetList[0].GetResTarget()
		value.Val.GetSubLink().Subselect.GetSelectStmt().FromClause[0] = t
		if sum == nil {
			sum = one
			continue
		}
		plus := template("SELECT 1 + 1")
		e := plus.GetSelectStmt().TargetList[0].GetResTarget().Val.GetAExpr()
		e.Lexpr, e.Rexpr = sum.GetSelectStmt().TargetList[0].GetResTarget().Val, value.Val
		sum = plus
	}
	return sum
}

// dropped are the tables that a DROP TABLE names; none if one has a name that is
// none of a table.
func dropped(d *pg_query.DropStmt) []*pg_query.Node {
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

// relationOf is a name of up to three parts as a relation.
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

// template parses a query of our own, whose parts are then replaced.
func template(text string) *pg_query.Node {
	tree, err := pg_query.Parse(text)
	if err != nil {
		return nil // never: the texts are in this file
	}
	return tree.Stmts[0].Stmt
}

// several reports whether there is a change inside of the statement, or a
// cursor's row is what it means.
func several(stmt *pg_query.Node) bool {
	changes, cursor := 0, false
	each(stmt.ProtoReflect(), func(m proto.Message) {
		switch m.(type) {
		case *pg_query.InsertStmt, *pg_query.UpdateStmt, *pg_query.DeleteStmt, *pg_query.MergeStmt:
			changes++
		case *pg_query.CurrentOfExpr:
			cursor = true
		}
	})
	return changes > 1 || cursor
}

// renumber gives the parameters of a query the numbers 1, 2, 3 … and returns
// what they were. A parameter without a number is none of PostgreSQL's.
func renumber(query *pg_query.Node) (numbers []int, ok bool) {
	var params []*pg_query.ParamRef
	ok = true
	each(query.ProtoReflect(), func(m proto.Message) {
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

// write writes a query out, and makes sure that it reads as what it was made of.
func write(query *pg_query.Node, version int32) (string, bool) {
	if !shallow(query.ProtoReflect(), maxWritten) {
		return "", false
	}
	sql, err := pg_query.Deparse(&pg_query.ParseResult{Version: version, Stmts: []*pg_query.RawStmt{{Stmt: query}}})
	if err != nil || parse.Check(sql, 0) != nil {
		return "", false
	}
	list, err := parse.Statements(sql)
	if err != nil || len(list) != 1 {
		return "", false
	}
	again := list[0].Raw.Stmt
	for _, n := range []*pg_query.Node{query, again} {
		each(n.ProtoReflect(), displace)
	}
	return sql, proto.Equal(query, again)
}

// displace forgets where in its text a message stood.
func displace(m proto.Message) {
	r := m.ProtoReflect()
	if f := r.Descriptor().Fields().ByName("location"); f != nil && f.Kind() == protoreflect.Int32Kind {
		r.Clear(f)
	}
}

// each calls f for every message of a tree.
func each(m protoreflect.Message, f func(proto.Message)) {
	f(m.Interface())
	inside(m, func(child protoreflect.Message) bool {
		each(child, f)
		return true
	})
}

// shallow reports whether a tree has no more levels than that.
func shallow(m protoreflect.Message, levels int) bool {
	return levels > 0 && inside(m, func(child protoreflect.Message) bool { return shallow(child, levels-1) })
}

// inside calls f for the messages of a message's fields, until one returns
// false.
func inside(m protoreflect.Message, f func(protoreflect.Message) bool) bool {
	ok := true
	m.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		switch {
		case field.Kind() != protoreflect.MessageKind:
		case field.IsList():
			for list, i := value.List(), 0; ok && i < list.Len(); i++ {
				ok = f(list.Get(i).Message())
			}
		default:
			ok = f(value.Message())
		}
		return ok
	})
	return ok
}
