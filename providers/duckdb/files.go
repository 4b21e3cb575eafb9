package duckdb

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// readers maps the ending of a file's name to the function that reads it. DuckDB unpacks .gz and .zst
// itself.
var readers = map[string]string{
	".csv":     readCSV,
	".tsv":     readCSV,
	".parquet": readParquet,
	".json":    readJSON,
	".jsonl":   readJSON,
	".ndjson":  readJSON,
}

const (
	readCSV     = "read_csv"
	readJSON    = "read_json"
	readParquet = "read_parquet"
)

var (
	errKind     = errors.New("files end in .csv, .tsv, .parquet, .json, .jsonl or .ndjson, with .gz or .zst behind it if they are compressed")
	errWildcard = errors.New("its path has a wildcard in it: * ? [")
)

// reader returns the FROM item that reads a file, the file's name without its ending, and the
// function that reads it.
func reader(path string) (from, base, function string, err error) {
	base = filepath.Base(path)
	lower := strings.ToLower(base)
	lower = strings.TrimSuffix(strings.TrimSuffix(lower, ".gz"), ".zst")
	ending := filepath.Ext(lower)
	function, ok := readers[ending]
	if !ok || (function == readParquet && len(lower) != len(base)) {
		return "", "", "", errKind
	}
	if strings.ContainsAny(path, "*?[") {
		return "", "", "", errWildcard
	}
	return function + "(" + native.Text(path) + ")", base[:len(lower)-len(ending)], function, nil
}

// identifier turns a file's name into a name that needs no quotes in SQL.
func identifier(name string) string {
	var b strings.Builder
	for i, r := range strings.ToLower(name) {
		switch {
		case r >= 'a' && r <= 'z', r == '_':
			b.WriteRune(r)
		case r >= '0' && r <= '9':
			if i == 0 {
				b.WriteByte('_')
			}
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	return b.String()
}

// loadTables creates the tables of Options.Tables that do not exist yet.
func (p *Provider) loadTables() error {
	if len(p.options.Tables) == 0 {
		return nil
	}
	rows, err := native.Collect(p.admin, "SELECT table_name FROM duckdb_tables() WHERE database_name = "+
		native.Text(p.options.Name)+" AND schema_name = "+native.Text(p.options.Schema))
	if err != nil {
		return p.translate(err, "", nil)
	}
	for _, name := range slices.Sorted(maps.Keys(p.options.Tables)) {
		path, err := filepath.Abs(p.options.Tables[name])
		if err != nil {
			return p.configError(err, "the file of table %q has no valid path", name)
		}
		p.hidePath(filepath.Dir(path))
		if slices.ContainsFunc(rows, func(row []string) bool { return strings.EqualFold(row[0], name) }) {
			continue // IF NOT EXISTS would read the beginning of the file even so
		}
		from, _, _, err := reader(path)
		if err != nil {
			return p.configError(err, "table %q cannot be loaded from that file: %v", name, err)
		}
		sql := "CREATE TABLE IF NOT EXISTS " + p.qualified(name) + " AS SELECT * FROM " + from
		if err := native.Run(p.admin, sql); err != nil {
			return p.configError(err, "table %q cannot be loaded from its file", name)
		}
	}
	return nil
}

// qualified returns the full name of an object in the default schema.
func (p *Provider) qualified(name string) string {
	return native.Ident(p.options.Name) + "." + native.Ident(p.options.Schema) + "." + native.Ident(name)
}

// folder returns the absolute path of Options.Folder without links.
func (p *Provider) folder() (string, error) {
	path, err := filepath.Abs(p.options.Folder)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", p.configError(err, "the folder cannot be opened")
	}
	return path, nil
}
