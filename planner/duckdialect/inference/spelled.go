package inference

import "cmp"

// Spelled is a type as PostgreSQL's messages have it.
func Spelled(kind string) string {
	return cmp.Or(SpelledNumbers[kind], spelledTypes[kind], kind)
}

// SpelledNumbers are the types of numbers as PostgreSQL's messages have them.
var SpelledNumbers = map[string]string{"int2": "smallint", "int4": "integer", "int8": "bigint", "numeric": "numeric", "float4": "real", "float8": "double precision"}

// spelledTypes are other types whose short names are not what PostgreSQL's messages have.
var spelledTypes = map[string]string{
	"varchar": "character varying", "bpchar": "character", "timestamp": "timestamp without time zone", "timestamptz": "timestamp with time zone", "bool": "boolean",
	"time": "time without time zone", "timetz": "time with time zone",
}

// Collations are those that equal DuckDB's order of texts.
var Collations = map[string]bool{"default": true, "C": true, "POSIX": true, "ucs_basic": true, "C.UTF-8": true, "C.utf8": true}
