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
}

// Options are what a Sender is made of.
type Options struct {
	Store   *approval.Store
	Targets []Target
	Links   *Links // nil: messages have no links
	Logger  hclog.Logger
	// Redact takes secrets out of SQL; what the store has is without them already.
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
	s := &Sender{options: o, cancel: cancel, client: &http.Client{
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

// tell tells one target of each request that waits, once.
func (s *Sender) tell(ctx context.Context, t Target, waiting []approval.Request, changes <-chan approval.Request) {
	told := map[string]bool{}
	one := func(r approval.Request) {
		switch {
		case r.State != approval.Pending:
			delete(told, r.ID)
		case !told[r.ID]:
			told[r.ID] = true
			s.deliver(ctx, t, r)
		}
	}
	for _, r := range waiting {
		one(r)
	}
	for r := range changes {
		one(r)
	}
}

// deliver posts a request to a target, again after a failure that may pass, as long as
// the request waits.
func (s *Sender) deliver(ctx context.Context, t Target, r approval.Request) {
	body, err := s.message(t, r)
	if err != nil {
		s.options.Logger.Error("a message of an approval request could not be made", "webhook", t.Name, "approval", r.ID, "error", err)
		return
	}
	delivery, pause := rand.Text(), s.options.Wait
	for n := 1; ; n++ {
		again, after, err := s.post(ctx, t, delivery, body)
		if err == nil {
			s.options.Logger.Info("an approval request was sent to a webhook", "webhook", t.Name, "approval", r.ID)
			return
		}
		if ctx.Err() != nil {
			return
		}
		if !again || n == attempts {
			s.options.Logger.Warn("an approval request was not sent to a webhook; it is at the desk", "webhook", t.Name, "approval", r.ID, "attempts", n, "error", err)
			return
		}
		select {
		case <-time.After(max(pause, after)):
		case <-ctx.Done():
			return
		}
		pause *= 2
		if now, err := s.options.Store.Get(r.ID); err != nil || now.State != approval.Pending {
			return
		}
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
