package changes

import (
	"fmt"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB's RETURNING has the columns of the changed table alone, no subqueries, and an UPDATE that finds a row twice counts
// it twice. Such a change is taken apart: its rows are found first, each with one row of the tables that it is joined with.
// They are known by DuckDB's rowid. The change is made of these rows, and what it returns is a query over them.

// foundTable has the rowids of the rows that are changed and of those that they are joined with.
const foundTable = "pg__found"

// rowID is DuckDB's name of a row.
const rowID = "rowid"

// foundRows is such a change.
type foundRows struct {
	target    *pg_query.RangeVar
	from      []*pg_query.Node // the other tables; what has no rowids is a table that was made of its rows
	where     *pg_query.Node
	returning []*pg_query.Node
	with      *pg_query.WithClause
	reads     []*pg_query.Node // what the change computes
	keys      []string         // the target's primary key, by which its rows are known when they were updated; none: the rowid
	leaves    []string         // the names of the tables in from, in order
	steps     []Step
	prefix    string // of the names of temporary tables
}

// Step is a step before it is translated.
type Step struct {
	Statement  *pg_query.Node
	ShapeQuery *pg_query.Node // a query of no rows whose columns the step's table has; nil: the statement's
	providers.Step
}

// expand makes the steps of a part. A part that DuckDB can run as it is has one.
func (c *Division) expand(p *withPart) ([]Step, error) {
	whole := Step{Statement: p.stmt, ShapeQuery: p.shape(), Step: providers.Step{Table: p.table, Verb: partVerb(p.stmt), Rows: p.name == "", Tag: p.name == ""}}
	c.seq++
	f := &foundRows{prefix: fmt.Sprintf("%d ", c.seq), with: withOf(p.stmt)}
	switch s := parse.Unwrap(p.stmt).(type) {
	case *pg_query.UpdateStmt:
		f.target, f.from, f.where, f.returning = s.Relation, s.FromClause, s.WhereClause, s.ReturningList
		f.reads = slices.Concat(s.TargetList, s.ReturningList)
	case *pg_query.DeleteStmt:
		f.target, f.from, f.where, f.returning = s.Relation, s.UsingClause, s.WhereClause, s.ReturningList
	case *pg_query.InsertStmt:
		u, err := c.upsertOf(s)
		if err != nil {
			return nil, err
		}
		if u != nil {
			return c.expandUpsert(p, u)
		}
		if c.needsQuery(s.ReturningList, s.Relation) {
			return c.expandInsert(p, s)
		}
		return []Step{whole}, nil
	case *pg_query.MergeStmt:
		return c.expandMerge(p, whole)
	default:
		return []Step{whole}, nil
	}
	table, known := c.relationOf(f.target)
	if !c.mustFind(f, p.stmt.GetUpdateStmt() != nil) || !known || table.Kind != "table" || table.Builtin {
		return []Step{whole}, nil
	}
	if slices.ContainsFunc(table.Columns, func(name string) bool { return strings.EqualFold(name, rowID) }) {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "a change of a table with a column %q that is joined with other tables is not supported", rowID)
	}
	f.target = proto.CloneOf(f.target)
	if f.target.Alias == nil {
		f.target.Alias = &pg_query.Alias{Aliasname: f.target.Relname}
	}
	return c.expandFound(p, f)
}

// relationOf is the relation that a name means.
func (c *Division) relationOf(named *pg_query.RangeVar) (providers.Relation, bool) {
	if c.relation == nil || named == nil {
		return providers.Relation{}, false
	}
	return c.relation(named.Schemaname, named.Relname)
}

// mustFind reports whether the rows of a change have to be found first.
func (c *Division) mustFind(f *foundRows, update bool) bool {
	if len(f.from) == 0 {
		return c.needsQuery(f.returning, f.target)
	}
	return len(f.returning) > 0 || update && !c.matchesOnce(f)
}

// needsQuery reports whether what a change returns has a subquery, becomes one, or a whole row of its table.
func (c *Division) needsQuery(list []*pg_query.Node, target *pg_query.RangeVar) (needed bool) {
	name := parse.AliasOrName(target)
	table, known := c.relationOf(target)
	isWhole := func(ref *pg_query.ColumnRef) bool {
		return known && len(ref.Fields) == 1 && ref.Fields[0].GetString_().GetSval() == name && !slices.Contains(table.Columns, name)
	}
	for _, n := range list {
		needed = needed || c.reads(n)
		parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
			_, sub := m.(*pg_query.SubLink)
			ref, _ := m.(*pg_query.ColumnRef)
			needed = needed || sub || ref != nil && isWhole(ref)
		})
	}
	return needed
}

// matchesOnce reports whether at most one row of what an UPDATE is joined with belongs to a row of the target: the join is
// with one table, whose primary key the condition compares with something else.
func (c *Division) matchesOnce(f *foundRows) bool {
	if len(f.from) != 1 {
		return false
	}
	if sub := f.from[0].GetRangeSubselect().GetSubquery().GetSelectStmt(); sub != nil && len(sub.ValuesLists) == 1 {
		return true
	}
	named := f.from[0].GetRangeVar()
	table, known := c.relationOf(named)
	if named == nil || !known || table.Kind != "table" || len(table.Key) == 0 || slices.Contains(cteNames(f.with), named.Relname) {
		return false
	}
	name := parse.AliasOrName(named)
	var conditions []*pg_query.Node
	var collect func(n *pg_query.Node)
	collect = func(n *pg_query.Node) {
		if b := n.GetBoolExpr(); b != nil && b.Boolop == pg_query.BoolExprType_AND_EXPR {
			for _, arg := range b.Args {
				collect(arg)
			}
			return
		}
		conditions = append(conditions, n)
	}
	collect(f.where)
	return !slices.ContainsFunc(table.Key, func(column string) bool {
		return !slices.ContainsFunc(conditions, func(n *pg_query.Node) bool {
			e := n.GetAExpr()
			if e == nil || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP || !slices.Equal(parse.Strings(e.Name), []string{"="}) {
				return false
			}
			return isColumnOf(e.Lexpr, name, column) && !mayRead(e.Rexpr, name) || isColumnOf(e.Rexpr, name, column) && !mayRead(e.Lexpr, name)
		})
	})
}

// cteNames are the names that a WITH defines.
func cteNames(clause *pg_query.WithClause) (names []string) {
	for _, n := range clause.GetCtes() {
		names = append(names, n.GetCommonTableExpr().Ctename)
	}
	return names
}

// isColumnOf reports whether an expression is a column of a table, with the table's name before it.
func isColumnOf(n *pg_query.Node, table, column string) bool {
	fields := n.GetColumnRef().GetFields()
	return len(fields) == 2 && fields[0].GetString_().GetSval() == table && strings.EqualFold(fields[1].GetString_().GetSval(), column)
}

// mayRead reports whether an expression may read a table: it has a column without the name of another one.
func mayRead(n *pg_query.Node, table string) (found bool) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.ColumnRef:
			found = found || len(m.Fields) != 2 || m.Fields[0].GetString_().GetSval() == table
		case *pg_query.SubLink:
			found = true
		}
	})
	return found
}
