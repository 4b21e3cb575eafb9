package queries

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// The row of a table that an outer join found nothing for is NULL in Postgres. In DuckDB it is a row of NULLs.

// outerJoins makes the rows of tables NULL for which an outer join found nothing.
type outerJoins struct {
	*rewrite.Translation
	columns map[string]string           // the columns whose types the statement shows
	ctes    map[*pg_query.RangeVar]bool // the references to common table expressions
}

// NullMissingRows makes the rows of tables NULL for which an outer join found nothing. The tree is the client's. columns are
// those whose types the statement shows, and ctes the references to common table expressions.
func NullMissingRows(t *rewrite.Translation, root *pg_query.Node, columns map[string]string, ctes map[*pg_query.RangeVar]bool) {
	if t.Env.SQLite || t.Env.Columns == nil {
		return
	}
	j := &outerJoins{Translation: t, columns: columns, ctes: ctes}
	labels := map[string]bool{} // of the columns of queries
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if target, ok := m.(*pg_query.ResTarget); ok && !showsRow(target) {
			labels[target.Name] = true
		}
	})
	t.EachMessage(root.ProtoReflect(), func(m any) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok {
			return
		}
		optional := map[string]*pg_query.Node{}
		for _, n := range s.FromClause {
			j.optionalTables(n, false, nil, optional)
		}
		for name := range optional {
			if labels[name] {
				delete(optional, name)
			}
		}
		if len(optional) == 0 {
			return
		}
		for _, n := range s.TargetList {
			j.nullRows(n, optional)
		}
		for _, n := range []*pg_query.Node{s.WhereClause, s.HavingClause} {
			j.nullRows(n, optional)
		}
	})
}

// showsRow reports whether a column of the result is a relation's row, by the relation's name.
func showsRow(target *pg_query.ResTarget) bool {
	f := target.GetVal().GetFuncCall()
	_, name := parse.SplitName(f.GetFuncname())
	return name == "struct_values" && len(f.Args) == 1 && trees.LastField(f.Args[0]) == target.Name
}

// optionalTables finds the tables that an outer join may find nothing for, each with a column that is NULL then alone.
// It returns nil if none is known.
func (j *outerJoins) optionalTables(n *pg_query.Node, optional bool, conditions []*pg_query.Node, into map[string]*pg_query.Node) {
	if join := n.GetJoinExpr(); join != nil {
		conditions = append(slices.Clone(conditions), join.Quals)
		kind := join.Jointype
		full := kind == pg_query.JoinType_JOIN_FULL
		j.optionalTables(join.Larg, optional || full || kind == pg_query.JoinType_JOIN_RIGHT, conditions, into)
		j.optionalTables(join.Rarg, optional || full || kind == pg_query.JoinType_JOIN_LEFT, conditions, into)
		return
	}
	if !optional {
		return
	}
	alias := trees.NameInFrom(n)
	if alias == "" {
		return
	}
	into[alias] = nil
	if r := n.GetRangeVar(); r != nil {
		for _, c := range j.Env.Columns(r.Schemaname, r.Relname) {
			if c.Key && !j.ctes[r] && len(r.GetAlias().GetColnames()) == 0 {
				into[alias] = pg_query.MakeColumnRefNode(build.Names(alias, c.Name), build.Nowhere)
				return
			}
		}
	}
	for _, condition := range conditions {
		if column := equated(condition, alias); column != nil {
			into[alias] = column
			return
		}
	}
}

// equated is a column of a table that a condition compares: it is not NULL where the condition holds.
func equated(condition *pg_query.Node, alias string) *pg_query.Node {
	if b := condition.GetBoolExpr(); b != nil && b.Boolop == pg_query.BoolExprType_AND_EXPR {
		for _, part := range b.Args {
			if column := equated(part, alias); column != nil {
				return column
			}
		}
		return nil
	}
	e := condition.GetAExpr()
	if e == nil || e.Kind != pg_query.A_Expr_Kind_AEXPR_OP {
		return nil
	}
	if _, op := parse.SplitName(e.Name); !trees.Comparisons[op] {
		return nil
	}
	for _, side := range []*pg_query.Node{e.Lexpr, e.Rexpr} {
		if fields := side.GetColumnRef().GetFields(); len(fields) == 2 && fields[0].GetString_().GetSval() == alias && fields[1].GetString_() != nil {
			return side
		}
	}
	return nil
}

// nullRows replaces the rows of optional tables in an expression. Queries inside of the expression have tables of their own.
func (j *outerJoins) nullRows(n *pg_query.Node, optional map[string]*pg_query.Node) {
	if n == nil {
		return
	}
	trees.EachExpression(n, func(inner *pg_query.Node) {
		for _, list := range [][]*pg_query.Node{inner.GetFuncCall().GetArgs(), {inner.GetResTarget().GetVal()}, {inner.GetNullTest().GetArg()}} {
			for _, argument := range list {
				j.nullRow(argument, inner.GetFuncCall() != nil, optional)
			}
		}
	})
}

// nullRow replaces the row of an optional table.
func (j *outerJoins) nullRow(n *pg_query.Node, argument bool, optional map[string]*pg_query.Node) {
	ref := n.GetColumnRef()
	fields := ref.GetFields()
	if len(fields) == 2 && (fields[1].GetAStar() == nil || !argument) || len(fields) != 1 && len(fields) != 2 {
		return
	}
	name := fields[0].GetString_().GetSval()
	column, isOptional := optional[name]
	if _, isColumn := j.columns[name]; !isOptional || len(fields) == 1 && isColumn {
		return
	}
	if column == nil {
		j.NoteUnsupported(ref.Location, "the row of %q, for which the outer join may have found nothing, is not supported here", name).
			WithHint("Name a column of it, as in count(%s.id), or compare one of its columns in the join's condition.", name)
		return
	}
	row := pg_query.MakeColumnRefNode(build.Names(name), build.Nowhere)
	j.ReplaceNode(n, build.Case(row, build.When(build.IsNull(column), build.Null())))
}
