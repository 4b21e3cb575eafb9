package duckdb

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestLongPlansWait: few long texts are planned at the same time. Who waits may give up, also while a statement is
// described, and short texts do not wait.
func TestLongPlansWait(t *testing.T) {
	p := open(t, Options{})
	c := connect(t, p, providers.ConnOptions{})
	long := providers.Statement{SQL: "SELECT 1" + strings.Repeat(", 1", longPlan/3), Verb: "SELECT", ReadOnly: true}
	for range cap(p.planning) {
		p.planning <- struct{}{}
	}
	must(t, c, "SELECT 1")
	must(t, c, "SET statement_timeout = '20ms'")
	if _, err := query(c, long, providers.Args{}); sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("a long text: %v", err)
	}
	must(t, c, "SET statement_timeout = 0")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := c.Describe(ctx, long); sqlstate.CodeOf(err) != sqlstate.QueryCanceled {
		t.Errorf("a long text that is described: %v", err)
	}
	<-p.planning
	if _, err := query(c, long, providers.Args{}); err != nil {
		t.Error(err)
	}
	if taken := len(p.planning); taken != cap(p.planning)-1 {
		t.Errorf("%d places are taken", taken)
	}
}
