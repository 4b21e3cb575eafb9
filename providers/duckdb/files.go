package duckdb

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// readers maps the ending of a file's name to the function that reads it. DuckDB unpacks .gz
// itself.
var readers = map[string]string{
	".csv":     "read_csv",
	".tsv":     "read_csv",
	".parquet": "read_parquet",
	".json":    "read_json",
	".jsonl":   "read_json",
	".ndjson":  "read_json",
}

var (
	errKind     = errors.New("files end in .csv, .tsv, .parquet, .json, .jsonl or .ndjson")
	errWildcard = errors.New("its path has a wildcard in it: * ? [")
)

// reader returns the FROM item that reads a file, and the file's name without
// its ending.
func reader(path string) (from, base string, err error) {
	base = filepath.Base(path)
	lower := strings.TrimSuffix(strings.ToLower(base), ".gz")
	ending := filepath.Ext(lower)
	function, ok := readers[ending]
	if !ok || (function == "read_parquet" && len(lower) != len(base)) {
		return "", "", errKind
	}
	if strings.ContainsAny(path, "*?[") {
		return "", "", errWildcard
	}
	return function + "(" + quoteText(path) + ")", base[:len(lower)-len(ending)], nil
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
	for _, name := range slices.Sorted(maps.Keys(p.options.Tables)) {
		path, err := filepath.Abs(p.options.Tables[name])
		if err != nil {
			return p.configError(err, "the file of table %q has no valid path", name)
		}
		p.hidePath(filepath.Dir(path))
		from, _, err := reader(path)
		if err != nil {
			return p.configError(err, "table %q cannot be loaded from that file: %v", name, err)
		}
		sql := "CREATE TABLE IF NOT EXISTS " + p.qualified(name) + " AS SELECT * FROM " + from
		if err := run(p.admin, sql); err != nil {
			return p.configError(err, "table %q cannot be loaded from its file", name)
		}
	}
	return nil
}

// qualified returns the full name of an object in the default schema.
func (p *Provider) qualified(name string) string {
	return quoteIdent(p.options.Name) + "." + quoteIdent(p.options.Schema) + "." + quoteIdent(name)
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

// makeViews makes a view for each file of the folder. A file that cannot be read is left out with a
// warning.
func (p *Provider) makeViews() error {
	if p.options.Folder == "" {
		return nil
	}
	folder, err := p.folder()
	if err != nil {
		return err
	}
	p.hidePath(folder)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return p.configError(err, "its folder cannot be read")
	}
	names := []string{}
	for _, entry := range entries {
		if entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		name, err := p.makeView(folder, entry.Name(), names)
		if err != nil {
			p.log.Warn("a file of the folder is left out", "source", p.options.Name, "file", entry.Name(), "error", err)
		} else if name != "" {
			names = append(names, name)
		}
	}
	for i := range names {
		names[i] = p.options.Schema + "." + names[i]
	}
	return p.readViews(names)
}

// makeView makes the view of one file and returns its name, or "" if the file is no table. taken
// are the names of other files' views.
func (p *Provider) makeView(folder, file string, taken []string) (string, error) {
	path, err := filepath.EvalSymlinks(filepath.Join(folder, file))
	if err != nil {
		return "", err
	}
	if filepath.Dir(path) != folder {
		return "", errors.New("it is a link to somewhere else")
	}
	from, base, err := reader(path)
	if errors.Is(err, errKind) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	name := identifier(base)
	if slices.Contains(taken, name) {
		name += "_" + strings.TrimPrefix(strings.ToLower(filepath.Ext(file)), ".")
	}
	if slices.Contains(taken, name) {
		return "", errors.New("another file of the folder has the same table name")
	}
	// A database file still has the views of its last opening: they are replaced.
	err = run(p.admin, "CREATE OR REPLACE VIEW "+p.qualified(name)+" AS SELECT * FROM "+from)
	return name, err
}
