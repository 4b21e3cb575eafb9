// Package duckdialect translates PostgreSQL's SQL to DuckDB's.
//
// [Translate] takes the parse tree of one statement, rewrites the tree and deparses it. If nothing
// had to be rewritten it returns the client's own text, so that positions in errors agree.
//
// Some packages below are about texts and trees alone, and know no translation: lexical, which also finds places of the
// translated text in the client's; constants, for what quoted constants mean; limits, for what is too large. Package
// rewrite has what all rules share: the statement, the Env it is translated for, and the errors that rules note.
// Package inference says which types expressions show. Rules for families of functions and operators that need no more than
// that are in packages below, too: aggregates, enums, json, numerics, patterns (LIKE, regular expressions), times.
// Package statements rewrites statements by their kind, and definitions; usertypes those of domains and composite types, with
// their values. Package arrays answers what DuckDB's lists do not have of arrays. Package checks refuses what PostgreSQL
// refuses. Package queries rewrites the clauses of queries, writes those of INSERT and its like, and emulation names what stands
// for the system catalogs.
//
// # What is rewritten
//
// tables.go maps the functions, types, operators and settings of Postgres to those of DuckDB.
// Beyond the tables:
//
//   - pg_catalog and information_schema become the emulation that
//     providers/duckdb/pgcatalog installs (package emulation).
//     Values that depend on the session (the user, the search path, the list of
//     databases) become literals, from [rewrite.Env].
//   - Result columns that DuckDB would name otherwise get Postgres's name:
//     count(*) is "count", 1+1 is "?column?".
//   - Casts to regclass, regtype and the like become look-ups: of an OID, or of a
//     name where the result is shown or cast to text.
//   - numeric without a precision becomes DECIMAL(38,9), or keeps a constant's scale. The source's casts to it refuse to lose digits, so
//     casts and assignments to a numeric(38, s) that a client writes round by a narrower decimal first (writes/precision.go).
//   - Literals that DuckDB reads otherwise ('{1,2}' of an array type, 'on' of
//     boolean, bytea, bit strings, format strings of to_char) are rewritten.
//   - Set-returning functions in the select list are unnested.
//   - Quoted constants and parameters beside an enum, or an array of one, become casts to the enum (package enums): DuckDB
//     compares an enum with anything else as texts.
//   - Numerics of more digits than DuckDB's decimals have, NaN and the infinities (package numerics), and values of
//     money, geometry, text search, xml and multiranges (rare.go) become calls of the source's functions,
//     which follow from the types that the text shows. Such values are in queries alone, but for points, which columns have, too.
//   - Casts to domains, and what is assigned to columns of domains, become the values behind the domains' checks;
//     constants and rows of composite types are taken apart (package usertypes).
//
// # What stays
//
// Integer division and the order of NULLs are settings of the connection. The text of a struct is
// DuckDB's, but a row of a table in the select list has the form of a row; names are never case-sensitive
// in DuckDB, quoted or not, so package planner compares what clients write with the names that there are.
//
// # What is known before the source is asked
//
// Package checks refuses what Postgres 15 refuses and DuckDB takes, and forms that DuckDB
// does not have. Quoted constants that their types cannot read fail before any row is read (package inference). assigned.go casts quoted constants to the types of the columns that they are assigned
// to. Package resultcolumns says of the result's columns what the text shows: a computed numeric has no scale.
//
// What DuckDB's SQL cannot express is refused with 0A000 and its position.
package duckdialect
