// Package fetch asks identity providers, and reads what clients of OAuth publish of themselves.
// It is bounded in time and size, follows no redirect, and takes https alone, but for addresses
// of this machine.
//
// [Trusted] is for addresses that the operator has named. [Public] is for addresses that a
// stranger has named: it connects to public addresses alone, and decides so on the address that
// it is about to connect to, so that a name cannot change its meaning after it was checked.
//
// Nothing that was sent stands in an error.
package fetch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

const (
	patience = 10 * time.Second // for an answer, all of it
	maxBytes = 1 << 20          // of an answer
)

// Client makes requests. It is safe for concurrent use.
type Client struct {
	http     *http.Client
	public   bool
	maxBytes int64
}

// Trusted returns a client for addresses that the operator has named.
func Trusted() *Client { return newClient(nil, maxBytes) }

// Public returns a client for addresses that a stranger has named; an answer may have so many
// bytes.
func Public(maxBytes int64) *Client {
	c := newClient(func(_, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !isPublic(to.Addr()) {
			return errors.New("the address is not a public one")
		}
		return nil
	}, maxBytes)
	c.public = true
	return c
}

func newClient(control func(network, address string, c syscall.RawConn) error, maxBytes int64) *Client {
	dialer := &net.Dialer{Timeout: patience, Control: control}
	transport := &http.Transport{
		DialContext: dialer.DialContext, TLSHandshakeTimeout: patience, ResponseHeaderTimeout: patience,
		MaxIdleConns: 20, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 64 << 10,
		ForceAttemptHTTP2: true,
	}
	if control == nil {
		transport.Proxy = http.ProxyFromEnvironment // a proxy would connect where the guard cannot see it
	}
	return &Client{maxBytes: maxBytes, http: &http.Client{
		Timeout: patience, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Close ends idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// CheckURL says what is wrong with an address that is to be asked; "": nothing is.
func CheckURL(text string) (problem string) {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Opaque != "":
		return "is not a URL with a host"
	case u.User != nil:
		return "must have no name or password"
	case u.Fragment != "" || strings.HasSuffix(text, "#"):
		return "must have no fragment (#)"
	case u.Scheme == "https", u.Scheme == "http" && IsLoopback(u.Hostname()):
		return ""
	}
	return "must begin with https:// (http:// is for addresses of this machine alone)"
}

// IsLoopback reports whether a host's name or address is this machine's.
func IsLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && address.Unmap().IsLoopback()
}

// A Request is what is asked, beside the address.
type Request struct {
	Form       url.Values // nil: GET; else POST
	User, Pass string     // of basic authentication; "": none
}

// JSON makes a request and decodes its answer. The header is that of an answer with status 200.
func (c *Client) JSON(ctx context.Context, address string, r Request, into any) (http.Header, error) {
	if problem := CheckURL(address); problem != "" {
		return nil, fmt.Errorf("%q %s", address, problem)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := newRequest(ctx, address, r)
	if err != nil {
		return nil, err
	}
	if c.public && request.URL.Scheme != "https" {
		return nil, fmt.Errorf("%q must begin with https://", address)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, c.maxBytes+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: the answer broke off: %w", request.URL.Redacted(), err)
	case response.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%s answers with status %d, not 200", request.URL.Redacted(), response.StatusCode)
	case int64(len(content)) > c.maxBytes:
		return nil, fmt.Errorf("%s answers with more than %d bytes", request.URL.Redacted(), c.maxBytes)
	}
	if err := json.Unmarshal(content, into); err != nil {
		return nil, fmt.Errorf("%s does not answer with the JSON that is expected", request.URL.Redacted())
	}
	return response.Header, nil
}

func newRequest(ctx context.Context, address string, r Request) (*http.Request, error) {
	method, body := http.MethodGet, io.Reader(nil)
	if r.Form != nil {
		method, body = http.MethodPost, strings.NewReader(r.Form.Encode())
	}
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/json")
	request.Header.Set("User-Agent", "sallyport")
	if r.Form != nil {
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if r.User != "" { // RFC 6749, 2.3.1: both are form-encoded first
		request.SetBasicAuth(url.QueryEscape(r.User), url.QueryEscape(r.Pass))
	}
	return request, nil
}

// notPublic are the ranges that are no public addresses although netip has no method for them.
func notPublic() []netip.Prefix {
	return []netip.Prefix{
		netip.MustParsePrefix("0.0.0.0/8"),
		netip.MustParsePrefix("100.64.0.0/10"), // shared by providers
		netip.MustParsePrefix("192.0.0.0/24"),
		netip.MustParsePrefix("192.0.2.0/24"),
		netip.MustParsePrefix("192.88.99.0/24"),
		netip.MustParsePrefix("198.18.0.0/15"),
		netip.MustParsePrefix("198.51.100.0/24"),
		netip.MustParsePrefix("203.0.113.0/24"),
		netip.MustParsePrefix("240.0.0.0/4"),
		netip.MustParsePrefix("64:ff9b::/96"), // an IPv4 address inside, whichever it is
		netip.MustParsePrefix("64:ff9b:1::/48"),
		netip.MustParsePrefix("100::/64"),
		netip.MustParsePrefix("2001::/23"),
		netip.MustParsePrefix("2001:db8::/32"),
		netip.MustParsePrefix("2002::/16"),
		netip.MustParsePrefix("fec0::/10"),
	}
}

// isPublic reports whether an address is one of the public internet.
func isPublic(a netip.Addr) bool {
	a = a.Unmap()
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Zone() != "" {
		return false
	}
	for _, p := range notPublic() {
		if p.Contains(a) {
			return false
		}
	}
	return true
}
