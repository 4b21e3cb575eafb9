package ingest

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

const (
	// savedTogether is how many profiles are saved in one transaction, unless it takes longer
	// than savedEvery to have them.
	savedTogether = 50
	savedEvery    = 2 * time.Second
)

// profiler profiles the tables of one connection.
type profiler struct {
	*Ingester
	settings   Settings
	connection string
	session    Session
	personal   bool         // some column of the connection is described as personal
	random     bool         // the source can draw pages of a table at random
	api        *apiSampling // nil: the source is no API
	result     *Result
	waiting    []discovery.TableProfile
	saved      time.Time
}

// profile profiles the tables that need it, until the time is over.
func (i *Ingester) profile(ctx context.Context, p providers.Provider, s Settings, r Request, result *Result) (err error) {
	name := p.Info().Name
	oldest := time.Time{}
	switch {
	case r.Anew:
		oldest = time.Now()
	case s.MaxAge > 0:
		oldest = time.Now().Add(-s.MaxAge)
	}
	stale, err := i.options.Store.Stale(ctx, name, oldest)
	if err != nil || len(stale) == 0 {
		return err
	}
	api, err := sampleAPI(ctx, p, &s, stale)
	if err != nil {
		return err
	}
	personal, err := i.options.Store.HasPersonal(ctx, name)
	if err != nil {
		return err
	}
	session, err := r.Runner.Open(ctx, name)
	if err != nil {
		return err
	}
	one := &profiler{Ingester: i, settings: s, connection: name, session: session, personal: personal, random: p.Info().Kind == "postgres", api: api, result: result, saved: time.Now()}
	defer func() {
		if end := session.Close(); err == nil {
			err = end
		}
	}()
	deadline := time.Now().Add(s.Time)
	for n, ref := range stale {
		r.OnProgress(Progress{Connection: name, Stage: stageProfile, Done: n, Total: len(stale), Table: ref.Display()})
		if time.Now().After(deadline) || api.spent() {
			result.Left = len(stale) - n
			break
		}
		if err := one.table(ctx, ref, deadline); err != nil {
			return err
		}
	}
	r.OnProgress(Progress{Connection: name, Stage: stageProfile, Done: len(stale) - result.Left, Total: len(stale)})
	return one.save(ctx)
}

// table profiles one table. What keeps only this table from being profiled is counted; it is tried again
// by the next run.
func (p *profiler) table(ctx context.Context, ref discovery.TableRef, deadline time.Time) error {
	t, err := p.options.Store.Table(ctx, p.connection, ref)
	if err != nil {
		return err
	}
	profile := discovery.TableProfile{Ref: ref, ProfiledAt: time.Now(), Columns: map[string]discovery.Profile{}}
	if columns := p.api.answered(t, p.sampled(t)); len(columns) > 0 {
		bounded, cancel := context.WithDeadline(p.api.counting(ctx), earliest(deadline, time.Now().Add(p.settings.TimePerTable)))
		defer cancel()
		err := p.sample(bounded, t, columns, &profile)
		p.api.count()
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if code := sqlstate.CodeOf(err); code == sqlstate.UnableToConnect || code == sqlstate.AdminShutdown || code == sqlstate.ConnectionFailure {
				return err
			}
			if p.result.Failed++; p.result.FirstFailure == "" {
				p.result.FirstFailure = ref.Display() + ": " + sqlstate.From(err).Message
			}
			return nil
		}
		p.result.Profiled++
	}
	p.waiting = append(p.waiting, profile)
	if len(p.waiting) < savedTogether && time.Since(p.saved) < savedEvery {
		return nil
	}
	return p.save(ctx)
}

func earliest(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}

func (p *profiler) save(ctx context.Context) error {
	if len(p.waiting) == 0 {
		return nil
	}
	err := p.options.Store.SaveProfiles(ctx, p.connection, p.waiting)
	p.waiting, p.saved = p.waiting[:0], time.Now()
	return err
}

// sampled are the columns of a table that may be sampled. A partition has none: its table's
// are enough. Nor has a view where some column is personal: the view may show it.
func (p *profiler) sampled(t discovery.Table) (list []discovery.Column) {
	if t.PartitionOf != (discovery.TableRef{}) || t.Kind == discovery.KindEventStream || p.personal && t.Kind == discovery.KindView {
		return nil
	}
	for _, c := range t.Columns {
		if !c.PII && !p.neverSampled(c.Name) && !p.options.Denied(p.connection, t, c.Name) {
			list = append(list, c)
		}
	}
	return list
}

func (p *profiler) neverSampled(column string) bool {
	return slices.ContainsFunc(p.settings.NeverSample, func(pattern string) bool {
		ok, err := path.Match(strings.ToLower(pattern), strings.ToLower(column))
		return ok || err != nil
	})
}

// sample reads a sample of a table and measures it.
func (p *profiler) sample(ctx context.Context, t discovery.Table, columns []discovery.Column, out *discovery.TableProfile) error {
	measures := make([]*measure, len(columns))
	for i, c := range columns {
		measures[i] = newMeasure(c)
	}
	most := max(1, min(p.settings.SampleRows, mostCells/len(columns)))
	statement, part := sampleOf(p.connection, t, columns, most, p.random)
	rows, err := p.read(ctx, statement, measures)
	if err == nil && part && rows < int64(most)/10 { // the pages that were drawn had few rows
		for i, c := range columns {
			measures[i] = newMeasure(c)
		}
		statement, part = sampleOf(p.connection, t, columns, most, false)
		rows, err = p.read(ctx, statement, measures)
	}
	if err != nil {
		return err
	}
	total := rows
	switch whole := !part && rows < int64(most); {
	case whole:
		out.Rows = &rows
	case t.EstimatedRows != nil && *t.EstimatedRows > rows:
		total = *t.EstimatedRows
	default:
		total = -1
	}
	for i, c := range columns {
		out.Columns[c.Name] = measures[i].profile(rows, total, p.settings.ValuesPerColumn)
	}
	return nil
}

func (p *profiler) read(ctx context.Context, statement string, measures []*measure) (rows int64, err error) {
	err = p.session.Read(ctx, statement, func(row providers.Row) error {
		rows++
		for i, value := range row {
			measures[i].add(value)
		}
		return nil
	})
	return rows, err
}
