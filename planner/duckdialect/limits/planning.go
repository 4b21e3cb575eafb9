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
// 3,000 take 14 s and 1.9 GB; 18 queries, each in an expression of the next, take 1 s,
// 20 take 3 s, 22 take 20 s.
const (
	maxJoined  = 64
	maxWindows = 200
	maxFilters = 1_000
	maxNested  = 18
	maxTerms   = 10_000 // of one AND or OR: 8,000 of a + 1 = 2 take 2 s, by the square

	// ShortPlan is the length of a text that cannot exceed these limits.
	ShortPlan = 256
)

// planning counts constructs that are costly to plan.
type planning struct {
	windows, filters int
	nested, deepest  int // queries in expressions of which each is in the next
}

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
	case p.deepest > maxNested:
		return tooMuch("nests %d queries in expressions", p.deepest, maxNested).
			WithHint("Use WITH, or join the queries in FROM.")
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

// DuckDB plans a text of 37,000 characters that repeats itself in 1 s, of twice that in 3 s, of four times in 11 s. What else grows by
// most are short calls: generate_series of a thousand numerics has 24,000.
const (
	maxGrowth     = 64
	maxShortGrown = 32 << 10 // characters; a text that is no longer may have grown by more
	// BytesPerCharacter are those that a parse tree has for a character of its text, or more.
	BytesPerCharacter = 8
)

// inSteps is the hint of errors about calls in calls.
const inSteps = "Compute what is nested in steps: WITH … AS (SELECT … AS value) SELECT … FROM …."

// CheckGrowth refuses a text that became much longer by its rewriting, from before characters to after.
func CheckGrowth(before, after int) error {
	if after <= maxShortGrown || after <= before*maxGrowth {
		return nil
	}
	return sqlstate.New(sqlstate.StatementTooComplex, "the statement becomes %d times as long in the SQL of this source, the limit is %d", after/max(before, 1), maxGrowth).
		WithHint(inSteps)
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
	case *pg_query.SubLink:
		if isPlain(n) {
			break
		}
		p.nested++
		p.deepest = max(p.deepest, p.nested)
		defer func() { p.nested-- }()
	case *pg_query.SelectStmt:
		set = n.Larg != nil
	}
	return p.below(m, set)
}

// isPlain reports whether a query in an expression is (SELECT value), of which any number may stand in the next.
func isPlain(l *pg_query.SubLink) bool {
	s := l.Subselect.GetSelectStmt()
	return l.SubLinkType == pg_query.SubLinkType_EXPR_SUBLINK && s != nil && len(s.FromClause) == 0 && s.LimitCount == nil && s.LimitOffset == nil
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
