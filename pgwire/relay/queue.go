package relay

import (
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
	waitLocal                // no answer: here bytes of the relay's own go to the client
	waitGuard                // a comparison (guard.go), which ends with as many CloseCompletes as closes says
)

// item is something that the server was sent or that the client is owed. Items are in the order of
// their answers.
type item struct {
	answer
	run   engine.Run   // the execution, of a simple query or an Execute
	batch engine.Batch // the batch of a simple query or a Parse
	text  string       // a copy of its text, since the engine keeps parts of it

	// pending has the outcomes that wait for the comparison that this item carries; in a simple query, for the next comparison in the
	// query.
	pending engine.Pending
}

// answer is what is known of an item beside its texts.
type answer struct {
	kind     kind
	own      bool // sent by the relay: the client does not get the answer
	tell     bool // … unless it is an error
	switches bool // switches what transactions may do, which the server may refuse
	forgets  bool // makes the backend forget what was drawn from sequences, which another server than PostgreSQL may not know
	simple   bool // a simple query that was sent as messages of the extended protocol, whose answers the client does not get
	closes   int  // CloseCompletes that are still to come, of waitGuard
	beside   bool // of waitGuard: by a statement that is closed behind it
	moves    bool // may change what names mean
	sets     bool // sets something that follows the session from backend to backend
	unit     uint64

	of       *engine.Batch // the batch that a Parse, Bind or Describe is about; nil: not known
	attempt  uint64        // the number of the attempt that it belongs to; 0: to none
	recorded bool          // the outcome of the attempt is on record: a message behind it was refused
	traits   engine.Traits

	lent    *statement // the unnamed statement, if a Parse of the relay's own prepares it on the backend
	global  string     // the global name that a Parse or Close is about, on a shared backend
	frees   string     // the statement of prepareAnew that a Close is for
	held    bool       // undoExcess decides how it ends when its tag is known
	tally   *tally     // … and when the server has said what it has changed; nil: the tag is enough
	instead error      // what the client is told in the place of the server's error
	overdue bool       // … because it ran for too long, which is not on record yet
	bytes   []byte     // the bytes, of waitLocal

	// What a name will mean when the item is answered. Only messages of the same unit believe that
	// before, since they fail with the item.
	statement *naming[*statement]
	portal    *naming[*portal]

	// Of a query of several statements: the places of comparisons among its answers, and how many
	// answers have ended.
	ours    []int
	answers int

	copied copied // of a COPY TO: the form of its data

	decides *item // of an execution: the comparison that decides its outcome; nil: it is not compared, or it is a simple query
	changes bool  // a statement whose outcome is pending here has changed something

	binding *binding // of a Bind whose intent is on record; nil: it needs none
}

// queue holds the items whose answers are not complete, the first one first.
type queue struct {
	items []*item
	head  int
}

// The functions that change whether a queue is empty keep loop.underWay.

func (q *queue) empty() bool { return q.head == len(q.items) }

func (q *queue) first() *item {
	if q.empty() {
		return nil
	}
	return q.items[q.head]
}

func (q *queue) len() int { return len(q.items) - q.head }

// waiting are the items, the first one first.
func (q *queue) waiting() []*item { return q.items[q.head:] }

func (q *queue) push(l *loop, it *item) {
	if q.empty() {
		l.underWay++
	}
	if q.head > 0 && len(q.items) == cap(q.items) {
		n := copy(q.items, q.items[q.head:])
		clear(q.items[n:])
		q.items, q.head = q.items[:n], 0
	}
	q.items = append(q.items, it)
}

// pop removes the first item, which the loop uses again.
func (q *queue) pop(l *loop) {
	it := q.items[q.head]
	q.items[q.head] = nil
	q.head++
	if q.head == len(q.items) {
		q.items, q.head = q.items[:0], 0
		l.underWay--
	}
	l.dropItem(it)
}

// newItem returns an empty item.
func (l *loop) newItem(k kind) *item {
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

// dropItem keeps an item for reuse from the next turn on, since the ledger may refer to it until then.
func (l *loop) dropItem(it *item) { l.spent = append(l.spent, it) }

// reuseItems empties the items that are not needed any more.
func (l *loop) reuseItems() {
	const most = 256
	for _, it := range l.spent {
		if len(l.items) >= most {
			break
		}
		it.run.Skip(errSkipped, l.now, &l.ledger)                                                                         // a read that was never sent
		if it.simple || it.kind != waitBind && it.kind != waitDescribe && it.kind != waitExecute && it.kind != waitSync { // the others have neither
			it.batch, it.text = engine.Batch{}, ""
		}
		it.answer = answer{}
		l.items = append(l.items, it)
	}
	clear(l.spent)
	l.spent = l.spent[:0]
}

// statement is a prepared statement that a Parse of the client's made.
type statement struct {
	batch  engine.Batch
	global string // its name on shared backends
	loan   uint64 // the loan whose backend has it, of the unnamed statement
	local  bool
	late   bool      // the server gets it each time that it is bound or described (late.go)
	judged time.Time // the turn in which its Parse was judged
	unread uint64    // namings.unread when its Parse was sent

	attempt attempt // the attempt that its next Describe or Bind goes on with
}

// batchOf is the statement's batch; nil if there is no statement.
func (st *statement) batchOf() *engine.Batch {
	if st == nil {
		return nil
	}
	return &st.batch
}

// portal is a bound statement.
type portal struct {
	of      *statement
	params  int
	whole   engine.Whole   // what its executions have returned
	args    providers.Args // the values, if they are recorded or needed here
	local   *localPortal
	judged  time.Time // the turn in which its Bind was judged and sent; zero: it was not judged
	binding *binding  // the record of its Bind, for its first execution
	naming  naming[*portal]
	unread  uint64  // namings.unread when it was bound, or executed last
	attempt attempt // the attempt that its next Describe or Execute goes on with

	// Of a portal that had to be approved: with which values, by whom, and whether its execution has
	// begun. The approval is for this portal only.
	asked   providers.Args
	consent *engine.Consent
	begun   bool
}

// newPortal returns an empty portal, for a Bind.
func (s *session) newPortal() *portal {
	p := s.spare
	if s.spare = nil; p == nil {
		p = &portal{}
	}
	return p
}

// retirePortal keeps an unnamed portal that no name means any more for the next Bind. Nothing else refers to it, if it had
// neither a record of its own, an approval nor a local answer.
func (s *session) retirePortal(p *portal) {
	if p == nil || p.binding != nil || p.consent != nil || p.local != nil {
		return
	}
	if s.last == p {
		s.last = nil
	}
	*p = portal{}
	s.spare = p
}
