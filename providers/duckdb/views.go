package duckdb

import (
	"path/filepath"
	"slices"
	"strings"
)

// View is a view in the default schema over files of one directory, which the
// server's own code makes: its query is not judged again when a client reads it.
type View struct {
	Name, Description string
	// Dir is the one directory whose files the query may read, an absolute path
	// without links. It stays readable after the lock-down.
	Dir string
	// Query is what the view selects.
	Query string
	// Columns describe the view's columns, by their names.
	Columns map[string]string
}

// addViews makes Options.Views.
func (p *Provider) addViews() error {
	names := make([]string, 0, len(p.options.Views))
	for _, v := range p.options.Views {
		p.hide(v.Dir)
		if strings.Contains(v.Dir, "?") { // DuckDB would not see behind it that a file is compressed
			return p.configError(nil, "its directory must not have a question mark in its name")
		}
		name := p.qualified(v.Name)
		if err := run(p.admin, "CREATE OR REPLACE VIEW "+name+" AS "+v.Query); err != nil {
			return p.configError(err, "the view %q cannot be made", v.Name)
		}
		comments := []string{"COMMENT ON VIEW " + name + " IS " + quoteText(v.Description)}
		for column, text := range v.Columns {
			comments = append(comments, "COMMENT ON COLUMN "+name+"."+quoteIdent(column)+" IS "+quoteText(text))
		}
		slices.Sort(comments)
		if err := p.must(comments...); err != nil {
			return err
		}
		names = append(names, v.Name)
	}
	return p.readViews(names)
}

// Glob is a pattern that stands for a directory's files by names: wildcards in
// the directory's own path are themselves.
func Glob(dir, names string) string {
	literal := strings.NewReplacer("*", "[*]", "[", "[[]").Replace(dir)
	return filepath.Join(literal, names)
}
