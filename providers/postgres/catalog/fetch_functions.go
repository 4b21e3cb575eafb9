package catalog

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// functionColumns lists functions. The last columns are of users' functions alone: the types of the arguments and of the
// result, the signature, the body, the defaults, whether the server made the function with a type (as it makes the
// constructors of ranges), what an aggregate is made of, the print, and the CREATE FUNCTION of a function in the
// server's own PL/pgSQL. A built-in function that somebody
// has replaced by one in another language is not built in any more. $1 says whether definitions are spelled out.
const functionColumns = `
SELECT p.oid, n.nspname, p.proname, p.prokind, p.provolatile, l.lanname, p.prosecdef, p.proconfig IS NOT NULL,
  p.pronargs OPERATOR(pg_catalog.-) p.pronargdefaults, CASE WHEN p.provariadic <> 0 THEN -1 ELSE p.pronargs END,
  p.oid < 16384 AND e.extname IS NULL AND l.lanname = ANY ('{internal,c,sql}'), e.extname,
  CASE WHEN p.provariadic <> 0 AND p.pronargs = 1 THEN p.provariadic ELSE p.proargtypes[0] END,
  pg_catalog.oidvectortypes(p.proargtypes),
  pg_catalog.array_to_string(coalesce(p.proallargtypes, p.proargtypes::oid[]) || p.prorettype, ' '),
  CASE WHEN p.oid >= 16384 AND l.lanname = 'sql' AND p.prokind = 'f' THEN p.prosrc END,
  CASE WHEN p.oid >= 16384 THEN pg_catalog.pg_get_expr(p.proargdefaults, 0) END,
  p.oid >= 16384 AND l.lanname = 'internal' AND EXISTS (SELECT FROM pg_catalog.pg_depend i WHERE i.classid = 'pg_catalog.pg_proc'::regclass
    AND i.objid = p.oid AND i.deptype = 'i' AND i.refclassid = 'pg_catalog.pg_type'::regclass),
  CASE WHEN p.oid >= 16384 AND p.prokind = 'a' THEN (
    SELECT pg_catalog.array_to_string(ARRAY[a.aggtransfn, a.aggfinalfn, a.aggcombinefn, a.aggserialfn, a.aggdeserialfn,
      a.aggmtransfn, a.aggminvtransfn, a.aggmfinalfn, o.oprcode]::oid[], ' ')
    FROM pg_catalog.pg_aggregate a LEFT JOIN pg_catalog.pg_operator o ON o.oid = a.aggsortop WHERE a.aggfnoid = p.oid) END,
  ` + printFunction + `,
  CASE WHEN p.oid >= 16384 AND p.prokind = 'f' AND l.lanname = 'plpgsql' AND p.prorettype <> 'pg_catalog.event_trigger'::pg_catalog.regtype
    AND EXISTS (SELECT FROM pg_catalog.pg_proc h WHERE h.oid = l.lanplcallfoid AND h.prosrc = 'plpgsql_call_handler' AND h.probin = '$libdir/plpgsql')
    THEN pg_catalog.pg_get_functiondef(p.oid) END`

// A function in SQL may be kept parsed, since version 14.
const (
	parsedBody = `, p.prosqlbody IS NOT NULL, CASE WHEN p.oid >= 16384 AND $1::bool AND p.prosqlbody IS NOT NULL THEN pg_catalog.pg_get_function_sqlbody(p.oid) END`
	noBody     = `, false, CASE WHEN $1::bool THEN NULL::text END`

	// argumentNames are those of what a call gives, as JSON.
	argumentNames = `, CASE WHEN p.oid >= 16384 AND p.proargnames IS NOT NULL THEN (
    SELECT pg_catalog.json_agg(coalesce(a.name, '') ORDER BY a.place) FROM (
      SELECT n.name, m.mode, n.place FROM pg_catalog.unnest(p.proargnames) WITH ORDINALITY AS n(name, place)
      LEFT JOIN pg_catalog.unnest(p.proargmodes) WITH ORDINALITY AS m(mode, place) ON m.place OPERATOR(pg_catalog.=) n.place) a
    WHERE coalesce(a.mode, 'i') OPERATOR(pg_catalog.=) ANY ('{i,b,v}'::pg_catalog."char"[]))::text END`

	// bodyNames are the relations, and the functions and types of users, that a parsed body and the defaults of parameters name, with their
	// prints, as JSON: the server spells these with the names of today.
	bodyNames = `, CASE WHEN p.oid >= 16384 AND (p.prosqlbody IS NOT NULL OR p.pronargdefaults > 0) THEN (
    SELECT pg_catalog.json_agg(pg_catalog.json_build_array(y.kind, y.id::text,
      CASE WHEN y.kind = 'c' THEN (SELECT ` + printRelation + ` FROM pg_catalog.pg_class c WHERE c.oid = y.id)
        WHEN y.kind = 'y' THEN (SELECT ` + printType + ` FROM pg_catalog.pg_type t WHERE t.oid = y.id)
        ELSE (SELECT ` + printFunction + ` FROM pg_catalog.pg_proc p WHERE p.oid = y.id) END))
    FROM (SELECT DISTINCT CASE WHEN d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass THEN 'c' WHEN d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass THEN 'y' ELSE 'p' END, d.refobjid
      FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = p.oid AND d.refobjid <> p.oid
      AND (d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass OR d.refclassid = ANY (ARRAY['pg_catalog.pg_proc'::pg_catalog.regclass, 'pg_catalog.pg_type'::pg_catalog.regclass]::oid[]) AND d.refobjid >= 16384)) y(kind, id))::text END`

	functionsFrom = `
FROM pg_catalog.pg_proc p
JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
JOIN pg_catalog.pg_language l ON l.oid = p.prolang
LEFT JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
LEFT JOIN pg_catalog.pg_extension e ON e.oid = d.refobjid`
	functionsByName = functionsFrom + ` WHERE p.proname = ANY ($2::name[]) ORDER BY p.proname COLLATE pg_catalog."C", n.nspname COLLATE pg_catalog."C", p.oid`
	functionsByOID  = functionsFrom + ` WHERE p.oid = ANY ($2::oid[]) ORDER BY p.oid`
)

func (f *fetch) functionsSQL() string {
	if f.global.major >= 14 {
		return functionColumns + parsedBody + argumentNames + bodyNames
	}
	return functionColumns + noBody + argumentNames + strings.Replace(bodyNames, "p.prosqlbody IS NOT NULL", "false", 1)
}

// functionFacts is a function and what only users' need.
type functionFacts struct {
	*providers.Function
	oid            uint32
	print          string
	types          []uint32 // of its arguments and its result
	first          uint32   // the type of its first argument
	signature      string
	body, defaults string
	plpgsql        string // its CREATE FUNCTION
	locked         bool   // its body could not be read
	constructor    bool   // that the server made
	made           []uint32
	named          []mark // of what its body and defaults name
}

// useFunction notes that a function is called.
func (f *fetch) useFunction(id uint32) {
	if id != 0 && f.functions[id] == nil {
		f.missing.functions = append(f.missing.functions, id)
	}
}

// useOperators notes the functions behind operators.
func (f *fetch) useOperators(w *wants) {
	for _, name := range w.operators {
		for _, o := range f.global.operators[name] {
			for _, id := range o.calls() {
				f.useFunction(id)
			}
		}
	}
	if w.anywhere {
		for _, c := range f.global.anywhere {
			f.useFunction(c.function)
		}
	}
}

// calls are the functions that a use of the operator may call; 0 stands for any function.
func (o operatorRow) calls() []uint32 {
	var list []uint32
	own := o.oid >= firstUser
	if own {
		list = append(list, o.function) // the server's own function is believed; a function of which only the name is known has the number 0
	}
	for _, id := range []uint32{o.commutator, o.negator} {
		if id >= firstUser || own && id != 0 { // one that is only a name calls nothing
			list = append(list, id)
		}
	}
	return list
}

func (f *fetch) addFunctions(lines [][]string) {
	for _, v := range lines {
		f.addFunction(v)
	}
}

func (f *fetch) addFunction(v []string) {
	id := oid(v[0])
	if f.functions[id] != nil {
		return
	}
	u := &functionFacts{oid: id, print: v[19], first: oid(v[12]), signature: v[13], plpgsql: v[20], defaults: v[16], constructor: v[17] == "t"}
	var arguments []string
	_ = json.Unmarshal([]byte(v[23]), &arguments) // "" where there are none
	u.Function = &providers.Function{
		ID: uint64(id), Schema: v[1], Name: v[2], Kind: v[3][0], Language: v[5], Definer: v[6] == "t", Settings: v[7] == "t",
		MinArgs: query.Number(v[8]), MaxArgs: query.Number(v[9]), Builtin: v[10] == "t", Extension: v[11],
		Harmless: f.harmless.has(v[1]+"."+v[2], v[13]), Arguments: arguments,
	}
	switch v[4] {
	case "i":
		u.Volatility = providers.Immutable
	case "s":
		u.Volatility = providers.Stable
	}
	f.functions[id] = u
	f.useType(u.first)
	if u.Builtin {
		return
	}
	var named [][3]string
	_ = json.Unmarshal([]byte(v[24]), &named) // "" where there are none
	for _, n := range named {
		u.named = append(u.named, mark{oidTag(n[0], oid(n[1])), n[2]})
	}
	for _, t := range strings.Fields(v[14]) {
		u.types = append(u.types, oid(t))
		f.useType(oid(t))
	}
	if v[5] == "sql" && v[3] == "f" {
		u.body = statements(v[15], v[22])
		u.locked = v[21] == "t" && v[22] == ""
	}
	for _, part := range strings.Fields(v[18]) {
		if part := oid(part); part != 0 {
			u.made = append(u.made, part)
			f.useFunction(part)
		}
	}
}

// statements is the body of a function in SQL as a list of statements: its text or, if
// the body is stored parsed (RETURN …, BEGIN ATOMIC … END), the statements in that.
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

// called returns the function with an OID. For an unknown one it returns a function of which
// nothing is known.
func (f *fetch) called(id uint32) *providers.Function {
	if u := f.functions[id]; u != nil {
		return u.Function
	}
	return &providers.Function{}
}

// hideInFunctions tells what calls of users' functions run. It needs all types
// and functions.
func (f *fetch) hideInFunctions() {
	for _, t := range f.types {
		for _, c := range t.own {
			if c.SQL == "" {
				c.Call = f.called(c.function)
			}
		}
	}
	for _, u := range f.functions {
		u.Row = f.takesRow(u.first)
		if u.Builtin || u.Name == "" {
			continue
		}
		name := u.Schema + "." + u.Name
		switch {
		case u.locked:
			u.Hidden = append(u.Hidden, providers.Hidden{What: "body of " + name, Unread: true})
		case u.body != "":
			u.Hidden = append(u.Hidden, providers.Hidden{What: "body of " + name, SQL: u.body})
		case u.plpgsql != "":
			u.Hidden = append(u.Hidden, providers.Hidden{What: "body of " + name, PLpgSQL: u.plpgsql})
		}
		if u.defaults != "" {
			u.Hidden = append(u.Hidden, providers.Hidden{What: "default of an argument of " + name, SQL: "SELECT " + u.defaults})
		}
		// What a body returns is cast to the type of the result.
		u.Hidden = append(u.Hidden, f.hidden(u.types, func(c *typeCode) bool { return !c.named || u.body != "" })...)
		u.AnyType = slices.ContainsFunc(u.types[:len(u.types)-1], f.isPseudo)
		u.Types = f.castsFrom(u.types...)
		u.TellsNames = f.tellsNames(u.types...)
		u.Builtin = u.constructor && len(u.Hidden) == 0
		for _, part := range u.made {
			u.Hidden = append(u.Hidden, providers.Hidden{What: "aggregate " + name, Call: f.called(part)})
		}
	}
}

// isPseudo reports whether values of any type are taken where a type stands.
func (f *fetch) isPseudo(id uint32) bool {
	t := f.types[id]
	return t == nil || t.kind == "p"
}

// functionsPrint is the print of a name of functions.
func functionsPrint(list []*functionFacts) string {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b *functionFacts) int { return cmp.Compare(a.oid, b.oid) })
	parts := make([]string, len(list))
	for i, u := range list {
		parts[i] = strconv.FormatUint(uint64(u.oid), 10) + "." + u.print
	}
	return strings.Join(parts, " ")
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
