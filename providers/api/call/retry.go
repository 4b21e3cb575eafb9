package call

import (
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/sallyportdb/sallyport/providers/api/document"
)

// policy says which failed requests are sent again, and when.
type policy struct {
	attempts    int
	first, most time.Duration
	factor      float64
	jitter      float64
	methods     []string
	statuses    []int
}

// mostAttempts bounds how often a request is sent, whatever a document and an API say.
const mostAttempts = 10

// retryPolicy is the policy of a document, with defaults for what the document does not say.
func retryPolicy(d *document.Retry) policy {
	p := policy{
		attempts: 3, first: 500 * time.Millisecond, most: 10 * time.Second, factor: 2, jitter: 0.2,
		methods: []string{http.MethodGet, http.MethodHead}, statuses: []int{408, 429, 502, 503, 504},
	}
	if d == nil {
		return p
	}
	if d.MaxAttempts > 0 {
		p.attempts = min(d.MaxAttempts, mostAttempts)
	}
	if d.InitialDelayMS > 0 {
		p.first = time.Duration(d.InitialDelayMS) * time.Millisecond
	}
	if d.MaxDelayMS > 0 {
		p.most = time.Duration(d.MaxDelayMS) * time.Millisecond
	}
	if d.Multiplier >= 1 {
		p.factor = d.Multiplier
	}
	if d.Jitter > 0 {
		p.jitter = min(d.Jitter, 1)
	}
	if len(d.Methods) > 0 {
		p.methods = d.Methods
	}
	if len(d.Statuses) > 0 {
		p.statuses = d.Statuses
	}
	return p
}

// again says whether a failed request may be sent again, and how long to wait before.
// What reads may be repeated. What changes something may only where it was certainly
// not done: nobody was reached, or the API says to come back later.
func (p policy) again(m *message, attempt int, f *failure) (time.Duration, bool) {
	most := p.attempts
	if f.limited && f.wait > 0 { // the API says when, so it is no use to give up before
		most = max(most, mostAttempts)
	}
	if attempt >= most || f.final {
		return 0, false
	}
	safe := m.read || slices.Contains(p.methods, m.method) && (m.method == http.MethodPut || m.method == http.MethodDelete || m.method == http.MethodOptions)
	switch {
	case f.status == 0:
		if !safe && !f.unsent {
			return 0, false
		}
	case f.limited: // 429, and 403 for the same reason
	case f.status == http.StatusServiceUnavailable && f.wait > 0:
	case !safe || !slices.Contains(p.statuses, f.status):
		return 0, false
	}
	wait := float64(p.first) * math.Pow(p.factor, float64(attempt-1))
	wait *= 1 + p.jitter*(2*rand.Float64()-1) //nolint:gosec // no secret: it spreads requests
	return max(min(time.Duration(wait), p.most), f.wait), true
}

// retryAfter returns how long an API asks to wait, or 0 if it does not say.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if text := h.Get("Retry-After"); text != "" {
		if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds >= 0 && seconds < 1e9 {
			return time.Duration(seconds * float64(time.Second))
		}
		if at, err := http.ParseTime(text); err == nil {
			return max(at.Sub(now), 0)
		}
	}
	if h.Get("X-Ratelimit-Remaining") == "0" || h.Get("X-Rate-Limit-Remaining") == "0" {
		for _, name := range []string{"X-Ratelimit-Reset", "X-Rate-Limit-Reset"} {
			if at, err := strconv.ParseInt(h.Get(name), 10, 64); err == nil && at > 0 {
				if at < 1e9 { // some count from now
					return time.Duration(at) * time.Second
				}
				return max(time.Unix(at, 0).Sub(now), time.Second)
			}
		}
	}
	return 0
}
