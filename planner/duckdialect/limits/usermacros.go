package limits

import (
	"encoding/json"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// Macros returns the macros of users that a name may mean; nil: the source has none.
type Macros func(schema, name string) []*providers.Macro

// written is what DuckDB writes for a call of a macro of users.
type written struct {
	repeats int // how often the argument that stands there most
	copies  int // the most of one part of the body
	parts   int // of the body, written out
}

// userMacros measures macros of users by their bodies, each once for a statement.
type userMacros struct {
	find  Macros
	known map[*providers.Macro]written
}

// measureCall is what a call of a name writes: the most of all macros of the name.
func (u *userMacros) measureCall(f *pg_query.FuncCall) (most written) {
	if u.find == nil {
		return written{}
	}
	schema, name := parse.SplitName(f.Funcname)
	return u.measureNamed(schema[strings.LastIndexByte(schema, '.')+1:], name)
}

func (u *userMacros) measureNamed(schema, name string) (most written) {
	for _, m := range u.find(schema, strings.ToLower(name)) {
		w := u.measureBody(m)
		most = written{max(most.repeats, w.repeats), max(most.copies, w.copies), max(most.parts, w.parts)}
	}
	return most
}

func (u *userMacros) measureBody(m *providers.Macro) written {
	if w, ok := u.known[m]; ok {
		return w
	}
	if u.known == nil {
		u.known = map[*providers.Macro]written{}
	}
	u.known[m] = written{} // DuckDB refuses a macro that calls itself
	var body any
	if json.Unmarshal([]byte(m.Body), &body) != nil { // nobody knows how large it is
		u.known[m] = written{maxCopies + 1, maxCopies + 1, maxExpanded + 1}
		return u.known[m]
	}
	count := bodyCount{macros: u, parameters: m.Parameters, uses: make([]int, len(m.Parameters))}
	count.countParts(body, 1)
	w := written{repeats: 1, copies: count.copies, parts: count.parts}
	if len(count.uses) > 0 {
		w.repeats = max(1, slices.Max(count.uses))
	}
	u.known[m] = w
	return w
}

// bodyCount counts what stands in the body of a macro, as DuckDB writes its tree.
type bodyCount struct {
	macros     *userMacros
	parameters []string
	uses       []int // of each parameter
	copies     int
	parts      int
}

func (c *bodyCount) countParts(value any, copies int) {
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			c.countParts(item, copies)
		}
	case map[string]any:
		c.parts, c.copies = min(c.parts+copies, maxExpanded+1), max(c.copies, copies)
		if names, ok := v["column_names"].([]any); ok && len(names) == 1 {
			name, _ := names[0].(string)
			if i := slices.Index(c.parameters, strings.ToLower(name)); i >= 0 {
				c.uses[i] = min(c.uses[i]+copies, maxCopies+1)
			}
		}
		args, _ := v["children"].([]any)
		each := c.repeats(v, len(args))
		for key, part := range v {
			if key != "children" {
				c.countParts(part, copies)
			}
		}
		for i, arg := range args {
			c.countParts(arg, multiply(copies, each(i)))
		}
	}
}

// repeats tells how often DuckDB writes each argument of a call.
func (c *bodyCount) repeats(v map[string]any, args int) func(i int) int {
	name, called := v["function_name"].(string)
	if !called {
		return func(int) int { return 1 }
	}
	schema, _ := v["schema"].(string)
	own := c.macros.measureNamed(schema, name)
	c.copies = max(c.copies, own.copies)
	c.parts = min(c.parts+own.parts, maxExpanded+1)
	builtin := repeatsOf(schema, name, args)
	return func(i int) int {
		n := max(1, own.repeats)
		if i < len(builtin) {
			n = max(n, builtin[i])
		}
		return n
	}
}
