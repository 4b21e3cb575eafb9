package planner_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// TestClassOfMethod: what a statement may do to an API, by its verb and by what its method does, with the
// verdicts of read_only, safe, delete_safe and full_access.
func TestClassOfMethod(t *testing.T) {
	effects := []providers.MethodEffect{providers.Reads, providers.Creates, providers.Deletes, providers.Runs, providers.NotKnown}
	var got strings.Builder
	got.WriteString("        it reads     it creates   it deletes   it runs      not known\n")
	for _, verb := range []string{"SELECT", "INSERT", "UPDATE", "REPLACE", "DELETE", "EXEC"} {
		fmt.Fprintf(&got, "%-7s", verb)
		for _, effect := range effects {
			class := planner.ClassOfMethod(verb, effect)
			verdicts := ""
			for _, mode := range gate.Modes {
				verdicts += map[string]string{"deny": "-", "ask": "?", "allow": "+"}[gate.Decide(mode, gate.AnyPurpose, &planner.Statement{Class: class}).Verdict.String()]
			}
			fmt.Fprintf(&got, " %-7s %s", class, verdicts)
		}
		got.WriteString("\n")
	}
	const want = `        it reads     it creates   it deletes   it runs      not known
SELECT  read    ++++ mutate  -?++ delete  -??+ exec    -??+ unknown ----
INSERT  mutate  -?++ mutate  -?++ delete  -??+ exec    -??+ exec    -??+
UPDATE  mutate  -?++ mutate  -?++ delete  -??+ exec    -??+ exec    -??+
REPLACE mutate  -?++ mutate  -?++ delete  -??+ exec    -??+ exec    -??+
DELETE  delete  -??+ delete  -??+ delete  -??+ exec    -??+ exec    -??+
EXEC    read    ++++ exec    -??+ exec    -??+ exec    -??+ exec    -??+
`
	if got.String() != want {
		t.Errorf("got\n%s", got.String())
	}
}
