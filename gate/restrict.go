package gate

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner"
)

// Decide judges one statement for a principal: by the rules of its roles, then by the mode, which the
// roles narrow. The planner must tell uses.
func (r *Rights) Decide(mode Mode, purpose Purpose, s *planner.Statement) Decision {
	if r == nil {
		return Decide(mode, purpose, s)
	}
	mode = mode.Narrow(r.Ceiling())
	deny := func(offset int, reason, hint string) Decision {
		return Decision{Verdict: Deny, Class: s.Class, Mode: mode, Reason: reason, Hint: hint, ByRole: true, Offset: offset}
	}
	if len(r.roles) == 0 {
		return deny(-1, "you have no role, and without one nothing is allowed", "The operator gives roles, by their members or by what your token says.")
	}
	mode, d, denied := r.decideUses(mode, s.Uses)
	if denied {
		d.Class = s.Class
		return d
	}
	free := r.hasAll(s.Provider)
	for i := range s.Uses {
		free = free && r.hasAll(s.Uses[i].Provider)
	}
	if free {
		return Decide(mode, purpose, s)
	}
	if s.Unseen != "" {
		return deny(-1, "what it reads is not known: "+s.Unseen, "Your role may not use everything here, so that each relation has to be named.")
	}
	if s.Class.Changes() && ofTypes[s.Verb] {
		return deny(-1, s.Verb+" may change relations that it does not name", "Your role may not use everything here.")
	}
	if s.Class.Changes() && !nameable[s.Verb] && !slices.ContainsFunc(s.Uses, func(u planner.Use) bool { return !u.OnlyReads() }) {
		return deny(-1, s.Verb+" changes something that no rule of your role can name", "Your role may not use everything here.")
	}
	return Decide(mode, purpose, s)
}

// DecideUses judges what a statement uses by the rules of the roles alone. denied is false where these allow all of it.
func (r *Rights) DecideUses(mode Mode, uses []planner.Use) (d Decision, denied bool) {
	if r == nil {
		return d, false
	}
	_, d, denied = r.decideUses(mode, uses)
	return d, denied
}

// decideUses is DecideUses, and narrows the mode to the roles that allow what is changed.
func (r *Rights) decideUses(mode Mode, uses []planner.Use) (narrow Mode, d Decision, denied bool) {
	for i := range uses {
		u := &uses[i]
		narrowed, reason, hint := r.judge(u)
		if reason != "" {
			d = Decision{Verdict: Deny, Class: planner.Read, Mode: mode, Reason: reason, Hint: hint, ByRole: true, Offset: u.Offset}
			d.Absent = slices.ContainsFunc(uses[i:], func(u planner.Use) bool { _, _, hint := r.judge(&u); return hint == listHint })
			return mode, d, true
		}
		if !u.OnlyReads() {
			mode = mode.Narrow(narrowed)
		}
	}
	return mode, d, false
}

// ofTypes are the verbs of statements about types, which stand in the columns of any relation. A composite type is named as
// relations are.
var ofTypes = map[string]bool{"ALTER TYPE": true, "DROP TYPE": true, "ALTER DOMAIN": true, "DROP DOMAIN": true}

// nameable are the verbs of statements that change only relations, which rules can name, or only the
// session.
var nameable = map[string]bool{
	"SELECT": true, "VALUES": true, "INSERT": true, "REPLACE": true, "UPDATE": true, "DELETE": true, "MERGE": true, "TRUNCATE": true,
	"COPY": true, "EXPLAIN": true, "SET": true, "RESET": true, "BEGIN": true, "COMMIT": true, "ROLLBACK": true, "NOTIFY": true,
	"EXECUTE": true, "DECLARE": true, "FETCH": true, "MOVE": true, "PREPARE": true, "CREATE TABLE AS": true, "EXEC": true, "CALL": true,
}

// judge judges one use. It returns the highest mode in which a role allows it; or why none does.
func (r *Rights) judge(u *planner.Use) (most Mode, reason, hint string) {
	if u.Builtin {
		reason, hint := r.judgeCatalog(u)
		return r.Ceiling(), reason, hint
	}
	if u.Absent && !r.hasAll(u.Provider) {
		return Closed, notAllowed(u), listHint
	}
	if strings.EqualFold(u.Service, "pg_toast") && !r.hasAll(u.Provider) {
		return Closed, u.Resource + " has values of another relation", ""
	}
	says := r.saysOf(u)
	may := allowing(says)
	for i := range says {
		if may&(1<<i) != 0 {
			most = max(most, r.roles[i].Mode)
		}
	}
	if may == 0 {
		return Closed, notAllowed(u), listHint
	}
	for _, column := range deniedColumns(says, may) {
		if !u.Has(column) {
			continue
		}
		if reason, hint := judgeColumn(u, column, r.writesColumns(may)); reason != "" {
			return Closed, reason, hint
		}
	}
	return most, "", ""
}

// Absent returns the decision about a relation that does not exist. It is the decision about a relation
// that the principal may not use.
func Absent(mode Mode, relation planner.Relation) Decision {
	u := planner.Use{As: relation.Service + "." + relation.Resource}
	return Decision{Verdict: Deny, Class: planner.Read, Mode: mode, Reason: notAllowed(&u), Hint: listHint, ByRole: true, Absent: true, Offset: -1}
}

const listHint = "SHOW RESOURCES and list_resources list what there is for you."

// notAllowed returns the reason for refusing a use. It is the same for a relation that may not be used and
// for one that does not exist.
func notAllowed(u *planner.Use) string {
	if u.As == "" {
		return "what it uses reads a relation that is not for you"
	}
	return "the relation " + quote(u.As) + " is not for you, or there is none of that name"
}

func quote(name string) string { return `"` + name + `"` }

// saysOf returns what each role allows with the relation of a use. What a role denies of a relation that
// shares rows with this one, such as a partition, it denies of this one, too.
func (r *Rights) saysOf(u *planner.Use) []roleAccess {
	found := r.accessTo(u.Relation)
	if len(u.Kin()) == 0 {
		return found.of
	}
	if last := found.last.Load(); last != nil && last.use.SharesKin(u) {
		return last.of
	}
	says := slices.Clone(found.of)
	for _, k := range u.Kin() {
		for j, one := range r.accessTo(planner.Relation{Provider: u.Provider, Service: k.Schema, Resource: k.Name}).of {
			says[j].denied = says[j].denied || one.denied
			says[j].columns = slices.Concat(says[j].columns, one.columns)
		}
	}
	found.last.Store(&kinAccess{u, says})
	return says
}

// deniedColumns returns the columns that each role that allows the relation denies.
func deniedColumns(says []roleAccess, may uint64) []string {
	if may == 0 {
		return nil
	}
	first := bits.TrailingZeros64(may)
	if may == 1<<first || len(says[first].columns) == 0 {
		return says[first].columns
	}
	var denied []string
	for _, column := range says[first].columns {
		all := true
		for i := first + 1; i < len(says); i++ {
			all = all && (may&(1<<i) == 0 || slices.Contains(says[i].columns, column))
		}
		if all {
			denied = append(denied, column)
		}
	}
	return denied
}

func (r *Rights) writesColumns(may uint64) bool {
	for i, one := range r.roles {
		if may&(1<<i) != 0 && one.WriteColumns {
			return true
		}
	}
	return false
}

// judgeColumn returns why a use is refused because of a column that may not be read.
func judgeColumn(u *planner.Use, column string, writes bool) (reason, hint string) {
	name := u.As
	if name == "" {
		name = "what it uses"
	}
	how := u.Reads(column)
	switch {
	case u.Defines():
		return name + " has columns that you may not read, so that the relation itself may not be changed", ""
	case how == column || strings.HasSuffix(how, "."+column):
		return "the column " + quote(column) + " of " + name + " may not be read", "Leave the column out."
	case how != "":
		return how + " may read a column of " + name + " that you may not read", "Name the columns that you need, and qualify them where several relations have the name; describe_resource lists those that you may read."
	case writes:
	case u.Writes(column):
		return "the column " + quote(column) + " of " + name + " may not be written", "Name the columns that you give values, and leave this one out."
	case u.Changes():
		return name + " has columns that you may not read, and an error of its source would show the whole row", "A role can have columns.write: true."
	}
	return "", ""
}
