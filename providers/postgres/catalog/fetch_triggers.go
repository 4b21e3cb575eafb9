package catalog

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// triggersSQL lists what changes of some relations ($1) run by triggers of users: their own, those of their heirs and partitions, and
// those of the tables that foreign keys carry a change to. root is the change of the relation that leads there (a providers.Event; 0: any,
// the trigger is the relation's own or an heir's), and op what is done there then. The update of a partitioned table may move a row, which
// is a DELETE and an INSERT of partitions. The columns: relation; root; op; whether a row may move; the table of the trigger, with its
// print; whether it is an heir with columns of its own, or another table; tgtype; whether it may be deferred; function; the search path of
// the function. In the place of a function stands 0 for the constraints of a table that a foreign key leads to, where they run code of
// users. The actions of foreign keys are functions of the server's, whose numbers are the same in every version (pg_proc.dat).
const triggersSQL = `
WITH RECURSIVE actions(action, event, op) AS (VALUES (1646, 8, 8), (1647, 4, 4), (1650, 8, 4), (1651, 4, 4), (1652, 8, 4), (1653, 4, 4)),
reached(start, oid, root, op) AS (
  SELECT c.oid, c.oid, 0, 0 FROM pg_catalog.pg_class c WHERE c.oid = ANY ($1::oid[])
  UNION SELECT r.start, n.oid, n.root, n.op FROM reached r JOIN pg_catalog.pg_class k ON k.oid = r.oid CROSS JOIN LATERAL (
    SELECT i.inhrelid, r.root, r.op FROM pg_catalog.pg_inherits i WHERE k.relhassubclass AND i.inhparent = r.oid
    UNION ALL SELECT t.tgconstrrelid, CASE WHEN r.root <> 0 THEN r.root WHEN a.event = 8 AND (k.relispartition OR k.relkind = 'p') THEN 12 ELSE a.event END, a.op
    FROM pg_catalog.pg_trigger t JOIN actions a ON t.tgfoid = a.action::oid
    WHERE k.relhastriggers AND t.tgrelid = r.oid AND (r.root = 0 OR r.op = a.event OR r.op = 4 AND (k.relispartition OR k.relkind = 'p'))) n(oid, root, op))
SELECT r.start, r.root, r.op, c.relispartition OR c.relkind = 'p', c.oid, CASE WHEN r.root <> 0 THEN ` + printRelation + ` END, s.nspname || '.' || c.relname, r.oid <> r.start AND NOT c.relispartition OR r.root <> 0,
  f.name, f.type, f.late, f.function, f.path
FROM reached r JOIN pg_catalog.pg_class c ON c.oid = r.oid JOIN pg_catalog.pg_namespace s ON s.oid = c.relnamespace
LEFT JOIN LATERAL (
  SELECT t.tgname::text, t.tgtype::text, t.tgdeferrable::text, t.tgfoid::text, (
    SELECT pg_catalog.substr(one, 13) FROM pg_catalog.pg_proc p CROSS JOIN pg_catalog.unnest(p.proconfig) one WHERE p.oid = t.tgfoid AND one LIKE 'search\_path=%')
  FROM pg_catalog.pg_trigger t LEFT JOIN pg_catalog.pg_index i ON i.indexrelid = t.tgconstrindid
  WHERE c.relhastriggers AND t.tgrelid = c.oid AND t.tgenabled <> 'D' AND (t.tgfoid::oid >= 16384 OR t.tgdeferrable AND (i.indexprs IS NOT NULL OR i.indpred IS NOT NULL))
  UNION ALL SELECT '', '28', 'false', '0', NULL WHERE r.root <> 0 AND (
    EXISTS (SELECT FROM pg_catalog.pg_constraint x WHERE x.conrelid = c.oid AND x.contype = 'c' AND x.conbin::text ` + usersOID + `)
    OR EXISTS (SELECT FROM pg_catalog.pg_index x WHERE x.indrelid = c.oid AND pg_catalog.concat(x.indexprs, ' ', x.indpred) ` + usersOID + `)
    OR EXISTS (SELECT FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attgenerated <> '' AND d.adbin::text ` + usersOID + `)
    OR EXISTS (SELECT FROM pg_catalog.pg_partitioned_table x WHERE x.partrelid = c.oid AND x.partexprs::text ` + usersOID + `)
    OR EXISTS (SELECT FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_constraint x ON x.contypid = a.atttypid WHERE a.attrelid = c.oid AND x.conbin::text ` + usersOID + `))
) f(name, type, late, function, path) ON true
WHERE f.name IS NOT NULL OR r.root <> 0 ORDER BY r.start, 7, f.name`

// triggerFacts is a trigger whose function is found when all are read.
type triggerFacts struct {
	providers.Trigger
	function uint32
	alien    bool // it belongs to a table whose columns are not those of the relation
}

// The bits of pg_trigger.tgtype.
const (
	firesOnInsert = 1 << 2
	firesOnDelete = 1 << 3
	firesOnUpdate = 1 << 4
)

// addTrigger adds a line of triggersSQL.
func (f *fetch) addTrigger(v []string) {
	r := f.relations[oid(v[0])]
	root := providers.Event(query.Number(v[1]))
	if root != 0 {
		r.carried = append(r.carried, mark{oidTag("c", oid(v[4])), v[5]})
	}
	if v[9] == "" { // the table has none
		return
	}
	when := whenFired(root, providers.Event(query.Number(v[2])), query.Number(v[9]), v[3] == "t")
	if when == 0 {
		return
	}
	t := triggerFacts{
		Trigger:  providers.Trigger{What: "trigger " + v[8] + " on " + v[6], When: when, Deferred: v[10] == "true", Pathed: v[12] != "", Last: isLast(v[12])},
		function: oid(v[11]), alien: v[7] == "t",
	}
	if t.function == 0 {
		t.What = "constraints of " + v[6]
	}
	same := func(known triggerFacts) bool { // partitions have the triggers of their parent
		return known.function == t.function && t.function != 0 && known.alien == t.alien && known.When == when && known.Deferred == t.Deferred
	}
	if slices.ContainsFunc(r.triggers, same) {
		return
	}
	f.useFunction(t.function)
	r.triggers = append(r.triggers, t)
}

// whenFired returns the changes of a relation that fire a trigger of a type, which is the relation's own, or an heir's (root 0), or one of
// a table where the change root of the relation does op. Where rows may move, an UPDATE deletes and inserts.
func whenFired(root, op providers.Event, tgtype int, moves bool) (when providers.Event) {
	for bit, event := range map[int]providers.Event{firesOnInsert: providers.Insert, firesOnDelete: providers.Delete, firesOnUpdate: providers.Update} {
		if tgtype&bit != 0 {
			when |= event
		}
	}
	if moves && when != 0 {
		when |= providers.Update
	}
	switch {
	case root == 0:
		return when
	case when&op != 0:
		return root
	}
	return 0
}

// triggersOf tells what changes of a relation run by triggers. All functions must have been read.
func (f *fetch) triggersOf(r *relationFacts) []providers.Trigger {
	list := make([]providers.Trigger, 0, len(r.triggers))
	for _, t := range r.triggers {
		one := t.Trigger
		switch own := f.functions[t.function]; {
		case own != nil && own.Builtin: // it evaluates the expressions of an index
			one.Call = own.Function
		case t.function != 0 && !t.alien:
			one.Call = f.called(t.function)
		}
		list = append(list, one)
	}
	return list
}

// isLast reports whether a search path, as pg_proc.proconfig spells it, has the temporary schema at its end alone. Where it does not name
// that schema, the server looks there first.
func isLast(path string) bool {
	parts := strings.Split(path, ",") // the name of a schema with a comma in it makes parts that are no temporary schema
	last := len(parts) - 1
	for i, part := range parts {
		switch part = strings.TrimSpace(part); {
		case i == last:
			return part == "pg_temp" || part == `"pg_temp"`
		case strings.EqualFold(strings.Trim(part, `"`), "pg_temp"):
			return false
		}
	}
	return false
}

// turnedBy reports what may give names another meaning to the session than to a new session of its login: it has temporary
// relations, or another search path, or one that names schemas which others may make.
func (v *view) turnedBy() (path, temporary bool) {
	if v.in.Path == nil {
		return false, false
	}
	isTemporary := func(in string) bool { return strings.HasPrefix(in, "pg_temp_") }
	return v.in.Absent || !slices.Equal(slices.DeleteFunc(slices.Clone(v.in.Path), isTemporary), v.globals().path), slices.ContainsFunc(v.in.Path, isTemporary)
}

// turn returns a relation as the session sees it.
func (v *view) turn(r *providers.Relation) providers.Relation {
	seen := *r
	path, temporary := v.turnedBy()
	if seen.Turned = path || temporary; !seen.Turned {
		return seen
	}
	seen.Triggers = turned(r.Triggers, path, temporary)
	return seen
}

// turned are triggers where names may mean something of the session's own.
func turned(list []providers.Trigger, path, temporary bool) []providers.Trigger {
	list = slices.Clone(list)
	for i := range list {
		t := &list[i]
		t.Turned = path && !t.Pathed || temporary && !t.Last
	}
	return list
}

// Defining returns the event triggers that DDL fires.
func (v *view) Defining() []providers.Trigger {
	v.open()
	v.rest([]mark{{globalTag, v.globals().print}})
	path, temporary := v.turnedBy()
	return turned(v.globals().defining, path, temporary)
}
