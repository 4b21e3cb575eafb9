package engine

import (
	"context"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/providers"
)

// Estimate is estimate of a text, for the tests outside of the package.
func (s *Session) Estimate(ctx context.Context, r Request, args providers.Args) (approval.Estimate, error) {
	plans, err := s.planText(ctx, r)
	if err != nil {
		return approval.Estimate{}, err
	}
	found, _ := s.estimateChanges(ctx, plans, args, r.ParamTypes...) // the tests look at what is found all the same
	return found, nil
}

// Waiting is how many calls wait for people.
func (e *Engine) Waiting() (n int) {
	e.asked.mu.Lock()
	defer e.asked.mu.Unlock()
	for _, calls := range e.asked.calls {
		n += calls
	}
	return n
}
