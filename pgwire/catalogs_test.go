package pgwire

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestCatalogColumns compares the columns of every relation of pg_catalog and of information_schema
// with PostgreSQL 15's, as both describe them to a client: names, order, types, sizes and modifiers.
func TestCatalogColumns(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 4*limit)
	defer cancel()
	real, err := pgconn.Connect(ctx, pgtest.Start(t).CreateDB(t))
	if err != nil {
		t.Fatal(err)
	}
	defer real.Close(ctx) //nolint:errcheck // the test is over
	if version := real.ParameterStatus("server_version"); !strings.HasPrefix(version, "15.") {
		t.Skipf("the catalogs are those of PostgreSQL 15, and the server is %s", version)
	}
	embedded := pgxConnect(t, serveDuckDB(t)).PgConn()
	// pg_cursors and pg_prepared_statements are refused: testdata/statements/sessions.sql reads them. So are
	// view_column_usage (pg_views.sql) and what tells of the SQL standard (read_tools.sql).
	relations := real.Exec(ctx, `SELECT quote_ident(nspname) || '.' || quote_ident(relname) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
		WHERE nspname IN ('pg_catalog', 'information_schema') AND relkind IN ('r', 'v')
			AND relname NOT IN ('pg_cursors', 'pg_prepared_statements', 'view_column_usage', 'sql_features', 'sql_sizing', 'sql_parts', 'sql_implementation_info') ORDER BY nspname DESC, relname`)
	all, err := relations.ReadAll()
	if err != nil || len(all[0].Rows) < 190 {
		t.Fatalf("%d relations, %v", len(all[0].Rows), err)
	}
	var differences strings.Builder
	for _, row := range all[0].Rows {
		sql := "SELECT * FROM " + string(row[0]) + " LIMIT 0"
		theirs, ours := describeColumns(ctx, real, sql), describeColumns(ctx, embedded, sql)
		if d := difference(theirs, ours); d != "" {
			differences.WriteString(string(row[0]) + "\n" + d)
		}
	}
	if differences.Len() > 0 {
		t.Errorf("PostgreSQL (-) describes columns otherwise than the embedded source (+):\n%s", &differences)
	}
}

// describeColumns lists the columns of a query, one a line.
func describeColumns(ctx context.Context, c *pgconn.PgConn, sql string) string {
	results, err := c.Exec(ctx, sql).ReadAll()
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, f := range results[0].FieldDescriptions {
		fmt.Fprintf(&b, "%s %d size %d modifier %d\n", f.Name, f.DataTypeOID, f.DataTypeSize, f.TypeModifier)
	}
	return b.String()
}
