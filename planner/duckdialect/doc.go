// Package duckdialect says in DuckDB's SQL what a client said in PostgreSQL's.
//
// [Translate] takes the parse tree of one statement. It rewrites the tree and
// writes it out again; where nothing has to be rewritten it gives the client's
// own text back, so that positions in errors agree. [Position] finds a place of
// the translated text in the client's.
//
// # What is rewritten
//
// tables.go holds the readable part: which function, type, operator and setting
// of Postgres becomes what. Beyond the tables:
//
//   - pg_catalog and information_schema become the emulation that
//     providers/duckdb/pgcatalog installs (database __pg, schemas cat and info).
//     What depends on the session (the user, the search path, the list of
//     databases) is put in as literals, from [Env].
//   - Columns of a result that DuckDB would name otherwise get the name that
//     Postgres gives: count(*) is "count", 1+1 is "?column?".
//   - Casts to regclass, regtype and their like are look-ups: to an OID, or to a
//     name where the result is shown or cast to text.
//   - numeric without a precision is DECIMAL(38,9), or a constant's own scale.
//   - Literals that DuckDB reads otherwise ('{1,2}' of an array type, 'on' of
//     boolean, bytea, bit strings, format strings of to_char) are written anew.
//   - Set-returning functions in the select list are unnested.
//
// # What is left as it is
//
// Integer division and the place of NULLs in an ordering are settings of the
// connection. The text of a struct is DuckDB's; names are never case-sensitive,
// quoted or not.
//
// What cannot be said in DuckDB's SQL is refused with 0A000 and its position.
package duckdialect
