package planner

import (
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// serverFiles are built-in relations that show files of the database server.
var serverFiles = withReason("it reads files of the database server",
	`pg_hba_file_rules pg_file_settings pg_ident_file_mappings`)

// judgeUnknownRelation judges a name that the catalog does not have: made in an open transaction,
// misspelt, or no table at all.
func (r *resolver) judgeUnknownRelation(m mention) {
	if r.source.Info.Dialect == providers.DuckDB {
		name := strings.ToLower(m.name)
		switch {
		case looksLikeFile(m.schema) || looksLikeFile(m.name) || m.schema != "" && fileEndings[name]: // plain.csv
			r.addEffect(Unknown, m.offset, "relation "+qualified(m.schema, m.name), "DuckDB would take it for a file")
		case strings.HasPrefix(name, "duckdb_"), strings.HasPrefix(name, "pragma_"), strings.HasPrefix(name, "sqlite_"):
			r.addEffect(Exec, m.offset, "relation "+m.name, "it tells of the machine")
		}
		return
	}
	r.users = true // it may exist by now, as a view
	if strings.HasPrefix(m.schema, "pg_temp_") || strings.HasPrefix(m.schema, "pg_toast_temp_") {
		r.addEffect(Unknown, m.offset, "relation "+qualified(m.schema, m.name), "it belongs to another session")
	}
}

// fileEndings are the endings by which DuckDB takes a name for a data file.
var fileEndings = parse.WordSet("csv tsv txt parquet json jsonl ndjson gz zst bz2 xlsx avro arrow feather db duckdb sqlite")

// looksLikeFile reports whether DuckDB could take a name for a file's.
func looksLikeFile(name string) bool { return strings.ContainsAny(name, `./\*?[:`) }
