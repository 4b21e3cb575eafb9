package estimate

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Cost is the total cost of the plan of a text, as the source reckons it.
func (e *Estimator) Cost(ctx context.Context, source, text string, types []uint32) (float64, error) {
	args := providers.Args{Values: e.Args.Values, Formats: e.Args.Formats}
	const explain = "EXPLAIN (FORMAT JSON) "
	plan, err := e.ask(ctx, source, explain+text, args, types)
	if err != nil {
		placed := *sqlstate.From(err)
		placed.Position = max(placed.Position-len(explain), 0)
		placed.Cause = err
		return 0, &placed
	}
	var plans []struct {
		Plan struct {
			Cost *float64 `json:"Total Cost"`
		}
	}
	if err := json.Unmarshal([]byte(plan), &plans); err != nil || len(plans) != 1 || plans[0].Plan.Cost == nil {
		return 0, sqlstate.Wrap(err, sqlstate.InternalError, "the plan could not be read")
	}
	return *plans[0].Plan.Cost, nil
}

// Unproven reports whether an error of Cost says that planning could do more than read.
func Unproven(err error) bool { return errors.Is(err, errNoRead) }
