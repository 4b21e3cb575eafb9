package engine

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A statement over several sources reads each of them by a connection of its own, which shares nothing
// with the session's: no open transaction, no settings. If that would make a difference, the statement
// is refused, or the settings are carried over.

// settings are what a session has set at its source, as far as statements over several sources depend
// on it.
type settings struct {
	carried map[string]string // values, by name, that such statements have to run with, too
	holds   map[string]string // values, by name, that are set on the connection that runs them
	on      providers.Conn    // that connection
	others  []string          // settings that the connections to the session's own source do not have
	unsure  []string          // settings of carried whose values are not known
	open    bool              // a transaction block is open, whose end may take settings back
}

// carriedSettings decide how values are read and shown, and how long a statement may run.
var carriedSettings = []string{"timezone", "datestyle", "intervalstyle", "bytea_output", "extra_float_digits", "statement_timeout"}

// idleSettings make no difference to the rows of a source.
var idleSettings = []string{
	"application_name", "client_encoding", "client_min_messages", "standard_conforming_strings", "search_path", "lock_timeout",
	"idle_in_transaction_session_timeout", "idle_session_timeout", "default_transaction_read_only", "default_transaction_isolation",
	"default_transaction_deferrable", "jit", "work_mem", "hash_mem_multiplier", "geqo", "from_collapse_limit", "join_collapse_limit",
	"max_parallel_workers_per_gather", "synchronous_commit", "check_function_bodies", "default_tablespace", "default_table_access_method",
}

// noteSettings notes what a statement that has run has set. alone says that no other statement of its
// query can undo it by failing.
func (s *Session) noteSettings(p *planner.Statement, alone bool) {
	if p.Provider != s.source.Name {
		return
	}
	if p.Verb == "DISCARD" && p.Prepared != nil {
		s.settings.forgetSettings()
		return
	}
	if p.Control == planner.Begin {
		s.settings.open = true
	} else if endsTransaction(p) {
		s.settings.open = p.Chain
	}
	if p.Setting != nil && p.Verb != "SHOW" {
		s.settings.noteSetting(p.Setting, alone && !s.settings.open)
	}
	for i := range p.Effects {
		if e := &p.Effects[i]; e.Kind == planner.SettingCall {
			s.settings.noteSetting(&providers.Setting{Name: e.Name, Local: true}, false)
		}
	}
}

// forgetSettings forgets all but what was carried over.
func (o *settings) forgetSettings() {
	o.others, o.unsure = nil, nil
	for name := range o.carried {
		o.unsure = append(o.unsure, name) // a startup message may have set the value that RESET returns to
	}
}

// noteSetting notes a setting. stays says that the end of the transaction does not take it back.
func (o *settings) noteSetting(set *providers.Setting, stays bool) {
	name := strings.ToLower(set.Name)
	without := func(list []string) []string { return slices.DeleteFunc(list, func(n string) bool { return n == name }) }
	switch {
	case name == "":
		o.forgetSettings()
	case slices.Contains(idleSettings, name), strings.HasPrefix(name, "enable_"):
	case !slices.Contains(carriedSettings, name):
		if o.others = without(o.others); !set.Reset || !stays {
			o.others = append(o.others, name)
		}
	default:
		if o.unsure = without(o.unsure); set.Reset || set.Local || !stays {
			o.unsure = append(o.unsure, name)
			return
		}
		if o.carried == nil {
			o.carried = map[string]string{}
		}
		o.carried[name] = set.Value
	}
}

// usableSeveral refuses a statement over several sources that would not see what its session has done.
// 0A000.
func (s *Session) usableSeveral(p *planner.Statement) error {
	if p.Provider != providers.Several {
		return nil
	}
	own := slices.ContainsFunc(p.Scans, func(scan providers.Scan) bool { return scan.Select != nil && scan.Source == s.source.Name })
	switch {
	case p.Into != nil && s.Status() != providers.Idle:
		return sqlstate.New(sqlstate.FeatureNotSupported, "%s over several sources cannot run inside of a transaction: it has one of its own at %q", p.Verb, p.Into.Source).
			WithHint("End the transaction first, and send it by itself.")
	case own && s.Status() != providers.Idle:
		return sqlstate.New(sqlstate.FeatureNotSupported, "a statement over several sources cannot read %q inside of a transaction: it would not see what the transaction has done", s.source.Name).
			WithHint("End the transaction first.")
	case own && len(s.settings.others) > 0:
		return sqlstate.New(sqlstate.FeatureNotSupported, "the session has set %s, which a statement over several sources would not heed when it reads %q", s.settings.others[0], s.source.Name).
			WithHint("RESET it, or run the statement in another session.")
	case len(s.settings.unsure) > 0:
		return sqlstate.New(sqlstate.FeatureNotSupported, "which %s holds for a statement over several sources is not known, since it was set in a transaction, or reset", s.settings.unsure[0]).
			WithHint("SET it outside of a transaction.")
	}
	return nil
}

// carriedLines are the settings that statements over several sources run with, as "name: value".
func (q *question) carriedLines() (list []string) {
	if !slices.ContainsFunc(q.plans, func(p *planner.Statement) bool { return p.Provider == providers.Several }) {
		return nil
	}
	for _, name := range carriedSettings {
		if value, ok := q.session.settings.carried[name]; ok && name != "statement_timeout" {
			list = append(list, name+": "+value)
		}
	}
	return list
}

// carrySettings sets what the session has set on the connection that runs statements over several
// sources.
func (s *Session) carrySettings(ctx context.Context, p *planner.Statement, conn providers.Conn) error {
	if p.Provider != providers.Several {
		return nil
	}
	if s.settings.on != conn {
		s.settings.on, s.settings.holds = conn, map[string]string{}
	}
	for name, value := range s.settings.carried {
		if held, ok := s.settings.holds[name]; ok && held == value {
			continue
		}
		if err := setOn(ctx, conn, name, value); err != nil {
			return err
		}
		s.settings.holds[name] = value
	}
	return nil
}

// setOn sets something on a connection of the embedded engine.
func setOn(ctx context.Context, conn providers.Conn, name, value string) error {
	set := providers.Statement{SQL: settingText(name, value), Verb: "SET", ReadOnly: true, Setting: &providers.Setting{Name: name, Value: value}}
	rows, err := conn.Query(ctx, set, providers.Args{})
	if err == nil {
		err = rows.Close()
	}
	return err
}

// confirmNames reports whether the names of a statement still mean what they meant when it was judged. If something has
// changed, the statement is planned again, and its requests and effects must be those that were judged. 40001.
func (st *Statement) confirmNames(ctx context.Context) error {
	plan := st.plan
	for i := range refreshes {
		if err := pauseForCatalog(ctx, i); err != nil {
			return err
		}
		c := plan.Closure()
		if c == nil {
			return nil
		}
		if same, err := c.Holds(ctx); same || err != nil {
			return err
		}
		again, err := st.planAgain(ctx)
		if err != nil {
			return err
		}
		if !again.SameAs(st.plan) {
			return errMoving()
		}
		plan = again
	}
	return errMoving()
}

// takeParts returns what a statement over several sources has read of each relation.
func (s *Session) takeParts(p *planner.Statement) (list []audit.Part) {
	told, ok := s.conns[p.Provider].(providers.Parted)
	if !ok || p.Control == planner.OwnVerb {
		return nil
	}
	for _, one := range told.Parts() {
		list = append(list, audit.Part{
			Source: one.Source, Relation: one.Relation, SQL: s.withoutSecrets(one.SQL).Text, Rows: one.Rows, Bytes: one.Bytes,
			DurationMS: math.Round(float64(one.Duration)/float64(time.Microsecond)) / 1000,
		})
	}
	return list
}
