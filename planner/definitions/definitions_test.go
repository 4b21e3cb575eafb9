package definitions

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// server is a Source that asks a server.
type server struct {
	t    *testing.T
	conn *pgx.Conn
}

func (s server) source() Source {
	return Source{Relation: s.relation, Type: s.typeNamed}
}

// relation looks a relation up. Domains have no names at a Source of this kind.
func (s server) relation(_, schema, name string) (r providers.Relation, ok bool) {
	full := pgx.Identifier{name}
	if schema != "" {
		full = pgx.Identifier{schema, name}
	}
	rows, err := s.conn.Query(context.Background(), `SELECT n.nspname, c.relname, a.attname, a.atttypid, a.atttypmod, format_type(a.atttypid, a.atttypmod), coalesce(e.typname, ''), coalesce(en.nspname, '')
		FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT attisdropped
		JOIN pg_type t ON t.oid = a.atttypid LEFT JOIN pg_type e ON e.typtype = 'e' AND e.oid IN (t.oid, t.typelem) LEFT JOIN pg_namespace en ON en.oid = e.typnamespace
		WHERE c.oid = to_regclass($1) ORDER BY a.attnum`, full.Sanitize())
	if err != nil {
		s.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var c providers.TypedColumn
		var enum, enumSchema string
		if err := rows.Scan(&r.Schema, &r.Name, &c.Name, &c.Type, &c.TypeMod, &c.TypeName, &enum, &enumSchema); err != nil {
			s.t.Fatal(err)
		}
		if enum != "" {
			c.Enum = &providers.Enum{Schema: enumSchema, Name: enum}
		}
		r.Typed, ok = append(r.Typed, c), true
	}
	if rows.Err() != nil {
		s.t.Fatal(rows.Err())
	}
	return r, ok
}

func (s server) typeNamed(schema, name string) (t providers.Type, ok bool) {
	full := pgx.Identifier{name}
	if schema != "" {
		full = pgx.Identifier{schema, name}
	}
	var enum providers.Enum
	err := s.conn.QueryRow(context.Background(), `SELECT nspname, typname FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace WHERE t.oid = to_regtype($1) AND typtype = 'e'`, full.Sanitize()).
		Scan(&enum.Schema, &enum.Name)
	t.Enum = &enum
	return t, err == nil
}

// TestViews: the definitions of the views in testdata/views.sql are those of a PostgreSQL. A line is a statement; one that
// begins with SELECT, WITH or VALUES is the query of a view, in which -- not: says why it has no definition.
func TestViews(t *testing.T) {
	file := "testdata/views.sql"
	if other := os.Getenv("DEFINITIONS_FILES"); other != "" {
		for _, file := range strings.Fields(other) {
			compareViews(t, file, false)
		}
		return
	}
	compareViews(t, file, true)
}

// compareViews compares the definitions of the views of a file. strict: each must be there.
func compareViews(t *testing.T, file string, strict bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pg := pgtest.Start(t)
	ctx := context.Background()
	config, err := pgx.ParseConfig(pg.CreateDB(t))
	if err != nil {
		t.Fatal(err)
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(ctx) })
	s := server{t, conn}
	same, without := 0, 0
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		query, reason, absent := strings.Cut(line, " -- not: ")
		word, _, _ := strings.Cut(strings.ToUpper(query), " ")
		switch word {
		case "", "--":
			continue
		case "SELECT", "WITH", "VALUES":
		default:
			if _, err := conn.Exec(ctx, line); err != nil && strict {
				t.Errorf("%s: %v", line, err)
			}
			continue
		}
		var full, pretty string
		if _, err = conn.Exec(ctx, "CREATE VIEW v AS "+query); err == nil {
			err = conn.QueryRow(ctx, "SELECT pg_get_viewdef('v'::regclass), pg_get_viewdef('v'::regclass, true)").Scan(&full, &pretty)
		}
		if err != nil {
			if strict {
				t.Errorf("%s: %v", query, err)
			}
			continue
		}
		tree, err := pg_query.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		got, err := View(tree.Stmts[0].Stmt, nil, s.source())
		if _, dropped := conn.Exec(ctx, "DROP VIEW v"); dropped != nil {
			t.Fatal(dropped)
		}
		switch {
		case err != nil && absent && strings.Contains(err.Error(), reason):
			without++
		case err != nil:
			without++
			if strict {
				t.Errorf("%s\n  %v", query, err)
			} else {
				t.Logf("%s\n  NONE: %v", query, err)
			}
		case providers.WithoutMarks(got.Full) != full:
			t.Errorf("%s\n%s\n  but PostgreSQL has\n%s", query, providers.WithoutMarks(got.Full), full)
		case providers.WithoutMarks(got.Pretty) != pretty:
			t.Errorf("%s\n%s\n  but PostgreSQL has, pretty,\n%s", query, providers.WithoutMarks(got.Pretty), pretty)
		default:
			same++
		}
	}
	t.Logf("%s: %d definitions are the same, %d views have none", file, same, without)
}
