package duckdb

import (
	"context"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The setting search_path becomes a search path here and nowhere else. The gate asks for the path before it judges a statement,
// and names the relations that it has found in the text that runs; DuckDB's own path serves names of types and functions, and
// follows.

// lastSchema ends every path of DuckDB's, so that none is empty: DuckDB's own. It is in no search path of a session.
const lastSchema = "main"

// systemSchemas are the schemas of PostgreSQL that a search path may have, and that are no schemas to DuckDB's.
var systemSchemas = []string{providers.CatalogSchema, "information_schema", "pg_toast"}

// sessionPath is a session's search path, and what it was made of.
type sessionPath struct {
	entered   string // the schema that stands before all that search_path names; "": none does
	setting   string // the value of search_path, behind the schema that was entered
	own       string // the value at the beginning of the session
	known     bool   // the rest is what the setting means, at this version of the catalog
	version   uint64
	temporary bool     // the session had temporary relations
	schemas   []string // see providers.LookupPath
}

// SearchPath returns the schemas of the session's unqualified names; nil: those of the source's own path. Where there are none it
// returns lastSchema alone.
func (c *Conn) SearchPath(ctx context.Context) ([]string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isPathStale() && c.tx.status != providers.Failed && (c.running == nil || c.running.changing) {
		if c.running != nil {
			c.running.endWith(nil)
		}
		if err := c.whyUnusable(ctx); err != nil {
			return nil, err
		}
		if err := c.resolveSearchPath(); err != nil {
			return nil, sqlstate.From(err)
		}
	}
	return c.ownPath(), nil
}

// EnterSchema puts a schema before all others of the search path, until leave is called.
func (c *Conn) EnterSchema(name string) (leave func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.path.entered = name
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.path.entered = ""
	}
}

// pathSetting is the value of search_path, behind the schema that was entered.
func (c *Conn) pathSetting() string {
	value, _ := c.settings.Get("search_path")
	switch {
	case c.path.entered == "":
		return value
	case strings.TrimSpace(value) == "":
		return native.Ident(c.path.entered)
	}
	return native.Ident(c.path.entered) + ", " + value
}

// ownPath is what SearchPath returns.
func (c *Conn) ownPath() []string {
	switch {
	case slices.Equal(c.path.schemas, c.provider.options.searchPath()):
		return nil
	case len(c.path.schemas) == 0:
		return []string{lastSchema}
	}
	return slices.Clone(c.path.schemas)
}

// SearchPathOf returns the path with which a session of a user begins, as SearchPath does.
func (p *Provider) SearchPathOf(ctx context.Context, user string) ([]string, error) {
	own := p.options.searchPath()
	if user == "" || p.ownSetting() != "" || slices.Contains(own, user) {
		return nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, sqlstate.From(err)
	}
	schemas, err := p.schemasNow()
	if err != nil {
		return nil, err
	}
	if !slices.Contains(schemas.names, user) {
		return nil, nil
	}
	return append([]string{user}, own...), nil
}

// knownSchemas are the schemas of the source, as they were made, after a number of changes of schemas.
type knownSchemas struct {
	count uint64
	names []string
}

// schemasNow lists the schemas that are committed.
func (p *Provider) schemasNow() (knownSchemas, error) {
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	count := p.version.changesOf(ofSchemas)
	if p.schemas.names != nil && p.schemas.count == count {
		return p.schemas, nil
	}
	if err := p.checkAdmin(context.Background()); err != nil {
		return knownSchemas{}, err
	}
	names, err := p.listSchemas(p.listAdmin)
	if err != nil {
		return knownSchemas{}, p.translateError(err, "", nil)
	}
	p.schemas = knownSchemas{count, names}
	return p.schemas, nil
}

// ownSetting is the value with which search_path begins where it is another than PostgreSQL's; "": it is that.
func (p *Provider) ownSetting() string {
	if path := p.options.searchPath(); !slices.Equal(path, []string{defaultSchema}) {
		return strings.Join(path, ", ")
	}
	return ""
}

// listSchemas lists the schemas of the source.
func (p *Provider) listSchemas(list func(sql string) ([][]string, error)) ([]string, error) {
	rows, err := list("SELECT schema_name FROM duckdb_schemas() WHERE database_name = " + native.Text(p.options.Name))
	names := make([]string, 0, len(rows))
	for _, row := range rows {
		if row[0] != lastSchema || p.options.Schema == lastSchema {
			names = append(names, row[0])
		}
	}
	return names, err
}

// isPathSet reports whether the path was made of the setting as it is now.
func (c *Conn) isPathSet() bool {
	return c.path.known && c.pathSetting() == c.path.setting
}

// isPathStale reports whether the path is to be made anew: the setting has changed, or a schema may have come or gone.
func (c *Conn) isPathStale() bool {
	return !c.isPathSet() || c.path.version != c.provider.version.Load() || c.path.temporary != c.temporaries.possible
}

// applySearchPath makes the path of a setting that has changed. A schema that has come or gone changes no path before the gate has
// asked for it: until then statements run by the path by which they were judged.
func (c *Conn) applySearchPath() error {
	if c.isPathSet() {
		return nil
	}
	return c.resolveSearchPath()
}

// resolveSearchPath makes the path anew, and has DuckDB follow it.
func (c *Conn) resolveSearchPath() error {
	now := c.path
	now.setting = c.pathSetting()
	now.known, now.version, now.temporary = true, c.provider.version.Load(), c.temporaries.possible
	existing := c.knownSchemas()
	if existing == nil {
		var err error
		if existing, err = c.provider.listSchemas(c.listKept); err != nil {
			return err
		}
	}
	now.schemas = c.provider.namedSchemas(splitNames(now.setting), existing, c.options.Principal.Name, now.temporary)
	if !slices.Equal(now.schemas, c.path.schemas) {
		if err := c.provider.setSearchPath(c.conn, append(toDuckDB(now.schemas), lastSchema)); err != nil {
			return err
		}
		c.dropAllPrepared()
	}
	c.path = now
	return nil
}

// namedSchemas returns the schemas that the words of search_path name, each once.
func (p *Provider) namedSchemas(words, existing []string, user string, temporary bool) (path []string) {
	for i, word := range words {
		name := ""
		switch {
		case providers.IsTemporarySchema(word):
			if temporary || i == 0 && word == providers.TemporarySchema {
				name = providers.TemporarySchema
			}
		case slices.Contains(systemSchemas, word):
			name = word
		default:
			if word == "$user" {
				word = user
			}
			name = p.matchSchema(existing, word)
		}
		if name != "" && !slices.Contains(path, name) {
			path = append(path, name)
		}
	}
	return path
}

// matchSchema returns the schema that a word of search_path names. Of the source's own path the words are in lower case, whatever
// the schemas are.
func (p *Provider) matchSchema(existing []string, word string) string {
	if slices.Contains(existing, word) {
		return word
	}
	at := slices.IndexFunc(existing, func(s string) bool { return strings.EqualFold(s, word) })
	if at < 0 || !slices.Contains(p.options.searchPath(), word) {
		return ""
	}
	return word
}

// toDuckDB leaves out the schemas that are none to DuckDB.
func toDuckDB(path []string) []string {
	return slices.DeleteFunc(slices.Clone(path), func(s string) bool { return s == providers.TemporarySchema || slices.Contains(systemSchemas, s) })
}

// creationSchema is the schema where a name without one is made; "": there is none.
func (c *Conn) creationSchema() string {
	if len(c.path.schemas) == 0 || len(toDuckDB(c.path.schemas[:1])) == 0 {
		return ""
	}
	return c.path.schemas[0]
}

// splitNames returns the names of search_path.
func splitNames(list string) []string {
	names, _ := readNames(list)
	return names
}
