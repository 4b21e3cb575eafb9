// Package progress tells clients that asked for it how far their calls are: how long a call has been running, what was read
// of APIs, how many rows it has, and for some tools the stage that it is in.
package progress

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/mcp/transport"
	"github.com/sallyportdb/sallyport/providers"
)

// Progress tracks how far one call is. A call that ends within one interval is not reported. The methods of a nil Progress do
// nothing: its client did not ask for reports.
type Progress struct {
	rows   atomic.Int64
	apis   providers.Progress // what was read of APIs before the first row
	staged bool               // the numbers are shares of the stages, not seconds
	send   func(at float64, text string) bool

	mu    sync.Mutex
	now   Stage     // the stage that has begun
	since time.Time // when the stage began
}

// Stage is a part of a call that reports name. At is the share of the call, from 0 to 1, that is done when the stage begins.
type Stage struct {
	At   float64
	Text string
}

// The stages before a statement runs, and while it does.
var (
	Validating = Stage{0, "Validating SQL"}
	Executing  = Stage{0.3, "Executing"}
)

// Begin notes that a stage begins, and reports it if the tool has stages and the client asked for reports.
func (p *Progress) Begin(next Stage) {
	if p == nil || !p.staged {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now, p.since = next, time.Now()
	p.send(next.At, next.Text)
}

// within returns the progress of a staged call while a stage runs. It grows with time, and stays below the progress of the
// next stage.
func (p *Progress) within() float64 {
	next := 1.0
	if p.now.At < Executing.At {
		next = Executing.At
	}
	running := time.Since(p.since).Seconds()
	return p.now.At + (next-p.now.At)*0.9*running/(10+running)
}

type progressKey struct{}

// Of returns the progress of a call, or nil if its client did not ask for reports.
func Of(ctx context.Context) *Progress {
	p, _ := ctx.Value(progressKey{}).(*Progress)
	return p
}

// RowRead counts a row.
func (p *Progress) RowRead() {
	if p != nil {
		p.rows.Add(1)
	}
}

// Start reports how far a call is, every interval until stop, if the client asked for reports by a token. staged says that the
// call has stages. stop waits for the last report.
func Start(ctx context.Context, token mcpgo.ProgressToken, staged bool, interval time.Duration) (_ context.Context, stop func()) {
	to := transport.From(ctx).Outlet
	if !isToken(token) || to == nil {
		return ctx, func() {}
	}
	p := &Progress{staged: staged, since: time.Now()}
	p.send = func(at float64, text string) bool {
		return to.Notify(transport.Notification("notifications/progress", map[string]any{
			"progressToken": token, "progress": at, "message": text,
		}))
	}
	ctx = providers.WithProgress(context.WithValue(ctx, progressKey{}, p), &p.apis)
	return ctx, p.start(interval)
}

func isToken(token mcpgo.ProgressToken) bool {
	switch token.(type) {
	case string, float64:
		return true
	}
	return false
}

// start begins the reports.
func (p *Progress) start(interval time.Duration) (stop func()) {
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

// report sends one notification. By the protocol its number must always grow: it is the seconds since the call began, or the
// share of the stages that is done.
func (p *Progress) report(running time.Duration) bool {
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
	if p.now.Text == "" || p.now.At >= 1 { // before the first stage, and after the last
		return true
	}
	return p.send(p.within(), p.now.Text+": "+text)
}
