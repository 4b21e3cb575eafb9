package joins_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/joins"
)

// schema reads tables, one a line: schema.name: column type [pk], …
func schema(text string) (list []discovery.Table) {
	for line := range strings.Lines(strings.TrimSpace(text)) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), ": ")
		db, name, _ := strings.Cut(name, ".")
		t := discovery.Table{Ref: discovery.TableRef{DB: db, Name: name}, Kind: discovery.KindTable}
		for c := range strings.SplitSeq(rest, ", ") {
			words := strings.Fields(c)
			t.Columns = append(t.Columns, discovery.Column{Name: words[0], NormalizedType: words[1]})
			if len(words) > 2 && words[2] == "pk" {
				t.PrimaryKey = append(t.PrimaryKey, words[0])
			}
		}
		list = append(list, t)
	}
	return list
}

func guessed(tables []discovery.Table) (list []string) {
	for _, a := range joins.Guess(tables) {
		for _, k := range a.ForeignKeys {
			list = append(list, fmt.Sprintf("%s.%s→%s.%s", a.Ref.Display(), k.FromColumn, k.To.Display(), k.ToColumn))
		}
	}
	slices.Sort(list)
	return list
}

func TestGuess(t *testing.T) {
	for name, test := range map[string]struct{ schema, want string }{
		"names": {`
			a.customers: id integer pk, name text
			a.orders: id integer pk, customer_id integer, billingCustomerId bigint, customer text, total numeric, customer_note_id text
			a.Categories: id uuid pk, parent_id uuid
			a.items: category_id uuid, order_key integer, orders integer, product_id integer`, `
			a."Categories".parent_id→a."Categories".id
			a.items.category_id→a."Categories".id
			a.items.order_key→a.orders.id
			a.orders.billingCustomerId→a.customers.id
			a.orders.customer_id→a.customers.id`},
		"without a suffix": {`
			a.people: id integer pk
			a.cities: id integer pk, person integer, person_count integer, old_person integer
			a.tags: name text pk
			a.posts: tag text`, `
			a.cities.person→a.people.id`},
		"prefixes of columns": {`
			a.customer: c_custkey integer pk, c_name text, c_nationkey integer
			a.nation: n_nationkey integer pk, n_name text
			a.orders: o_orderkey integer pk, o_custkey integer
			a.lineitem: l_orderkey integer pk, l_linenumber integer pk
			a.date_dim: d_date_sk integer pk, d_year integer
			a.store_sales: ss_sold_date_sk integer, ss_year integer`, `
			a.customer.c_nationkey→a.nation.n_nationkey
			a.lineitem.l_orderkey→a.orders.o_orderkey
			a.orders.o_custkey→a.customer.c_custkey
			a.store_sales.ss_sold_date_sk→a.date_dim.d_date_sk`},
		"modules": {`
			a.shop_user: id integer pk
			a.shop_cart: id integer pk, user_id integer
			a.shop_line: id integer pk, cart_id integer`, `
			a.shop_cart.user_id→a.shop_user.id
			a.shop_line.cart_id→a.shop_cart.id`},
		"what is ambiguous": {`
			a.users: id integer pk
			b.users: id integer pk
			a.x: user_id integer
			c.y: user_id integer`, `
			a.x.user_id→a.users.id`},
		"other types": {`
			a.users: id uuid pk
			a.x: user_id integer, user_code text
			a.pairs: a_id integer pk, b_id integer pk
			a.y: pair_id integer, external_id text, uuid uuid, id integer`, ``},
	} {
		want := []string(nil)
		for line := range strings.Lines(strings.TrimSpace(test.want)) {
			want = append(want, strings.TrimSpace(line))
		}
		slices.Sort(want)
		if got := guessed(schema(test.schema)); !slices.Equal(got, want) {
			t.Errorf("%s:\n%s", name, strings.Join(got, "\n"))
		}
	}
}

// TestProfilesSpeakAgainst: values that no key has are no reference.
func TestProfilesSpeakAgainst(t *testing.T) {
	tables := schema("a.users: id integer pk\na.x: user_id integer")
	at := func(least, most string, distinct int64) *discovery.Profile {
		return &discovery.Profile{Min: least, Max: most, Distinct: distinct}
	}
	for _, test := range []struct {
		key, column *discovery.Profile
		want        int
	}{
		{at("1", "100", 100), at("3", "50", 20), 1},
		{at("1", "100", 100), at("90", "110", 20), 1}, // the sample need not have the last ones
		{at("1", "100", 100), at("5000", "9000", 20), 0},
		{at("1000", "2000", 100), at("0", "9", 10), 0},
		{at("1", "100", 5), at("1", "100", 90), 0},
		{at("1", "100", 100), nil, 1},
	} {
		tables[0].Columns[0].Profile, tables[1].Columns[0].Profile = test.key, test.column
		if got := guessed(tables); len(got) != test.want {
			t.Errorf("%+v, %+v: %q", test.key, test.column, got)
		}
	}
}

// TestDeclaredKeysAreNotGuessed, and neither are guesses of before believed.
func TestDeclaredKeysAreNotGuessed(t *testing.T) {
	tables := schema("a.users: id integer pk\na.x: user_id integer")
	to := tables[0].Ref
	tables[1].ForeignKeys = []discovery.ForeignKey{{FromColumn: "user_id", To: to, ToColumn: "id", Guess: "before"}}
	if got := guessed([]discovery.Table{joins.Trim(tables[0]), joins.Trim(tables[1])}); len(got) != 1 {
		t.Errorf("%q", got)
	}
	tables[1].ForeignKeys = []discovery.ForeignKey{{FromColumn: "user_id", To: to, ToColumn: "id", Constraint: "fk"}}
	if got := guessed(tables); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"customer_id": "customer id", "customerId": "customer id", "HTTPServerID": "http server id", "Order Details": "order details",
		"a.b-c": "a b c", "__": "__", "größeNr": "größe nr", "x1_y2": "x1 y2",
	} {
		if got := strings.Join(joins.Words(name), " "); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
