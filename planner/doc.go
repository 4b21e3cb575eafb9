// Package planner turns text into statements that the gate can judge and a provider can run. It
// runs nothing; what names mean at a source comes from providers.Catalog.
//
// # From text to a class
//
//  1. Limits (package parse): bytes, NUL, UTF-8, tokens, and the depth of any tree
//     that the text can make. The parser is recursive C; a text that could overflow
//     its stack never reaches it.
//  2. The dialect's own verbs (package dialect, verbs.go), then the parser (package parse).
//  3. The walk (walk.go) visits every field of every message of the tree
//     by reflection. Each type has a rule (package policy); a type without a rule is
//     refused. The walk collects effects (classify.go, settings.go), names and
//     mentions of relations.
//  4. The resolver looks the names up in the catalog of the source that will run
//     the statement (resolve.go). It judges each function (functions.go; built-in
//     ones by builtins.txt, DuckDB's by duckfunctions.txt) and the code that runs
//     without being named: views, rules, policies, defaults, casts (hidden.go),
//     and bodies in PL/pgSQL piece by piece (routine.go and package plpgsql). A
//     statement for DuckDB has its names compared with those that there are (package spelling); it
//     is translated (package duckdialect), or divided into steps (package changes), and the
//     translation is judged. A change of a resource of an API becomes a call of a method
//     (calls.go), which is judged by what the method does.
//  5. The class is that of the worst effect.
//
// # Types of values
//
// A user's operator, or the cast of a user's type, is code that runs under the name of a built-in
// one: 1 = 1, x::int. The parse tree has no types. So such an operator counts if the statement can
// have values of its operands' types: from relations that are read, functions that are called,
// types that are named, parameters. (resolver.judgeByTypes)
//
// # The cache
//
// Plans are kept by text and by the version of the catalog that they rest on (cache.go), and by the
// text without its literals where only literals differ (package textkey). The scanner that makes such a
// key gives up on every unusual construct; a fuzz test compares it with the server's scanner.
//
// Package redact takes secrets out of text for the record.
package planner
