package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"
	"golang.org/x/term"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	// grace is how long clients may go on with what they are in when the server ends.
	grace = 10 * time.Second
	// closing is how long the rest of the end may take: last words, sources, the record.
	closing = 5 * time.Second
)

// server is what stands behind the doors, in the order it is made.
type server struct {
	config config.Config
	logger hclog.Logger
	record *audit.Log
	copies *copies
	asks   *approvals
	engine *engine.Engine
	out    *lookout
}

// openServer makes everything behind the doors. records opens the audit log; out
// is standard output, nil where it has another use.
func openServer(ctx context.Context, c config.Config, environ []string, logger hclog.Logger, out io.Writer,
	records func(config.Config, hclog.Logger) (*audit.Log, error),
) (*server, error) {
	if err := makeStateDir(c.StateDir, logger); err != nil {
		return nil, err
	}
	record, err := records(c, logger)
	if err != nil {
		return nil, err
	}
	asks, err := openApprovals(ctx, c, getenv(environ), logger.Named("approvals"), record)
	if err != nil {
		return nil, errors.Join(err, record.Close())
	}
	e, err := openEngine(ctx, c, environ, logger, record, asks)
	if err != nil {
		return nil, errors.Join(err, asks.close(), record.Close())
	}
	if asks.desk != nil {
		asks.desk.LookBy(e.Look)
	}
	copies, err := sendCopies(c.Audit, record, logName(c, filepath.Dir(record.Path())), getenv(environ), out, logger.Named("audit"))
	if err != nil {
		return nil, errors.Join(err, e.Close(), asks.close(), record.Close())
	}
	tellDeciders(c, logger.Named("posture"))
	return &server{
		config: c, logger: logger, record: record, copies: copies, asks: asks, engine: e, out: lookOut(ctx, e, logger.Named("posture")),
	}, nil
}

// openEngine makes the engine over its sources.
func openEngine(ctx context.Context, c config.Config, environ []string, logger hclog.Logger, record *audit.Log, asks *approvals) (*engine.Engine, error) {
	mode, err := gate.ParseMode(c.Mode)
	if err != nil {
		return nil, err
	}
	redactor, err := redact.New(c.Audit.Redact.Patterns, c.Audit.Redact.Names)
	if err != nil {
		return nil, err
	}
	documents, err := openRegistry(c)
	if err != nil {
		return nil, err
	}
	if documents != nil && c.StackQL.Registry.Folder == "" {
		c.StackQL.Registry.Folder = registryFolder(c)
	}
	sources, err := openSources(ctx, c, getenv(environ), logger)
	if err != nil {
		return nil, err
	}
	if c.Audit.Table {
		sources = append(sources, newSelf(filepath.Dir(record.Path()), tempDir(c), logger.Named(selfSource)))
	}
	e, err := engine.New(engine.Config{
		Version: version, Commit: commitOrUnknown(), Mode: mode,
		Sources: sources, Default: c.DefaultSource(), Log: record, Logger: logger.Named("engine"),
		Limits:   engine.Limits{StatementTimeout: c.Limits.StatementTimeout, MaxSQLBytes: c.Limits.MaxSQLBytes},
		Redactor: redactor, RecordValues: c.Audit.Parameters == "values", Approvals: asks.forEngine(c.Approvals),
		Registry: documents,
	})
	if err != nil {
		return nil, errors.Join(err, closeSources(sources))
	}
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
func (s *server) newMCP() (*mcp.Server, error) { return mcp.New(s.mcpOptions()) }

// close closes what openServer made, the record last, and sends the last of it.
func (s *server) close() error {
	s.out.end()
	return errors.Join(s.engine.Close(), s.asks.close(), s.copies.close(s.record))
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

// serve opens the doors, says so by welcome, and keeps them open until the context
// ends or one of them fails; then it shuts them and closes everything, within a limit.
func (s *server) serve(ctx context.Context, welcome func(), doors ...door) error {
	ctx, hungUp := context.WithCancel(ctx)
	defer hungUp()
	defer onHangup(s.record, doors, s.logger, hungUp)()
	welcome() // whoever sees it may send signals
	failed := make(chan error, len(doors))
	for _, d := range doors {
		go func() { failed <- named(d.name, d.serve()) }()
	}
	var failure error
	running := len(doors)
	select {
	case <-ctx.Done():
		s.logger.Info("shutting down", "grace", grace)
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
	case <-time.After(grace + closing):
		return errors.Join(failure, fmt.Errorf("not everything had ended after %v", grace+closing))
	}
}

// shut shuts the doors side by side, waits for those that run, and closes the
// rest. A client that had to be cut off is no failure: it was told.
func (s *server) shut(ctx context.Context, doors []door, ended <-chan error, running int) error {
	ctx, cancel := context.WithTimeout(ctx, grace)
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

// newLogger makes the server's log, in colours on a terminal.
func newLogger(c config.Log, w io.Writer) hclog.Logger {
	colour := hclog.ColorOff
	if coloured(w) {
		colour = hclog.ForceColor
	}
	return hclog.New(&hclog.LoggerOptions{
		Name: "sallyport", Output: w, Level: hclog.LevelFromString(c.Level), JSONFormat: c.Format == "json", Color: colour,
	})
}

// terminal reports whether w is one.
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// coloured reports whether w is a terminal that may be written to in colours.
func coloured(w io.Writer) bool {
	return terminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
