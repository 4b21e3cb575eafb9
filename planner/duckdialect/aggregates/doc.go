// Package aggregates has the rules for aggregate functions whose results differ in DuckDB.
//
// Sums and averages have a type that follows from the argument's (aggregates.go). Deviations and variances of exact numbers are
// computed from exact sums, and those of floating-point numbers by the source's own functions, whose last digits are
// PostgreSQL's (deviation.go). Percentiles and hypothetical ranks have their order behind WITHIN GROUP (withingroup.go,
// hypothetical.go).
//
// Each function is a rule of the table of functions in package duckdialect: it returns false where the rest of the table's
// entry applies.
package aggregates
