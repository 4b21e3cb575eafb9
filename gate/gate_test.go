package gate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
)

// TestTable has the whole policy as people read it.
func TestTable(t *testing.T) {
	const want = `
closed       unknown deny   read deny   session deny   mutate deny   delete deny   exec deny
read_only    unknown deny   read allow  session allow  mutate deny   delete deny   exec deny
safe         unknown deny   read allow  session allow  mutate ask    delete ask    exec ask
delete_safe  unknown deny   read allow  session allow  mutate allow  delete ask    exec ask
full_access  unknown deny   read allow  session allow  mutate allow  delete allow  exec allow
`
	var got strings.Builder
	got.WriteByte('\n')
	for m := gate.Closed; m <= gate.FullAccess; m++ {
		line := fmt.Sprintf("%-13s", m)
		for c := planner.Unknown; c <= planner.Exec; c++ {
			line += fmt.Sprintf("%s %-7s", c, gate.Decide(m, gate.AnyPurpose, &planner.Statement{Class: c}).Verdict)
		}
		got.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if got.String() != want {
		t.Errorf("the table is\n%swant%s", got.String(), want)
	}
}

// TestZeroDenies: zero values allow nothing.
func TestZeroDenies(t *testing.T) {
	var mode gate.Mode
	var purpose gate.Purpose
	for _, s := range []*planner.Statement{{}, {Class: planner.Read}} {
		if d := gate.Decide(mode, gate.AnyPurpose, s); d.Verdict != gate.Deny {
			t.Errorf("the zero mode says %s to %s", d.Verdict, s.Class)
		}
		if d := gate.Decide(gate.FullAccess, purpose, s); d.Verdict != gate.Deny {
			t.Errorf("the zero purpose says %s to %s", d.Verdict, s.Class)
		}
	}
	for _, class := range []planner.Class{-1, planner.Exec + 1} {
		if d := gate.Decide(gate.FullAccess, gate.AnyPurpose, &planner.Statement{Class: class}); d.Verdict != gate.Deny {
			t.Errorf("class %d, which is none: %s", class, d.Verdict)
		}
	}
	for _, beyond := range []int{-1, 99} {
		if d := gate.Decide(gate.Mode(beyond), gate.AnyPurpose, &planner.Statement{Class: planner.Read}); d.Verdict != gate.Deny || d.Reason == "" {
			t.Errorf("mode %d, which is none: %s", beyond, d.Verdict)
		}
		if d := gate.Decide(gate.FullAccess, gate.Purpose(beyond), &planner.Statement{Class: planner.Read}); d.Verdict != gate.Deny {
			t.Errorf("purpose %d, which is none: %s", beyond, d.Verdict)
		}
	}
	if v := (gate.Decision{}).Verdict; v != gate.Deny {
		t.Errorf("the zero verdict is %s", v)
	}
}

// TestPurpose: a tool takes its own classes alone, in every mode.
func TestPurpose(t *testing.T) {
	for _, test := range []struct {
		purpose gate.Purpose
		class   planner.Class
		want    gate.Verdict
	}{
		{gate.SelectPurpose, planner.Read, gate.Allow},
		{gate.SelectPurpose, planner.Delete, gate.Deny},
		{gate.SelectPurpose, planner.Session, gate.Deny},
		{gate.MutationPurpose, planner.Mutate, gate.Allow},
		{gate.MutationPurpose, planner.Delete, gate.Allow},
		{gate.MutationPurpose, planner.Read, gate.Deny},
		{gate.MutationPurpose, planner.Exec, gate.Deny},
		{gate.LifecyclePurpose, planner.Exec, gate.Allow},
		{gate.LifecyclePurpose, planner.Mutate, gate.Deny},
	} {
		d := gate.Decide(gate.FullAccess, test.purpose, &planner.Statement{Class: test.class})
		if d.Verdict != test.want {
			t.Errorf("purpose %d, class %s: %s, want %s", test.purpose, test.class, d.Verdict, test.want)
		}
		if d.Verdict == gate.Deny && (d.Reason == "" || d.Hint == "") {
			t.Errorf("purpose %d, class %s: refused without a reason or a hint", test.purpose, test.class)
		}
	}
}

func TestRefusalsSayWhatWouldHelp(t *testing.T) {
	st := &planner.Statement{Class: planner.Delete, Effects: []planner.Effect{{Class: planner.Delete, What: "DELETE", Offset: 7}}}
	d := gate.Decide(gate.Safe, gate.AnyPurpose, st)
	if d.Verdict != gate.Ask || d.Offset != 7 || !strings.Contains(d.Reason, "DELETE") || !strings.Contains(d.Hint, "full_access") {
		t.Errorf("got %+v", d)
	}
}

func TestParseMode(t *testing.T) {
	for _, m := range gate.Modes {
		if got, err := gate.ParseMode(m.String()); err != nil || got != m {
			t.Errorf("ParseMode(%q) = %v, %v", m, got, err)
		}
	}
	for _, bad := range []string{"", "closed", "readonly", "SAFE"} {
		if m, err := gate.ParseMode(bad); err == nil || m != gate.Closed {
			t.Errorf("ParseMode(%q) = %v, %v; want an error", bad, m, err)
		}
	}
	if gate.FullAccess.Narrow(gate.ReadOnly) != gate.ReadOnly || gate.Safe.Narrow(gate.FullAccess) != gate.Safe {
		t.Error("Narrow widens")
	}
}

// TestAskedOf: the hint says who can be asked, or that nobody can.
func TestAskedOf(t *testing.T) {
	d := gate.Decide(gate.Safe, gate.AnyPurpose, &planner.Statement{Class: planner.Delete})
	if !strings.Contains(d.Hint, "nobody can be asked here") || d.AskedOf("") != d {
		t.Error(d.Hint)
	}
	if hint := d.AskedOf("somebody at the desk").Hint; hint != "Mode safe wants it approved before it runs, by somebody at the desk; without approval it would run in mode full_access." {
		t.Error(hint)
	}
	refused := gate.Decide(gate.ReadOnly, gate.AnyPurpose, &planner.Statement{Class: planner.Delete})
	if refused.AskedOf("at the desk") != refused {
		t.Error(refused.AskedOf("at the desk").Hint)
	}
}
