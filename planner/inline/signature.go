package inline

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// takeParameters reads the parameters.
func (d *definition) takeParameters(s *pg_query.CreateFunctionStmt) error {
	defaults, variadic := false, false
	names := map[string]bool{}
	for _, n := range s.Parameters {
		p := n.GetFunctionParameter()
		mode := modeOf(p)
		kind, err := d.parameterType(p.ArgType)
		if err != nil {
			return err
		}
		one := providers.Parameter{Name: p.Name, Type: kind, Mode: mode, RowOf: d.rowOfType(p.ArgType)}
		if err := d.checkRowParameter(one); err != nil {
			return err
		}
		if variadic, err = checkVariadic(one, variadic); err != nil {
			return err
		}
		key := p.Name
		if mode == "o" || mode == "t" {
			key += "\x00out"
		}
		if p.Name != "" && (names[key] || mode != "i" && mode != "v" && (names[p.Name] || names[p.Name+"\x00out"]) || (mode == "i" || mode == "v") && names[p.Name+"\x00out"]) {
			return sqlstate.New(invalidDefinition, "parameter name %q used more than once", p.Name)
		}
		names[key] = true
		switch {
		case p.Defexpr != nil && !one.IsInput():
			return sqlstate.New(invalidDefinition, "only input parameters can have default values")
		case p.Defexpr != nil:
			if one.Default, err = d.defaultOf(p.Defexpr, one.Type); err != nil {
				return err
			}
			defaults = true
			d.r.Shown.Defaults++
		case defaults && one.IsInput():
			return sqlstate.New(invalidDefinition, "input parameters after one with a default value must also have defaults")
		}
		d.r.Parameters = append(d.r.Parameters, one)
	}
	if len(d.r.Parameters) > 100 {
		return sqlstate.New("54023", "functions cannot have more than 100 arguments")
	}
	return nil
}

// checkVariadic refuses a VARIADIC parameter that is no array, and an input behind it. before: one came before this parameter.
func checkVariadic(p providers.Parameter, before bool) (variadic bool, err error) {
	switch {
	case before && p.IsInput():
		return false, sqlstate.New(invalidDefinition, "VARIADIC parameter must be the last input parameter")
	case p.IsVariadic() && !strings.HasSuffix(p.Type, "[]"):
		return false, sqlstate.New(invalidDefinition, "VARIADIC parameter must be an array")
	}
	return before || p.IsVariadic(), nil
}

// modeOf returns the mode of a parameter as pg_proc has it.
func modeOf(p *pg_query.FunctionParameter) string {
	switch p.Mode {
	case pg_query.FunctionParameterMode_FUNC_PARAM_OUT:
		return "o"
	case pg_query.FunctionParameterMode_FUNC_PARAM_INOUT:
		return "b"
	case pg_query.FunctionParameterMode_FUNC_PARAM_TABLE:
		return "t"
	case pg_query.FunctionParameterMode_FUNC_PARAM_VARIADIC:
		return "v"
	}
	return "i"
}

// parameterType spells the type of a parameter or a result as the catalogs do.
func (d *definition) parameterType(t *pg_query.TypeName) (string, error) {
	base := baseOf(t)
	switch {
	case t.Setof:
		return "", sqlstate.New(invalidDefinition, "functions cannot accept set arguments")
	case t.PctType:
		return "", notSupported("%%TYPE in CREATE FUNCTION is not supported")
	case pseudoTypes[base] || base == "record":
		return "", notSupported("the type %s in CREATE FUNCTION is not supported", base)
	}
	if d.rowOfType(t).Name != "" && len(t.ArrayBounds) > 0 {
		return "", notSupported("an array of rows of %q in CREATE FUNCTION is not supported", base)
	}
	return shownType(t), nil
}

// rowOfType is the relation of whose rows a type is; its name is "" for another type.
func (d *definition) rowOfType(t *pg_query.TypeName) providers.Name {
	if _, known := builtinTypes[baseOf(t)]; known {
		return providers.Name{}
	}
	schema, name := splitType(t)
	if d.env.UserType != nil && d.env.UserType(schema, name) != nil {
		return providers.Name{}
	}
	relation, is := d.env.Relation(schema, name)
	if !is {
		return providers.Name{}
	}
	return providers.Name{Schema: relation.Schema, Name: relation.Name}
}

// checkRowParameter refuses a row of a relation where it is not supported.
func (d *definition) checkRowParameter(p providers.Parameter) error {
	switch {
	case p.RowOf.Name == "":
		return nil
	case p.Mode != "i":
		return notSupported("an output that is a row of %q is not supported", p.RowOf.Name)
	case d.r.Strict:
		return notSupported("a STRICT function of a row of %q is not supported", p.RowOf.Name).WithHint("Test the row in the body.")
	}
	if relation, _ := d.env.Relation(p.RowOf.Schema, p.RowOf.Name); relation.Builtin || len(relation.Typed) == 0 {
		return notSupported("a parameter that is a row of %q is not supported", p.RowOf.Name)
	}
	return nil
}

func splitType(t *pg_query.TypeName) (schema, name string) {
	words := parse.Strings(t.GetNames())
	if len(words) > 1 {
		schema = words[len(words)-2]
	}
	return schema, words[len(words)-1]
}

// defaultOf reads the default of a parameter.
func (d *definition) defaultOf(n *pg_query.Node, kind string) (string, error) {
	switch {
	case contains(n, isQuery):
		return "", notSupported("cannot use subquery in DEFAULT expression")
	case contains(n, isColumn):
		return "", sqlstate.New(sqlstate.InvalidColumnReference, "cannot use column references in parameter default value")
	case contains(n, isParameter):
		return "", sqlstate.New(sqlstate.UndefinedParameter, "there is no parameter $1")
	}
	b := &binder{env: d.env}
	b.bindCalls(n.ProtoReflect())
	if b.err != nil {
		return "", b.err
	}
	if s := n.GetAConst().GetSval(); s != nil && oidOf(kind) != 0 {
		if strings.HasSuffix(kind, "[]") {
			text, err := deparseExpression(n)
			return text + "::" + kind, err
		}
		n = build.Cast(n, typeNamed(kind))
	}
	return deparseExpression(n)
}

// takeResult reads the type of the result.
func (d *definition) takeResult(s *pg_query.CreateFunctionStmt) error {
	outputs := d.r.Outputs()
	table := slices.ContainsFunc(outputs, func(p providers.Parameter) bool { return p.Mode == "t" })
	implied := ""
	switch {
	case len(outputs) == 1:
		implied = outputs[0].Type
	case len(outputs) > 1:
		implied = "record"
	}
	t := s.ReturnType
	if t != nil {
		d.r.Set = t.Setof
	}
	switch {
	case table:
		d.r.Returns, d.r.Set = implied, true
		return nil
	case t == nil && implied == "":
		return sqlstate.New(invalidDefinition, "function result type must be specified")
	case t == nil:
		d.r.Returns = implied
		return nil
	}
	base := baseOf(t)
	switch base {
	case "void":
		return notSupported("RETURNS void is not supported").WithHint("A function of the embedded engine only reads.")
	case "trigger", "event_trigger":
		return sqlstate.New(invalidDefinition, "SQL functions cannot return type %s", base)
	case "record":
		d.r.Returns = "record"
	default:
		relation, isRelation := providers.Relation{}, false
		if _, builtin := builtinTypes[base]; !builtin {
			schema, name := splitType(t)
			relation, isRelation = d.env.Relation(schema, name)
		}
		if isRelation && len(t.ArrayBounds) == 0 {
			d.r.RowsOf = providers.Name{Schema: relation.Schema, Name: relation.Name}
			d.r.Returns = shownType(t)
			break
		}
		kind := proto.Clone(t).(*pg_query.TypeName)
		kind.Setof = false
		var err error
		if d.r.Returns, err = d.parameterType(kind); err != nil {
			return err
		}
	}
	if implied != "" && implied != d.r.Returns {
		return sqlstate.New(invalidDefinition, "function result type must be %s because of OUT parameters", implied)
	}
	if d.r.Returns == "record" && len(outputs) == 0 && !d.r.Set {
		return notSupported("RETURNS record without OUT parameters is not supported").WithHint("Write RETURNS TABLE (…), or OUT parameters.")
	}
	return nil
}
