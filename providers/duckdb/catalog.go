package duckdb

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// snapshot is the provider's Catalog. DuckDB's names have no case, quoted or not, so all names here
// are in lower case.
type snapshot struct {
	version   uint64
	macros    uint64   // the part of the version that functions depend on
	database  string   // the provider's own database
	path      []string // the schemas of unqualified names; main follows
	functions map[string][]providers.Function
	relations map[string]providers.Relation // by schema, a zero byte, and name
	owned     map[string]bool               // the sequences of which it is kept whether a column owns them
	types     []*providers.UserType
	enums     []*providers.Enum
	kept      []*providers.Routine // all functions in LANGUAGE sql
	routines  map[string][]*providers.Routine
}

var _ providers.Catalog = (*snapshot)(nil)

// builtinSchema is the schema in which clients expect built-in functions.
const builtinSchema = "pg_catalog"

// Catalog returns the meaning of names. It is read again after DDL.
func (p *Provider) Catalog(ctx context.Context) (providers.Catalog, error) {
	if err := p.readNewFiles(); err != nil {
		return nil, err
	}
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	version := p.version.Load()
	macros := p.tabled.macros.Load() // behind version: noteChange counts them in the other order
	if p.loaded != nil && p.loaded.version == version {
		return p.loaded, nil
	}
	if err := p.checkAdmin(ctx); err != nil {
		return nil, err
	}
	s := &snapshot{
		version:   version,
		macros:    macros,
		database:  strings.ToLower(p.options.Name),
		path:      p.options.path(),
		routines:  map[string][]*providers.Routine{},
		relations: map[string]providers.Relation{},
	}
	if err := p.load(s, func(sql string) ([][]string, error) { return native.Collect(p.admin, sql) }); err != nil {
		return nil, p.translate(err, "", nil)
	}
	p.loaded = s
	return s, nil
}

// CatalogIn returns the catalog for a session with its own search path.
func (p *Provider) CatalogIn(ctx context.Context, in providers.Surroundings) (providers.Catalog, error) {
	catalog, err := p.Catalog(ctx)
	if err != nil || in.Path == nil && in.Ask == nil {
		return catalog, err
	}
	s := *catalog.(*snapshot)
	if in.Ask != nil {
		if err := p.loadOwn(ctx, &s, in.Ask); err != nil {
			return nil, err
		}
	}
	if in.Path != nil {
		s.path = in.Path
	}
	return &s, nil
}

// SearchPath returns the schemas of the session's unqualified names; main follows.
func (c *Conn) SearchPath() []string {
	var names []string
	for _, schema := range c.schemas {
		names = append(names, strings.ToLower(schema))
	}
	if len(names) == 0 {
		return []string{lastSchema}
	}
	return names
}

var (
	_ providers.Surrounded = (*Provider)(nil)
	_ providers.Pathed     = (*Conn)(nil)
)

// checkAdmin returns why the admin connection cannot be used. The caller holds adminMu.
func (p *Provider) checkAdmin(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return sqlstate.From(ctx.Err())
	case p.broken.Load():
		return p.brokenError()
	case p.admin.Ptr == nil:
		return p.closedError()
	}
	return nil
}

// functionRows lists functions, for readFunction; the last column is what keeps a routine (routines.go).
const functionRows = `SELECT schema_name, function_name, function_type, coalesce(stability, ''), database_name,
	CAST(coalesce(len(parameters), 0) AS VARCHAR), coalesce(varargs, ''), CASE WHEN starts_with(function_name, '` + routineMacro + `') THEN macro_definition ELSE '' END
	FROM duckdb_functions() WHERE database_name = `

// loadFunctions reads the functions.
func (p *Provider) loadFunctions(s *snapshot, list lister) error {
	if p.loaded != nil && p.loaded.macros == s.macros {
		s.functions, s.routines, s.kept = p.loaded.functions, p.loaded.routines, p.loaded.kept
		return nil
	}
	builtin, err := readBuiltin(list)
	if err != nil {
		return err
	}
	rows, err := list(functionRows + native.Text(p.options.Name))
	if err != nil {
		return err
	}
	own, kept := map[string][]providers.Function{}, [][]string{}
	for _, row := range rows {
		if strings.HasPrefix(row[1], routineMacro) {
			kept = append(kept, []string{row[0], row[7]})
			continue
		}
		f := readFunction(row)
		own[f.Name] = append(own[f.Name], f)
	}
	s.kept = readRoutines(kept)
	for _, r := range s.kept {
		s.routines[r.Name] = append(s.routines[r.Name], r)
	}
	s.functions = maps.Clone(builtin)
	for name, list := range own {
		s.functions[name] = slices.Concat(list, builtin[name])
	}
	p.declareHarmless(s)
	return nil
}

// builtinFunctions are DuckDB's own functions and those of the emulation. They are the same in every instance of the
// process and stay as they are, so the first instance that needs them reads the thousands of rows for all.
var builtinFunctions struct {
	mu   sync.Mutex // guards list
	list map[string][]providers.Function
}

// readBuiltin returns the functions that every instance has. The caller must not change them.
func readBuiltin(list lister) (map[string][]providers.Function, error) {
	builtinFunctions.mu.Lock()
	defer builtinFunctions.mu.Unlock()
	if builtinFunctions.list != nil {
		return builtinFunctions.list, nil
	}
	functions, err := listBuiltin(list)
	if err == nil {
		builtinFunctions.list = functions
	}
	return functions, err
}

// listBuiltin reads the functions that an instance has when it is opened.
func listBuiltin(list lister) (map[string][]providers.Function, error) {
	rows, err := list(functionRows + `'system' AND function_name <> '` + streamFunction + `'`)
	if err != nil {
		return nil, err
	}
	functions := map[string][]providers.Function{}
	for _, row := range rows {
		f := readFunction(row)
		functions[f.Name] = append(functions[f.Name], f)
	}
	for _, part := range pgcatalog.Get().Parts() {
		if part.Kind == "macro" {
			f := emulatedFunction(part)
			functions[f.Name] = append(functions[f.Name], f)
		}
	}
	return functions, nil
}

// emulatedFunction is a macro of the emulation, which only reads the catalog.
func emulatedFunction(part *pgcatalog.Part) providers.Function {
	in, name, _ := strings.Cut(part.Name, ".")
	return providers.Function{
		Schema: emulatedSchemas[in], Name: strings.ToLower(name), Builtin: true, Kind: 'f', MaxArgs: -1,
		Language: "internal", Volatility: providers.Stable,
	}
}

// declareHarmless marks the functions that Options.Harmless names, and logs the entries that name nothing, once each.
func (p *Provider) declareHarmless(s *snapshot) {
	for _, entry := range p.options.Harmless {
		schema, name, _ := strings.Cut(entry, ".")
		found, list := false, slices.Clone(s.functions[strings.ToLower(name)])
		for i, f := range list {
			if strings.EqualFold(f.Schema+"."+f.Name, entry) {
				found, list[i].Harmless = true, true
			}
		}
		switch {
		case found:
			s.functions[strings.ToLower(name)] = list
		case len(s.Functions(schema, name)) == 0 && !p.warned[entry]:
			p.warned[entry] = true
			p.log.Warn("a function that is declared harmless does not exist", "source", p.options.Name, "function", entry)
		}
	}
}

// readFunction reads a row of functionRows.
func readFunction(row []string) providers.Function {
	count, _ := strconv.Atoi(row[5])
	f := providers.Function{
		Schema:   strings.ToLower(row[0]),
		Name:     strings.ToLower(row[1]),
		Builtin:  row[4] == "system",
		Kind:     'f',
		MinArgs:  count,
		MaxArgs:  count,
		Language: "sql",
	}
	if f.Builtin {
		f.Schema, f.Language = builtinSchema, "internal"
	}
	if row[6] != "" {
		f.MaxArgs = -1
	}
	switch row[2] {
	case "aggregate":
		f.Kind = 'a'
	case "pragma":
		f.Kind = 'p'
	case "macro":
		f.MinArgs = 0 // the catalog does not say which parameters have defaults
	case "table", "table_macro":
		f.MinArgs, f.MaxArgs = 0, -1
		f.Table = true
	}
	f.Volatility = volatility(row[3], f.Builtin && row[2] == "macro")
	return f
}

// emulatedSchemas maps the emulation's schemas to Postgres's names.
var emulatedSchemas = map[string]string{
	pgcatalog.CatalogSchema:     builtinSchema,
	pgcatalog.InformationSchema: "information_schema",
}

// volatility translates DuckDB's label. Macros have none: built-in ones count as stable, a user's
// as volatile.
func volatility(stability string, ownMacro bool) providers.Volatility {
	switch {
	case stability == "CONSISTENT":
		return providers.Immutable
	case stability == "CONSISTENT_WITHIN_QUERY", ownMacro:
		return providers.Stable
	}
	return providers.Volatile
}

// readAtOpen notes the relations that were in the database file when it was opened. DuckDB numbers these anew at
// each start, so only the numbers of relations that were made since then identify a relation.
func (p *Provider) readAtOpen() error {
	s := &snapshot{relations: map[string]providers.Relation{}}
	if _, _, err := p.listRelations(s, func(sql string) ([][]string, error) { return native.Collect(p.admin, sql) }); err != nil {
		return p.translate(err, "", nil)
	}
	p.atOpen = map[string]uint64{}
	for key, r := range s.relations {
		p.atOpen[key] = r.ID
	}
	return nil
}

// Version changes with every DDL statement.
func (s *snapshot) Version() uint64 { return s.version }

// Functions returns the candidates for a name. DuckDB's own are also in the schema main, because
// view definitions spell them so.
func (s *snapshot) Functions(schema, name string) []providers.Function {
	all := s.functions[strings.ToLower(name)]
	if schema == "" {
		return all
	}
	schema = strings.ToLower(schema)
	var found []providers.Function
	for _, f := range all {
		if f.Schema == schema || schema == "main" && f.Schema == builtinSchema {
			found = append(found, f)
		}
	}
	return found
}

// Relation finds a table or view.
func (s *snapshot) Relation(schema, name string) (providers.Relation, bool) {
	schemas := []string{strings.ToLower(schema)}
	switch schemas[0] {
	case "":
		schemas = slices.Concat(s.path, []string{"main", builtinSchema})
	case s.database: // database.table, unless there is a schema of that name
		schemas = slices.Concat(schemas, s.path, []string{"main"})
	}
	for _, schema := range schemas {
		if r, ok := s.relations[schema+"\x00"+strings.ToLower(name)]; ok {
			return r, true
		}
	}
	return providers.Relation{}, false
}

// Operators returns users' macros with an operator's name, which DuckDB calls instead of the
// operator.
func (s *snapshot) Operators(_, name string) []providers.Function {
	var users []providers.Function
	for _, f := range s.Functions("", name) {
		if !f.Builtin {
			users = append(users, f)
		}
	}
	return users
}

// TypeOf knows every type, as Type does.
func (s *snapshot) TypeOf(uint32) (providers.Type, bool) { return providers.Type{}, true }

// queryAdmin runs queries of this package on the admin connection, several in one transaction.
func (p *Provider) queryAdmin(ctx context.Context, queries ...string) (answers [][][]string, err error) {
	if err := p.readNewFiles(); err != nil {
		return nil, err
	}
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	if err := p.checkAdmin(ctx); err != nil {
		return nil, err
	}
	if len(queries) > 1 {
		if err := native.Run(p.admin, "BEGIN TRANSACTION"); err != nil {
			return nil, p.translate(err, "", nil)
		}
		defer func() {
			if end := native.Run(p.admin, "ROLLBACK"); err == nil && end != nil {
				answers, err = nil, p.translate(end, "", nil)
			}
		}()
	}
	for _, sql := range queries {
		rows, err := native.Collect(p.admin, sql)
		if err != nil {
			return nil, p.translate(err, "", nil)
		}
		answers = append(answers, rows)
	}
	return answers, nil
}
