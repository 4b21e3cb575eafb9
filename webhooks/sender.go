package webhooks

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
)

// Target is where messages go.
type Target struct {
	Name   string // in logs, and of the channel by which a link's decision comes
	Format Format
	URL    string
	Secret string // signs messages; "": they are not signed
	Person string // whom alone it tells, so that the links in it are that person's; "": several
}

// Options are what a Sender is made of.
type Options struct {
	Store   *approval.Store
	Targets []Target
	Links   *Links // nil: messages have no links
	Logger  hclog.Logger
	// Redact takes secrets out of SQL; the store's texts have none.
	Redact func(sql string) string
	// Wait is how long the first pause between attempts is; default a second. Each
	// further one is twice as long.
	Wait time.Duration
}

// What one message may take.
const (
	attempts   = 5
	oneAttempt = 10 * time.Second
	maxAnswer  = 64 << 10
)

// Sender posts messages until Close.
type Sender struct {
	options Options
	client  *http.Client
	started time.Time
	cancel  context.CancelFunc
	running sync.WaitGroup
}

// Start begins to watch. Requests that wait already are told, too: after a restart
// once more.
func Start(o Options) *Sender {
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	if o.Redact == nil {
		o.Redact = func(sql string) string { return sql }
	}
	if o.Wait <= 0 {
		o.Wait = time.Second
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &Sender{options: o, started: time.Now(), cancel: cancel, client: &http.Client{
		Transport:     http.DefaultTransport.(*http.Transport).Clone(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	for _, t := range o.Targets {
		changes := o.Store.Watch(ctx) // before the list, so that nothing is missed
		waiting := o.Store.List()
		s.running.Go(func() { s.tell(ctx, t, waiting, changes) })
	}
	return s
}

// Close ends what is being sent and waits for it.
func (s *Sender) Close() error {
	s.cancel()
	s.running.Wait()
	s.client.CloseIdleConnections()
	return nil
}

// What one target may take of the server: so many requests are under way to it at a time, those
// between two attempts included, and so many are posted. The others wait in the store's watch,
// which has the newest state of each.
const (
	underWay = 64
	posted   = 4
)

// line is the way to one target.
type line struct {
	Target
	underWay, posted chan struct{}
	running          sync.WaitGroup
}

// tell tells one target of each request that waits, once. A request whose delivery takes long does
// not hold up the others.
func (s *Sender) tell(ctx context.Context, t Target, waiting []approval.Request, changes <-chan approval.Request) {
	l := &line{Target: t, underWay: make(chan struct{}, underWay), posted: make(chan struct{}, posted)}
	defer l.running.Wait()
	told := map[string]bool{}
	one := func(r approval.Request) {
		switch {
		case r.State != approval.Pending:
			if !told[r.ID] && r.Created.After(s.started) {
				s.options.Logger.Warn("an approval request was over before it was sent to a webhook", "webhook", t.Name, "approval", r.ID, "state", r.State)
			}
			if told[r.ID] = true; r.State != approval.Approved { // there may be one change more
				delete(told, r.ID)
			}
		case !told[r.ID]:
			told[r.ID] = true
			if !take(ctx, l.underWay) {
				return
			}
			l.running.Go(func() {
				defer func() { <-l.underWay }()
				s.deliver(ctx, l, r)
			})
		}
	}
	for _, r := range waiting {
		if r.State == approval.Pending {
			one(r)
		}
	}
	for r := range changes {
		one(r)
	}
}

// take takes a place, unless the context ends first.
func take(ctx context.Context, places chan struct{}) bool {
	select {
	case places <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// waits reports whether nobody has decided a request.
func (s *Sender) waits(id string) bool {
	now, err := s.options.Store.Get(id)
	return err == nil && now.State == approval.Pending
}

// deliver posts a request to a target, again after a failure that may pass, as long as
// the request waits.
func (s *Sender) deliver(ctx context.Context, l *line, r approval.Request) {
	log := s.options.Logger.With("webhook", l.Name, "approval", r.ID)
	body, err := s.message(l.Target, r)
	if err != nil {
		log.Error("a message of an approval request could not be made", "error", err)
		return
	}
	delivery, pause := rand.Text(), s.options.Wait
	for n := 1; ; n++ {
		if !take(ctx, l.posted) {
			return
		}
		again, after, err := false, time.Duration(0), error(nil)
		waits := s.waits(r.ID)
		if waits {
			again, after, err = s.post(ctx, l.Target, delivery, body)
		}
		<-l.posted
		switch {
		case ctx.Err() != nil:
			return
		case !waits:
			log.Warn("an approval request was over before it was sent to a webhook", "attempts", n-1)
			return
		case err == nil:
			log.Info("an approval request was sent to a webhook")
			return
		case !again || n == attempts:
			log.Warn("an approval request was not sent to a webhook; it is at the desk", "attempts", n, "error", err)
			return
		}
		select {
		case <-time.After(max(pause, after)):
		case <-ctx.Done():
			return
		}
		pause *= 2
	}
}

// post makes one attempt. It reports whether another one makes sense, and how long the
// target wants to be left alone before.
func (s *Sender) post(ctx context.Context, t Target, delivery string, body []byte) (again bool, after time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, oneAttempt)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.URL, bytes.NewReader(body))
	if err != nil {
		return false, 0, unnamed(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", "sallyport")
	request.Header.Set("X-Sallyport-Delivery", delivery)
	if t.Secret != "" {
		at := strconv.FormatInt(time.Now().Unix(), 10)
		request.Header.Set("X-Sallyport-Timestamp", at)
		request.Header.Set("X-Sallyport-Signature", "v1="+Sign(t.Secret, at, body))
	}
	answer, err := s.client.Do(request)
	if err != nil {
		return true, 0, unnamed(err)
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxAnswer)) // so that the connection can be used again
	code := answer.StatusCode
	switch code / 100 {
	case 2:
		return false, 0, nil
	case 3:
		return false, 0, fmt.Errorf("it answers %s, and redirections are not followed", answer.Status)
	default:
		again = code/100 == 5 || code == http.StatusTooManyRequests || code == http.StatusRequestTimeout
		return again, retryAfter(answer.Header), fmt.Errorf("it answers %s", answer.Status)
	}
}

// retryAfter is how long a target wants to be left alone, within reason.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return min(time.Duration(min(seconds, 3600))*time.Second, 30*time.Second)
}

// Sign is the signature of a message: HMAC-SHA256, in hexadecimal, of the timestamp, a
// dot and the body.
func Sign(secret, timestamp string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

// unnamed is an error without the URL, which may hold a secret.
func unnamed(err error) error {
	var named *url.Error
	if errors.As(err, &named) {
		return named.Err
	}
	return err
}
