package duckdb

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/filelook"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

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
		from, _, _, err := filelook.Reader(path)
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
