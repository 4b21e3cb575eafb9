// Package numerics has the rules for numbers that DuckDB's types do not hold as PostgreSQL's do.
//
//   - wide.go: numerics of more than 38 digits, NaN and the infinities are values of a type of the source's own, whose functions
//     follow from the types that the text shows. Where the text does not show them, such values are refused ([CheckWide]).
//   - fold.go: arithmetic of constants is computed here, with the scales that PostgreSQL gives to results.
//   - exact.go: constants beside floating-point numbers, and casts between both, keep the digits that PostgreSQL keeps.
//   - remainders.go: remainders and quotients of numerics.
//   - subqueries.go, recursion.go: numerics of queries that DuckDB would round to those beside them or to those of a recursive query's
//     first part.
package numerics
