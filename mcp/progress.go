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

// progress tells a client that asked for it how far a call is. Every tool call
// has one, by around; what takes less than an interval is not worth a word.
type progress struct {
	rows atomic.Int64
	apis providers.Progress // what was read of APIs, which comes before the first row
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

// around is what all tool calls have in common: their trace, and their
// progress. It ends before the answer leaves, so nothing comes after that.
func (s *Server) around(next library.ToolHandler) library.ToolHandler {
	return func(ctx context.Context, r mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		meta := r.Params.Meta
		if meta == nil {
			return next(ctx, r)
		}
		if traceparent, ok := meta.AdditionalFields["traceparent"].(string); ok {
			ctx = transport.WithTrace(ctx, traceparent)
		}
		to := transport.From(ctx).Outlet
		if !isToken(meta.ProgressToken) || to == nil {
			return next(ctx, r)
		}
		p := &progress{}
		ctx = providers.WithProgress(context.WithValue(ctx, progressKey{}, p), &p.apis)
		stop := p.start(to, meta.ProgressToken, s.limits.Progress)
		defer stop()
		return next(ctx, r)
	}
}

func isToken(token mcpgo.ProgressToken) bool {
	switch token.(type) {
	case string, float64:
		return true
	}
	return false
}

// start reports every interval until stop, which waits for the last report.
func (p *progress) start(to transport.Outlet, token mcpgo.ProgressToken, interval time.Duration) (stop func()) {
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
			if last = running; !to.Notify(p.report(token, running)) {
				return
			}
		}
	})
	return func() {
		close(ended)
		reporter.Wait()
	}
}

// report is one notification. The protocol wants a number that always grows: seconds.
func (p *progress) report(token mcpgo.ProgressToken, running time.Duration) []byte {
	text := fmt.Sprintf("running for %d s", int(running.Seconds()))
	if pages, rows := p.apis.Read(); pages > 0 || rows > 0 {
		text += ", " + render.Count(int(pages), "page") + " with " + render.Count(int(rows), "row") + " of APIs"
	}
	if n := p.rows.Load(); n > 0 {
		text += ", " + render.Count(int(n), "row") + " read"
	}
	return transport.Notification("notifications/progress", map[string]any{
		"progressToken": token, "progress": running.Seconds(), "message": text,
	})
}
