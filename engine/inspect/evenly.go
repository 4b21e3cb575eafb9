package inspect

import (
	"context"
	"time"
)

// evenStep is what the time of an answer about a relation that a principal may not use is rounded up to. It is longer than
// such an answer takes on a machine that is not overloaded, also where the source is asked for the first time.
const evenStep = 25 * time.Millisecond

// timerGrain is how late a timer of Go's can be: the poller waits for whole milliseconds, so that a timer alone would tell
// by how much it was set.
const timerGrain = 2 * time.Millisecond

// Evenly waits until a whole number of steps has passed since began, or until the context ends. The answer that a relation
// is not for a principal, or does not exist, comes at such a time: where there is no relation, the source is asked once
// more, and where there is one, more is read of it, so that the time would tell which of the two it is.
func Evenly(ctx context.Context, began time.Time) {
	end := began.Add(time.Since(began).Truncate(evenStep) + evenStep)
	timer := time.NewTimer(time.Until(end) - timerGrain)
	defer timer.Stop()
	select {
	case <-timer.C:
		sleepUntil(end)
	case <-ctx.Done():
	}
}
