package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers/duckdb/parquet"
)

// tpchTables makes the tables of TPC-H with so many orders, which are the same at each call: values are hashes of keys.
func tpchTables(orders int) string {
	return strings.NewReplacer("@orders", fmt.Sprint(orders), "@customers", fmt.Sprint(orders/10), "@parts", fmt.Sprint(orders/7), "@suppliers", fmt.Sprint(orders/60)).Replace(`
CREATE FUNCTION h(i bigint, k int, m int) RETURNS int LANGUAGE sql IMMUTABLE AS $$SELECT ((hashint8(i * 1000003 + k)::bigint + 2147483648) % m)::int$$;
CREATE FUNCTION word(i bigint, k int, words text) RETURNS text LANGUAGE sql IMMUTABLE AS $$SELECT (string_to_array(words, ','))[1 + h(i, k, cardinality(string_to_array(words, ',')))]$$;
CREATE TABLE region (r_regionkey int, r_name varchar(25), r_comment varchar(152));
INSERT INTO region SELECT i - 1, (ARRAY['AFRICA','AMERICA','ASIA','EUROPE','MIDDLE EAST'])[i], 'c' FROM generate_series(1, 5) i;
CREATE TABLE nation (n_nationkey int, n_name varchar(25), n_regionkey int, n_comment varchar(152));
INSERT INTO nation SELECT i - 1, (string_to_array('ALGERIA,ARGENTINA,BRAZIL,CANADA,EGYPT,ETHIOPIA,FRANCE,GERMANY,INDIA,INDONESIA,IRAN,IRAQ,JAPAN,JORDAN,KENYA,MOROCCO,MOZAMBIQUE,PERU,CHINA,ROMANIA,SAUDI ARABIA,VIETNAM,RUSSIA,UNITED KINGDOM,UNITED STATES', ','))[i],
  (string_to_array('0,1,1,1,4,0,3,3,2,2,4,4,2,4,0,0,0,1,2,3,4,2,3,3,1', ','))[i]::int, CASE WHEN i % 4 > 0 THEN 'n' || i END FROM generate_series(1, 25) i;
CREATE TABLE supplier (s_suppkey int, s_name varchar(25), s_address varchar(40), s_nationkey int, s_phone varchar(15), s_acctbal numeric(12,2), s_comment varchar(101));
INSERT INTO supplier SELECT i, 'Supplier#' || lpad(i::text, 9, '0'), 'street ' || h(i, 1, 999), h(i, 2, 25), 10 + h(i, 2, 25) || '-' || h(i, 3, 900), (h(i, 4, 1100000) - 100000) / 100.0, CASE WHEN h(i, 5, 9) = 0 THEN 'the Customer has Complaints' WHEN h(i, 5, 9) > 2 THEN 'fine ' || i END FROM generate_series(1, @suppliers) i;
CREATE TABLE part (p_partkey int, p_name varchar(55), p_mfgr varchar(25), p_brand varchar(10), p_type varchar(25), p_size int, p_container varchar(10), p_retailprice numeric(12,2), p_comment varchar(23));
INSERT INTO part SELECT i, word(i, 1, 'green,almond,azure,forest,navy,plum') || ' ' || word(i, 2, 'green,lace,linen,peru,rose,sky'), 'Manufacturer#' || 1 + h(i, 3, 5), 'Brand#' || 1 + h(i, 3, 5) || 1 + h(i, 4, 5),
  word(i, 5, 'STANDARD,SMALL,MEDIUM,LARGE,ECONOMY,PROMO') || ' ' || word(i, 6, 'ANODIZED,BURNISHED,PLATED,POLISHED,BRUSHED') || ' ' || word(i, 7, 'TIN,NICKEL,BRASS,STEEL,COPPER'), 1 + h(i, 8, 50),
  word(i, 9, 'SM,LG,MED,JUMBO,WRAP') || ' ' || word(i, 10, 'CASE,BOX,BAG,JAR,PKG,PACK,CAN,DRUM'), 900 + h(i, 11, 100000) / 100.0, NULL FROM generate_series(1, @parts) i;
CREATE TABLE partsupp (ps_partkey int, ps_suppkey int, ps_availqty int, ps_supplycost numeric(12,2), ps_comment varchar(199));
INSERT INTO partsupp SELECT p, 1 + (p + j * 13) % @suppliers, h(p * 4 + j, 1, 10000), 1 + h(p * 4 + j, 2, 100000) / 100.0, 'c' FROM generate_series(1, @parts) p, generate_series(0, 3) j;
CREATE TABLE customer (c_custkey int, c_name varchar(25), c_address varchar(40), c_nationkey int, c_phone varchar(15), c_acctbal numeric(12,2), c_mktsegment varchar(10), c_comment varchar(117));
INSERT INTO customer SELECT i, 'Customer#' || lpad(i::text, 9, '0'), 'road ' || h(i, 1, 999), h(i, 2, 25), 10 + h(i, 2, 25) || '-' || h(i, 3, 900), (h(i, 4, 1100000) - 100000) / 100.0, word(i, 5, 'AUTOMOBILE,BUILDING,FURNITURE,MACHINERY,HOUSEHOLD'), CASE WHEN i % 7 > 0 THEN 'c' || i END FROM generate_series(1, @customers) i;
CREATE TABLE orders (o_orderkey int, o_custkey int, o_orderstatus char(1), o_totalprice numeric(12,2), o_orderdate date, o_orderpriority varchar(15), o_clerk varchar(15), o_shippriority int, o_comment varchar(79));
INSERT INTO orders SELECT i, 1 + 3 * h(i, 1, @customers / 3) + h(i, 9, 2), word(i, 2, 'F,O,P'), h(i, 3, 50000000) / 100.0, date '1992-01-01' + h(i, 4, 2400), word(i, 5, '1-URGENT,2-HIGH,3-MEDIUM,4-NOT SPECIFIED,5-LOW'), 'Clerk#' || h(i, 6, 100), 0,
  CASE WHEN h(i, 7, 20) = 0 THEN 'some special packed requests' ELSE 'plain ' || i END FROM generate_series(1, @orders) i;
CREATE TABLE lineitem (l_orderkey int, l_partkey int, l_suppkey int, l_linenumber int, l_quantity numeric(12,2), l_extendedprice numeric(12,2), l_discount numeric(12,2), l_tax numeric(12,2), l_returnflag char(1), l_linestatus char(1),
  l_shipdate date, l_commitdate date, l_receiptdate date, l_shipinstruct varchar(25), l_shipmode varchar(10), l_comment varchar(44));
INSERT INTO lineitem SELECT o_orderkey, p, 1 + (p + h(n, 8, 4) * 13) % @suppliers, j, q, q * (900 + h(p, 11, 100000) / 100.0), h(n, 3, 11) / 100.0, h(n, 4, 9) / 100.0, word(n, 5, 'R,A,N'), word(n, 6, 'O,F'),
  o_orderdate + 1 + h(n, 7, 120), o_orderdate + 30 + h(n, 10, 60), o_orderdate + 2 + h(n, 7, 120) + h(n, 12, 29), word(n, 13, 'DELIVER IN PERSON,COLLECT COD,NONE,TAKE BACK RETURN'), word(n, 14, 'REG AIR,AIR,RAIL,SHIP,TRUCK,MAIL,FOB'), 'line ' || n
  FROM (SELECT o_orderkey, o_orderdate, j, o_orderkey::bigint * 8 + j AS n, 1 + h(o_orderkey::bigint * 8 + j, 1, @parts) AS p, 1 + h(o_orderkey::bigint * 8 + j, 2, 50) AS q FROM orders, generate_series(1, 7) j WHERE j <= 1 + h(o_orderkey, 8, 7)) x;
DROP FUNCTION word; DROP FUNCTION h; ANALYZE;`)
}

// tpchHomes says which source has which table: two Postgres servers, an embedded DuckDB, and a folder with Parquet files.
var tpchHomes = map[string]string{"customer": "crm", "nation": "crm", "orders": "ops", "supplier": "own", "partsupp": "own", "region": "own", "part": "files", "lineitem": "files"}

// tpch is a server whose sources have the tables of TPC-H together, and whose source whole has all of them.
type tpch struct {
	*running
	pg    *pgtest.Server
	whole string // the database

	databases map[string]string // of the other Postgres sources
}

func newTPCH(t *testing.T, orders int, homes map[string]string) *tpch {
	t.Helper()
	pg := pgtest.Start(t)
	whole := databaseOf(t, pg.CreateDB(t))
	pg.Exec(t, whole, tpchTables(orders))
	dir := t.TempDir()
	files := filepath.Join(dir, "files")
	if err := os.Mkdir(files, 0o700); err != nil {
		t.Fatal(err)
	}
	direct, err := pgx.Connect(t.Context(), pg.DSN(whole))
	if err != nil {
		t.Fatal(err)
	}
	defer direct.Close(context.WithoutCancel(t.Context()))
	config, databases := "mode: full_access\nsources:\n", map[string]string{}
	for _, source := range []string{"crm", "ops"} {
		db := databaseOf(t, pg.CreateDB(t))
		databases[source] = db
		for table, home := range homes {
			if home == source {
				copyTable(t, direct, pg, db, table)
			}
		}
		config += fmt.Sprintf("  - {name: %s, kind: postgres, dsn: %q}\n", source, pg.DSN(db))
	}
	for table, home := range homes {
		if home == "files" {
			parquetOf(t, direct, table, filepath.Join(files, table+".parquet"))
		}
	}
	config += fmt.Sprintf("  - {name: whole, kind: postgres, dsn: %q}\n  - {name: files, kind: duckdb, folder: %q}\n  - {name: own, kind: duckdb}\n", pg.DSN(whole), files)
	file := filepath.Join(dir, "sallyport.yaml")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &tpch{running: start(t, nil, "--config", file), pg: pg, whole: whole, databases: databases}
	c := s.connect(t, "whole")
	for table, home := range homes {
		if home == "own" {
			if got := outcome(t, c, "CREATE TABLE own.public."+table+" AS SELECT * FROM whole.public."+table); !strings.HasPrefix(got, "SELECT ") {
				t.Fatal(table, got)
			}
		}
	}
	return s
}

func (s *tpch) connect(t *testing.T, source string) *pgx.Conn {
	t.Helper()
	return connectTo(t, s.pgwire, source)
}

// copyTable copies a table into another database.
func copyTable(t *testing.T, from *pgx.Conn, pg *pgtest.Server, db, table string) {
	t.Helper()
	to, err := pgx.Connect(t.Context(), pg.DSN(db))
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close(context.WithoutCancel(t.Context()))
	columns, err := texts(t.Context(), from, "SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid = '"+table+"'::regclass AND attnum > 0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := texts(t.Context(), to, "CREATE TABLE "+table+" ("+columns[0]+")"); err != nil {
		t.Fatal(err)
	}
	var rows strings.Builder
	if _, err := from.PgConn().CopyTo(t.Context(), &rows, "COPY "+table+" TO STDOUT (FORMAT binary)"); err != nil {
		t.Fatal(err)
	}
	if _, err := to.PgConn().CopyFrom(t.Context(), strings.NewReader(rows.String()), "COPY "+table+" FROM STDIN (FORMAT binary)"); err != nil {
		t.Fatal(err)
	}
	if _, err := texts(t.Context(), to, "ANALYZE"); err != nil {
		t.Fatal(err)
	}
}

// parquetOf makes a Parquet file of a table.
func parquetOf(t *testing.T, from *pgx.Conn, table, path string) {
	t.Helper()
	rows, err := from.Query(t.Context(), "SELECT * FROM "+table+" LIMIT 0")
	if err != nil {
		t.Fatal(err)
	}
	rows.Close()
	var columns []parquet.Column
	for _, f := range rows.FieldDescriptions() {
		c := parquet.Column{Name: f.Name, OID: f.DataTypeOID}
		if f.DataTypeOID == 1700 { // numeric(12,2)
			c.Whole, c.Scale = 10, 2
		}
		columns = append(columns, c)
	}
	csv, err := os.Create(path + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := from.PgConn().CopyTo(t.Context(), csv, "COPY "+table+" TO STDOUT (FORMAT csv, HEADER)"); err != nil {
		t.Fatal(err)
	}
	if err := csv.Close(); err != nil {
		t.Fatal(err)
	}
	if err := parquet.Write(t.Context(), columns, csv.Name(), path); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(csv.Name()); err != nil {
		t.Fatal(err)
	}
}

// tpchQueries are the queries, each over one source and over several.
func tpchQueries(t *testing.T, homes map[string]string) (together, apart []string) {
	t.Helper()
	content, err := os.ReadFile("testdata/tpch.sql")
	if err != nil {
		t.Fatal(err)
	}
	var spread []string
	for table, home := range homes {
		spread = append(spread, "$"+table, home+".public."+table)
	}
	for line := range strings.Lines(string(content)) {
		if sql := strings.TrimSuffix(strings.TrimSpace(line), ";"); !strings.HasPrefix(sql, "--") {
			together = append(together, strings.ReplaceAll(sql, "$", "public."))
			apart = append(apart, replaceLongest(sql, spread))
		}
	}
	return together, apart
}

// replaceLongest replaces names. A name that begins with another name is replaced before that one.
func replaceLongest(sql string, pairs []string) string {
	type pair struct{ from, to string }
	var list []pair
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, pair{pairs[i], pairs[i+1]})
	}
	slices.SortFunc(list, func(a, b pair) int { return len(b.from) - len(a.from) })
	for _, p := range list {
		sql = strings.ReplaceAll(sql, p.from, p.to)
	}
	return sql
}

// TestSeveralTPCH: the 22 queries give the same rows, of the same types, over one Postgres and over tables that are in two
// of them, in Parquet files and in DuckDB.
func TestSeveralTPCH(t *testing.T) {
	s := newTPCH(t, 3_000, tpchHomes)
	whole, several := s.connect(t, "whole"), s.connect(t, "crm")
	together, apart := tpchQueries(t, tpchHomes)
	if len(apart) != 22 {
		t.Fatalf("%d queries", len(apart))
	}
	for i := range apart {
		wanted, err := whole.PgConn().Exec(t.Context(), together[i]).ReadAll()
		if err != nil {
			t.Fatalf("%d by one Postgres: %v", i+1, err)
		}
		found, err := several.PgConn().Exec(t.Context(), apart[i]).ReadAll()
		if err != nil {
			t.Errorf("%d: %v", i+1, err)
			continue
		}
		want, got := fmt.Sprintf("%q", wanted[0].Rows), fmt.Sprintf("%q", found[0].Rows)
		if got != want {
			t.Errorf("%d: %.600s\nwant %.600s", i+1, got, want)
		}
		if len(wanted[0].Rows) == 0 || len(found[0].Rows) == 0 {
			t.Errorf("%d: %d rows, want %d, and some", i+1, len(found[0].Rows), len(wanted[0].Rows))
			continue
		}
		if len(wanted[0].Rows) == 1 && wanted[0].Rows[0][0] == nil {
			t.Errorf("%d: NULL, which proves nothing", i+1)
		}
		for j, f := range wanted[0].FieldDescriptions {
			g := found[0].FieldDescriptions[j]
			if string(g.Name) != string(f.Name) || textual(g.DataTypeOID) != textual(f.DataTypeOID) {
				t.Errorf("%d: column %q of type %d, want %q of %d", i+1, g.Name, g.DataTypeOID, f.Name, f.DataTypeOID)
			}
		}
	}
}

// textual is text for the types whose values are texts.
func textual(oid uint32) uint32 {
	if oid == 1043 || oid == 1042 {
		return 25
	}
	return oid
}
