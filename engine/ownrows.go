package engine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/engine/advisory"
	"github.com/sallyportdb/sallyport/engine/opensessions"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/providers"
)

// Rows of system relations that a source with DuckDB's dialect does not have: what the session has prepared, declared, locked and
// listens to, and the open sessions of its principal. Of other principals a session sees nothing.

// received is a text that the session's client has sent.
type received struct {
	text  string
	since time.Time
}

// ownRows returns the rows of such a relation, in the order of its columns; nil is NULL.
func (s *Session) ownRows(relation string) (rows [][]*string) {
	switch relation {
	case "pg_prepared_statements":
		return s.preparedRows()
	case "pg_cursors":
		return s.cursorRows()
	case "pg_listening_channels":
		for _, name := range s.listener.Channels() {
			rows = append(rows, []*string{&name})
		}
	case "statement_timestamp": // within a transaction that the client has begun
		if s.Status() != providers.Idle && !s.block {
			rows = append(rows, row(s.received.since))
		}
	case "pg_stat_activity":
		return s.activityRows()
	case "pg_locks":
		return s.lockRows()
	}
	return rows
}

// row makes a row: a string is itself, a bool and a number their texts, a zero time and nil NULL.
func row(values ...any) []*string {
	out := make([]*string, len(values))
	for i, v := range values {
		text := fmt.Sprint(v)
		switch v := v.(type) {
		case nil:
			continue
		case *string:
			out[i] = v
			continue
		case time.Time:
			if v.IsZero() {
				continue
			}
			text = v.UTC().Format("2006-01-02 15:04:05.999999-07")
		}
		out[i] = &text
	}
	return out
}

func (s *Session) preparedRows() (rows [][]*string) {
	for _, name := range slices.Sorted(maps.Keys(s.prepared)) {
		p := s.prepared[name]
		types := planner.PreparedTypes(p.text)
		if p.described != nil {
			for i := len(types); i < len(p.described.Params); i++ {
				types = append(types, strconv.FormatUint(uint64(p.described.Params[i]), 10))
			}
		}
		rows = append(rows, row(name, p.message, p.since, "{"+strings.Join(types, ",")+"}", p.bySQL, 0, 0))
	}
	return rows
}

func (s *Session) cursorRows() (rows [][]*string) {
	for _, c := range s.opened.List() {
		rows = append(rows, row(c.Name, c.Message, c.Hold, false, c.Scrolls == planner.Scrolls || c.Scrolls == planner.ReadsBackward, c.Since))
	}
	return rows
}

// databaseOID is the OID of the session's source in pg_database.
func (s *Session) databaseOID() int {
	const first = 16384
	return first + max(slices.Index(s.scope.Databases, s.scope.Default), 0)
}

// userOID is the OID of the session's user in pg_authid.
const userOID = 10

// activityRows are the sessions of the principal, the oldest first. Their statements have no secrets.
func (s *Session) activityRows() (rows [][]*string) {
	for _, one := range s.engine.OpenSessions() {
		if one.Principal != s.client.Principal.Name || one.Source != s.source.Name || one.PID == 0 {
			continue
		}
		began, application, state, text := one.Started, one.Application, one.State, one.Statement
		switch {
		case one.PID == s.client.PID: // it runs the statement that asks
			began, state, text = s.received.since, opensessions.Active, string(s.safeRefused(s.received.text).Text)
			application = cmp.Or(s.Parameters()["application_name"], application)
		case state != opensessions.Idle && text != "":
			state = opensessions.Active // also while people are asked about it
		}
		rows = append(rows, row(s.databaseOID(), s.source.Name, one.PID, nil, userOID, one.Principal, application, nil, nil, nil,
			one.Since, nil, began, began, nil, nil, state, nil, nil, nil, text, "client backend"))
	}
	return rows
}

func (s *Session) lockRows() (rows [][]*string) {
	database, own := s.databaseOID(), "3/"+strconv.FormatUint(uint64(s.client.PID), 10)
	rows = [][]*string{ // the statement that asks holds these
		row("relation", database, "pg_catalog.pg_locks", nil, nil, nil, nil, nil, nil, nil, own, s.client.PID, advisory.AccessShare, true, true, nil),
		row("virtualxid", nil, nil, nil, nil, own, nil, nil, nil, nil, own, s.client.PID, advisory.Exclusive, true, true, nil),
	}
	for _, l := range s.engine.advisory.List(s.source.Name, s.client.Principal.Name) {
		transaction := "3/" + strconv.FormatUint(uint64(l.PID), 10)
		if l.Table != "" {
			rows = append(rows, row("relation", database, l.Table, nil, nil, nil, nil, nil, nil, nil, transaction, l.PID, l.Mode, true, false, nil))
			continue
		}
		class, object, sub := l.Key()
		rows = append(rows, row("advisory", database, nil, nil, nil, nil, nil, class, object, sub, transaction, l.PID, l.Mode, true, false, nil))
	}
	return rows
}
