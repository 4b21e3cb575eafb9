package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/ingest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// rig is an Ingester over a Postgres of its own, whose statements are written down.
type rig struct {
	*testing.T
	ingester *ingest.Ingester
	store    *discovery.Store
	source   providers.Provider
	dsn      string
	settings ingest.Settings
	denied   string // a column that a policy denies
	sent     []string
	fail     func(sql string) error
}

func newRig(t *testing.T, ddl string) *rig {
	t.Helper()
	dsn := pgtest.Start(t).CreateDB(t)
	execute(t, dsn, ddl)
	source, err := postgres.Open(t.Context(), postgres.Options{Name: "shop", DSN: dsn})
	if err != nil {
		t.Fatal(err)
	}
	store, err := discovery.Open(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(store.Close(), source.Close()); err != nil {
			t.Error(err)
		}
	})
	r := &rig{T: t, store: store, dsn: dsn, source: source, settings: ingest.Settings{
		Profile: true, SampleRows: 1000, ValuesPerColumn: 5, TimePerTable: time.Minute, Time: time.Minute, NeverSample: []string{"*PASS*"},
	}}
	r.ingester = ingest.New(ingest.Options{
		Store: store, Sources: func() []providers.Provider { return []providers.Provider{source} },
		Settings: func(string) ingest.Settings { return r.settings },
		Denied:   func(_ string, _ discovery.Table, column string) bool { return column == r.denied },
	})
	return r
}

func execute(t *testing.T, dsn, sql string) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close(context.Background()) }()
	if _, err := c.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

// Open implements ingest.Runner, by a connection of the source.
func (r *rig) Open(ctx context.Context, _ string) (ingest.Session, error) {
	conn, err := r.source.Connect(ctx, providers.ConnOptions{ReadOnly: true})
	return session{r, conn}, err
}

type session struct {
	rig *rig
	providers.Conn
}

func (s session) Read(ctx context.Context, sql string, each func(providers.Row) error) error {
	s.rig.sent = append(s.rig.sent, sql)
	if s.rig.fail != nil {
		if err := s.rig.fail(sql); err != nil {
			return err
		}
	}
	rows, err := s.Query(ctx, providers.Statement{SQL: strings.Replace(sql, `"shop".`, "", 1), Verb: "SELECT", ReadOnly: true}, providers.Args{})
	if err != nil {
		return err
	}
	for {
		row, err := rows.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = each(row)
		}
		if err != nil {
			return errors.Join(err, rows.Close())
		}
	}
}

func (r *rig) run(request ingest.Request) ingest.Result {
	r.Helper()
	r.sent, request.Runner = nil, r
	results, err := r.ingester.Run(r.Context(), request)
	if err != nil || len(results) != 1 {
		r.Fatal(results, err)
	}
	return results[0]
}

func (r *rig) table(name string) discovery.Table {
	r.Helper()
	t, err := r.store.Table(r.Context(), "shop", discovery.TableRef{DB: "public", Name: name})
	if err != nil {
		r.Fatal(err)
	}
	return t
}

const shop = `
	CREATE TABLE customers (id integer PRIMARY KEY, name text, mail text, password_hash text, notes json, born date, vip boolean, score numeric(5,2));
	INSERT INTO customers SELECT i, CASE WHEN i % 2 = 0 THEN 'Acme Ltd' ELSE 'Customer ' || i END, 'mail' || i || '@example.com', md5(i::text), '{"a": 1}',
		date '1980-01-01' + i, i % 3 = 0, CASE WHEN i % 4 > 0 THEN i / 10.0 END FROM generate_series(1, 100) i;
	CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer, placed timestamptz, total numeric);
	INSERT INTO orders SELECT i, i % 100 + 1, timestamptz '2024-01-01 00:00:00+00' + i * interval '1 hour', i * 1000 FROM generate_series(1, 5000) i;
	CREATE VIEW good AS SELECT * FROM customers WHERE vip;
	CREATE SCHEMA other; CREATE TABLE other.logs (line text); ANALYZE`

func TestIngest(t *testing.T) {
	r := newRig(t, shop)
	result := r.run(ingest.Request{})
	if result.Error != "" || result.Tables != 4 || result.Profiled != 4 || result.Failed != 0 || !result.Changed || result.Guessed != 1 {
		t.Fatalf("%+v", result)
	}
	customers := r.table("customers")
	show := func(i int) string {
		p := customers.Columns[i].Profile
		if p == nil {
			return "none"
		}
		return fmt.Sprintf("%d rows, %.2f null, %d values, %s to %s, %v", p.SampledRows, p.NullShare, p.Distinct, p.Min, p.Max, p.Samples)
	}
	for i, want := range map[int]string{
		0: "100 rows, 0.00 null, 100 values, 1 to 100, [{1 1} {10 1} {100 1} {11 1} {12 1}]",
		1: "100 rows, 0.00 null, 51 values, Acme Ltd to Customer 99, [{Acme Ltd 50} {Customer 1 1} {Customer 11 1} {Customer 13 1} {Customer 15 1}]",
		3: "none", // *PASS*
		4: "100 rows, 0.00 null, 0 values,  to , []",
		5: "100 rows, 0.00 null, 100 values, 1980-01-02 to 1980-04-10, [{1980-01-02 1} {1980-01-03 1} {1980-01-04 1} {1980-01-05 1} {1980-01-06 1}]",
		6: "100 rows, 0.00 null, 2 values,  to , [{f 67} {t 33}]",
		7: "100 rows, 0.25 null, 75 values, 0.10 to 9.90, [{0.10 1} {0.20 1} {0.30 1} {0.50 1} {0.60 1}]",
	} {
		if got := show(i); got != want {
			t.Errorf("%s: %s", customers.Columns[i].Name, got)
		}
	}
	orders := r.table("orders")
	if p := orders.Columns[0].Profile; p.SampledRows != 1000 || p.Distinct != 5000 {
		t.Errorf("%+v", p)
	}
	if p := orders.Columns[1].Profile; p.Distinct != 100 || p.Min != "1" || p.Max != "100" {
		t.Errorf("%+v", p)
	}
	if k := orders.ForeignKeys; len(k) != 1 || k[0].To.Name != "customers" || k[0].ToColumn != "id" || !strings.Contains(k[0].Guess, "same range") {
		t.Errorf("%+v", k)
	}
	// What has not changed is neither read nor told again.
	again := r.run(ingest.Request{})
	if again.Changed || again.Profiled != 0 || len(r.sent) != 0 || again.SyncID == result.SyncID || again.Guessed != 1 {
		t.Errorf("%+v, %q", again, r.sent)
	}
	execute(t, r.dsn, "ALTER TABLE orders ADD paid boolean; INSERT INTO customers SELECT i FROM generate_series(200, 900) i; ANALYZE customers")
	again = r.run(ingest.Request{})
	if !again.Changed || again.Profiled != 2 || len(r.sent) != 2 {
		t.Errorf("%+v, %q", again, r.sent)
	}
	if again = r.run(ingest.Request{Anew: true}); again.Profiled != 4 {
		t.Errorf("%+v", again)
	}
}

// TestNeverSampled: neither the values nor the ends of what is private are anywhere.
func TestNeverSampled(t *testing.T) {
	r := newRig(t, shop)
	r.denied = "born"
	ref := discovery.TableRef{DB: "public", Name: "customers"}
	if err := r.store.Annotate(t.Context(), "shop", discovery.OriginUser, []discovery.Annotation{{Ref: ref, Column: "mail", PII: true}}); err != nil {
		t.Fatal(err)
	}
	r.run(ingest.Request{})
	sent := strings.Join(r.sent, "\n")
	first, _, _ := strings.Cut(sent[strings.Index(sent, `"name"`)-40:], "FROM")
	for _, column := range []string{"mail", "password_hash", "born"} {
		if strings.Contains(first, column) {
			t.Errorf("%s is read: %s", column, first)
		}
	}
	customers := r.table("customers")
	for _, c := range customers.Columns {
		if private := c.Name == "mail" || c.Name == "password_hash" || c.Name == "born"; private != (c.Profile == nil) {
			t.Errorf("%s: %+v", c.Name, c.Profile)
		}
	}
	mails := func() []discovery.Match {
		t.Helper()
		found, err := discovery.NewDictionary(r.store, 1<<20).Find(t.Context(), "shop", "mail", 5)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if found := mails(); len(found) > 0 {
		t.Errorf("by the table, or by the view that shows it: %v", found)
	}
	if err := r.store.Annotate(t.Context(), "shop", discovery.OriginUser, nil); err != nil {
		t.Fatal(err)
	}
	r.run(ingest.Request{Anew: true})
	if found := mails(); len(found) == 0 {
		t.Error("nobody says that it is personal, and it is not sampled")
	}
	if err := r.store.Annotate(t.Context(), "shop", discovery.OriginUser, []discovery.Annotation{{Ref: ref, Column: "mail", PII: true}}); err != nil {
		t.Fatal(err)
	}
	if found := mails(); len(found) > 0 {
		t.Errorf("what was sampled before is kept: %v", found)
	}
}

func TestBoundsOfARun(t *testing.T) {
	r := newRig(t, shop)
	r.settings.Schemas = []string{"oth*"}
	if result := r.run(ingest.Request{NoProfile: true}); result.Tables != 1 || result.Profiled != 0 || len(r.sent) > 0 {
		t.Errorf("%+v, %q", result, r.sent)
	}
	r.settings.Schemas, r.settings.Time = nil, 0
	if result := r.run(ingest.Request{}); result.Tables != 4 || result.Profiled != 0 || result.Left != 4 {
		t.Errorf("%+v", result)
	}
	r.settings.Time = time.Minute
	r.fail = func(sql string) error {
		if strings.Contains(sql, `"good"`) {
			return sqlstate.New(sqlstate.InsufficientPrivilege, "no")
		}
		return nil
	}
	if result := r.run(ingest.Request{}); result.Profiled != 3 || result.Failed != 1 || result.FirstFailure != "public.good: no" || result.Error != "" {
		t.Errorf("%+v", result)
	}
	r.fail = nil
	if result := r.run(ingest.Request{}); result.Profiled != 1 { // it goes on with what is left
		t.Errorf("%+v", result)
	}
	if _, err := r.ingester.Run(t.Context(), ingest.Request{Connections: []string{"shpo"}}); sqlstate.CodeOf(err) != sqlstate.InvalidCatalogName || !strings.Contains(sqlstate.From(err).Hint, "shop") {
		t.Error(err)
	}
}

func TestComments(t *testing.T) {
	r := newRig(t, shop+"; COMMENT ON TABLE orders IS 'what they buy'; CREATE MATERIALIZED VIEW sums AS SELECT 1 AS n")
	r.run(ingest.Request{NoProfile: true})
	orders := discovery.TableRef{DB: "public", Name: "orders"}
	err := r.store.Annotate(t.Context(), "shop", discovery.OriginUser, []discovery.Annotation{
		{Ref: orders, Text: "what they buy"},
		{Ref: orders, Column: "total", Text: `in cents, it's \ net`},
		{Ref: discovery.TableRef{DB: "public", Name: "good"}, Text: "the good ones"},
		{Ref: discovery.TableRef{DB: "public", Name: "sums"}, Text: "the sums"},
		{Ref: discovery.TableRef{DB: "public", Name: "sums"}, Column: "n", Text: "one"},
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := ingest.Comments(t.Context(), r.store, "shop")
	want := `COMMENT ON VIEW "public"."good" IS 'the good ones'
COMMENT ON COLUMN "public"."orders"."total" IS E'in cents, it''s \\ net'
COMMENT ON MATERIALIZED VIEW "public"."sums" IS 'the sums'
COMMENT ON COLUMN "public"."sums"."n" IS 'one'`
	if got := strings.Join(list, "\n"); err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
	execute(t, r.dsn, strings.Join(list, "; "))
	r.run(ingest.Request{NoProfile: true})
	if list, err := ingest.Comments(t.Context(), r.store, "shop"); err != nil || len(list) > 0 {
		t.Errorf("after all were written: %q, %v", list, err)
	}
}
