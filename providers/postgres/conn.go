package postgres

import (
	"cmp"
	"context"
	"errors"
	"io"
	"math"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/pins"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// conn is one connection of one session. After it broke, all its methods but Close return
// 08006, and Status is Failed if a transaction was open.
type conn struct {
	p       *Provider
	pooled  *pgxpool.Conn // nil after Close
	pg      *pgconn.PgConn
	backend *backend
	options providers.ConnOptions

	identity [][]byte  // the values of the settings that tell the server the principal
	rows     io.Closer // the result that is being read
	name     string    // the application's name that the server is to be told; "": none
	used     bool      // a statement ran that DISCARD ALL has to take back
	broken   error     // why no statement can run any more
	lostTx   bool      // a transaction was open when it broke
	discard  bool      // do not give it to another session
	flipped  bool      // the session's default could not be set back
	altered  bool      // names may mean something else since the last look
	login    uint64    // Provider.logins when it was taken from the pool
}

// Outdated implements providers.Outdating.
func (c *conn) Outdated() bool { return c.login != c.p.logins.Load() }

// Describe prepares s on the server and runs nothing.
func (c *conn) Describe(ctx context.Context, s providers.Statement) (providers.Description, error) {
	if err := c.checkReady(s, 0); err != nil {
		return providers.Description{}, err
	}
	if err := c.makeOrdinary(ctx); err != nil {
		return providers.Description{}, err
	}
	inTx := c.Status() != providers.Idle // a broken connection does not know it later
	described, err := c.pg.Prepare(ctx, "", s.SQL, s.ParamTypes)
	if err != nil {
		if c.pg.IsClosed() {
			c.noteLost(inTx, err, "")
		}
		return providers.Description{}, c.p.statementError(ctx, err)
	}
	return providers.Description{Params: described.ParamOIDs, Columns: c.columns(ctx, described.Fields)}, nil
}

// Query runs s. See the package comment for what surrounds it.
func (c *conn) Query(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if c.comparesBehind(s, args) {
		held := s.Held
		s.Held = nil
		rows, err := c.run(ctx, s, args)
		if err != nil {
			return nil, err
		}
		return &comparedRows{Rows: rows, p: c.p, ctx: ctx, held: held}, nil
	}
	return c.run(ctx, s, args)
}

// run runs s, and compares it in its flight.
func (c *conn) run(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if err := c.checkReady(s, len(args.Values)); err != nil {
		return nil, err
	}
	if c.isOneShot(s, args) && s.Returned.Few() && (args.MaxRows <= 0 || args.MaxRows > few) {
		if rows, ok, err := c.shootWhole(ctx, s, args); ok {
			return rows, err
		}
	}
	if c.isOneShot(s, args) {
		if rows, ok, err := c.runOneShot(ctx, s, args); ok {
			return rows, err
		}
	}
	if err := c.makeOrdinary(ctx); err != nil {
		return nil, err
	}
	begin, err := rewriteBegin(s, c.options.ReadOnly, c.Status() != providers.Idle)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	r := &rows{c: c, ctx: ctx, cancel: cancel, statement: s, inTx: c.Status() != providers.Idle}
	c.rows = r
	switch {
	case begin != "" && c.options.ReadOnly:
		r.beginPinned(begin)
	case begin != "":
		r.reader = c.pg.ExecParams(ctx, begin, nil, nil, nil, nil)
	case (s.ReadOnly || r.inTx) && s.Held != nil:
		r.sendCompared(args)
	case s.ReadOnly || r.inTx:
		r.reader = c.pg.ExecParams(ctx, s.SQL, args.Values, s.ParamTypes, codes(args.Formats), codes(args.ResultFormats))
	default:
		r.sendWriting(args)
	}
	return r.awaitColumns()
}

// checkReady returns an error if no statement can run now.
func (c *conn) checkReady(s providers.Statement, params int) error {
	switch {
	case c.broken != nil:
		return c.broken
	case c.pooled == nil:
		return sqlstate.New(sqlstate.InternalError, "the connection was given back")
	case c.rows != nil:
		return sqlstate.New(sqlstate.InternalError, "the last result was neither read to its end nor closed")
	case s.Verb == "COPY" || strings.EqualFold(firstWord(s.SQL), "COPY"):
		return sqlstate.New(sqlstate.FeatureNotSupported, "COPY is not supported on source %q", c.p.options.Name).
			WithHint("Use SELECT to read and INSERT to write.")
	case c.options.ReadOnly && !s.ReadOnly:
		return sqlstate.New(sqlstate.ReadOnlyTransaction, "cannot execute %s: this session may only read", s.Verb)
	case params > math.MaxUint16:
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "%d parameters are more than the protocol can carry (%d)", params, math.MaxUint16)
	}
	return nil
}

// Status returns the transaction status that the server last reported.
func (c *conn) Status() providers.TxStatus {
	switch {
	case c.lostTx:
		return providers.Failed
	case c.broken != nil || c.pg.IsClosed():
		return providers.Idle
	}
	return providers.TxStatus(c.pg.TxStatus())
}

// PID returns the number of the server's process.
func (c *conn) PID() uint32 { return c.pg.PID() }

// ParameterStatus returns the value of a setting that the server last reported.
func (c *conn) ParameterStatus(name string) string {
	if name == pins.ReadOnlyDefault {
		return "" // the provider switches this setting itself
	}
	return c.pg.ParameterStatus(name)
}

// StatusVersion is 0: the server says when it has changed a setting, and nothing counts that.
func (c *conn) StatusVersion() uint64 { return 0 }

// Close resets the connection and gives it back to the pool, or ends it.
func (c *conn) Close() error {
	if c.pooled == nil {
		return nil
	}
	if c.rows != nil {
		_ = c.rows.Close() // whatever went wrong: the connection is checked below
	}
	if c.discard || c.broken != nil || c.used && c.resetSession() != nil {
		ctx, cancel := context.WithTimeout(context.Background(), query.Chore)
		_ = c.pg.Close(ctx) // the connection is not used any more
		cancel()
	}
	c.backend.onNotice = nil
	c.p.removeConn(c)
	c.pooled.Release()
	c.pooled = nil
	return nil
}

// makeOrdinary makes the connection the session's own, once: what one-shots have left is
// removed, and the server is told the session's principal.
func (c *conn) makeOrdinary(ctx context.Context) error {
	if c.used {
		return nil
	}
	c.used = true
	var err error
	if c.backend.kept {
		err = c.runOwn("DISCARD ALL", nil)
		c.backend.kept = false
	}
	if (c.name != "" || len(c.identity) > 0) && err == nil {
		err = c.tellPrincipal()
	}
	if err != nil {
		err = c.p.statementError(ctx, err)
		c.noteLost(false, err, "")
	}
	return err
}

// tellPrincipal tells the server the session's principal.
func (c *conn) tellPrincipal() error {
	return c.runOwn(c.p.tellings.session, append([][]byte{[]byte(c.applicationName())}, c.identity...))
}

// resetSession takes back all that the session has changed on the connection.
func (c *conn) resetSession() error {
	c.backend.onNotice = nil
	if c.pg.TxStatus() != byte(providers.Idle) {
		if err := c.runOwn("ROLLBACK", nil); err != nil {
			return err
		}
	}
	c.backend.kept = false
	if err := c.runOwn("DISCARD ALL", nil); err != nil {
		return err
	}
	return pins.Hold(c.pg)
}

// runOwn runs a statement of the provider's own, and ignores its rows.
func (c *conn) runOwn(sql string, args [][]byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), query.Chore)
	defer cancel()
	_, err := c.pg.ExecParams(ctx, sql, args, nil, nil, nil).Close()
	return err
}

// cutOff ends the connection while the session has it. Any goroutine may call it.
func (c *conn) cutOff() {
	ctx, cancel := context.WithTimeout(context.Background(), query.Farewell)
	defer cancel()
	_ = c.pg.CancelRequest(ctx) // the server need not finish a statement that nobody waits for
	_ = c.pg.Conn().Close()
}

// checkAfter checks the connection when a statement is over.
func (c *conn) checkAfter(r *rows) {
	s := r.statement
	c.rows = nil
	c.discard = c.discard || leavesTraces(s)
	c.altered = c.altered || !s.ReadOnly && !providers.ChangesRows(s.Verb)
	inTx := r.inTx || c.pg.TxStatus() != byte(providers.Idle)
	if c.pg.IsClosed() {
		c.noteLost(inTx, cmp.Or(r.err, errClosed), "")
		return
	}
	if c.flipped {
		c.noteLost(inTx, errFlipped, "")
		return
	}
	if err := pins.Hold(c.pg); err != nil {
		c.noteLost(inTx, err, "A statement changed a setting that must not change: "+err.Error()+".")
		return
	}
	if len(c.identity) > 0 && resetsSettings(s) && c.Status() != providers.Failed {
		if err := c.tellPrincipal(); err != nil {
			c.noteLost(inTx, err, "")
			return
		}
	}
	status := c.Status()
	if c.altered && status == providers.Idle {
		c.altered = false
		c.p.catalog.Expire()
	}
	if c.options.ReadOnly && status == providers.InTransaction && s.Verb != "SELECT" {
		// It may be the transaction that COMMIT AND CHAIN opened: see the package comment.
		if err := c.runOwn(takeSnapshot, nil); err != nil {
			c.noteLost(inTx, err, "")
		}
	}
}

var (
	errClosed   = errors.New("the connection was closed")
	errProtocol = errors.New("the server sent a message that has no place there")
	errFlipped  = errors.New("the session's read-only default could not be set back")
)

// noteLost gives the connection up, and with it the transaction, if one was open.
func (c *conn) noteLost(inTx bool, cause error, why string) {
	c.lostTx = inTx
	c.broken = c.p.lost(cause, why)
	ctx, cancel := context.WithTimeout(context.Background(), query.Chore)
	defer cancel()
	_ = c.pg.Close(ctx) // it is being thrown away
}

// leavesTraces reports whether s may change the server's process in a way that DISCARD ALL does
// not take back.
func leavesTraces(s providers.Statement) bool {
	if s.ReadOnly {
		return s.Verb == "LISTEN" || s.Verb == "LOAD"
	}
	return !providers.ChangesRows(s.Verb)
}

// resetsSettings reports whether s may have reset the settings that tell the principal.
func resetsSettings(s providers.Statement) bool {
	return s.Verb == "DISCARD" || s.Verb == "DISCARD ALL" || s.Setting != nil && s.Setting.Reset && s.Setting.Name == ""
}

func codes(formats []providers.Format) []int16 {
	if len(formats) == 0 {
		return nil
	}
	out := make([]int16, len(formats))
	for i, f := range formats {
		out[i] = int16(f)
	}
	return out
}

// columns copies a row description, which pgconn reuses.
func (c *conn) columns(ctx context.Context, fields []pgconn.FieldDescription) []providers.Column {
	if fields == nil {
		return nil
	}
	columns := make([]providers.Column, len(fields))
	for i, f := range fields {
		columns[i] = providers.Column{
			Name: f.Name, Type: f.DataTypeOID, TypeMod: f.TypeModifier, Size: f.DataTypeSize,
			Table: f.TableOID, Attr: f.TableAttributeNumber, Format: providers.Format(f.Format),
			TypeName: c.p.catalog.TypeName(ctx, f.DataTypeOID, f.TypeModifier),
		}
	}
	return columns
}

// Ask runs queries of ours between the client's.
func (c *conn) Ask(ctx context.Context, queries ...providers.Query) ([][][]string, error) {
	switch {
	case c.broken != nil:
		return nil, c.broken
	case c.pooled == nil || c.rows != nil:
		return nil, sqlstate.New(sqlstate.InternalError, "the connection cannot be asked now")
	}
	if len(c.identity) > 0 { // an answer may depend on policies
		if err := c.makeOrdinary(ctx); err != nil {
			return nil, err
		}
	}
	lists := make([][][]string, len(queries))
	for i, q := range queries {
		var err error
		if lists[i], err = query.All(ctx, c.pg, q.SQL, q.Args...); err != nil {
			return nil, c.p.statementError(ctx, err)
		}
	}
	return lists, nil
}

var _ providers.Asking = (*conn)(nil)
