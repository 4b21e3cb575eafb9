package catalog

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// global is what any statement may use without naming it: users' operators, their casts and operator classes, and the
// server's own types. There is little of it, so it is read as a whole, and again when its print changes.
type global struct {
	print     string
	major     int      // of the server's version
	path      []string // that the role has when it logs in, pg_catalog included
	login     string   // the settings that a connection keeps as they were when it logged in, and that decide on the path
	types     map[uint32]*typeRow
	own       map[uint32][]codeRow // code that belongs to a type
	operators map[string][]operatorRow
	anywhere  []codeRow // implicit casts between the server's own types
	// castFrom are users' types that casts to built-in types, or operators, start from. castTarget are types that
	// values of other types become by implicit casts, and rowTargets are types that rows become in that way.
	castFrom, castTarget, rowTargets map[uint32]bool
	unmatched                        []string            // entries of the allow-list without a function
	eventTriggers                    bool                // DDL may run users' code
	defining                         []providers.Trigger // that code
}

// codeRow is code that belongs to a type, as typeCodeSQL tells it.
type codeRow struct {
	what     string
	function uint32
	context  string
	from     uint32 // the source of a cast; 0: none
	language string // of the function
}

// operatorRow is a line of operatorsSQL.
type operatorRow struct {
	schema                                      string
	oid, function, commutator, negator, lt, rgt uint32
}

const (
	settingsSQL = `SELECT pg_catalog.current_setting('server_version_num')::int OPERATOR(pg_catalog./) 10000, EXISTS (SELECT FROM pg_catalog.pg_event_trigger),
  pg_catalog.concat_ws(' ', current_user, pg_catalog.current_setting('search_path'))`
	// eventTriggersSQL lists the event triggers that DDL fires, with the search paths of their functions.
	eventTriggersSQL = `
SELECT e.evtname, (SELECT pg_catalog.substr(c, 13) FROM pg_catalog.unnest(p.proconfig) c WHERE c LIKE 'search\_path=%')
FROM pg_catalog.pg_event_trigger e JOIN pg_catalog.pg_proc p ON p.oid = e.evtfoid
WHERE e.evtenabled <> 'D' AND e.evtevent <> 'login' AND p.oid >= 16384 ORDER BY e.evtname`
	pathSQL = `SELECT pg_catalog.unnest(pg_catalog.current_schemas(true))`
	// emptyPathSQL makes the server write the schema of each name that it spells out in the same flight.
	emptyPathSQL = `SELECT pg_catalog.set_config('search_path', '', true)`
)

// castsSQL lists what users' casts and operator classes run. Its columns: type, type for people, function, context,
// source, language. The context is that of a cast ('e', 'a', 'i' as pg_cast has it), or 'l' for functions that count
// only if they are not in C.
//
// Only a superuser can install code in C, and make base types and operator classes. So the functions of these count only
// in other languages. The owner of a type can make casts. The casts from a range to its multirange do not count: the
// server makes them.
//
// An explicit cast runs where a statement names its target. An implicit cast, or one on assignment, also runs where a
// value of its source meets a use for its target: reads assign, too, conditions to bool, LIMIT to int8, subscripts to
// int4, arguments of TABLESAMPLE and XMLTABLE, and the parameters of EXECUTE. Values of built-in types, and uses for
// them, are everywhere. So the end that is a user's type decides, and if both are, the source does. Functions that make
// JSON of values (to_json, json_agg…) use casts of any kind from the type of the value to json, and JSON_VALUE and the
// like from that of the path to jsonpath. An implicit cast between two built-in types, and one to a type that any
// statement may assign to, is listed for the type 0, too: it may run in any statement.
const castsSQL = `
SELECT k.* , coalesce((SELECT l.lanname FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_language l ON l.oid = p.prolang WHERE p.oid = k.function), '') FROM (
SELECT ends.id, 'cast from ' || pg_catalog.format_type(castsource, NULL) || ' to ' || pg_catalog.format_type(casttarget, NULL), castfunc AS function,
  CASE WHEN ends.id = castsource AND casttarget = ANY ('{114,3802,4072}'::oid[]) THEN 'i' -- as JSON uses it
    WHEN ends.id >= 16384 AND (ends.id = castsource OR castsource < 16384) OR castsource < 16384 AND casttarget < 16384
    THEN castcontext::text ELSE 'e' END,
  CASE WHEN ends.id = casttarget AND casttarget < 16384 AND castsource >= 16384 THEN castsource ELSE 0 END
FROM pg_catalog.pg_cast c CROSS JOIN LATERAL (SELECT casttarget
  UNION SELECT castsource WHERE castcontext <> 'e' AND (castsource >= 16384 OR casttarget < 16384) OR casttarget = ANY ('{114,3802,4072}'::oid[])
  UNION SELECT 0::oid WHERE (castcontext = 'i' OR castcontext = 'a' AND casttarget = ANY ('{16,20,23,25,142,700,701}'::oid[])) AND castsource < 16384 AND casttarget < 16384) ends(id)
WHERE oid >= 16384 AND castmethod = 'f'
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_cast'::regclass AND d.objid = c.oid AND d.deptype = 'i')
UNION ALL
SELECT t.id, 'operator class ' || c.opcname, c.function, 'l', 0
FROM (SELECT DISTINCT c.oid, c.opcname, c.opcintype, c.opcdefault, f.id AS function FROM (
    SELECT p.amprocfamily, p.amproclefttype, p.amprocrighttype, p.amproc::oid FROM pg_catalog.pg_amproc p WHERE p.amproc::oid >= 16384
    UNION SELECT a.amopfamily, a.amoplefttype, a.amoprighttype, o.oprcode::oid FROM pg_catalog.pg_amop a JOIN pg_catalog.pg_operator o ON o.oid = a.amopopr
    WHERE o.oprcode::oid >= 16384) f(family, lt, rgt, id)
  JOIN pg_catalog.pg_opclass c ON c.opcfamily = f.family AND c.opcintype = ANY (ARRAY[f.lt, f.rgt])) c
CROSS JOIN LATERAL (SELECT c.opcintype WHERE c.opcdefault -- others are used where they are named
  UNION SELECT r.rngtypid FROM pg_catalog.pg_range r WHERE r.rngsubopc = c.oid AND NOT c.opcdefault
) t(id)) k
ORDER BY 1, 2, 3`

const implicitSQL = "SELECT castsource, casttarget FROM pg_catalog.pg_cast WHERE castcontext = 'i' AND oid >= 16384"

// operatorsSQL lists users' operators, and built-in operators that users gave a commutator or negator. Its columns:
// schema, name, OID, function, the functions of commutator and negator, types of the operands. The planner may use the
// commutator or the negator in the operator's place, and calls their functions to estimate. (Estimators of their own
// have an argument of type internal, so they are in C.)
const operatorsSQL = `
SELECT n.nspname, o.oprname, o.oid, o.oprcode::oid, c.oprcode::oid, g.oprcode::oid, o.oprleft, o.oprright
FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace
LEFT JOIN pg_catalog.pg_operator c ON c.oid = o.oprcom
LEFT JOIN pg_catalog.pg_operator g ON g.oid = o.oprnegate
WHERE o.oid >= 16384 OR o.oprcom >= 16384 OR o.oprnegate >= 16384
ORDER BY o.oid`

// builtinTypesSQL lists the server's own types.
const builtinTypesSQL = typeColumns + typesFrom + ` WHERE t.oid < 16384 AND n.nspname = 'pg_catalog' AND t.typtype <> 'c' ORDER BY t.oid`

// signaturesSQL lists functions as the allow-list names them.
const signaturesSQL = `
SELECT n.nspname || '.' || p.proname, pg_catalog.oidvectortypes(p.proargtypes)
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace WHERE (n.nspname || '.' || p.proname) = ANY ($1::text[])`

// readGlobal reads what any statement may use. The print is read first, so that the rest is at least as new.
func readGlobal(run roundTrip, harmless []string) (*global, error) {
	g := &global{
		types: map[uint32]*typeRow{}, own: map[uint32][]codeRow{}, operators: map[string][]operatorRow{},
		castFrom: map[uint32]bool{}, castTarget: map[uint32]bool{}, rowTargets: map[uint32]bool{},
	}
	lists, err := run(queryOf(printGlobal), queryOf(settingsSQL), queryOf(pathSQL), queryOf(emptyPathSQL), queryOf(eventTriggersSQL))
	if err != nil {
		return nil, err
	}
	g.print, g.major, g.eventTriggers, g.login = lists[0][0][0], query.Number(lists[1][0][0]), lists[1][0][1] == "t", lists[1][0][2]
	for _, v := range lists[2] {
		g.path = append(g.path, v[0])
	}
	for _, v := range lists[4] {
		g.defining = append(g.defining, providers.Trigger{What: "event trigger " + v[0], Pathed: v[1] != "", Last: isLast(v[1])})
	}
	lists, err = run(queryOf(emptyPathSQL), queryOf(builtinTypesSQL), queryOf(castsSQL), queryOf(implicitSQL), queryOf(operatorsSQL))
	if err != nil {
		return nil, err
	}
	g.addTypes(lists[1])
	var named []uint32
	for _, v := range lists[2] {
		named = append(named, g.addCode(v))
	}
	for _, v := range lists[3] {
		named = append(named, oid(v[0]), oid(v[1]))
	}
	for _, v := range lists[4] {
		o := operatorRow{v[0], oid(v[2]), oid(v[3]), oid(v[4]), oid(v[5]), oid(v[6]), oid(v[7])}
		named = append(named, o.lt, o.rgt)
		g.operators[v[1]] = append(g.operators[v[1]], o)
	}
	if err := g.readTypes(run, named); err != nil {
		return nil, err
	}
	for _, v := range lists[3] {
		g.implicitCast(oid(v[0]), oid(v[1]))
	}
	g.noteValues()
	return g, g.matchHarmless(run, harmless)
}

func (g *global) addTypes(lines [][]string) {
	for _, v := range lines {
		t := newTypeRow(v)
		g.types[t.oid] = t
	}
}

// addCode adds a line of castsSQL and returns the type that a cast comes from.
func (g *global) addCode(v []string) (from uint32) {
	c := codeRow{what: v[1], function: oid(v[2]), context: v[3], from: oid(v[4]), language: v[5]}
	if c.context == "l" && (c.language == "c" || c.language == "internal") {
		return 0
	}
	if id := oid(v[0]); id == 0 {
		g.anywhere = append(g.anywhere, c)
	} else {
		g.own[id] = append(g.own[id], c)
	}
	return c.from
}

// readTypes reads users' types that casts and operators mention, and enough of what these are built of to tell whether
// they are rows or arrays.
func (g *global) readTypes(run roundTrip, named []uint32) error {
	for {
		named = slices.DeleteFunc(named, func(id uint32) bool { return id < firstUser || g.types[id] != nil })
		if len(named) == 0 {
			return nil
		}
		lists, err := run(queryOf(emptyPathSQL), queryOf(typesByOIDSQL, oidArray(named)))
		if err != nil {
			return err
		}
		next := []uint32{}
		for _, v := range lists[1] {
			t := newTypeRow(v)
			g.types[t.oid] = t
			next = append(next, t.base, t.element)
		}
		for _, id := range named {
			if g.types[id] == nil {
				g.types[id] = &typeRow{oid: id} // gone by now: the print has changed, too
			}
		}
		named = next
	}
}

// implicitCast notes which type becomes which by an implicit cast.
func (g *global) implicitCast(source, target uint32) {
	if g.isRow(source) {
		g.rowTargets[target] = true
	}
	// A type that is the target of an implicit cast may have values that come from its sources.
	g.castTarget[target] = true
}

// noteValues finds the users' types whose values matter to a cast or an operator.
func (g *global) noteValues() {
	note := func(id uint32) {
		if t := g.valuesOf(id); t != 0 {
			g.castFrom[t] = true
		}
	}
	for _, list := range g.own {
		for _, c := range list {
			note(c.from)
		}
	}
	for _, list := range g.operators {
		for _, o := range list {
			note(o.lt)
			note(o.rgt)
		}
	}
}

// valuesOf is the user's type that there must be values of for there to be
// values of type id: an array is made of its elements. 0: anything will do,
// since values of other types become those without being asked, or are made
// into them by built-in functions.
func (g *global) valuesOf(id uint32) uint32 {
	t := g.types[id]
	if t != nil && t.element != 0 && t.kind == "b" {
		id, t = t.element, g.types[t.element]
	}
	if t == nil || id < firstUser || t.kind == "m" || g.castTarget[id] {
		return 0
	}
	return id
}

// isRow reports whether a type is composite, or a domain over such a one.
func (g *global) isRow(id uint32) bool {
	t := g.types[id]
	for t != nil && t.kind == "d" {
		t = g.types[t.base]
	}
	return t != nil && t.kind == "c"
}

// matchHarmless finds the entries of the allow-list that name no function.
func (g *global) matchHarmless(run roundTrip, entries []string) error {
	if len(entries) == 0 {
		return nil
	}
	list := newAllowList(entries)
	var names []string
	for entry := range list {
		names = append(names, entry)
		if i := strings.LastIndexByte(entry, '('); i >= 0 {
			names = append(names, entry[:i])
		}
	}
	lists, err := run(queryOf(emptyPathSQL), queryOf(signaturesSQL, query.Array(names)))
	if err != nil {
		return err
	}
	for _, v := range lists[1] {
		list.has(v[0], v[1])
	}
	g.unmatched = list.unmatched()
	return nil
}
