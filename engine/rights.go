package engine

import (
	"cmp"
	"slices"
	"sync"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rights keeps what principals may do, one for each set of roles.
type rights struct {
	mu sync.Mutex
	of map[string]*gate.Rights
}

// RightsOf returns what a principal may do by the roles of the configuration, or nil if there are no roles, and nothing
// narrows it.
func (e *Engine) RightsOf(who auth.Principal) *gate.Rights {
	policy := e.config.Policy
	if policy == nil {
		return nil
	}
	key := policy.Key(who.Name, who.Roles)
	e.rights.mu.Lock()
	defer e.rights.mu.Unlock()
	if known := e.rights.of[key]; known != nil {
		return known
	}
	if e.rights.of == nil || len(e.rights.of) >= mostRights {
		e.rights.of = map[string]*gate.Rights{}
	}
	made := policy.RightsOf(who.Name, who.Roles)
	e.rights.of[key] = made
	return made
}

// mostRights bounds the sets of roles that are kept.
const mostRights = 1_000

// grantedMode is the highest mode that a principal's scopes leave. 42501: the token has no scope for data.
func grantedMode(who auth.Principal) (gate.Mode, error) {
	switch {
	case who.Proof != auth.Token || who.Has(auth.ScopeDataWrite):
		return gate.FullAccess, nil
	case who.Has(auth.ScopeDataRead, auth.ScopeAgentRead):
		return gate.ReadOnly, nil
	}
	return gate.Closed, sqlstate.New(sqlstate.InsufficientPrivilege, "the token of %q has no scope for data", who.Name).
		WithHint("Get a token with %s, or with %s where it is to change something.", auth.ScopeDataRead, auth.ScopeDataWrite)
}

// narrow gives a client the sources that its roles have, and a default among them.
// It narrows the client's mode to what its token was granted. 42501: it has no role, or no scope.
func (e *Engine) narrow(c *Client) (*gate.Rights, error) {
	granted, err := grantedMode(c.Principal)
	if err != nil {
		return nil, e.recordUnopened(*c, err)
	}
	c.Ceiling = c.Ceiling.Narrow(granted)
	var r *gate.Rights
	if !c.own {
		r = e.RightsOf(c.Principal)
	}
	if r != nil && len(r.Roles()) == 0 {
		err := sqlstate.New(sqlstate.InsufficientPrivilege, "the principal %q has no role, and without one nothing is allowed", c.Principal.Name).
			WithHint("The operator gives roles, by roles[].members, by what a token says, or by default_role.")
		return nil, e.recordUnopened(*c, err)
	}
	if sources := r.Sources(); sources != nil {
		if c.Only != nil {
			sources = slices.DeleteFunc(slices.Clone(c.Only), func(name string) bool { return !slices.Contains(sources, name) })
		}
		c.Only = sources
	}
	if c.Source == "" {
		c.Source = e.defaultFor(*c)
		if i := slices.IndexFunc(c.Only, func(name string) bool { return e.mayUse(*c, name) }); r.Sources() != nil && i >= 0 && !e.mayUse(*c, c.Source) {
			c.Source = c.Only[i]
		}
	}
	return r, nil
}

// Rights is what the session's principal may do; nil: nothing narrows it.
func (s *Session) Rights() *gate.Rights { return s.rights }

// recordUnopened records that a client gets no session, and returns err, or the error of recording.
func (e *Engine) recordUnopened(c Client, err error) error {
	if e.config.Log == nil {
		return err
	}
	rec := audit.Record{
		Door: c.Door, Mode: gate.Closed.String(), Decision: audit.RefuseImmediate, Class: planner.Unknown.String(),
		Principal: c.Principal.Name, Subject: c.Principal.Subject, Tenant: c.Principal.Tenant, Client: c.Principal.Client,
		Application: c.Application, Version: c.Version, Session: c.ID, RemoteAddr: c.RemoteAddr, TraceID: c.TraceID,
	}
	return cmp.Or(e.config.Log.Write(rec.With(audit.Outcome{Err: err})), err)
}
