// Package duckdialect: INTERIM FILE, delete it when the real Translate lands.
package duckdialect

import pg_query "github.com/pganalyze/pg_query_go/v6"

// Env is what a session's names mean.
type Env struct{ Catalog, Schema, User, Database string }

// Translate is interim: it changes nothing.
func Translate(_ *pg_query.ParseResult, text string, _ Env) (string, bool, error) {
	return text, false, nil
}
