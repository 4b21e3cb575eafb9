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

// conn is one connection of one session. After it broke it answers 08006 to
// everything until Close; Status says Failed then if a transaction was lost.
type conn struct {
	p       *Provider
	pooled  *pgxpool.Conn // nil after Close
	pg      *pgconn.PgConn
	backend *backend
	options providers.ConnOptions

	identity [][]byte  // what the server is told of the principal
	rows     io.Closer // the result that is being read
	name     string    // the application's name that the server has yet to hear; "" for none
	used     bool      // something ran here that DISCARD ALL has to take back
	broken   error     // why nothing can run here any more
	lostTx   bool      // a transaction was open when it broke
	discard  bool      // do not give it to another session
	flipped  bool      // the session's default could not be set back
	altered  bool      // names may mean something else since the last look
}

// Describe prepares s on the server and runs nothing.
func (c *conn) Describe(ctx context.Context, s providers.Statement) (providers.Description, error) {
	if err := c.ready(s, 0); err != nil {
		return providers.Description{}, err
	}
	if err := c.ordinary(ctx); err != nil {
		return providers.Description{}, err
	}
	inTx := c.Status() != providers.Idle // the dead do not tell
	described, err := c.pg.Prepare(ctx, "", s.SQL, s.ParamTypes)
	if err != nil {
		if c.pg.IsClosed() {
			c.lose(inTx, err, "")
		}
		return providers.Description{}, c.p.statementError(ctx, err)
	}
	return providers.Description{Params: described.ParamOIDs, Columns: c.columns(ctx, described.Fields)}, nil
}

// Query runs s. See the package comment for what surrounds it.
func (c *conn) Query(ctx context.Context, s providers.Statement, args providers.Args) (providers.Rows, error) {
	if err := c.ready(s, len(args.Values)); err != nil {
		return nil, err
	}
	if c.alone(s, args) && s.Returned.Few() && (args.MaxRows <= 0 || args.MaxRows > few) {
		if rows, ok, err := c.shootWhole(ctx, s, args); ok {
			return rows, err
		}
	}
	if c.alone(s, args) {
		if rows, ok, err := c.shoot(ctx, s, args); ok {
			return rows, err
		}
	}
	if err := c.ordinary(ctx); err != nil {
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
	case s.ReadOnly || r.inTx:
		r.reader = c.pg.ExecParams(ctx, s.SQL, args.Values, s.ParamTypes, codes(args.Formats), codes(args.ResultFormats))
	default:
		r.write(args)
	}
	return r.started()
}

// ready refuses what cannot run now.
func (c *conn) ready(s providers.Statement, params int) error {
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

// Status is the transaction status as the server last said it.
func (c *conn) Status() providers.TxStatus {
	switch {
	case c.lostTx:
		return providers.Failed
	case c.broken != nil || c.pg.IsClosed():
		return providers.Idle
	}
	return providers.TxStatus(c.pg.TxStatus())
}

// PID is the number of the server's process.
func (c *conn) PID() uint32 { return c.pg.PID() }

// ParameterStatus is a setting as the server last reported it.
func (c *conn) ParameterStatus(name string) string {
	if name == pins.ReadOnlyDefault {
		return "" // the provider switches it
	}
	return c.pg.ParameterStatus(name)
}

// StatusVersion is 0: the server says when it has changed a setting, and nothing counts that.
func (c *conn) StatusVersion() uint64 { return 0 }

// Close gives the connection back clean, or ends it.
func (c *conn) Close() error {
	if c.pooled == nil {
		return nil
	}
	if c.rows != nil {
		_ = c.rows.Close() // whatever went wrong: the connection is checked below
	}
	if c.discard || c.broken != nil || c.used && c.clean() != nil {
		ctx, cancel := context.WithTimeout(context.Background(), query.Chore)
		_ = c.pg.Close(ctx) // it is being thrown away
		cancel()
	}
	c.backend.onNotice = nil
	c.p.removeConn(c)
	c.pooled.Release()
	c.pooled = nil
	return nil
}

// ordinary makes the connection the session's own, once: what one-shots have left is
// removed, and the server is told the session's principal.
func (c *conn) ordinary(ctx context.Context) error {
	if c.used {
		return nil
	}
	c.used = true
	var err error
	if c.backend.kept {
		err = c.chore("DISCARD ALL", nil)
		c.backend.kept = false
	}
	if (c.name != "" || len(c.identity) > 0) && err == nil {
		err = c.introduce()
	}
	if err != nil {
		err = c.p.statementError(ctx, err)
		c.lose(false, err, "")
	}
	return err
}

// introduce tells the server whose session it is.
func (c *conn) introduce() error {
	return c.chore(c.p.tellings.session, append([][]byte{[]byte(c.applicationName())}, c.identity...))
}

// clean takes back whatever the session did to the connection.
func (c *conn) clean() error {
	c.backend.onNotice = nil
	if c.pg.TxStatus() != byte(providers.Idle) {
		if err := c.chore("ROLLBACK", nil); err != nil {
			return err
		}
	}
	c.backend.kept = false
	if err := c.chore("DISCARD ALL", nil); err != nil {
		return err
	}
	return pins.Hold(c.pg)
}

// chore runs a statement of the provider's own. Its rows do not matter.
func (c *conn) chore(sql string, args [][]byte) error {
	ctx, cancel := context.WithTimeout(context.Background(), query.Chore)
	defer cancel()
	_, err := c.pg.ExecParams(ctx, sql, args, nil, nil, nil).Close()
	return err
}

// cut ends the connection under the session's feet; any goroutine may call it.
func (c *conn) cut() {
	ctx, cancel := context.WithTimeout(context.Background(), query.Farewell)
	defer cancel()
	_ = c.pg.CancelRequest(ctx) // the server need not finish what nobody waits for
	_ = c.pg.Conn().Close()
}

// after looks at the connection when a statement is over.
func (c *conn) after(r *rows) {
	s := r.statement
	c.rows = nil
	c.discard = c.discard || leavesTraces(s)
	c.altered = c.altered || !s.ReadOnly && !providers.ChangesRows(s.Verb)
	inTx := r.inTx || c.pg.TxStatus() != byte(providers.Idle)
	if c.pg.IsClosed() {
		c.lose(inTx, cmp.Or(r.err, errClosed), "")
		return
	}
	if c.flipped {
		c.lose(inTx, errFlipped, "")
		return
	}
	if err := pins.Hold(c.pg); err != nil {
		c.lose(inTx, err, "A statement changed a setting that must not change: "+err.Error()+".")
		return
	}
	if len(c.identity) > 0 && resetsSettings(s) && c.Status() != providers.Failed {
		if err := c.introduce(); err != nil {
			c.lose(inTx, err, "")
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
		if err := c.chore(takeSnapshot, nil); err != nil {
			c.lose(inTx, err, "")
		}
	}
}

var (
	errClosed   = errors.New("the connection was closed")
	errProtocol = errors.New("the server sent a message that has no place there")
	errFlipped  = errors.New("the session's read-only default could not be set back")
)

// lose gives the connection up, and with it the transaction, if one was open.
func (c *conn) lose(inTx bool, cause error, why string) {
	c.lostTx = inTx
	c.broken = c.p.lost(cause, why)
	ctx, cancel := context.WithTimeout(context.Background(), query.Chore)
	defer cancel()
	_ = c.pg.Close(ctx) // it is being thrown away
}

// leavesTraces reports whether s may leave something in the server's process
// that DISCARD ALL does not take back.
func leavesTraces(s providers.Statement) bool {
	if s.ReadOnly {
		return s.Verb == "LISTEN" || s.Verb == "LOAD"
	}
	return !providers.ChangesRows(s.Verb)
}

// resetsSettings reports whether s may have taken back what the server was told.
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

// columns copies a row description: pgconn uses its own again.
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
		if err := c.ordinary(ctx); err != nil {
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
