// Package object finds the tables, views, sequences, indexes, types and schemas that the names in statements mean: temporary
// ones first, then those of the schemas of the search path. It asks DuckDB's listings on the connection of the session, which
// sees what its open transaction has made.
package object

import (
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// Object is the object that a name means.
type Object struct{ Kind, Database, Schema, Name string }

// IsMatview is the condition by which a row of duckdb_tables is a materialized view.
const IsMatview = `contains(sql, '''` + providers.KeptMark + `"kind":"m"')`

const (
	relationsSQL = `
	SELECT CASE WHEN ` + IsMatview + ` THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END AS kind, database_name AS d, schema_name AS s, table_name AS n FROM duckdb_tables()
	UNION ALL SELECT 'VIEW', database_name, schema_name, view_name FROM duckdb_views() WHERE NOT internal
	UNION ALL SELECT 'SEQUENCE', database_name, schema_name, sequence_name FROM duckdb_sequences()
	UNION ALL SELECT 'INDEX', database_name, schema_name, index_name FROM duckdb_indexes()`
	typesSQL   = `SELECT 'TYPE' AS kind, database_name AS d, schema_name AS s, type_name AS n FROM duckdb_types() WHERE NOT internal AND logical_type = 'ENUM'`
	schemasSQL = `SELECT 'SCHEMA' AS kind, database_name AS d, schema_name AS s, schema_name AS n FROM duckdb_schemas()`
)

// Query lists the relations and types, as kind, database, schema and name.
const Query = `SELECT * FROM (` + relationsSQL + ` UNION ALL ` + typesSQL + `)`

// listing is the query of the objects that a statement of a kind names. Each of DuckDB's listings takes time.
func listing(kind string) string {
	switch kind {
	case "SCHEMA":
		return schemasSQL
	case "TYPE":
		return typesSQL
	}
	return relationsSQL
}

// Article is a kind of object with its article, for messages.
func Article(kind string) string {
	kind = strings.ToLower(kind)
	if kind == "index" {
		return "an index"
	}
	return "a " + kind
}

// Key is the name of a sequence by which a session's draws are noted.
func (o Object) Key() string {
	if o.Database == "temp" {
		return strings.ToLower("temp." + o.Name)
	}
	return strings.ToLower(o.Schema + "." + o.Name)
}

// Path is the quoted name of an object with its database and schema.
func (o Object) Path() string { return native.Path(o.Database, o.Schema, o.Name) }

// Finder finds what a name means in a session.
type Finder struct {
	Conn     lib.Connection
	Database string   // the source's; temporary objects come before those of its schemas
	Schemas  []string // of the search path
	Look     Look
}

// FindObject finds the object of a name as a statement of that kind means it. It returns nil if there is none.
func (f Finder) FindObject(kind, written string) (*Object, error) {
	parts := definition.SplitName(written)
	if len(parts) == 0 || len(parts) > 3 {
		return nil, nil
	}
	if found, known := f.quickObject(kind, parts); known {
		return found, nil
	}
	own := native.Text(f.Database)
	rows, err := native.Collect(f.Conn, `SELECT * FROM (`+listing(kind)+`) WHERE lower(n) = lower(`+native.Text(parts[len(parts)-1])+`) AND d IN ('temp', `+own+`)`)
	if err != nil {
		return nil, err
	}
	schemas := slices.Concat([]string{""}, f.Schemas)
	if len(parts) > 1 {
		schemas = parts[len(parts)-2 : len(parts)-1]
	}
	for _, schema := range schemas {
		for _, row := range rows {
			if kind == "SCHEMA" && row[1] != "temp" || kind != "SCHEMA" && (schema == "" && row[1] == "temp" || schema != "" && strings.EqualFold(schema, row[2])) {
				return &Object{row[0], row[1], row[2], row[3]}, nil
			}
		}
	}
	return nil, nil
}

// FindTable finds a table by its name in a statement: its database, which may be temp, its schema, and its name.
func (f Finder) FindTable(written string) (found []string, err error) {
	parts := definition.SplitName(written)
	if len(parts) == 0 || len(parts) > 3 {
		return nil, nil
	}
	if found, known := f.quickTable(parts); known {
		return found, nil
	}
	rows, err := native.Collect(f.Conn, `SELECT database_name, schema_name, table_name FROM duckdb_tables() WHERE lower(table_name) = lower(`+native.Text(parts[len(parts)-1])+
		`) AND database_name IN ('temp', `+native.Text(f.Database)+`)`)
	if err != nil {
		return nil, err
	}
	schemas := f.Schemas
	if len(parts) > 1 {
		schemas = parts[len(parts)-2 : len(parts)-1]
	} else {
		for _, row := range rows {
			if row[0] == "temp" {
				return row, nil
			}
		}
	}
	for _, s := range schemas {
		for _, row := range rows {
			if strings.EqualFold(row[1], s) && row[0] != "temp" {
				return row, nil
			}
		}
	}
	return nil, nil
}
