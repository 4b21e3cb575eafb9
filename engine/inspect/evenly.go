package inspect

import (
	"context"
	"time"
)

// evenStep is what the time of an answer about a relation that a principal may not use is rounded up to. It is longer than
// such an answer takes on a machine that is not overloaded, also where the source is asked for the first time.
const evenStep = 25 * time.Millisecond

// Evenly waits until a whole number of steps has passed since began, or until the context ends. The answer that a relation
// is not for a principal, or does not exist, comes at such a time: where there is no relation, the source is asked once
// more, and where there is one, more is read of it, so that the time would tell which of the two it is.
func Evenly(ctx context.Context, began time.Time) {
	timer := time.NewTimer(evenStep - time.Since(began)%evenStep)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
