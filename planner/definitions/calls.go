package definitions

import (
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// call is a call of a function, or a cast that is written as one: ParseFuncOrColumn.
func (s *scope) call(n *pg_query.Node, f *pg_query.FuncCall) *node {
	schema, name := splitName(f.Funcname)
	if schema != "" && schema != "pg_catalog" {
		s.refuse("a function")
	}
	args := s.list(f.Args)
	made := &node{name: name, mod: -1, star: f.AggStar, distinct: f.AggDistinct}
	if f.AggFilter != nil {
		made.filter = s.toBoolean("FILTER", s.expression(f.AggFilter))
	}
	if f.AggWithinGroup {
		return s.withinGroup(f, made, args)
	}
	if f.Funcformat == pg_query.CoercionForm_COERCE_SQL_SYNTAX {
		made.form = sqlSyntax
	}
	if name == collationFor {
		s.collationSeen = true
	}
	if name == "pg_typeof" {
		s.noteAsked(f, args)
	}
	s.checkArgumentNames(f)
	c, cast := s.routineOf(name, spelledCall(f, name), args, f.FuncVariadic)
	if cast != nil {
		if f.Over != nil || isAggregated(f) || len(f.AggOrder) > 0 {
			s.refuse("a cast")
		}
		s.noteCastCall(n, name, cast.typ)
		return cast
	}
	if calledTypes[name] && len(args) == 1 {
		s.noteCastCall(n, name, c.result)
	}
	made.variadic, made.routine = f.FuncVariadic, c.routine
	s.checkUnit(f, name, args, c.args, c.result)
	before := typesOf(args)
	s.knowVectors(name, f.Args, before)
	made.typ = s.arguments(args, c.args, c.result)
	s.noteTyped(f, name, before, args)
	defer func() { s.noteCall(f, n, name, before, made) }()
	s.checkVariadic(f, c, before)
	if c.variadic && c.routine.variadic != anyOID {
		args, made.variadic = s.collected(args, c), true
	}
	made.args = args
	if s.days != nil && name == "avg" && made.typ == numericOID && f.Location > 0 {
		s.numerics[f.Location] = true
	}
	made.order = s.argumentOrder(f.AggOrder)
	for i, x := range args {
		if f.AggDistinct && i < len(f.Args) {
			s.groupable(x.typ, placeOf(f.Args[i]))
		}
	}
	s.asKindOf(made, f)
	return made
}

// checkVariadic fails for a VARIADIC argument that is no array. before are the types of the arguments.
func (s *scope) checkVariadic(f *pg_query.FuncCall, c candidate, before []uint32) {
	if last := len(before) - 1; f.FuncVariadic && c.routine.variadic == anyOID && s.elementOf(before[last]) == 0 {
		s.places = append(s.places, placeOf(f.Args[last]))
		s.fail(sqlstate.DatatypeMismatch, "", "VARIADIC argument must be an array")
	}
}

// checkArgumentNames fails for a call that names its arguments as none may.
func (s *scope) checkArgumentNames(f *pg_query.FuncCall) {
	if arg, err := parse.CheckArgumentNames(f); err != nil {
		s.places = append(s.places, placeOf(arg))
		panic(failure{err})
	}
}

// asKindOf makes a call one of a function, an aggregate or a window function.
func (s *scope) asKindOf(made *node, f *pg_query.FuncCall) {
	c := made.routine
	s.checkKind(made, f)
	switch {
	case c.kind == 'a' && f.Over == nil:
		made.kind = aggref
		if c.aggregate != 'n' {
			s.refuse("an aggregate")
		}
	case f.Over != nil && c.kind != 'f':
		made.kind, made.over = windowFunc, s.over(f.Over)
	case f.Over != nil || c.kind == 'w' || len(f.AggOrder) > 0 || isAggregated(f):
		s.refuse("a function")
	default:
		made.kind = funcExpr
	}
}

// isAggregated reports whether a call has what only calls of aggregates have.
func isAggregated(f *pg_query.FuncCall) bool {
	return f.AggDistinct || f.AggStar || f.AggFilter != nil
}

// collected are arguments of which the last ones are in an array, as a VARIADIC function takes them.
func (s *scope) collected(args []*node, c candidate) []*node {
	first := len(c.routine.args) - 1
	list := &node{kind: arrayExpr, mod: -1, args: slices.Clone(args[first:])}
	element := list.args[0].typ
	for _, n := range list.args {
		if n.typ != element {
			s.refuse("an argument of a variadic function")
		}
	}
	if list.typ = s.arrayOf(element); list.typ == 0 {
		s.refuse("an array")
	}
	return append(slices.Clone(args[:first]), list)
}

// argumentOrder is ORDER BY among the arguments of an aggregate.
func (s *scope) argumentOrder(list []*pg_query.Node) []*sortItem { return s.sorted(list, false) }

// withinGroup is an aggregate of an ordered set.
func (s *scope) withinGroup(f *pg_query.FuncCall, made *node, args []*node) *node {
	var order []*node
	for _, n := range f.AggOrder {
		order = append(order, s.expression(n.GetSortBy().Node))
	}
	all := append(slices.Clone(args), order...)
	c, cast := s.routineOf(made.name, made.name, all, false)
	if cast == nil && f.Over != nil && s.checks && c.routine.aggregate == 'o' {
		s.fail(sqlstate.FeatureNotSupported, "", "OVER is not supported for ordered-set aggregate %s", made.name)
	}
	if cast != nil || c.routine.aggregate != 'o' || c.routine.direct != len(args) || f.Over != nil || c.variadic {
		s.refuse("an aggregate of an ordered set")
	}
	made.typ = s.arguments(all, c.args, c.result)
	if s.days != nil && made.name == "mode" && made.typ == jsonbOID {
		s.fail(sqlstate.FeatureNotSupported, "", "mode of jsonb is not supported") // the embedded engine's returns what it sorts by
	}
	made.kind, made.ordered, made.direct = aggref, true, all[:len(args)]
	made.order = s.argumentOrder(f.AggOrder)
	for i := range made.order {
		made.order[i].expr = all[len(args)+i]
	}
	return made
}

// spelledCall is the name of a function in an error. The grammar writes the schema of a function that has a syntax of its own.
func spelledCall(f *pg_query.FuncCall, name string) string {
	if f.Funcformat == pg_query.CoercionForm_COERCE_SQL_SYNTAX {
		return "pg_catalog." + name
	}
	return name
}

// routineOf finds the function that a call means, or makes the cast that it is: func_get_detail. spelled is its name in errors.
func (s *scope) routineOf(name, spelled string, args []*node, variadic bool) (candidate, *node) {
	types := typesOf(args)
	list := s.candidates(name, args, variadic)
	for _, c := range list {
		if slices.Equal(c.args, types) {
			return c, nil
		}
	}
	if cast := s.castCall(name, args); cast != nil {
		return candidate{}, cast
	}
	c, fit := s.one(types, list)
	switch fit {
	case oneFits:
	case noneFit:
		s.failFunction(name, spelled, args)
	case severalFit:
		s.failManyFunctions(name, spelled, args)
	}
	return c, nil
}

// castCall is the cast that a call of a type's name is; nil: the call is no cast.
func (s *scope) castCall(name string, args []*node) *node {
	oid := s.byName[name]
	if len(args) != 1 || oid == 0 {
		return nil
	}
	from := args[0].typ
	if from != unknownOID {
		switch p, _ := s.pathway(oid, from, explicit); p {
		case byRelabel:
		case byText:
			if from == recordOID || s.typeOf(from).kind == 'c' {
				return nil
			}
		default:
			return nil
		}
	}
	return s.coerce(args[0], oid, -1, explicit, explicitCall)
}

// calledTypes are the types whose functions of their names DuckDB does not have: they are casts.
var calledTypes = parse.WordSet(`bool numeric`)

// noteCastCall notes a call that is a cast to the type of its name, where its result has that type.
func (s *scope) noteCastCall(n *pg_query.Node, name string, result uint32) {
	if s.castCalls != nil && result == s.byName[name] {
		s.castCalls[n] = name
	}
}

// jsonCall is json(…), which the grammar of later versions has a form for.
func (s *scope) jsonCall(n *pg_query.Node, e *pg_query.JsonParseExpr) *node {
	if !s.checks || e.UniqueKeys || e.Output != nil || e.Expr.GetFormat().GetFormatType() > pg_query.JsonFormatType_JS_FORMAT_DEFAULT {
		s.refuse("json with options")
	}
	_, cast := s.routineOf("json", "json", []*node{s.expression(e.Expr.RawExpr)}, false)
	if cast == nil {
		s.refuse("json")
	}
	s.noteCastCall(n, "json", cast.typ)
	return cast
}

// candidates are the functions of a name that may take so many arguments: FuncnameGetCandidates.
func (s *scope) candidates(name string, args []*node, variadic bool) (out []candidate) {
	named := 0
	for _, n := range args {
		if n.kind == namedArg {
			named++
		}
	}
	routines := s.routines[name]
	if len(routines) == 0 {
		routines = s.rangeRoutines(name)
	}
	for i := range routines {
		r := &routines[i]
		c := candidate{result: r.result, routine: r}
		switch {
		case named > 0:
			if r.variadic != 0 && !variadic {
				continue
			}
			if c.args = byNames(r, args, len(args)-named, variadic); c.args == nil {
				continue
			}
		case len(r.args) == len(args), len(args) < len(r.args) && len(args) >= len(r.args)-r.defaults:
			c.args = r.args[:len(args)]
			if r.variadic != 0 && !variadic && len(r.args) == len(args) {
				c.args = slices.Clone(c.args)
				c.args[len(args)-1], c.variadic = r.variadic, true
				if r.variadic == anyOID {
					c.args[len(args)-1] = anyOID
				}
			}
		case r.variadic != 0 && !variadic && len(args) > len(r.args):
			c.args = slices.Clone(r.args)
			c.args[len(r.args)-1] = r.variadic
			for len(c.args) < len(args) {
				c.args = append(c.args, r.variadic)
			}
			c.variadic = true
		default:
			continue
		}
		if len(args) < len(r.args) && named == 0 {
			for _, other := range out {
				if slices.Equal(other.args, c.args) {
					s.refuse("a function with defaults")
				}
			}
		}
		out = withCandidate(out, c)
	}
	return out
}

// withCandidate adds a candidate. Of two with the same arguments the one that takes them one by one counts.
func withCandidate(list []candidate, c candidate) []candidate {
	for i, other := range list {
		if slices.Equal(other.args, c.args) {
			if other.variadic && !c.variadic {
				list[i] = c
			}
			return list
		}
	}
	return append(list, c)
}

// byNames are the types of arguments of which the last are named; nil: the function has no such arguments. PostgreSQL takes VARIADIC beside
// names only for an argument that stands at the place of its parameter.
func byNames(r *routine, args []*node, positional int, variadic bool) []uint32 {
	if len(args) > len(r.args) || len(r.names) < len(r.args) {
		return nil
	}
	out, given := slices.Clone(r.args[:positional]), make([]bool, len(r.args))
	for _, n := range args[positional:] {
		if n.kind != namedArg {
			return nil
		}
		at := slices.Index(r.names[:len(r.args)], n.name)
		if at < positional || variadic && len(out) == len(args)-1 && at != len(out) {
			return nil
		}
		out, given[at] = append(out, r.args[at]), true
	}
	if slices.Contains(given[positional:max(positional, len(r.args)-r.defaults)], false) {
		return nil
	}
	return out
}
