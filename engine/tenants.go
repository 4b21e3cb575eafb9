package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

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
	for _, p := range e.sources.load().list {
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
			_, personal := e.sources.load().byName[p.Source].(providers.Personal)
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
		for _, p := range e.sources.load().list {
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
	p := e.sources.load().byName[source]
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
	if _, relayed := s.engine.sources.load().byName[p.Provider].(providers.Relayer); !relayed {
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
