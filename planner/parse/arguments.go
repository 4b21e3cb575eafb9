package parse

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// CheckArgumentNames fails for a call that names an argument twice, or has an argument without a name behind a named one. It returns that
// argument, too.
func CheckArgumentNames(f *pg_query.FuncCall) (*pg_query.Node, *sqlstate.Error) {
	seen := map[string]bool{}
	for _, a := range f.Args {
		switch named := a.GetNamedArgExpr(); {
		case named == nil && len(seen) > 0:
			return a, sqlstate.New(sqlstate.SyntaxError, "positional argument cannot follow named argument")
		case named == nil:
		case seen[named.Name]:
			return a, sqlstate.New(sqlstate.SyntaxError, "argument name %q used more than once", named.Name)
		default:
			seen[named.Name] = true
		}
	}
	return nil, nil
}
