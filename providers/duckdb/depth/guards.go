// Package depth keeps from DuckDB what is nested so deeply that its recursion would overflow the stack, which ends the
// process. [CheckJSON] and [CheckParquet] look at files before DuckDB does; [Guards] are macros that come before DuckDB's own
// functions of JSON, and refuse values of more than [Most] levels with 54001; they call pg__nests_within of package functions.
package depth

import "fmt"

// Some of DuckDB's JSON functions recurse into every level of a value, so deep JSON overflows the
// stack and ends the process. Macros with their names come first in the search path and refuse deep
// values. Casts to VARIANT recurse, too; the translation refuses them.

// Most bounds the depth of a value that reaches such a function. DuckDB survives 20,000
// levels of a value, and 5,000 of a type.
const Most = 200

// shallowJSON returns a condition that the JSON j is no deeper. A regular expression of as many levels would say so, too; DuckDB
// compiles it each time that a statement is planned which calls one of the functions, and it took a quarter of the time to
// plan the views of the Postgres catalog.
func shallowJSON() string {
	return fmt.Sprintf(`(length(CAST(j AS VARCHAR)) <= %d OR pg__nests_within(CAST(j AS VARCHAR), %d))`, Most, Most)
}

// Guards are the statements that make the macros.
func Guards() []string {
	shallow := shallowJSON()
	return []string{
		// As an element of a list the value is computed only once.
		`CREATE MACRO memory.main.__shallow(v) AS list_transform([v], lambda j: CASE
			WHEN ` + shallow + ` OR j IS NULL THEN j
			ELSE error('54001: the JSON is nested too deeply for this function') END)[1]`,
		// DuckDB requires a constant structure, which error() is not.
		`CREATE MACRO memory.main.__shallow_structure(j) AS CASE
			WHEN ` + shallow + ` THEN j
			ELSE 'the structure is nested too deeply' END`,
		`CREATE MACRO memory.main.json_structure(j) AS system.main.json_structure(__shallow(j))`,
		`CREATE MACRO memory.main.json_contains(j, part) AS system.main.json_contains(__shallow(j), __shallow(part))`,
		`CREATE MACRO memory.main.json_merge_patch
			(a, b) AS system.main.json_merge_patch(__shallow(a), __shallow(b)),
			(a, b, c) AS system.main.json_merge_patch(__shallow(a), __shallow(b), __shallow(c)),
			(a, b, c, d) AS system.main.json_merge_patch(__shallow(a), __shallow(b), __shallow(c), __shallow(d))`,
		`CREATE MACRO memory.main.json_transform(j, s) AS system.main.json_transform(j, __shallow_structure(s))`,
		`CREATE MACRO memory.main.json_transform_strict(j, s) AS system.main.json_transform_strict(j, __shallow_structure(s))`,
		`CREATE MACRO memory.main.from_json(j, s) AS system.main.from_json(j, __shallow_structure(s))`,
		`CREATE MACRO memory.main.from_json_strict(j, s) AS system.main.from_json_strict(j, __shallow_structure(s))`,
	}
}
