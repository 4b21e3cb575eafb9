package catalog

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// functionRows lists functions, for readFunction; the last column is what keeps a routine (routines.go).
const functionRows = `SELECT schema_name, function_name, function_type, coalesce(stability, ''), database_name,
	CAST(coalesce(len(parameters), 0) AS VARCHAR), coalesce(varargs, ''), CASE WHEN starts_with(function_name, '` + pgcatalog.RoutineMacro + `') THEN macro_definition ELSE '' END
	FROM duckdb_functions() WHERE database_name = `

// loadFunctions reads the functions.
func (src Source) loadFunctions(s, earlier *Catalog, list Lister) error {
	if earlier != nil && earlier.macros == s.macros {
		s.functions, s.routines, s.kept, s.written = earlier.functions, earlier.routines, earlier.kept, earlier.written
		return nil
	}
	builtin, err := readBuiltin(list)
	if err != nil {
		return err
	}
	var rows [][]string
	if !src.NoMacros {
		if rows, err = list(functionRows + native.Text(src.Database)); err != nil {
			return err
		}
	}
	own, kept := map[string][]providers.Function{}, [][]string{}
	for _, row := range rows {
		if strings.HasPrefix(row[1], pgcatalog.RoutineMacro) {
			kept = append(kept, []string{row[0], row[7]})
			continue
		}
		if row[1] == pgcatalog.SchemaComment {
			continue
		}
		f := readFunction(row)
		own[f.Name] = append(own[f.Name], f)
	}
	if len(own) > 0 {
		if s.written, err = src.readMacros(list); err != nil {
			return err
		}
	}
	s.kept = parseRoutines(kept)
	for _, r := range s.kept {
		s.routines[r.Name] = append(s.routines[r.Name], r)
	}
	s.functions = maps.Clone(builtin)
	for name, list := range own {
		s.functions[name] = slices.Concat(list, builtin[name])
	}
	src.declareHarmless(s)
	return nil
}

// builtinFunctions are DuckDB's own functions and those of the emulation. They are the same in every instance of the
// process and stay as they are, so the first instance that needs them reads the thousands of rows for all.
var builtinFunctions struct {
	mu   sync.Mutex // guards list
	list map[string][]providers.Function
}

// readBuiltin returns the functions that every instance has. The caller must not change them.
func readBuiltin(list Lister) (map[string][]providers.Function, error) {
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
func listBuiltin(list Lister) (map[string][]providers.Function, error) {
	rows, err := list(functionRows + `'system' AND function_name <> '` + pgcatalog.StreamFunction + `'`)
	if err != nil {
		return nil, err
	}
	functions := map[string][]providers.Function{}
	for _, row := range rows {
		f := readFunction(row)
		functions[f.Name] = append(functions[f.Name], f)
	}
	for _, part := range pgcatalog.Get().Parts() {
		if part.Kind == "macro" && !part.Relation {
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

// declareHarmless marks the functions that Source.Harmless names, and notes the entries that name nothing.
func (src Source) declareHarmless(s *Catalog) {
	for _, entry := range src.Harmless {
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
		case len(s.Functions(schema, name)) == 0:
			s.unknown = append(s.unknown, entry)
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

// ReadRoutines lists the functions in LANGUAGE sql that a database keeps.
func ReadRoutines(database string, list Lister) ([]*providers.Routine, error) {
	rows, err := list(`SELECT schema_name, macro_definition FROM duckdb_functions() WHERE database_name = ` + native.Text(database) +
		` AND starts_with(function_name, ` + native.Text(pgcatalog.RoutineMacro) + `)`)
	return parseRoutines(rows), err
}

// parseRoutines reads rows of schema and text. What is no Routine is left out: nobody can call it.
func parseRoutines(rows [][]string) []*providers.Routine {
	var list []*providers.Routine
	for _, row := range rows {
		text := row[1]
		if len(text) < 2 || text[0] != '\'' {
			continue
		}
		r := new(providers.Routine)
		if err := json.Unmarshal([]byte(strings.ReplaceAll(text[1:len(text)-1], "''", "'")), r); err != nil {
			continue
		}
		r.Schema = strings.ToLower(row[0])
		list = append(list, r)
	}
	return list
}

// readMacros reads the bodies of the macros of users.
func (src Source) readMacros(list Lister) (macros []*providers.Macro, err error) {
	rows, err := list(`SELECT lower(schema_name), lower(function_name), CAST(to_json(parameters) AS VARCHAR),
		CAST(json_serialize_sql(CASE WHEN function_type = 'macro' THEN 'SELECT ' ELSE '' END || macro_definition) AS VARCHAR)
		FROM duckdb_functions() WHERE function_type IN ('macro', 'table_macro') AND database_name = ` + native.Text(src.Database) +
		` AND NOT starts_with(function_name, ` + native.Text(pgcatalog.RoutineMacro) + `) AND function_name <> ` + native.Text(pgcatalog.SchemaComment))
	for _, row := range rows {
		m := &providers.Macro{Schema: row[0], Name: row[1], Body: row[3]}
		if err := json.Unmarshal([]byte(row[2]), &m.Parameters); err != nil {
			m.Body = "" // nobody knows what it writes
		}
		for i, parameter := range m.Parameters {
			m.Parameters[i] = strings.ToLower(parameter)
		}
		macros = append(macros, m)
	}
	return macros, err
}

// HasMacros reports whether users have macros.
func (s *Catalog) HasMacros() bool { return len(s.written) > 0 }

// Macros returns the macros of users that a name may mean.
func (s *Catalog) Macros(schema, name string) (found []*providers.Macro) {
	for _, m := range s.written {
		if m.Name == name && (schema == "" || m.Schema == schema || schema == builtinSchema) {
			found = append(found, m)
		}
	}
	return found
}

var _ providers.Macroed = (*Catalog)(nil)
