package gate_test

import (
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
)

// courtRules are roles that approve, and demands on payments.
func courtRules(t *testing.T) *gate.Approvers {
	t.Helper()
	policy, err := gate.NewPolicy([]gate.Role{
		{Name: "dba", Members: []string{"dana", "corp/acme/dan"}, Mode: gate.FullAccess, Approves: []gate.Approves{{}}},
		{Name: "lead", Members: []string{"lee"}, Mode: gate.FullAccess, Approves: []gate.Approves{{Classes: []string{"mutate", "delete"}, Relations: []string{"shop.public.orders", "shop.public.pay*"}}}},
		{Name: "owner", Members: []string{"olga"}, Mode: gate.FullAccess, Approves: []gate.Approves{{Relations: []string{"shop"}}}},
		{Name: "analyst", Members: []string{"ada"}, Mode: gate.ReadOnly},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	a, err := gate.NewApprovers(policy, []gate.Demand{
		{Classes: []string{"delete"}, Relations: []string{"shop.public.payments"}, People: 2},
		{Relations: []string{"shop.public.payments"}, NotRequester: true},
	}, []gate.Person{{Name: "dana", Also: []string{"corp/acme/d.ana", "root"}}})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func of(names ...string) (list []planner.Relation) {
	for _, name := range names {
		p := strings.Split(name, ".")
		list = append(list, planner.Relation{Provider: p[0], Service: p[1], Resource: p[2]})
	}
	return list
}

// TestApprovers: who may approve what, and how many people have to.
func TestApprovers(t *testing.T) {
	a := courtRules(t)
	mutate, both, exec := []string{"mutate"}, []string{"mutate", "delete"}, []string{"exec"}
	orders, payments := of("shop.public.orders"), of("shop.public.payments")
	for _, test := range []struct {
		what   string
		asked  gate.Asked
		by     gate.Approver
		people int
		want   string // a part of the refusal; "": it counts
	}{
		{"a role by its members", gate.Asked{Classes: mutate, Uses: orders}, gate.Approver{Name: "lee"}, 1, ""},
		{"a class that the role does not have", gate.Asked{Classes: exec, Uses: orders}, gate.Approver{Name: "lee"}, 1, "class exec"},
		{"one of two relations", gate.Asked{Classes: mutate, Uses: of("shop.public.orders", "shop.public.staff")}, gate.Approver{Name: "lee"}, 1, "shop.public.staff"},
		{"what names nothing", gate.Asked{Source: "shop", Classes: mutate, Unnamed: true}, gate.Approver{Name: "lee"}, 2, "anything in shop"},
		{"what names nothing, and the whole source", gate.Asked{Source: "shop", Classes: exec, Unnamed: true}, gate.Approver{Name: "olga"}, 2, ""},
		{"… of another source", gate.Asked{Source: "crm", Classes: exec, Unnamed: true}, gate.Approver{Name: "olga"}, 1, "anything in crm"},
		{"a role that does not approve", gate.Asked{Classes: mutate, Uses: orders}, gate.Approver{Name: "ada"}, 1, "no role of theirs may approve anything"},
		{"nobody", gate.Asked{Classes: mutate, Uses: orders}, gate.Approver{Name: "eve"}, 1, "no role of theirs"},
		{"a role that a token names", gate.Asked{Classes: mutate, Uses: orders}, gate.Approver{Name: "eve", Roles: []string{"lead"}}, 1, ""},
		{"two people for a deletion", gate.Asked{Classes: both, Uses: payments}, gate.Approver{Name: "lee"}, 2, ""},
		{"one for a change", gate.Asked{Classes: mutate, Uses: payments}, gate.Approver{Name: "lee"}, 1, ""},
		{"the requester", gate.Asked{Principal: "lee", Classes: mutate, Uses: payments}, gate.Approver{Name: "lee"}, 1, "whoever asks"},
		{"the requester, where nothing demands another", gate.Asked{Principal: "lee", Classes: mutate, Uses: orders}, gate.Approver{Name: "lee"}, 1, ""},
		{"the requester by another name", gate.Asked{Principal: "corp/acme/d.ana", Classes: mutate, Uses: payments}, gate.Approver{Name: "root"}, 1, "whoever asks"},
		{"a right by another name", gate.Asked{Classes: exec, Uses: orders}, gate.Approver{Name: "root"}, 1, ""},
		{"the requester of what may use payments", gate.Asked{Principal: "olga", Source: "shop", Classes: exec, Unnamed: true}, gate.Approver{Name: "olga"}, 2, "whoever asks"},
	} {
		test.by.Proven = true
		if got := a.Refusal(test.asked, test.by); test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q", test.what, got)
		}
		if got := a.People(test.asked); got != test.people {
			t.Errorf("%s: %d people", test.what, got)
		}
		test.by.Proven = false
		if got := a.Refusal(test.asked, test.by); !strings.Contains(got, "not proven") {
			t.Errorf("%s, and only claimed: %q", test.what, got)
		}
	}
}
