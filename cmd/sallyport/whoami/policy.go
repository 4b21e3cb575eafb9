// Package whoami makes the gate's policy of the roles in the configuration, and has the command
// sallyport whoami, which says what a principal may do, and why.
package whoami

import (
	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/planner"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Policy compiles the roles of a configuration. It returns nil if there are none, and nothing narrows anybody.
func Policy(c config.Config) (*gate.Policy, error) {
	if len(c.Roles) == 0 {
		return nil, nil //nolint:nilnil // as it says
	}
	list := make([]gate.Role, len(c.Roles))
	for i, r := range c.Roles {
		mode, err := gate.ParseMode(r.Mode)
		if err != nil {
			return nil, sqlstate.New(sqlstate.ConfigFileError, "the role %s: %v", r.Name, err)
		}
		list[i] = gate.Role{
			Name: r.Name, Members: r.Members, Mode: mode, Sources: r.Sources, Allow: r.Relations.Allow, Deny: r.Relations.Deny,
			DenyColumns: r.Columns.Deny, WriteColumns: r.Columns.Write, Catalogs: r.Catalogs, Records: r.Records, Tools: r.Tools,
			Limits: gate.RoleLimits{Rows: r.Limits.Rows, Bytes: r.Limits.Bytes, Time: r.Limits.Time, Cost: float64(r.Limits.Cost), PerMinute: r.Limits.StatementsPerMinute},
		}
		for _, one := range r.Approves {
			list[i].Approves = append(list[i].Approves, gate.Approves(one))
		}
	}
	p, err := gate.NewPolicy(list, c.DefaultRole)
	if err != nil {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "%v", err).WithHint("A pattern of relations is provider.service.resource, such as pg.public.* or pg.shop_*.orders.")
	}
	return p, nil
}

// Rules returns the rules of approvals as the store of approvals asks them, or nil if there are none.
func Rules(a *gate.Approvers) approval.Rules {
	if a == nil {
		return nil
	}
	return rules{a}
}

// Approvers are the rules of approvals that a configuration has; nil: one person approves, whoever that is.
func Approvers(c config.Config) (*gate.Approvers, error) {
	if !c.Ruled() {
		return nil, nil //nolint:nilnil // as it says
	}
	policy, err := Policy(c)
	if err != nil {
		return nil, err
	}
	demands := make([]gate.Demand, len(c.Approvals.Rules))
	for i, r := range c.Approvals.Rules {
		demands[i] = gate.Demand(r)
	}
	var people []gate.Person
	for _, one := range c.Approvals.Approvers {
		people = append(people, gate.Person{Name: one.Name, Also: one.Also})
	}
	approvers, err := gate.NewApprovers(policy, demands, people)
	if err != nil {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "%v", err).WithHint("A pattern of relations is provider.service.resource, such as pg.public.* or pg.shop_*.orders.")
	}
	return approvers, nil
}

// rules are gate.Approvers as the store of approvals asks them.
type rules struct{ *gate.Approvers }

func asked(r approval.Request) gate.Asked {
	a := gate.Asked{Principal: r.Principal, Source: r.Source, Classes: r.Facts.Classes, Unnamed: r.Facts.Unnamed}
	for _, u := range r.Facts.Uses {
		a.Uses = append(a.Uses, planner.Relation{Provider: u[0], Service: u[1], Resource: u[2]})
	}
	return a
}

// People implements approval.Rules.
func (r rules) People(request approval.Request) int { return r.Approvers.People(asked(request)) }

// Refusal implements approval.Rules.
func (r rules) Refusal(request approval.Request, by approval.Approval) string {
	return r.Approvers.Refusal(asked(request), gate.Approver{Name: by.Approver, Roles: by.Roles, Proven: by.Proven})
}

// Who implements approval.Rules.
func (r rules) Who(request approval.Request) []string { return r.Approvers.Who(asked(request)) }
