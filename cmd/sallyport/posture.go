package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/cmd/sallyport/validatecmd"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/shell/show"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// How often the logins of sources are looked at: rights change, servers are
// updated, and one that was down comes back.
const (
	lookAgain = time.Hour
	lookSoon  = time.Minute
)

// lookout looks at what the sources' logins could do if the gate failed, and
// warns of it. It holds nothing up: each source has a goroutine, which end
// waits for.
type lookout struct {
	cancel  context.CancelFunc
	looking sync.WaitGroup
}

func lookOut(ctx context.Context, e *engine.Engine, logger hclog.Logger) *lookout {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	l := &lookout{cancel: cancel}
	for _, p := range e.Info().Postures {
		l.looking.Go(func() { watch(ctx, e, p.Source, logger) })
	}
	return l
}

// stop stops looking and waits until nothing looks any more.
func (l *lookout) stop() {
	l.cancel()
	l.looking.Wait()
}

// watch looks at one source until the context ends, and tells what is new.
func watch(ctx context.Context, e *engine.Engine, source string, logger hclog.Logger) {
	told := map[string]bool{}
	for {
		p, _ := e.Examine(ctx, source)
		if ctx.Err() != nil {
			return
		}
		told = tell(logger, p, told)
		wait := lookAgain
		if p.Failed != nil {
			wait = lookSoon
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return
		}
	}
}

// tell logs what was not told before, and returns what has been told by now.
func tell(logger hclog.Logger, p engine.Posture, before map[string]bool) map[string]bool {
	now := map[string]bool{}
	if p.Failed != nil {
		e := sqlstate.From(p.Failed)
		if now[e.Message] = true; !before[e.Message] {
			logger.Warn(e.Message+"; what its login could do is not known", "source", p.Source, "do", e.Hint, "cause", e.Cause)
		}
		return now
	}
	for _, r := range p.Risks {
		if now[r.What] = true; !before[r.What] {
			args := []any{"source", p.Source, "role", show.Visible(p.Role), "risk", r.Code}
			if names := risky(r); names != "" {
				args = append(args, "these", names)
			}
			logger.Warn(r.What, append(args, "do", r.Advice)...)
		}
	}
	const clean = "the login can do no more than it needs"
	if len(p.Risks) == 0 && len(p.Unknown) == 0 {
		if now[clean] = true; !before[clean] {
			logger.Info(clean, "source", p.Source, "role", show.Visible(p.Role))
		}
	}
	if unknown := strings.Join(p.Unknown, ", "); unknown != "" {
		if now[unknown] = true; !before[unknown] {
			logger.Info("the server does not tell all of what the login could do", "source", p.Source, "unknown", unknown)
		}
	}
	return now
}

// risky names what a risk is about.
func risky(r providers.Risk) string {
	names := make([]string, len(r.Names))
	for i, n := range r.Names {
		names[i] = show.Visible(n)
	}
	text := strings.Join(names, ", ")
	if more := r.Count - len(names); more > 0 && len(names) > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// printPostures looks at every source that has a login and prints what it could
// do, for check-config.
func printPostures(ctx context.Context, c config.Config, environ []string, w io.Writer) (err error) {
	b, err := validatecmd.OpenBeside(ctx, c, environ)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	var errs []error
	for _, s := range c.Sources {
		p, examined := b.Examine(ctx, s.Name)
		switch {
		case !examined:
		case p.Failed != nil:
			errs = append(errs, p.Failed)
		default:
			printPosture(w, p)
		}
	}
	return errors.Join(errs...)
}

func printPosture(w io.Writer, p engine.Posture) {
	fmt.Fprintf(w, "\nsource %s, PostgreSQL %s, as the role %s:\n", p.Source, show.Visible(p.Version), show.Visible(p.Role))
	if len(p.Risks) == 0 {
		fmt.Fprintln(w, "  no risk was found")
	}
	for _, r := range p.Risks {
		fmt.Fprintf(w, "  %-16s  %s\n", r.Code, r.What)
		if names := risky(r); names != "" {
			fmt.Fprintf(w, "  %-16s  %s\n", "", names)
		}
		fmt.Fprintf(w, "  %-16s  → %s\n", "", r.Advice)
	}
	if len(p.Unknown) > 0 {
		fmt.Fprintf(w, "  not known: %s\n", strings.Join(p.Unknown, ", "))
	}
}
