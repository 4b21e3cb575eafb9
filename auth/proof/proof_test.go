package proof

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

var errUnknown = sqlstate.New(sqlstate.CannotConnectNow, "the issuer does not answer")

// TestWatch: what was shown a token for ends with the token, after ten seconds without an answer, and never
// after Stop.
func TestWatch(t *testing.T) {
	revoked := errors.New("revoked")
	for name, c := range map[string]struct {
		verify func(passed time.Duration) error
		stop   time.Duration // 0: nobody stops the watch
		want   error
		after  time.Duration
	}{
		"good":                {func(time.Duration) error { return nil }, time.Minute, nil, 0},
		"revoked":             {func(d time.Duration) error { return ending(d > 5*time.Second, revoked) }, 0, revoked, 6 * time.Second},
		"revoked after stop":  {func(d time.Duration) error { return ending(d > 5*time.Second, revoked) }, 5 * time.Second, nil, 0},
		"nobody knows":        {func(d time.Duration) error { return ending(d > 3*time.Second, errUnknown) }, 0, errUnknown, 14 * time.Second},
		"for a while nobody":  {func(d time.Duration) error { return ending(d/time.Second%10 != 0, errUnknown) }, time.Minute, nil, 0},
		"nobody, and revoked": {func(d time.Duration) error { return ending(true, pick(d > 5*time.Second, revoked, errUnknown)) }, 0, revoked, 6 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var running sync.WaitGroup
				begun := time.Now()
				var ended []error
				var after time.Duration
				w := Begin(t.Context(), func(context.Context) error { return c.verify(time.Since(begun)) }, func(why error) {
					ended, after = append(ended, why), time.Since(begun)
				}, &running)
				if c.stop > 0 {
					time.Sleep(c.stop)
					w.Stop()
				}
				time.Sleep(2 * time.Minute)
				w.Stop()
				running.Wait()
				if len(ended) > 1 || !errors.Is(errors.Join(ended...), c.want) || after != c.after {
					t.Errorf("ended by %v after %v, want %v after %v", ended, after, c.want, c.after)
				}
			})
		})
	}
}

// TestStopCancels: Stop cancels a verification that waits, and its answer ends nothing.
func TestStopCancels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running sync.WaitGroup
		var begun, cancelled atomic.Int64
		w := Begin(t.Context(), func(ctx context.Context) error {
			begun.Add(1)
			<-ctx.Done()
			cancelled.Add(1)
			return ctx.Err()
		}, func(why error) { t.Errorf("ended by %v", why) }, &running)
		time.Sleep(5 * time.Second)
		if begun.Load() != 1 || cancelled.Load() != 0 {
			t.Errorf("%d verifications have begun, %d have ended", begun.Load(), cancelled.Load())
		}
		w.Stop()
		running.Wait()
		if begun.Load() != 1 || cancelled.Load() != 1 {
			t.Errorf("%d verifications have begun, %d were cancelled", begun.Load(), cancelled.Load())
		}
	})
}

func ending(yes bool, err error) error {
	if yes {
		return err
	}
	return nil
}

func pick(yes bool, a, b error) error {
	if yes {
		return a
	}
	return b
}
