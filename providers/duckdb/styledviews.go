package duckdb

import (
	"slices"
	"strings"
	"unicode"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
)

// What a view makes texts of is defined once, and DuckDB makes these texts in the usual form: a session with another form
// reads no such view.

// textViews are the views and macros of users that make texts.
type textViews struct {
	version uint64
	names   []string // in capitals
}

// textView returns the name of a view or macro that a statement may read and that makes texts, or "" if there is none.
func (c *Conn) textView(sql string) (string, error) {
	names, err := c.provider.textViews()
	if err == nil && c.hadTemporary {
		var own []string
		own, err = c.provider.findTextViews(c.conn, "'temp'", names)
		names = append(slices.Clone(names), own...)
	}
	if err != nil || len(names) == 0 {
		return "", err
	}
	if at := slices.IndexFunc(names, mentioned(sql)); at >= 0 {
		return strings.ToLower(names[at]), nil
	}
	return "", nil
}

// textViews returns the views and macros that are no session's own.
func (p *Provider) textViews() ([]string, error) {
	version := p.version.Load()
	if known := p.texts.Load(); known != nil && known.version == version {
		return known.names, nil
	}
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	names, err := p.findTextViews(p.admin, native.Text(p.options.Name), nil)
	if err == nil {
		p.texts.Store(&textViews{version, names})
	}
	return names, err
}

// mentioned returns a function that tells whether a text names something, by its name in capitals.
func mentioned(sql string) func(name string) bool {
	upper := strings.ToUpper(sql)
	words := strings.FieldsFunc(upper, func(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return func(name string) bool {
		return slices.Contains(words, name) || strings.Contains(upper, `"`+strings.ReplaceAll(name, `"`, `""`)+`"`)
	}
}

// findTextViews finds the views and macros of a database that make texts, themselves or by others, such as those of names.
func (p *Provider) findTextViews(conn lib.Connection, database string, names []string) ([]string, error) {
	rows, err := native.Collect(conn, "SELECT upper(view_name), sql FROM duckdb_views() WHERE database_name = "+database+" AND NOT internal"+
		" UNION ALL SELECT upper(function_name), macro_definition FROM duckdb_functions() WHERE database_name = "+database+" AND macro_definition IS NOT NULL AND NOT internal")
	if err != nil {
		return nil, p.translate(err, "", nil)
	}
	found, all := []string{}, slices.Clone(names)
	for grown := true; grown; {
		grown = false
		for _, row := range rows {
			if slices.Contains(found, row[0]) {
				continue
			}
			if textWords.MatchString(strings.ToLower(row[1])) || slices.ContainsFunc(all, mentioned(row[1])) {
				found, all, grown = append(found, row[0]), append(all, row[0]), true
			}
		}
	}
	return found, nil
}
