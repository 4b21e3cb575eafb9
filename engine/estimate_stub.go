// This file stands in for estimate.go until that is there; whoever adds estimate.go deletes it.

package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

func (s *Session) estimate(ctx context.Context, plans []*planner.Statement, args providers.Args) approval.Estimate {
	return approval.Estimate{Rows: -1}
}
func limitOf(e approval.Estimate, percent, rows int64) int64 { return -1 }
