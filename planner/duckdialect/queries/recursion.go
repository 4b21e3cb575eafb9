package queries

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/functionnames"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// invalidRecursion is the code of a recursive query that PostgreSQL does not take.
const invalidRecursion sqlstate.Code = "42P19"

// checkRecursion refuses recursive queries that PostgreSQL refuses and DuckDB runs.
func checkRecursion(t *rewrite.Translation, root *pg_query.Node) {
	if t.Env.SQLite || t.Env.Rewritten {
		return
	}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		switch m := m.(type) {
		case *pg_query.MergeStmt:
			if m.WithClause.GetRecursive() {
				t.NoteError(build.Nowhere, sqlstate.SyntaxError, "WITH RECURSIVE is not supported for MERGE statement")
			}
		case *pg_query.WithClause:
			for i, n := range m.Ctes {
				c := n.GetCommonTableExpr()
				if slices.ContainsFunc(m.Ctes[:i], func(n *pg_query.Node) bool { return n.GetCommonTableExpr().GetCtename() == c.Ctename }) {
					t.NoteError(c.Location, "42712", "WITH query name %q specified more than once", c.Ctename)
				}
				if m.Recursive {
					checkForm(t, c)
				}
			}
		}
	})
}

// checkForm refuses a recursive query of another form than a first part, UNION, and a part that reads the query once, where its
// rows may be read.
func checkForm(t *rewrite.Translation, c *pg_query.CommonTableExpr) {
	s := c.GetCtequery().GetSelectStmt()
	if s == nil || hides(s, c.Ctename) {
		return
	}
	var first, second selfReader
	if s.Op == pg_query.SetOperation_SETOP_UNION {
		first, second = readSelf(c.Ctename, s.Larg), readSelf(c.Ctename, s.Rarg)
	} else {
		first = readSelf(c.Ctename, s)
	}
	switch {
	case !first.reads() && !second.reads():
	case s.Op != pg_query.SetOperation_SETOP_UNION:
		t.NoteError(c.Location, invalidRecursion, "recursive query %q does not have the form non-recursive-term UNION [ALL] recursive-term", c.Ctename)
	case first.reads():
		t.NoteError(build.Nowhere, invalidRecursion, "recursive reference to query %q must not appear within its non-recursive term", c.Ctename)
	case len(s.SortClause) > 0:
		t.NoteUnsupported(build.Nowhere, "ORDER BY in a recursive query is not implemented")
	case s.LimitOffset != nil:
		t.NoteUnsupported(build.Nowhere, "OFFSET in a recursive query is not implemented")
	case s.LimitCount != nil:
		t.NoteUnsupported(build.Nowhere, "LIMIT in a recursive query is not implemented")
	case second.refused != nil:
		t.NoteError(second.location, second.refused.Code, "%s", second.refused.Message)
	default:
		typeNulls(t, s.Larg)
	}
}

// typeNulls makes the NULLs of the first part of a recursive query texts, as PostgreSQL does before it looks at the other part.
func typeNulls(t *rewrite.Translation, first *pg_query.SelectStmt) {
	if first.Larg != nil {
		return
	}
	for _, n := range first.TargetList {
		if target := n.GetResTarget(); target.GetVal().GetAConst().GetIsnull() {
			target.Val, t.Changed = build.Cast(target.Val, build.PlainType("text")), true
		}
	}
}

// selfReader looks for the places in which a recursive query reads itself.
type selfReader struct {
	name     string
	count    int
	refused  *sqlstate.Error // the first place where the query may not be read; nil: none
	location int32           // of refused
}

// readSelf looks in a part of a recursive query of this name.
func readSelf(name string, part *pg_query.SelectStmt) selfReader {
	r := selfReader{name: name}
	r.query(part, "")
	return r
}

// reads reports whether the part reads the query.
func (r selfReader) reads() bool { return r.count > 0 || r.refused != nil }

// refuse notes an error. The first error counts.
func (r *selfReader) refuse(location int32, format string, args ...any) {
	r.refuseAs(invalidRecursion, location, format, args...)
}

// refuseAs notes an error of a code.
func (r *selfReader) refuseAs(code sqlstate.Code, location int32, format string, args ...any) {
	if r.refused == nil {
		r.refused, r.location = sqlstate.New(code, format, args...), location
	}
}

// hides reports whether a query has another query of a name in its WITH.
func hides(s *pg_query.SelectStmt, name string) bool {
	return slices.ContainsFunc(s.GetWithClause().GetCtes(), func(n *pg_query.Node) bool { return n.GetCommonTableExpr().GetCtename() == name })
}

// query looks in a query. where is what the query itself may not be read in; "": nothing.
func (r *selfReader) query(s *pg_query.SelectStmt, where string) {
	if hides(s, r.name) {
		return
	}
	if s.Larg == nil {
		if r.readsItself(s) {
			r.refuseAggregates(s)
		}
		r.visit(s.ProtoReflect(), where)
		return
	}
	left, right := where, where
	switch {
	case s.Op == pg_query.SetOperation_SETOP_EXCEPT && s.All:
		left, right = "EXCEPT", "EXCEPT"
	case s.Op == pg_query.SetOperation_SETOP_EXCEPT:
		right = "EXCEPT"
	case s.Op == pg_query.SetOperation_SETOP_INTERSECT && s.All:
		left, right = "INTERSECT", "INTERSECT"
	}
	r.query(s.Larg, left)
	r.query(s.Rarg, right)
}

// readsItself reports whether a query names itself in FROM, outside of subqueries.
func (r *selfReader) readsItself(s *pg_query.SelectStmt) bool {
	var reads func(n *pg_query.Node) bool
	reads = func(n *pg_query.Node) bool {
		if j := n.GetJoinExpr(); j != nil {
			return reads(j.Larg) || reads(j.Rarg)
		}
		v := n.GetRangeVar()
		return v.GetSchemaname() == "" && v.GetRelname() == r.name
	}
	return slices.ContainsFunc(s.FromClause, reads)
}

// refuseAggregates refuses aggregates of the rows of a query that reads itself.
func (r *selfReader) refuseAggregates(s *pg_query.SelectStmt) {
	var look func(protoreflect.Message)
	look = func(m protoreflect.Message) {
		switch n := m.Interface().(type) {
		case *pg_query.SubLink, *pg_query.RangeSubselect:
			return
		case *pg_query.FuncCall:
			if isAggregate(n) {
				r.refuseUngrouped(s)
				r.refuse(n.Location, "aggregate functions are not allowed in a recursive query's recursive term")
			}
		}
		parse.Children(m, func(child protoreflect.Message) bool {
			look(child)
			return r.refused == nil
		})
	}
	look(s.ProtoReflect())
}

func isAggregate(f *pg_query.FuncCall) bool {
	_, name := parse.SplitName(f.Funcname)
	return f.Over == nil && (f.AggStar || functionnames.IsAggregate(name))
}

// refuseUngrouped refuses a column in the list of a query with aggregates and without GROUP BY, which PostgreSQL looks for before.
func (r *selfReader) refuseUngrouped(s *pg_query.SelectStmt) {
	if len(s.GroupClause) > 0 || len(s.FromClause) != 1 {
		return
	}
	var look func(protoreflect.Message)
	look = func(m protoreflect.Message) {
		switch n := m.Interface().(type) {
		case *pg_query.SubLink:
			return
		case *pg_query.FuncCall:
			if isAggregate(n) {
				return
			}
		case *pg_query.ColumnRef:
			parts := parse.NameParts(n.Fields)
			if v := s.FromClause[0].GetRangeVar(); len(parts) == 1 && v != nil && len(n.Fields) == 1 {
				parts = []string{parse.AliasOrName(v), parts[0]}
			}
			if len(parts) == 2 {
				r.refuseAs("42803", n.Location, "column \"%s.%s\" must appear in the GROUP BY clause or be used in an aggregate function", parts[0], parts[1])
			}
		}
		parse.Children(m, func(child protoreflect.Message) bool {
			look(child)
			return r.refused == nil
		})
	}
	for _, n := range s.TargetList {
		look(n.ProtoReflect())
	}
}

// visit looks in a message of the tree.
func (r *selfReader) visit(m protoreflect.Message, where string) {
	switch n := m.Interface().(type) {
	case *pg_query.RangeVar:
		if n.Schemaname == "" && n.Relname == r.name {
			r.found(n.Location, where)
		}
		return
	case *pg_query.JoinExpr:
		left, right := where, where
		if n.Jointype == pg_query.JoinType_JOIN_LEFT || n.Jointype == pg_query.JoinType_JOIN_FULL {
			right = "an outer join"
		}
		if n.Jointype == pg_query.JoinType_JOIN_RIGHT || n.Jointype == pg_query.JoinType_JOIN_FULL {
			left = "an outer join"
		}
		r.visit(n.Larg.ProtoReflect(), left)
		r.visit(n.Rarg.ProtoReflect(), right)
		if n.Quals != nil {
			r.visit(n.Quals.ProtoReflect(), where)
		}
		return
	case *pg_query.SubLink:
		where = "a subquery"
	case *pg_query.RangeSubselect:
		if s := n.Subquery.GetSelectStmt(); s != nil {
			r.query(s, where)
		}
		return
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		r.visit(child, where)
		return r.refused == nil
	})
}

// found notes a place.
func (r *selfReader) found(location int32, where string) {
	if r.count++; where != "" {
		r.refuse(location, "recursive reference to query %q must not appear within %s", r.name, where)
	}
	if r.count > 1 {
		r.refuse(location, "recursive reference to query %q must not appear more than once", r.name)
	}
}
