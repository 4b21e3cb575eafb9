package providers

import (
	"context"
	"net"

	"github.com/sallyportdb/sallyport/auth"
)

// Relayer is a Provider that speaks the Postgres wire protocol itself: a
// session of it can be the server's own, its bytes passed on by a door that
// judges and records what goes by.
type Relayer interface {
	Provider
	// Backend returns a backend for a session, waiting for a place no longer than
	// the source's own limit or ctx allows. 53300: no place came free; 08001: the
	// server cannot be reached; 57P01: the provider is closed.
	Backend(ctx context.Context, o BackendOptions) (Backend, error)
	// BackendAtHand returns what Backend would, if that needs no wait and the
	// settings have been taken before; else nil.
	BackendAtHand(o BackendOptions) Backend
	// Pooling says for how long a session keeps its backend.
	Pooling() Pooling
	// Guard is the text of the statement that compares a Guarded closure.
	Guard() string
	// StrictGuard is Guard, and fails, too, if the snapshot of its transaction may be older than what it compares: its error begins with
	// OldSnapshot.
	StrictGuard() string
	// GuardBeside is the text of the statement that compares a Guarded closure beside changes of the transaction's own; strict says that it
	// fails where StrictGuard does.
	GuardBeside(strict bool) string
	// Altered says that a session of the source has changed what names may mean:
	// the next look at the catalog compares. made are the names of new tables, and of
	// indexes of theirs, where nothing else was changed. The source keeps nothing of the list.
	Altered(made []string)
}

// Pooling says for how long a session keeps its backend.
type Pooling int

// The kinds of pooling.
const (
	SessionPooling     Pooling = iota // until the client leaves
	TransactionPooling                // until its transaction ends
)

// BackendOptions say what a session's backend has to be.
type BackendOptions struct {
	// ApplicationName is the client's own, as it is to be seen at the source.
	ApplicationName string
	Principal       auth.Principal // whose session it is
	// Settings are the settings of the client's startup message, judged already, sorted by
	// name. They are defaults of the backend's session: RESET returns to them.
	Settings []StartupSetting
}

// StartupSetting is one setting of a startup packet.
type StartupSetting struct{ Name, Value string }

// Backend is a connection to the server that has gone through its startup. Its
// session begins idle, with nothing unread, and has the pinned settings:
// standard_conforming_strings=on, client_encoding=UTF8 and
// default_transaction_read_only=on.
type Backend interface {
	// Conn is the connection. The provider does not touch it until Release.
	Conn() net.Conn
	// SetConn puts another net.Conn in its place that leads to the same socket:
	// Release and later calls of Conn see that one. It implements syscall.Conn and
	// obeys deadlines.
	SetConn(net.Conn)
	// PID is the number of the server's process, as pg_backend_pid() says it.
	PID() uint32
	// Parameters are the settings that the server reported when the backend was
	// given out. The caller must not change the map.
	Parameters() map[string]string
	Outdating
	// Cancel asks the server to cancel what the backend runs. Any goroutine may
	// call it; it returns when the request is delivered, or ctx ends.
	Cancel(ctx context.Context) error
	// Kept is a place for what the door knows of the backend (the statements that
	// are prepared there): it is emptied when the backend is reset.
	Kept() *any
	// Release gives the backend up, once. It does not wait.
	Release(Release)
}

// Release says in what state a backend comes back.
type Release int

// The ways of giving a backend back.
const (
	Broken Release = iota // it must not be used again: the connection is closed
	Used                  // idle, all read; the provider resets it before anybody else gets it
	Clean                 // idle, all read, and as it was given out but for statements in Kept
	Silent                // Broken, because the server does not answer: what is idle is asked before it is given out
)

// ApplicationName returns the name of an application as Postgres keeps it: as many bytes as a name may
// have, with a question mark for each that is not printable ASCII.
func ApplicationName(name string) string {
	const longest = 63
	out := []byte(name[:min(len(name), longest)])
	for i, b := range out {
		if b < ' ' || b > '~' {
			out[i] = '?'
		}
	}
	return string(out)
}
