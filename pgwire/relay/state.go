package relay

import (
	"time"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
)

// This file has the types that a session consists of.

// phase is how far a session's end has come.
type phase byte

const (
	open    phase = iota
	closing       // the client is sent what it is owed, and nothing is read any more
	closed        // the sockets are given up
)

// lifetime is how a session ends. The phase only grows.
type lifetime struct {
	phase    phase
	draining bool  // ends when nothing is to be finished
	gone     bool  // ends when nobody works for it
	doom     error // ends, with that as its last word, when nobody works for it
	running  bool  // the server still does what nobody waits for
	silent   bool  // the server does not answer
	farewell bool  // the server has said that it ends the session
	unsure   bool  // the end of the transaction was lost: nobody knows which it was
}

// waits is what a session waits for beside its sockets. It is intending or waiting only while
// it is busy.
type waits struct {
	busy      bool // somebody works for the first message
	intending bool // … and writes what that is to change
	waiting   bool // … and it may take long: somebody is asked
	settling  bool // its records become durable
	verifying bool // what was compared by an old snapshot is compared again
}

// input is what the client has sent. Where bytes of a message pass (rest), no message is
// dealt with.
type input struct {
	in       []byte // and is not dealt with
	ahead    []byte // from the message that is being dealt with on
	rest     int    // bytes of a message that passes without being read
	dropRest bool   // it does not pass
	head     head   // what is known of the first message in in
	quiet    bool   // the first message waits until the server has answered all
	skipping bool   // messages up to Sync are dropped: one before them was refused
	ripe     bool   // server.out holds something that the server is to run
	copying  bool   // the server takes COPY data
	notices  []byte // for the client, of what it waits for
}

// unitState is what is known of the unit of the extended protocol that is open: the messages
// from one Sync to the next. What guards says is in the order of the units.
type unitState struct {
	unit      uint64          // counts Syncs
	unitSent  bool            // the server has been sent something since the last Sync
	bound     bool            // … and among it something that it may have to run
	setIn     uint64          // the last unit, counted from 1, in which a message set something
	guarding  []uint64        // the units of the comparisons under way
	unguarded []*engine.Batch // were bound in this unit, and not executed yet
	syncLater bool            // the Sync of a simple query waits for its comparisons
	blockOver bool            // a statement of this unit has ended the transaction block that ReadyForQuery told of
	changed   bool            // in this unit, in a transaction that its end commits
	failed    error           // in this unit
	ofAccess  bool            // in this unit something set, or took back, what transactions may do
	discards  bool            // … and took it back
}

// lease is the backend that the session has at the moment, and what follows the session from
// one backend to the next. A backend has its remote.
type lease struct {
	backend  providers.Backend
	remote   *remote
	lost     error // why there is no backend for the first message
	loan     uint64
	shares   bool              // it gives its backend back after each transaction
	pinned   bool              // the session keeps its backend
	sets     map[string]string // settings that follow the session from one to the next
	status   byte              // as ReadyForQuery said it last
	access   engine.Access     // what its transactions may do by default
	wishes   bool              // the client wants its transactions to be read-only
	begins   bool              // … and said so in its startup message
	read     engine.Readings   // the settings by which texts are read, as the server told them last
	called   string            // the application name as the client knows it
	resets   bool              // something under way may take the application name back
	restores bool              // … and has: the session's own name is set again
	altered  bool              // names may mean something else
}

// namings are what the session knows by name, and what the server has been sent and has not
// answered, which may change that. The counts are those of items in the queue.
type namings struct {
	queue      queue
	statements table[*statement]
	portals    table[*portal]
	last       *portal    // was bound last; nil: something was executed since
	bindings   []*binding // whose records may not have ended
	moving     int        // items under way that may change what names mean
	dropping   int        // items under way that may drop statements
	left       []string   // statements of prepareAnew that are still at the server, though nothing needs them
}

// output is what the server sends, on its way to the client: of client.out, solid bytes
// may leave whatever happens, safe bytes once the ledger is committed, the others when their
// record is in the ledger. solid <= safe <= len(client.out).
type output struct {
	part      []byte // of a message that has to be read whole
	passing   int    // bytes of a message that passes
	hiding    bool   // that message does not pass
	safe      int
	solid     int
	solidMid  bool // solid is in the middle of a message
	readySent bool // ReadyForQuery is the last thing in client.out
}

// times are what limits.go compares.
type times struct {
	busySince time.Time
	asked     time.Time // when the server was asked to cancel what runs; zero: it was not
	heard     time.Time // when the server said something last
	idleSince time.Time
	blocked   time.Time // since when the client has taken nothing
}

// head is what is known of the message that is being dealt with.
type head struct {
	judged   bool
	since    time.Time // the turn that first saw that it is judged
	settled  bool      // judged by what the server has confirmed
	asked    bool      // somebody was, and said yes in consent or no in err
	intended bool
	consent  *engine.Consent
	args     providers.Args // that were asked about
	item     *item
	params   []uint32 // of a statement that is described here
	err      error
}
