package planner_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestTake reads testdata/api.txt: each line is a statement; the indented lines below it are its
// class, what it scans, and what is left of it. -update rewrites these.
func TestTake(t *testing.T) {
	scope, p := forgeScope(t), planner.Forgetful()
	compareLines(t, "testdata/api.txt", func(sql string) string { return takenText(t.Context(), p, scope, sql) })
}

// takenText is what the planner makes of a statement.
func takenText(ctx context.Context, p *planner.Planner, scope *planner.Scope, sql string) string {
	plans, err := p.Plan(ctx, sql, scope)
	if err != nil {
		e := sqlstate.From(err)
		text := fmt.Sprintf("    %s %s", e.Code, e.Message)
		if e.Position > 0 {
			text += fmt.Sprintf(" (at %d)", e.Position)
		}
		if e.Hint != "" {
			text += "\n    hint: " + e.Hint
		}
		return text + "\n"
	}
	var b strings.Builder
	for _, st := range plans {
		fmt.Fprintf(&b, "    %s", st.Class)
		for _, e := range st.Effects {
			fmt.Fprintf(&b, "; %s: %s", e.Text(), e.Reason)
		}
		b.WriteString("\n")
		for _, s := range st.Scans {
			b.WriteString("    " + scanText(s) + "\n")
		}
		fmt.Fprintf(&b, "    %s\n", st.SQL)
	}
	return b.String()
}

func scanText(s providers.Scan) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s = %s.%s.%s.%s(", s.Table, s.Source, s.Service, s.Resource, s.Method)
	for i, in := range s.Inputs {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(in.Name + ": ")
		for j, v := range in.Values {
			if j > 0 {
				b.WriteString(" | ")
			}
			switch {
			case v.Param > 0:
				fmt.Fprintf(&b, "$%d (%d)", v.Param, v.Type)
			case v.Text == nil:
				b.WriteString("NULL")
			default:
				b.Write(v.Text)
			}
		}
		if in.Query != "" {
			fmt.Fprintf(&b, "{%s}", in.Query)
		}
		if len(in.Tables) > 0 {
			fmt.Fprintf(&b, " after %s", strings.Join(in.Tables, ", "))
		}
		if in.As != nil {
			fmt.Fprintf(&b, " as %q", in.As.Name)
		}
	}
	b.WriteString(")")
	for i, c := range s.Columns {
		if i == 0 {
			b.WriteString(" →")
		}
		b.WriteString(" " + c.Name)
	}
	if s.Limit > 0 {
		fmt.Fprintf(&b, " limit %d", s.Limit)
	}
	return b.String()
}
