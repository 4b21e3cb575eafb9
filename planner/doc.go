// Package planner turns text into statements that the gate can judge and a
// provider can run. It is pure: what names mean at a source comes in through
// providers.Catalog, and nothing is run.
//
// # From text to a class
//
//  1. Limits (package parse): bytes, NUL, UTF-8, tokens, and the depth of any tree
//     that the text can make. The parser is C and recurses; nothing gets to it that
//     could overflow its stack.
//  2. The dialect's own verbs (verbs.go), then the parser (package parse).
//  3. The walk (walk.go, shape.go) visits every field of every message of the
//     tree by reflection. Each type has a rule (policy.go); one without is refused.
//     What statements do is noted as effects (classify.go, settings.go), and what
//     they name as names and mentions.
//  4. The names are resolved in the catalog of the source that will run the
//     statement (resolve.go). Functions are judged one by one (functions.go; the
//     built-in ones by builtins.txt, DuckDB's by duckfunctions.txt), and so is what
//     runs without being named: views, rules, policies, defaults, casts
//     (hidden.go), bodies in PL/pgSQL piece by piece (routine.go and package
//     plpgsql). For DuckDB the statement is translated first (duckdialect), and
//     the translation is judged.
//  5. The class is that of the worst effect.
//
// # What there can be values of
//
// A user's operator, or the cast of a user's type, is code that runs where its
// name is a built-in one's: 1 = 1, x::int. The parse tree has no types, so it
// counts where there can be values of the user's types: relations that are read,
// functions that are called, types that are named, parameters. (resolver.settle)
//
// # The cache
//
// Plans are kept by text and by the version of the catalog that they rest on
// (cache.go), and where only literals differ, by the text without them (key.go).
// The key's scanner gives up on whatever is unusual; fuzzing holds it to the
// server's own scanner.
//
// Package redact takes secrets out of text for the record.
package planner
