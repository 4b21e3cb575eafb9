package inline

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Env tells what names mean to a statement.
type Env struct {
	// Routines and Path are the source's: see providers.Routines.
	Routines func(schema, name string) []*providers.Routine
	Path     []string
	// Relation finds a relation as providers.Catalog does.
	Relation func(schema, name string) (providers.Relation, bool)
	// UserType finds a domain or a composite type; nil: there is none.
	UserType func(schema, name string) *providers.UserType
	// ByID finds the type that a column keeps; nil: there is none.
	ByID func(id string) *providers.UserType
	// Builtin reports whether PostgreSQL has a function of a name, Aggregate whether the source has such an aggregate, and
	// Volatile whether the source has such a function whose result changes from call to call.
	Builtin, Aggregate, Volatile func(name string) bool
	// Databases are the names that may stand before a schema.
	Databases []string
	late      bool // a body that names what is not there is not bound: see DefineLate
}

// invalidDefinition is the code of a wrong definition of a function.
const invalidDefinition sqlstate.Code = "42P13"

// definition is the state of one Define.
type definition struct {
	env      Env
	r        *providers.Routine
	language string
	as       []string
	seen     map[string]bool
	path     []string // of SET search_path; nil: that of the session
}

// Define makes a Routine of a CREATE FUNCTION.
// Errors: 42P13 and 42601 as PostgreSQL has them, 0A000 for what is not supported.
func Define(s *pg_query.CreateFunctionStmt, env Env) (*providers.Routine, error) {
	if s.IsProcedure {
		return nil, notSupported("CREATE PROCEDURE is not supported").WithHint("The embedded engine has functions in LANGUAGE sql alone.")
	}
	d := &definition{env: env, r: &providers.Routine{Volatility: "v", Parallel: "u"}, seen: map[string]bool{}}
	if err := d.takeName(s.Funcname); err != nil {
		return nil, err
	}
	for _, o := range s.Options {
		if err := d.takeOption(o.GetDefElem()); err != nil {
			return nil, err
		}
	}
	if err := d.checkLanguage(s.SqlBody != nil); err != nil {
		return nil, err
	}
	if err := d.takeParameters(s); err != nil {
		return nil, err
	}
	if err := d.takeResult(s); err != nil {
		return nil, err
	}
	if d.path != nil {
		d.env.Path = d.path
	}
	if err := d.takeBody(s.SqlBody); err != nil {
		return nil, err
	}
	d.fillShown()
	return d.r, nil
}

// DefineLate makes a Routine of a CREATE FUNCTION whose body is one query that names what is not there: the body is read where the
// function is called. It returns nil for another one, and for one that sets a search path.
func DefineLate(s *pg_query.CreateFunctionStmt, env Env) *providers.Routine {
	env.late = true
	r, err := Define(s, env)
	if err != nil || !r.Late {
		return nil
	}
	return r
}

func notSupported(format string, args ...any) *sqlstate.Error {
	return sqlstate.New(sqlstate.FeatureNotSupported, format, args...)
}

// takeName reads the name of the function.
func (d *definition) takeName(list []*pg_query.Node) error {
	words := parse.Strings(list)
	if len(words) == 3 && slices.Contains(d.env.Databases, words[0]) {
		words = words[1:]
	}
	switch len(words) {
	case 1:
		if len(d.env.Path) == 0 {
			return sqlstate.NoSchemaSelected()
		}
		d.r.Schema, d.r.Name = d.env.Path[0], words[0]
	case 2:
		d.r.Schema, d.r.Name = words[0], words[1]
	default:
		return notSupported("a function of another source is not supported")
	}
	switch {
	case isSystem(d.r.Schema):
		return sqlstate.New(sqlstate.InsufficientPrivilege, "permission denied for schema %s", d.r.Schema)
	case strings.HasPrefix(d.r.Schema, "pg_temp"):
		return notSupported("a temporary function is not supported")
	case d.env.Builtin(d.r.Name):
		return notSupported("a function of the name %q, which PostgreSQL's own functions have, is not supported", d.r.Name).
			WithHint("Give the function another name.")
	}
	return nil
}

func isSystem(schema string) bool {
	return strings.EqualFold(schema, "pg_catalog") || strings.EqualFold(schema, "information_schema")
}

// takeOption reads one option.
func (d *definition) takeOption(o *pg_query.DefElem) error {
	name := o.GetDefname()
	if d.seen[name] && name != "set" {
		return sqlstate.New(sqlstate.SyntaxError, "conflicting or redundant options")
	}
	d.seen[name] = true
	word := o.GetArg().GetString_().GetSval()
	switch name {
	case "language":
		d.language = strings.ToLower(word)
	case "as":
		d.as = parse.Strings(o.GetArg().GetList().GetItems())
	case "strict":
		d.r.Strict = o.GetArg().GetBoolean().GetBoolval()
	case "volatility":
		d.r.Volatility = word[:1]
	case "parallel":
		at := slices.Index([]string{"unsafe", "restricted", "safe"}, word)
		if at < 0 {
			return sqlstate.New(sqlstate.SyntaxError, "parameter \"parallel\" must be SAFE, RESTRICTED, or UNSAFE")
		}
		d.r.Parallel = "urs"[at : at+1]
	case "cost":
		return takePositive(o, "COST", &d.r.Shown.Cost)
	case "rows":
		return takePositive(o, "ROWS", &d.r.Shown.Rows)
	case "security":
		if o.GetArg().GetBoolean().GetBoolval() {
			return notSupported("SECURITY DEFINER is not supported").WithHint("A function reads what the one who calls it may read.")
		}
	case "set":
		return d.takeSetting(o.GetArg().GetVariableSetStmt())
	case "leakproof":
		if o.GetArg().GetBoolean().GetBoolval() {
			return notSupported("LEAKPROOF is not supported")
		}
	default:
		return notSupported("%s in CREATE FUNCTION is not supported", strings.ToUpper(name))
	}
	return nil
}

// takePositive reads COST or ROWS, which must be positive.
func takePositive(o *pg_query.DefElem, word string, into *float64) error {
	value, ok := numberOf(o.GetArg())
	if !ok || value <= 0 {
		return sqlstate.New(sqlstate.InvalidParameterValue, "%s must be positive", word)
	}
	*into = value
	return nil
}

// takeSetting reads SET search_path, by which the names of the body are bound. Other settings are refused.
func (d *definition) takeSetting(s *pg_query.VariableSetStmt) error {
	if !strings.EqualFold(s.GetName(), "search_path") || s.GetKind() != pg_query.VariableSetKind_VAR_SET_VALUE {
		return notSupported("SET %s in CREATE FUNCTION is not supported", s.GetName())
	}
	d.path = []string{}
	for _, a := range s.Args {
		for _, schema := range strings.Split(a.GetAConst().GetSval().GetSval(), ",") {
			schema = strings.Trim(strings.TrimSpace(schema), `"`)
			if schema != "" && !isSystem(schema) && !strings.HasPrefix(schema, "pg_temp") {
				d.path = append(d.path, schema)
			}
		}
	}
	return nil
}

// checkLanguage refuses every language but SQL.
func (d *definition) checkLanguage(ownSyntax bool) error {
	switch {
	case d.language == "" && ownSyntax, d.language == "sql":
	case d.language == "":
		return sqlstate.New(invalidDefinition, "no language specified")
	case d.language == "plpgsql":
		return notSupported("LANGUAGE plpgsql is not supported").WithHint("The embedded engine has functions in LANGUAGE sql alone.")
	case d.language == "c" || d.language == "internal":
		return sqlstate.New(sqlstate.InsufficientPrivilege, "permission denied for language %s", d.language)
	default:
		return sqlstate.New(sqlstate.UndefinedObject, "language %q does not exist", d.language)
	}
	switch {
	case ownSyntax && d.seen["as"]:
		return sqlstate.New(invalidDefinition, "duplicate function body specified")
	case !ownSyntax && !d.seen["as"]:
		return sqlstate.New(invalidDefinition, "no function body specified")
	case len(d.as) > 1:
		return sqlstate.New(invalidDefinition, "only one AS item needed for language \"sql\"")
	}
	return nil
}
