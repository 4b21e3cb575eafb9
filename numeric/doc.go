// Package numeric computes with the numbers of PostgreSQL's type numeric: any number of digits, a scale of each value,
// NaN and the infinities, with the scales that PostgreSQL 15 gives its results.
//
// A [Number] is never changed. What would have more than [MostDigits] digits is [ErrDigits], so that no expression can
// ask for more time or memory than that. [Number.Key] is a text whose order is that of the numbers.
package numeric
