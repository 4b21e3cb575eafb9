package soak

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/audit"
)

// fault is damage that must be found.
type fault struct {
	name string
	// records damages the log, given a change that is in the database, was
	// acknowledged and committed.
	records func(list []audit.Record, of *change) []audit.Record
	// pick says which change; nil: one that stands alone.
	pick func(c *change) bool
	// rows damages the database.
	rows func(rows []row, of *change) []row
	// finds is in what is found if all numbers and hashes were made right
	// again.
	finds string
}

func alone(c *change) bool { return c.kind == "alone" && c.fate == done && c.source == shop }

var faults = []fault{
	{name: "an intent is dropped", finds: "without an intent", records: func(list []audit.Record, of *change) []audit.Record {
		at := intentOf(list, of)
		seq := list[at].Seq
		return slices.DeleteFunc(list, func(r audit.Record) bool { return r.Seq == seq || r.Intent == seq })
	}},
	{name: "an outcome is dropped", finds: "has no outcome", records: func(list []audit.Record, of *change) []audit.Record {
		seq := list[intentOf(list, of)].Seq
		return slices.DeleteFunc(list, func(r audit.Record) bool { return r.Intent == seq })
	}},
	{name: "an outcome is doubled", finds: "is a second outcome of", records: func(list []audit.Record, of *change) []audit.Record {
		seq := list[intentOf(list, of)].Seq
		at := slices.IndexFunc(list, func(r audit.Record) bool { return r.Intent == seq })
		return slices.Insert(list, at+1, list[at])
	}},
	{name: "an outcome says that it failed", finds: "says that it failed", records: func(list []audit.Record, of *change) []audit.Record {
		seq := list[intentOf(list, of)].Seq
		at := slices.IndexFunc(list, func(r audit.Record) bool { return r.Intent == seq })
		list[at].SQLState, list[at].Error = "23505", "duplicate key"
		return list
	}},
	{name: "an intent comes after its row", finds: "before its intent", records: func(list []audit.Record, of *change) []audit.Record {
		at := intentOf(list, of)
		list[at].Time = list[at].Time.Add(time.Hour)
		return list
	}},
	{name: "another statement is on record", finds: "without an intent", records: func(list []audit.Record, of *change) []audit.Record {
		at := intentOf(list, of)
		list[at].SQL, list[at].Params = "SELECT 1", nil
		return list
	}},
	{
		name: "a COMMIT is dropped", finds: "was committed without an intent to",
		pick: func(c *change) bool {
			return c.tx != nil && c.tx.committed && c.tx.last == c && !c.tx.implicit && c.source == shop
		},
		records: func(list []audit.Record, of *change) []audit.Record {
			at := intentOf(list, of)
			application := list[at].Application
			commit := at + 1 + slices.IndexFunc(list[at+1:], func(r audit.Record) bool {
				return r.Phase == audit.PhaseIntent && r.Application == application
			})
			seq := list[commit].Seq
			return slices.DeleteFunc(list, func(r audit.Record) bool { return r.Seq == seq || r.Intent == seq })
		},
	},
	{
		name: "a refusal is dropped", finds: "without a record of that",
		pick: func(c *change) bool { return c.refused },
		records: func(list []audit.Record, of *change) []audit.Record {
			return slices.DeleteFunc(list, func(r audit.Record) bool { return strings.Contains(r.SQL, of.id) })
		},
	},
	{
		name: "a read is dropped", finds: "was answered without a record",
		pick: func(c *change) bool { return c.reads && c.answered },
		records: func(list []audit.Record, of *change) []audit.Record {
			return slices.DeleteFunc(list, func(r audit.Record) bool { return strings.Contains(r.SQL, of.id) })
		},
	},
	{name: "a row is there that nobody sent", finds: "nobody sent it", rows: func(rows []row, _ *change) []row {
		return append(slices.Clone(rows), row{id: "m99999999"})
	}},
	{
		name: "a refused row is there", finds: "was told that it failed", pick: func(c *change) bool { return c.refused && c.source == shop },
		rows: func(rows []row, of *change) []row { return append(slices.Clone(rows), row{id: of.id}) },
	},
	{name: "a row is lost", finds: "is not in the database", rows: func(rows []row, of *change) []row {
		return slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.id == of.id })
	}},
}

func intentOf(list []audit.Record, of *change) int {
	return slices.IndexFunc(list, func(r audit.Record) bool {
		return r.Phase == audit.PhaseIntent && (strings.Contains(r.SQL, of.id) || strings.Contains(strings.Join(r.Params, " "), of.id))
	})
}

// faults damages what the run left, in one way after the other, and fails where
// that is not found.
func (r *run) faults() {
	list := r.recorded()
	for _, f := range faults {
		r.Run(f.name, func(t *testing.T) {
			of := r.victim(t, f)
			rows := r.rows[shop]
			if f.rows != nil {
				rows = f.rows(rows, of)
			}
			dir := t.TempDir()
			damaged := list
			if f.records != nil {
				damaged = f.records(slices.Clone(list), of)
			}
			write(t, dir, damaged)
			found := r.judged(t, dir, rows)
			if !strings.Contains(found, f.finds) {
				t.Errorf("%s: no %q in what was found:\n%s", of, f.finds, found)
			}
			// Nothing else may be wrong with a log that was merely written anew.
			if rest := strings.ReplaceAll(found, of.id, ""); strings.Contains(rest, "does not name") || strings.Contains(rest, "follows record") {
				t.Errorf("the log was not made right again:\n%s", found)
			}
		})
	}
	r.Run("a line is cut out", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "audit.jsonl")
		of := r.victim(t, fault{})
		write(t, filepath.Dir(path), list)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := bytes.SplitAfter(text, []byte("\n"))
		lines = slices.DeleteFunc(lines, func(l []byte) bool { return bytes.Contains(l, []byte(of.id)) })
		if err := os.WriteFile(path, bytes.Join(lines, nil), 0o600); err != nil {
			t.Fatal(err)
		}
		if found := r.judged(t, filepath.Dir(path), r.rows[shop]); !strings.Contains(found, "does not name") || !strings.Contains(found, "follows record") {
			t.Errorf("found:\n%s", found)
		}
		report, err := audit.Verify(filepath.Dir(path), audit.VerifyOptions{First: 1})
		if err != nil || report.OK() {
			t.Errorf("Verify finds nothing (%v)", err)
		}
	})
}

// victim is the change that a fault damages.
func (r *run) victim(t *testing.T, f fault) *change {
	t.Helper()
	if f.pick == nil {
		f.pick = alone
	}
	var of *change
	for _, c := range r.ledger.changes {
		if f.pick(c) && (of == nil || c.id < of.id) {
			of = c
		}
	}
	if of == nil {
		t.Fatal("the run was too short: there is nothing to damage")
	}
	return of
}

// judged reads a log anew and says what is found.
func (r *run) judged(t *testing.T, dir string, rows []row) string {
	t.Helper()
	j := newJournal(dir)
	if err := j.read(); err != nil {
		t.Fatal(err)
	}
	j.died()
	found := append(check(r.ledger, j, "", nil, nil), check(r.ledger, j, shop, rows, r.ledger.committed(shop))...)
	return strings.Join(found, "\n")
}

// recorded are all records, but for what was torn.
func (r *run) recorded() (list []audit.Record) {
	paths, err := audit.Files(r.records)
	r.must(err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		r.must(err)
		for line := range bytes.Lines(text) {
			var record audit.Record
			if json.Unmarshal(line, &record) == nil && record.Seq > 0 {
				list = append(list, record)
			}
		}
	}
	return list
}

// write writes records as a log whose numbers and hashes are right.
func write(t *testing.T, dir string, list []audit.Record) {
	t.Helper()
	var text bytes.Buffer
	numbers, prev := map[uint64]uint64{}, ""
	for i, r := range list {
		numbers[r.Seq] = uint64(i + 1)
		r.Seq, r.Prev, r.Torn = uint64(i+1), prev, nil
		if r.Intent > 0 {
			r.Intent = numbers[r.Intent]
		}
		if r.Gap != nil {
			gap := *r.Gap
			gap.Outcomes = nil
			for _, seq := range r.Gap.Outcomes {
				gap.Outcomes = append(gap.Outcomes, numbers[seq])
			}
			r.Gap = &gap
		}
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, '\n')
		prev = audit.HashLine(line).String()
		text.Write(line)
	}
	if err := os.WriteFile(filepath.Join(dir, "audit.jsonl"), text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}
