// Package rate bounds how often somebody does something: a principal asks, an address tries a
// password. It remembers a bounded number of them. Beyond it, whoever has been silent longest is
// forgotten, and begins anew with the whole burst.
package rate

import (
	"container/list"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// most bounds the keys that are remembered.
const most = 10_000

// Limits holds each key to the same rate. It is safe for concurrent use; nil has no limit.
type Limits struct {
	rate  rate.Limit
	burst int
	now   func() time.Time

	mu    sync.Mutex
	keys  map[string]*list.Element
	order *list.List // of *limited, who asked last first
}

type limited struct {
	key     string
	limiter *rate.Limiter
}

// New makes Limits of perMinute uses a minute, of which burst may come at once. It returns nil if
// perMinute is 0.
func New(perMinute, burst int) *Limits {
	if perMinute <= 0 {
		return nil
	}
	return &Limits{
		rate: rate.Limit(float64(perMinute) / 60), burst: max(burst, 1), now: time.Now,
		keys: map[string]*list.Element{}, order: list.New(),
	}
}

// Take reports whether a key may go on now, and if not, when.
func (l *Limits) Take(key string) (after time.Duration, ok bool) {
	if l == nil {
		return 0, true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	reservation := l.find(key).ReserveN(now, 1)
	after = reservation.DelayFrom(now)
	if after == 0 {
		return 0, true
	}
	reservation.CancelAt(now)
	return time.Duration(math.Ceil(after.Seconds())) * time.Second, false
}

func (l *Limits) find(key string) *rate.Limiter {
	if element, known := l.keys[key]; known {
		l.order.MoveToFront(element)
		return element.Value.(*limited).limiter
	}
	if len(l.keys) >= most {
		last := l.order.Back()
		delete(l.keys, last.Value.(*limited).key)
		l.order.Remove(last)
	}
	one := &limited{key, rate.NewLimiter(l.rate, l.burst)}
	l.keys[key] = l.order.PushFront(one)
	return one.limiter
}
