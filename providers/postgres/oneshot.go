package postgres

import (
	"cmp"
	"context"
	"io"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/pins"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// oneShot is the only read of its session: a read-only transaction of its own, in one write and
// one answer of the server.
//
//	BEGIN · settings, which take the snapshot · the statement · advisory locks back · ROLLBACK · Sync
//
// The portal bounds the rows: Execute names the most rows. The rows beyond one portion are fetched as
// the caller asks for them, and the last two messages follow when the caller wants no more. pgconn has
// no such Execute, so the messages are made here.
type oneShot struct {
	c         *conn
	ctx       context.Context //nolint:containedctx // of one statement: it lives as long as this does
	cancel    context.CancelFunc
	unwatch   func()
	statement providers.Statement

	stage   stage
	max     int64 // the most rows; 0: all
	seen    int64
	ended   bool // the transaction's end and Sync were sent
	columns []providers.Column
	tag     string
	failure error // the error of the statement, or nil
	early   bool  // the error came before the statement
	err     error // io.EOF, or what ended it

	whole     bool // the transaction's end is sent with its beginning: see shootWhole
	suspended bool // there were more rows than the portal was asked for
	size      int  // bytes of the values of the first few rows
}

// stage is the part of the exchange that the server answers now.
type stage int

const (
	beginning stage = iota
	setting
	running
	unlocking
	ending
)

// portion is the most rows that one Execute asks for.
const portion = 1024

// serverGrace is how much longer the server's timeout is than the gateway's. The server's timeout counts if
// the gateway is gone.
const serverGrace = time.Second

// The provider's statements of a one-shot, which a connection keeps prepared.
// The timeout is never made longer than the role's own. Operators have their
// schema, because the search path is the role's.
var shotStatements = [...]struct{ name, sql string }{
	beginning: {"sallyport_begin", "BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY"},
	setting: {"sallyport_setting", `SELECT pg_catalog.set_config('application_name', $1, true),
		CASE WHEN $2::pg_catalog.text IS NOT NULL THEN pg_catalog.set_config('statement_timeout',
			CASE WHEN pg_catalog.current_setting('statement_timeout') OPERATOR(pg_catalog.=) '0' THEN $2::pg_catalog.text
			ELSE pg_catalog.concat(EXTRACT(epoch FROM LEAST(pg_catalog.current_setting('statement_timeout')::pg_catalog.interval, $2::pg_catalog.interval)), 's')
			END, true) END`},
	unlocking: {"sallyport_unlock", "SELECT pg_catalog.pg_advisory_unlock_all()"},
	ending:    {"sallyport_end", "ROLLBACK"},
}

// isOneShot reports whether s can be a one-shot on this connection.
func (c *conn) isOneShot(s providers.Statement, args providers.Args) bool {
	return args.Alone && s.ReadOnly && (s.Verb == "SELECT" || s.Verb == "EXPLAIN") && !c.used && !c.backend.plain
}

// runOneShot runs a one-shot. It returns false if the server cannot run the statements around the client's
// statement; then that has not run, and can run in another way.
func (c *conn) runOneShot(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, ok bool, err error) {
	if err := ctx.Err(); err != nil {
		return nil, true, sqlstate.From(err)
	}
	o := &oneShot{c: c, statement: s, max: args.MaxRows}
	o.ctx, o.cancel = context.WithCancel(ctx)
	o.sendExchange(args)
	for o.err == nil && o.columns == nil {
		if _, row := o.advance(); row { // a row cannot come before its columns
			o.noteLost(errProtocol)
		}
	}
	switch {
	case o.early && c.broken == nil:
		o.noteRefusal()
		return nil, false, nil
	case o.err != nil && o.err != io.EOF:
		return nil, true, o.err
	}
	return o, true, nil
}

// sendExchange sends the exchange.
func (o *oneShot) sendExchange(args providers.Args) {
	o.c.rows = o
	o.unwatch = o.c.backend.watchStatement(o.ctx)
	o.writeMessages(args)
}

// noteRefusal notes that the server cannot run the statements around the client's statement.
func (o *oneShot) noteRefusal() {
	o.c.backend.plain = true
	o.c.p.options.Logger.Warn("the server refuses what surrounds a read, which takes more round trips now", "source", o.c.p.options.Name, "cause", o.failure)
}

// writeMessages writes all that can be written before the server has answered.
func (o *oneShot) writeMessages(args providers.Args) {
	f := o.c.pg.Frontend()
	keep := func(stages ...stage) {
		for _, s := range stages {
			if !o.c.backend.kept {
				sql := shotStatements[s].sql
				if s == setting {
					sql = o.c.p.tellings.setting
				}
				f.SendParse(&pgproto3.Parse{Name: shotStatements[s].name, Query: sql})
			}
		}
	}
	keep(beginning)
	o.sendOwn(beginning)
	keep(setting, unlocking, ending) // not earlier: to parse a query takes a snapshot
	o.c.backend.kept = true          // if preparing fails, the connection is not used again
	o.sendOwn(setting, append([][]byte{[]byte(o.c.applicationName()), o.serverTimeout()}, o.c.identity...)...)
	f.SendParse(&pgproto3.Parse{Query: o.statement.SQL, ParameterOIDs: o.statement.ParamTypes})
	f.SendBind(&pgproto3.Bind{ParameterFormatCodes: codes(args.Formats), Parameters: args.Values, ResultFormatCodes: codes(args.ResultFormats)})
	f.SendDescribe(&pgproto3.Describe{ObjectType: 'P'})
	if o.whole {
		f.SendExecute(&pgproto3.Execute{MaxRows: few + 1})
		o.sendEnd()
		return
	}
	if o.max > 0 && o.max <= portion {
		f.SendExecute(&pgproto3.Execute{MaxRows: uint32(o.max)}) //nolint:gosec // 1 to portion
		o.sendEnd()
		return
	}
	o.fetchPortion()
}

// sendOwn sends one of the provider's statements.
func (o *oneShot) sendOwn(s stage, args ...[]byte) {
	f := o.c.pg.Frontend()
	f.SendBind(&pgproto3.Bind{PreparedStatement: shotStatements[s].name, Parameters: args})
	f.SendExecute(&pgproto3.Execute{})
}

// fetchPortion asks for the next portion of rows.
func (o *oneShot) fetchPortion() {
	rows := int64(portion)
	if o.max > 0 {
		rows = min(rows, o.max-o.seen)
	}
	f := o.c.pg.Frontend()
	f.SendExecute(&pgproto3.Execute{MaxRows: uint32(rows)}) //nolint:gosec // 1 to portion
	f.Send(&pgproto3.Flush{})
	o.sendAll()
}

// sendEnd sends the transaction's end, once.
func (o *oneShot) sendEnd() {
	if o.ended {
		return
	}
	o.ended = true
	o.sendOwn(unlocking)
	o.sendOwn(ending)
	o.c.pg.Frontend().SendSync(&pgproto3.Sync{})
	o.sendAll()
}

// sendAll writes all messages at once. The server can read all of them before an answer is read: its
// answers before the last long message fit into its buffers.
func (o *oneShot) sendAll() {
	if err := o.c.pg.Frontend().Flush(); err != nil {
		o.noteLost(err)
	}
}

func (c *conn) applicationName() string { return cmp.Or(c.name, applicationName) }

// serverTimeout returns a value for statement_timeout: the rest of the statement's time, and some grace. nil means that the
// statement has no limit.
func (o *oneShot) serverTimeout() []byte {
	deadline, ok := o.ctx.Deadline()
	left := time.Until(deadline) + serverGrace
	if !ok || left > 24*24*time.Hour { // more than the setting can say
		return nil
	}
	return append(strconv.AppendInt(nil, int64(max(left, serverGrace)/time.Millisecond), 10), "ms"...)
}

// advance takes one message, and returns the row if it was one.
func (o *oneShot) advance() (_ providers.Row, row bool) {
	// The statement's context is watched already, once for all messages.
	message, err := o.c.pg.ReceiveMessage(context.Background())
	if err != nil {
		o.noteLost(err)
		return nil, false
	}
	switch m := message.(type) {
	case *pgproto3.DataRow:
		if o.stage != running {
			return nil, false // a row of the provider's own statement
		}
		if o.seen++; o.seen <= few {
			o.size += sizeOf(m.Values)
		}
		return m.Values, true
	case *pgproto3.RowDescription:
		o.columns = o.described(m)
	case *pgproto3.CommandComplete:
		if o.stage == running {
			o.tag = string(m.CommandTag)
		}
		o.nextStage()
	case *pgproto3.EmptyQueryResponse:
		o.nextStage()
	case *pgproto3.PortalSuspended:
		o.suspended = true
		if !o.ended && (o.max <= 0 || o.seen < o.max) {
			o.fetchPortion()
			return nil, false
		}
		o.tag = "SELECT " + strconv.FormatInt(o.seen, 10)
		o.nextStage()
	case *pgproto3.ErrorResponse:
		o.keepError(pgconn.ErrorResponseToPgError(m))
	case *pgproto3.ReadyForQuery:
		o.checkConnection()
	case *pgproto3.ParseComplete, *pgproto3.BindComplete, *pgproto3.NoData, *pgproto3.ParameterStatus, *pgproto3.NoticeResponse, *pgproto3.NotificationResponse:
	default:
		o.noteLost(errProtocol)
	}
	return nil, false
}

// nextStage goes on to the next statement of the exchange.
func (o *oneShot) nextStage() {
	if o.stage++; o.stage > running {
		o.sendEnd()
	}
}

// keepError keeps an error, and sends a Sync if none was sent.
func (o *oneShot) keepError(e *pgconn.PgError) {
	canceled := e.Code == string(sqlstate.QueryCanceled)
	switch {
	case o.stage == running, o.stage < running && canceled:
		o.failure = e
	case o.stage < running:
		o.failure, o.early = e, true
	default: // the statement has returned its rows
		o.c.used = true
		o.c.backend.plain = !canceled
	}
	if !o.ended {
		o.ended = true
		o.c.pg.Frontend().SendSync(&pgproto3.Sync{})
		o.sendAll()
	}
}

// checkConnection checks the connection when the server is ready again.
func (o *oneShot) checkConnection() {
	o.unwatch()
	o.c.rows = nil
	if o.c.pg.TxStatus() != byte(providers.Idle) {
		o.c.used = true // Close resets what the failed one-shot left
		if err := o.c.runOwn("ROLLBACK", nil); err != nil {
			o.c.discard = true
		}
	}
	o.err = io.EOF
	if large := o.large(); o.failure == nil && (large || !o.suspended) {
		o.statement.Returned.Note(!large)
	}
	if o.failure != nil {
		o.err = o.c.p.statementError(o.ctx, o.failure)
	}
	if err := pins.Hold(o.c.pg); err != nil {
		o.c.noteLost(false, err, "A statement changed a setting that must not change: "+err.Error()+".")
	}
	o.cancel()
}

// noteLost ends the one-shot with its connection.
func (o *oneShot) noteLost(cause error) {
	if o.err != nil {
		return
	}
	o.unwatch()
	o.c.rows = nil
	o.err = o.c.p.statementError(o.ctx, cause)
	o.c.noteLost(false, cause, "")
	o.cancel()
}

// Columns of the result.
func (o *oneShot) Columns() []providers.Column { return o.columns }

// Next returns the next row; it points into the connection's read buffer.
func (o *oneShot) Next() (providers.Row, error) {
	for o.err == nil {
		if values, row := o.advance(); row {
			return values, nil
		}
	}
	return nil, o.err
}

// Tag is the command tag.
func (o *oneShot) Tag() string { return o.tag }

// Close reads the rows that are on their way, which the portal bounds, and cancels a statement that still
// takes long.
func (o *oneShot) Close() error {
	if o.err != nil {
		return nil //nolint:nilerr // Next has told it
	}
	o.sendEnd()
	timer := time.AfterFunc(drainAlone, o.cancel)
	for o.err == nil {
		o.advance()
	}
	canceled := !timer.Stop()
	if o.err == io.EOF || canceled && sqlstate.CodeOf(o.err) == sqlstate.QueryCanceled {
		return nil
	}
	return o.err
}

func (o *oneShot) described(m *pgproto3.RowDescription) []providers.Column {
	columns := make([]providers.Column, len(m.Fields))
	for i, f := range m.Fields {
		columns[i] = providers.Column{
			Name: string(f.Name), Type: f.DataTypeOID, TypeMod: f.TypeModifier, Size: f.DataTypeSize,
			Table: f.TableOID, Attr: f.TableAttributeNumber, Format: providers.Format(f.Format),
			TypeName: o.c.p.catalog.TypeName(o.ctx, f.DataTypeOID, f.TypeModifier),
		}
	}
	return columns
}
