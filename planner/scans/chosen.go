package scans

import (
	"cmp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// An API changes what its inputs say, and nothing is compared afterwards. So each condition on the
// resource must become an input: one that was left out would have more changed than the statement says.

// readWhere splits the conditions of WHERE into those that give inputs their values and those on columns of the
// resource.
func (c *change) readWhere(where *pg_query.Node) error {
	for _, n := range c.from {
		if err := c.checkAlias(n); err != nil {
			return err
		}
	}
	for _, one := range splitConjuncts(where, nil) {
		g, err := c.giftOfCondition(one.node)
		if err != nil {
			return err
		}
		if g != nil {
			g.chosen = true
			if err := c.addGift(g); err != nil {
				return err
			}
			continue
		}
		name, location, found := c.findOwnColumn(one.node)
		if found {
			return c.errIgnored(name, location)
		}
		if ref := c.findAmbiguous(one.node); ref != nil {
			return c.errorAt(ref.Location, sqlstate.AmbiguousColumn, "Write the name or the alias of its relation before it.", "column reference %q is ambiguous", ref.Fields[0].GetString_().GetSval())
		}
		c.rest = append(c.rest, one.node)
	}
	return nil
}

// checkAlias refuses an item of FROM that has the name of the resource: a qualifier could mean both.
func (c *change) checkAlias(n *pg_query.Node) error {
	j := n.GetJoinExpr()
	if j != nil {
		if err := cmp.Or(c.checkAlias(j.Larg), c.checkAlias(j.Rarg)); err != nil {
			return err
		}
	}
	for _, a := range []*pg_query.Alias{n.GetRangeVar().GetAlias(), n.GetRangeSubselect().GetAlias(), n.GetRangeFunction().GetAlias(), n.GetRangeTableFunc().GetAlias(), j.GetAlias()} {
		if strings.EqualFold(a.GetAliasname(), c.alias) {
			return c.errTwice()
		}
	}
	if v := n.GetRangeVar(); v != nil && v.Alias == nil && strings.EqualFold(v.Relname, c.alias) {
		return c.errTwice()
	}
	return nil
}

func (c *change) errTwice() error {
	return c.errorAt(c.target.Location, sqlstate.DuplicateAlias, "Give one of the two an alias.", "table name %q specified more than once", c.alias)
}

// errIgnored returns the error of a condition that the API would not be told.
func (c *change) errIgnored(name string, location int32) error {
	in := "input"
	for _, t := range c.takes {
		if t.Required {
			in = t.Name
			break
		}
	}
	hint := "Choose by a query: WHERE " + in + " IN (SELECT … FROM " + c.resourceName() + " WHERE …)."
	if known := c.takesInput(name); known != "" {
		name = known
		return c.errorAt(location, sqlstate.FeatureNotSupported, name+" = 'value', or "+name+" IN ('value', 'other'), beside other conditions with AND. "+hint,
			"a condition gives the input %q its value by = or IN alone", name)
	}
	return c.errorAt(location, sqlstate.FeatureNotSupported, hint, "no method that answers %s of %s takes %q: a condition on it would not be heeded", c.verb, c.resourceName(), name)
}

// takesInput returns an input of any method that answers the verb, as the document has it, or "" if there is none.
func (c *change) takesInput(name string) string {
	for _, t := range c.takes {
		if strings.EqualFold(t.Name, name) {
			return t.Name
		}
	}
	return ""
}

// giftOfCondition returns the gift of a condition, or nil if the condition gives no input a value.
func (c *change) giftOfCondition(n *pg_query.Node) (*gift, error) {
	switch n := n.Node.(type) {
	case *pg_query.Node_AExpr:
		if name := n.AExpr.Name; len(name) != 1 || name[0].GetString_().GetSval() != "=" {
			return nil, nil //nolint:nilnil // it is another operator
		}
		switch n.AExpr.Kind {
		case pg_query.A_Expr_Kind_AEXPR_OP:
			if g := c.giftOf(n.AExpr.Lexpr, n.AExpr.Rexpr); g != nil {
				return g, nil
			}
			return c.giftOf(n.AExpr.Rexpr, n.AExpr.Lexpr), nil
		case pg_query.A_Expr_Kind_AEXPR_IN:
			return c.giftOf(n.AExpr.Lexpr, n.AExpr.Rexpr.GetList().GetItems()...), nil
		case pg_query.A_Expr_Kind_AEXPR_OP_ANY:
			return c.giftOfArray(n.AExpr.Lexpr, n.AExpr.Rexpr), nil
		}
	case *pg_query.Node_SubLink:
		operator := n.SubLink.OperName
		equal := len(operator) == 0 || len(operator) == 1 && operator[0].GetString_().GetSval() == "="
		if n.SubLink.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK && equal {
			return c.fromQuery(n.SubLink)
		}
	case *pg_query.Node_BoolExpr:
		if n.BoolExpr.Boolop == pg_query.BoolExprType_OR_EXPR {
			return c.giftOfAlternatives(n.BoolExpr.Args)
		}
	}
	return nil, nil //nolint:nilnil // it is of another kind
}

// giftOf returns the gift of column = value, or nil if the column is not of the resource, or if a value is.
func (c *change) giftOf(column *pg_query.Node, values ...*pg_query.Node) *gift {
	ref := column.GetColumnRef()
	name, is := c.ownsColumn(ref)
	if !is {
		return nil
	}
	for _, v := range values {
		if _, _, found := c.findOwnColumn(v); found || c.findAmbiguous(v) != nil {
			return nil
		}
	}
	return &gift{name: name, location: ref.Location, values: values}
}

// giftOfArray returns the gift of column = ANY (array).
func (c *change) giftOfArray(column, array *pg_query.Node) *gift {
	if a := array.GetAArrayExpr(); a != nil {
		return c.giftOf(column, a.Elements...)
	}
	g := c.giftOf(column, array)
	if g != nil {
		g.values, g.query = nil, elementsQuery(array)
	}
	return g
}

// fromQuery returns the gift of column IN (SELECT …).
func (c *change) fromQuery(s *pg_query.SubLink) (*gift, error) {
	g := c.giftOf(s.Testexpr)
	if g == nil {
		return nil, nil //nolint:nilnil // it is on something else
	}
	query := parse.FirstQuery(s.Subselect.GetSelectStmt())
	wide := len(query.GetTargetList()) != 1
	if lists := query.GetValuesLists(); len(lists) > 0 {
		wide = len(lists[0].GetList().GetItems()) != 1
	} else if !wide {
		fields := query.TargetList[0].GetResTarget().GetVal().GetColumnRef().GetFields()
		wide = len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil
	}
	if wide {
		return nil, c.errorAt(s.Location, sqlstate.SyntaxError, "Name the one column that has the values of "+g.name+".", "the subquery of IN must return one column, by its name")
	}
	g.values, g.query = nil, s.Subselect
	return g, nil
}

// giftOfAlternatives returns the gift of column = value OR column IN (values) ….
func (c *change) giftOfAlternatives(arms []*pg_query.Node) (all *gift, err error) {
	for _, arm := range arms {
		g, err := c.giftOfCondition(arm)
		if err != nil || g == nil || g.query != nil || all != nil && !strings.EqualFold(all.name, g.name) {
			return nil, err
		}
		if all == nil {
			all, g.values = g, slices.Clone(g.values)
			continue
		}
		all.values = append(all.values, g.values...)
	}
	return all, nil
}

// ownsColumn reports whether a column is of the resource, and its name.
func (c *change) ownsColumn(ref *pg_query.ColumnRef) (name string, is bool) {
	last := len(ref.GetFields()) - 1
	if last < 0 || ref.Fields[last].GetString_() == nil {
		return "", false
	}
	name = ref.Fields[last].GetString_().GetSval()
	if last == 0 {
		return name, len(c.from) == 0
	}
	return name, c.isCalled(ref.Fields[:last])
}

// isCalled reports whether a qualifier means the resource.
func (c *change) isCalled(qualifier []*pg_query.Node) bool {
	full := []string{c.source, c.target.Schemaname, c.alias}
	if len(qualifier) > len(full) || len(qualifier) > 1 && c.target.Alias != nil {
		return false
	}
	for i, q := range slices.Backward(qualifier) {
		if !strings.EqualFold(q.GetString_().GetSval(), full[len(full)-len(qualifier)+i]) {
			return false
		}
	}
	return true
}

// findOwnColumn finds a column of the resource in an expression. Subqueries have names of their own.
func (c *change) findOwnColumn(n *pg_query.Node) (name string, location int32, found bool) {
	eachOuterColumn(n, func(ref *pg_query.ColumnRef) {
		if at, is := c.ownsColumn(ref); is && !found {
			name, location, found = at, ref.Location, true
		}
	})
	return name, location, found
}

// findAmbiguous finds a column without a qualifier that has the name of an input: the resource or FROM may be meant.
func (c *change) findAmbiguous(n *pg_query.Node) (found *pg_query.ColumnRef) {
	eachOuterColumn(n, func(ref *pg_query.ColumnRef) {
		if len(c.from) > 0 && len(ref.Fields) == 1 && found == nil && c.takesInput(ref.Fields[0].GetString_().GetSval()) != "" {
			found = ref
		}
	})
	return found
}

// eachOuterColumn calls f for the columns of an expression that stand in no subquery of it.
func eachOuterColumn(n *pg_query.Node, f func(*pg_query.ColumnRef)) {
	var visit func(m protoreflect.Message)
	visit = func(m protoreflect.Message) {
		switch one := m.Interface().(type) {
		case *pg_query.SelectStmt:
			return
		case *pg_query.ColumnRef:
			f(one)
			return
		}
		eachChild(m, visit)
	}
	if n != nil {
		visit(n.ProtoReflect())
	}
}
