package raretypes

import (
	"github.com/sallyportdb/sallyport/planner/parse"
)

// RangeElements are the range types with the types of their bounds.
var RangeElements = map[string]string{
	"int4range": "int4", "int8range": "int8", "numrange": "numeric", "tsrange": "timestamp", "tstzrange": "timestamptz", "daterange": "date",
}

// Columns are those of these types that columns have, too. The texts that are kept of them are those that PostgreSQL shows.
var Columns = parse.WordSet(`point tsvector jsonpath`)

// Types are the rare types by PostgreSQL's names.
var Types = parse.WordSet(`money point lseg box path polygon circle line tsvector tsquery xml jsonpath
	int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange`)
