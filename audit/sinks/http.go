package sinks

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/sallyportdb/sallyport/audit/follow"
)

// HTTP posts batches of lines (application/x-ndjson) to a URL. A status of 2xx means that the whole
// batch was taken. Redirections are not followed: they could send the token to another host.
type HTTP struct {
	url, token string
	client     *http.Client
}

// NewHTTP returns the target. Without a token no Authorization header is sent.
func NewHTTP(target, token string) *HTTP {
	return &HTTP{url: target, token: token, client: &http.Client{
		Transport:     http.DefaultTransport.(*http.Transport).Clone(),
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Send posts one batch.
func (h *HTTP) Send(ctx context.Context, lines []follow.Line) (int, error) {
	var body bytes.Buffer
	for _, l := range lines {
		body.Write(l.Text)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, &body)
	if err != nil {
		return 0, withoutURL(err)
	}
	request.Header.Set("Content-Type", "application/x-ndjson")
	request.Header.Set("User-Agent", "sallyport")
	if h.token != "" {
		request.Header.Set("Authorization", "Bearer "+h.token)
	}
	answer, err := h.client.Do(request)
	if err != nil {
		return 0, withoutURL(err)
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10)) // so that the connection can be used again
	if answer.StatusCode/100 != 2 {
		return 0, fmt.Errorf("the endpoint answers %s", answer.Status)
	}
	return len(lines), nil
}

// Close closes idle connections.
func (h *HTTP) Close() error {
	h.client.CloseIdleConnections()
	return nil
}

// withoutURL returns an error without the URL, which may contain a secret.
func withoutURL(err error) error {
	var named *url.Error
	if errors.As(err, &named) {
		return named.Err
	}
	return err
}
