package duckdb

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers/duckdb/depth"
	"github.com/sallyportdb/sallyport/providers/duckdb/fault"
	"github.com/sallyportdb/sallyport/providers/duckdb/filelook"
	"github.com/sallyportdb/sallyport/providers/duckdb/functions"
	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/supplied"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// sessionSettings are DuckDB's settings that a connection can still change after the lock-down.
// Clients do not reach them: see Conn.changeSetting.
var sessionSettings = []string{"TimeZone", "search_path", "errors_as_json", "streaming_buffer_size", "enable_caching_operators"}

// tuning brings DuckDB's results nearer to Postgres's.
var tuning = []string{
	"SET GLOBAL integer_division = true",
	"SET GLOBAL default_null_order = 'nulls_last_on_asc_first_on_desc'",
	"SET GLOBAL TimeZone = 'UTC'",
	"SET GLOBAL allow_persistent_secrets = false",
}

// operators replace DuckDB's operators that return NULL for a division by zero; integer_division
// turns / into //. They are in the database memory, which every instance has and every session's
// search path ends with.
var operators = []string{
	`CREATE MACRO memory.main."//"(a, b) AS pg__div(a, b)`,
	`CREATE MACRO memory.main."%"(a, b) AS CASE WHEN b = 0 THEN error('22012: division by zero') ELSE system.main."%"(a, b) END`,
	`CREATE MACRO memory.main.mod(a, b) AS CASE WHEN b = 0 THEN error('22012: division by zero') ELSE system.main.mod(a, b) END`,
}

// setUp opens the instance, fills it and locks it down. The order matters: steps that need files
// come before the locks, and the lock of the configuration comes last.
func (p *Provider) setUp(ctx context.Context) error {
	if err := p.openInstance(); err != nil {
		return err
	}
	for _, step := range []func() error{
		p.setLimits, p.registerTypes, func() error { return p.bySession.Register(p.admin) }, func() error { return functions.Register(p.admin, p.bySession.Handle()) }, p.attachDatabase, p.applyTuning, p.openEmulation, p.loadTables, p.openFiles, p.addViews, p.addDescribed, p.readAtOpen, p.makeStoredLimited, p.attachStored, func() error { return p.streams.Register(p.admin) }, p.openSupplied, func() error { return functions.RegisterCasts(p.admin, p.options.Name) }, p.lockDown,
	} {
		if err := ctx.Err(); err != nil {
			return sqlstate.From(err)
		}
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// openSupplied makes the functions that supply constants.
func (p *Provider) openSupplied() (err error) {
	p.supplied, err = supplied.Open(p.admin)
	return err
}

// openInstance starts DuckDB with nothing but an empty database in memory.
func (p *Provider) openInstance() error {
	var config lib.Config
	defer lib.DestroyConfig(&config)
	if lib.CreateConfig(&config) == lib.StateError {
		return sqlstate.New(sqlstate.InternalError, "source %q: DuckDB has no configuration", p.options.Name)
	}
	var message string
	if lib.OpenExt(":memory:", &p.db, config, &message) == lib.StateError {
		return p.configError(native.Error(message), "cannot start DuckDB")
	}
	if lib.Connect(p.db, &p.admin) == lib.StateError {
		return sqlstate.New(sqlstate.InternalError, "source %q cannot open a connection", p.options.Name)
	}
	return p.runAll("SET errors_as_json = true")
}

// runAll runs statements that fail only because of a defect in this package.
func (p *Provider) runAll(statements ...string) error {
	for _, sql := range statements {
		if err := native.Run(p.admin, sql); err != nil {
			return sqlstate.Wrap(fmt.Errorf("%s: %w", sql, err), sqlstate.InternalError,
				"source %q cannot be set up", p.options.Name)
		}
	}
	return nil
}

// configError returns an error about an option of the source. DuckDB's own message, which contains
// paths, is only for the log.
func (p *Provider) configError(cause error, format string, args ...any) *sqlstate.Error {
	return sqlstate.Wrap(cause, sqlstate.ConfigFileError, "source %q: %s", p.options.Name, fmt.Sprintf(format, args...))
}

func (p *Provider) setLimits() error {
	if err := p.setMemory(); err != nil {
		return err
	}
	threads := p.options.Threads
	if threads <= 0 {
		threads = runtime.NumCPU()
	}
	p.helpers.Start(p.db.Ptr, threads)
	return p.runAll(
		"SET threads = "+strconv.Itoa(threads),
		"SET external_threads = "+strconv.Itoa(threads), // DuckDB starts none of its own
		"SET temp_directory = "+native.Text(p.tempDir),
		"SET max_temp_directory_size = '10GB'",
	)
}

// attachDatabase creates or opens the provider's database under the provider's name.
func (p *Provider) attachDatabase() error {
	path := ":memory:"
	if p.options.Path != "" {
		absolute, err := filepath.Abs(p.options.Path)
		if err != nil {
			return p.configError(err, "the path of its database file is not valid")
		}
		path = absolute
		p.hidePath(filepath.Dir(path))
	}
	p.hidePath(p.tempDir)
	name := native.Ident(p.options.Name)
	if err := native.Run(p.admin, "ATTACH "+native.Text(path)+" AS "+name); err != nil {
		return p.attachError(err, path)
	}
	if err := p.runAll("CREATE SCHEMA IF NOT EXISTS " + name + "." + native.Ident(p.options.Schema)); err != nil {
		return err
	}
	return p.setSearchPath(p.admin, []string{p.options.Schema, "main"})
}

// attachError is the error of a database file that cannot be opened.
func (p *Provider) attachError(err error, path string) error {
	file, f := filepath.Base(path), fault.Read(err.Error())
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(f.Message, word) })
	}
	told := p.configError(err, "its database file %q cannot be opened", file).
		WithHint("Check that it is a DuckDB file, and that the server may write it.")
	switch {
	case fault.IsDiskFull(f.Message):
		told.Code = sqlstate.DiskFull
		return told.WithHint("Make room on the disk of the file, and restart the server.")
	case has("Could not set lock"):
		told.Code, told.Message = sqlstate.ObjectInUse, told.Message+": another process has it open"
		return told.WithHint("End the other process, and restart the server.")
	case has("Permission denied", "No such file or directory", "Read-only file system", "is a directory", "Is a directory"):
	case f.Kind == "IO" || f.Kind == "Serialization" || f.Kind == "INTERNAL" || f.Kind == "FATAL" || has("WAL", "corrupt", "checksum"):
		told.Code, told.Message = sqlstate.DataCorrupted, told.Message+": it is damaged, or is no DuckDB file"
		return told.WithHint("Put a backup of it in its place, or move it and %q away: then the source begins without tables. "+
			"Where the second alone is damaged, moving it alone away loses what was changed since the last checkpoint.", file+".wal")
	}
	return told
}

func (p *Provider) applyTuning() error {
	return p.runAll(slices.Concat(tuning, operators, depth.Guards())...)
}

// lockDown locks the instance. Nothing can unlock it later.
func (p *Provider) lockDown() error {
	var directories []string
	if p.options.Folder != "" {
		folder, err := p.absoluteFolder()
		if err != nil {
			return err
		}
		directories = append(directories, native.Text(folder+string(os.PathSeparator)))
	}
	if p.options.writes != "" {
		p.hidePath(p.options.writes)
		directories = append(directories, native.Text(p.options.writes+string(os.PathSeparator)))
	}
	for _, v := range p.options.Views {
		for _, dir := range v.directories() {
			directories = append(directories, native.Text(dir))
		}
	}
	configs := make([]string, len(sessionSettings))
	for i, name := range sessionSettings {
		configs[i] = native.Text(name)
	}
	var paths []string
	if path := p.emulation.path; path != "" {
		paths = append(paths, native.Text(path), native.Text(path+".wal")) // DuckDB looks for the second, which is not there
	}
	return p.runAll(
		"SET autoinstall_known_extensions = false",
		"SET autoload_known_extensions = false",
		"SET allow_community_extensions = false",
		"SET allowed_paths = ["+strings.Join(paths, ", ")+"]",
		"SET allowed_directories = ["+strings.Join(directories, ", ")+"]",
		"SET allowed_configs = ["+strings.Join(configs, ", ")+"]",
		"SET enable_external_access = false",
		"SET lock_configuration = true",
	)
}

// prepareConnection sets up a new connection.
func (p *Provider) prepareConnection(conn lib.Connection) error {
	if err := native.Run(conn, "SET errors_as_json = true"); err != nil {
		return p.translateError(err, "", nil)
	}
	return p.setSearchPath(conn, append(p.options.searchPath(), "main"))
}

// setSearchPath sets the schemas of unqualified names.
func (p *Provider) setSearchPath(conn lib.Connection, schemas []string) error {
	path := make([]string, 0, len(schemas)+1)
	for _, schema := range schemas {
		path = append(path, native.Ident(p.options.Name)+"."+native.Ident(schema))
	}
	path = append(path, "memory.main") // operators
	if err := native.Run(conn, "SET search_path = "+native.Text(strings.Join(path, ","))); err != nil {
		return p.translateError(err, "", nil)
	}
	return nil
}

// hidePath keeps a directory out of public messages.
func (p *Provider) hidePath(directory string) {
	if directory != "" && directory != string(os.PathSeparator) {
		p.paths = append(p.paths, directory)
	}
}

// minMemory is the smallest default memory limit.
const minMemory = 512 << 20

// setMemory sets the instance's memory limit, and adds it to the process's bound until forgetMemory.
func (p *Provider) setMemory() error {
	machine := p.memorySetting() // DuckDB's default is four fifths of the machine's memory, or of the container's
	limit := p.options.MemoryLimit
	if limit == "" {
		limit = strconv.FormatUint(max(minMemory, machine/80*25)>>20, 10) + "MiB"
	}
	if err := native.Run(p.admin, "SET memory_limit = "+native.Text(limit)); err != nil {
		return p.configError(err, "memory limit %q is not understood", limit).
			WithHint("Write a number and a unit, such as 2GB.")
	}
	p.memory = p.memorySetting()
	if p.memory == 0 {
		return sqlstate.New(sqlstate.InternalError, "source %q: DuckDB does not tell its memory limit", p.options.Name)
	}
	memory.Allow(int64(p.memory), int64(machine))
	return nil
}

// forgetMemory takes the instance's limit from the process's bound.
func (p *Provider) forgetMemory() {
	memory.Allow(-int64(p.memory), 0)
	p.memory = 0
}

// memorySetting reads DuckDB's memory limit, in bytes.
func (p *Provider) memorySetting() uint64 {
	rows, err := native.Collect(p.admin, "SELECT CAST(current_setting('memory_limit') AS VARCHAR)")
	if err != nil || len(rows) != 1 {
		return 0
	}
	number, unit, _ := strings.Cut(rows[0][0], " ")
	factor := map[string]float64{"bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40}[unit]
	size, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return 0
	}
	return uint64(size * factor)
}

// registerTypes makes the types of Postgres's that DuckDB does not have. They are of the instance,
// beside DuckDB's own types, so that no search path hides them.
func (p *Provider) registerTypes() error {
	if !p.registerAliases(p.admin, pgcatalog.Aliases()...) {
		return sqlstate.New(sqlstate.InternalError, "source %q: DuckDB cannot have the types of Postgres", p.options.Name)
	}
	return nil
}

// registerAliases makes aliases known to a connection, with their casts, and reports whether DuckDB has them.
func (p *Provider) registerAliases(conn lib.Connection, aliases ...pgcatalog.Alias) bool {
	var texts []functions.TextAlias
	for _, a := range aliases {
		if !p.registerAlias(conn, a) {
			return false
		}
		if a.Base == "VARCHAR" && !a.Kept() {
			width, padded := pgcatalog.Limit(a.Name)
			if !padded {
				width = 0
			}
			texts = append(texts, functions.TextAlias{Name: a.Name, Width: width})
		}
	}
	return functions.CastArraysOfTexts(p.admin, texts)
}

// registerAlias makes an alias known to a connection, with the casts of the values themselves.
func (p *Provider) registerAlias(conn lib.Connection, a pgcatalog.Alias) bool {
	base, alias := vector.Logical(a.Base), vector.Logical(a.Base)
	defer lib.DestroyLogicalType(&base)
	defer lib.DestroyLogicalType(&alias)
	lib.LogicalTypeSetAlias(alias, a.Name)
	return lib.RegisterLogicalType(conn, alias, lib.CreateTypeInfo{}) == lib.StateSuccess &&
		(a.Kept() || functions.CastSameValues(p.admin, alias, base)) && (a.Base != "BIT" || functions.CastToAlias(p.admin, base, alias))
}

// readDeclared is the text that reads a CSV file whose columns are known.
func readDeclared(path string, columns [][2]string) string {
	declared := make([]string, len(columns))
	for i, c := range columns {
		declared[i] = native.Text(c[0]) + ": " + native.Text(c[1])
	}
	return "read_csv(" + native.Text(path) + ", auto_detect = false, header = true, columns = {" + strings.Join(declared, ", ") + "})"
}

// loadTables creates the tables of Options.Tables that do not exist yet.
func (p *Provider) loadTables() error {
	if len(p.options.Tables) == 0 {
		return nil
	}
	rows, err := native.Collect(p.admin, "SELECT table_name FROM duckdb_tables() WHERE database_name = "+
		native.Text(p.options.Name)+" AND schema_name = "+native.Text(p.options.Schema))
	if err != nil {
		return p.translateError(err, "", nil)
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
		if columns := p.options.Columns[name]; len(columns) > 0 {
			from = readDeclared(path, columns)
		}
		sql := "CREATE TABLE IF NOT EXISTS " + p.qualifiedName(name) + " AS SELECT * FROM " + from
		if err := native.Run(p.admin, sql); err != nil {
			return p.configError(err, "table %q cannot be loaded from its file", name)
		}
	}
	return nil
}

// qualifiedName returns the full name of an object in the default schema.
func (p *Provider) qualifiedName(name string) string {
	return native.Ident(p.options.Name) + "." + native.Ident(p.options.Schema) + "." + native.Ident(name)
}

// absoluteFolder returns the absolute path of Options.Folder without links.
func (p *Provider) absoluteFolder() (string, error) {
	path, err := filepath.Abs(p.options.Folder)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", p.configError(err, "the folder cannot be opened")
	}
	return path, nil
}
