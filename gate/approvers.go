package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
)

// Approves is what a role may approve: statements of these classes that use nothing but these relations.
type Approves struct {
	Classes   []string // mutate, delete, exec; nil: all
	Relations []string // patterns; nil: everything
}

// Demand is a rule about the approval of statements that do something of these classes and use one of
// these relations.
type Demand struct {
	Classes      []string
	Relations    []string
	People       int  // how many different people have to approve; 0: one
	NotRequester bool // the person who asks does not count
}

// Person is a person who approves under several names.
type Person struct {
	Name string
	Also []string // principals, and users of the server's machine
}

// Asked is what people are asked to approve.
type Asked struct {
	Principal string
	Source    string
	Classes   []string
	Uses      []planner.Relation
	Unnamed   bool // it may use more than Uses tells
}

// Approver is who wants to approve.
type Approver struct {
	Name   string
	Roles  []string // that a proof names
	Proven bool     // the identity is proven
}

// Approvers say who may approve what, and how many people have to. They are pure, and safe for concurrent use.
type Approvers struct {
	policy  *Policy
	rights  map[string][]approves // by role
	demands []demand
	person  map[string]string
	names   map[string][]string
}

type approves struct {
	classes   []string
	relations []pattern
}

type demand struct {
	approves
	Demand
}

// NewApprovers compiles what roles may approve and what is demanded. nil: there are no rules of either
// kind, and any one person may approve.
func NewApprovers(policy *Policy, demands []Demand, people []Person) (*Approvers, error) {
	a := &Approvers{policy: policy, rights: map[string][]approves{}, person: map[string]string{}, names: map[string][]string{}}
	if policy != nil {
		for _, r := range policy.roles {
			for _, one := range r.Approves {
				compiled, err := compileApproves(one.Classes, one.Relations)
				if err != nil {
					return nil, fmt.Errorf("the role %s: approves: %w", r.Name, err)
				}
				a.rights[r.Name] = append(a.rights[r.Name], compiled)
			}
		}
	}
	for i, d := range demands {
		compiled, err := compileApproves(d.Classes, d.Relations)
		if err != nil {
			return nil, fmt.Errorf("approvals.rules[%d]: %w", i, err)
		}
		a.demands = append(a.demands, demand{compiled, d})
	}
	for _, p := range people {
		a.names[p.Name] = append([]string{p.Name}, p.Also...)
		for _, name := range a.names[p.Name] {
			if other, taken := a.person[name]; taken && other != p.Name {
				return nil, fmt.Errorf("approvals.approvers: %q is a name of both %s and %s", name, other, p.Name)
			}
			a.person[name] = p.Name
		}
	}
	if len(a.rights) == 0 && len(a.demands) == 0 {
		return nil, nil //nolint:nilnil // nil: there are no rules
	}
	return a, nil
}

func compileApproves(classes, relations []string) (a approves, err error) {
	for _, class := range classes {
		if !slices.Contains(approvable, class) {
			return a, fmt.Errorf("%q is not a class that is approved (one of: %s)", class, strings.Join(approvable, ", "))
		}
	}
	a.classes = classes
	for _, text := range relations {
		p, err := parsePattern(text)
		if err != nil {
			return a, err
		}
		a.relations = append(a.relations, p)
	}
	return a, nil
}

// approvable are the classes that a mode may ask people about.
var approvable = []string{planner.Mutate.String(), planner.Delete.String(), planner.Exec.String()}

// FactsOf returns what the rules of approvals decide on: what some statements do, and use.
func FactsOf(plans []*planner.Statement) (classes []string, uses []planner.Relation, unnamed bool) {
	class := func(c planner.Class) {
		if c.Changes() && !slices.Contains(classes, c.String()) {
			classes = append(classes, c.String())
		}
	}
	use := func(r planner.Relation) {
		if r.Write = false; !slices.Contains(uses, r) {
			uses = append(uses, r)
		}
	}
	for _, p := range plans {
		class(p.Class)
		for i := range p.Effects {
			class(p.Effects[i].Class)
		}
		named := false
		for i := range p.Uses {
			if u := &p.Uses[i]; !u.Builtin {
				use(u.Relation)
				for _, k := range u.Kin() {
					use(planner.Relation{Provider: u.Provider, Service: k.Schema, Resource: k.Name})
				}
				named = named || !u.OnlyReads()
			}
		}
		for _, r := range p.Relations {
			use(r)
		}
		if c := p.Call; c != nil {
			use(planner.Relation{Provider: c.Source, Service: c.Service, Resource: c.Resource})
			named = true
		}
		unnamed = unnamed || p.Unseen != "" || p.OfUnknown() || p.Class.Changes() && !named
	}
	return classes, uses, unnamed
}

// Raise makes people be asked about a statement that the mode allows, if a demand concerns the statement.
// What no mode allows stays refused.
func (a *Approvers) Raise(d Decision, p *planner.Statement) Decision {
	if a == nil || len(a.demands) == 0 || d.Verdict != Allow || !p.Class.Changes() {
		return d
	}
	asked := Asked{Source: p.Provider}
	asked.Classes, asked.Uses, asked.Unnamed = FactsOf([]*planner.Statement{p})
	read := p.Unseen == "" // the planner has read all that runs, so the classes are known even if Uses may not tell everything
	for i := range a.demands {
		if one := &a.demands[i]; one.concerns(asked) && (!read || one.has(asked.Classes)) {
			d.Verdict, d.ByRule = Ask, true
			d.Offset, d.Reason = addEffect(p, fmt.Sprintf("approvals.rules[%d] wants people to approve it", i))
			d.Hint = "It has to be approved before it runs, in every mode, and nobody can be asked here; approvals.desk: true has a place where people are asked."
			return d
		}
	}
	return d
}

// Demands reports whether some statements have to be approved in every mode.
func (a *Approvers) Demands() bool { return a != nil && len(a.demands) > 0 }

// People is how many different people have to approve.
func (a *Approvers) People(asked Asked) int {
	people := 1
	for i := range a.demands {
		if d := &a.demands[i]; d.concerns(asked) {
			people = max(people, d.People)
		}
	}
	return people
}

// concerns reports whether a demand is about a request. A request that may use more than it names concerns
// every demand of its source.
func (d *demand) concerns(asked Asked) bool {
	if asked.Unnamed {
		return d.relations == nil || slices.ContainsFunc(d.relations, func(p pattern) bool {
			return matchesPart(p.parts[0], strings.ToLower(asked.Source)) || slices.ContainsFunc(asked.Uses, func(r planner.Relation) bool { return matchesPart(p.parts[0], strings.ToLower(r.Provider)) })
		})
	}
	if !d.has(asked.Classes) {
		return false
	}
	return d.relations == nil || slices.ContainsFunc(asked.Uses, d.matches)
}

// has reports whether a demand is about one of the classes.
func (d *demand) has(classes []string) bool {
	return d.classes == nil || slices.ContainsFunc(classes, func(c string) bool { return slices.Contains(d.classes, c) })
}

func (a *approves) matches(r planner.Relation) bool {
	provider, service, resource := strings.ToLower(r.Provider), strings.ToLower(r.Service), strings.ToLower(r.Resource)
	return slices.ContainsFunc(a.relations, func(p pattern) bool { return p.matches(provider, service, resource) })
}

// covers reports whether a right covers statements of a class that use one relation; r nil: the statements
// may use anything in the source.
func (a *approves) covers(class string, source string, r *planner.Relation) bool {
	switch {
	case a.classes != nil && !slices.Contains(a.classes, class):
		return false
	case a.relations == nil:
		return true
	case r != nil:
		return a.matches(*r)
	}
	return slices.ContainsFunc(a.relations, func(p pattern) bool {
		return p.parts[1] == "*" && p.parts[2] == "*" && matchesPart(p.parts[0], strings.ToLower(source))
	})
}

// Refusal says why somebody's approval does not count. It returns "" if it counts.
func (a *Approvers) Refusal(asked Asked, by Approver) string {
	if !by.Proven {
		return "it is not proven who decides: a name that is typed in does not count here"
	}
	for i := range a.demands {
		if d := &a.demands[i]; d.NotRequester && d.concerns(asked) && a.Person(by.Name) == a.Person(asked.Principal) {
			return "whoever asks may not approve it"
		}
	}
	if len(a.rights) == 0 {
		return ""
	}
	var rights []approves
	for _, role := range a.rolesOf(by) {
		rights = append(rights, a.rights[role]...)
	}
	if len(rights) == 0 {
		return "no role of theirs may approve anything"
	}
	covered := func(class string, r *planner.Relation) bool {
		return slices.ContainsFunc(rights, func(one approves) bool { return one.covers(class, asked.Source, r) })
	}
	for _, class := range asked.Classes {
		for i := range asked.Uses {
			if r := asked.Uses[i]; !covered(class, &r) {
				return fmt.Sprintf("no role of theirs may approve statements of class %s that use %s.%s.%s", class, r.Provider, r.Service, r.Resource)
			}
		}
		if (asked.Unnamed || len(asked.Uses) == 0) && !covered(class, nil) {
			return fmt.Sprintf("no role of theirs may approve statements of class %s that may use anything in %s", class, asked.Source)
		}
	}
	return ""
}

// rolesOf returns the roles of an approver, under all names that the approver has.
func (a *Approvers) rolesOf(by Approver) (roles []string) {
	names := a.names[a.Person(by.Name)]
	if names == nil {
		names = []string{by.Name}
	}
	for _, name := range names {
		for _, one := range a.policy.RightsOf(name, by.Roles).Roles() {
			if !slices.Contains(roles, one) {
				roles = append(roles, one)
			}
		}
	}
	return roles
}

// Person returns the name under which a person counts, who may approve under several.
func (a *Approvers) Person(name string) string {
	if person, known := a.person[name]; known {
		return person
	}
	return name
}

// Who says, for people, which roles may approve what is asked.
func (a *Approvers) Who(asked Asked) (roles []string) {
	if a.policy == nil {
		return nil
	}
	asked.Principal = "" // whether the requester may approve does not change which roles may
	for i := range a.policy.roles {
		name := a.policy.roles[i].Name
		if len(a.rights[name]) > 0 && a.Refusal(asked, Approver{Name: "\x00", Roles: []string{name}, Proven: true}) == "" {
			roles = append(roles, name)
		}
	}
	return roles
}
