package planner_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestVerbs reads testdata/verbs.txt: each line is a text with verbs of the dialect; the indented lines
// below it are what the planner and the gate make of them. -update rewrites these.
func TestVerbs(t *testing.T) {
	scope := shopScope(t)
	compareLines(t, "testdata/verbs.txt", func(sql string) string { return verbText(t.Context(), scope, sql) })
}

func verbText(ctx context.Context, scope *planner.Scope, sql string) string {
	plans, err := planner.New(0).Plan(ctx, sql, scope)
	if err != nil {
		e := sqlstate.From(err)
		return fmt.Sprintf("    %s at %d: %s\n    hint: %s\n", e.Code, e.Position, e.Message, e.Hint)
	}
	var b strings.Builder
	for _, st := range plans {
		verdicts := make([]string, 0, len(gate.Modes))
		for _, m := range gate.Modes {
			verdicts = append(verdicts, gate.Decide(m, gate.AnyPurpose, st).Verdict.String())
		}
		fmt.Fprintf(&b, "    %s at %d: %s on %s [%s] %q\n", st.Verb, st.Offset, st.Class, st.Provider, strings.Join(verdicts, " "), st.Text)
		for _, e := range st.Effects {
			fmt.Fprintf(&b, "    - %s at %d: %s (%s)\n", e.Class, e.Offset, e.Text(), e.Reason)
		}
		if st.Show != nil {
			fmt.Fprintf(&b, "    - %s %q\n", st.Show.What, st.Show.In)
		}
		if st.Call != nil {
			writeCall(&b, st)
		}
	}
	return b.String()
}

// writeCall writes a call: its rows, or the query that feeds it with the scans of that.
func writeCall(b *strings.Builder, st *planner.Statement) {
	c := st.Call
	fmt.Fprintf(b, "    - calls %s.%s.%s.%s await=%v", c.Source, c.Service, c.Resource, c.Method, c.Await)
	if len(c.Chosen) > 0 {
		fmt.Fprintf(b, " chosen=%q", c.Chosen)
	}
	if c.Body != nil {
		fmt.Fprintf(b, " body=%s", valueText(*c.Body))
	}
	b.WriteString("\n")
	for _, row := range c.Rows {
		b.WriteString("    - row")
		for _, in := range row {
			fmt.Fprintf(b, " %s=%s", in.Name, valueText(in.Values[0]))
		}
		b.WriteString("\n")
	}
	if c.Fed != nil {
		fmt.Fprintf(b, "    - fed %q by %s %v\n", c.Fed, st.SQL, st.Renumbered)
		for i := range st.Scans {
			fmt.Fprintf(b, "    - scan %s of %s.%s.%s\n", st.Scans[i].Table, st.Scans[i].Source, st.Scans[i].Service, st.Scans[i].Method)
		}
	}
	if c.Returning != nil {
		fmt.Fprintf(b, "    - returning %s %v\n", c.Returning.SQL, c.Returning.Renumbered)
	}
}

func valueText(v providers.Value) string {
	switch {
	case v.Param > 0:
		return fmt.Sprintf("$%d", v.Param)
	case v.Text == nil:
		return "NULL"
	}
	return fmt.Sprintf("%q", v.Text)
}
