package mcp

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/mcp/library"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/mcp/transport"
	"github.com/sallyportdb/sallyport/providers"
)

// progress tells a client that asked for it how far a call is. Every tool call has one, by around. A call
// that ends within one interval is not reported.
type progress struct {
	rows   atomic.Int64
	apis   providers.Progress // what was read of APIs, which comes before the first row
	staged bool               // its numbers are those of stages, not seconds
	send   func(at float64, text string) bool

	mu    sync.Mutex
	now   stage     // the stage that has begun
	since time.Time // when it did
}

// stage is a part of a call that a client is told of. at is the share of the call, from 0 to 1, that is
// done when the stage begins.
type stage struct {
	at   float64
	text string
}

var stageValidating, stageExecuting = stage{0, "Validating SQL"}, stage{0.3, "Executing"}

// stage tells that a stage begins, where the tool has stages and the client asked for reports.
func (p *progress) stage(next stage) {
	if p == nil || !p.staged {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now, p.since = next, time.Now()
	p.send(next.at, next.text)
}

// within is the progress of a staged call while a stage runs: it grows with time, and stays below the progress of
// the next stage.
func (p *progress) within() float64 {
	next := 1.0
	if p.now.at < stageExecuting.at {
		next = stageExecuting.at
	}
	running := time.Since(p.since).Seconds()
	return p.now.at + (next-p.now.at)*0.9*running/(10+running)
}

type progressKey struct{}

// progressOf is the progress of a call, nil where its client did not ask for reports.
func progressOf(ctx context.Context) *progress {
	p, _ := ctx.Value(progressKey{}).(*progress)
	return p
}

// rowRead counts a row.
func (p *progress) rowRead() {
	if p != nil {
		p.rows.Add(1)
	}
}

// around is what all tool calls have in common: their trace, and their progress. The last report leaves
// before the answer.
func (s *Server) around(next library.ToolHandler) library.ToolHandler {
	return func(ctx context.Context, r mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		meta := r.Params.Meta
		if meta == nil {
			return next(ctx, r)
		}
		if traceparent, ok := meta.AdditionalFields["traceparent"].(string); ok {
			ctx = transport.WithTrace(ctx, traceparent)
		}
		ctx, stop := s.progressing(ctx, r.Params.Name, meta.ProgressToken)
		defer stop()
		return next(ctx, r)
	}
}

// progressing tells how far a call is from now on, if its client asked for that by a token. stop waits for the
// last report.
func (s *Server) progressing(ctx context.Context, tool string, token mcpgo.ProgressToken) (_ context.Context, stop func()) {
	to := transport.From(ctx).Outlet
	if !isToken(token) || to == nil {
		return ctx, func() {}
	}
	p := &progress{staged: s.byName[tool] != nil && s.byName[tool].staged, since: time.Now()}
	p.send = func(at float64, text string) bool {
		return to.Notify(transport.Notification("notifications/progress", map[string]any{
			"progressToken": token, "progress": at, "message": text,
		}))
	}
	ctx = providers.WithProgress(context.WithValue(ctx, progressKey{}, p), &p.apis)
	return ctx, p.start(s.limits.Progress)
}

func isToken(token mcpgo.ProgressToken) bool {
	switch token.(type) {
	case string, float64:
		return true
	}
	return false
}

// start reports every interval until stop, which waits for the last report.
func (p *progress) start(interval time.Duration) (stop func()) {
	began := time.Now()
	ended := make(chan struct{})
	var last time.Duration
	var reporter sync.WaitGroup
	reporter.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			select {
			case <-ended:
				return
			case <-ticker.C:
			}
			running := time.Since(began).Round(time.Millisecond)
			if running <= last {
				continue
			}
			if last = running; !p.report(running) {
				return
			}
		}
	})
	return func() {
		close(ended)
		reporter.Wait()
	}
}

// report sends one notification. The protocol wants a number that always grows: seconds, or
// the share of the stages that is behind the call.
func (p *progress) report(running time.Duration) bool {
	text := fmt.Sprintf("running for %d s", int(running.Seconds()))
	if pages, rows := p.apis.Read(); pages > 0 || rows > 0 {
		text += ", " + render.Count(int(pages), "page") + " with " + render.Count(int(rows), "row") + " of APIs"
	}
	if n := p.rows.Load(); n > 0 {
		text += ", " + render.Count(int(n), "row") + " read"
	}
	if !p.staged {
		return p.send(running.Seconds(), text)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.now.text == "" || p.now.at >= 1 { // before the first stage, and after the last
		return true
	}
	return p.send(p.within(), p.now.text+": "+text)
}
