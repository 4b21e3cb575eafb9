package duckdb

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// View is a view that the server itself makes and clients only read: over files of JSON lines, of
// which a line that is incomplete or no JSON is not a row; or over a table that each session loads.
type View struct {
	Name, Description string
	Schema            string // "": the default one
	// Loaded is the name of a table with the view's columns as text, arrays as JSON, which Conn.Load
	// makes before each statement that reads the view. Then there are no files.
	Loaded string
	// Dir is the directory of the files, an absolute path without links. It stays readable after
	// the lock-down.
	Dir string
	// Prefix is the beginning of the files' names, which contain .jsonl. Endings such as .gz may
	// follow, but not .tmp.
	Prefix  string
	Columns []ViewColumn
	Key     string // a column that every row has
	Readers *Readers
}

// Readers narrow a view over files to what each session may see of it. Table is the name of a table that
// Conn.Load makes before each statement that reads the view, with the Columns as text; without it nobody
// reads the view. Where is the condition that rows must meet, and Whole the one under which the columns
// of Masked have values: both name the view's columns and those of Table.
type Readers struct {
	Table, Where, Whole string
	Columns, Masked     []string
}

// ViewColumn is a column of a View, and the member of each line that it shows.
type ViewColumn struct{ Name, Type, Description string }

// searchPath returns the schemas of unqualified names in lower case: the default one, and those of the server's
// own views.
func (o *Options) searchPath() []string {
	list := []string{strings.ToLower(o.Schema)}
	for _, v := range o.Views {
		if schema := strings.ToLower(v.Schema); schema != "" && !slices.Contains(list, schema) {
			list = append(list, schema)
		}
	}
	return list
}

// selectQuery returns the view's SELECT. If a file is there plain and compressed, the plain one is read.
func (v View) selectQuery() string {
	if v.Loaded != "" {
		return v.queryLoaded()
	}
	var names, types []string
	for _, c := range v.Columns {
		names = append(names, native.Ident(c.Name))
		types = append(types, native.Text(c.Name)+": "+native.Text(c.Type))
	}
	return v.narrowedQuery("SELECT " + strings.Join(names, ", ") +
		" FROM read_json(" + native.Text(filepath.Join(literalPattern(v.Dir), v.Prefix+"*.json*[!p]")) +
		", format = 'newline_delimited', columns = {" + strings.Join(types, ", ") + "}" +
		", ignore_errors = true, maximum_object_size = 4194304, filename = true)" +
		" WHERE " + native.Ident(v.Key) + " IS NOT NULL AND filename NOT IN (SELECT file || '.gz' FROM glob(" +
		native.Text(filepath.Join(literalPattern(v.Dir), v.Prefix+"*.jsonl")) + "))")
}

// narrowedQuery returns what Readers leave of the view's SELECT.
func (v View) narrowedQuery(all string) string {
	r := v.Readers
	if r == nil {
		return all
	}
	list := make([]string, len(v.Columns))
	for i, c := range v.Columns {
		list[i] = "each_row." + native.Ident(c.Name)
		if slices.Contains(r.Masked, c.Name) {
			list[i] = "CASE WHEN " + r.Whole + " THEN " + list[i] + " END AS " + native.Ident(c.Name)
		}
	}
	return "SELECT " + strings.Join(list, ", ") + " FROM (" + all + ") AS each_row, temp.main." + native.Ident(r.Table) + " AS reader WHERE " + r.Where
}

// queryLoaded returns the SELECT of a view over a table of the session.
func (v View) queryLoaded() string {
	list := make([]string, len(v.Columns))
	for i, c := range v.Columns {
		value := native.Ident(c.Name)
		if strings.HasSuffix(c.Type, "[]") {
			value = "CAST(" + value + " AS JSON)"
		}
		list[i] = "CAST(" + value + " AS " + c.Type + ") AS " + native.Ident(c.Name)
	}
	return "SELECT " + strings.Join(list, ", ") + " FROM temp.main." + native.Ident(v.Loaded)
}

// defineTable makes the table that sessions load on the connection that makes the view, which asks for the
// types of its columns; "": sessions load none.
func (v View) defineTable() string {
	table, names := v.Loaded, make([]string, len(v.Columns))
	for i, c := range v.Columns {
		names[i] = c.Name
	}
	if v.Readers != nil {
		table, names = v.Readers.Table, v.Readers.Columns
	}
	if table == "" {
		return ""
	}
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = native.Ident(name) + " VARCHAR"
	}
	return "CREATE TEMP TABLE " + native.Ident(table) + " (" + strings.Join(list, ", ") + ")"
}

// directories returns the view's directory as a path and as a pattern, because DuckDB compares
// patterns with what it allows.
func (v View) directories() []string {
	if v.Dir == "" {
		return nil
	}
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
		if v.Schema == "" {
			v.Schema = p.options.Schema
		}
		prepare := []string{"CREATE SCHEMA IF NOT EXISTS " + native.Ident(p.options.Name) + "." + native.Ident(v.Schema)}
		if made := v.defineTable(); made != "" {
			prepare = append(prepare, made)
		}
		if err := p.runAll(prepare...); err != nil {
			return err
		}
		p.hidePath(v.Dir)
		if strings.Contains(v.Dir, "?") { // behind a ? DuckDB would not recognise compressed files
			return p.configError(nil, "a view's directory must not have a question mark in its name")
		}
		name := native.Ident(p.options.Name) + "." + native.Ident(v.Schema) + "." + native.Ident(v.Name)
		if err := native.Run(p.admin, "CREATE OR REPLACE VIEW "+name+" AS "+v.selectQuery()); err != nil {
			return p.configError(err, "the view %q cannot be made", v.Name)
		}
		comments := []string{"COMMENT ON VIEW " + name + " IS " + native.Text(v.Description)}
		for _, c := range v.Columns {
			comments = append(comments, "COMMENT ON COLUMN "+name+"."+native.Ident(c.Name)+" IS "+native.Text(c.Description))
		}
		if err := p.runAll(comments...); err != nil {
			return err
		}
		names = append(names, v.Schema+"."+v.Name)
	}
	return p.readViews(names)
}

// readViews reads the definitions of the server's own views; names are schema.name.
func (p *Provider) readViews(names []string) error {
	rows, err := native.Collect(p.admin, `SELECT schema_name || '.' || view_name, sql FROM duckdb_views() WHERE database_name = `+native.Text(p.options.Name))
	if err != nil {
		return p.configError(err, "its views of files cannot be read")
	}
	for _, row := range rows {
		if slices.Contains(names, row[0]) {
			p.views[row[0]] = row[1]
		}
	}
	return nil
}
