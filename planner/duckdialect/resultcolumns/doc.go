// Package resultcolumns reads from the text of a statement what its result's columns are, as PostgreSQL tells a client and
// DuckDB does not. It works on the client's tree, before the translation changes it, and asks no catalog but for Origins.
//
//   - Name is the name of a column without AS.
//   - Describe has the type modifiers: the length of varchar(n), the scale of a numeric. PostgreSQL tells them where a column
//     is a table's or a cast to such a type; DuckDB has one scale for every numeric.
//   - Origins tells which column of which table a result's column is. Programs that edit rows in place go by that.
package resultcolumns
