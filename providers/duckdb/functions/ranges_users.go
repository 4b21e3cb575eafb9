package functions

import (
	"runtime/cgo"
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Range types of users. Each has a name of its own for DuckDB, which says what its elements are and has a number. The functions of all
// types with the same elements are the same, with the number of the type in the place of noNumber. They are made with the type.

// noNumber stands for the number of a type.
const noNumber = "00000000"

// unnumberedRange returns the name of the range types of users that have these elements, and their kind.
func unnumberedRange(element string) (alias string, kind vector.RangeKind) {
	alias = "PG_" + element + "_" + noNumber + pgcatalog.RangeEnding
	kind, _ = vector.RangeKindOf(alias)
	return alias, kind
}

// userRangeFunctions are the functions of range types of users.
func userRangeFunctions() []scalar {
	var all []scalar
	for _, element := range vector.UserRangeElements() {
		alias, kind := unnumberedRange(element)
		for _, s := range slices.Concat(rangesOf(alias, kind), userMultiranges(alias, kind)) {
			s.of = element
			all = append(all, s)
		}
	}
	return all
}

// multirangeNames are the names of the functions and operators of multiranges of users, by the ends of the names that those of PostgreSQL's
// multiranges have.
var multirangeNames = map[string]string{
	"add": "+", "sub": "-", "mul": "*", "has": "@>", "has_range": "@>", "contains": "@>", "in": "<@", "range_in": "<@", "within": "<@",
	"overlaps": "&&", "overlaps_range": "&&", "range_overlaps": "&&", "left": "<<", "right": ">>", "adjacent": "pg__range_adjacent",
	"lower": "pg__lower", "upper": "pg__upper", "isempty": "isempty", "lower_inc": "lower_inc", "upper_inc": "upper_inc",
	"lower_inf": "lower_inf", "upper_inf": "upper_inf", "span": "range_merge", "of": "", "list": "pg__multirange_list", "agg": "pg__range_agg", "meet": "pg__range_intersect_agg",
}

// userMultiranges are the functions of the multiranges of a range type of users.
func userMultiranges(alias string, kind vector.RangeKind) []scalar {
	many := strings.TrimSuffix(kind.Name, "range") + "multirange"
	var all []scalar
	for _, s := range multirangesOf(alias, kind) {
		end, isPart := strings.CutPrefix(s.name, "pg__"+many+"_")
		if !isPart { // the cast of a text is one of casts
			continue
		}
		if s.name = multirangeNames[end]; end == "of" {
			if s.name = "pg__" + many; len(s.takes) == 1 {
				single := s
				single.name = "pg__multirange"
				all = append(all, single)
			}
		}
		all = append(all, s)
	}
	return all
}

// userRangeCasts are the casts of the ranges and multiranges of users.
func userRangeCasts() []conversion {
	var all []conversion
	for _, element := range vector.UserRangeElements() {
		alias, kind := unnumberedRange(element)
		list := rangeCastsOf(alias, kind)
		many := strings.TrimSuffix(alias, pgcatalog.RangeEnding) + pgcatalog.MultirangeEnding
		list = append(list,
			conversion{from: "VARCHAR", to: many, call: func(c *calling) error { return c.castToMultirange(kind) }},
			conversion{from: many, to: "VARCHAR", call: func(c *calling) error {
				if kind.Element == "TIMESTAMPTZ" {
					return failure(sqlstate.FeatureNotSupported, "a cast of multiranges of %s to text is not supported", rangeName(kind))
				}
				c.text = (&vector.Writer{}).AppendText(c.text[:0], &vector.Type{ID: c.node.ID, Duck: many}, &c.args[0], c.row)
				c.out.SetBytes(c.row, c.text)
				return nil
			}},
			conversion{from: alias, to: many, call: func(c *calling) error { return c.setMultirange(gathered([]vector.Range{c.rangeAt(0, kind)})) }})
		for i := range list {
			list[i].of = element
		}
		all = append(all, list...)
	}
	return all
}

// RegisterRange makes the functions of a range type of users, by its name, which [pgcatalog.UserRangeElement] knows, and its casts. casts is a connection that has all casts: no
// transaction has them alone.
func RegisterRange(conn, casts lib.Connection, alias string, zones cgo.Handle) error {
	element := pgcatalog.UserRangeElement(alias)
	number := strings.TrimSuffix(alias[len("PG_"+element+"_"):], pgcatalog.RangeEnding)
	named := func(name string) string { return strings.ReplaceAll(name, noNumber, number) }
	for name, members := range signaturesFor(element) {
		if err := registerScalar(conn, strings.ReplaceAll(name, noNumber, strings.ToLower(number)), members, uint64(zones)<<zonesShift, named); err != nil {
			return err
		}
	}
	for i, k := range conversions {
		if k.of == element && !castBetween(casts, named(k.from), named(k.to), i, k.implicit) {
			return sqlstate.New(sqlstate.InternalError, "DuckDB cannot have the casts of %s", alias)
		}
	}
	return nil
}
