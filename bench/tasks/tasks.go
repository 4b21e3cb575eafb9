package main

import (
	"regexp"
	"strings"
)

// task is a question and what an agent may try.
type task struct {
	question string
	tables   []string // of each, words that its name has
	columns  []string // of each, words that its name has
	// spellings are the queries that an agent may write, the first by habit. clues are
	// words of an error that speak of a spelling; "" is none.
	spellings, clues []string
	expects          *regexp.Regexp // what the right answer has
}

// after is the spelling to try when one has failed: that of which the error speaks, or
// else the next.
func (t task) after(tried int, text string) int {
	for i := tried + 1; i < len(t.clues); i++ {
		if t.clues[i] != "" && strings.Contains(strings.ToLower(text), t.clues[i]) {
			return i
		}
	}
	return tried + 1
}

func answer(pattern string) *regexp.Regexp { return regexp.MustCompile("(?s)" + pattern) }

func plain(question string, tables, columns []string, sql, expects string) task {
	return task{question, tables, columns, []string{sql}, []string{""}, answer(expects)}
}

// tasks are the twenty questions. Names that no table is described for are guessed.
var tasks = []task{
	plain("How many customers are there?", []string{"customers"}, nil, "SELECT count(*) FROM $t1", `\b300\b`),
	plain("How many orders have each status?", []string{"orders"}, []string{"status"}, "SELECT $c1, count(*) FROM $t1 GROUP BY 1 ORDER BY 2 DESC", `shipped.*\b1000\b`),
	plain("How many airports has Texas?", []string{"airports"}, []string{"state"}, "SELECT count(*) FROM demo.$t1 WHERE $c1 = 'TX'", `\b209\b`),
	plain("Who spent most?", []string{"customers", "orders"}, []string{"name", "customer id", "total"}, "SELECT c.$c1, sum(o.$c3) FROM $t1 c JOIN $t2 o ON o.$c2 = c.id GROUP BY 1 ORDER BY 2 DESC LIMIT 1", `customer 299`),
	plain("Which bird was struck most often?", []string{"birdstrikes"}, []string{"wildlife species"}, "SELECT $c1, count(*) FROM demo.$t1 GROUP BY 1 ORDER BY 2 DESC LIMIT 1", `Unknown bird - small.*\b3572\b`),
	plain("What did strikes of birds cost in all?", []string{"birdstrikes"}, []string{"cost total"}, "SELECT sum($c1) FROM demo.$t1", `\b40545276\b`),
	plain("In which table are badge numbers?", []string{"badge"}, []string{"badge"}, "SELECT $c1 FROM hr.$t1 ORDER BY 1 LIMIT 1", `B-0001`),
	plain("Which moods can a ticket have?", []string{"tickets"}, nil, "SELECT unnest(enum_range(NULL::mood))", `calm.*angry`),
	plain("Which day was the hottest?", []string{"weather"}, []string{"temp max"}, "SELECT date, $c1 FROM demo.$t1 ORDER BY 2 DESC LIMIT 1", `2014-08-11`),
	plain("Are there paid orders without items?", []string{"orders", "items"}, []string{"status", "order id"}, "SELECT count(*) FROM $t1 o WHERE $c1 = 'paid' AND NOT EXISTS (SELECT FROM $t2 i WHERE i.$c2 = o.id)", `\b0\b`),
	{"Five orders, as in Transact-SQL", []string{"orders"}, []string{"total"}, []string{"SELECT TOP 5 id FROM $t1 ORDER BY $c1 DESC", "SELECT id FROM $t1 ORDER BY $c1 DESC FETCH NEXT 5 ROWS", "SELECT id FROM $t1 ORDER BY $c1 DESC LIMIT 5"}, []string{"", "", "limit 5"}, answer(`\b3000\b`)},
	{"Rows 11 to 15, as in MySQL", []string{"orders"}, nil, []string{"SELECT id FROM $t1 ORDER BY id LIMIT 10, 5", "SELECT id FROM $t1 ORDER BY id LIMIT 5 OFFSET 10"}, []string{"", "offset"}, answer(`\b11\b`)},
	{"Orders without a note, as in SQLite", []string{"orders"}, []string{"note"}, []string{"SELECT count(*) FROM $t1 WHERE IFNULL($c1, '') = ''", "SELECT count(*) FROM $t1 WHERE NVL($c1, '') = ''", "SELECT count(*) FROM $t1 WHERE coalesce($c1, '') = ''"}, []string{"", "", "coalesce"}, answer(`\b1500\b`)},
	{"Days between the first order and the last, as in Transact-SQL", []string{"orders"}, []string{"placed"}, []string{"SELECT DATEDIFF(day, min($c1), max($c1)) FROM $t1", "SELECT DATE_DIFF('day', min($c1), max($c1)) FROM $t1", "SELECT max($c1)::date - min($c1)::date FROM $t1"}, []string{"", "", "::date"}, answer(`\b99\b`)},
	{"Names of customers on one line, as in MySQL", []string{"customers"}, []string{"name"}, []string{"SELECT GROUP_CONCAT($c1) FROM $t1 WHERE id < 4", "SELECT LISTAGG($c1, ',') FROM $t1 WHERE id < 4", "SELECT string_agg($c1, ',' ORDER BY id) FROM $t1 WHERE id < 4"}, []string{"", "", "string_agg"}, answer(`customer 2, ?customer 3`)},
	{"The time zone, as in MySQL", nil, nil, []string{"SHOW TIME ZONE", "SELECT @@time_zone", "SELECT current_setting('TimeZone')"}, []string{"", "", "current_setting"}, answer(`(?i)utc|gmt|[a-z]+/[a-z]+`)},
	{"A name in backticks", nil, nil, []string{"SELECT count(*) FROM `customers`", "SELECT count(*) FROM [customers]", `SELECT count(*) FROM "customers"`}, []string{"", "", "double quotes"}, answer(`\b300\b`)},
	{"A table by a name that is nearly right", nil, nil, []string{"SELECT count(*) FROM customer", "SELECT count(*) FROM client", "SELECT count(*) FROM users"}, []string{"", "", ""}, answer(`\b300\b`)},
	{"A column by a name that is nearly right", nil, nil, []string{"SELECT sum(totl) FROM orders WHERE id < 3", "SELECT sum(amount) FROM orders WHERE id < 3", "SELECT sum(price) FROM orders WHERE id < 3"}, []string{"", "", ""}, answer(`\b20\.03\b`)},
	{"All 3,000 orders", []string{"orders"}, nil, []string{"SELECT * FROM $t1 ORDER BY id"}, []string{""}, answer(`\b10\.0?1\b`)},
}

// sampled are the tables of the sample data, as a server without a configuration has
// them, in a schema of their own.
const sampled = `
CREATE SCHEMA demo;
CREATE TABLE demo.airports (iata text PRIMARY KEY, name text, city text, state text, country text, latitude float8, longitude float8);
CREATE TABLE demo.birdstrikes ("Airport Name" text, "Aircraft Make Model" text, "Effect Amount of damage" text, "Flight Date" date, "Aircraft Airline Operator" text,
  "Origin State" text, "Phase of flight" text, "Wildlife Size" text, "Wildlife Species" text, "Time of day" text, "Cost Other" int, "Cost Repair" int, "Cost Total $" int,
  "Speed IAS in knots" int);
CREATE TABLE demo.weather (date date PRIMARY KEY, precipitation float8, temp_max float8, temp_min float8, wind float8, weather text);`

// schema is generated: a shop, and another schema with names of other habits.
const schema = `
CREATE TABLE customers (id int PRIMARY KEY, name text NOT NULL, email text UNIQUE, country char(2));
CREATE TABLE products (id int PRIMARY KEY, title text NOT NULL, price numeric(10,2) CHECK (price > 0));
CREATE TABLE orders (id int PRIMARY KEY, customer_id int NOT NULL REFERENCES customers, status text NOT NULL CHECK (status IN ('new', 'paid', 'shipped')),
  total numeric(10,2), placed timestamptz NOT NULL, note text);
CREATE INDEX orders_by_customer ON orders (customer_id);
CREATE TABLE order_items (order_id int REFERENCES orders ON DELETE CASCADE, line int, product_id int REFERENCES products, quantity int, PRIMARY KEY (order_id, line));
COMMENT ON TABLE orders IS 'One row for each order';
INSERT INTO customers SELECT g, 'customer ' || g, 'c' || g || '@example.com', 'NO' FROM generate_series(1, 300) g;
INSERT INTO products SELECT g, 'product ' || g, g FROM generate_series(1, 10) g;
INSERT INTO orders SELECT g, 1 + g % 300, (ARRAY['new', 'paid', 'shipped'])[1 + g % 3], 10 + g / 100.0, timestamptz '2026-01-01 12:00+00' + g % 100 * interval '1 day', CASE WHEN g % 2 = 0 THEN 'gift' END FROM generate_series(1, 3000) g;
UPDATE orders SET customer_id = 299 WHERE id > 2900;
INSERT INTO order_items SELECT g, 1, 1 + g % 10, 1 FROM generate_series(1, 3000) g;
CREATE TYPE mood AS ENUM ('calm', 'annoyed', 'angry');
CREATE TABLE tickets (id int PRIMARY KEY, order_id int REFERENCES orders, mood mood DEFAULT 'calm', body text);
CREATE SCHEMA hr;
CREATE TABLE hr.people (id int PRIMARY KEY, full_name text, badge_number text);
COMMENT ON COLUMN hr.people.badge_number IS 'printed on the badge';
INSERT INTO hr.people SELECT g, 'person ' || g, 'B-' || to_char(g, 'FM0000') FROM generate_series(1, 50) g;
ANALYZE;`
