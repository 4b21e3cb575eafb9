package inference

import (
	"cmp"
	"regexp"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Spelled is a type as PostgreSQL's messages have it.
func Spelled(kind string) string {
	if element, isArray := strings.CutSuffix(kind, "[]"); isArray {
		return Spelled(element) + "[]"
	}
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
var Collations = map[string]bool{"default": true, "C": true, "POSIX": true, "ucs_basic": true, "C.utf8": true}

// KnowsCollation reports whether a collation equals DuckDB's order, and refuses any other.
func KnowsCollation(t *rewrite.Translation, c *pg_query.CollateClause) bool {
	schema, name := parse.SplitName(c.Collname)
	switch {
	case schema != "" && schema != "pg_catalog":
		t.NoteError(c.Location, sqlstate.UndefinedObject, "collation %q for encoding \"UTF8\" does not exist", schema+"."+name)
	case Collations[name]:
		return true
	case postgresCollation.MatchString(name):
		t.NoteUnsupported(c.Location, "collation %q is not supported", name).WithHint(`Use COLLATE "C", or leave it out.`)
	default:
		t.NoteError(c.Location, sqlstate.UndefinedObject, "collation %q for encoding \"UTF8\" does not exist", name)
	}
	return false
}

// postgresCollation matches names that a Postgres may have collations of: languages, with and without a country.
var postgresCollation = regexp.MustCompile(`^(?:[a-z]{2,3}(?:[-_@.].*)?|unicode|und.*)$`)
