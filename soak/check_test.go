package soak

import (
	"fmt"
	"slices"
	"time"
)

// row is a row of the database.
type row struct {
	id string
	at time.Time // when it was written, to the microsecond; zero: not known
}

// check compares the rows of one source with the records and with what clients
// were told, and says what is wrong:
//
//   - a row without an intent before it, or with two;
//   - a row of a statement whose client was told that it failed, was refused or
//     was rolled back; a row that was committed and is not there;
//   - an answer without its record: an outcome, the refusal, the read;
//   - a transaction that was said to be committed without the record of its
//     COMMIT, where there is one: a server ends its implicit transactions itself,
//     and their statements' own intents are durable before any of them runs;
//   - an error that is not the one on record.
//
// Records that contradict each other are found by the journal. must are changes
// that were committed before the rows were read. source is empty for all checks
// that need no rows.
func check(l *ledger, j *journal, source string, rows []row, must []*change) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := &checker{ledger: l, journal: j}
	c.problems = slices.Clone(j.problems)
	if source == "" {
		for _, change := range l.changes {
			c.change(change)
		}
		c.unfinished()
		return c.problems
	}
	there := make(map[string]bool, len(rows))
	for _, r := range rows {
		if there[r.id] {
			c.problem("the row %s is there twice", r.id)
		}
		there[r.id] = true
		c.row(r, source)
	}
	for _, change := range must {
		if !there[change.id] {
			c.problem("%s is not in the database, and its client was told that it is", change)
		}
	}
	return c.problems
}

type checker struct {
	ledger   *ledger
	journal  *journal
	problems []string
}

func (c *checker) problem(format string, args ...any) {
	if len(c.problems) < 50 {
		c.problems = append(c.problems, fmt.Sprintf(format, args...))
	}
}

func (c *change) String() string {
	return fmt.Sprintf("%s (%s, %s, %s)", c.id, c.door, c.source, c.kind)
}

// intent is the one intent of an id; nil if there is none.
func (c *checker) intent(id string) *entry {
	list := c.journal.byID[id]
	if len(list) == 0 {
		return nil
	}
	if len(list) > 1 {
		c.problem("%s has %d intents: it ran more than once", id, len(list))
	}
	return list[0]
}

func (c *checker) row(r row, source string) {
	change := c.ledger.changes[r.id]
	if change == nil {
		c.problem("the row %s is in the database, and nobody sent it", r.id)
		return
	}
	if change.source != source {
		c.problem("%s is in %s", change, source)
	}
	if change.fate == never {
		c.problem("%s is in the database, and its client was told that it failed (%s)", change, change.code)
	}
	e := c.intent(r.id)
	if e == nil {
		c.problem("%s is in the database without an intent", change)
		return
	}
	if !r.at.IsZero() && e.Time.Truncate(time.Microsecond).After(r.at) {
		c.problem("%s was written at %v, before its intent, record %d of %v", change, r.at, e.Seq, e.Time)
	}
	if o := e.outcome; o != nil {
		if definite(o.SQLState) {
			c.problem("%s is in the database, and record %d says that it failed with %s", change, o.Seq, o.SQLState)
		}
		if !r.at.IsZero() && o.Time.Before(r.at) {
			c.problem("%s was written at %v, after its outcome, record %d of %v", change, r.at, o.Seq, o.Time)
		}
	}
}

// change checks what a client was told against the records.
func (c *checker) change(of *change) {
	e := c.intent(of.id)
	switch {
	case of.code == forgotten:
		c.problem("the client of %s waited %v for an answer", of, patience)
	case of.answered && of.reads:
		if !c.called(of.id, "") && (e == nil || e.outcome == nil) {
			c.problem("%s was answered without a record", of)
		}
	case of.answered:
		c.answered(of, e)
	case of.refused && e != nil:
		c.problem("%s was refused, and has the intent %d", of, e.Seq)
	case of.refused && !c.called(of.id, of.code):
		c.problem("%s was refused with %s without a record of that", of, of.code)
	case definite(of.code) && !of.refused && of.code != "25P02":
		// A statement in a failed transaction may fail before it is run.
		if (e == nil || e.outcome == nil || e.outcome.SQLState != of.code) && !c.called(of.id, of.code) {
			c.problem("%s failed with %s without a record of that", of, of.code)
		}
	}
	if of.tx != nil && of.tx.committed {
		c.committed(of)
	}
}

// answered checks a statement that writes and was told to have succeeded.
func (c *checker) answered(of *change, e *entry) {
	switch {
	case e == nil:
		c.problem("%s succeeded without an intent", of)
	case e.outcome == nil:
		c.problem("%s succeeded, and its intent, record %d, has no outcome", of, e.Seq)
	case e.outcome.SQLState != "":
		c.problem("%s succeeded, and record %d says that it failed: %s", of, e.outcome.Seq, e.outcome.Error)
	}
}

// called reports whether a whole call with this id ended with this SQLSTATE.
func (c *checker) called(id, code string) bool {
	return slices.ContainsFunc(c.journal.calls[id], func(e *entry) bool { return e.SQLState == code })
}

// committed checks a statement of a transaction that was said to be committed:
// behind its last statement stands the COMMIT of the same client, and no other,
// unless nobody sent one.
func (c *checker) committed(of *change) {
	if of.code != "" {
		c.problem("%s failed with %s, and its transaction was said to be committed", of, of.code)
	}
	if of.tx.last != of || of.tx.implicit {
		return
	}
	e := c.intent(of.id)
	if e == nil {
		return // as found already
	}
	commit := e.next
	switch {
	case commit == nil || commit.Verb != "COMMIT":
		c.problem("the transaction of %s was committed without an intent to", of)
	case commit.outcome == nil:
		c.problem("the transaction of %s was committed, and the COMMIT, record %d, has no outcome", of, commit.Seq)
	case commit.outcome.SQLState != "" || commit.outcome.Tag != "COMMIT":
		c.problem("the transaction of %s was committed, and record %d says %q %s", of, commit.outcome.Seq, commit.outcome.Tag, commit.outcome.Error)
	}
}

// unfinished checks intents without an outcome: they must be the last of their
// client, in flight together when the server died, unless their outcome could not
// be written and the client was told so, or a note says so.
func (c *checker) unfinished() {
	for _, e := range c.journal.lost {
		last := e
		for last.next != nil && last.outcome == nil {
			last = last.next
		}
		if last.outcome == nil {
			continue
		}
		told := false
		for _, id := range e.ids() {
			told = told || c.ledger.changes[id] != nil && unrecorded(c.ledger.changes[id].code)
		}
		if !told {
			c.problem("the intent %d has no outcome, and its client went on with record %d", e.Seq, last.Seq)
		}
	}
}
