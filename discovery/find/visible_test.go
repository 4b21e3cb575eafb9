package find

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/discovery"
)

// TestHidden hides every third table and every fourth column of a schema, and asks all questions: no
// answer tells of what is hidden.
func TestHidden(t *testing.T) {
	s := readSchema(t, "ledgersmb")
	hidden := map[string]bool{}
	for i, table := range s {
		hidden[table.Ref.Name] = i%3 == 0
		for k, column := range table.Columns {
			hidden[table.Ref.Name+"."+column.Name] = i%3 == 0 || k%4 == 1
		}
	}
	f := Finder{Tables: []*Tables{Build("ledgersmb", s)}}
	for _, q := range readQuestions(t, "ledgersmb") {
		refs, err := f.Search(context.Background(), Request{
			Query: q.text, Limit: MaxLimit,
			Visible: func(_ string, table discovery.TableRef, column string) bool {
				return !hidden[shown(Ref{Table: &table, Column: column})]
			},
		})
		if err != nil || len(refs) == 0 {
			t.Fatalf("%s: %d refs, %v", q.text, len(refs), err)
		}
		for _, ref := range refs {
			if hidden[shown(ref)] {
				t.Errorf("%s: %s is hidden", q.text, ref.ID)
			}
			if ref.Kind != KindTable || ref.Snippet == nil {
				continue
			}
			for _, name := range strings.Split(*ref.Snippet, ", ") {
				if hidden[ref.Table.Name+"."+name] {
					t.Errorf("%s: the snippet of %s tells of %s", q.text, ref.ID, name)
				}
			}
		}
	}
}

// TestHiddenChangesNothing: what is hidden neither lifts nor lowers what is seen. With hidden tables
// and columns beside it, a schema is found as it is without them.
func TestHiddenChangesNothing(t *testing.T) {
	without := shop()
	with := shop()
	secret := discovery.Table{
		Ref: discovery.TableRef{DB: "vault", Name: "executive_bonus"}, Comment: "salaries of products, orders and customers",
		Columns: []discovery.Column{{Name: "order_id", NativeType: "integer"}, {Name: "cust_id", NativeType: "integer"}, {Name: "bonus", NativeType: "numeric"}},
	}
	for _, table := range with {
		secret.ForeignKeys = append(secret.ForeignKeys, discovery.ForeignKey{FromColumn: "order_id", To: table.Ref, ToColumn: "id"})
	}
	with = append(with, secret)
	products := &with[3]
	products.Columns = append(products.Columns, discovery.Column{Name: "bonus_share", NativeType: "numeric", Comment: "of orders"})
	visible := func(_ string, table discovery.TableRef, column string) bool {
		return table.DB != "vault" && column != "bonus_share"
	}
	plain, other := Build("shop", without), Build("shop", with)
	for _, query := range []string{"bonus", "executive bonus of products", "orders", "customers and their orders", "salaries"} {
		ids := func(x *Tables) (ids []string) {
			refs, err := Finder{Tables: []*Tables{x}}.Search(context.Background(), Request{Query: query, Visible: visible})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range refs {
				ids = append(ids, r.ID)
			}
			return ids
		}
		if a, b := ids(plain), ids(other); !slices.Equal(a, b) {
			t.Errorf("%s:\n  %v without what is hidden\n  %v with it", query, a, b)
		}
	}
}
