package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"github.com/sallyportdb/sallyport/shell/show"
)

// ErrNoConnection says that the server cannot be reached, or let nobody in. It is
// told already.
var ErrNoConnection = errors.New("no connection")

// patience is how long the server may take to end what was cancelled.
const patience = 5 * time.Second

// client is a connection to a server.
type client struct {
	config *pgconn.Config
	conn   *pgconn.PgConn
	err    io.Writer
}

func newClient(o Options) (*client, error) {
	host, port, err := net.SplitHostPort(o.Address)
	if err != nil {
		return nil, fmt.Errorf("--address: %q is not host:port", o.Address)
	}
	var settings []string
	for _, s := range [][2]string{
		{"host", host},
		{"port", port},
		{"user", o.User},
		{"sslmode", o.SSLMode},
		{"connect_timeout", "10"},
		{"application_name", "sallyport sql"},
	} {
		quoted := strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(s[1])
		settings = append(settings, s[0]+"='"+quoted+"'")
	}
	cfg, err := pgconn.ParseConfig(strings.Join(settings, " "))
	if err != nil {
		return nil, fmt.Errorf("cannot connect: %w", err)
	}
	cfg.Database = o.Source // and not the environment's
	c := &client{config: cfg, err: o.Err}
	cfg.OnNotice = func(_ *pgconn.PgConn, n *pgconn.Notice) { show.Error(o.Err, (*pgconn.PgError)(n), "") }
	return c, nil
}

// connect tells what is wrong, and returns ErrNoConnection then.
func (c *client) connect(ctx context.Context) error {
	conn, err := pgconn.ConnectConfig(ctx, c.config)
	if err == nil {
		c.conn = conn
		return nil
	}
	address := net.JoinHostPort(c.config.Host, strconv.Itoa(int(c.config.Port)))
	var refused *pgconn.PgError
	var network *net.OpError
	switch {
	case errors.As(err, &refused):
		show.Error(c.err, refused, "")
	case errors.As(err, &network):
		fmt.Fprintf(c.err, "sallyport: cannot connect to %s: %v\n  Is the server running? Start it with: sallyport srv\n", address, network.Err)
	default:
		fmt.Fprintf(c.err, "sallyport: cannot connect to %s: %v\n", address, err)
	}
	return ErrNoConnection
}

func (c *client) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = c.conn.Close(ctx) // the process is about to end, or to connect again
}

// answer is where what a text returns goes.
type answer struct {
	show.Format
	copyOut io.Writer        // the rows of COPY TO STDOUT
	copied  func(tag string) // is told the tag of that; nil: it would stand among the rows
	copyIn  func() io.Reader // the rows of COPY FROM STDIN
}

// exec sends one text, which may hold several statements. The end of the context
// cancels it. The first error is returned; what follows it is read and dropped.
func (c *client) exec(ctx context.Context, sql string, to answer) error {
	defer c.cancelAtEnd(ctx)()
	c.conn.Frontend().SendQuery(&pgproto3.Query{String: sql})
	first := c.conn.Frontend().Flush()
	e := exchange{client: c, to: to}
	for {
		message, err := c.conn.ReceiveMessage(context.Background())
		if err != nil {
			_ = e.endCopy() // the loss is what is to be told
			return errors.Join(first, lost(err))
		}
		if _, done := message.(*pgproto3.ReadyForQuery); done {
			return errors.Join(first, e.endCopy())
		}
		if err := e.take(message); err != nil && first == nil {
			first = err
			var ofServer *pgconn.PgError
			if !errors.As(err, &ofServer) { // what cannot be printed need not be computed
				c.cancel()
			}
		}
	}
}

// lost is the error of a connection that ended. Only the server's own last words
// are kept of it, where it had some.
func lost(err error) error {
	var last *pgconn.PgError
	if errors.As(err, &last) {
		return last
	}
	return fmt.Errorf("the connection to the server is lost: %w", err)
}

// cancelAtEnd cancels what runs when the context ends, and lets go of a server
// that does not answer. The function it returns waits for that.
func (c *client) cancelAtEnd(ctx context.Context) (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-done:
			return
		case <-ctx.Done():
		}
		c.cancel()
		select {
		case <-done:
		case <-time.After(patience):
			_ = c.conn.Conn().SetDeadline(time.Now()) // exec ends by it
		}
	}()
	return func() {
		close(done)
		<-ended
	}
}

func (c *client) cancel() {
	ctx, end := context.WithTimeout(context.Background(), patience)
	defer end()
	_ = c.conn.CancelRequest(ctx) // cancelAtEnd does not wait for ever
}

// exchange is what is under way between a text and the end of its answer.
type exchange struct {
	client *client
	to     answer
	rows   bool // a result with rows is being read
	copied bool // a COPY TO STDOUT runs
	copy   *sender
}

// take handles one message. It returns the error that the message carries, or that of printing it.
func (e *exchange) take(message pgproto3.BackendMessage) error {
	switch m := message.(type) {
	case *pgproto3.RowDescription:
		e.rows = true
		return e.to.Begin(fieldsOf(m))
	case *pgproto3.DataRow:
		return e.to.Row(m.Values)
	case *pgproto3.CopyOutResponse:
		e.copied = true
	case *pgproto3.CopyData:
		_, err := e.to.copyOut.Write(m.Data)
		return err
	case *pgproto3.CopyInResponse:
		e.copy = e.client.send(e.to.copyIn())
	case *pgproto3.CommandComplete:
		return errors.Join(e.endCopy(), e.end(string(m.CommandTag)))
	case *pgproto3.ErrorResponse:
		failed := e.endCopy()
		if ended := e.end(""); failed == nil {
			failed = ended
		}
		if failed != nil {
			return failed
		}
		return pgconn.ErrorResponseToPgError(m)
	}
	return nil
}

func (e *exchange) end(tag string) error {
	rows, copied := e.rows, e.copied
	e.rows, e.copied = false, false
	switch {
	case !copied:
		return e.to.End(tag, rows)
	case e.to.copied != nil:
		e.to.copied(tag)
	}
	return nil
}

func (e *exchange) endCopy() error {
	if e.copy == nil {
		return nil
	}
	err := e.copy.awaitEnd()
	e.copy = nil
	return err
}

func fieldsOf(m *pgproto3.RowDescription) []pgconn.FieldDescription {
	fields := make([]pgconn.FieldDescription, len(m.Fields))
	for i, f := range m.Fields {
		fields[i] = pgconn.FieldDescription{Name: string(f.Name), DataTypeOID: f.DataTypeOID}
	}
	return fields
}

// queryTexts returns the rows of a query of the shell's own, as texts.
func (c *client) queryTexts(ctx context.Context, sql string) ([][]string, error) {
	var r rowsRead
	err := c.exec(ctx, sql, answer{Format: &r})
	return r.rows, err
}

// rowsRead keeps rows.
type rowsRead struct{ rows [][]string }

func (r *rowsRead) Begin([]pgconn.FieldDescription) error { return nil }

func (r *rowsRead) Row(values [][]byte) error {
	row := make([]string, len(values))
	for i, v := range values {
		row[i] = string(v)
	}
	r.rows = append(r.rows, row)
	return nil
}

func (r *rowsRead) End(string, bool) error { return nil }
