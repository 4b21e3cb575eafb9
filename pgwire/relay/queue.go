package relay

import (
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
)

// kind says what an item of the queue waits for.
type kind byte

const (
	waitQuery    kind = iota // a simple query: results, then ReadyForQuery
	waitParse                // ParseComplete
	waitBind                 // BindComplete
	waitDescribe             // RowDescription or NoData, with a ParameterDescription before it if it was a statement's
	waitExecute              // rows, then CommandComplete, EmptyQueryResponse or PortalSuspended
	waitClose                // CloseComplete
	waitSync                 // ReadyForQuery
	waitCopyEnd              // nothing: the client has ended its COPY data here
	waitLocal                // nothing: bytes of ours go out here
	waitGuard                // CloseComplete, as often as closes says: a comparison (guard.go)
)

// item is something that the server has been sent, or that the client is owed,
// in order.
type item struct {
	kind     kind
	own      bool // sent by us: the client hears nothing of what comes back
	tell     bool // … but of an error
	switches bool // sets what transactions may do: the server may refuse that
	simple   bool // a simple query that was sent by messages: the client hears nothing of these
	closes   int  // of waitGuard
	moves    bool // may change what names mean
	sets     bool // sets what follows the session from backend to backend
	unit     uint64

	batch  engine.Batch  // of a simple query
	text   string        // its text, a copy: the engine keeps parts of it
	run    engine.Run    // of a query, or an Execute
	of     *engine.Batch // what a Parse, Bind, Describe is about; nil: not known
	traits engine.Traits

	lent    *statement // the unnamed one, that a Parse of ours gives to the backend
	copies  bool       // the server takes its COPY data
	global  string     // the name that a Parse gives on a shared backend
	frees   string     // the statement of prepareAnew that a Close is for
	held    bool       // it ends in what exceeds sends when its tag is known
	tally   *tally     // … and when the server has said what it has changed; nil: its tag says all
	instead error      // what the client is told in the place of the server's error
	overdue bool       // … because it ran for too long: that is not on record yet
	bytes   []byte     // of waitLocal

	// What becomes true when it is answered, and is believed before that only by
	// what follows in the same unit: if this fails, so does all of that.
	statement *naming[*statement]
	portal    *naming[*portal]

	// Of a query of several statements: the places of ours among its answers, and how
	// many answers have ended.
	ours    []int
	answers int

	binding *binding // of a Bind that has an intent; nil: it has none
}

// queue holds the items whose answers are not complete.
type queue struct {
	items []*item
	head  int
}

func (q *queue) empty() bool { return q.head == len(q.items) }

func (q *queue) first() *item {
	if q.empty() {
		return nil
	}
	return q.items[q.head]
}

func (q *queue) len() int { return len(q.items) - q.head }

func (q *queue) push(it *item) {
	if q.head > 0 && len(q.items) == cap(q.items) {
		n := copy(q.items, q.items[q.head:])
		clear(q.items[n:])
		q.items, q.head = q.items[:n], 0
	}
	q.items = append(q.items, it)
}

// pop takes the first item off; it goes back to the loop.
func (q *queue) pop(l *loop) {
	it := q.items[q.head]
	q.items[q.head] = nil
	q.head++
	if q.head == len(q.items) {
		q.items, q.head = q.items[:0], 0
	}
	l.drop(it)
}

// drop takes the first item of a kind off, wherever it is behind the head.
func (q *queue) drop(l *loop, k kind) {
	for i := q.head + 1; i < len(q.items); i++ {
		if it := q.items[i]; it.kind == k {
			q.items = slices.Delete(q.items, i, i+1)
			l.drop(it)
			return
		}
	}
}

// item returns a blank item.
func (l *loop) item(k kind) *item {
	var it *item
	if n := len(l.items); n > 0 {
		it = l.items[n-1]
		l.items = l.items[:n-1]
	} else {
		it = &item{}
	}
	it.kind = k
	return it
}

// drop keeps an item for the next who needs one, from the next turn on: the
// ledger may still refer to it.
func (l *loop) drop(it *item) { l.spent = append(l.spent, it) }

// reuse makes blanks of the items that are not needed any more.
func (l *loop) reuse() {
	const most = 256
	for _, it := range l.spent {
		if len(l.items) >= most {
			break
		}
		run := it.run
		run.Reset()
		*it = item{run: run}
		l.items = append(l.items, it)
	}
	clear(l.spent)
	l.spent = l.spent[:0]
}

// statement is a prepared statement as the session knows it: one that a Parse of
// the client's made.
type statement struct {
	batch  engine.Batch
	global string // its name on shared backends
	loan   uint64 // of the unnamed one: which backend has it
	local  bool
	late   bool      // the server is given it when it is bound or described, each time
	judged time.Time // the turn in which its Parse was judged
}

// portal is a bound statement.
type portal struct {
	of      *statement
	params  int
	args    providers.Args // where they are recorded, or needed here
	local   *localPortal
	judged  time.Time // the turn in which its Bind was judged and sent; 0: it was not judged
	binding *binding  // the record of its Bind, for its first execution

	// Of one that had to be approved: with which values, by whom, and whether it
	// has begun. The approval is for this portal alone.
	asked   providers.Args
	consent *engine.Consent
	begun   bool
}
