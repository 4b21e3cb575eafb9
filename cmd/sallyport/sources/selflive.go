package sources

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/auth"
	"github.com/sallyportdb/sallyport/engine/opensessions"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb"
	"github.com/sallyportdb/sallyport/sqlstate"
	"github.com/sallyportdb/sallyport/views"
)

// liveTable is a table whose rows the server has in memory.
type liveTable[T any] struct {
	service, name, description string
	columns                    []duckdb.ViewColumn
	row                        func(T) []string // "": NULL
}

// loaded is the name under which a session loads the rows of a table.
func loaded(service, name string) string { return "live_" + service + "_" + name }

func (t liveTable[T]) view() duckdb.View {
	return duckdb.View{Schema: t.service, Name: t.name, Description: t.description, Columns: t.columns, Loaded: loaded(t.service, t.name)}
}

// rows are the rows of a list, as Load reads them.
func (t liveTable[T]) rows(list []T) *liveResult {
	out := &liveResult{}
	for _, c := range t.columns {
		out.columns = append(out.columns, providers.Column{Name: c.Name, TypeMod: -1, Size: -1, TypeName: "text"})
	}
	for _, one := range list {
		values := t.row(one)
		row := make(providers.Row, len(values))
		for i, v := range values {
			if v != "" {
				row[i] = []byte(v)
			}
		}
		out.rows = append(out.rows, row)
	}
	return out
}

// liveViews are the views over what selfConn loads.
func liveViews() []duckdb.View {
	return []duckdb.View{requestsTable.view(), openTable.view(), definedTable.view()}
}

// Live is the server's state in memory that is shown as tables: approvals.requests, sessions.open
// and views.defined. Requests, Views and Reads are set before the first statement; the doors add their
// sessions when they are made.
type Live struct {
	Requests func() []approval.Request // nil: there are none
	Views    *views.Store              // nil: there are none
	// Reads says which records a principal may read; nil: all.
	Reads func(auth.Principal) Reads

	mu       sync.Mutex
	sessions []func() []opensessions.Session
}

// AddSessions adds where open sessions come from.
func (l *Live) AddSessions(list func() []opensessions.Session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sessions = append(l.sessions, list)
}

// requestsOf are the requests of a principal, the newest last.
func (l *Live) requestsOf(principal string) []approval.Request {
	if l.Requests == nil {
		return nil
	}
	return slices.DeleteFunc(l.Requests(), func(r approval.Request) bool { return r.Principal != principal })
}

// sessionsOf are the open sessions of a principal. A session that several list is shown as the
// first one lists it. The engine knows what runs; a door knows which clients are there between
// calls.
func (l *Live) sessionsOf(principal string) (list []opensessions.Session) {
	l.mu.Lock()
	sources := slices.Clone(l.sessions)
	l.mu.Unlock()
	for _, source := range sources {
		known := len(list)
		for _, one := range source() {
			at := slices.IndexFunc(list[:known], func(o opensessions.Session) bool { return o.Door == one.Door && o.ID == one.ID })
			switch {
			case one.Principal != principal:
			case at >= 0:
				list[at].Since = one.Since // of the session, and not of the call
			default:
				list = append(list, one)
			}
		}
	}
	return list
}

// selfConn is a connection that can only read. Before a statement that may read a table of the
// server's memory, it loads the principal's rows.
type selfConn struct {
	*duckdb.Conn
	live      *Live
	principal auth.Principal
	loaded    []string // tables
}

// Describe prepares a statement.
func (c *selfConn) Describe(ctx context.Context, s providers.Statement) (providers.Description, error) {
	if err := c.load(ctx, s); err != nil {
		return providers.Description{}, err
	}
	return c.Conn.Describe(ctx, s)
}

// Query runs a statement.
func (c *selfConn) Query(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if err := c.load(ctx, s); err != nil {
		return nil, err
	}
	return c.Conn.Query(ctx, s, args)
}

// load loads the tables that a statement may name: DuckDB has no way to write a name but by its letters.
func (c *selfConn) load(ctx context.Context, s providers.Statement) error {
	if c.Status() == providers.Failed || s.Setting != nil {
		return nil
	}
	if len(c.loaded) > 0 { // they would be in lists of tables
		if err := c.Drop(c.loaded...); err != nil {
			return err
		}
		c.loaded = nil
	}
	text := strings.ToLower(s.SQL)
	if strings.Contains(text, recordsName) {
		if s.Verb == "EXPLAIN" && strings.Contains(text, "analy") && c.live.readsOf(c.principal) != ReadsAll {
			return sqlstate.New(sqlstate.InsufficientPrivilege, "EXPLAIN ANALYZE of %s.%s.%s would tell how many records of others there are", SelfName, selfService, recordsName).
				WithHint("EXPLAIN without ANALYZE shows the plan.")
		}
		if err := c.addReader(ctx); err != nil {
			return err
		}
	}
	if strings.Contains(text, requestsTable.name) {
		if err := c.add(ctx, requestsTable.view().Loaded, requestsTable.rows(c.live.requestsOf(c.principal.Name))); err != nil {
			return err
		}
	}
	if strings.Contains(text, openTable.name) {
		if err := c.add(ctx, openTable.view().Loaded, openTable.rows(c.live.sessionsOf(c.principal.Name))); err != nil {
			return err
		}
	}
	if strings.Contains(text, definedTable.name) && c.live.Views != nil {
		list, err := c.live.Views.List()
		if err != nil {
			return err
		}
		return c.add(ctx, definedTable.view().Loaded, definedTable.rows(list))
	}
	return nil
}

// addReader loads the row by which the view of records knows its reader.
func (c *selfConn) addReader(ctx context.Context) error {
	return c.add(ctx, readerTable.name, readerTable.rows([]reader{{c.principal, c.live.readsOf(c.principal)}}))
}

// add loads a table, whose rows are these alone: a rollback may have brought back one of before.
func (c *selfConn) add(ctx context.Context, table string, rows *liveResult) error {
	if err := c.Drop(table); err != nil {
		return err
	}
	c.loaded = append(c.loaded, table)
	_, err := c.Load(ctx, table, rows.columns, rows)
	return err
}

// liveResult are rows that are there already.
type liveResult struct {
	columns []providers.Column
	rows    []providers.Row
	next    int
}

func (r *liveResult) Columns() []providers.Column { return r.columns }
func (r *liveResult) Tag() string                 { return "" }
func (r *liveResult) Close() error                { return nil }

func (r *liveResult) Next() (providers.Row, error) {
	if r.next == len(r.rows) {
		return nil, io.EOF
	}
	r.next++
	return r.rows[r.next-1], nil
}

// requestsTable is sallyport.approvals.requests.
var requestsTable = liveTable[approval.Request]{
	service: "approvals", name: "requests",
	description: "Your statements that wait for a person's approval, and those that were decided lately; docs/approvals.md explains them",
	columns: []duckdb.ViewColumn{
		{Name: "id", Type: "VARCHAR", Description: "the id of the request, as the record has it"},
		{Name: "state", Type: "VARCHAR", Description: "pending, approved, denied, withdrawn, expired, used"},
		{Name: "created", Type: "TIMESTAMPTZ", Description: "when it was asked for"},
		{Name: "expires", Type: "TIMESTAMPTZ", Description: "until when it can be decided, or its approval used"},
		{Name: "door", Type: "VARCHAR", Description: "pgwire or mcp"},
		{Name: "tool", Type: "VARCHAR", Description: "the MCP tool that was called"},
		{Name: "principal", Type: "VARCHAR", Description: "who asked"},
		{Name: "application", Type: "VARCHAR", Description: "the client program, as it calls itself"},
		{Name: "session", Type: "VARCHAR", Description: "the session's id"},
		{Name: "remote_addr", Type: "VARCHAR", Description: "where the client is"},
		{Name: "source", Type: "VARCHAR", Description: "the connection that is asked"},
		{Name: "class", Type: "VARCHAR", Description: "what the statement does at most"},
		{Name: "verb", Type: "VARCHAR", Description: "the statement's verb"},
		{Name: "sql", Type: "VARCHAR", Description: "the statement, without the secrets in it"},
		{Name: "relations", Type: "VARCHAR[]", Description: "the tables that the statement names, and what it does to them"},
		{Name: "reason", Type: "VARCHAR", Description: "why a person has to approve it"},
		{Name: "estimated_rows", Type: "BIGINT", Description: "how many rows it would touch; NULL: not known"},
		{Name: "max_rows", Type: "BIGINT", Description: "how many it may touch; NULL: any number"},
		{Name: "approver", Type: "VARCHAR", Description: "the person who decided"},
		{Name: "channel", Type: "VARCHAR", Description: "how the person was asked"},
		{Name: "comment", Type: "VARCHAR", Description: "what the person said of it, or why it was withdrawn"},
		{Name: "grant_id", Type: "VARCHAR", Description: "the grant that was given with it"},
		{Name: "decided", Type: "TIMESTAMPTZ", Description: "when"},
		{Name: "used", Type: "TIMESTAMPTZ", Description: "when the approval was used"},
	},
	row: func(r approval.Request) []string {
		return []string{
			r.ID, string(r.State), moment(r.Created), moment(r.Expires), r.Door, r.Tool, r.Principal, r.Application, r.Session, r.RemoteAddr,
			r.Source, r.Class, r.Verb, r.SQL, jsonList(r.Relations), r.Reason, known(r.Estimate.Rows), known(r.MaxRows),
			r.Approver, r.Channel, r.Comment, r.Grant, moment(r.Decided), moment(r.Used),
		}
	},
}

// openTable is sallyport.sessions.open.
var openTable = liveTable[opensessions.Session]{
	service: "sessions", name: "open",
	description: "Your open sessions on both doors, and what runs in them",
	columns: []duckdb.ViewColumn{
		{Name: "id", Type: "VARCHAR", Description: "the session's id, as the record has it; NULL: the client has none between its calls"},
		{Name: "door", Type: "VARCHAR", Description: "pgwire or mcp"},
		{Name: "principal", Type: "VARCHAR", Description: "whose session it is"},
		{Name: "application", Type: "VARCHAR", Description: "the client program, as it calls itself"},
		{Name: "version", Type: "VARCHAR", Description: "its version"},
		{Name: "remote_addr", Type: "VARCHAR", Description: "where the client is"},
		{Name: "since", Type: "TIMESTAMPTZ", Description: "when the session began"},
		{Name: "state", Type: "VARCHAR", Description: "active, waiting for approval, idle, idle in transaction"},
		{Name: "source", Type: "VARCHAR", Description: "the source of unqualified names"},
		{Name: "mode", Type: "VARCHAR", Description: "what the session may do"},
		{Name: "verb", Type: "VARCHAR", Description: "the verb of the statement that runs"},
		{Name: "sql", Type: "VARCHAR", Description: "the statement that runs, without the secrets in it"},
		{Name: "started", Type: "TIMESTAMPTZ", Description: "when the statement began"},
	},
	row: func(s opensessions.Session) []string {
		return []string{
			s.ID, s.Door, s.Principal, s.Application, s.Version, s.RemoteAddr, moment(s.Since), cmp.Or(s.State, opensessions.Idle), s.Source, s.Mode,
			s.Verb, s.Statement, moment(s.Started),
		}
	},
}

// definedTable is sallyport.views.defined, which is the same for everybody.
var definedTable = liveTable[views.View]{
	service: "views", name: "defined",
	description: "The views over APIs that this server keeps",
	columns: []duckdb.ViewColumn{
		{Name: "name", Type: "VARCHAR", Description: "what sessions of an API call it"},
		{Name: "kind", Type: "VARCHAR", Description: "view, or materialized view"},
		{Name: "columns", Type: "VARCHAR[]", Description: "names that it gives its first columns"},
		{Name: "sql", Type: "VARCHAR", Description: "its query"},
		{Name: "owner", Type: "VARCHAR", Description: "the principal who made it"},
		{Name: "created", Type: "TIMESTAMPTZ", Description: "when"},
	},
	row: func(v views.View) []string {
		return []string{v.Name, v.Kind(), jsonList(v.Columns), v.SQL, v.Owner, moment(v.Created)}
	},
}

// moment returns a time as DuckDB reads it, or "" if there is none.
func moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04:05.999999Z07:00")
}

// known returns a number, or "" if it is not known.
func known(n int64) string {
	if n < 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func jsonList(list []string) string {
	if len(list) == 0 {
		return ""
	}
	text, err := json.Marshal(list)
	if err != nil {
		return ""
	}
	return string(text)
}
