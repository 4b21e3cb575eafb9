package limits

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB's planner ignores the memory limit and interrupts, and some plans cost more than in
// proportion. Measured on two cores: 64 joined relations take 7 s to plan, 100 take 17 s; 200
// windows take 3 s and 0.5 GB, 1,000 take 20 s and 6.5 GB; 1,000 aggregates with FILTER take 4 s,
// 3,000 take 14 s and 1.9 GB.
const (
	maxJoined  = 64
	maxWindows = 200
	maxFilters = 1_000
	maxTerms   = 10_000 // of one AND or OR: 8,000 of a + 1 = 2 take 2 s, by the square

	// ShortPlan is the length of a text that cannot exceed these limits.
	ShortPlan = 256
)

// planning counts constructs that are costly to plan.
type planning struct{ windows, filters int }

// CheckPlanning refuses a statement that DuckDB would plan for too long.
func CheckPlanning(m protoreflect.Message) error {
	var p planning
	switch joined := p.joined(m); {
	case joined > maxJoined:
		return tooMuch("joins %d relations", joined, maxJoined).
			WithHint("Join in steps: CREATE TEMP TABLE … AS SELECT … keeps the result of one.")
	case p.windows > maxWindows:
		return tooMuch("calls %d window functions", p.windows, maxWindows)
	case p.filters > maxFilters:
		return tooMuch("has %d aggregates with FILTER", p.filters, maxFilters).
			WithHint("Use GROUP BY, or sum(CASE WHEN … THEN 1 END).")
	}
	return nil
}

// CheckTerms refuses an AND or OR of so many terms. What can be a list is none of them.
func CheckTerms(terms int) error {
	if terms <= maxTerms {
		return nil
	}
	return tooMuch("has an AND or OR of %d terms", terms, maxTerms).WithHint("Use IN (…), or join a table of the values.")
}

func tooMuch(what string, count, limit int) *sqlstate.Error {
	return sqlstate.New(sqlstate.StatementTooComplex, "the statement "+what+", the limit of this source is %d", count, limit)
}

// joined returns how many relations one join may contain. Relations of subqueries count, because
// DuckDB pulls subqueries up; of a set operation the larger side counts.
func (p *planning) joined(m protoreflect.Message) int {
	set := false
	switch n := m.Interface().(type) {
	case *pg_query.RangeVar:
		return 1
	case *pg_query.RangeFunction:
		return 1 + p.below(m, false)
	case *pg_query.FuncCall:
		if n.Over != nil {
			p.windows++
		}
		if n.AggFilter != nil {
			p.filters++
		}
	case *pg_query.SelectStmt:
		set = n.Larg != nil
	}
	return p.below(m, set)
}

// below returns the sum, or with most the maximum, of the relations that a message's fields join.
func (p *planning) below(m protoreflect.Message, most bool) int {
	count := 0
	parse.Children(m, func(child protoreflect.Message) bool {
		if n := p.joined(child); most {
			count = max(count, n)
		} else {
			count += n
		}
		return true
	})
	return count
}
