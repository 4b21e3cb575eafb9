// Package usertypes rewrites what statements have to do with domains and composite types (providers.UserType), and with the rows of
// tables, whose types are composite types, too.
//
// DuckDB has no domains, and shows structs as JSON. Both kinds of types stand in the source as enums whose one label is their
// text. [Rules] is the state of one translation; its rules run in this order:
//
//   - A definition (CREATE DOMAIN, CREATE TYPE … AS, ALTER, RENAME, DROP TYPE) becomes the making of such an enum: domaindefs.go,
//     composites.go. It keeps the texts of a domain's checks as PostgreSQL shows them (shownchecks.go).
//   - A column of a domain has the type of the domain's values, and keeps the domain in a CHECK that the source reads: columns.go.
//   - In other statements, RewriteStatement comes before anything else is rewritten (rules.go). A cast to a domain, and a value that
//     is assigned to a column of a domain, becomes the value behind the domain's checks (domains.go). Constants and rows of
//     composite types are taken apart (composites.go). IS NULL of a row asks of all its fields, and a star stands for them
//     (rowtests.go). Before them, assignments to parts of columns, of any type that has parts, become ones of whole columns: parts.go.
//   - FormRows gives the rows of tables in the outermost select list the form of rows, once names are bound: wholerows.go.
//
// Expressions that the rules make of a type's own texts are PostgreSQL's; Rules.Translate translates them where they run apart
// from the statement. What a rule does not know of a type is refused with 0A000.
package usertypes
