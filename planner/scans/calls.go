package scans

import (
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// makeCall chooses the method and makes the call.
func (c *change) makeCall() (*Change, error) {
	if len(c.given) == 0 && len(c.rest)+len(c.from) > 0 {
		return nil, c.errorAt(c.target.Location, sqlstate.FeatureNotSupported, "Add a condition on an input of it; DESCRIBE METHOD lists them.", "no condition says what of %s is changed", c.resourceName())
	}
	var names []string
	for _, g := range c.given {
		names = append(names, g.name)
	}
	m, err := c.methods.Choose(c.target.Schemaname, c.target.Relname, strings.ToLower(c.verb), names)
	if err != nil {
		return nil, c.placeError(c.target.Location, err)
	}
	out := &Change{Method: m, Offset: int(c.target.Location), Call: providers.Call{
		Source: c.source, Service: c.target.Schemaname, Resource: c.target.Relname, Method: m.Name, Print: m.Print, Once: c.verb != "INSERT",
	}}
	inputs := make([]providers.Input, len(c.given))
	for i, g := range c.given {
		if inputs[i], err = InputOf(m, g.name); err != nil {
			if g.chosen && c.takesInput(g.name) == "" {
				return nil, c.errIgnored(g.name, g.location)
			}
			return nil, c.placeError(g.location, err)
		}
		if g.chosen {
			out.Call.Chosen = append(out.Call.Chosen, inputs[i].Name)
		}
	}
	switch {
	case c.query != nil:
		out.Query = c.query
	case c.rows != nil:
		out.Call.Rows = c.insertRows(inputs)
	case c.isConstant():
		out.Call.Rows, err = c.combineInputs(inputs)
	default:
		out.Query = c.makeQuery()
	}
	if err != nil {
		return nil, err
	}
	if out.Query != nil {
		for _, in := range inputs {
			out.Call.Fed = append(out.Call.Fed, in.Name)
		}
	}
	return out, c.makeReturning(out)
}

// InputOf returns the input of a method that a name means. 42703: there is none.
func InputOf(m providers.Method, name string) (providers.Input, error) {
	names := make([]string, len(m.Inputs))
	same := func(other string) func(providers.Input) bool {
		return func(in providers.Input) bool { return strings.EqualFold(in.Name, other) }
	}
	for i, in := range m.Inputs {
		if names[i] = in.Name; in.Name == name {
			return in, nil
		}
	}
	if i := slices.IndexFunc(m.Inputs, same(name)); i >= 0 {
		return m.Inputs[i], nil
	}
	err := sqlstate.New(sqlstate.UndefinedColumn, "the method %s has no input %q", m.Name, name)
	near := sqlstate.Nearest(name, names)
	if i := slices.IndexFunc(m.Inputs, same("data__"+name)); i >= 0 {
		near = names[i]
	}
	if near != "" {
		return providers.Input{}, err.DidYouMean(near)
	}
	return providers.Input{}, err.WithHint("DESCRIBE METHOD lists its inputs.")
}

// insertRows returns the rows of VALUES. DEFAULT leaves an input out.
func (c *change) insertRows(inputs []providers.Input) [][]providers.InputValues {
	rows := make([][]providers.InputValues, len(c.rows))
	for i, row := range c.rows {
		rows[i] = []providers.InputValues{}
		for j, n := range row {
			if n.GetSetToDefault() == nil {
				rows[i] = append(rows[i], inputValue(inputs[j], n))
			}
		}
	}
	return rows
}

// inputValue returns a constant or a parameter as the value of an input.
func inputValue(in providers.Input, n *pg_query.Node) providers.InputValues {
	v, _ := Constant(n)
	if v.Param > 0 && v.Type == 0 {
		v.Type = in.Type
	}
	return providers.InputValues{Name: in.Name, Values: []providers.Value{v}}
}

// isConstant reports whether all gifts are constants and parameters, and the statement has no other condition.
func (c *change) isConstant() bool {
	ok := len(c.from)+len(c.rest) == 0 && c.with == nil
	for _, g := range c.given {
		ok = ok && g.query == nil && !slices.ContainsFunc(g.values, func(n *pg_query.Node) bool { _, is := Constant(n); return !is })
	}
	return ok
}

// combineInputs returns a row for each combination of the values that inputs have. The last input changes first. The error
// 54000 means that there are too many combinations.
func (c *change) combineInputs(inputs []providers.Input) ([][]providers.InputValues, error) {
	rows := [][]providers.InputValues{{}}
	for i, g := range c.given {
		if len(rows)*len(g.values) > providers.MostCalled {
			return nil, c.placeError(g.location, providers.TooManyCalled())
		}
		var next [][]providers.InputValues
		for _, row := range rows {
			for _, v := range g.values {
				next = append(next, append(slices.Clone(row), inputValue(inputs[i], v)))
			}
		}
		rows = next
	}
	return rows, nil
}

// makeQuery makes the query whose rows an UPDATE or DELETE changes. The query has a column for each input.
func (c *change) makeQuery() *pg_query.Node {
	var targets []*pg_query.Node
	from := slices.Clone(c.from)
	for i, g := range c.given {
		if len(g.values) == 1 && g.query == nil {
			targets = append(targets, targetOf(g.values[0]))
			continue
		}
		query := g.query
		if query == nil {
			query = valuesNode(g.values)
		}
		alias := &pg_query.Alias{Aliasname: "given " + strconv.Itoa(i+1), Colnames: nameNodes("value")}
		from = append(from, &pg_query.Node{Node: &pg_query.Node_RangeSubselect{RangeSubselect: &pg_query.RangeSubselect{Subquery: query, Alias: alias}}})
		targets = append(targets, targetOf(pg_query.MakeColumnRefNode(nameNodes(alias.Aliasname, "value"), -1)))
	}
	query := plainSelect(targets, from...)
	s := query.GetSelectStmt()
	s.WithClause = c.with
	switch len(c.rest) {
	case 0:
	case 1:
		s.WhereClause = c.rest[0]
	default:
		s.WhereClause = pg_query.MakeBoolExprNode(pg_query.BoolExprType_AND_EXPR, c.rest, -1)
	}
	return query
}

// makeReturning makes the query of RETURNING, over the columns of the answers.
func (c *change) makeReturning(out *Change) error {
	if len(c.returning) == 0 {
		return nil
	}
	location := c.returning[0].GetResTarget().GetLocation()
	if len(out.Method.Columns) == 0 {
		return c.errorAt(location, sqlstate.UndefinedColumn, "Leave RETURNING out.", "the answer of the method %s has no columns", out.Method.Name)
	}
	var reads []*pg_query.RangeVar
	made := map[string]bool{} // names of common table expressions
	for _, n := range c.returning {
		eachMessage(n.ProtoReflect(), func(m any) {
			switch one := m.(type) {
			case *pg_query.CommonTableExpr:
				made[one.Ctename] = true
			case *pg_query.RangeVar:
				reads = append(reads, one)
			case *pg_query.ColumnRef:
				if last := len(one.Fields) - 1; last > 0 && c.isCalled(one.Fields[:last]) {
					one.Fields = one.Fields[last-1:]
				}
			}
		})
	}
	if i := slices.IndexFunc(reads, func(r *pg_query.RangeVar) bool { return r.Schemaname != "" || !made[r.Relname] }); i >= 0 {
		return c.errorAt(reads[i].Location, sqlstate.FeatureNotSupported, "RETURNING takes expressions over the columns of the answer. Read the other relation by a SELECT of its own.",
			"a subquery in RETURNING of a resource of an API reads no relation")
	}
	table := &pg_query.RangeVar{Relname: answers, Inh: true, Relpersistence: "p", Location: -1, Alias: &pg_query.Alias{Aliasname: c.alias}}
	out.Answer = plainSelect(c.returning, &pg_query.Node{Node: &pg_query.Node_RangeVar{RangeVar: table}})
	out.Call.Columns = out.Method.Columns
	out.Call.Returning = &providers.Returning{Table: answers, Renumbered: renumberParams(out.Answer)}
	return nil
}
