// Package definitions writes the queries of views as PostgreSQL 15 shows them.
//
// PostgreSQL keeps the analysed tree of a view and prints it: names are bound, stars are expanded, constants have types,
// and casts that the parser added are shown. [View] does the same with the parse tree of the query: it analyses the tree
// by the rules of PostgreSQL's parser (scopes, the choice of operators and functions, common types), and prints the
// result by the rules of its ruleutils. What it does not know for certain has no definition: a wrong text is worse than none.
//
// [Check] analyses any statement that reads or changes rows, and tells which types PostgreSQL would not put together: DuckDB, which
// runs the statement, casts more. What is not known is no error.
//
// The parts, in the order in which they work:
//
//   - catalog.go reads PostgreSQL's own types, casts, operators and functions (data/*.tsv, from PostgreSQL 15);
//     types.go adds the types of users.
//   - coerce.go finds casts and common types; choose.go finds operators and functions by the types of their arguments.
//   - query.go, from.go, targets.go, setops.go and scope.go analyse queries, expressions.go, between.go, forms.go and calls.go expressions; nodes.go has the analysed tree.
//   - check.go analyses the statements around queries; failures.go has the errors of operators and functions, refusals.go those for what DuckDB answers.
//   - collate.go, collatequery.go, collateneeds.go and bytewise.go find the collations of values, where a statement has any of its own; digits.go finds how
//     many digits numerics are shown with.
//   - constants.go reads quoted constants and writes them as the output functions of their types do.
//   - names.go gives relations and columns the names that they are printed with; print.go, printfrom.go and printwindow.go print queries, show.go and
//     showforms.go expressions.
//
// Schemas that the reader's search path may make superfluous stand between [providers.SchemaStarts] and [providers.SchemaEnds]. Who reads the
// definition takes away those of its search path, and the two marks.
package definitions
