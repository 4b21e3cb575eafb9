package soak

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// report prints what a run did and found.
func (r *run) report() {
	type sums struct{ sent, acknowledged, refused, failed, unknown int }
	total, kinds := sums{}, map[string]*sums{}
	reads, committed := 0, 0
	for _, c := range r.ledger.changes {
		if c.reads {
			reads++
			continue
		}
		name := c.door + " " + c.source + " " + c.kind
		if kinds[name] == nil {
			kinds[name] = &sums{}
		}
		for _, s := range []*sums{&total, kinds[name]} {
			s.sent++
			switch {
			case c.answered:
				s.acknowledged++
			case c.refused:
				s.refused++
			case c.code != "":
				s.failed++
			default:
				s.unknown++
			}
		}
		if c.fate == done {
			committed++
		}
	}
	var b strings.Builder
	line := func(what string, n any) { fmt.Fprintf(&b, "%-50s %8v\n", what, n) }
	line("seed", r.seed)
	line("duration", time.Since(r.counts.started).Round(time.Second))
	line("  of which starting the server", r.server.starting.Round(time.Second))
	line("kills (SIGKILL)", r.counts.kills)
	line("ends (SIGTERM)", r.counts.ends)
	line("crashes of PostgreSQL", r.counts.crashes)
	line("losses of all connections to PostgreSQL", r.counts.cuts)
	line("full disks", r.counts.fills)
	line("statements that write: sent", total.sent)
	line("  to PostgreSQL", r.ledger.sent())
	line("  acknowledged", total.acknowledged)
	line("  and their transaction, too", committed)
	line("  refused by the gate", total.refused)
	line("  failed", total.failed)
	line("  without an answer of their own", total.unknown)
	line("reads", reads)
	line("rows in PostgreSQL", len(r.rows[shop]))
	line("rows in DuckDB", len(r.rows[files]))
	line("records", r.journal.records)
	line("  intents", len(r.journal.intents))
	line("  outcomes", r.journal.outcomes)
	line("  intents without outcome, in flight at a kill", len(r.journal.lost))
	line("  intents without outcome, named by a note", r.journal.withoutOutcome()-len(r.journal.lost))
	line("  notes of gaps", r.journal.gaps)
	line("files", r.journal.files)
	line("torn lines", r.journal.tornLines)
	line("  of which this test tore", r.counts.tears)
	for _, name := range slices.SortedFunc(maps.Keys(kinds), func(a, b string) int { return cmp.Compare(a, b) }) {
		s := kinds[name]
		line(name+": sent", fmt.Sprintf("%8d, acknowledged %d, refused %d, failed %d, no answer %d", s.sent, s.acknowledged, s.refused, s.failed, s.unknown))
	}
	r.Logf("nothing is missing\n%s", b.String())
}
