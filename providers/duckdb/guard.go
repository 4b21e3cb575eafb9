package duckdb

import (
	"context"
	"regexp"
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// allowedKinds are DuckDB's kinds of statements that may run. Transaction control and settings
// never reach DuckDB as a client's text; the other kinds (COPY, PRAGMA, CALL, ATTACH, LOAD, EXPORT,
// PREPARE…) touch files, extensions, standard output or the configuration.
var allowedKinds = map[lib.StatementType]bool{
	lib.StatementTypeSelect:     true,
	lib.StatementTypeExplain:    true,
	lib.StatementTypeInsert:     true,
	lib.StatementTypeUpdate:     true,
	lib.StatementTypeDelete:     true,
	lib.StatementTypeMergeInto:  true,
	lib.StatementTypeCreate:     true,
	lib.StatementTypeCreateFunc: true,
	lib.StatementTypeAlter:      true,
	lib.StatementTypeDrop:       true,
	lib.StatementTypeAnalyze:    true,
	lib.StatementTypeVacuum:     true,
}

// readingKinds are the kinds of statements that only read.
var readingKinds = map[lib.StatementType]bool{
	lib.StatementTypeSelect:  true,
	lib.StatementTypeExplain: true,
}

// keepsCatalog are the kinds that do not change what names mean.
var keepsCatalog = map[lib.StatementType]bool{
	lib.StatementTypeSelect:    true,
	lib.StatementTypeExplain:   true,
	lib.StatementTypeInsert:    true,
	lib.StatementTypeUpdate:    true,
	lib.StatementTypeDelete:    true,
	lib.StatementTypeMergeInto: true,
}

// keepsFunctions reports whether a statement of that verb leaves all macros as they are.
func keepsFunctions(verb string) bool {
	words := strings.Fields(verb)
	if len(words) < 2 {
		return verb == "COMMENT" || verb == "COPY"
	}
	switch words[0] {
	case "CREATE", "ALTER", "DROP", "COMMENT":
		if verb == "CREATE SCHEMA" { // a new one has none
			return true
		}
		return slices.Contains([]string{"TABLE", "VIEW", "INDEX", "SEQUENCE", "TYPE", "DOMAIN"}, words[1])
	}
	return false
}

// mayBeTemporary reports whether a statement that changes the catalog may make something temporary.
func mayBeTemporary(sql string) bool { return temporaryWord.MatchString(sql) }

// temporaryWord matches the words of a statement that makes something temporary. Another statement may have them as names: its session
// then keeps its connection to itself, and is told nothing about tables in memory.
var temporaryWord = regexp.MustCompile(`(?i)\b(temp|temporary|pg_temp\w*)\b`)

// deniedCalls are functions that a locked instance still runs and that print to standard output,
// run SQL hidden in a string, take raw pointers, change the whole instance, show secrets and
// settings of other sessions, or end the process when their argument is too deep or too large.
var deniedCalls = []string{
	"arrow_scan", "arrow_scan_dumb", "checkpoint", "disable_logging", "disable_peg_parser",
	"disable_profile", "disable_profiling", "duckdb_logs", "duckdb_logs_parsed", "duckdb_secrets", "duckdb_settings",
	"duckdb_temporary_files", "enable_logging", "enable_peg_parser", "enable_profile",
	"enable_profiling", "force_checkpoint", "getenv", "getvariable", "json_deserialize_sql", "json_execute_serialized_sql",
	"query", "query_table", "read_duckdb", "reservoir_quantile", pgcatalog.StreamFunction, "sql_auto_complete", "truncate_duckdb_logs",
	"variant_bytes_to_variant", "variant_extract", "variant_normalize", "variant_to_parquet_variant", "variant_typeof",
	"which_secret", "write_log",
}

// deniedWords begin statements that DuckDB rewrites to an allowed kind before it reports their
// kind.
var deniedWords = []string{
	"ATTACH", "CALL", "COPY", "DEALLOCATE", "DETACH", "EXECUTE", "EXPORT", "IMPORT", "INSTALL", "LOAD",
	"PRAGMA", "PREPARE", "RESET", "SET", "USE",
}

// refuseText refuses a statement by its text, before DuckDB parses it.
func (p *Provider) refuseText(sql string, s lexical.Scanned) error {
	if strings.IndexByte(sql, 0) >= 0 {
		return sqlstate.New(sqlstate.CharacterNotInRepertoire, "a statement must not contain a zero byte")
	}
	if len(s.Words) > 0 && slices.Contains(deniedWords, s.Words[0]) && (s.Words[0] != "COPY" || p.options.writes == "") {
		return errKindRefused(s.Words[0])
	}
	if s.Highest() > lexical.MaxParams {
		return sqlstate.New(sqlstate.ProgramLimitExceeded, "a statement cannot have more than %d parameters", lexical.MaxParams)
	}
	for _, name := range s.Calls {
		if slices.Contains(deniedCalls, name) {
			return sqlstate.New(sqlstate.InsufficientPrivilege, "permission denied for function %s", name).
				WithHint("This function reaches beyond the statement that calls it; it is not available here.")
		}
	}
	return nil
}

// refuseKind refuses a prepared statement by its kind. COPY is for a DuckDB that writes one file, and whose statements
// are all ours.
func (p *Provider) refuseKind(kind lib.StatementType, verb string, readOnly bool) error {
	if !allowedKinds[kind] && (kind != lib.StatementTypeCopy || p.options.writes == "") {
		if verb == "" {
			verb = "a statement of this kind"
		}
		return errKindRefused(verb)
	}
	if readOnly && !readingKinds[kind] {
		return errReadOnly(verb)
	}
	return nil
}

func errKindRefused(verb string) error {
	return sqlstate.New(sqlstate.InsufficientPrivilege, "%s is not available on this source", verb).
		WithHint("Such a statement could reach files, extensions or the configuration of the server.")
}

// Refuses implements providers.Refuser: a provider without files can never read those of the
// machine.
func (p *Provider) Refuses(_ context.Context, function string) (string, error) {
	files := strings.HasPrefix(function, "read_") || strings.HasPrefix(function, "parquet_") || function == "glob" || function == "sniff_csv"
	if !files || p.options.Folder != "" || len(p.options.Views) > 0 {
		return "", nil
	}
	return "The source reads no files, whoever approves it: what it has are its tables.", nil
}
