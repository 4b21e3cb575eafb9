package definitions

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// ordering are the operators that compare values.
var ordering = parse.WordSet(`= <> < <= > >=`)

// momentNames are the types of timestamps that dates are compared with.
var momentNames = map[uint32]string{timestampOID: "timestamp", timestamptzOID: "timestamptz"}

// noteFarDays notes a date that is compared with a timestamp. PostgreSQL compares a date that no timestamp reaches, too.
func (a *analysis) noteFarDays(op string, leftTree, rightTree *pg_query.Node, left, right *node) {
	if a.farDays == nil || left == nil || right == nil || !ordering[op] {
		return
	}
	if to := momentNames[right.typ]; left.typ == dateOID && to != "" {
		a.farDays[leftTree] = to
	}
	if to := momentNames[left.typ]; right.typ == dateOID && to != "" {
		a.farDays[rightTree] = to
	}
}
