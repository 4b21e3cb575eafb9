package call

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"
	"slices"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Rehearse returns the request that Call would send, without credentials, and asks no server.
// Its errors are those that Call meets before it sends anything: 42703, 22023, 22P02: inputs; 42501:
// the request may not go where it would; 28000: there are no credentials for it; 40001: it is not the one
// that the call is held to.
func (c *Client) Rehearse(ctx context.Context, t Target, w Write) (providers.Outgoing, error) {
	inputs := inputsOf(t.Method)
	m, _, err := c.written(&t, inputs, w)
	if err != nil {
		return providers.Outgoing{}, err
	}
	if _, err := newShape(&t, inputs, w.Columns); err != nil {
		return providers.Outgoing{}, err
	}
	out, err := m.outgoing()
	if err != nil {
		return out, err
	}
	if w.Held != "" && out.Print != w.Held {
		return out, t.unheld(nil)
	}
	s := &sender{client: c, target: &t, record: &record{}}
	return out, s.mayGo(ctx, m, out.Body)
}

// RehearseScan returns the first request of each combination that Scan would read, without credentials,
// and asks no server. The codes are those of Rehearse; 53400: too many combinations.
func (c *Client) RehearseScan(ctx context.Context, t Target, read Read) (list []providers.Outgoing, err error) {
	return c.firsts(&t, read, func(s *sender, m *message, out providers.Outgoing) error { return s.mayGo(ctx, m, out.Body) })
}

// ExplainScan returns what RehearseScan does, whether there are credentials or not.
func (c *Client) ExplainScan(t Target, read Read) ([]providers.Outgoing, error) {
	return c.firsts(&t, read, func(*sender, *message, providers.Outgoing) error { return nil })
}

// firsts are the first requests of all combinations, each of which is checked.
func (c *Client) firsts(t *Target, read Read, check func(*sender, *message, providers.Outgoing) error) (list []providers.Outgoing, err error) {
	b, err := c.begin(t, read)
	if err != nil {
		return nil, err
	}
	for i := range b.count {
		m, err := b.first(i, b.values.at(i))
		if err != nil {
			return nil, err
		}
		out, err := m.outgoing()
		if err == nil {
			err = check(b.sender, m, out)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, out)
	}
	return list, nil
}

// mayGo returns the error with which a request cannot be sent, as far as no server has to be asked.
func (s *sender) mayGo(ctx context.Context, m *message, body []byte) error {
	u, err := m.address()
	if err != nil {
		return err
	}
	req, err := s.request(ctx, m, u, body)
	if err != nil {
		return err
	}
	if s.target.Signer == nil {
		return nil
	}
	signs, err := s.target.Signer.Check(ctx, req)
	if err == nil && signs {
		err = s.maySign(u)
	}
	return err
}

// outgoing is the message as people are shown it.
func (m *message) outgoing() (o providers.Outgoing, err error) {
	u, err := m.address()
	if err != nil {
		return o, err
	}
	o = providers.Outgoing{Method: m.method, Scheme: u.Scheme, Host: u.Host, Path: u.EscapedPath(), Query: u.RawQuery}
	if o.Body, err = m.bytes(); err != nil {
		return o, err
	}
	for name, values := range m.header {
		for _, value := range values {
			o.Header = append(o.Header, http.CanonicalHeaderKey(name)+": "+value)
		}
	}
	slices.Sort(o.Header)
	o.Print = printOf(o)
	return o, nil
}

// printOf hashes all parts of a request, each behind its length.
func printOf(o providers.Outgoing) string {
	h := sha256.New()
	for _, part := range slices.Concat([]string{o.Method, o.Scheme, o.Host, o.Path, o.Query}, o.Header, []string{string(o.Body)}) {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		h.Write([]byte(part))
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// unheld is the error of a call that would send another request than it is held to.
func (t *Target) unheld(cause error) error {
	return sqlstate.Wrap(cause, sqlstate.SerializationFailure, "%s would send another request by now than the one that was approved", t.Name).
		WithDetail("Its document, or a variable that it takes values from, has changed since. It was not sent.").
		WithHint("Run the statement again to ask for another approval.")
}
