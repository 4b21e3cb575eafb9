package policy

import (
	"slices"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/class"
)

// afterAnalysis are the messages of the parser's schema that only Postgres's analysis, rewriter and
// planner make, or that are the library's own results. No tree that Parse returns contains one;
// they have no rule, so one would be refused.
var afterAnalysis = strings.Fields(`ParseResult ScanResult ScanToken SummaryResult Table Function FilterColumn
	TableFunc Var Param Aggref WindowFunc WindowFuncRunCondition SubscriptingRef FuncExpr OpExpr DistinctExpr NullIfExpr
	ScalarArrayOpExpr SubPlan AlternativeSubPlan FieldSelect FieldStore RelabelType CoerceViaIO ArrayCoerceExpr
	ConvertRowtypeExpr CollateExpr CaseTestExpr ArrayExpr RowCompareExpr JsonConstructorExpr JsonExpr JsonTablePath
	JsonTablePathScan JsonTableSiblingJoin MergeAction CoerceToDomain CoerceToDomainValue NextValueExpr InferenceElem
	TargetEntry RangeTblRef FromExpr OnConflictExpr Query RangeTblEntry RTEPermissionInfo RangeTblFunction
	TableSampleClause WithCheckOption SortGroupClause WindowClause RowMarkClause SetOperationStmt InlineCodeBlock
	CallContext IntList OidList`)

// TestEveryNodeHasARule compares the policy with the parser's own list, so that a new parser
// version fails the test.
func TestEveryNodeHasARule(t *testing.T) {
	rules := allRules()
	messages := pg_query.File_pg_query_proto.Messages()
	seen := map[string]bool{}
	for i := range messages.Len() {
		m := messages.Get(i)
		name := string(m.Name())
		seen[name] = true
		_, ruled := rules[name]
		if analysed := slices.Contains(afterAnalysis, name); ruled == analysed {
			t.Errorf("%s: has a rule: %v, made after analysis only: %v; exactly one must hold", name, ruled, analysed)
		}
	}
	for name := range rules {
		if !seen[name] {
			t.Errorf("the policy has a rule for %s, which the parser does not know", name)
		}
	}
}

// TestStatementsHaveVerbs: a message called …Stmt is a statement and needs a
// class of its own, not the harmless rule of a part.
func TestStatementsHaveVerbs(t *testing.T) {
	parts := []protoreflect.Name{"RawStmt", "ReplicaIdentityStmt", "SetOperationStmt"}
	messages := pg_query.File_pg_query_proto.Messages()
	if messages.Len() < 200 {
		t.Fatalf("the parser's tree has %d kinds of messages", messages.Len())
	}
	for i := range messages.Len() {
		name := messages.Get(i).Name()
		if strings.HasSuffix(string(name), "Stmt") && !slices.Contains(parts, name) {
			if r, ok := statementRules[string(name)]; !ok || r.Verb == "" && r.Class != class.Unknown {
				t.Errorf("%s is a statement without a verb", name)
			}
		}
	}
}
