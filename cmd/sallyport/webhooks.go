package main

import (
	"context"
	"crypto/tls"
	"errors"
	"net"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/planner/redact"
	"github.com/sallyportdb/sallyport/webhooks"
)

// hooks tell people where they are, and serve the pages on which they decide.
type hooks struct {
	sender *webhooks.Sender
	links  *webhooks.Links // nil: none
	served chan error
}

// openHooks starts them. It returns nil if none are configured.
func openHooks(ctx context.Context, c config.Config, getenv func(string) string, store *approval.Store, logger hclog.Logger) (*hooks, error) {
	targets, err := hookTargets(c, getenv)
	if err != nil || len(targets) == 0 {
		return nil, err
	}
	redactor, err := redact.New(c.Audit.Redact.Patterns, c.Audit.Redact.Names)
	if err != nil {
		return nil, err
	}
	safe := func(sql string) string { // what is filled by position is hidden already, by the session that knows the columns
		return redactor.Refused(sql, redact.Known{Prepared: func(string) (string, bool) { return "", false }, Columns: redact.Harmless}).Text
	}
	h := &hooks{served: make(chan error, 1)}
	if c.Approvals.Links.Address != "" {
		listener, err := listenLinks(ctx, c.Approvals.Links)
		if err != nil {
			return nil, err
		}
		h.links = webhooks.NewLinks(store, c.Approvals.Links.URL, safe, logger)
		go func() {
			err := h.links.Serve(listener)
			if err != nil {
				logger.Error("the pages of approvals have closed", "error", err)
			}
			h.served <- err
		}()
		logger.Info("the pages of approvals listen", "address", listener.Addr(), "url", c.Approvals.Links.URL)
	}
	h.sender = webhooks.Start(webhooks.Options{Store: store, Targets: targets, Links: h.links, Logger: logger, Redact: safe})
	return h, nil
}

// hookTargets are where messages go, with their secrets.
func hookTargets(c config.Config, getenv func(string) string) (list []webhooks.Target, err error) {
	for _, w := range c.Approvals.Webhooks {
		target, secret, err := w.Resolve(getenv)
		if err != nil {
			return nil, err
		}
		list = append(list, webhooks.Target{Name: w.Name, Format: webhooks.Format(w.Format), URL: target.Reveal(), Secret: secret.Reveal(), Person: w.Approver})
	}
	return list, nil
}

func listenLinks(ctx context.Context, c config.Links) (net.Listener, error) {
	secure, err := loadTLS("approvals.links.tls", c.TLS)
	if err != nil {
		return nil, err
	}
	l, err := listen(ctx, c.Address, "approvals.links.address")
	if err != nil || secure == nil {
		return l, err
	}
	secure.NextProtos = []string{"http/1.1"}
	return tls.NewListener(l, secure), nil
}

func (h *hooks) close(ctx context.Context) error {
	if h == nil {
		return nil
	}
	err := h.sender.Close()
	if h.links != nil {
		err = errors.Join(err, h.links.Shutdown(ctx), <-h.served)
	}
	return err
}
