package raretypes

import (
	"regexp"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// RangeElements are the range types with the types of their bounds.
var RangeElements = map[string]string{
	"int4range": "int4", "int8range": "int8", "numrange": "numeric", "tsrange": "timestamp", "tstzrange": "timestamptz", "daterange": "date",
}

// RangeElement is the type of the bounds of a range type, "": a type is none. The names of the range types of users begin with the names of these types.
func RangeElement(kind string) string {
	if element := RangeElements[kind]; element != "" {
		return element
	}
	if m := userRange.FindStringSubmatch(kind); m != nil {
		return m[1]
	}
	return ""
}

// userRange matches the source's own name of a range type of users, without pg_.
var userRange = regexp.MustCompile(`^([a-z0-9]+)_[0-9a-f]{8}range$`)

// userRangeType matches the source's own names of the range types and multirange types of users.
var userRangeType = regexp.MustCompile(`(?i)^pg__?[a-z0-9]+_[0-9a-f]{8}(?:multi)?range$`)

// IsUserRange reports whether a name is the source's own one of a range type or a multirange type of users, or of the function that makes its values.
func IsUserRange(name string) bool { return userRangeType.MatchString(name) }

// OfUserRanges are the source's functions over lists of ranges of users. The source has them once it has such a type.
var OfUserRanges = parse.WordSet(`pg__range_agg pg__range_intersect_agg pg__multirange_list`)

// Columns are those of these types that columns have, too. The texts that are kept of them are those that PostgreSQL shows.
var Columns = parse.WordSet(`point tsvector jsonpath`)

// Types are the rare types by PostgreSQL's names.
var Types = parse.WordSet(`money point lseg box path polygon circle line tsvector tsquery xml jsonpath
	int4multirange int8multirange nummultirange tsmultirange tstzmultirange datemultirange`)
