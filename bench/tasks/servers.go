package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/sample"
)

// server is an MCP server and what its tools are called.
type server struct {
	name         string
	command, env []string
	// find is the call that lists tables; word may narrow it. columns is the call
	// that finds a table by one of its columns, nil: there is none.
	find, columns func(word string) (tool string, arguments map[string]any)
	describe      func(table string) (tool string, arguments map[string]any)
	query         func(sql string) (tool string, arguments map[string]any)
}

const database = "tasks"

// load makes the database of the tasks: a shop that is generated, and the sample data.
func load(ctx context.Context, pg *pgtest.Server, dir string) error {
	if err := execute(ctx, pg.DSN("postgres"), "CREATE DATABASE "+database); err != nil {
		return err
	}
	if err := execute(ctx, pg.DSN(database), sampled+schema); err != nil {
		return err
	}
	files, err := sample.Write(filepath.Join(dir, "sample"))
	if err != nil {
		return err
	}
	for table, file := range files {
		if err := copyIn(ctx, pg.DSN(database), table, file); err != nil {
			return fmt.Errorf("%s: %w", table, err)
		}
	}
	return nil
}

// copyIn copies a file of the sample data into its table.
func copyIn(ctx context.Context, dsn, table, file string) error {
	rows, err := os.Open(file)
	if err != nil {
		return err
	}
	defer rows.Close()
	c, err := pgconn.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer c.Close(ctx) //nolint:errcheck // what it did is committed
	_, err = c.CopyFrom(ctx, rows, "COPY demo."+table+" FROM STDIN (FORMAT csv, HEADER)")
	return err
}

func execute(ctx context.Context, dsn, sql string) error {
	c, err := pgconn.Connect(ctx, dsn)
	if err != nil {
		return err
	}
	defer c.Close(ctx) //nolint:errcheck // it was to ask
	_, err = c.Exec(ctx, sql).ReadAll()
	return err
}

func allServers(pg *pgtest.Server, binary, dir string) []server {
	dsn := pg.DSN(database)
	config := filepath.Join(dir, "sallyport.yaml")
	text := fmt.Sprintf("mode: read_only\nsources:\n  - {name: shop, kind: postgres, dsn_env: TASKS_DSN}\naudit: {dir: %s}\n", filepath.Join(dir, "audit"))
	_ = os.WriteFile(config, []byte(text), 0o600) // the server says what is wrong with it
	modules, err := filepath.Abs(filepath.Join("bench", "toolbox", "node_modules"))
	if err != nil {
		modules = "."
	}
	execute := func(tool string) func(string) (string, map[string]any) {
		return func(sql string) (string, map[string]any) { return tool, map[string]any{"sql": sql} }
	}
	search := func(kind, pattern, detail string) (string, map[string]any) {
		return "search_objects", map[string]any{"object_type": kind, "pattern": pattern, "detail_level": detail}
	}
	return []server{
		{
			name: "Sallyport", command: []string{binary, "mcp", "--mcp.server.type=stdio", "--config", config}, env: []string{"TASKS_DSN=" + dsn},
			find:    func(word string) (string, map[string]any) { return "list_resources", map[string]any{"filter": word} },
			columns: func(word string) (string, map[string]any) { return "list_resources", map[string]any{"filter": word} },
			describe: func(table string) (string, map[string]any) {
				return "describe_resource", map[string]any{"resource": table}
			},
			query: execute("run_select_query"),
		},
		{
			name: "Toolbox", command: []string{filepath.Join(modules, "@toolbox-sdk", "server-linux-x64", "bin", "toolbox"), "--prebuilt", "postgres", "--stdio", "--disable-version-check"},
			env: []string{"POSTGRES_HOST=127.0.0.1", "POSTGRES_PORT=" + strconv.Itoa(pg.Port), "POSTGRES_DATABASE=" + database, "POSTGRES_USER=postgres", "POSTGRES_PASSWORD=any"},
			find: func(string) (string, map[string]any) {
				return "list_tables", map[string]any{"table_names": "", "output_format": "simple"}
			},
			describe: func(table string) (string, map[string]any) {
				return "list_tables", map[string]any{"table_names": table, "output_format": "detailed"}
			},
			query: execute("execute_sql"),
		},
		{
			name: "dbhub", command: []string{filepath.Join(modules, ".bin", "dbhub"), "--transport", "stdio", "--dsn", dsn},
			find:     func(word string) (string, map[string]any) { return search("table", "%"+word+"%", "summary") },
			columns:  func(word string) (string, map[string]any) { return search("column", "%"+word+"%", "names") },
			describe: func(table string) (string, map[string]any) { return search("table", table, "full") },
			query:    execute("execute_sql"),
		},
	}
}
