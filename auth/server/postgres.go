package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// sharedSchema is where the tables of a shared store are in its database.
const sharedSchema = "sallyport_auth"

// sharedSettings are those of each session at a shared store. A spent code and an ended grant must stay
// so, whatever the server's own defaults are.
func sharedSettings() map[string]string {
	return map[string]string{
		"application_name": "sallyport auth", "search_path": sharedSchema, "synchronous_commit": "on",
		"default_transaction_isolation": "read committed", "statement_timeout": "5s", "lock_timeout": "5s",
		"idle_in_transaction_session_timeout": "10s",
	}
}

// ParseShared reads the DSN of a shared store. The error holds none of it. F0000: it cannot be read, or sets
// what is the store's to set.
func ParseShared(dsn string) (*pgx.ConnConfig, error) {
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		e := sqlstate.New(sqlstate.ConfigFileError, "auth.server.store: the DSN cannot be read").
			WithHint("Write postgres://user@host:5432/database?sslmode=verify-full, or host=… dbname=… user=….")
		var file *fs.PathError
		if errors.As(err, &file) {
			e.Detail = "It names a file that cannot be read: " + file.Path
		}
		return nil, e
	}
	for name, value := range sharedSettings() {
		if _, given := config.RuntimeParams[name]; given && name != "application_name" {
			return nil, sqlstate.New(sqlstate.ConfigFileError, "auth.server.store: the DSN may not set %q", name).
				WithHint("Take it out of the DSN (and out of PGOPTIONS).")
		}
		config.RuntimeParams[name] = value
	}
	if config.RuntimeParams["options"] != "" {
		return nil, sqlstate.New(sqlstate.ConfigFileError, `auth.server.store: the DSN may not set "options"`).
			WithHint("Take it out of the DSN (and out of PGOPTIONS).")
	}
	config.ConnectTimeout = storeWait
	return config, nil
}

// OpenShared opens the store that several servers share, and makes its tables where there are none.
// 57P03: that Postgres cannot be reached. F0000: the DSN cannot be read.
func OpenShared(ctx context.Context, dsn string) (*Store, error) {
	config, err := ParseShared(dsn)
	if err != nil {
		return nil, err
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(8)
	db.SetMaxIdleConns(4)
	db.SetConnMaxLifetime(time.Hour)
	s := &Store{db: db, now: time.Now, in: dialect{
		place:   func(statement string) string { return strings.ReplaceAll(statement, "?", "$") },
		subject: `convert_from(body, 'UTF8')::jsonb #>> '{person,subject}'`, failure: sharedFailure,
	}}
	if err := s.makeShared(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// makeShared makes the tables, or uses existing ones if the login may not make any. While one server makes them,
// the others wait.
func (s *Store) makeShared(ctx context.Context) error {
	var there bool
	if err := s.row(ctx, &there, `SELECT to_regclass('once_expires') IS NOT NULL`); err != nil || there {
		return err
	}
	tables := strings.NewReplacer("INTEGER", "bigint", "BLOB", "bytea").Replace(schema)
	_, err := s.exec(ctx, `DO $make$ BEGIN
PERFORM pg_advisory_xact_lock(5871324410960541233);
IF to_regnamespace('`+sharedSchema+`') IS NULL THEN CREATE SCHEMA `+sharedSchema+`; END IF;
`+tables+`
END $make$`)
	return err
}

// sharedFailure tells of a shared store that cannot be used. Nobody is told of the DSN but the log, which gets
// no password: pgx leaves it out.
func sharedFailure(err error) error {
	err = fmt.Errorf("%w: %w", errStore, err)
	var said *pgconn.PgError
	if errors.As(err, &said) && said.Code[:2] != "57" && said.Code[:2] != "08" && said.Code[:2] != "53" {
		return sqlstate.Wrap(err, sqlstate.IOError, "the Postgres of the authorization server refuses a statement: %s (%s)", said.Message, said.Code).
			WithHint("Its login needs to read and write the tables of the schema %s, or CREATE on the database: see auth.server.store in docs/identity.md.", sharedSchema)
	}
	return sqlstate.Wrap(err, sqlstate.CannotConnectNow, "the Postgres of the authorization server does not answer").
		WithHint("See whether it runs and whether auth.server.store names it. Until it answers nobody gets a token, and tokens of the built-in server are refused.")
}
