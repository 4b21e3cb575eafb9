package call

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// sender sends the requests of one scan or call.
type sender struct {
	client *Client
	target *Target
	record *record
}

// answer is an answer with a status of success. body must be closed.
type answer struct {
	status  int
	header  http.Header
	body    io.ReadCloser
	url     *url.URL
	secrets secrets // what the request had of them
}

// mostRedirects are followed, on the same host.
const mostRedirects = 5

// send sends a request, again where that is safe and may help, and returns an answer of
// success. Every other answer is an error.
func (s *sender) send(ctx context.Context, m *message) (*answer, error) {
	policy := retryPolicy(s.target.Method.Retry)
	resigned := false
	for attempt := 1; ; attempt++ {
		a, f := s.attempt(ctx, m)
		if f != nil && !resigned && s.mayResign(ctx, f) {
			resigned = true
			if a, f = s.attempt(ctx, m); f != nil && f.unaccepted {
				f.err = sqlstate.From(f.err).WithHint("The API does not accept the credentials that are configured for this provider; they were read again, and are not accepted either.")
			}
		}
		if f == nil {
			return a, nil
		}
		wait, again := policy.again(m, attempt, f)
		if !again {
			return nil, f.err
		}
		if deadline, has := ctx.Deadline(); wait > s.client.limits.RetryWait || has && time.Until(deadline) <= wait {
			return nil, f.later(wait)
		}
		if err := sleep(ctx, wait); err != nil {
			return nil, err
		}
	}
}

// mayResign reports whether a request that was refused for its credentials may be signed otherwise now. Even what
// changes something may be sent again then, because it was not carried out.
func (s *sender) mayResign(ctx context.Context, f *failure) bool {
	signer := s.target.Signer
	return signer != nil && f.unaccepted && signer.Refused(ctx, f.signed)
}

func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return sqlstate.From(context.Cause(ctx))
	case <-timer.C:
		return nil
	}
}

// attempt sends a request once, and follows where it is led on the same host.
func (s *sender) attempt(ctx context.Context, m *message) (*answer, *failure) {
	u, err := m.address()
	if err != nil {
		return nil, &failure{err: err}
	}
	body, err := m.bytes()
	if err != nil {
		return nil, &failure{err: err}
	}
	for range mostRedirects + 1 {
		a, f := s.once(ctx, m, u, body)
		if f != nil || a.status < 300 || a.status > 399 || a.status == http.StatusNotModified {
			return a, f
		}
		_ = a.body.Close() //nolint:errcheck // it was only read
		next, err := s.redirected(m, u, a)
		if err != nil {
			return nil, &failure{err: err}
		}
		u = next
	}
	return nil, &failure{err: sqlstate.New(sqlstate.ProtocolViolation, "%s leads from one address to the next, more than %d times", s.requestName(m, u), mostRedirects)}
}

// redirected is where an answer leads: to the same host, for a request that reads.
func (s *sender) redirected(m *message, from *url.URL, a *answer) (*url.URL, error) {
	next, err := from.Parse(a.header.Get("Location"))
	if err != nil || a.header.Get("Location") == "" {
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "%s was answered %d, without a place to go to", s.requestName(m, from), a.status)
	}
	if !m.read || m.method == http.MethodPost {
		return nil, sqlstate.New(sqlstate.ProtocolViolation, "%s was answered %d: the method has moved to %s", s.requestName(m, from), a.status, clean(next.Host+next.Path, 200)).
			WithHint("What changes something is not sent to another address than its document's.")
	}
	if !sameOrigin(from, next) {
		return nil, sqlstate.New(sqlstate.InsufficientPrivilege, "%s leads to %s, which is another host", s.requestName(m, from), clean(next.Scheme+"://"+next.Host, 200)).
			WithHint("Requests stay on the host that the document names, because they carry credentials.")
	}
	next.User, next.Fragment = nil, ""
	return next, nil
}

// sameOrigin reports whether two addresses have one scheme, host and port, or differ
// only in that the second has TLS.
func sameOrigin(a, b *url.URL) bool {
	if a.Scheme == b.Scheme {
		return a.Host == b.Host || a.Hostname() == b.Hostname() && port(a) == port(b)
	}
	return a.Scheme == "http" && b.Scheme == "https" && a.Hostname() == b.Hostname() && a.Port() == "" && b.Port() == ""
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	return map[string]string{"http": "80", "https": "443"}[u.Scheme]
}

// once sends one request to one address.
func (s *sender) once(ctx context.Context, m *message, u *url.URL, body []byte) (*answer, *failure) {
	req, hidden, err := s.prepare(ctx, m, u, body)
	if err != nil {
		return nil, &failure{err: err}
	}
	c, signed := s.client, time.Now()
	key, known, changes := "", (*cached)(nil), 0
	if m.read && req.Method == http.MethodGet && len(body) == 0 {
		key = cacheKey(req)
		if known, changes = c.cache.get(key); known != nil {
			if time.Now().Before(known.freshUntil) {
				return known.answer(u, hidden), nil
			}
			known.askUnchanged(req)
		}
	} else if !m.read {
		defer c.cache.dropHost(u.Host)
	}
	release, err := c.hosts.Enter(ctx, u.Host)
	if err != nil {
		return nil, &failure{err: err}
	}
	clock := startClock(ctx, c.limits.Answer)
	resp, err := c.carrier(m, req).RoundTrip(req.WithContext(clock.ctx)) //nolint:bodyclose // a countedBody closes it
	clock.pause()
	release()
	if err != nil {
		err = errors.Join(context.Cause(clock.ctx), err)
		clock.stop()
		s.record.add(m.method, u, 0)
		return nil, s.unanswered(ctx, m, u, hidden, err)
	}
	entry := s.record.add(m.method, u, resp.StatusCode)
	a := &answer{status: resp.StatusCode, header: resp.Header, url: u, secrets: hidden}
	a.body = &countedBody{in: resp.Body, clock: clock, sender: s, entry: entry, m: m, a: a}
	switch {
	case a.status == http.StatusNotModified && known != nil:
		_ = a.body.Close() //nolint:errcheck // it is empty
		c.cache.renew(known, changes, resp.Header, c.limits.Fresh)
		return known.answer(u, hidden), nil
	case a.status >= 400 || a.status < 200 || a.status == http.StatusNotModified:
		f := s.refused(m, a)
		f.signed = signed
		return nil, f
	case key != "":
		c.cache.watch(key, u.Host, changes, a, c.limits.Fresh)
	}
	return a, nil
}

// request makes the request, as it is without credentials.
func (s *sender) request(ctx context.Context, m *message, u *url.URL, body []byte) (*http.Request, error) {
	if err := s.client.network.CheckHost(u.Hostname()); err != nil {
		return nil, s.forbidden(m, u, err)
	}
	address := *u
	req, err := http.NewRequestWithContext(ctx, m.method, address.String(), bytes.NewReader(body))
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.InternalError, "the request cannot be made")
	}
	if len(body) == 0 {
		req.Body, req.GetBody, req.ContentLength = nil, nil, 0
	}
	req.Header = m.header.Clone()
	req.Header.Set("User-Agent", s.client.userAgent)
	return req, nil
}

// maySign returns the error of credentials that would go out without TLS.
func (s *sender) maySign(u *url.URL) error {
	if u.Scheme == "https" || s.client.network.Trusts(u.Hostname()) {
		return nil
	}
	return sqlstate.New(sqlstate.InsufficientPrivilege, "credentials are not sent to %s without TLS", u.Host).
		WithHint("Whoever runs the server can allow the host by its name or address.")
}

// prepare makes the request and signs it. Requests for tokens are on record with those of the scan or call.
func (s *sender) prepare(ctx context.Context, m *message, u *url.URL, body []byte) (*http.Request, secrets, error) {
	req, err := s.request(ctx, m, u, body)
	if err != nil || s.target.Signer == nil {
		return req, nil, err
	}
	headers, query := req.Header.Clone(), req.URL.Query()
	if err := s.target.Signer.Sign(providers.WithTeller(ctx, s.record.tell), req, body); err != nil {
		return nil, nil, err
	}
	if req.URL.Scheme != u.Scheme || req.URL.Host != u.Host || req.Host != u.Host || req.URL.User != nil {
		return nil, nil, sqlstate.New(sqlstate.InternalError, "the request for %s was changed to another host when it was signed", u.Host)
	}
	hidden := newSecrets(headers, query, req)
	if len(hidden) > 0 {
		if err := s.maySign(u); err != nil {
			return nil, nil, err
		}
	}
	return req, hidden, nil
}

// clock ends an answer that does not come, or stops coming.
type clock struct {
	ctx   context.Context //nolint:containedctx // the request's, which lives as long
	end   context.CancelCauseFunc
	timer *time.Timer
	limit time.Duration
}

func startClock(ctx context.Context, limit time.Duration) *clock {
	c := &clock{limit: limit}
	c.ctx, c.end = context.WithCancelCause(ctx)
	c.timer = time.AfterFunc(limit, func() { c.end(errSlow) })
	return c
}

func (c *clock) pause()  { c.timer.Stop() }
func (c *clock) resume() { c.timer.Reset(c.limit) }
func (c *clock) stop()   { c.timer.Stop(); c.end(nil) }

// countedBody counts what is read, and ends what is too long or too slow.
type countedBody struct {
	in     io.ReadCloser
	clock  *clock
	sender *sender
	entry  *sent
	m      *message
	a      *answer
}

func (b *countedBody) Read(p []byte) (int, error) {
	b.clock.resume()
	n, err := b.in.Read(p)
	b.clock.pause()
	b.entry.bytes.Add(int64(n))
	limit := b.sender.client.limits.Bytes
	if total := b.sender.record.total.Add(int64(n)); total > limit {
		return n, over(b.sender.target.Name, "bytes of answers", "", limit)
	}
	if err != nil && err != io.EOF {
		err = b.sender.broken(b.m, b.a, errors.Join(context.Cause(b.clock.ctx), err))
	}
	return n, err
}

func (b *countedBody) Close() error {
	err := b.in.Close()
	b.clock.stop()
	return err
}
