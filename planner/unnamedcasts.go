package planner

import (
	"slices"

	"github.com/sallyportdb/sallyport/providers"
)

// Casts run where a statement names no type. A call of one argument, and an attribute, is a cast to the type of that name where no
// function takes just that type of argument: lower(v) is one for a varchar if there is a domain called lower. And the server casts to text
// in functions and operators of its own that take values of any type.

// concatenation is the operator that casts to text what is concatenated with a text.
const concatenation = "||"

// textType is the type that these functions, and concatenation, cast values of any type to.
var textType = providers.Name{Schema: "pg_catalog", Name: "text"}

// castToText are the server's functions with such a cast in their bodies.
var castToText = map[string]bool{"quote_literal": true, "quote_nullable": true}

// prefetchTaken adds the types that a call may cast to.
func prefetchTaken(names *providers.Names, n name) {
	if n.args == 1 {
		names.Types = append(names.Types, providers.Name{Schema: n.schema, Name: n.name})
	}
	if castToText[n.name] {
		names.Types = append(names.Types, textType)
	}
}

// judgeTaken judges the cast that a call of one argument, or an attribute, may be.
func (r *resolver) judgeTaken(schema, called string, offset int) {
	if castToText[called] {
		r.judgeCastToText(offset)
	}
	t, known := r.source.Catalog.Type(schema, called)
	if !known {
		return
	}
	r.types = append(r.types, t.Types...)
	r.useRows(slices.DeleteFunc(slices.Clone(t.RowsOf), func(rows providers.Name) bool { return rows.Name == called }), offset) // nothing is taken for a row by its name
	r.judgeHidden(t.Taken, use{event: providers.Read, offset: offset})
}

// judgeCastToText judges casts to text that are not in the statement.
func (r *resolver) judgeCastToText(offset int) {
	if r.source.Info.Dialect != providers.Postgres {
		return
	}
	t, _ := r.source.Catalog.Type(textType.Schema, textType.Name)
	r.judgeHidden(t.Hidden, use{event: providers.Read, offset: offset})
}
