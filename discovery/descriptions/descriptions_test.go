package descriptions_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/descriptions"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// shop is a store with a snapshot of the tables: "schema.name: column column".
func shop(t *testing.T, tables ...string) *discovery.Store {
	t.Helper()
	store, err := discovery.Open(t.Context(), t.TempDir())
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	take(t, store, tables...)
	return store
}

func take(t *testing.T, store *discovery.Store, tables ...string) {
	t.Helper()
	w, err := store.Begin(t.Context(), "shop", "shop")
	must(t, err)
	for _, text := range tables {
		name, columns, _ := strings.Cut(text, ": ")
		schema, name, _ := strings.Cut(name, ".")
		table := discovery.Table{Ref: discovery.TableRef{DB: schema, Name: name}, Kind: discovery.KindTable, PrimaryKey: []string{"id"}}
		for column := range strings.FieldsSeq(columns) {
			table.Columns = append(table.Columns, discovery.Column{Name: column, NativeType: "text", NormalizedType: "text", DimensionType: discovery.String})
		}
		must(t, w.Put(t.Context(), table))
	}
	_, err = w.Commit(t.Context())
	must(t, err)
}

// told is what the store says of tables after the files were read.
func told(t *testing.T, store *discovery.Store, names ...string) string {
	t.Helper()
	var out strings.Builder
	for _, name := range names {
		schema, name, _ := strings.Cut(name, ".")
		table, err := store.Table(t.Context(), "shop", discovery.TableRef{DB: schema, Name: name})
		must(t, err)
		fmt.Fprintf(&out, "%s", name)
		for _, d := range table.Descriptions {
			fmt.Fprintf(&out, " [%s: %s]", d.Origin, d.Text)
		}
		out.WriteString("\n")
		for _, c := range table.Columns {
			if len(c.Descriptions) == 0 && !c.PII {
				continue
			}
			fmt.Fprintf(&out, "  %s", c.Name)
			for _, d := range c.Descriptions {
				fmt.Fprintf(&out, " [%s: %s]", d.Origin, d.Text)
			}
			if c.PII {
				out.WriteString(" pii")
			}
			out.WriteString("\n")
		}
		for _, k := range table.ForeignKeys {
			fmt.Fprintf(&out, "  %s -> %s.%s\n", k.FromColumn, k.To.Display(), k.ToColumn)
		}
	}
	return strings.TrimSpace(out.String())
}

// apply writes files and applies them.
func apply(t *testing.T, store *discovery.Store, files map[string]string) (problems string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	k := descriptions.NewKeeper(store, []descriptions.Source{{Connection: "shop", Paths: []string{dir}}})
	return strings.ReplaceAll(problemsOf(t, k), dir+"/", "")
}

func problemsOf(t *testing.T, k *descriptions.Keeper) string {
	t.Helper()
	list, err := k.Apply(t.Context())
	must(t, err)
	var out []string
	for _, p := range list {
		out = append(out, p.String())
	}
	return strings.Join(out, "\n")
}

const all = `tables:
  public.orders:
    description: One row for each order.
    columns:
      customer_id: Who ordered.
      card: {description: Last four digits., pii: true}
    relationships:
    - {column: customer_id, references: public.customers.id, type: many_to_one}
  customers: Who buys.
`

const entities = `version: 1
origin: ai
entities:
  order:
    table: public.orders
    primary_key: id
    description: An order.
    columns:
      card: {description: Card., pii: false, aggregation: count}
    relationships:
    - {column: customer_id, references: customer.id}
  customer:
    table: public.customers
`

func TestFiles(t *testing.T) {
	tables := []string{"public.orders: id customer_id card", "public.customers: id name", "old.customers: id"}
	for name, test := range map[string]struct {
		files          map[string]string
		said, problems string
	}{
		"tables": {
			map[string]string{"a.yaml": strings.Replace(all, "  customers:", "  public.customers:", 1)},
			"orders [user: One row for each order.]\n  customer_id [user: Who ordered.]\n  card [user: Last four digits.] pii\n  customer_id -> public.customers.id\ncustomers [user: Who buys.]", "",
		},
		"entities": {
			map[string]string{"a.yml": entities},
			"orders [ai: An order.]\n  card [ai: Card.]\n  customer_id -> public.customers.id\ncustomers", "",
		},
		"both, people first": {
			map[string]string{"a.yml": entities, "b.yaml": "tables: {public.orders: {description: Mine., columns: {card: {pii: true}}}}"},
			"orders [user: Mine.] [ai: An order.]\n  card [ai: Card.] pii\n  customer_id -> public.customers.id\ncustomers", "",
		},
		"ambiguous": {
			map[string]string{"a.yaml": all},
			"orders [user: One row for each order.]\n  customer_id [user: Who ordered.]\n  card [user: Last four digits.] pii\n  customer_id -> public.customers.id\ncustomers",
			"a.yaml:9: customers may be any of old.customers, public.customers: say which",
		},
		"mistakes": {
			map[string]string{"a.yaml": `tables:
  public.orders:
    descripton: typo
    columns:
      custmer_id: Who
      card: {pii: maybe}
      id: {description: [a]}
    relationships:
    - {column: customer_id}
    - {references: public.customers.id}
    - {column: customer_id, references: nothing}
    - {column: customer_id, references: public.nothing.id}
    - {column: [customer_id, id], references: public.customers, referenced_columns: [id]}
  public.nowhere: {description: Lost.}
  public.customers: {description: Kept.}
  public.customers: {description: Twice.}
tabels: {}
`},
			"orders\n  card pii\n  customer_id -> public.nothing.id\ncustomers [user: Kept.]",
			`a.yaml:3: unknown key "descripton"; did you mean "description"?
a.yaml:5: public.orders has no column "custmer_id"; did you mean "customer_id"?
a.yaml:6: pii is neither true nor false
a.yaml:7: description needs text
a.yaml:9: the relationship has no references, such as customers.id
a.yaml:10: the relationship has no column
a.yaml:11: references "nothing" is not table.column
a.yaml:12: the snapshot of shop has no table public.nothing
a.yaml:13: the relationship is from 2 columns to 1 column of public.customers: say which columns
a.yaml:14: the snapshot of shop has no table public.nowhere
a.yaml:16: "public.customers" is there twice, first in line 15
a.yaml:17: unknown key "tabels"; did you mean "tables"?`,
		},
		"no YAML": {
			map[string]string{"a.yaml": "tables:\n  x: [", "b.yaml": "tables: {public.customers: Who buys.}", "c.yaml": "- a", "d.yaml": "", "e.yaml": "a: &x 1"},
			"orders\ncustomers [user: Who buys.]", "a.yaml:3: did not find\nc.yaml:1: the file needs keys below it\ne.yaml:1: anchors and aliases are not supported: write the value out",
		},
		"hostile": {
			map[string]string{"a.yaml": "tables: {'../../etc/passwd': x, '\"a\".\"b\"': y, 'a.b.c.d.e.f': z, '': w}\norigin: root"},
			"orders\ncustomers", "a.yaml:1: \"../../etc/passwd\" is no name of a table\na.yaml:1: the snapshot of shop has no table \"a\".\"b\"\na.yaml:1: \"a.b.c.d.e.f\" is no name of a table\na.yaml:1: \"\" is no name of a table\na.yaml:2: origin is user or ai",
		},
	} {
		t.Run(name, func(t *testing.T) {
			store := shop(t, tables...)
			problems := apply(t, store, test.files)
			if got := told(t, store, "public.orders", "public.customers"); got != test.said {
				t.Errorf("\n got %s\nwant %s", got, test.said)
			}
			got, want := strings.Split(problems, "\n"), strings.Split(test.problems, "\n")
			for i := range max(len(got), len(want)) {
				if i >= len(got) || i >= len(want) || !strings.HasPrefix(got[i], want[i]) || want[i] == "" && got[i] != "" {
					t.Errorf("problems\n%s\nwant\n%s", problems, test.problems)
					break
				}
			}
		})
	}
}

// TestFilesThatChange: what is written counts at the next Apply, what is deleted is gone, and
// where nothing changes the store is left alone.
func TestFilesThatChange(t *testing.T) {
	store := shop(t, "public.orders: id")
	dir := t.TempDir()
	file := filepath.Join(dir, "a.yaml")
	k := descriptions.NewKeeper(store, []descriptions.Source{{Connection: "shop", Paths: []string{dir}}})
	revision := func() int64 {
		n, err := store.Revision(t.Context(), "shop")
		must(t, err)
		return n
	}
	for _, text := range []string{"One.", "Two.", ""} {
		must(t, os.WriteFile(file, []byte("tables: {public.orders: "+text+"}"), 0o600))
		if text == "" {
			must(t, os.Remove(file))
		}
		if p := problemsOf(t, k); p != "" {
			t.Errorf("%s", p)
		}
		want := "orders"
		if text != "" {
			want += " [user: " + text + "]"
		}
		if got := told(t, store, "public.orders"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	must(t, os.WriteFile(file, []byte("tables: {public.orders: One., public.later: Later.}"), 0o600))
	old := time.Now().Add(-time.Hour)
	must(t, os.Chtimes(file, old, old))
	problemsOf(t, k)
	before := revision()
	if p := problemsOf(t, k); !strings.Contains(p, "a.yaml:1: the snapshot of shop has no table public.later") || revision() != before {
		t.Errorf("again: %q, revision %d after %d", p, revision(), before)
	}
	take(t, store, "public.orders: id", "public.later: id") // a new snapshot has the table
	if p := problemsOf(t, k); p != "" {
		t.Errorf("%s", p)
	}
	if got := told(t, store, "public.later"); got != "later [user: Later.]" {
		t.Errorf("%s", got)
	}
}

// TestBeforeTheSnapshot: descriptions wait for tables that are not there yet.
func TestBeforeTheSnapshot(t *testing.T) {
	store, err := discovery.Open(t.Context(), t.TempDir())
	must(t, err)
	defer store.Close()
	if p := apply(t, store, map[string]string{"a.yaml": all}); p != "" {
		t.Errorf("%s", p)
	}
	take(t, store, "public.orders: id customer_id card", "public.customers: id")
	if got := told(t, store, "public.orders"); !strings.Contains(got, "card [user: Last four digits.] pii") {
		t.Errorf("%s", got)
	}
}

// TestDBT: the artifacts of a project that dbt 1.9 ran on PostgreSQL.
func TestDBT(t *testing.T) {
	store := shop(t, "app.orders: id customer cents", "mart.stg_orders: order_id customer_id cents", "mart.order_facts: order_id customer_id cents",
		"mart.dim_customers: customer_id name email")
	k := descriptions.NewKeeper(store, []descriptions.Source{{Connection: "shop", DBT: "testdata/dbt"}})
	if p := problemsOf(t, k); p != "testdata/dbt: 1 of 5 tables of dbt are not in the snapshot of shop" {
		t.Errorf("%s", p)
	}
	want := `orders [dbt: Orders as the shop writes them.]
  cents [dbt: Net price, in cents.]
stg_orders [dbt: Orders, with names that are the same everywhere.]
order_facts [dbt: One row for each order. All money is in **cents**.]
  order_id [dbt: The key.]
  customer_id [dbt: Who ordered.]
  customer_id -> mart.dim_customers.customer_id
dim_customers [dbt: One row for each customer.]
  name [dbt: As on the invoice.]
  email pii`
	if got := told(t, store, "app.orders", "mart.stg_orders", "mart.order_facts", "mart.dim_customers"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestBrokenDBT(t *testing.T) {
	store := shop(t, "public.orders: id")
	dir := t.TempDir()
	k := descriptions.NewKeeper(store, []descriptions.Source{{Connection: "shop", DBT: dir}})
	for text, want := range map[string]string{
		"{\n\"nodes\": [}":                        "manifest.json:2: is not what dbt writes: ",
		"{\"nodes\": {\n\"a\": {\"schema\": 7}}}": "manifest.json:2: is not what dbt writes: ",
	} {
		must(t, os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(text), 0o600))
		if p := problemsOf(t, k); !strings.Contains(p, want) {
			t.Errorf("%s: %s", text, p)
		}
	}
	must(t, os.Remove(filepath.Join(dir, "manifest.json")))
	if p := problemsOf(t, k); !strings.Contains(p, "manifest.json: cannot be read: no such file") {
		t.Errorf("%s", p)
	}
}
