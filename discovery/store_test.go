package discovery_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func open(t *testing.T, dir string, indexers ...discovery.Indexer) *discovery.Store {
	t.Helper()
	s, err := discovery.Open(t.Context(), dir, indexers...)
	if err != nil {
		t.Fatal(err, errors.Unwrap(err))
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// table makes a table of a schema with columns "name type".
func table(db, name string, columns ...string) discovery.Table {
	t := discovery.Table{Ref: discovery.TableRef{DB: db, Name: name}, Kind: discovery.KindTable, Comment: "the " + name}
	for _, c := range columns {
		column, kind, _ := strings.Cut(c, " ")
		t.Columns = append(t.Columns, discovery.Column{Name: column, NativeType: kind, NormalizedType: kind, DimensionType: discovery.String, Nullable: true})
	}
	return t
}

func write(t *testing.T, s *discovery.Store, connection string, tables ...discovery.Table) discovery.Current {
	t.Helper()
	w, err := s.Begin(t.Context(), connection, "shop")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, x := range tables {
		if err := w.Put(t.Context(), x); err != nil {
			t.Fatal(err)
		}
	}
	c, err := w.Commit(t.Context())
	if err != nil {
		t.Fatal(err, errors.Unwrap(err))
	}
	return c
}

func code(err error) sqlstate.Code {
	var e *sqlstate.Error
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// journal is an Indexer that writes down what it is told, in a table of its own.
type journal struct{}

func (journal) Prepare(ctx context.Context, tx *sql.Tx) (bool, error) {
	var n int
	err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema WHERE name = 'journal'").Scan(&n)
	if err != nil || n == 1 {
		return false, err
	}
	_, err = tx.ExecContext(ctx, "CREATE TABLE journal (line TEXT)")
	return true, err
}

func (journal) Index(ctx context.Context, tx *sql.Tx, c discovery.Change) error {
	line := fmt.Sprintf("%s gone=%d", c.Connection, len(c.Gone))
	for _, id := range c.Changed {
		t, err := c.Table(id)
		if err != nil {
			return err
		}
		line += " " + t.Ref.Display()
	}
	_, err := tx.ExecContext(ctx, "INSERT INTO journal VALUES (?)", line)
	return err
}

func journalOf(t *testing.T, s *discovery.Store) (lines []string) {
	t.Helper()
	rows, err := s.Reader().QueryContext(t.Context(), "SELECT line FROM journal ORDER BY rowid")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestSnapshotBecomesCurrentWhenWhole(t *testing.T) {
	dir := t.TempDir()
	s, other := open(t, dir), open(t, dir)
	if _, err := s.Current(t.Context(), "db"); code(err) != sqlstate.ObjectNotInState {
		t.Fatal(err)
	}
	first := write(t, s, "db", table("public", "orders", "id integer"))
	w, err := s.Begin(t.Context(), "db", "shop")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i := range 700 { // more than one batch
		if err := w.Put(t.Context(), table("public", fmt.Sprintf("t%03d", i), "id integer")); err != nil {
			t.Fatal(err)
		}
	}
	if c, err := other.Current(t.Context(), "db"); err != nil || c != first {
		t.Errorf("before the commit: %+v, %v", c, err)
	}
	if _, err := other.Table(t.Context(), "db", discovery.TableRef{DB: "public", Name: "t000"}); code(err) != sqlstate.UndefinedTable {
		t.Errorf("before the commit: %v", err)
	}
	second, err := w.Commit(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c, err := other.Current(t.Context(), "db")
	if err != nil || c != second || c.SyncID == first.SyncID || c.Tables != 700 || c.Columns != 700 || c.Revision <= first.Revision {
		t.Errorf("after the commit: %+v, %v", c, err)
	}
	if _, err := other.Table(t.Context(), "db", discovery.TableRef{DB: "public", Name: "orders"}); code(err) != sqlstate.UndefinedTable {
		t.Errorf("a dropped table: %v", err)
	}
}

func TestOfTwoWritersTheFirstFails(t *testing.T) {
	s := open(t, t.TempDir())
	first, err := s.Begin(t.Context(), "db", "")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 600 {
		if err := first.Put(t.Context(), table("a", fmt.Sprint("t", i), "id integer")); err != nil {
			t.Fatal(err)
		}
	}
	write(t, s, "db", table("b", "x", "id integer"))
	if _, err := first.Commit(t.Context()); code(err) != sqlstate.ObjectInUse {
		t.Error(err)
	}
	if err := first.Close(); err != nil {
		t.Error(err)
	}
	if c, err := s.Current(t.Context(), "db"); err != nil || c.Tables != 1 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestUnchangedTablesAreNotTold(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	write(t, s, "db", table("public", "a", "id integer"), table("public", "b", "id integer"))
	s = open(t, dir, journal{}) // is told of what is there
	rows := int64(10)
	counted := table("public", "a", "id integer")
	counted.EstimatedRows = &rows
	same := write(t, s, "db", counted, table("public", "b", "id integer"))
	before := same.Revision
	write(t, s, "db", counted, table("public", "b", "id bigint"), table("public", "c", "x text"))
	after := write(t, s, "db", table("public", "c", "x text"))
	open(t, dir, journal{}) // is not told again
	want := []string{"db gone=0 public.a public.b", "db gone=0 public.b public.c", "db gone=2"}
	if got := journalOf(t, s); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if after.Revision != before+2 {
		t.Errorf("revisions %d, %d", before, after.Revision)
	}
	if list, err := s.Tables(t.Context(), "db", discovery.Listing{}); err != nil || len(list) != 1 || list[0].Comment != "the c" {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestTableComesBackAsItWas(t *testing.T) {
	s := open(t, t.TempDir())
	rows := int64(1_000_000)
	want := discovery.Table{
		Ref: discovery.TableRef{Catalog: "c", DB: "Odd Schema", Name: `t"1.x`}, Kind: discovery.KindView, Comment: "Größe", EstimatedRows: &rows,
		Columns: []discovery.Column{
			{Name: "a", NativeType: "character varying(3)", NormalizedType: "text", DimensionType: discovery.String, PrimaryKey: true, Comment: "the a", Default: "'x'::text"},
			{Name: "b", NativeType: "bigint", NormalizedType: "bigint", DimensionType: discovery.Number, Nullable: true},
		},
		PrimaryKey:  []string{"a"},
		ForeignKeys: []discovery.ForeignKey{{FromColumn: "b", To: discovery.TableRef{DB: "s", Name: "t"}, ToColumn: "id", Constraint: "fk"}},
		Indexes:     []discovery.Index{{Name: "i", Columns: []string{"lower(a)"}, Unique: true}},
	}
	write(t, s, "db", want)
	got, err := s.Table(t.Context(), "db", want.Ref)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestResolve(t *testing.T) {
	s := open(t, t.TempDir())
	odd := discovery.Table{Ref: discovery.TableRef{DB: "public", Name: `a.b"c`}, Kind: discovery.KindTable}
	project := discovery.Table{Ref: discovery.TableRef{Catalog: "proj", DB: "sales", Name: "deals"}, Kind: discovery.KindTable}
	write(t, s, "db", table("public", "orders"), table("archive", "orders"), table("public", "Orders"), table("public", "lonely"), odd, project)
	for name, want := range map[string]string{
		"orders":                "archive.orders public.orders",
		"public.orders":         "public.orders",
		"PUBLIC.ORDERS":         `public."Orders" public.orders`,
		`public."Orders"`:       `public."Orders"`,
		`"PUBLIC".orders`:       "",
		"shop.public.lonely":    "public.lonely",
		"db.public.lonely":      "public.lonely",
		"db.lonely":             "",
		"other.public.lonely":   "",
		"Lonely":                "public.lonely",
		`"Lonely"`:              "",
		`public."a.b""c"`:       `public."a.b""c"`,
		"`public`.`lonely`":     "public.lonely",
		"proj.sales.deals":      "proj.sales.deals",
		"sales.deals":           "proj.sales.deals",
		"db.proj.sales.deals":   "proj.sales.deals",
		"x.db.proj.sales.deals": "",
		"nothing":               "",
	} {
		refs, err := s.Resolve(t.Context(), "db", name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		var got []string
		for _, r := range refs {
			got = append(got, r.Display())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
		for _, r := range refs { // what is displayed finds its way back
			if back, err := s.Resolve(t.Context(), "db", r.Display()); err != nil || len(back) != 1 || back[0] != r {
				t.Errorf("%s: %v, %v", r.Display(), back, err)
			}
		}
	}
	for _, name := range []string{"", ".", "a.", ".a", `"a`, `"a"b`, "a..b", "a.b.c.d.e.f"} {
		if _, err := s.Resolve(t.Context(), "db", name); code(err) != sqlstate.SyntaxError {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := s.Resolve(t.Context(), "none", "a"); code(err) != sqlstate.ObjectNotInState {
		t.Error(err)
	}
}

func TestListsInPages(t *testing.T) {
	s := open(t, t.TempDir())
	var all []discovery.Table
	for i := range 7 {
		all = append(all, table("a", fmt.Sprint("Item", i), "id integer"), table("b", fmt.Sprint("t", i), "id integer"))
	}
	write(t, s, "db", all...)
	var got []string
	for l := (discovery.Listing{Limit: 3}); ; {
		list, err := s.Tables(t.Context(), "db", l)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) == 0 {
			break
		}
		for _, x := range list {
			got = append(got, x.Ref.DB+"."+x.Ref.Name)
		}
		l.After = list[len(list)-1].Ref
	}
	if len(got) != 14 || !slices.IsSorted(got) {
		t.Errorf("%q", got)
	}
	b := "b"
	if list, err := s.Tables(t.Context(), "db", discovery.Listing{Prefix: "item"}); err != nil || len(list) != 7 {
		t.Errorf("%v, %v", list, err)
	}
	if list, err := s.Tables(t.Context(), "db", discovery.Listing{DB: &b, Prefix: "item"}); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func profiled(values ...string) discovery.Profile {
	p := discovery.Profile{SampledRows: 100, Distinct: int64(len(values)), Min: "MIN", Max: "MAX"}
	for _, v := range values {
		p.Samples = append(p.Samples, discovery.Sample{Value: v, Count: 1})
	}
	return p
}

func TestProfilesAndDictionary(t *testing.T) {
	s := open(t, t.TempDir(), journal{})
	values := discovery.NewDictionary(s, 1<<20)
	ref := discovery.TableRef{DB: "public", Name: "customers"}
	write(t, s, "db", table("public", "customers", "id integer", "name text", "mail text"), table("public", "empty", "id integer"))
	at := time.Now()
	err := s.SaveProfiles(t.Context(), "db", []discovery.TableProfile{{Ref: ref, ProfiledAt: at, Columns: map[string]discovery.Profile{
		"name": profiled("Acme Ltd", "acme", "Ölwerk GmbH"), "mail": profiled("a@acme.example"), "gone": profiled("x"),
	}}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Current(t.Context(), "db")
	if err != nil || c.ProfiledColumns != 2 || c.SampledColumns != 2 || c.SampledRows != 100 || c.ValuesPerColumn != 3 || !c.ProfiledAt.Equal(at.Truncate(time.Millisecond)) {
		t.Errorf("%+v, %v", c, err)
	}
	for text, want := range map[string]string{"ACME": "name=acme name=Acme Ltd mail=a@acme.example", "öL": "name=Ölwerk GmbH", "%": "", "min": ""} {
		list, err := values.Find(t.Context(), "db", text, 10)
		var got []string
		for _, m := range list {
			got = append(got, m.Column+"="+m.Value)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v", text, got, err)
		}
	}
	if stale, err := s.Stale(t.Context(), "db", at.Add(-time.Hour)); err != nil || len(stale) != 1 || stale[0].Name != "empty" {
		t.Errorf("%v, %v", stale, err)
	}
	// A column that is described as personal loses what was sampled, and gets nothing more.
	pii := []discovery.Annotation{{Ref: ref, Column: "mail", PII: true, Text: "where we write to"}}
	if err := s.Annotate(t.Context(), "db", discovery.OriginUser, pii); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if list, err := values.Find(t.Context(), "db", "acme.example", 10); err != nil || len(list) > 0 {
			t.Errorf("%v, %v", list, err)
		}
		x, err := s.Table(t.Context(), "db", ref)
		if err != nil || !x.Columns[2].PII || x.Columns[2].Profile != nil || x.Columns[1].Profile == nil || x.Columns[2].Descriptions[0].Text != "where we write to" {
			t.Errorf("%+v, %v", x, err)
		}
		err = s.SaveProfiles(t.Context(), "db", []discovery.TableProfile{{Ref: ref, ProfiledAt: at, Columns: map[string]discovery.Profile{
			"name": profiled("Acme Ltd"), "mail": profiled("b@acme.example"),
		}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	// A changed table keeps the profiles of columns that it still has, and is to be profiled again.
	write(t, s, "db", table("public", "customers", "id bigint", "name text"))
	if list, err := values.Find(t.Context(), "db", "acme", 10); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	if stale, err := s.Stale(t.Context(), "db", at.Add(-time.Hour)); err != nil || len(stale) != 1 {
		t.Errorf("%v, %v", stale, err)
	}
	if got := journalOf(t, s); len(got) != 6 {
		t.Errorf("%q", got)
	}
}

func TestAnnotationsOutliveSnapshots(t *testing.T) {
	s := open(t, t.TempDir(), journal{})
	ref := discovery.TableRef{DB: "public", Name: "orders"}
	key := discovery.ForeignKey{FromColumn: "customer", To: discovery.TableRef{DB: "public", Name: "customers"}, ToColumn: "id"}
	say := func(origin, text string) {
		t.Helper()
		if err := s.Annotate(t.Context(), "db", origin, []discovery.Annotation{{Ref: ref, Text: text, ForeignKeys: []discovery.ForeignKey{key}}}); err != nil {
			t.Fatal(err)
		}
	}
	say(discovery.OriginDBT, "of dbt") // before there is a snapshot
	write(t, s, "db", table("public", "orders", "id integer", "customer integer"))
	say(discovery.OriginUser, "of a person")
	say(discovery.OriginUser, "of a person") // changes nothing
	write(t, s, "db")
	write(t, s, "db", table("public", "orders", "id integer", "customer integer"))
	x, err := s.Table(t.Context(), "db", ref)
	if err != nil || len(x.Descriptions) != 2 || x.Descriptions[0].Origin != "user" || len(x.ForeignKeys) != 1 || x.ForeignKeys[0] != key {
		t.Errorf("%+v, %v", x, err)
	}
	if err := s.Annotate(t.Context(), "db", discovery.OriginUser, nil); err != nil {
		t.Fatal(err)
	}
	if x, err = s.Table(t.Context(), "db", ref); err != nil || len(x.Descriptions) != 1 || x.Descriptions[0].Origin != "dbt" {
		t.Errorf("%+v, %v", x, err)
	}
	if got := journalOf(t, s); len(got) != 5 {
		t.Errorf("%q", got)
	}
	if err := s.Keep(t.Context(), []string{"other"}, true); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Current(t.Context(), "db"); code(err) != sqlstate.ObjectNotInState {
		t.Error(err)
	}
	if got := journalOf(t, s); got[len(got)-1] != "db gone=1" {
		t.Errorf("%q", got)
	}
}

func TestNobodyElseMayReadTheStore(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	write(t, s, "db", table("public", "orders", "id integer"))
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) != 3 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", f, info.Mode(), err)
		}
	}
	if _, err := s.Reader().ExecContext(t.Context(), "DELETE FROM relation"); err == nil {
		t.Error("a reader writes")
	}
}

// TestOpenedByManyAtOnce: whoever comes first makes the store.
func TestOpenedByManyAtOnce(t *testing.T) {
	dir := t.TempDir()
	var opening sync.WaitGroup
	for range 8 {
		opening.Go(func() {
			s, err := discovery.Open(t.Context(), dir, journal{})
			if err == nil {
				err = s.Close()
			}
			if err != nil {
				t.Error(err, errors.Unwrap(err))
			}
		})
	}
	opening.Wait()
}

// TestDamagedStoreIsMadeAnew: a server does not fail for what can be taken again.
func TestDamagedStoreIsMadeAnew(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, discovery.FileName)
	if err := os.WriteFile(path, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	write(t, s, "db", table("public", "orders", "id integer"))
	if text, err := os.ReadFile(path + ".damaged"); err != nil || !strings.HasPrefix(string(text), "no database") {
		t.Errorf("%.20s, %v", text, err)
	}
}
