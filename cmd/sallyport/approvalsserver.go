package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/cmd/sallyport/records"
	"github.com/sallyportdb/sallyport/cmd/sallyport/whoami"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/desk"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// approvals are the means by which a server asks people: the store of requests, and the desk
// if there is one.
type approvals struct {
	store  *approval.Store
	rules  *gate.Approvers // nil: none
	desk   *desk.Desk      // nil: none
	served chan error
	hooks  *hooks // nil: none
}

// openApprovals opens the store, in a folder of this process's own, and the
// desk.
func openApprovals(ctx context.Context, c config.Config, getenv func(string) string, logger hclog.Logger, record *audit.Log) (*approvals, error) {
	a := c.Approvals
	rules, err := whoami.Approvers(c)
	if err != nil {
		return nil, err
	}
	store, dir, err := ownApprovals(approval.Options{
		Rules: whoami.Rules(rules),
		Dir:   c.ApprovalsDir(), Expires: a.Expires, Valid: a.Valid, MaxPending: a.MaxPending, Denied: a.DeniedFor,
		GrantMax: a.GrantMax, OnGrant: func(g approval.Grant, what string) error { return recordGrant(record, g, what) }, Logger: logger,
	})
	if err != nil {
		return nil, err
	}
	opened := &approvals{store: store, rules: rules, served: make(chan error, 1)}
	if !a.Desk {
		return opened, nil
	}
	options := desk.Options{Store: store, Logger: logger, Dir: dir}
	if err = remoteDesk(c, getenv, &options); err == nil {
		opened.desk, err = desk.Open(ctx, options)
	}
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	if opened.hooks, err = openHooks(ctx, c, getenv, store, logger); err != nil {
		return nil, errors.Join(err, opened.desk.Shutdown(ctx), store.Close())
	}
	go func() {
		err := opened.desk.Serve()
		if err != nil {
			logger.Error("the approval desk has closed", "error", err)
		}
		opened.served <- err
	}()
	if address := opened.desk.Address(); address != nil {
		logger.Info("the approval desk listens", "address", address)
	}
	return opened, nil
}

// recordGrant puts into the record that a grant was given or revoked, before it counts.
func recordGrant(record *audit.Log, g approval.Grant, what string) error {
	by, channel := g.Approver, g.Channel
	if what == "revoked" {
		by, channel = g.RevokedBy, ""
	}
	rec := audit.Record{
		Door: "desk", Tool: "grant:" + what, Decision: audit.Allow, Approval: g.ID, Approver: by, Channel: channel,
		Verb: strings.Join(g.Scope.Verbs, ", "), Principal: g.Principal, Source: g.Source,
		Args: map[string]any{"max_rows": g.MaxRows, "times": g.Times, "expires": g.Expires.Format(time.RFC3339), "request": g.Request, "comment": g.Comment},
	}
	if g.TotalRows > 0 {
		rec.Args["total_rows"], rec.Args["rows"] = g.TotalRows, g.Rows
	}
	for _, r := range g.Scope.Relations {
		rec.Relations = append(rec.Relations, r.Name)
	}
	return record.Write(rec.With(audit.Outcome{}))
}

// ownApprovals opens a store as records.OpenOwn does a log: when the folder is taken,
// the first free one below it is used.
func ownApprovals(o approval.Options) (*approval.Store, string, error) {
	folder := o.Dir
	for n := 2; ; n++ {
		store, err := approval.Open(o)
		if n > records.MostProcesses || sqlstate.CodeOf(err) != sqlstate.LockNotAvailable {
			return store, o.Dir, err
		}
		o.Dir = filepath.Join(folder, fmt.Sprint(n))
	}
}

// remoteDesk adds what the desk needs to listen over TCP, where it is to.
func remoteDesk(c config.Config, getenv func(string) string, o *desk.Options) error {
	if c.Approvals.Address == "" {
		return nil
	}
	var err error
	if o.Own, err = c.Approvals.ResolveTokens(getenv); err != nil {
		return err
	}
	token, err := c.Approvals.ResolveToken(getenv)
	if err != nil && len(o.Own) == 0 {
		return err
	}
	given := slices.Collect(maps.Values(o.Own))
	if slices.Contains(given, token.Reveal()) {
		return errors.New("approvals: the shared token is also the token of one approver: choose another one")
	}
	if agents, err := c.MCP.ResolveToken(getenv); err == nil && agents != "" && (agents == token || slices.Contains(given, agents.Reveal())) {
		return errors.New("approvals: the token is also that of the MCP door, so its clients could approve: choose another one")
	}
	o.Address, o.Token = c.Approvals.Address, token.Reveal()
	o.TLS, err = loadTLS("approvals.tls", c.Approvals.TLS)
	return err
}

// checkDesk looks at the desk's token and certificate.
func checkDesk(c config.Config, getenv func(string) string) error {
	return remoteDesk(c, getenv, &desk.Options{})
}

// forEngine is how the engine is to ask.
func (a *approvals) forEngine(whole config.Config) engine.Approvals {
	c := whole.Approvals
	return engine.Approvals{
		Store: a.store, Rules: a.rules, Desk: a.desk != nil, Wait: c.Wait, ElicitationWait: c.ElicitationWait, EstimateTimeout: c.EstimateTimeout,
		MarginPercent: c.MarginPercent, MarginRows: c.MarginRows,
	}
}

// close ends the desk, then the store: what is being decided is still decided.
func (a *approvals) close() error {
	var err error
	if a.desk != nil {
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		err = a.hooks.close(ctx)
		err = errors.Join(err, a.desk.Shutdown(ctx), <-a.served)
	}
	return errors.Join(err, a.store.Close())
}
