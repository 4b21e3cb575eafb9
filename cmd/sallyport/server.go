package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/guides"
	"github.com/sallyportdb/sallyport/cmd/sallyport/records"
	"github.com/sallyportdb/sallyport/cmd/sallyport/sources"
	"github.com/sallyportdb/sallyport/cmd/sallyport/whoami"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/views"
)

const (
	// grace is that time, unless a command says otherwise.
	grace = 10 * time.Second
	// closing is how long the rest of the end may take: last words, sources, the record.
	closing = 5 * time.Second
)

// server has the parts behind the doors, in the order in which they are made.
type server struct {
	config   config.Config
	logger   hclog.Logger
	record   *audit.Log
	copies   *copies
	asks     *approvals
	identity *identity
	engine   *engine.Engine
	live     *sources.Live  // what the tables of the server itself show; nil: there are none
	guide    *guides.Opened // what the tools that find answer from
	out      *lookout
	grace    time.Duration // how long clients may go on with what they are in when the server ends
	finds    *ingestion    // nil: nobody takes snapshots in this process
}

// openServer makes everything behind the doors. openRecord opens the audit log; out
// is standard output, nil where it has another use.
func openServer(ctx context.Context, c config.Config, environ []string, logger hclog.Logger, out io.Writer,
	openRecord func(config.Config, hclog.Logger) (*audit.Log, error),
) (*server, error) {
	if err := cli.MakeStateDir(c.StateDir, logger); err != nil {
		return nil, err
	}
	record, err := openRecord(c, logger)
	if err != nil {
		return nil, err
	}
	asks, err := openApprovals(ctx, c, cli.Getenv(environ), logger.Named("approvals"), record)
	if err != nil {
		return nil, errors.Join(err, record.Close())
	}
	live := &sources.Live{}
	e, err := openEngine(ctx, c, environ, logger, record, asks, live)
	if err != nil {
		return nil, errors.Join(err, asks.close(), record.Close())
	}
	if asks.desk != nil {
		asks.desk.LookBy(e.Look)
	}
	copies, err := sendCopies(c.Audit, record, records.LogName(c, filepath.Dir(record.Path())), cli.Getenv(environ), out, logger.Named("audit"))
	if err != nil {
		return nil, errors.Join(err, e.Close(), asks.close(), record.Close())
	}
	who, err := openIdentity(ctx, c, cli.Getenv(environ), logger.Named("auth"))
	if err != nil {
		return nil, errors.Join(err, e.Close(), asks.close(), copies.close(record))
	}
	opened, err := guides.Open(ctx, c, logger.Named("discovery"))
	if err != nil {
		return nil, errors.Join(err, who.close(), e.Close(), asks.close(), copies.close(record))
	}
	tellDeciders(c, logger.Named("posture"))
	return &server{
		config: c, logger: logger, record: record, copies: copies, asks: asks, engine: e, identity: who, live: live, guide: opened, out: lookOut(ctx, e, logger.Named("posture")),
		grace: grace,
	}, nil
}

// openEngine makes the engine over its sources.
func openEngine(ctx context.Context, c config.Config, environ []string, logger hclog.Logger, record *audit.Log, asks *approvals, live *sources.Live) (*engine.Engine, error) {
	mode, err := gate.ParseMode(c.Mode)
	if err != nil {
		return nil, err
	}
	redactor, err := redact.New(c.Audit.Redact.Patterns, c.Audit.Redact.Names)
	if err != nil {
		return nil, err
	}
	policy, err := whoami.Policy(c)
	if err != nil {
		return nil, err
	}
	documents, err := sources.OpenRegistry(c)
	if err != nil {
		return nil, err
	}
	if documents != nil && c.StackQL.Registry.Folder == "" {
		c.StackQL.Registry.Folder = sources.RegistryFolder(c)
	}
	opened, err := sources.Open(ctx, c, cli.Getenv(environ), logger)
	if err != nil {
		return nil, err
	}
	live.Views = views.Open(c.StateDir)
	if c.Audit.Table {
		opened.List = append(opened.List, sources.NewSelf(filepath.Dir(record.Path()), sources.TempDir(c), live, logger.Named(sources.SelfName)))
	}
	several := opened.Several()
	e, err := engine.New(engine.Config{
		Version: cli.Version(), Commit: cli.Commit(), Mode: mode, Policy: policy,
		Sources: opened.List, Several: several, Default: c.DefaultSource(), Log: record, Logger: logger.Named("engine"),
		Limits:   engine.Limits{StatementTimeout: c.Limits.StatementTimeout, MaxSQLBytes: c.Limits.MaxSQLBytes},
		Redactor: redactor, RecordValues: c.Audit.Parameters == "values", Approvals: asks.forEngine(c),
		Tenants: c.Demands(), Registry: documents, Finder: opened.Finder, Views: live.Views,
	})
	if err != nil {
		return nil, errors.Join(err, sources.Close(append(opened.List, several)))
	}
	live.Requests = asks.store.List
	live.Reads = func(who auth.Principal) sources.Reads { return sources.ReadsOf(e.RightsOf(who), who) }
	live.AddSessions(e.OpenSessions)
	return e, nil
}

// mcpDoor is the MCP door on a listener.
func mcpDoor(m *mcp.Server, l net.Listener) door {
	d := door{name: "MCP", serve: func() error { return m.Serve(l) }, shut: m.Shutdown}
	if secure, ok := l.(*tlsListener); ok {
		d.renew = secure.renew
	}
	return d
}

// newMCP makes the MCP server; mcpoptions.go has what it is told.
func (s *server) newMCP() (*mcp.Server, error) {
	m, err := mcp.New(s.mcpOptions())
	if err == nil {
		s.live.AddSessions(m.OpenSessions)
	}
	return m, err
}

// openServing is openServer for a server with doors, which also takes snapshots.
func openServing(ctx context.Context, c config.Config, std cli.Streams, environ []string, out io.Writer,
	openRecord func(config.Config, hclog.Logger) (*audit.Log, error),
) (*server, error) {
	s, err := openServer(ctx, c, environ, announce(c, cli.NewLogger(c.Log, std.Err)), out, openRecord)
	if err != nil {
		return nil, err
	}
	if err := s.takeSnapshots(ctx); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// takeSnapshots has snapshots taken when they are due and when a command asks.
func (s *server) takeSnapshots(ctx context.Context) error {
	finds, err := newIngestion(s.config, s.engine, s.guide, s.logger.Named("discovery"))
	if err != nil {
		return err
	}
	s.finds = finds
	return finds.serve(ctx, s.config)
}

// close closes what openServer made, the record last, and sends the last of it.
func (s *server) close() error {
	s.out.stop()
	var err error
	if s.finds != nil {
		err = s.finds.close()
	}
	return errors.Join(err, s.identity.close(), s.engine.Close(), s.guide.Close(), s.asks.close(), s.copies.close(s.record))
}

// door is a front door on its listener. serve returns nil after shut, which
// waits for the clients as long as its context allows. renew, if set, reads the
// door's certificate anew.
type door struct {
	name  string
	serve func() error
	shut  func(context.Context) error
	renew func() error
}

// untouchedSize is what the heap counts beside what it holds.
const untouchedSize = 32 << 20

// serve opens the doors, says so by welcome, and keeps them open until the context
// ends or one of them fails; then it shuts them and closes everything, within a limit.
func (s *server) serve(ctx context.Context, welcome func(), doors ...door) error {
	ctx, hungUp := context.WithCancel(ctx)
	defer hungUp()
	defer onHangup(s.record, doors, s.logger, hungUp)()
	// The collector runs when the heap has doubled, which a small one does all the time. Memory that nobody
	// touches is in the count, and not in RAM.
	untouched := make([]byte, untouchedSize)
	defer runtime.KeepAlive(untouched)
	welcome() // by now signals are heeded, which a reader of the greeting may send
	failed := make(chan error, len(doors))
	for _, d := range doors {
		go func() { failed <- named(d.name, d.serve()) }()
	}
	var failure error
	running := len(doors)
	select {
	case <-ctx.Done():
		s.logger.Info("shutting down", "grace", s.grace)
	case failure = <-failed:
		running--
		if failure == nil {
			failure = errors.New("a door has closed by itself")
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- s.shut(context.WithoutCancel(ctx), doors, failed, running) }()
	select {
	case err := <-ended:
		return errors.Join(failure, err)
	case <-time.After(s.grace + closing):
		return errors.Join(failure, fmt.Errorf("not everything had ended after %v", s.grace+closing))
	}
}

// shut shuts the doors side by side, waits for those that run, and closes the
// rest. A client that had to be cut off is no failure: it was told.
func (s *server) shut(ctx context.Context, doors []door, ended <-chan error, running int) error {
	ctx, cancel := context.WithTimeout(ctx, s.grace)
	defer cancel()
	s.engine.StopAsking() // people take longer than the grace
	shut := make(chan error, len(doors))
	for _, d := range doors {
		go func() { shut <- named(d.name, d.shut(ctx)) }()
	}
	for range doors {
		if err := <-shut; err != nil {
			s.logger.Warn("clients were cut off", "error", err)
		}
	}
	var errs []error
	for range running {
		errs = append(errs, <-ended)
	}
	return errors.Join(append(errs, s.close())...)
}

func named(name string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, err)
}

// listen opens a door's address; flag names what chose it.
func listen(ctx context.Context, address, flag string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, sqlstate.Wrap(err, sqlstate.ConfigFileError, "cannot listen on %s: another program does", address).
			WithHint("Is Sallyport running already? %s takes another address.", flag)
	case err != nil:
		return nil, fmt.Errorf("cannot listen on %s (%s): %w", address, flag, err)
	}
	return l, nil
}

// byWhom adds to the error of an address that is taken which server of this state
// directory runs already.
func byWhom(err error, c config.Config) error {
	var coded *sqlstate.Error
	if errors.Is(err, syscall.EADDRINUSE) && errors.As(err, &coded) {
		if h, known := audit.HeldBy(c.AuditDir()); known {
			return coded.WithDetail("The state directory is in use by %s.", h)
		}
	}
	return err
}

// serveUntilSignal makes a command of a server: it loads the configuration, and serves until a signal comes.
func serveUntilSignal(serve func(context.Context, config.Config, cli.Streams, []string) error, std cli.Streams, environ []string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		c, environ, err := loadServer(cmd, environ)
		if err != nil {
			return err
		}
		ctx, stop := cli.UntilSignal(cmd.Context())
		defer stop()
		return serve(ctx, c, std, environ)
	}
}

// loadServer loads what a server needs: the variables of --env.file, the
// configuration, and the token of the MCP door. It also returns the environment
// with those variables.
func loadServer(cmd *cobra.Command, environ []string) (config.Config, []string, error) {
	environ, notice, err := cli.WithEnvFile(cmd, environ)
	if err != nil {
		return config.Config{}, nil, err
	}
	c, err := cli.LoadConfig(cmd, environ)
	if err != nil {
		return config.Config{}, nil, err
	}
	if notice != "" {
		c.Notices = append(c.Notices, notice)
	}
	if c.StackQL.EnvFile, err = cmd.Flags().GetString("env.file"); err != nil {
		return config.Config{}, nil, err
	}
	token, err := c.MCP.ResolveToken(cli.Getenv(environ))
	c.MCP.Token = token
	return c, environ, errors.Join(err, checkMCP(c))
}

// announce logs what the operator should know of the configuration.
func announce(c config.Config, logger hclog.Logger) hclog.Logger {
	for _, notice := range c.Notices {
		logger.Warn(notice)
	}
	return logger
}
