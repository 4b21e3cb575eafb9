package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

const shopSQL = `
	CREATE TYPE mood AS ENUM ('sad', 'it''s ok', 'happy');
	CREATE DOMAIN cents AS integer CHECK (VALUE >= 0);
	CREATE TABLE customers (id int PRIMARY KEY, email text UNIQUE NOT NULL, country char(2), feels mood DEFAULT 'sad');
	COMMENT ON TABLE customers IS 'people who buy';
	CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer_id int NOT NULL REFERENCES customers ON DELETE CASCADE,
		status text NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'paid', 'sent')), total cents, "Ship To" text);
	COMMENT ON COLUMN orders.total IS 'with tax';
	CREATE INDEX orders_by_status ON orders (status);
	CREATE UNIQUE INDEX orders_open ON orders (customer_id) WHERE status = 'new';
	CREATE TABLE order_items (order_id bigint REFERENCES orders, line int, PRIMARY KEY (order_id, line));
	CREATE TABLE birdstrikes ("Wildlife Size" text, "Wildlife Species" text, cost int);
	CREATE SCHEMA hr; CREATE TABLE hr.people (id int, badge text); CREATE TABLE hr.notes (id int); CREATE SCHEMA legal; CREATE TABLE legal.notes (id int);
	INSERT INTO customers SELECT g, 'c' || g, 'NO' FROM generate_series(1, 20) g; ANALYZE customers;`

// A table is described with what a join needs, under every name that an answer
// prints.
func TestDescribeShop(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	execute(t, dsn, shopSQL)
	call := open(t, settings{dsn: dsn}).overHTTP(t)
	schemas := call.schemas(t)
	const want = `[data #]
table pg.public.orders
column|type|null|default|description
id|bigint|no|generated always as identity|
customer_id|integer|no||
status|text|no|'new'::text|
total|cents|||with tax
Ship To|text|||
primary key (id)
foreign key (customer_id) references public.customers (id) on delete cascade
referenced by public.order_items (order_id) to (id)
total: CHECK (VALUE >= 0)
CHECK (status IN ('new', 'paid', 'sent'))
index orders_by_status: btree (status)
unique index orders_open: btree (customer_id) WHERE (status = 'new'::text)
[end #]`
	for _, name := range []string{`"orders"`, `"public.orders"`, `"pg.public.orders"`, `"ORDERS"`, `"\"orders\""`, `"public.\"orders\""`} {
		o := call.call(t, "describe_resource", `{"provider":"pg","resource":`+name+`}`)
		fits(t, schemas, "describe_resource", o)
		got := o.Text
		if mark := begin.FindStringSubmatch(got); mark != nil {
			got = strings.ReplaceAll(got, mark[1], "#")
		}
		got = strings.Replace(got, "CHECK (status IN ('new', 'paid', 'sent'))\ntotal: CHECK (VALUE >= 0)", "total: CHECK (VALUE >= 0)\nCHECK (status IN ('new', 'paid', 'sent'))", 1)
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	for arguments, want := range map[string]string{
		`{"resource":"pg.public.orders"}`:               "table pg.public.orders",
		`{"provider":"pg","resource":"people"}`:         "table pg.hr.people",
		`{"provider":"pg","resource":"hr.people"}`:      "table pg.hr.people",
		`{"provider":"pg","resource":"notes"}`:          "Which one? hr.notes, legal.notes.",
		`{"provider":"pg","resource":"ordes"}`:          `Did you mean "orders"?`,
		`{"provider":"pg","resource":"item"}`:           "public.order_items",
		`{"provider":"pg","resource":"customers"}`:      "feels|mood||'sad'::mood|sad, it's ok, happy",
		`{"provider":"pg","resource":"customers"} `:     "referenced by public.orders (customer_id) to (id) on delete cascade",
		`{"provider":"pg","resource":"customers"}  `:    "table pg.public.customers, about 20 rows\ncomment: people who buy",
		`{"provider":"pg","resource":"customers"}   `:   "unique (email)",
		`{"provider":"pg","resource":"order_items"}`:    "foreign key (order_id) references public.orders (id)",
		`{"provider":"pg","resource":"legal.people"}`:   "hr.people",
		`{"provider":"local","resource":"pg.hr.notes"}`: "Give either the parts",
	} {
		if o := call.call(t, "describe_resource", arguments); !strings.Contains(o.Text, want) {
			t.Errorf("%s: no %q in %s", arguments, want, o.Text)
		}
	}
	for arguments, want := range map[string]string{
		`{"provider":"pg","filter":"order"}`: "\norder_items|",
		`{"provider":"pg","filter":"badge"}`: "\npeople|hr|",
		`{"provider":"pg","filter":"tax"}`:   "|total\n",
		`{"provider":"pg","filter":"buy"}`:   "\ncustomers|",
		`{"provider":"pg"}`:                  "\nother services: hr, legal\n",
		`{"provider":"pg","service":"hr"}`:   "\npeople|table",
	} {
		o := call.call(t, "list_resources", arguments)
		fits(t, schemas, "list_resources", o)
		if !strings.Contains(o.Text, want) {
			t.Errorf("%s: no %q in %s", arguments, want, o.Text)
		}
	}
}

// Errors name what is near: a relation, a column, PostgreSQL's way to write what another system writes otherwise, or
// the tool that may run the statement.
func TestLeadingOn(t *testing.T) {
	dsn := pgtest.Start(t).CreateDB(t)
	execute(t, dsn, shopSQL+`CREATE ROLE plain LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO plain`)
	call := open(t, settings{dsn: strings.Replace(dsn, "postgres://postgres@", "postgres://plain@", 1), mode: gate.FullAccess}).overHTTP(t)
	for _, test := range []struct{ tool, sql, want string }{
		{"", "SELECT * FROM customer", "\nHint: Did you mean customers?"},
		{"", "SELECT * FROM order_itms", "\nHint: Did you mean order_items?"},
		{"", "SELECT * FROM publik.orders", "\nHint: Did you mean public.orders?"},
		{"", "SELECT totl FROM orders", "\nHint: Perhaps you meant to reference the column \"orders.total\"."},
		{"", "SELECT Ship To FROM orders", "syntax error"},
		{"", "SELECT ship_to FROM orders", "\nHint: Did you mean \"Ship To\"? A name with blanks or capitals needs its double quotes."},
		{"", "SELECT Wildlife Species FROM birdstrikes", "\nHint: Did you mean \"Wildlife Species\" or \"Wildlife Size\"? A name with"},
		{"", "SELECT Wildlife FROM birdstrikes", "\nHint: Did you mean \"Wildlife Size\" or \"Wildlife Species\"? A name with"},
		{"", "SELECT price FROM birdstrikes", "\nHint: The columns are: \"Wildlife Size\", \"Wildlife Species\", cost."},
		{"", "SELECT DATEDIFF(day, a, b) FROM orders", "a::date - b::date"},
		{"", "SHOW TIME ZONE", "current_setting('TimeZone')"},
		{"", "SELECT current_setting('TimeZone')", "UTC"},
		{"", "SELECT 1::datetime", "PostgreSQL's type is timestamp"},
		{"", "SELECT pg_read_file('/etc/passwd')", "may not call pg_read_file"},
		{"run_lifecycle_operation", "SELECT pg_read_file('/etc/passwd')", "permission denied for function pg_read_file"},
		{"", "SELECT pg_sleep(0)", "Use run_lifecycle_operation"},
	} {
		if test.tool == "" {
			test.tool = "run_select_query"
		}
		arguments, err := json.Marshal(map[string]string{"provider": "pg", "sql": test.sql})
		must(t, err)
		if o := call.call(t, test.tool, string(arguments)); !strings.Contains(o.Text, test.want) {
			t.Errorf("%s: no %q in %s", test.sql, test.want, o.Text)
		}
	}
}
