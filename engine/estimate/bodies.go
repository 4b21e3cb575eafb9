package estimate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

const (
	// maxBodies bounds how many definitions people are shown, and longestBody each of them.
	maxBodies   = 10
	longestBody = 16 << 10
)

// bodiesCalled are the definitions of the procedures and functions that a statement calls for what they do.
func (e *Estimator) bodiesCalled(ctx context.Context, p *planner.Statement) (list []approval.Code) {
	var called []string
	for i := range p.Effects {
		if f := &p.Effects[i]; f.Kind == planner.FunctionCall && f.Class == planner.Exec && !slices.Contains(called, f.Name) {
			called = append(called, f.Name)
		}
	}
	if len(called) == 0 || e.dialectOf(p.Provider) != providers.Postgres {
		return nil
	}
	source, err := e.Names(ctx, p.Provider)
	if err != nil {
		return nil
	}
	var ids []string
	for _, name := range called {
		schema, function, qualified := strings.Cut(name, ".")
		if !qualified {
			schema, function = "", name
		}
		for _, f := range source.Catalog.Functions(schema, function) {
			if id := fmt.Sprint(f.ID); !f.Builtin && f.ID > 0 && f.Kind != 'a' && len(ids) < maxBodies && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	if e.prefixOf(p) != "" {
		e.addNote("the body of %s is not shown: it is at another source than the session's", strings.Join(called, ", "))
		return nil
	}
	rows, err := e.queryRows(ctx, p.Provider, bodiesOf(ids), providers.Args{}, nil, maxBodies)
	if err != nil {
		e.addNote("the body of %s could not be read: %s", strings.Join(called, ", "), describeFailure(err))
		return nil
	}
	for _, row := range rows {
		text := strings.TrimSpace(row[2])
		if len(text) > longestBody {
			e.addNote("the body of %s is longer than %d KiB, and only its beginning is shown", row[1], longestBody>>10)
			text = strings.ToValidUTF8(text[:longestBody], "") + "\n…"
		}
		list = append(list, approval.Code{Name: p.Provider + "." + row[0] + "." + row[1], Text: text})
	}
	return list
}

// bodiesOf is a query for the bodies of functions. It runs by the client's search path, in which operators of users may come first.
func bodiesOf(ids []string) string {
	return `SELECT n.nspname, p.proname, pg_catalog.pg_get_functiondef(p.oid) FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) p.pronamespace
WHERE p.oid OPERATOR(pg_catalog.=) ANY ('{` + strings.Join(ids, ",") + `}'::pg_catalog.oid[]) ORDER BY 1, 2, 3`
}
