package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestSeveralExplains: a plan says what each source would be sent, and asks their planners about how many rows there are, and none for rows; with ANALYZE it says what came.
func TestSeveralExplains(t *testing.T) {
	s := newSpread(t, "")
	c := s.connect(t, "crm")
	const join = "SELECT c.name, o.total FROM customers c JOIN ops.public.orders o ON o.customer = c.id WHERE c.id < 271828"
	explain := func(how string) string {
		lines, err := texts(t.Context(), c, how+" "+join)
		if err != nil {
			t.Fatal(how, err)
		}
		return strings.Join(lines, "\n")
	}
	plan := explain("EXPLAIN")
	for _, want := range []string{
		"Scan of crm.public.customers, as ", `  Sent to crm: SELECT "id", "name" FROM "public"."customers" WHERE "id" < 271828`,
		"Scan of ops.public.orders, as ", `  Sent to ops: SELECT "customer", "total" FROM "public"."orders" WHERE "customer" < 271828`, "The rest runs in Sallyport:",
	} {
		if !strings.Contains(plan, want) {
			t.Errorf("no %q in:\n%s", want, plan)
		}
	}
	asked := func() string { // for more than a plan
		return strings.ReplaceAll(s.pg.Log(), `EXPLAIN (FORMAT JSON) SELECT "id", "name" FROM "public"."customers" WHERE "id" < 271828`, "")
	}
	if strings.Contains(asked(), `WHERE "id" < 271828`) {
		t.Error("the plan asked for rows")
	}
	if !strings.Contains(plan, "  Rows: about 300") {
		t.Errorf("the plan does not tell about how many rows there are:\n%s", plan)
	}
	if strings.Contains(plan, "Read as") {
		t.Errorf("it told of rows:\n%s", plan)
	}
	analyzed := explain("EXPLAIN ANALYZE")
	if !regexp.MustCompile(`Read as \S*customers: rows 300, bytes [1-9]\d*, [\d.]+ ms`).MatchString(analyzed) {
		t.Errorf("the rows of customers are not told:\n%s", analyzed)
	}
	if !strings.Contains(asked(), `WHERE "id" < 271828`) {
		t.Error("the server's log does not tell of what it is asked")
	}
}
