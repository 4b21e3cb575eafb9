package hostile

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
)

// duckQueries list what an instance of DuckDB is: two columns each. Settings,
// extensions, secrets and attached databases are locked: the provider itself
// lets nobody see them, or change them.
var duckQueries = []string{
	"SELECT 'table ' || schema_name || '.' || table_name, sql FROM duckdb_tables() WHERE database_name = 'duck'",
	"SELECT 'view ' || schema_name || '.' || view_name, sql FROM duckdb_views() WHERE database_name = 'duck'",
	"SELECT 'schema ' || database_name || '.' || schema_name, '' FROM duckdb_schemas() WHERE database_name = 'duck'",
	"SELECT 'sequence ' || sequence_name, coalesce(last_value::text, '') FROM duckdb_sequences() WHERE database_name = 'duck'",
	"SELECT 'function ' || database_name || '.' || schema_name || '.' || function_name, string_agg(macro_definition, ' ' ORDER BY macro_definition) FROM duckdb_functions() WHERE database_name IN ('duck', 'temp', 'memory') AND NOT internal GROUP BY ALL",
	"SELECT 'type ' || database_name || '.' || schema_name || '.' || type_name, '' FROM duckdb_types() WHERE database_name = 'duck' AND NOT internal",
	"SELECT 'index ' || index_name, sql FROM duckdb_indexes() WHERE database_name = 'duck'",
}

// duckDigest describes an instance and the folders around it.
func duckDigest(t testing.TB, conn providers.Conn, folders ...string) pgtest.Digest {
	t.Helper()
	d := pgtest.Digest{}
	look := func(sql string) {
		found, err := ask(context.Background(), conn, providers.Statement{SQL: sql, Verb: "SELECT", ReadOnly: true})
		if err != nil {
			t.Fatalf("%s: %v", sql, err)
		}
		for _, row := range found {
			d[row[0]] = row[1]
		}
	}
	for _, sql := range duckQueries {
		look(sql)
	}
	for name := range d {
		if table, ok := strings.CutPrefix(name, "table "); ok {
			look("SELECT 'rows of " + table + "', concat(count(*), ' ', coalesce(sum(hash(t)), 0)) FROM " + table + " t")
		}
	}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			content, err := os.ReadFile(path)
			d["file "+path] = fmt.Sprintf("%x", sha256.Sum256(content))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return d
}
