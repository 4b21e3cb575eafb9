package scans

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// condition is a conjunct that may give an input its value.
type condition struct {
	*conjunct
	within *join // the join whose ON has it; nil: it stands in WHERE
	name   string
	column *pg_query.ColumnRef
	more   []*pg_query.ColumnRef // the columns of the other alternatives
	values []providers.Value
	query  *pg_query.Node // of an expression without columns of the statement
	feed   *item          // the item that query reads; nil: none
	merged bool           // by JOIN … USING: there is no column to rewrite
	view   *relation      // the view around the relation that it restricts; nil: the relation itself
	shown  bool           // a column of the view has the input's value
	stays  bool           // it restricts another column of the view, too
	spare  bool           // it gives a value only to an input that the method needs
}

// chooseAll finds the methods of all relations. Relations that need no rows of others go first. The rows of a relation may feed
// others once its own method is chosen, so no relation waits for itself.
func (t *taker) chooseAll() {
	for progress := true; progress; {
		progress = false
		for _, r := range t.relations {
			if !r.chosen && t.chooseMethod(r, t.fedByChosen) == nil {
				progress = true
			}
			if t.err != nil {
				return
			}
		}
	}
	for _, r := range t.relations {
		if r.chosen {
			continue
		}
		err := t.chooseMethod(r, func(*item) bool { return false })
		if t.chooseMethod(r, func(*item) bool { return true }) == nil {
			err = sqlstate.New(sqlstate.FeatureNotSupported, "the inputs of %s depend on its own rows, by a circle of conditions", r.fullName()).
				WithHint("Give one of the relations of the circle its inputs as constants.")
		}
		if t.lacking = t.env.Defines; t.lacking && t.chooseMethod(r, func(*item) bool { return true }) == nil {
			continue
		}
		t.failAt(r.ref, r.inView(t.explainMissing(r, err)))
		return
	}
}

// fedByChosen reports whether all relations that an item reads have their methods.
func (t *taker) fedByChosen(i *item) bool {
	query := selectNode(targetOf(pg_query.MakeAConstIntNode(1, -1)), i.node)
	t.addWith(query.GetSelectStmt(), i.level.with)
	ok := true
	eachMessage(query.ProtoReflect(), func(m any) {
		if ref, is := m.(*pg_query.RangeVar); is {
			ok = ok && !slices.ContainsFunc(t.relations, func(r *relation) bool { return r.ref == ref && !r.chosen })
		}
	})
	return ok
}

// explainMissing adds to an error about missing inputs that a condition names one of them and gives it no
// value.
func (t *taker) explainMissing(r *relation, err error) error {
	var missing *providers.MissingInputs
	if !errors.As(err, &missing) {
		return err
	}
	e := *sqlstate.From(err)
	for _, name := range missing.Names {
		if t.mentionsInput(r, name) {
			e.Hint = "A condition gives " + strconv.Quote(name) + " a value if it is = or IN and stands beside others with AND, in WHERE or in the ON of a join that drops the rows without it. " + e.Hint
			break
		}
	}
	return &e
}

// mentionsInput reports whether a condition of the relation's level names one of its inputs.
func (t *taker) mentionsInput(r *relation, name string) (found bool) {
	conds := slices.Clone(r.level.where)
	for _, j := range r.level.joins {
		conds = append(conds, j.conds...)
	}
	for _, c := range conds {
		eachMessage(c.node.ProtoReflect(), func(m any) {
			if ref, ok := m.(*pg_query.ColumnRef); ok {
				at, named := t.resolveColumn(r.level, ref)
				found = found || at == r.item && strings.EqualFold(named, name)
			}
		})
	}
	return found
}

// chooseMethod finds the method of a relation and gives values to its inputs. Rows of the items that may allows can feed them.
// The error is Choose's.
func (t *taker) chooseMethod(r *relation, may func(*item) bool) error {
	var certain, spare, fed []*condition
	for _, c := range append(t.outsideConditions(r), t.listConditions(r)...) {
		switch {
		case r.isWritten(c) && c.isSample():
			c.gone = true
		case c.spare && c.feed == nil:
			spare = append(spare, c)
		case c.feed == nil:
			certain = append(certain, c)
		case may(c.feed):
			fed = append(fed, c)
		}
	}
	var err error
	r.method, err = r.methods.Choose(r.service, r.resource, "select", namesOf(certain))
	if err != nil && len(spare) > 0 && sqlstate.CodeOf(err) == sqlstate.InvalidColumnReference {
		certain = append(spare, certain...)
		r.method, err = r.methods.Choose(r.service, r.resource, "select", namesOf(certain))
	}
	if err != nil && len(fed) > 0 && sqlstate.CodeOf(err) == sqlstate.InvalidColumnReference {
		r.method, err = r.methods.Choose(r.service, r.resource, "select", namesOf(append(slices.Clone(certain), fed...)))
	}
	if t.lacking && sqlstate.CodeOf(err) == sqlstate.InvalidColumnReference {
		r.method, err = r.takesAll()
	}
	if err != nil {
		if sqlstate.CodeOf(err) != sqlstate.InvalidColumnReference {
			t.failAt(r.ref, r.inView(err))
		}
		return err
	}
	r.chosen = true
	for _, in := range r.method.Inputs {
		t.giveInput(r, in, certain, fed)
	}
	return nil
}

func namesOf(list []*condition) (names []string) {
	for _, c := range list {
		names = append(names, c.name)
	}
	return names
}

// giveInput gives an input its value, if there is a condition for it.
func (t *taker) giveInput(r *relation, in providers.Input, certain, fed []*condition) {
	var made *input
	var by *condition
	for _, c := range certain {
		if !strings.EqualFold(c.name, in.Name) {
			continue
		}
		if made == nil {
			made = &input{Input: in, values: c.values, query: c.query}
			r.inputs = append(r.inputs, made)
			for i := range made.values {
				if v := &made.values[i]; v.Param > 0 && v.Type == 0 {
					v.Type = in.Type
				}
			}
			by = c
			t.makeInput(r, c)
			continue
		}
		switch {
		case c.view != by.view:
			c.gone = true // the statement's condition counts instead of the view's
		case c.view == nil:
			t.referToInput(r, made, c) // a second condition compares the value of the input
		}
	}
	for _, c := range fed {
		if !strings.EqualFold(c.name, in.Name) {
			continue
		}
		if made == nil && (in.Required || !hasColumn(r.method.Columns, in.Name)) {
			made = &input{Input: in, query: c.query, feed: c.feed}
			r.inputs = append(r.inputs, made)
		}
		if made != nil && c.view == nil {
			t.referToInput(r, made, c)
		}
	}
}

// makeInput makes an input of a condition. The condition leaves the statement, unless it restricts a column of a view, too.
func (t *taker) makeInput(r *relation, c *condition) {
	c.gone = !c.stays
	if c.view == nil {
		t.makeInner(r, c.within)
		return
	}
	t.makeInner(c.view, c.within)
	if c.shown {
		t.makeInner(r, nil)
	}
}

// referToInput makes a column refer to the value of an input.
func (t *taker) referToInput(r *relation, in *input, c *condition) {
	if c.merged {
		return
	}
	if in.column == "" {
		in.column = in.Name
		for n := 1; hasColumn(r.method.Columns, in.column); n++ {
			in.column = in.Name + " given"
			if n > 1 {
				in.column += " " + strconv.Itoa(n)
			}
		}
	}
	for _, column := range append(c.more, c.column) {
		column.Fields = nameNodes(r.alias, in.column)
	}
}

func hasColumn(columns []providers.Column, name string) bool {
	return slices.ContainsFunc(columns, func(c providers.Column) bool { return strings.EqualFold(c.Name, name) })
}

func nameNodes(list ...string) (nodes []*pg_query.Node) {
	for _, s := range list {
		nodes = append(nodes, pg_query.MakeStrNode(s))
	}
	return nodes
}

// makeInner makes inner joins of the outer joins between a condition and a relation: the condition drops the rows that have no
// row of the relation.
func (t *taker) makeInner(r *relation, within *join) {
	inside := within == nil
	for _, s := range r.path {
		if !inside {
			inside = s.join == within
			continue
		}
		switch e := s.join.expr; {
		case e.Jointype == pg_query.JoinType_JOIN_LEFT && s.right, e.Jointype == pg_query.JoinType_JOIN_RIGHT && !s.right:
			e.Jointype = pg_query.JoinType_JOIN_INNER
		case e.Jointype == pg_query.JoinType_JOIN_FULL && s.right:
			e.Jointype = pg_query.JoinType_JOIN_RIGHT
		case e.Jointype == pg_query.JoinType_JOIN_FULL:
			e.Jointype = pg_query.JoinType_JOIN_LEFT
		}
	}
}

// listConditions lists what restricts the rows of a relation by its inputs.
func (t *taker) listConditions(r *relation) (list []*condition) {
	for _, c := range r.level.where {
		list = append(list, t.conditionsOf(r, c, nil)...)
	}
	for _, s := range r.path {
		if !restrictsSide(s) {
			continue
		}
		for _, c := range s.join.conds {
			list = append(list, t.conditionsOf(r, c, s.join)...)
		}
		for _, n := range s.join.expr.UsingClause {
			if c := t.conditionOfUsing(r, s, n.GetString_().GetSval()); c != nil {
				list = append(list, c)
			}
		}
	}
	return list
}

// restrictsSide reports whether the condition of a join restricts the rows on that side of it.
func restrictsSide(s step) bool {
	switch s.join.expr.Jointype {
	case pg_query.JoinType_JOIN_INNER:
		return true
	case pg_query.JoinType_JOIN_LEFT:
		return s.right
	case pg_query.JoinType_JOIN_RIGHT:
		return !s.right
	}
	return false
}

// conditionsOf lists what one conjunct says of inputs of a relation.
func (t *taker) conditionsOf(r *relation, c *conjunct, within *join) (list []*condition) {
	add := func(made *condition) {
		if made != nil {
			made.conjunct, made.within = c, within
			list = append(list, made)
		}
	}
	switch n := c.node.Node.(type) {
	case *pg_query.Node_AExpr:
		if name := n.AExpr.Name; len(name) != 1 || name[0].GetString_().GetSval() != "=" {
			return nil
		}
		switch n.AExpr.Kind {
		case pg_query.A_Expr_Kind_AEXPR_OP:
			add(t.conditionOfEquality(r, n.AExpr.Lexpr, n.AExpr.Rexpr))
			add(t.conditionOfEquality(r, n.AExpr.Rexpr, n.AExpr.Lexpr))
		case pg_query.A_Expr_Kind_AEXPR_IN:
			add(t.conditionOfList(r, n.AExpr.Lexpr, n.AExpr.Rexpr.GetList().GetItems()))
		case pg_query.A_Expr_Kind_AEXPR_OP_ANY:
			add(t.conditionOfArray(r, n.AExpr.Lexpr, n.AExpr.Rexpr))
		}
	case *pg_query.Node_SubLink:
		operator := n.SubLink.OperName
		equal := len(operator) == 0 || len(operator) == 1 && operator[0].GetString_().GetSval() == "="
		if n.SubLink.SubLinkType == pg_query.SubLinkType_ANY_SUBLINK && equal {
			add(t.inQuery(r, n.SubLink.Testexpr, n.SubLink.Subselect))
		}
	case *pg_query.Node_BoolExpr:
		if n.BoolExpr.Boolop == pg_query.BoolExprType_OR_EXPR {
			add(t.conditionOfAlternatives(r, n.BoolExpr.Args))
		}
	}
	return list
}

// inputColumn returns the column if it may be an input of the relation.
func (t *taker) inputColumn(r *relation, n *pg_query.Node) (*pg_query.ColumnRef, string) {
	ref := n.GetColumnRef()
	if ref == nil {
		return nil, ""
	}
	if t.sharesColumn(r, ref) {
		return ref, ref.Fields[0].GetString_().GetSval()
	}
	at, name := t.resolveColumn(r.level, ref)
	if at != r.item || name == "" || !r.hasInput(name) {
		return nil, ""
	}
	return ref, name
}

func (r *relation) hasInput(name string) bool {
	return slices.ContainsFunc(r.takes, func(in providers.Input) bool { return strings.EqualFold(in.Name, name) })
}

// conditionOfEquality returns the condition column = expression.
func (t *taker) conditionOfEquality(r *relation, column, expr *pg_query.Node) *condition {
	ref, name := t.inputColumn(r, column)
	if ref == nil {
		return nil
	}
	made := &condition{name: name, column: ref}
	if v, ok := Constant(expr); ok {
		made.values = []providers.Value{v}
		return made
	}
	items, ok := t.itemsOf(r.level, expr)
	switch {
	case !ok:
		return nil
	case len(items) == 0:
		made.query = selectNode(targetOf(expr), nil)
	case len(items) == 1 && items[0] != r.item && (items[0].level != r.level || !items[0].lateral) && t.mayFeed(items[0], expr):
		made.feed, made.query = items[0], selectNode(targetOf(expr), items[0].node)
	default:
		return nil
	}
	return made
}

// conditionOfList returns the condition column IN (expressions).
func (t *taker) conditionOfList(r *relation, column *pg_query.Node, exprs []*pg_query.Node) *condition {
	ref, name := t.inputColumn(r, column)
	if ref == nil {
		return nil
	}
	made := &condition{name: name, column: ref}
	for _, e := range exprs {
		if v, ok := Constant(e); ok {
			made.values = append(made.values, v)
		}
		if items, ok := t.itemsOf(r.level, e); !ok || len(items) > 0 {
			return nil
		}
	}
	if len(made.values) < len(exprs) {
		made.values = nil
		made.query = valuesNode(exprs)
	}
	return made
}

// conditionOfArray returns the condition column = ANY (array).
func (t *taker) conditionOfArray(r *relation, column, array *pg_query.Node) *condition {
	if a := array.GetAArrayExpr(); a != nil {
		return t.conditionOfList(r, column, a.Elements)
	}
	ref, name := t.inputColumn(r, column)
	if items, ok := t.itemsOf(r.level, array); ref == nil || !ok || len(items) > 0 {
		return nil
	}
	return &condition{name: name, column: ref, query: elementsQuery(array)}
}
