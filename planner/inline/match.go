package inline

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// matchCall finds the function that a call means. It returns the arguments in the order of the parameters, cast to their types.
func (e *expander) matchCall(found []*providers.Routine, f *pg_query.FuncCall) (*providers.Routine, []*pg_query.Node, error) {
	if _, err := parse.CheckArgumentNames(f); err != nil {
		return nil, nil, err
	}
	var fitting []candidate
	seen := map[string]bool{}
	for _, r := range found {
		c, ok := orderArguments(r, f)
		signature := r.Signature()
		if !ok || seen[signature] { // of an earlier schema
			continue
		}
		seen[signature] = true
		if e.weigh(&c) {
			fitting = append(fitting, c)
		}
	}
	fitting = slices.DeleteFunc(fitting, func(c candidate) bool {
		return c.spread && slices.ContainsFunc(fitting, func(o candidate) bool { return !o.spread && slices.Equal(o.types[:len(f.Args)], c.types) })
	})
	if len(fitting) == 0 {
		return nil, nil, e.errUndefined(f)
	}
	best := slices.MaxFunc(fitting, func(a, b candidate) int { return a.exact - b.exact })
	others := slices.ContainsFunc(fitting, func(c candidate) bool { return c.r != best.r && c.exact == best.exact })
	open := len(fitting) > 1 && slices.ContainsFunc(f.Args, func(a *pg_query.Node) bool { return e.typeOf(plainArg(a)) == "" && e.rows.rowOf(a) == nil })
	if others || open {
		return nil, nil, sqlstate.New("42725", "function %s is not unique", e.spellCall(f)).
			WithHint("Could not choose a best candidate function. You might need to add explicit type casts.")
	}
	if f.FuncVariadic && best.last != len(f.Args)-1 { // PostgreSQL has VARIADIC beside names at the place of the parameter alone
		return nil, nil, e.errUndefined(f)
	}
	args, err := e.fillDefaults(best)
	return best.r, args, err
}

// candidate is a function that a call may mean, with the arguments in the order of its parameters and the types that it has for
// them. Where spread is true, the last of them are the elements of its VARIADIC parameter.
type candidate struct {
	r      *providers.Routine
	args   []*pg_query.Node
	types  []string
	exact  int
	spread bool
	last   int // the parameter of the call's last argument
}

// parameter is the parameter of an argument.
func (c *candidate) parameter(i int) providers.Parameter {
	inputs := c.r.Inputs()
	if c.spread && i >= len(inputs)-1 {
		return providers.Parameter{Type: c.types[i]}
	}
	return inputs[i]
}

// weigh counts how well the arguments of a candidate fit. It reports false if one of them does not fit at all.
func (e *expander) weigh(c *candidate) bool {
	for i, shown := range c.types {
		if fits, exact, decided := e.rowFits(c.args[i], c.parameter(i)); c.args[i] != nil && decided {
			if !fits {
				return false
			}
			if exact {
				c.exact += 2
			}
			continue
		}
		from, to := e.typeOf(c.args[i]), internalName(shown)
		if base := e.baseOfDomain(shown); base != "" {
			if !fits(from, base) {
				return false
			}
			continue
		}
		element, isArray := strings.CutPrefix(from, "_")
		switch {
		case isArray && !e.arrayFits(element, shown):
			return false
		case to != "" && !fits(from, to), to == "" && builtinTypes[from].shown != "" && from != "unknown" && from != "", c.spread && to != "" && trees.IsArray(c.args[i]):
			return false
		case from == to && from != "":
			c.exact += 2
		case from == "unknown" && builtinTypes[to].kind == 'S':
			c.exact++
		}
	}
	return true
}

// arrayFits reports whether an array of a type can be passed to a parameter.
func (e *expander) arrayFits(element, shown string) bool {
	of, isArray := strings.CutSuffix(shown, "[]")
	to := internalName(of)
	return isArray && to != "" && fits(element, to) || to == "" && e.baseOfDomain(of) != "" || to == "" && isArray
}

// arrayOfVariadic makes an array of the arguments that are the elements of a VARIADIC parameter.
func (e *expander) arrayOfVariadic(c candidate, first int) (*pg_query.Node, error) {
	elements := make([]*pg_query.Node, 0, len(c.args)-first)
	for i, a := range c.args[first:] {
		element, err := a, error(nil)
		if c.types[first+i] != "numeric" || e.typeOf(a) != "" { // what may be a numeric keeps its scale
			element, err = e.castTo(a, c.types[first+i])
		}
		if err != nil {
			return nil, err
		}
		elements = append(elements, element)
	}
	return e.castTo(build.Array(elements...), c.r.Inputs()[first].Type)
}

// baseOfDomain is the type of a domain's values, in pg_catalog; "": a type is no domain.
func (e *expander) baseOfDomain(shown string) string {
	if u := e.env.userTypeNamed(shown); u != nil {
		return u.TypName
	}
	return ""
}

// plainArg returns an argument without its name.
func plainArg(a *pg_query.Node) *pg_query.Node {
	if named := a.GetNamedArgExpr(); named != nil {
		return named.Arg
	}
	return a
}

// orderArguments puts the arguments of a call in the order of the parameters. An argument that is missing and has a default is nil.
func orderArguments(r *providers.Routine, f *pg_query.FuncCall) (candidate, bool) {
	inputs := r.Inputs()
	c := candidate{r: r}
	for _, p := range inputs {
		c.types = append(c.types, p.Type)
	}
	variadic := len(inputs) > 0 && inputs[len(inputs)-1].IsVariadic()
	named := slices.ContainsFunc(f.Args, func(a *pg_query.Node) bool { return a.GetNamedArgExpr() != nil })
	switch {
	case variadic && named && !f.FuncVariadic:
		return c, false
	case variadic && !f.FuncVariadic && len(f.Args) >= len(inputs):
		c.spread, c.args = true, f.Args
		c.types = c.types[:len(inputs)-1]
		for len(c.types) < len(f.Args) {
			c.types = append(c.types, providers.ElementOf(inputs[len(inputs)-1].Type))
		}
		return c, true
	case len(f.Args) > len(inputs):
		return c, false
	}
	args := make([]*pg_query.Node, len(inputs))
	for i, a := range f.Args {
		if named := a.GetNamedArgExpr(); named != nil {
			i = slices.IndexFunc(inputs, func(p providers.Parameter) bool { return p.Name == named.Name })
			if i < 0 {
				return c, false
			}
		}
		if args[i] != nil {
			return c, false
		}
		args[i], c.last = plainArg(a), i
	}
	for i, p := range inputs {
		if args[i] == nil && p.Default == "" {
			return c, false
		}
	}
	c.args = args
	return c, true
}

// fillDefaults adds the defaults, and casts all arguments to the types of their parameters.
func (e *expander) fillDefaults(c candidate) (out []*pg_query.Node, err error) {
	r := c.r
	for i, p := range r.Inputs() {
		if c.spread && p.IsVariadic() {
			list, err := e.arrayOfVariadic(c, i)
			return append(out, list), err
		}
		arg := c.args[i]
		if arg == nil {
			query := parse.Template("SELECT " + p.Default)
			if query == nil {
				return nil, sqlstate.New(sqlstate.DataCorrupted, "a default of the function %s.%s cannot be read", r.Schema, r.Name)
			}
			unplace(query.ProtoReflect())
			e.within = append(e.within, r)
			if len(e.within) > mostDeep {
				return nil, sqlstate.New(sqlstate.StatementTooComplex, "functions that call each other more than %d deep are not supported", mostDeep)
			}
			columns := e.columns
			e.columns = nil
			e.expandMessage(query.ProtoReflect())
			e.columns, e.within = columns, e.within[:len(e.within)-1]
			if e.err != nil {
				return nil, e.err
			}
			arg = query.GetSelectStmt().TargetList[0].GetResTarget().Val
		}
		cast := e.castTo
		if p.RowOf.Name != "" {
			cast = func(arg *pg_query.Node, _ string) (*pg_query.Node, error) { return e.castRow(arg, p) }
		}
		t, err := cast(arg, p.Type)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	return out, nil
}

// castTo casts a value to a type, which is spelled as in the catalogs.
func (e *expander) castTo(value *pg_query.Node, shown string) (*pg_query.Node, error) {
	from, to := e.typeOf(value), internalName(shown)
	if to != "" && from == to && !isLiteral(value) {
		return value, nil
	}
	t := typeNamed(shown)
	if to == "" && t != nil && e.isComposite(value, t) {
		return value, nil
	}
	if t == nil {
		return nil, sqlstate.New(sqlstate.UndefinedObject, "type %q does not exist", shown)
	}
	if to == "numeric" && from == "" { // a cast would change the scale of what is a numeric already
		zero := build.Cast(build.Number(0), typeNamed("numeric"))
		zero.GetTypeCast().TypeName.Typmods = []*pg_query.Node{pg_query.MakeAConstIntNode(1, build.Nowhere), pg_query.MakeAConstIntNode(0, build.Nowhere)}
		return pg_query.MakeAExprNode(pg_query.A_Expr_Kind_AEXPR_OP, []*pg_query.Node{pg_query.MakeStrNode("+")}, value, zero, build.Nowhere), nil
	}
	return build.Cast(value, t), nil
}

// isLiteral reports whether a value is a quoted constant or NULL.
func isLiteral(n *pg_query.Node) bool {
	c := n.GetAConst()
	return c != nil && (c.Isnull || c.GetSval() != nil)
}

// typeOf returns the name of a value's type in pg_catalog: "unknown" for a quoted constant, and "" if the type cannot be told.
func (e *expander) typeOf(n *pg_query.Node) string {
	switch v := n.GetNode().(type) {
	case *pg_query.Node_NamedArgExpr:
		return e.typeOf(v.NamedArgExpr.Arg)
	case *pg_query.Node_TypeCast:
		base := baseOf(v.TypeCast.TypeName)
		switch {
		case builtinTypes[base].shown == "":
		case len(v.TypeCast.TypeName.ArrayBounds) == 0:
			return base
		default:
			return "_" + base
		}
	case *pg_query.Node_AArrayExpr:
		return e.typeOfArray(v.AArrayExpr.Elements)
	case *pg_query.Node_AConst:
		return constantType(v.AConst)
	case *pg_query.Node_BoolExpr, *pg_query.Node_NullTest, *pg_query.Node_BooleanTest:
		return "bool"
	case *pg_query.Node_ParamRef:
		return "unknown"
	case *pg_query.Node_SqlvalueFunction:
		switch v.SqlvalueFunction.Op {
		case pg_query.SQLValueFunctionOp_SVFOP_CURRENT_DATE:
			return "date"
		case pg_query.SQLValueFunctionOp_SVFOP_CURRENT_TIMESTAMP:
			return "timestamptz"
		}
	case *pg_query.Node_ColumnRef:
		words := parse.Strings(v.ColumnRef.Fields)
		if len(words) > 0 {
			return e.columns[strings.ToLower(words[len(words)-1])]
		}
	}
	return ""
}

// typeOfArray is the type of an array that is written out: one of values of one type, or of numbers. Quoted constants are texts.
func (e *expander) typeOfArray(elements []*pg_query.Node) string {
	of := ""
	for _, x := range elements {
		switch kind := e.typeOf(x); {
		case kind == "" || strings.HasPrefix(kind, "_"):
			return ""
		case of == "", of == "unknown", implicit[of][kind] && builtinTypes[of].kind == 'N':
			of = kind
		case kind != of && kind != "unknown" && (!implicit[kind][of] || builtinTypes[of].kind != 'N'):
			return ""
		}
	}
	switch {
	case of == "unknown" && !slices.ContainsFunc(elements, func(x *pg_query.Node) bool { return x.GetParamRef() != nil }):
		return "_text"
	case of == "" || of == "unknown":
		return ""
	}
	return "_" + of
}

func constantType(c *pg_query.A_Const) string {
	switch {
	case c.Isnull, c.GetSval() != nil:
		return "unknown"
	case c.GetIval() != nil:
		return "int4"
	case c.GetBoolval() != nil:
		return "bool"
	case c.GetFval() != nil:
		if s := c.GetFval().Fval; len(s) < 19 && !strings.ContainsAny(s, ".eE") {
			return "int8"
		}
		return "numeric"
	}
	return ""
}

// errUndefined is the error of a call that no function fits.
func (e *expander) errUndefined(f *pg_query.FuncCall) error {
	return sqlstate.New(sqlstate.UndefinedFunction, "function %s does not exist", e.spellCall(f)).
		WithHint("No function matches the given name and argument types. You might need to add explicit type casts.")
}

// spellCall spells a call for errors: the name with the types of the arguments.
func (e *expander) spellCall(f *pg_query.FuncCall) string {
	types := make([]string, len(f.Args))
	for i, a := range f.Args {
		kind := e.typeOf(a)
		if row := e.rows.rowOf(a); row != nil {
			types[i] = row.spelled()
			continue
		}
		element, isArray := strings.CutPrefix(kind, "_")
		if types[i] = kind; builtinTypes[kind].shown != "" {
			types[i] = builtinTypes[kind].shown
		} else if isArray {
			types[i] = builtinTypes[element].shown + "[]"
		} else if kind == "" {
			types[i] = "unknown"
		}
		if named := a.GetNamedArgExpr(); named != nil {
			types[i] = named.Name + " => " + types[i]
		}
	}
	return strings.Join(parse.Strings(f.Funcname), ".") + "(" + strings.Join(types, ", ") + ")"
}

// typesOf returns the types of the columns of the relations that a statement names. It leaves out names that a query in the
// statement may give to other columns.
func (e *expander) typesOf(root *pg_query.Node) map[string]string {
	types := map[string]string{}
	hidden := contains(root, func(m protoMessage) bool {
		switch m := m.(type) {
		case *pg_query.RangeVar:
			relation, _ := e.env.Relation(m.Schemaname, m.Relname)
			for _, c := range relation.Typed {
				name, kind := strings.ToLower(c.Name), typeByOID[c.Type]
				if c.Opaque || c.Whole {
					kind = "" // such a numeric may be an integer of the source
				}
				if was, known := types[name]; known && was != kind {
					kind = ""
				}
				types[name] = kind
			}
		case *pg_query.RangeSubselect, *pg_query.CommonTableExpr, *pg_query.RangeFunction:
			return true
		case *pg_query.Alias:
			return len(m.Colnames) > 0
		}
		return false
	})
	if hidden {
		return nil
	}
	return types
}
