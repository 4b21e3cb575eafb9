package relay

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/pgwire/relay/poll"
	"github.com/sallyportdb/sallyport/pgwire/reply"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options say how a Relay serves.
type Options struct {
	Engine       *engine.Engine
	Logger       hclog.Logger
	MaxMessage   int           // the longest message of a client's that has to be read whole
	WriteTimeout time.Duration // how long a client may take to read what it is sent
	// How long a client may be silent, outside and inside of a transaction; 0: as long as it likes.
	IdleTimeout, IdleInTransaction time.Duration
	Loops                          int // 0: one for every two processors
}

// Relay carries all relayed sessions of a door.
type Relay struct {
	options Options
	engine  *engine.Engine
	log     hclog.Logger
	loops   []*loop
	next    atomic.Uint64
	names   names
	// own and guardName are the names of the relay's own statements on backends. They contain a random
	// number, because other gateways on the way to the server have names of their own.
	own, guardName string
	guardIsOwn     string // see ownGuardSQL
	down           atomic.Bool
	ctx            context.Context //nolint:containedctx // for the work beside the loops; it ends with the relay
	cancel         context.CancelFunc
	requests       context.Context //nolint:containedctx // for cancel requests; it ends cancelGrace after ctx
	dropRequests   context.CancelFunc

	running sync.WaitGroup // the loops
	work    sync.WaitGroup // the goroutines beside the loops
}

// New starts a relay without sessions.
func New(o Options) (*Relay, error) {
	if o.Loops <= 0 {
		o.Loops = max(1, runtime.GOMAXPROCS(0)/2)
	}
	r := &Relay{options: o, engine: o.Engine, log: o.Logger, names: names{of: map[string]string{}}}
	r.own = globalPrefix + "own_" + strings.ToLower(rand.Text()[:16])
	r.guardName = r.own + "_guard"
	r.guardIsOwn = fmt.Sprintf(ownGuardSQL, r.guardName)
	r.ctx, r.cancel = context.WithCancel(context.Background())
	r.requests, r.dropRequests = context.WithCancel(context.Background())
	if poll.Way != "epoll" {
		o.Logger.Info("this system has no epoll: sessions are relayed with " + poll.Way +
			"(2), which looks at every socket each time, and sees a client leave only when all that it sent was read")
	}
	for range o.Loops {
		l, err := newLoop(r)
		if err != nil {
			for _, l := range r.loops {
				l.poller.Close()
			}
			return nil, err
		}
		r.loops = append(r.loops, l)
	}
	for _, l := range r.loops {
		r.running.Go(l.run)
	}
	return r, nil
}

// Client is a client that is authenticated, and whose startup message was read.
type Client struct {
	Conn    net.Conn
	Session *engine.Session
	Hello   []byte // what precedes the backend's ParameterStatus messages
	// Key returns the BackendKeyData message. It should tell the pid of the server's process.
	Key func(pid uint32) []byte
	// Begun is told of the session before the client is greeted. It is called once, on the session's loop, so it
	// must be quick; it is not called for a session that ends before its client is greeted.
	Begun func(*Session)
	// Application and Settings are what the client's startup message asks for.
	Application string
	Settings    []providers.StartupSetting
	// Local answers statements that are not for the source.
	Local Local
	// Ended closes Session. It is called once, by any goroutine, when the relay's session is over.
	Ended func()
}

// Local answers the statements of a relayed session that are not for its source.
type Local interface {
	// Describe returns the types of a statement's parameters, and the columns of its
	// result as a RowDescription with those formats, or NoData.
	Describe(ctx context.Context, s *engine.Session, sql string, types []uint32, formats []providers.Format) ([]uint32, []byte, error)
	// Execute runs a statement and returns its DataRows, and its command tag.
	Execute(ctx context.Context, s *engine.Session, sql string, types []uint32, args providers.Args) (LocalResult, error)
}

// LocalResult is the whole answer to a local statement.
type LocalResult struct {
	Columns []byte   // RowDescription or NoData
	Rows    [][]byte // DataRows
	Tag     string
}

// Open gives a client its session: it judges the settings, takes a backend and greets the client.
// Shutdown ends the session, or the client does. The relay owns the connection from then on; after an
// error the caller still owns it.
func (r *Relay) Open(ctx context.Context, c Client) error {
	s := &session{relay: r, loop: r.loops[r.next.Add(1)%uint64(len(r.loops))], front: c, lease: lease{status: byte(providers.Idle), access: engine.ReadOnly}}
	var err error
	if s.relayed, err = c.Session.Relayed(ctx, engine.Relaying{Status: s.txStatus, InBlock: s.inBlock, Ask: s.askOwn, Outdated: s.isOutdated}, c.Settings); err != nil {
		return err
	}
	for _, set := range c.Settings {
		if set.Name == accessSetting { // only "on" was let through
			s.begins, s.wishes = true, true
		}
	}
	if s.shares = s.relayed.Source.Pooling() == providers.TransactionPooling; s.shares && c.Application != "" {
		s.sets = map[string]string{"application_name": c.Application}
	}
	backend, err := s.relayed.Source.Backend(ctx, s.backendOptions())
	if err != nil {
		return err
	}
	s.ctx, s.cancel = context.WithCancel(r.ctx)
	if err := s.enterLoop(backend); err != nil {
		s.cancel()
		backend.Release(providers.Broken)
		return err
	}
	return nil
}

// Session is a session as its door sees it. Any goroutine may call its methods.
type Session struct{ session *session }

// Cancel asks the server to cancel what the session runs, and returns when the request was delivered.
func (s *Session) Cancel() {
	asked := make(chan struct{})
	if s.session.loop.postWork(func() { s.session.cancelRunning(asked) }) {
		<-asked
	}
}

// Notify sends the client a notice while a person is asked.
func (s *Session) Notify(e *sqlstate.Error) { s.session.noticeClient(e) }

// Stop tells the client that the administrator ends the session, and ends it.
func (s *Session) Stop() { s.session.loop.postWork(func() { s.session.killSession(errShutdown) }) }

// End tells the client why its session is over, and ends it.
func (s *Session) End(why *sqlstate.Error) {
	s.session.loop.postWork(func() { s.session.killSession(why) })
}

// Drain ends the session when the statement that runs, or the open transaction, is over. No other
// statement is begun. Drain may be called again.
func (s *Session) Drain() {
	s.session.loop.postWork(func() { s.session.loop.runGuarded(s.session, s.session.drainSession) })
}

// Abandon ends the session without telling the client.
func (s *Session) Abandon() {
	s.session.loop.postWork(func() { s.session.loop.runGuarded(s.session, s.session.clientGone) })
}

// Shutdown waits until all sessions have ended and the server was asked to cancel what they ran; the
// caller has stopped them before. If that takes too
// long, it returns ctx's error.
func (r *Relay) Shutdown(ctx context.Context) error {
	r.down.Store(true)
	for _, l := range r.loops {
		l.postWork(func() {})
	}
	ended := make(chan struct{})
	go func() {
		r.running.Wait()
		r.cancel()
		late := time.AfterFunc(cancelGrace, r.dropRequests)
		r.work.Wait()
		late.Stop()
		r.dropRequests()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		r.cancel()
		r.dropRequests()
		return ctx.Err()
	}
}

var (
	errShutdown = reply.Shutdown()
	errInternal = sqlstate.New(sqlstate.InternalError, "internal error in the session").WithHint("The server's log has the cause.")
)
