// Package functionnames knows the names of the functions and aggregates that PostgreSQL itself has.
package functionnames

import (
	_ "embed"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
)

// postgresNames are the names of PostgreSQL's own functions: all of version 15, and some newer ones.
//
//go:embed postgres.txt
var postgresNames string

var postgresFunctions = parse.WordSet(postgresNames)

// InPostgres reports whether PostgreSQL has a function of that name. A call of such a function is
// an error of what is not supported, if DuckDB does not have it; other functions do not exist.
func InPostgres(name string) bool { return postgresFunctions[name] }

// IsAggregate reports whether PostgreSQL has an aggregate of that name.
func IsAggregate(name string) bool { return postgresAggregates[name] }

// postgresAggregates are those of PostgreSQL, some of which the source has by other names.
var postgresAggregates = parse.WordSet(`array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp cume_dist dense_rank every grouping
	json_agg json_object_agg jsonb_agg jsonb_object_agg max min mode percent_rank percentile_cont percentile_disc range_agg range_intersect_agg rank
	regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy stddev stddev_pop stddev_samp string_agg sum
	var_pop var_samp variance xmlagg`)

// ReturnsSet reports whether a function of PostgreSQL's of that name returns a set, and may be called in a select list.
func ReturnsSet(name string) bool { return returnsSet[name] }

var returnsSet = parse.WordSet(`generate_series generate_subscripts unnest regexp_split_to_table string_to_table regexp_matches
	json_array_elements json_array_elements_text jsonb_array_elements jsonb_array_elements_text json_object_keys jsonb_object_keys
	json_each json_each_text jsonb_each jsonb_each_text jsonb_path_query`)

// CallsSet reports whether an expression calls such a function, outside of the queries in it.
func CallsSet(n *pg_query.Node) (found bool) {
	if n == nil {
		return false
	}
	trees.EachExpression(n, func(n *pg_query.Node) {
		_, name := parse.SplitName(n.GetFuncCall().GetFuncname())
		found = found || returnsSet[name]
	})
	return found
}
