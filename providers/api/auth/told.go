package auth

import (
	"context"
	"io"
	"net/http"
	"sync/atomic"

	"github.com/sallyportdb/sallyport/providers"
)

// teller tells of each request for a token: by its own context, or by the context of the
// fetch, since some libraries send requests without one.
type teller struct {
	http.RoundTripper
	fetches context.Context //nolint:containedctx // of one fetch
}

// RoundTrip sends a request and tells of it once its answer is closed.
func (t teller) RoundTrip(r *http.Request) (*http.Response, error) {
	tell := providers.Teller(r.Context())
	if tell == nil && t.fetches != nil {
		tell = providers.Teller(t.fetches)
	}
	answer, err := t.RoundTripper.RoundTrip(r)
	if tell == nil {
		return answer, err
	}
	sent := providers.Request{Method: r.Method, Host: r.URL.Host, Path: r.URL.Path, Count: 1}
	if err != nil {
		tell(sent)
		return answer, err
	}
	sent.Status = answer.StatusCode
	answer.Body = &toldBody{ReadCloser: answer.Body, tell: tell, sent: sent}
	return answer, nil
}

// toldBody is an answer that is told of when it is closed.
type toldBody struct {
	io.ReadCloser
	tell   func(providers.Request)
	sent   providers.Request
	closed atomic.Bool
}

func (b *toldBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.sent.Bytes += int64(n)
	return n, err
}

func (b *toldBody) Close() error {
	err := b.ReadCloser.Close()
	if !b.closed.Swap(true) {
		b.tell(b.sent)
	}
	return err
}

// fetchClient is a client of token requests for one fetch.
func fetchClient(ctx context.Context, c *http.Client) *http.Client {
	own := *c
	own.Transport = teller{RoundTripper: c.Transport, fetches: ctx}
	return &own
}
