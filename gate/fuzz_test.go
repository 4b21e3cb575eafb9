package gate_test

import (
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
)

// FuzzDecide: for any mode, purpose and class, valid or not, nothing is allowed that the policy in
// words does not allow, and every refusal has a reason and a hint.
func FuzzDecide(f *testing.F) {
	for mode := -1; mode <= 5; mode++ {
		for purpose := -1; purpose <= 5; purpose++ {
			for class := -1; class <= 6; class++ {
				f.Add(mode, purpose, class, class, "DELETE", "it deletes", 7)
			}
		}
	}
	f.Fuzz(func(t *testing.T, mode, purpose, class, effect int, what, reason string, offset int) {
		m, p, c := gate.Mode(mode), gate.Purpose(purpose), planner.Class(class)
		st := &planner.Statement{Class: c, Effects: []planner.Effect{{Class: planner.Class(effect), What: what, Reason: reason, Offset: offset}}}
		d := gate.Decide(m, p, st)
		if d != gate.Decide(m, p, st) {
			t.Fatal("one question, two answers")
		}
		least := gate.Closed // the narrowest mode that allows the class
		switch c {
		case planner.Read, planner.Session:
			least = gate.ReadOnly
		case planner.Mutate:
			least = gate.DeleteSafe
		case planner.Delete, planner.Exec:
			least = gate.FullAccess
		}
		comes := p == gate.AnyPurpose || p == gate.SelectPurpose && c == planner.Read ||
			p == gate.MutationPurpose && (c == planner.Mutate || c == planner.Delete) || p == gate.LifecyclePurpose && c == planner.Exec
		allowed := least != gate.Closed && m >= least && m <= gate.FullAccess && comes
		if (d.Verdict == gate.Allow) != allowed {
			t.Fatalf("mode %d, purpose %d, class %d: %s", mode, purpose, class, d.Verdict)
		}
		if d.Verdict == gate.Ask && (m < gate.Safe || m > gate.DeleteSafe || !comes) {
			t.Fatalf("mode %d, purpose %d, class %d: nobody can be asked for it", mode, purpose, class)
		}
		if d.Verdict != gate.Allow && (d.Reason == "" || c >= planner.Unknown && c <= planner.Exec && d.Hint == "") {
			t.Fatalf("mode %d, purpose %d, class %d: refused without a reason or a hint: %+v", mode, purpose, class, d)
		}
		if d.Verdict != gate.Allow && effect == class && d.Offset != offset {
			t.Fatalf("the place is %d, not that of its worst effect, %d", d.Offset, offset)
		}
	})
}
