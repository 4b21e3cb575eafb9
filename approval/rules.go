package approval

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Rules say how many people have to approve a request, and who may. They are asked when somebody
// approves, and again when the approval is used: whoever has lost the right meanwhile does not count.
type Rules interface {
	// People is how many different people have to approve.
	People(r Request) int
	// Refusal says why a person's approval of a request does not count; "": it counts.
	Refusal(r Request, by Approval) string
	// Person returns the name under which a person counts, who may approve under several.
	Person(name string) string
	// Who are the roles that may approve; nil: none is needed.
	Who(r Request) []string
}

// Facts are what Rules decide on.
type Facts struct {
	Classes []string    `json:"classes,omitempty"` // of what the statements do: mutate, delete, exec
	Uses    [][3]string `json:"uses,omitempty"`    // provider, service and resource of all that they use, also by hidden code
	// Unnamed says that they may use more than Uses tells.
	Unnamed bool `json:"unnamed,omitempty"`
}

// Approval is one person's yes.
type Approval struct {
	Approver string `json:"approver"`
	Channel  string `json:"channel"`
	Comment  string `json:"comment,omitempty"`
	// Proven says that the channel has proven who the approver is. Roles are what that proof said, until Until;
	// zero: they do not end.
	Proven bool      `json:"proven,omitempty"`
	Roles  []string  `json:"roles,omitempty"`
	Until  time.Time `json:"until,omitzero"`
	// MaxRows is how many rows this person has allowed; 0: as many as were asked for.
	MaxRows int64     `json:"max_rows,omitempty"`
	Given   time.Time `json:"given"`
}

// Verdict is the answer of the person whose yes the approval would be.
func (a Approval) Verdict(approve bool) Verdict {
	return Verdict{
		Approve: approve, Approver: a.Approver, Channel: a.Channel, Comment: a.Comment, Proven: a.Proven, Roles: a.Roles, Until: a.Until, MaxRows: a.MaxRows,
	}
}

// approval returns the approval that a verdict is, given at a time.
func (v Verdict) approval(given time.Time) Approval {
	return Approval{
		Approver: v.Approver, Channel: v.Channel, Comment: v.Comment, Proven: v.Proven, Roles: v.Roles, Until: v.Until, MaxRows: v.MaxRows, Given: given,
	}
}

// Ruled reports whether the store has rules. They decide on what statements use.
func (s *Store) Ruled() bool { return s.options.Rules != nil }

// people is how many different people have to approve a request.
func (s *Store) people(r Request) int {
	if s.options.Rules == nil {
		return 1
	}
	return max(s.options.Rules.People(r), r.People, 1)
}

// Who returns the roles whose people may approve a request, or nil if none is needed.
func (s *Store) Who(r Request) []string {
	if s.options.Rules == nil {
		return nil
	}
	return s.options.Rules.Who(r)
}

// refusal says why an approval of a request does not count now. It returns "" if it counts.
func (s *Store) refusal(r Request, by Approval) string {
	switch {
	case s.options.Rules == nil:
		return ""
	case len(by.Roles) > 0 && !by.Until.IsZero() && !s.now().Before(by.Until):
		by.Roles = nil
	}
	return s.options.Rules.Refusal(r, by)
}

// person is the one name of a person.
func (s *Store) person(name string) string {
	if s.options.Rules == nil {
		return name
	}
	return s.options.Rules.Person(name)
}

// validApprovals are the approvals of a request that count now, one of each person. why says why the last
// one of the others does not.
func (s *Store) validApprovals(r Request) (list []Approval, why string) {
	var people []string
	for _, by := range r.Given {
		if reason := s.refusal(r, by); reason != "" {
			why = by.Approver + ": " + reason
		} else if who := s.person(by.Approver); !slices.Contains(people, who) {
			people, list = append(people, who), append(list, by)
		}
	}
	return list, why
}

// MayApprove returns why a person may not approve a request, or nil if they may. 42501.
func (s *Store) MayApprove(r Request, by Approval) error {
	if reason := s.refusal(r, by); reason != "" {
		return sqlstate.New(sqlstate.InsufficientPrivilege, "%s cannot approve %s: %s", by.Approver, r.ID, reason).
			WithHint("`sallyport approvals show %s` says who may; the configuration has it under roles[].approves and approvals.rules.", r.ID)
	}
	who := s.person(by.Approver)
	if slices.ContainsFunc(r.Given, func(g Approval) bool { return s.person(g.Approver) == who && s.refusal(r, g) == "" }) {
		return sqlstate.New(sqlstate.InsufficientPrivilege, "%s has approved %s already, and somebody else has to approve it, too", by.Approver, r.ID).
			WithHint("It needs %d people.", s.people(r))
	}
	return nil
}

// approve adds a person's yes to a pending request. With the last yes that it needs it is approved.
func (s *Store) approve(next *Request, v Verdict) error {
	by := v.approval(s.now())
	if err := s.MayApprove(*next, by); err != nil {
		return err
	}
	next.Given = append(slices.Clone(next.Given), by)
	counted, _ := s.validApprovals(*next)
	if len(counted) < s.people(*next) {
		return nil
	}
	next.State, next.Decided, next.Left = Approved, by.Given, time.Time{}
	next.Expires = next.Decided.Add(s.options.Valid)
	next.Approver, next.Channel, next.Comment = joinTexts(counted, func(a Approval) string { return a.Approver }), joinTexts(counted, func(a Approval) string { return a.Channel }), joinTexts(counted, func(a Approval) string { return a.Comment })
	allowed := int64(0)
	for _, one := range counted {
		if one.MaxRows > 0 && (allowed == 0 || one.MaxRows < allowed) {
			allowed = one.MaxRows
		}
	}
	if allowed > 0 {
		next.MaxRows = allowed
	}
	return nil
}

// joinTexts joins a text of each approval by commas, without empty texts and repetitions.
func joinTexts(list []Approval, of func(Approval) string) string {
	var texts []string
	for _, one := range list {
		if text := of(one); text != "" && !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", ")
}

// dropUncounted takes an approval back if not enough of those who gave it may give it now.
func (s *Store) dropUncounted(e *entry) (dropped bool) {
	if s.options.Rules == nil {
		return false
	}
	counted, why := s.validApprovals(e.Request)
	if len(counted) >= s.people(e.Request) {
		return false
	}
	next := e.Request
	next.State, next.Decided = Withdrawn, s.now()
	next.Comment = fmt.Sprintf("the approval does not count any more: it needs %d people, and has %d", s.people(e.Request), len(counted))
	if why != "" {
		next.Comment += "; " + why
	}
	if s.put(e, next) != nil {
		s.show(e, next) // what does not count is not used, whatever the disk says
	}
	return true
}

// Missing is how many more people have to approve a pending request.
func (s *Store) Missing(r Request) int {
	counted, _ := s.validApprovals(r)
	return max(s.people(r)-len(counted), 0)
}
