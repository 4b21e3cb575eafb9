package duckdb

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// View is a view in the default schema over files of JSON lines, which the server itself makes and
// clients only read. A line that is incomplete or no JSON is not a row.
type View struct {
	Name, Description string
	// Dir is the directory of the files, an absolute path without links. It stays readable after
	// the lock-down.
	Dir string
	// Prefix is the beginning of the files' names, which contain .jsonl. Endings such as .gz may
	// follow, but not .tmp.
	Prefix  string
	Columns []ViewColumn
	Key     string // a column that every row has
}

// ViewColumn is a column of a View, and the member of each line that it shows.
type ViewColumn struct{ Name, Type, Description string }

// query returns the view's SELECT. If a file is there plain and compressed, the plain one is read.
func (v View) query() string {
	var names, types []string
	for _, c := range v.Columns {
		names = append(names, quoteIdent(c.Name))
		types = append(types, quoteText(c.Name)+": "+quoteText(c.Type))
	}
	return "SELECT " + strings.Join(names, ", ") +
		" FROM read_json(" + quoteText(filepath.Join(literalPattern(v.Dir), v.Prefix+"*.json*[!p]")) +
		", format = 'newline_delimited', columns = {" + strings.Join(types, ", ") + "}" +
		", ignore_errors = true, maximum_object_size = 4194304, filename = true)" +
		" WHERE " + quoteIdent(v.Key) + " IS NOT NULL AND filename NOT IN (SELECT file || '.gz' FROM glob(" +
		quoteText(filepath.Join(literalPattern(v.Dir), v.Prefix+"*.jsonl")) + "))"
}

// directories returns the view's directory as a path and as a pattern, because DuckDB compares
// patterns with what it allows.
func (v View) directories() []string {
	end := string(os.PathSeparator)
	return slices.Compact([]string{v.Dir + end, literalPattern(v.Dir) + end})
}

// literalPattern returns a path as a pattern that matches only that path.
func literalPattern(path string) string {
	return strings.NewReplacer("*", "[*]", "[", "[[]").Replace(path)
}

// addViews makes Options.Views.
func (p *Provider) addViews() error {
	names := make([]string, 0, len(p.options.Views))
	for _, v := range p.options.Views {
		p.hidePath(v.Dir)
		if strings.Contains(v.Dir, "?") { // behind a ? DuckDB would not recognise compressed files
			return p.configError(nil, "a view's directory must not have a question mark in its name")
		}
		name := p.qualified(v.Name)
		if err := run(p.admin, "CREATE OR REPLACE VIEW "+name+" AS "+v.query()); err != nil {
			return p.configError(err, "the view %q cannot be made", v.Name)
		}
		comments := []string{"COMMENT ON VIEW " + name + " IS " + quoteText(v.Description)}
		for _, c := range v.Columns {
			comments = append(comments, "COMMENT ON COLUMN "+name+"."+quoteIdent(c.Name)+" IS "+quoteText(c.Description))
		}
		if err := p.runAll(comments...); err != nil {
			return err
		}
		names = append(names, v.Name)
	}
	return p.readViews(names)
}
