package definitions

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The errors of operators and functions that are not there, and the names of types in errors.

// failOperator fails for an operator that is not there for some types. left 0: it stands before its operand.
func (a *analysis) failOperator(name string, left, right uint32) {
	a.knowEnums(left, right)
	if left == 0 {
		a.fail(sqlstate.UndefinedFunction, "No operator matches the given name and argument type. You might need to add an explicit type cast.",
			"operator does not exist: %s %s", name, a.errorType(right))
	}
	a.fail(sqlstate.UndefinedFunction, "No operator matches the given name and argument types. You might need to add explicit type casts.",
		"operator does not exist: %s %s %s", a.errorType(left), name, a.errorType(right))
}

// failFunction fails for a function of PostgreSQL's that is not there for some arguments. One that users may have made is not known.
func (a *analysis) failFunction(name, spelled string, args []*node) {
	list, types := a.callOf(name, args)
	for i, x := range types {
		for _, y := range types[i+1:] {
			a.knowEnums(x, y)
		}
	}
	a.fail(sqlstate.UndefinedFunction, "No function matches the given name and argument types. You might need to add explicit type casts.",
		"function %s(%s) does not exist", spelled, list)
}

// failManyFunctions fails for a function of PostgreSQL's of which several fit some arguments.
func (a *analysis) failManyFunctions(name, spelled string, args []*node) {
	list, types := a.callOf(name, args)
	a.failAmbiguous("the function "+name, "function "+spelled+"("+list+") is not unique", types)
}

// callOf is the list of a call's arguments in an error, and their types. A function that users may have made is not known.
func (a *analysis) callOf(name string, args []*node) (string, []uint32) {
	if len(a.routines[name]) == 0 || a.source.Users != nil && a.source.Users(name) {
		a.refuse("the function " + name)
	}
	list, types := make([]string, len(args)), make([]uint32, len(args))
	for i, n := range args {
		list[i], types[i] = a.errorType(n.typ), n.typ
		if n.kind == namedArg {
			list[i] = n.name + " => " + list[i]
		}
	}
	return strings.Join(list, ", "), types
}

// failAmbiguous fails for an operator or a function of which several fit some types. Users may have made better ones for their types.
func (a *analysis) failAmbiguous(what, message string, types []uint32) {
	for _, t := range types {
		if a.own[t] != nil {
			a.refuse(what)
		}
	}
	kind, _, _ := strings.Cut(message, " ")
	a.fail(sqlstate.AmbiguousFunction, "Could not choose a best candidate "+kind+". You might need to add explicit type casts.", "%s", message)
}

// errorType is the name of a type in an error, as format_type_be has it.
func (a *analysis) errorType(oid uint32) string {
	switch oid {
	case unknownOID:
		return "unknown"
	case bpcharOID:
		return "character"
	case bpcharArrayOID:
		return "character[]"
	case bitOID:
		return "bit"
	}
	return a.withoutSchema(a.showType(oid, -1))
}

// errorTypeOf is errorType for a column whose modifier is told, too: format_type_with_typemod.
func (a *analysis) errorTypeOf(c column) string {
	switch {
	case c.mod >= 0:
	case c.typ == bpcharOID:
		return "bpchar"
	case c.typ == bitOID:
		return `"bit"`
	default:
		return a.errorType(c.typ)
	}
	return a.withoutSchema(a.showType(c.typ, c.mod))
}

// withoutSchema leaves the schema out of the name of a type of users where the search path has it.
func (a *analysis) withoutSchema(shown string) string {
	from, to := strings.Index(shown, providers.SchemaStarts), strings.Index(shown, providers.SchemaEnds)
	if from < 0 || to < from {
		return shown
	}
	schema := shown[from+len(providers.SchemaStarts) : to]
	if a.source.Path == nil || slices.ContainsFunc(a.source.Path, func(s string) bool { return a.quote(s)+"." == schema }) {
		schema = ""
	}
	return shown[:from] + schema + shown[to+len(providers.SchemaEnds):]
}
