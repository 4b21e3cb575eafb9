package estimate

import (
	"context"
	"errors"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Cost is the total cost of the plan of a text, as the source reckons it.
func (e *Estimator) Cost(ctx context.Context, source, text string, types []uint32) (float64, error) {
	plans, err := e.explainPlans(ctx, source, explainPlan, text, types)
	switch {
	case errors.Is(err, errUnreadable), err == nil && (len(plans) != 1 || plans[0].Cost == nil):
		return 0, sqlstate.Wrap(err, sqlstate.InternalError, "%v", errUnreadable)
	case err != nil:
		placed := *sqlstate.From(err)
		placed.Position = max(placed.Position-len(explainPlan), 0)
		placed.Cause = err
		return 0, &placed
	}
	return *plans[0].Cost, nil
}

// Unproven reports whether an error of Cost says that planning could do more than read.
func Unproven(err error) bool { return errors.Is(err, errNoRead) }
