package duckdb

import "fmt"

// Some of DuckDB's JSON functions call themselves for every level of a value,
// and deep JSON overflows the stack: the process ends. Macros of their names
// stand before them in the search path, as those of operators do, and refuse
// values that are deep. Casts to VARIANT, which do the same, are refused by the
// translation.

// maxJSONDepth is how deep a value may be that reaches such a function.
// DuckDB survives 20,000 levels of a value, and 5,000 of a type.
const maxJSONDepth = 200

// shallowJSON is a condition on j that JSON of that depth meets: what is left of
// it without its strings and scalars is brackets, nested so deep at most. RE2
// takes time in proportion to the text.
func shallowJSON() string {
	brackets := ""
	for range maxJSONDepth {
		brackets = `(?:[[{]` + brackets + `[\]}])*`
	}
	return fmt.Sprintf(`(length(CAST(j AS VARCHAR)) <= %d OR regexp_full_match(regexp_replace(CAST(j AS VARCHAR), %s, '', 'g'), %s))`,
		maxJSONDepth, quoteText(`"(?:[^"\\]|\\.)*"|[^\[\]{}"]+`), quoteText(brackets))
}

// jsonGuards makes the macros.
func jsonGuards() []string {
	shallow := shallowJSON()
	return []string{
		// As an element of a list the value is computed once, checked and used.
		`CREATE MACRO memory.main.__shallow(v) AS list_transform([v], lambda j: CASE
			WHEN ` + shallow + ` OR j IS NULL THEN j
			ELSE error('54001: the JSON is nested too deeply for this function') END)[1]`,
		// A structure is a constant for DuckDB, which error() would not be.
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
