package providers

import (
	"context"
	"sync/atomic"
)

// Progress tells how far a statement over APIs is. It is safe for concurrent use, and a nil Progress
// counts nothing.
type Progress struct{ pages, rows atomic.Int64 }

type progressKey struct{}

// WithProgress returns a context in which sources count into p.
func WithProgress(ctx context.Context, p *Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// ProgressOf returns the Progress of a context, or nil if nobody watches.
func ProgressOf(ctx context.Context) *Progress {
	p, _ := ctx.Value(progressKey{}).(*Progress)
	return p
}

// AddPage counts an answer that was read to its end.
func (p *Progress) AddPage() {
	if p != nil {
		p.pages.Add(1)
	}
}

// AddRow counts a row.
func (p *Progress) AddRow() {
	if p != nil {
		p.rows.Add(1)
	}
}

// Read says how many pages and rows were read until now.
func (p *Progress) Read() (pages, rows int64) {
	if p == nil {
		return 0, 0
	}
	return p.pages.Load(), p.rows.Load()
}
