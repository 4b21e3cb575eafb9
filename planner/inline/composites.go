package inline

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// A body returns a composite value as one column of its type, or as a column for each attribute. fitComposite makes of the body what the
// rest knows: one column for a composite type, and a column for each attribute of a table's row, or of OUT parameters.
func (d *definition) fitComposite(query *pg_query.Node) error {
	s := query.GetSelectStmt()
	count, known := trees.CountColumns(s)
	if s == nil || !known {
		return nil
	}
	if d.r.RowsOf.Name != "" {
		d.spreadParameter(s)
		d.spreadRelation(s)
		return nil
	}
	if outputs := d.r.Outputs(); len(outputs) > 1 {
		if row := onlyValue(s).GetRowExpr(); row != nil && len(row.Args) == len(outputs) {
			s.TargetList = targets(row.Args)
		}
		return nil
	}
	u := compositeOf(d.env, d.r.Returns)
	switch {
	case u == nil || count == 1 && !isPlainValue(onlyValue(s)):
		return nil
	case count < len(u.Fields):
		return errMismatch(d.r, "Final statement returns too few columns.")
	case count > len(u.Fields):
		return errMismatch(d.r, "Final statement returns too many columns.")
	case count == 1 || slices.ContainsFunc(u.Fields, func(f providers.UserAttribute) bool { return strings.Contains(f.Type, "(") }):
		return notSupported("a function that returns the type %s by columns is not supported", d.r.Returns).WithHint("Return a row, as in SELECT ROW(…)::%s.", d.r.Returns)
	}
	names := make([]string, count)
	fields := make([]*pg_query.Node, count)
	for i := range names {
		names[i] = "f" + strconv.Itoa(i+1)
		fields[i] = build.Column("$r", names[i])
	}
	if isExpressions(s) {
		for i, n := range s.TargetList {
			fields[i] = n.GetResTarget().Val
		}
		s.TargetList = targets([]*pg_query.Node{d.rowOf(fields)})
		return nil
	}
	inner := &pg_query.Node{Node: query.Node}
	query.Node = build.Select(build.Subselect(inner, build.Alias("$r", names...)), build.Target(d.rowOf(fields), "")).Node
	return nil
}

// rowOf is a row of the composite type that the function returns.
func (d *definition) rowOf(fields []*pg_query.Node) *pg_query.Node {
	return build.Cast(build.Row(fields...), typeNamed(d.r.Returns))
}

// compositeOf is the composite type of a name; nil: it is that of another type.
func compositeOf(env Env, shown string) *providers.UserType {
	if u := env.userTypeNamed(shown); u != nil && u.Kind == "c" {
		return u
	}
	return nil
}

// userTypeNamed is the type of users that a name means; nil: it means one of PostgreSQL's own, an array, or nothing.
func (e Env) userTypeNamed(shown string) *providers.UserType {
	if e.UserType == nil || internalName(shown) != "" {
		return nil
	}
	t := typeNamed(shown)
	if t == nil || len(t.ArrayBounds) > 0 {
		return nil
	}
	return e.UserType(parse.SplitName(t.Names))
}

// spreadComposite makes columns of the attributes of a query's only column.
func spreadComposite(query *pg_query.Node, u *providers.UserType) (*pg_query.Node, []providers.Parameter) {
	columns, list := make([]providers.Parameter, len(u.Fields)), make([]*pg_query.Node, len(u.Fields))
	for i, f := range u.Fields {
		columns[i].Name = f.Name
		value := &pg_query.Node{Node: &pg_query.Node_AIndirection{AIndirection: &pg_query.A_Indirection{Arg: build.Column("$c", "row"), Indirection: build.Names(f.Name)}}}
		list[i] = build.Target(value, f.Name)
	}
	return build.Select(build.Subselect(query, build.Alias("$c", "row")), list...), columns
}

// spreadRelation makes columns of the row of the table whose rows the function returns, where the body returns it as one value.
func (d *definition) spreadRelation(s *pg_query.SelectStmt) {
	name := parse.NameParts(onlyValue(s).GetColumnRef().GetFields())
	if len(name) != 1 || len(s.FromClause) != 1 {
		return
	}
	relation, _ := d.env.Relation(d.r.RowsOf.Schema, d.r.RowsOf.Name)
	from := s.FromClause[0].GetRangeVar()
	if from.GetRelname() == d.r.RowsOf.Name && trees.NameInFrom(s.FromClause[0]) == name[0] && !slices.Contains(columnNames(relation), name[0]) {
		s.TargetList = targets([]*pg_query.Node{pg_query.MakeColumnRefNode([]*pg_query.Node{pg_query.MakeStrNode(name[0]), pg_query.MakeAStarNode()}, build.Nowhere)})
	}
}

func targets(values []*pg_query.Node) []*pg_query.Node {
	list := make([]*pg_query.Node, len(values))
	for i, value := range values {
		list[i] = build.Target(value, "")
	}
	return list
}

// onlyValue is the expression of a query's only column, nil where its select list does not show it.
func onlyValue(s *pg_query.SelectStmt) *pg_query.Node {
	if len(s.GetTargetList()) != 1 {
		return nil
	}
	return s.TargetList[0].GetResTarget().GetVal()
}

// isPlainValue reports whether the text shows that a value is no row: a constant other than NULL, or a cast to a type of PostgreSQL's own.
func isPlainValue(n *pg_query.Node) bool {
	if c := n.GetTypeCast(); c != nil {
		return builtinTypes[baseOf(c.TypeName)].oid != 0
	}
	return n.GetAConst() != nil
}

// isExpressions reports whether a query is SELECT of expressions and nothing else.
func isExpressions(s *pg_query.SelectStmt) bool {
	return len(s.TargetList) > 0 && len(s.SortClause) == 0 && makesOneRow(s) && !contains(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}, isSetCall)
}

// isComposite reports whether the text shows that a value is of a composite type: a cast to it, a CASE of such casts, or a query of one.
func (e *expander) isComposite(n *pg_query.Node, to *pg_query.TypeName) bool {
	if e.env.UserType == nil || len(to.ArrayBounds) > 0 {
		return false
	}
	if s := n.GetSubLink(); s.GetSubLinkType() == pg_query.SubLinkType_EXPR_SUBLINK {
		query := s.Subselect.GetSelectStmt()
		return query.GetLarg() == nil && e.isComposite(onlyValue(query), to)
	}
	c := n.GetTypeCast()
	if c == nil || len(c.TypeName.ArrayBounds) > 0 {
		return false
	}
	own, other := e.env.UserType(parse.SplitName(c.TypeName.Names)), e.env.UserType(parse.SplitName(to.Names))
	return own != nil && other != nil && own.Kind == "c" && own.ID == other.ID
}
