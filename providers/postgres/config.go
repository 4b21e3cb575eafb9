package postgres

import (
	"cmp"
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/pins"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options say which server a Provider is for, and bound its connections.
type Options struct {
	Name        string
	Description string
	// DSN is a URL or keyword/value string as libpq takes it. Its pool_… words
	// are pgxpool's. It may not set "options" or the pinned settings.
	DSN string
	// MaxConns bounds the pool of Connect; 0: the DSN's bound, or 10. The connections that
	// read the catalog and look up footprints are not counted.
	MaxConns int
	// MaxBackends bounds the backends that are open at a time; 0: 100.
	MaxBackends int
	// MaxIdle is how many backends stay open unused; 0: all.
	MaxIdle int
	// IdleTimeout is how long a backend stays open unused; 0: 10 minutes.
	IdleTimeout time.Duration
	// MaxLifetime is the age at which a backend is not given out again; 0: an hour.
	MaxLifetime time.Duration
	// Tell are the settings by which each session is told its principal, for policies of rows.
	Tell []providers.Told
	// HoldsRows refuses the source if policies of rows do not hold its login.
	HoldsRows bool
	// ServerReset is the statement that resets a backend for the next session; "": DISCARD ALL.
	ServerReset string
	// Pooling is how long sessions keep their backends.
	Pooling providers.Pooling
	// ConnectTimeout bounds one attempt to connect; 0: what the DSN says
	// (connect_timeout, in seconds, at least 2 as in libpq), or 5 seconds.
	ConnectTimeout time.Duration
	// MaxWait bounds the wait for a place, in the pool and among the backends;
	// 0: 15 seconds.
	MaxWait time.Duration
	// CatalogTTL is how long answers of the catalog are believed before they are compared
	// with the server again; 0: 250 milliseconds. If comparing takes long, it is longer, up to
	// 5 seconds.
	CatalogTTL time.Duration
	// CatalogKept is how long an answer of the catalog is kept, and compared with the others,
	// after the last statement that needed it; 0: a minute.
	CatalogKept time.Duration
	// CompareReads has the server compare the closure of every relayed read in its flight, even if the
	// closure is believed.
	CompareReads bool
	// Harmless are functions that the operator vouches for: "schema.name" or
	// "schema.name(types of the arguments)", the types as \df shows them and with
	// the schema if that is not pg_catalog.
	Harmless []string
	Logger   hclog.Logger // nil: no logging
}

const (
	defaultMaxConns       = 10
	defaultMaxBackends    = 100
	defaultIdleTimeout    = 10 * time.Minute
	defaultMaxLifetime    = time.Hour
	defaultServerReset    = "DISCARD ALL"
	defaultConnectTimeout = 5 * time.Second
	leastConnectTimeout   = 2 * time.Second
	defaultMaxWait        = 15 * time.Second
	defaultCatalogTTL     = 250 * time.Millisecond
	defaultCatalogKept    = time.Minute

	applicationName = "sallyport"
)

func (o Options) withDefaults() Options {
	o.MaxWait = positive(o.MaxWait, defaultMaxWait)
	o.CatalogTTL = positive(o.CatalogTTL, defaultCatalogTTL)
	o.CatalogKept = positive(o.CatalogKept, defaultCatalogKept)
	o.IdleTimeout = positive(o.IdleTimeout, defaultIdleTimeout)
	o.MaxLifetime = positive(o.MaxLifetime, defaultMaxLifetime)
	o.MaxBackends = positive(o.MaxBackends, defaultMaxBackends)
	o.MaxIdle = positive(o.MaxIdle, o.MaxBackends)
	o.ServerReset = cmp.Or(o.ServerReset, defaultServerReset)
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	return o
}

// positive returns n, or a default if n is not positive.
func positive[N int | time.Duration](n, otherwise N) N {
	if n > 0 {
		return n
	}
	return otherwise
}

// Check returns the error that Open would return, without connecting. The error F0000 means
// that the DSN cannot be read, or asks for a setting that is refused.
func (o Options) Check() error {
	_, err := o.withDefaults().parse()
	return err
}

// parse turns the options into a pool's configuration. The error F0000 means that the DSN
// cannot be read, or asks for a setting that is refused.
func (o Options) parse() (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(o.DSN)
	if err != nil {
		return nil, o.dsnError(err)
	}
	if o.MaxConns > 0 {
		config.MaxConns = int32(min(o.MaxConns, 10_000))
	} else if !strings.Contains(o.DSN, "pool_max_conns") {
		config.MaxConns = defaultMaxConns
	}
	config.PingTimeout = query.Chore
	c := config.ConnConfig
	if err := o.pinSettings(c.RuntimeParams); err != nil {
		return nil, err
	}
	c.ConnectTimeout = connectTimeout(o.ConnectTimeout, c.ConnectTimeout)
	c.StatementCacheCapacity, c.DescriptionCacheCapacity = 0, 0
	c.BuildContextWatcherHandler = func(pg *pgconn.PgConn) ctxwatch.Handler { return attach(pg) }
	c.OnNotice = func(pg *pgconn.PgConn, n *pgconn.Notice) { backendOf(pg).handNotice(n) }
	c.OnPgError = func(pg *pgconn.PgConn, e *pgconn.PgError) bool { return backendOf(pg).noteError(e) }
	return config, nil
}

// connectTimeout returns how long an attempt to connect may take: by the options, or else by the
// DSN. One second counts as two, as in libpq.
func connectTimeout(options, dsn time.Duration) time.Duration {
	if options > 0 {
		return options
	}
	if dsn > 0 {
		return max(dsn, leastConnectTimeout)
	}
	return defaultConnectTimeout
}

// pinSettings adds the pinned settings to a startup packet, and refuses settings that would
// undo them.
func (o Options) pinSettings(startup map[string]string) error {
	for _, name := range []string{"options", "replication"} {
		if startup[name] != "" {
			return o.refused(name)
		}
		delete(startup, name)
	}
	for _, p := range pins.All {
		if v, given := startup[p.Name]; given && !strings.EqualFold(v, p.Value) {
			return o.refused(p.Name)
		}
		startup[p.Name] = p.Value
	}
	startup["application_name"] = applicationName
	return nil
}

func (o Options) refused(parameter string) error {
	return sqlstate.New(sqlstate.ConfigFileError, "source %q: the DSN may not set %q", o.Name, parameter).
		WithHint("Take it out of the DSN (and out of PGOPTIONS): how connections read text and what they may write is not for a DSN to say.")
}

// dsnError returns a DSN's error without its parts that may quote the DSN.
func (o Options) dsnError(err error) error {
	e := sqlstate.New(sqlstate.ConfigFileError, "source %q: the DSN cannot be read", o.Name).
		WithHint("Write postgres://user@host:5432/database?sslmode=verify-full, or host=… dbname=… user=….")
	var file *fs.PathError
	if errors.As(err, &file) {
		e.Detail = "It names a file that cannot be read: " + file.Path
	}
	return e
}
