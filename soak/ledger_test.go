package soak

import (
	"fmt"
	"regexp"
	"sync"
)

// ids are what statements carry so that rows and records can be told apart: m of
// what writes, q of what reads.
var ids = regexp.MustCompile(`\b[mq]\d{8}\b`)

// fate is what is known of a row from what its client was told.
type fate uint8

const (
	unknown fate = iota // nobody told the client; it may be there or not
	never               // refused, failed, or rolled back: it must not be there
	done                // committed: it must be there
)

// change is one statement that writes one row (or reads nothing but its id),
// and what its client was told of it.
type change struct {
	id       string
	kind     string
	door     string
	source   string
	reads    bool
	refused  bool         // by the gate
	answered bool         // the client was told that the statement succeeded
	code     string       // or the SQLSTATE that it failed with
	fate     fate         // of its row
	tx       *transaction // nil: it is its own
}

// transaction is several changes that come to pass together.
type transaction struct {
	last      *change
	committed bool // the client was told so
	implicit  bool // the client sends no COMMIT and the server needs none
}

// ledger has what all clients sent and what they were told.
type ledger struct {
	mu      sync.Mutex
	changes map[string]*change
	writes  int // to PostgreSQL
}

func newLedger() *ledger { return &ledger{changes: map[string]*change{}} }

// add makes a change. It is called before the statement is sent.
func (l *ledger) add(c change) *change {
	l.mu.Lock()
	defer l.mu.Unlock()
	prefix := "m"
	if c.reads {
		prefix = "q"
	} else if c.source == shop {
		l.writes++
	}
	c.id = fmt.Sprintf("%s%08d", prefix, len(l.changes)+1)
	l.changes[c.id] = &c
	return &c
}

// sent is how many statements there were that write to PostgreSQL.
func (l *ledger) sent() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.writes
}

// tell notes what a client was told.
func (l *ledger) tell(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
}

// all gives changes the same fate.
func (l *ledger) all(list []*change, f fate) {
	l.tell(func() {
		for _, c := range list {
			if c.fate != never { // what failed within a transaction stays so
				c.fate = f
			}
		}
	})
}

// committed are the changes of a source that clients were told are there.
func (l *ledger) committed(source string) (list []*change) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.changes {
		if c.source == source && c.fate == done && !c.reads {
			list = append(list, c)
		}
	}
	return list
}

// definite reports whether an error says that the statement changed nothing.
// Errors of the record, of the connection and of a shutdown leave it open.
func definite(code string) bool {
	if len(code) != 5 {
		return false
	}
	switch code[:2] {
	case "0A", "22", "23", "25", "40", "42":
		return true
	}
	return false
}

// unrecorded reports whether an error is that of a record that could not be
// written.
func unrecorded(code string) bool { return code == "53100" || code == "58030" }
