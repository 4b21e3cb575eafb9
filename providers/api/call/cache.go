package call

import (
	"bytes"
	"container/list"
	"crypto/sha256"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The cache keeps answers that say that they may be used again: for the short time that
// they name, and beyond it as long as the API confirms them (304). An answer is found by
// everything that was sent for it, credentials included, so nobody gets what somebody
// else was shown. What is sent to change something makes a host's answers forgotten.
const (
	mostCached    = 32 << 20 // bytes
	longestCached = 1 << 20  // bytes of one answer
)

type cache struct {
	mu    sync.Mutex
	known map[string]*list.Element // of *cached
	order *list.List               // the one that was used last is first
	bytes int
	// changes counts what was forgotten: an answer that was asked for before a change
	// is not kept behind it.
	changes int
}

func newCache() *cache { return &cache{known: map[string]*list.Element{}, order: list.New()} }

type cached struct {
	key, host  string
	header     http.Header
	body       []byte
	freshUntil time.Time
	changes    int // as they were when it was asked for
}

// cacheKey is a hash of all that a request says.
func cacheKey(r *http.Request) string {
	sum := sha256.New()
	write := func(text string) { // each with its length
		sum.Write(strconv.AppendInt(nil, int64(len(text)), 10))
		sum.Write([]byte{' '})
		sum.Write([]byte(text))
	}
	write(r.Method)
	write(r.URL.String())
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		write(name)
		for _, value := range r.Header[name] {
			write(value)
		}
		write("")
	}
	return string(sum.Sum(nil))
}

// get returns what is known, nil: nothing, and how many changes there were until now.
func (c *cache) get(key string) (*cached, int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.known[key]
	if e == nil {
		return nil, c.changes
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached), c.changes
}

func (c *cache) put(entry *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if entry.changes != c.changes {
		return
	}
	if old := c.known[entry.key]; old != nil {
		c.remove(old)
	}
	c.known[entry.key] = c.order.PushFront(entry)
	c.bytes += entry.size()
	for c.bytes > mostCached {
		c.remove(c.order.Back())
	}
}

func (c *cache) remove(e *list.Element) {
	entry := c.order.Remove(e).(*cached)
	delete(c.known, entry.key)
	c.bytes -= entry.size()
}

func (e *cached) size() int { return len(e.body) + 4096 }

// dropHost drops what is known of a host.
func (c *cache) dropHost(host string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.changes++
	for e := c.order.Front(); e != nil; {
		next := e.Next()
		if e.Value.(*cached).host == host {
			c.remove(e)
		}
		e = next
	}
}

// askUnchanged lets a request ask whether the answer is still the same.
func (e *cached) askUnchanged(r *http.Request) {
	if tag := e.header.Get("ETag"); tag != "" {
		r.Header.Set("If-None-Match", tag)
	} else if at := e.header.Get("Last-Modified"); at != "" {
		r.Header.Set("If-Modified-Since", at)
	}
}

func (e *cached) answer(u *url.URL, hidden secrets) *answer {
	return &answer{status: http.StatusOK, header: e.header, body: io.NopCloser(bytes.NewReader(e.body)), url: u, secrets: hidden}
}

// renew keeps an answer that the API has confirmed.
func (c *cache) renew(e *cached, changes int, header http.Header, most time.Duration) {
	out := *e
	out.freshUntil, out.changes = freshUntil(header, most), changes
	c.put(&out)
}

// watch keeps an answer while its body is read, if it may be kept, and all is read.
func (c *cache) watch(key, host string, changes int, a *answer, most time.Duration) {
	if a.status != http.StatusOK {
		return
	}
	control := strings.ToLower(a.header.Get("Cache-Control"))
	if strings.Contains(control, "no-store") || a.header.Get("Vary") == "*" {
		return
	}
	until := freshUntil(a.header, most)
	if until.IsZero() && a.header.Get("ETag") == "" && a.header.Get("Last-Modified") == "" {
		return
	}
	a.body = &keptBody{ReadCloser: a.body, cache: c, entry: &cached{key: key, host: host, header: a.header.Clone(), freshUntil: until, changes: changes}}
}

// freshUntil is how long an answer may be used without asking: what it says itself, and
// no longer than most.
func freshUntil(h http.Header, most time.Duration) time.Time {
	control := strings.ToLower(h.Get("Cache-Control"))
	if strings.Contains(control, "no-cache") || strings.Contains(control, "must-revalidate") {
		return time.Time{}
	}
	for directive := range strings.SplitSeq(control, ",") {
		if value, is := strings.CutPrefix(strings.TrimSpace(directive), "max-age="); is {
			seconds, err := strconv.ParseInt(strings.Trim(value, `"`), 10, 32)
			if err != nil || seconds <= 0 {
				return time.Time{}
			}
			return time.Now().Add(min(time.Duration(seconds)*time.Second, most))
		}
	}
	return time.Time{}
}

// keptBody keeps what is read, and puts it into the cache at its end.
type keptBody struct {
	io.ReadCloser
	cache *cache
	entry *cached // nil: it is too long, or was put
}

func (b *keptBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.entry == nil {
		return n, err
	}
	if len(b.entry.body)+n > longestCached {
		b.entry = nil
		return n, err
	}
	b.entry.body = append(b.entry.body, p[:n]...)
	if err == io.EOF {
		b.cache.put(b.entry)
		b.entry = nil
	}
	return n, err
}
