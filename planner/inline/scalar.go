package inline

import (
	"slices"
	"strconv"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// boundAlias is the alias of the subquery that evaluates arguments once.
const boundAlias = "$1"

// argument tells what stands in the place of a parameter.
type argument struct {
	value *pg_query.Node // what the call gives
	in    *pg_query.Node // what stands in the body
	bound string         // the name by which it is bound once; "": it is not
}

// makeValue makes what replaces a call of a function that returns one value.
func (e *expander) makeValue(r *providers.Routine, args []*pg_query.Node) *pg_query.Node {
	body := e.bodyOf(r)
	if body == nil {
		return nil
	}
	return e.makeValueOf(r, args, body, func(value *pg_query.Node) (*pg_query.Node, error) { return e.castTo(value, r.Returns) })
}

// makeValueOf makes a value of a body that returns one column. cast gives the value its type.
func (e *expander) makeValueOf(r *providers.Routine, args []*pg_query.Node, body *pg_query.SelectStmt, cast func(*pg_query.Node) (*pg_query.Node, error)) *pg_query.Node {
	var value *pg_query.Node
	plain := isExpression(body)
	if plain {
		value = body.TargetList[0].GetResTarget().Val
		if plain = !contains(value, e.isAggregate); !plain {
			value = nil
		}
	}
	if value == nil {
		value = build.ValueOf(e.limitToOneRow(body))
	}
	if contains(value, e.hasVolatileQuery) { // the source would compute it once for all rows
		e.err = e.errVolatile(r)
		return nil
	}
	args = e.spreadRows(r, args, value)
	if e.err != nil {
		return nil
	}
	list := e.bindArguments(r, args, value, plain)
	if e.err != nil {
		return nil
	}
	value = e.fillParameters(value, list)
	if value, e.err = cast(value); e.err != nil {
		return nil
	}
	if r.Strict && len(list) > 0 {
		var conditions []*pg_query.Node
		for _, a := range list {
			conditions = append(conditions, build.IsNotNull(proto.CloneOf(a.in)))
		}
		value = build.Case(nil, build.When(build.And(conditions...), value))
	}
	if from := boundOf(list); from != nil {
		if contains(value, e.isVolatile) {
			e.err = e.errVolatile(r)
			return nil
		}
		value = build.ValueOf(build.Select(from, build.Target(value, "")))
	}
	if !e.countNodes(size(value.ProtoReflect())) {
		return nil
	}
	return value
}

// isExpression reports whether a query is SELECT of one expression and nothing else.
func isExpression(s *pg_query.SelectStmt) bool {
	return len(s.TargetList) == 1 && len(s.WindowClause) == 0 && makesOneRow(s) && !trees.IsStar(s.TargetList[0].GetResTarget().GetVal()) &&
		!contains(s.TargetList[0], isSetCall)
}

// makesOneRow reports whether a query has no clause that makes other rows than one, or none.
func makesOneRow(s *pg_query.SelectStmt) bool {
	return len(s.FromClause) == 0 && len(s.ValuesLists) == 0 && s.Larg == nil && s.WhereClause == nil && s.HavingClause == nil && len(s.GroupClause) == 0 &&
		s.WithClause == nil && s.LimitCount == nil && s.LimitOffset == nil && len(s.DistinctClause) == 0
}

// setCalls are PostgreSQL's functions that return several rows.
var setCalls = parse.WordSet(`unnest generate_series generate_subscripts regexp_matches regexp_split_to_table string_to_table json_array_elements
	json_array_elements_text json_each json_each_text json_object_keys json_populate_recordset json_to_recordset jsonb_array_elements
	jsonb_array_elements_text jsonb_each jsonb_each_text jsonb_object_keys jsonb_path_query jsonb_populate_recordset jsonb_to_recordset`)

func isSetCall(m protoMessage) bool {
	f, ok := m.(*pg_query.FuncCall)
	if !ok {
		return false
	}
	words := parse.Strings(f.Funcname)
	return setCalls[words[len(words)-1]]
}

// isAggregate reports whether a node calls an aggregate or a window function.
func (e *expander) isAggregate(m protoMessage) bool {
	switch m := m.(type) {
	case *pg_query.FuncCall:
		words := parse.Strings(m.Funcname)
		return m.Over != nil || m.AggStar || m.AggFilter != nil || m.AggWithinGroup || len(m.AggOrder) > 0 || m.AggDistinct || e.env.Aggregate(words[len(words)-1])
	case *pg_query.GroupingFunc, *pg_query.JsonObjectAgg, *pg_query.JsonArrayAgg:
		return true
	}
	return false
}

// isVolatile reports whether a node calls a function whose result changes from call to call.
func (e *expander) isVolatile(m protoMessage) bool {
	f, ok := m.(*pg_query.FuncCall)
	if !ok {
		return false
	}
	words := parse.Strings(f.Funcname)
	return e.env.Volatile(words[len(words)-1])
}

// hasVolatileQuery reports whether a node is a query with a call whose result changes from call to call.
func (e *expander) hasVolatileQuery(m protoMessage) bool {
	s, ok := m.(*pg_query.SubLink)
	return ok && contains(s.Subselect, e.isVolatile)
}

// limitToOneRow makes a query return no more than one row.
func (e *expander) limitToOneRow(s *pg_query.SelectStmt) *pg_query.Node {
	query := &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}
	one := pg_query.MakeAConstIntNode(1, build.Nowhere)
	switch {
	case s.Larg == nil && len(s.TargetList) == 1 && len(s.GroupClause) == 0 && s.HavingClause == nil && contains(s.TargetList[0], e.isPlainAggregate) && !contains(s.TargetList[0], isSetCall):
		return query
	case s.Larg == nil && len(s.ValuesLists) == 0 && s.LimitCount == nil && s.LimitOffset == nil:
		s.LimitCount, s.LimitOption = one, pg_query.LimitOption_LIMIT_OPTION_COUNT
		return query
	}
	outer := build.Select(build.Subselect(query, build.Alias("$r")), build.Target(build.Star(), ""))
	outer.GetSelectStmt().LimitCount, outer.GetSelectStmt().LimitOption = one, pg_query.LimitOption_LIMIT_OPTION_COUNT
	return outer
}

// isPlainAggregate reports whether a node calls an aggregate, and not as a window function.
func (e *expander) isPlainAggregate(m protoMessage) bool {
	f, ok := m.(*pg_query.FuncCall)
	return ok && f.Over == nil && e.isAggregate(m)
}

// usesOf counts how often a parameter stands in a body: in all, and within subqueries of the body.
func usesOf(n *pg_query.Node, number int) (all, within int) {
	var visit func(m protoreflect.Message, inQuery bool)
	visit = func(m protoreflect.Message, inQuery bool) {
		switch m := m.Interface().(type) {
		case *pg_query.SelectStmt:
			inQuery = true
		case *pg_query.ParamRef:
			if int(m.Number) == number {
				if all++; inQuery {
					within++
				}
			}
		}
		parse.Children(m, func(child protoreflect.Message) bool {
			visit(child, inQuery)
			return true
		})
	}
	visit(n.ProtoReflect(), false)
	return all, within
}

// bindArguments decides for each argument whether it is written in the place of its parameter or evaluated once before.
func (e *expander) bindArguments(r *providers.Routine, args []*pg_query.Node, body *pg_query.Node, plain bool) []argument {
	list := make([]argument, len(args))
	grows, bound, stuck := 0, false, false
	for i, value := range args {
		all, within := usesOf(body, i+1)
		if r.Strict {
			all++
		}
		list[i] = argument{value: value, in: value}
		columns, sticky := contains(value, isColumn), e.hasAggregate(value)
		stuck = stuck || sticky
		if e.err = e.refuseArgument(r, value, all, plain && within == 0); e.err != nil {
			return nil
		}
		switch {
		case isSimple(value) && !columns, isSimple(value) && within == 0, all <= 1 && within == 0, sticky && within == 0:
		case sticky:
			e.err = errStuck(r)
		default:
			bound = true
			list[i].bound = "$" + strconv.Itoa(i+1) + "@" + r.Name
			list[i].in = build.Column(boundAlias, list[i].bound)
		}
		if e.err != nil {
			return nil
		}
		if list[i].bound == "" {
			grows += all * size(value.ProtoReflect())
		}
	}
	if bound && stuck { // it would be one of the query that binds the other argument
		e.err = errStuck(r)
	}
	if grows > mostNodes {
		e.countNodes(grows)
	}
	return list
}

// refuseArgument refuses an argument that changes from call to call, unless the body is an expression that uses it once. It
// also refuses an argument with a parameter of the statement that the body does not use: the parameter would be gone.
func (e *expander) refuseArgument(r *providers.Routine, value *pg_query.Node, uses int, plain bool) error {
	switch {
	case contains(value, isSequenceCall):
		return notSupported("a sequence as an argument of %s is not supported", r.Name).WithHint("Take its number by a statement of its own.")
	case contains(value, e.isVolatile) && (uses != 1 || !plain):
		return e.errVolatile(r)
	case uses == 0 && len(e.within) == 0 && contains(value, isParameter):
		return notSupported("a parameter of the statement as an argument that the function %s does not use is not supported", r.Name)
	}
	return nil
}

func errStuck(r *providers.Routine) error {
	return notSupported("an aggregate or a window function as an argument of %s is not supported where a query is needed", r.Name).
		WithHint("Compute it in a subquery of FROM first.")
}

// hasAggregate reports whether a value has an aggregate or a window function that belongs to the query around it.
func (e *expander) hasAggregate(value *pg_query.Node) bool {
	found := false
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		if s, ok := m.Interface().(*pg_query.SelectStmt); ok && len(s.FromClause) > 0 {
			return true
		}
		found = found || e.isAggregate(m.Interface())
		return parse.Children(m, visit)
	}
	visit(value.ProtoReflect())
	return found
}

func isSequenceCall(m protoMessage) bool {
	f, ok := m.(*pg_query.FuncCall)
	if !ok {
		return false
	}
	words := parse.Strings(f.Funcname)
	return parse.SequenceFunctions[words[len(words)-1]]
}

func (e *expander) errVolatile(r *providers.Routine) error {
	return notSupported("a call of %s in which a value changes from call to call and is used other than once is not supported", r.Name).
		WithHint("Compute that value in a subquery of FROM first.")
}

// isSimple reports whether a value is a constant, a parameter, a column, a cast of one, or an array of few of them. Such a value may
// be written several times.
func isSimple(n *pg_query.Node) bool {
	for n.GetTypeCast() != nil {
		n = n.GetTypeCast().Arg
	}
	if a := n.GetAArrayExpr(); a != nil {
		return len(a.Elements) <= 16 && !slices.ContainsFunc(a.Elements, func(e *pg_query.Node) bool { return !isSimple(e) })
	}
	return n.GetAConst() != nil || n.GetParamRef() != nil || n.GetColumnRef() != nil && !trees.IsStar(n)
}

// fillParameters puts arguments in the place of the parameters. value is the body's own copy.
func (e *expander) fillParameters(value *pg_query.Node, list []argument) *pg_query.Node {
	var visit func(m protoreflect.Message)
	visit = func(m protoreflect.Message) {
		if n, ok := m.Interface().(*pg_query.Node); ok {
			if p := n.GetParamRef(); p != nil {
				if int(p.Number) <= len(list) && p.Number > 0 {
					n.Node = proto.CloneOf(list[p.Number-1].in).Node
				}
				return
			}
		}
		parse.Children(m, func(child protoreflect.Message) bool {
			visit(child)
			return true
		})
	}
	visit(value.ProtoReflect())
	return value
}

// boundOf makes the item of FROM that evaluates arguments once. It returns nil if no argument needs that.
func boundOf(list []argument) *pg_query.Node {
	query := &pg_query.SelectStmt{LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE}
	for _, a := range list {
		if a.bound != "" {
			query.TargetList = append(query.TargetList, build.Target(a.value, a.bound))
		}
	}
	if len(query.TargetList) == 0 {
		return nil
	}
	return build.Subselect(&pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: query}}, build.Alias(boundAlias))
}
