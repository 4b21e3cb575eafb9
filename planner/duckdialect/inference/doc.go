// Package inference says which types of PostgreSQL the text of a statement shows.
//
// A parse tree has no types. [Types.Shown] infers the type of an expression from constants, casts, functions and columns:
// its name in PostgreSQL ("int4", "text"), "unknown" for a quoted constant, [Array] for an array of a type that is named by
// [ElementTypes], and "" where the text does not show the type. A rule that needs a type to be right treats "" as any type.
//
// NoteColumns finds the types of the statement's columns first (columntypes.go): of tables, and of queries in FROM and WITH. A
// name that has several types has none.
//
// Enums, and arrays of enums, are shown types with the enum's name behind a prefix (enums.go). They follow expressions
// further than other types do, since DuckDB compares an enum with anything else as texts.
//
// CheckConstants refuses quoted constants that the type beside them cannot read (quoted.go), as PostgreSQL does before it reads
// a row.
//
// Types embeds rewrite.Translation: it is the state of a translation for rules that ask for types.
package inference
