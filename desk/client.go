package desk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Client asks a desk. It is safe for concurrent use.
type Client struct {
	name     string
	base     string
	token    string
	approver string
	http     *http.Client
}

// NewLocal is for the desk at a socket.
func NewLocal(socket string) *Client {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{Timeout: patience}).DialContext(ctx, "unix", socket)
	}
	return &Client{
		name: socket, base: "http://desk",
		http: &http.Client{Transport: &http.Transport{DialContext: dial, ResponseHeaderTimeout: patience}, CheckRedirect: noRedirect},
	}
}

// NewRemote is a client for the desk at a URL and for the approver of that name. It sends the token only over TLS
// or to this machine.
func NewRemote(address, token, approver string) (*Client, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || u.Scheme != "http" && u.Scheme != "https" {
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "that is not the URL of an approval desk").
			WithHint("Give one such as https://db.example.com:7879, without a password.")
	}
	if ip := net.ParseIP(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, sqlstate.New(sqlstate.InvalidParameterValue, "the token would be sent to %s where others can read it", u.Host).
			WithHint("Use https.")
	}
	return &Client{
		name: u.Redacted(), base: strings.TrimSuffix(u.String(), "/"), token: token, approver: approver,
		http: &http.Client{Transport: &http.Transport{
			Proxy: http.ProxyFromEnvironment, TLSHandshakeTimeout: patience, ResponseHeaderTimeout: patience,
		}, CheckRedirect: noRedirect},
	}, nil
}

// noRedirect: a desk sends nobody elsewhere.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Name is the socket's path, or the URL.
func (c *Client) Name() string { return c.name }

// List returns the requests in these states, or all of them.
func (c *Client) List(ctx context.Context, states ...approval.State) ([]approval.Request, error) {
	query := url.Values{}
	for _, s := range states {
		query.Add("state", string(s))
	}
	var found list
	err := c.call(ctx, http.MethodGet, "/approvals?"+query.Encode(), nil, &found)
	return found.Approvals, err
}

// Get returns one request.
func (c *Client) Get(ctx context.Context, id string) (r approval.Request, err error) {
	return r, c.call(ctx, http.MethodGet, "/approvals/"+url.PathEscape(id), nil, &r)
}

// Approve approves a request that was seen: the answer has its digest.
func (c *Client) Approve(ctx context.Context, id string, a Answer) (r approval.Request, err error) {
	a.Approver = c.approver
	return r, c.call(ctx, http.MethodPost, "/approvals/"+url.PathEscape(id)+"/approve", a, &r)
}

// Deny denies a request.
func (c *Client) Deny(ctx context.Context, id string, a Answer) (r approval.Request, err error) {
	a.Approver = c.approver
	return r, c.call(ctx, http.MethodPost, "/approvals/"+url.PathEscape(id)+"/deny", a, &r)
}

// Grants returns all grants that are kept, the newest last.
func (c *Client) Grants(ctx context.Context) ([]approval.Grant, error) {
	var found granted
	err := c.call(ctx, http.MethodGet, "/grants", nil, &found)
	return found.Grants, err
}

// Revoke ends a grant.
func (c *Client) Revoke(ctx context.Context, id string) (g approval.Grant, err error) {
	return g, c.call(ctx, http.MethodPost, "/grants/"+url.PathEscape(id)+"/revoke", Answer{Approver: c.approver}, &g)
}

// Watch calls each with every pending request and then with every change, until
// each returns an error, the desk ends, or the context does.
func (c *Client) Watch(ctx context.Context, each func(approval.Request) error) error {
	response, err := c.send(ctx, http.MethodGet, "/approvals/watch", nil)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	silent := time.AfterFunc(3*heartbeat, func() { response.Body.Close() })
	defer silent.Stop()
	dec := json.NewDecoder(beating{response.Body, silent})
	for {
		var next approval.Request
		switch err := dec.Decode(&next); {
		case errors.Is(err, io.EOF):
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return c.unreachable(err)
		}
		if err := each(next); err != nil {
			return err
		}
	}
}

// beating puts off the end of patience with whatever is read.
type beating struct {
	io.Reader
	silent *time.Timer
}

func (b beating) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	b.silent.Reset(3 * heartbeat)
	return n, err
}

func (c *Client) call(ctx context.Context, method, path string, body, into any) error {
	ctx, cancel := context.WithTimeout(ctx, 3*patience)
	defer cancel()
	response, err := c.send(ctx, method, path, body)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		return c.unreachable(err)
	}
	return nil
}

// send returns an answer that is not an error.
func (c *Client) send(ctx context.Context, method, path string, body any) (*http.Response, error) {
	var text io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, c.base+"/v1"+path, text)
	if err != nil {
		return nil, err
	}
	if text != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, c.unreachable(err)
	}
	if response.StatusCode == http.StatusOK {
		return response, nil
	}
	defer response.Body.Close()
	var f failure
	if err := json.NewDecoder(io.LimitReader(response.Body, maxBody)).Decode(&f); err != nil || f.Code == "" || f.Message == "" {
		return nil, c.unreachable(fmt.Errorf("it answers %s", response.Status))
	}
	e := sqlstate.New(f.Code, "%s", f.Message)
	e.Hint = f.Hint
	return nil, e
}

func (c *Client) unreachable(err error) error {
	hint := "Is the server running, with approvals.desk, and are you the user it runs as, or root?"
	if c.token != "" {
		hint = "Is the server running, with this approvals.address, and does this machine trust its certificate (SSL_CERT_FILE)?"
	}
	return sqlstate.Wrap(err, sqlstate.UnableToConnect, "no approval desk answers at %s", c.name).WithHint("%s", hint)
}
