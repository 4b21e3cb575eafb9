package call

import (
	"net/url"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sallyportdb/sallyport/providers"
)

// record is what was sent for one scan or call. It is safe for concurrent use.
type record struct {
	mu      sync.Mutex
	entries []*sent
	places  map[string]*sent
	total   atomic.Int64 // bytes of all answers
}

type sent struct {
	request providers.Request
	bytes   atomic.Int64
}

// mostRecorded is how many different requests are listed; those that come after are
// counted together, by host.
const mostRecorded = 1000

// add notes a request and its status; 0: it had no answer.
func (r *record) add(method string, u *url.URL, status int) *sent {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.places == nil {
		r.places = map[string]*sent{}
	}
	path := clean(u.EscapedPath(), 1024)
	if len(r.entries) >= mostRecorded {
		path = "…"
	}
	key := method + " " + u.Host + path + " " + string(rune(status))
	e := r.places[key]
	if e == nil {
		e = &sent{request: providers.Request{Method: method, Host: u.Host, Path: path, Status: status}}
		r.places[key], r.entries = e, append(r.entries, e)
	}
	e.request.Count++
	return e
}

// tell notes a request that somebody else has sent for the scan or call: one for a token.
func (r *record) tell(request providers.Request) {
	e := r.add(request.Method, &url.URL{Host: request.Host, Path: request.Path}, request.Status)
	e.bytes.Add(request.Bytes)
}

func (r *record) requests() []providers.Request {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := make([]providers.Request, len(r.entries))
	for i, e := range r.entries {
		list[i] = e.request
		list[i].Bytes = e.bytes.Load()
	}
	return slices.Clip(list)
}
