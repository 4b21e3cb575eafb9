package postgres

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
)

// functionsSQL lists functions by name, with what only users' need at the end:
// the types of arguments and result, the signature, the body, the defaults, whether the
// server made it with a type, as it does the constructors of ranges. A
// built-in that somebody replaced by another language is not built in any more.
const functionsSQL = `
SELECT p.oid, n.nspname, p.proname, p.prokind, p.provolatile, l.lanname, p.prosecdef, p.proconfig IS NOT NULL,
  p.pronargs - p.pronargdefaults, CASE WHEN p.provariadic <> 0 THEN -1 ELSE p.pronargs END,
  p.oid < 16384 AND e.extname IS NULL AND l.lanname IN ('internal', 'c', 'sql'), e.extname,
  CASE WHEN p.provariadic <> 0 AND p.pronargs = 1 THEN p.provariadic ELSE p.proargtypes[0] END,
  pg_catalog.oidvectortypes(p.proargtypes),
  pg_catalog.array_to_string(coalesce(p.proallargtypes, p.proargtypes::oid[]) || p.prorettype, ' '),
  CASE WHEN p.oid >= 16384 AND l.lanname = 'sql' AND p.prokind = 'f' THEN p.prosrc END,
  CASE WHEN p.oid >= 16384 THEN pg_catalog.pg_get_expr(p.proargdefaults, 0) END,
  p.oid >= 16384 AND l.lanname = 'internal' AND EXISTS (SELECT FROM pg_catalog.pg_depend i WHERE i.classid = 'pg_catalog.pg_proc'::regclass
    AND i.objid = p.oid AND i.deptype = 'i' AND i.refclassid = 'pg_catalog.pg_type'::regclass)`

const functionsFrom = `
FROM pg_catalog.pg_proc p
JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
JOIN pg_catalog.pg_language l ON l.oid = p.prolang
LEFT JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
LEFT JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid
ORDER BY p.proname COLLATE "C", n.nspname COLLATE "C", p.oid`

// bodiesSQL spells out bodies that the server keeps parsed.
const bodiesSQL = `SELECT oid, pg_catalog.pg_get_function_sqlbody(oid) FROM pg_catalog.unnest($1::oid[]) oid`

// aggregatesSQL lists users' aggregates and what they are made of.
const aggregatesSQL = `
SELECT a.aggfnoid::oid, pg_catalog.array_to_string(ARRAY[a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggserialfn, a.aggdeserialfn,
  a.aggmtransfn, a.aggminvtransfn, a.aggmfinalfn, o.oprcode]::oid[], ' ')
FROM pg_catalog.pg_aggregate a LEFT JOIN pg_catalog.pg_operator o ON o.oid = a.aggsortop
WHERE a.aggfnoid::oid >= 16384`

// operatorsSQL lists users' operators, and built-in ones that users gave a
// commutator or negator: schema, name, function, the functions of commutator
// and negator, types of the operands. The planner may exchange these for it, and calls them to
// estimate. (Its own estimators take an argument of type internal: they are in
// C.)
const operatorsSQL = `
SELECT n.nspname, o.oprname, o.oid, o.oprcode::oid, c.oprcode::oid, g.oprcode::oid, o.oprleft, o.oprright
FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace
LEFT JOIN pg_catalog.pg_operator c ON c.oid = o.oprcom
LEFT JOIN pg_catalog.pg_operator g ON g.oid = o.oprnegate
WHERE o.oid >= 16384 OR o.oprcom >= 16384 OR o.oprnegate >= 16384
ORDER BY o.oid`

// operator is a function behind a user's operator.
type operator struct {
	schema   string // of the operator
	function *providers.Function
	operands []uint64 // users' types among those of its operands
}

// userFunction is what hideInFunctions needs of a function that is not built in.
type userFunction struct {
	*providers.Function
	types          []uint32 // of its arguments and its result
	body, defaults string
	constructor    bool // that the server made
	unread         bool // its body could not be spelled out
}

func (l *loader) loadFunctions() {
	l.each("SELECT castsource, casttarget FROM pg_catalog.pg_cast WHERE castcontext = 'i' AND oid >= 16384", l.implicitCast)
	lines := l.read(functionsSQL + functionsFrom)
	parsed, unread := map[string]string{}, map[string]bool{}
	if l.major >= 14 {
		bodies := l.first("SELECT oid FROM pg_catalog.pg_proc WHERE prosqlbody IS NOT NULL AND oid >= 16384 ORDER BY oid")
		for _, id := range bodies {
			unread[id] = true
		}
		l.spell(bodiesSQL, bodies, func(v []string) { parsed[v[0]], unread[v[0]] = v[1], v[1] == "" }, func(string) {})
	}
	// The slice stays where it is: calls point into it.
	all := make([]providers.Function, len(lines))
	first := 0
	for i, v := range lines {
		all[i] = l.function(v)
		l.byID[uint32(all[i].ID)] = &all[i]
		if !all[i].Builtin {
			u := userFunction{Function: &all[i], defaults: v[16], constructor: v[17] == "t"}
			for _, t := range strings.Fields(v[14]) {
				u.types = append(u.types, oid(t))
			}
			if v[5] == "sql" && v[3] == "f" {
				u.body, u.unread = statements(v[15], parsed[v[0]]), unread[v[0]]
			}
			l.users = append(l.users, u)
		}
		if all[first].Name != all[i].Name {
			first = i
		}
		l.functions[all[i].Name] = all[first : i+1 : i+1]
	}
	l.each(operatorsSQL, l.operator)
	l.loadPLpgSQL()
}

func (l *loader) function(v []string) providers.Function {
	f := providers.Function{
		ID: uint64(oid(v[0])), Schema: v[1], Name: v[2], Kind: v[3][0], Language: v[5], Definer: v[6] == "t", Settings: v[7] == "t",
		MinArgs: number(v[8]), MaxArgs: number(v[9]), Builtin: v[10] == "t", Extension: v[11],
		Row: l.takesRow(oid(v[12])), Harmless: l.harmless.has(v[1]+"."+v[2], v[13]),
	}
	switch v[4] {
	case "i":
		f.Volatility = providers.Immutable
	case "s":
		f.Volatility = providers.Stable
	}
	return f
}

// statements is the body of a function in SQL as a list of statements: its text,
// or where it is a parsed one (RETURN …, BEGIN ATOMIC … END) what that holds.
func statements(text, parsed string) string {
	if parsed = strings.TrimSpace(parsed); parsed != "" {
		text = parsed
		if expression, ok := strings.CutPrefix(parsed, "RETURN "); ok {
			text = "SELECT " + expression
		} else if list, ok := strings.CutPrefix(parsed, "BEGIN ATOMIC"); ok {
			text = strings.TrimSuffix(list, "END")
		}
	}
	if text = strings.TrimSpace(text); text == "" {
		return "SELECT" // it does nothing
	}
	return text
}

func (l *loader) operator(v []string) {
	own := oid(v[2]) >= firstUser
	var operands []uint64
	for _, id := range v[6:8] {
		if t := l.valuesOf(oid(id)); t != 0 {
			operands = append(operands, t)
		}
	}
	add := func(f *providers.Function) {
		l.operators[v[1]] = append(l.operators[v[1]], operator{v[0], f, operands})
	}
	switch {
	case !own: // the server's own function is believed
	case oid(v[3]) == 0:
		add(&providers.Function{}) // only a name so far: who knows what it will call
	default:
		add(l.called(v[3]))
	}
	for _, id := range v[4:6] {
		// One that is only a name calls nothing.
		if oid(id) >= firstUser || own && oid(id) != 0 {
			add(l.called(id))
		}
	}
}

// called is a function by its OID. What is not known is a function of which
// nothing is known.
func (l *loader) called(id string) *providers.Function {
	if f := l.byID[oid(id)]; f != nil {
		return f
	}
	return &providers.Function{}
}

// hideInFunctions tells what calls of users' functions run. It needs all types
// and functions.
func (l *loader) hideInFunctions() {
	for _, u := range l.users {
		name := u.Schema + "." + u.Name
		if u.unread {
			u.Hidden = append(u.Hidden, providers.Hidden{What: "body of " + name, Unread: true})
		} else if u.body != "" {
			u.Hidden = append(u.Hidden, providers.Hidden{What: "body of " + name, SQL: u.body})
		}
		if u.defaults != "" {
			u.Hidden = append(u.Hidden, providers.Hidden{What: "default of an argument of " + name, SQL: "SELECT " + u.defaults})
		}
		// What a body returns is cast to the type of the result.
		u.Hidden = append(u.Hidden, l.hidden(u.types, func(c *typeCode) bool { return !c.named || u.body != "" })...)
		u.AnyType = slices.ContainsFunc(u.types[:len(u.types)-1], l.isPseudo)
		u.Types = l.castsFrom(u.types)
		u.Builtin = u.constructor && len(u.Hidden) == 0
	}
	l.each(aggregatesSQL, func(v []string) {
		aggregate := l.called(v[0])
		for _, id := range strings.Fields(v[1]) {
			if id != "0" {
				aggregate.Hidden = append(aggregate.Hidden, providers.Hidden{What: "aggregate " + aggregate.Schema + "." + aggregate.Name, Call: l.called(id)})
			}
		}
	})
}

// isPseudo reports whether values of any type are taken where a type stands.
func (l *loader) isPseudo(id uint32) bool {
	t := l.typeFacts[id]
	return t == nil || t.kind == "p"
}

// allowList are the functions that the operator declared harmless, as
// schema.name or schema.name(types), and whether there is such a function.
type allowList map[string]bool

func newAllowList(entries []string) allowList {
	list := allowList{}
	for _, entry := range entries {
		list[tidySignature(entry)] = false
	}
	return list
}

// has looks for a function by its name and the types of its arguments.
func (a allowList) has(name, types string) bool {
	if len(a) == 0 {
		return false
	}
	found := false
	for _, entry := range []string{name, name + tidySignature("("+types+")")} {
		if _, ok := a[entry]; ok {
			a[entry], found = true, true
		}
	}
	return found
}

// unmatched are the entries that no function has matched.
func (a allowList) unmatched() []string {
	var list []string
	for entry, matched := range a {
		if !matched {
			list = append(list, entry)
		}
	}
	return list
}

// tidySignature takes the space around an entry and its commas away.
func tidySignature(entry string) string {
	parts := strings.Split(entry, ",")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return strings.Join(parts, ",")
}
