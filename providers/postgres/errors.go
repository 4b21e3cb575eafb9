package postgres

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/providers/postgres/catalog"
	"github.com/sallyportdb/sallyport/providers/postgres/pins"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// statementError turns the error of a statement into ours. A server's error
// keeps its code; one that ends the server's session becomes 08006, because
// only the connection to the source is over, not the client's own.
func (p *Provider) statementError(ctx context.Context, err error) error {
	var server *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &server):
		if query.EndsSession(server) {
			return p.lost(err, server.Message)
		}
		e := query.ServerError(server)
		if e.Code == sqlstate.QueryCanceled && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			e.Message = sqlstate.StatementTimedOut
		}
		return e
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return sqlstate.From(err)
	case ctx.Err() != nil: // the connection was cut, because the cancel request had no effect
		return sqlstate.From(ctx.Err())
	}
	return p.lost(err, "")
}

// lost returns the error of a connection that broke. The cause is kept as text, because the original
// error may have the configuration, and the password in it.
func (p *Provider) lost(cause error, why string) *sqlstate.Error {
	if p.closing.Load() {
		return sqlstate.Wrap(errors.New(cause.Error()), sqlstate.AdminShutdown, "source %q is being closed", p.options.Name)
	}
	e := sqlstate.Wrap(errors.New(cause.Error()), sqlstate.ConnectionFailure, "the connection to source %q was lost", p.options.Name).
		WithHint("The next statement gets a new connection. A read can simply be repeated; whether a change was made is not known: look first.")
	e.Detail = why
	return e
}

// connectError returns the error of an attempt to connect. The server's words about logins and
// databases tell of the DSN, so they go to the log alone.
func (p *Provider) connectError(err error) *sqlstate.Error {
	cause := errors.New(err.Error())
	e := sqlstate.Wrap(cause, sqlstate.UnableToConnect, "source %q is not reachable", p.options.Name).
		WithHint("Is the server up, and is the address in its DSN right? The log has the cause.")
	var server *pgconn.PgError
	var pinned *pins.Error
	switch {
	case errors.Is(err, errEmbedded):
		e.Message += ": " + errEmbedded.Error()
		e.Hint = "Let clients of that source connect to the other Sallyport itself."
	case errors.Is(err, catalog.ErrShared):
		e.Message += ": " + catalog.ErrShared.Error()
		e.Hint = "Let the pooler pool by session (pool_mode = session), and Sallyport by transaction (pooling: transaction)."
	case errors.As(err, &pinned) && pinned.Name == pins.ReadOnlyDefault:
		e.Message += ": " + pinned.Error()
		e.Hint = "A pooler in between may have dropped it: ALTER ROLE … SET default_transaction_read_only = on for the role of the DSN, as the script of sallyport role-sql does."
	case errors.As(err, &pinned):
		e.Message += ": " + pinned.Error()
		e.Hint = "The gateway and the server must read text alike; a pooler in between may be the cause."
	case !errors.As(err, &server):
	case strings.HasPrefix(server.Code, "28"):
		e.Message = "source " + quoted(p.options.Name) + " refused the login"
		e.Hint = "Check user and password in its DSN. The log has the cause."
	case server.Code == string(sqlstate.InvalidCatalogName):
		e.Message = "source " + quoted(p.options.Name) + " has no such database"
		e.Hint = "Check the database in its DSN. The log has the cause."
	case server.Code == string(sqlstate.TooManyConnections), server.Code == string(sqlstate.CannotConnectNow):
		e.Code = sqlstate.Code(server.Code)
		e.Message = "source " + quoted(p.options.Name) + " takes no connections now: " + server.Message
		e.Hint = "Try again later."
	case server.Code == string(sqlstate.ProtocolViolation):
		e.Hint = "A pooler that refuses startup parameters? PgBouncer needs ignore_startup_parameters = default_transaction_read_only, jit. The log has the cause."
	}
	return e
}

func quoted(name string) string { return `"` + name + `"` }
