package functions

import (
	"bytes"

	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
)

// nestsFunctions are for the macros that keep deep JSON from DuckDB (package depth).
var nestsFunctions = []scalar{
	// pg__nests_within(json, levels): whether the brackets and braces that are not in strings are balanced, and nested so deep at most.
	{name: "pg__nests_within", takes: []string{"VARCHAR", "INTEGER"}, returns: "BOOLEAN", call: func(c *calling) error {
		vector.Set(&c.out, c.row, nestsWithin(c.bytes(0), int(c.int4(1))))
		return nil
	}},
}

// nestsWithin reports whether all brackets of a text of JSON have their ends, and are nested so deep at most. What is wrong otherwise
// DuckDB says.
func nestsWithin(text []byte, most int) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			end := stringEnd(text[i+1:])
			if end < 0 {
				return false
			}
			i += end
		case '[', '{':
			if depth++; depth > most {
				return false
			}
		case ']', '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// stringEnd returns how many bytes a string of JSON has behind its first quote, with the last one, or -1 if it has no end.
func stringEnd(text []byte) int {
	for i := 0; ; {
		at := bytes.IndexAny(text[i:], `"\`)
		if at < 0 {
			return -1
		}
		if i += at + 1; text[i-1] == '"' {
			return i
		}
		i++ // what is escaped
		if i > len(text) {
			return -1
		}
	}
}
