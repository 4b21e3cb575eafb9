// Package constants reads what quoted constants mean in PostgreSQL and writes them as DuckDB reads them: texts, without
// trees. The translation finds the constants and puts the answers in their place.
//
//   - [Moment], [Day], [Time], [Interval] and [BeforeChrist] are for dates and times, [Offset] for their zones.
//   - [DateFormat] is for the formats of to_char and its like.
//   - [SimilarPattern] is for patterns.
//   - [Computed] has PostgreSQL's digits of roots, powers and logarithms.
//
// A function that is not ok leaves the constant to DuckDB, or to an error of the caller's.
package constants
