package engine

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
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

// narrowClient gives a client the sources that its roles have, and a default among them.
// It narrows the client's mode to what its token was granted. 42501: it has no role, or no scope.
func (e *Engine) narrowClient(c *Client) (*gate.Rights, error) {
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

// Which sources a principal may use, and as whom: a source may be for some tenants alone, and principals
// may have logins of their own there. To a principal who may not use a source, there is none of that
// name.

// AnyTenant stands for every tenant, where it is among the tenants of a source. A principal without a
// tenant is not meant.
const AnyTenant = "*"

// mayUse reports whether a client may use a source.
func (e *Engine) mayUse(c Client, source string) bool {
	_, _, ok := e.asSeenBy(c, source)
	return ok
}

// asSeenBy returns a source as a client sees it, and the name of the login there; "" where the source has
// one for all. false: the client may not use it, or there is none.
func (e *Engine) asSeenBy(c Client, source string) (p providers.Provider, login string, ok bool) {
	if !c.allowsSource(source) || !e.servesTenant(source, c.Principal.Tenant) {
		return nil, "", false
	}
	p = e.lookUp(context.Background(), source)
	if p == nil {
		return nil, "", false
	}
	if personal, has := p.(providers.Personal); has {
		var err error
		if login, p, err = personal.Login(c.Principal); err != nil {
			return nil, "", false
		}
	}
	return p, login, true
}

// servesTenant reports whether a source is for a tenant, "" being none.
func (e *Engine) servesTenant(source, tenant string) bool {
	tenants, demands := e.config.Tenants[source]
	return !demands || tenant != "" && (slices.Contains(tenants, tenant) || slices.Contains(tenants, AnyTenant))
}

// loginsOf identifies the logins that a client has at the sources with several logins.
func (e *Engine) loginsOf(c Client) string {
	var list []string
	for _, p := range e.sources.Now().List {
		if _, has := p.(providers.Personal); has {
			_, login, ok := e.asSeenBy(c, p.Info().Name)
			list = append(list, p.Info().Name+"="+login)
			if !ok {
				list[len(list)-1] += "!"
			}
		}
	}
	return strings.Join(list, ";")
}

// InfoFor is Info as a principal may see it, who may use the sources of only; nil: all.
func (e *Engine) InfoFor(who auth.Principal, only []string) Info {
	info, c := e.Info(), Client{Principal: who, Only: only}
	hidden := func(name string) bool { return !e.mayUse(c, name) }
	info.Sources = slices.DeleteFunc(info.Sources, func(i providers.Info) bool { return hidden(i.Name) })
	info.Postures = slices.DeleteFunc(info.Postures, func(p Posture) bool { return hidden(p.Source) })
	if who.Tenant != "" { // they name the logins of others
		info.Postures = slices.DeleteFunc(info.Postures, func(p Posture) bool {
			_, personal := e.sources.Now().ByName[p.Source].(providers.Personal)
			return personal
		})
	}
	info.Default = e.defaultFor(c)
	return info
}

// Info is what the session's principal may see of the server.
func (s *Session) Info() Info { return s.engine.InfoFor(s.client.Principal, s.client.Only) }

// defaultFor is the source of a client that names none: the server's default, or else the first that the
// client may use.
func (e *Engine) defaultFor(c Client) string {
	if c.Only == nil && !e.mayUse(c, e.config.Default) {
		for _, p := range e.sources.Now().List {
			if name := p.Info().Name; name != SelfSource && e.mayUse(c, name) {
				return name
			}
		}
	}
	return e.config.Default
}

// tenantRefusal refuses a statement that would cross the line between tenants. false: it does not cross
// it, and the gate's decision d stands.
func (s *Session) tenantRefusal(p *planner.Statement, d gate.Decision) (gate.Decision, bool) {
	deny := func(reason, hint string, offset int) (gate.Decision, bool) {
		return gate.Decision{Verdict: gate.Deny, Class: d.Class, Mode: d.Mode, Reason: reason, Hint: hint, Offset: offset}, true
	}
	if what := s.readsTenants(p); what != "" {
		return deny(what+" has what all tenants do", "A principal without a tenant may read it.", -1)
	}
	if signal, foreign := s.foreignSignal(p); foreign {
		return deny("it may end or cancel another principal's session", "Name the number of a session of your own, from the same source: SELECT pg_cancel_backend(1234).", signal.Offset)
	}
	return d, false
}

// readsTenants names a relation or function in a statement that would show a tenant's client what all tenants do. It
// returns "" if there is none.
func (s *Session) readsTenants(p *planner.Statement) string {
	if s.client.Principal.Tenant == "" {
		return ""
	}
	for _, r := range p.Relations {
		switch {
		case r.Provider == SelfSource && r.Service == "views":
			return r.Provider + "." + r.Service + "." + r.Resource
		case tellsStatements[r.Resource] && s.engine.tellsPrincipals(r.Provider):
			return r.Resource
		}
	}
	for _, f := range p.Functions {
		if name := f[strings.LastIndexByte(f, '.')+1:]; tellsStatements[name] && s.engine.tellsPrincipals(p.Provider) {
			return name
		}
	}
	if p.Verb == "LISTEN" && s.engine.tellsPrincipals(p.Provider) {
		return "a channel"
	}
	return ""
}

// tellsStatements are views and functions of a Postgres server that tell a login of the statements of all
// its sessions, and so one tenant of another's.
var tellsStatements = map[string]bool{
	"pg_stat_activity": true, "pg_stat_get_activity": true, "pg_stat_get_backend_activity": true,
	"pg_stat_statements": true, "pg_stat_statements_info": true, "pg_stat_ssl": true, "pg_stat_gssapi": true, "pg_prepared_xacts": true, "pg_prepared_xact": true,
}

// modeFor is the session's mode for a statement. At a source whose policies rest on who asks, code and
// administration need a person's approval in every mode: they could set what the policies rest on.
func (s *Session) modeFor(p *planner.Statement) gate.Mode {
	if s.mode > gate.DeleteSafe && p.Governs() && s.engine.tellsPrincipals(p.Provider) {
		return gate.DeleteSafe
	}
	return s.mode
}

// SelfSource is the name, and the kind, of the source that tells of the server itself.
const SelfSource = "sallyport"

// tellsPrincipals reports whether the sessions of a source are told who asks.
func (e *Engine) tellsPrincipals(source string) bool {
	p := e.sources.Now().ByName[source]
	return p != nil && p.Info().Tells
}

// signalWords are the functions that end or cancel a session.
var signalWords = []string{"pg_terminate_backend", "pg_cancel_backend"}

// foreignSignal finds a call of a statement that may end or cancel a session of another principal at a
// Postgres server, where all sessions of a login are the same user's.
func (s *Session) foreignSignal(p *planner.Statement) (planner.Signal, bool) {
	if len(p.Signals) == 0 && !p.RunsUnread() {
		return planner.Signal{}, false
	}
	if _, relayed := s.engine.sources.Now().ByName[p.Provider].(providers.Relayer); !relayed {
		return planner.Signal{}, false
	}
	for _, signal := range p.Signals {
		if own := signal.Self && !p.OfUsers() || signal.PID != 0 && s.engine.sessions.OwnsBackend(s.client.Principal.Name, p.Provider, signal.PID); !own {
			return signal, true
		}
	}
	if len(p.Signals) > 0 {
		return planner.Signal{}, false
	}
	text := strings.ToLower(p.Text) // of code that nobody reads, such as that of DO
	for _, word := range signalWords {
		if at := strings.Index(text, word); at >= 0 {
			return planner.Signal{Offset: p.Offset + at}, true
		}
	}
	return planner.Signal{}, false
}

// noteBackend notes the backend of a new connection of the pool to the session's source.
func (s *Session) noteBackend(source string, c providers.Conn) {
	if numbered, ok := c.(interface{ PID() uint32 }); ok && source == s.source.Name {
		s.entry.Backend.Store(numbered.PID())
	}
}
