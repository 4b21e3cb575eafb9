package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/cmd/sallyport/guides"
	"github.com/sallyportdb/sallyport/cmd/sallyport/snapshots"
	"github.com/sallyportdb/sallyport/cmd/sallyport/sources"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/descriptions"
	"github.com/sallyportdb/sallyport/discovery/ingest"
	"github.com/sallyportdb/sallyport/discovery/remote"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// ingestDoor is what records call the door by which snapshots are taken.
const ingestDoor = "ingest"

// ingestion takes snapshots: on a schedule, and when a command asks for it.
type ingestion struct {
	store    *discovery.Store
	ingester *ingest.Ingester
	engine   *engine.Engine
	logger   hclog.Logger

	door *remote.Server // nil: another server of the state directory has it
	end  context.CancelFunc
	work sync.WaitGroup
}

// newIngestion takes snapshots into the store of a guide, without a door and a schedule.
func newIngestion(c config.Config, e *engine.Engine, into *guides.Opened, logger hclog.Logger) (*ingestion, error) {
	denied, err := neverSampled(c)
	if err != nil {
		return nil, err
	}
	i := &ingestion{store: into.Store, engine: e, logger: logger, end: func() {}}
	i.ingester = ingest.New(ingest.Options{
		Store: into.Store, Logger: logger, Denied: denied, Describe: storeDescriptions(into.Keeper, logger),
		Sources:  func() []providers.Provider { return connectionsOf(e) },
		Settings: func(connection string) ingest.Settings { return snapshots.Settings(c, connection) },
		Found:    func(connection string) bool { return foundByRegistry(c, connection) },
	})
	return i, nil
}

// foundByRegistry reports whether a source is a provider of --registry: the configuration does not name
// it.
func foundByRegistry(c config.Config, connection string) bool {
	named := func(s config.Source) bool { return s.Name == connection }
	return !slices.ContainsFunc(c.Sources, named) && connection != sources.Demo
}

// storeDescriptions gives the store what people say of tables. Mistakes in their files do not keep a
// snapshot from being taken.
func storeDescriptions(keeper *descriptions.Keeper, logger hclog.Logger) func(context.Context) error {
	if keeper == nil {
		return nil
	}
	return func(ctx context.Context) error {
		problems, err := keeper.Apply(ctx)
		for _, p := range problems {
			logger.Warn("a description cannot be used", "file", p.File, "line", p.Line, "problem", p.Text)
		}
		return err
	}
}

// connectionsOf are the sources but for the server's own tables.
func connectionsOf(e *engine.Engine) (list []providers.Provider) {
	for _, p := range e.Sources() {
		if p.Info().Name != sources.SelfName {
			list = append(list, p)
		}
	}
	return list
}

// serve opens the door and begins the schedule, unless another server of the state directory does
// both already.
func (i *ingestion) serve(ctx context.Context, c config.Config) error {
	opened, err := remote.Open(ctx, c.StateDir, i, i.logger)
	if sqlstate.CodeOf(err) == sqlstate.LockNotAvailable {
		i.logger.Debug("another server of the state directory takes snapshots")
		return nil
	}
	if err != nil {
		return err
	}
	i.door = opened
	ctx, i.end = context.WithCancel(context.WithoutCancel(ctx))
	i.work.Go(func() {
		if err := opened.Serve(); err != nil {
			i.logger.Error("the ingest door has closed", "error", err)
		}
	})
	if c.Discovery.Every > 0 {
		i.work.Go(func() { i.schedule(ctx, c.Discovery.Every) })
	}
	return nil
}

// schedule takes everything now and then, until the context ends: first soon after the start, then
// within a tenth of the time around each turn, so that several servers do not come at once.
func (i *ingestion) schedule(ctx context.Context, every time.Duration) {
	wait := time.Duration(rand.Int64N(int64(min(every, time.Minute)/10) + 1)) //nolint:gosec // nobody gains by knowing it
	for {
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		results, err := i.Ingest(ctx, "schedule", remote.Request{}, func(ingest.Progress) {})
		for _, r := range results {
			i.logger.Info("snapshot", "connection", r.Connection, "tables", r.Tables, "profiled", r.Profiled, "failed", r.Failed, "took", r.Took, "error", r.Error)
		}
		if err != nil && ctx.Err() == nil {
			i.logger.Warn("scheduled ingest failed", "error", err)
		}
		wait = every - every/20 + time.Duration(rand.Int64N(int64(every/10)+1)) //nolint:gosec // the same
	}
}

// close ends what is being taken.
func (i *ingestion) close() error {
	i.end()
	var err error
	if i.door != nil {
		ctx, cancel := context.WithTimeout(context.Background(), closing)
		defer cancel()
		err = i.door.Shutdown(ctx)
	}
	i.work.Wait()
	return err
}

// Ingest implements remote.Worker.
func (i *ingestion) Ingest(ctx context.Context, principal string, r remote.Request, progress func(ingest.Progress)) ([]ingest.Result, error) {
	i.engine.FindSources(ctx) // what came since the start is a source, too: Keep would drop its snapshot
	if len(r.Connections) == 0 {
		var names []string
		for _, p := range connectionsOf(i.engine) {
			names = append(names, p.Info().Name)
		}
		if err := i.store.Keep(ctx, names, i.engine.Info().Registry != ""); err != nil {
			return nil, err
		}
	}
	return i.ingester.Run(ctx, ingest.Request{
		Connections: r.Connections, NoProfile: r.NoProfile, Anew: r.Anew, OnProgress: progress,
		Runner: runner{i.engine, auth.Fixed(principal, auth.Local)},
	})
}

// WriteComments implements remote.Worker: the statements run as the principal's own, in the server's
// mode.
func (i *ingestion) WriteComments(ctx context.Context, principal string, r remote.Request, each func(ingest.Comment)) error {
	for _, connection := range r.Connections {
		list, err := ingest.Comments(ctx, i.store, connection)
		if err != nil {
			return err
		}
		if r.DryRun {
			for _, sql := range list {
				each(ingest.Comment{SQL: sql})
			}
			continue
		}
		s, err := i.engine.Open(ctx, engine.Client{
			Door: ingestDoor, Principal: auth.Fixed(principal, auth.Local), Application: "sallyport ingest", Source: connection,
			Ceiling: gate.FullAccess, Presence: ctx,
		})
		if err != nil {
			return err
		}
		for _, sql := range list {
			comment := ingest.Comment{SQL: sql, Ran: true}
			if err := runOne(ctx, s, engine.Request{SQL: sql, Purpose: gate.AnyPurpose, Single: true, Tool: "write comments"}, nil); err != nil {
				e := sqlstate.From(err)
				comment.Ran, comment.Error, comment.Hint = false, e.Message, e.Hint
			}
			if each(comment); ctx.Err() != nil {
				break
			}
		}
		if err := errors.Join(ctx.Err(), s.Close()); err != nil {
			return err
		}
	}
	return nil
}

// runner runs the statements of profiles as sessions of the engine that can only read.
type runner struct {
	engine    *engine.Engine
	principal auth.Principal
}

// Open implements ingest.Runner.
func (r runner) Open(ctx context.Context, connection string) (ingest.Session, error) {
	s, err := r.engine.Open(ctx, engine.Client{
		Door: ingestDoor, Principal: r.principal, Application: "sallyport ingest", Source: connection, Ceiling: gate.ReadOnly,
	})
	if err != nil {
		return nil, err
	}
	return sampler{s}, nil
}

// sampler is a session that only reads.
type sampler struct{ *engine.Session }

// Read implements ingest.Session.
func (s sampler) Read(ctx context.Context, sql string, each func(providers.Row) error) error {
	return runOne(ctx, s.Session, engine.Request{SQL: sql, Purpose: gate.SelectPurpose, Single: true, Tool: "profile"}, each)
}

// runOne runs one statement to its end.
func runOne(ctx context.Context, s *engine.Session, r engine.Request, each func(providers.Row) error) error {
	batch, err := s.Prepare(ctx, r)
	if err != nil {
		return err
	}
	return s.ExecuteAll(ctx, batch, func(_ *engine.Statement, result *engine.Result) error {
		for {
			row, err := result.Next()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err == nil && each != nil {
				err = each(row)
			}
			if err != nil {
				return errors.Join(err, result.Close())
			}
		}
	})
}
