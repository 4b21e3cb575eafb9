package duckdialect

import (
	"slices"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
)

// TestFirstInTheText: what is told of a statement is of the first place in its grammar, in every build.
func TestFirstInTheText(t *testing.T) {
	tree, err := pg_query.Parse("SELECT $1::oid FROM t WHERE a = $1::name GROUP BY $2::jsonb HAVING b = $2::xid")
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		if got := inference.ParamTypes(tree); !slices.Equal(got, []uint32{inference.TypeOIDs["name"][0], inference.TypeOIDs["xid"][0]}) {
			t.Fatal(got)
		}
	}
}
