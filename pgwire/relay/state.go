package relay

import (
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
)

// This file has the types that a session is made of.

// phase is how far a session's end has come.
type phase byte

const (
	open    phase = iota
	closing       // the client still gets what is in client.out, and nothing is read any more
	closed        // the sockets are closed
)

// lifetime is how a session ends. The phase only grows.
type lifetime struct {
	phase    phase
	draining bool  // the session ends as soon as its statement, pipeline or transaction is over
	gone     bool  // the session ends when the work beside the loop is done
	doom     error // … and this error is then its last message
	running  bool  // the server still runs a statement whose client has left
	silent   bool  // the server did not answer a cancel request
	farewell bool  // the server has sent the FATAL error that ends the session
	unsure   bool  // a COMMIT or ROLLBACK was lost before its answer came
}

// waits says what a session waits for, beside its sockets. intending and waiting are set only while
// busy is.
type waits struct {
	busy       bool // a goroutine beside the loop works for the first message
	intending  bool // … and waits for the intents of what the message changes
	waiting    bool // … and a person is asked, which may take long
	syncing    bool // its records are written, and not yet on disk
	verifying  bool // what an old snapshot showed is compared once more
	canceling  int  // how many cancel requests are under way to the server
	cancelHeld bool // a cancel request waits until the server has answered a message of the relay's own
	told       told // what the server has told the work beside the loop, on the session's own connection
}

// told is what the server has told behind the answers to askOwn. The session takes it when the work beside the loop is done.
type told struct {
	status byte   // the transaction status; 0: the server has told none
	beside []byte // notices and settings, which the client gets
}

// input is what the client has sent. While the rest of a message passes (rest), no other message is
// looked at.
type input struct {
	in       []byte // received, and not handled yet
	ahead    []byte // in, from the message on that is handled now
	rest     int    // bytes of a message that are still to come, and are not looked at
	dropRest bool   // … and are dropped instead of passed on
	head     head   // what is known of the first message
	quiet    bool   // the first message waits until the server has answered all
	skipping bool   // messages up to Sync are dropped, because one before them was refused
	ripe     bool   // server.out holds a message that makes the server run something
	copying  bool   // the server reads COPY data
	notices  []byte // notices for the client while a person is asked
}

// unitState is what is known of the unit that is open: the messages of the extended protocol from one
// Sync to the next. guarding is in the order of the units.
type unitState struct {
	unit      uint64          // counts Syncs
	unitSent  bool            // the server has been sent something since the last Sync
	bound     bool            // … and that contains something that may run
	setIn     uint64          // the last unit, counted from 1, in which a message set something
	guarding  []uint64        // the units of the comparisons under way
	doubting  int             // how many of them are of statements that rest on code of users
	unguarded []*engine.Batch // batches that were bound in this unit, and not executed yet
	syncLater bool            // the Sync of a simple query waits for its comparisons
	blockOver bool            // a statement of this unit has ended the transaction block that ReadyForQuery told of
	changed   bool            // a statement of this unit changed something in a transaction that the unit's end commits
	begun     bool            // … and is on record, before the end of that transaction
	failed    error           // the error with which this unit has failed; nil: it has not
	ofAccess  bool            // a statement of this unit set, or reset, what transactions may do
	discards  bool            // … and reset it
}

// lease is the backend that the session has at the moment, and what follows the session from one
// backend to the next. remote is set whenever backend is.
type lease struct {
	backend  providers.Backend
	remote   *remote
	lost     error // why there is no backend for the first message; nil: none was asked for, or there is one
	loan     uint64
	shares   bool              // it gives its backend back after each transaction
	pinned   bool              // the session keeps its backend
	soiled   bool              // code that nobody has judged may have left something on the backend
	sets     map[string]string // settings that follow the session from one backend to the next
	status   byte              // the transaction status of the last ReadyForQuery
	access   engine.Access     // what the backend's transactions may do by default
	wishes   bool              // the client wants its transactions to be read-only
	begins   bool              // … and its startup message said so
	read     engine.Readings   // the settings by which texts are read, as the server reported them last
	called   string            // the application name as the client knows it
	resets   bool              // something under way may reset the application name
	restores bool              // … and did: the session's own name has to be set again
	altered  bool              // a statement may have changed what names mean to every session
	made     []string          // tables that were made by statements that changed no other name
}

// namings are the names that the session knows, and the queue of what the server was sent and has not
// answered, which may change them. The counts are of items in the queue.
type namings struct {
	queue      queue
	statements table[*statement]
	portals    table[*portal]
	last       *portal    // the portal that was bound last; nil: something was executed since
	spare      *portal    // to be used again; nil: there is none
	bindings   []*binding // Binds whose records may not have ended
	moving     int        // items in the queue that may change what names mean
	dropping   int        // items in the queue that may drop statements
	declaring  int        // items in the queue that may declare cursors
	reading    int        // items in the queue that may read COPY data
	unread     uint64     // counts executions of code that nobody has read: it may have given names of the server's another meaning
	holding    int        // items in the queue that may leave code for the end of the transaction
	left       []string   // statements of prepareAnew that the server still has, and nothing needs
	attempts   uint64     // counts attempts
}

// output is what the server has sent, on its way to the client. Of client.out, solid bytes may leave
// at any time; bytes up to safe may leave once the ledger is committed; the record of the rest is not
// in the ledger yet. solid <= safe <= len(client.out).
type output struct {
	part      []byte // the beginning of a message that has to be read whole
	passing   int    // bytes of a message that are still to come, and are not looked at
	hiding    bool   // … and are dropped instead of passed on
	safe      int
	solid     int
	solidMid  bool // solid ends in the middle of a message
	readySent bool // ReadyForQuery is the last thing in client.out
}

// times are the moments that limits.go compares with the clock.
type times struct {
	busySince time.Time
	asked     time.Time // when the server was asked to cancel what runs; zero: it was not asked
	heard     time.Time // when the server last sent something
	idleSince time.Time
	blocked   time.Time // since when the client has read nothing
}

// head is what is known of the message that is handled now.
type head struct {
	judged    bool
	since     time.Time // the turn that first saw judged
	confirmed bool      // judged when the server had answered all, by the names that it has confirmed
	asked     bool      // people were asked; the answer is in consent or in err
	intended  bool
	consent   *engine.Consent
	args      providers.Args // the values that people were asked about, or that are recorded
	item      *item
	params    []uint32 // the parameters of a statement that is described here
	err       error
	of        *engine.Batch // what it carries out or prepares; nil: that is not known
	attempt   uint64        // … and the number of the attempt
	recorded  bool          // its outcome is on record
	endJudged bool          // the end of the unit's transaction was judged
	endErr    error         // … and would run other code than was judged, which is on record
}

// setRefusal takes what work beside the loop has found: an error is on record.
func (h *head) setRefusal(err error) { h.err, h.recorded = err, err != nil }
