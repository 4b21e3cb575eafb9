package postgres

import (
	"slices"

	"github.com/sallyportdb/sallyport/providers"
)

// usersOID finds a number from 16384 up in the text of a parsed expression. Where
// there is none, the expression uses nothing that users made: what of it the
// planner folds are immutable built-ins. Positions in the text and the like
// are found, too; that only means to look at an expression for nothing.
const usersOID = `~ '(^|[^0-9])(1638[4-9]|1639[0-9]|16[4-9][0-9]{2}|1[7-9][0-9]{3}|[2-9][0-9]{4}|[0-9]{6,})([^0-9]|$)'`

// rulesSQL and policiesSQL list code of relations as tableCodeSQL does, of those
// rules and policies that are given. Reading policies run for every event:
// RETURNING and WHERE read.
const (
	rulesSQL = `
SELECT ev_class, 'rule ' || rulename || ' on ', '',
  CASE ev_type WHEN '1' THEN 1 WHEN '3' THEN 2 WHEN '2' THEN 4 ELSE 8 END, '', pg_catalog.pg_get_ruledef(oid), NULL
FROM pg_catalog.pg_rewrite WHERE oid = ANY ($1::oid[]) ORDER BY ev_class, rulename`
	policiesSQL = `
SELECT polrelid, 'policy ' || polname || ' on ', '', CASE polcmd WHEN 'a' THEN 2 WHEN 'w' THEN 6 WHEN 'd' THEN 8 ELSE 15 END, '',
  'SELECT ' || pg_catalog.concat_ws(', ', '(' || pg_catalog.pg_get_expr(polqual, polrelid) || ')',
    '(' || pg_catalog.pg_get_expr(polwithcheck, polrelid) || ')'), NULL
FROM pg_catalog.pg_policy WHERE oid = ANY ($1::oid[]) ORDER BY polrelid, polname`
)

// tableCodeSQL lists the code of relations, without the text of those in the array
// $1: relation, for people before and
// after its name, when it runs (a providers.Event), kind, SQL or functions. The
// kinds are 'f' for what is only folded, 'c' for functions that count only if
// they are not in C (see typeCodeSQL), 's' for what also runs where a parent of
// the table is used ('f' and 'c' do, too).
const tableCodeSQL = `
WITH class_code AS (
  SELECT c.oid AS class, p.amproc::oid AS function FROM pg_catalog.pg_opclass c
  JOIN pg_catalog.pg_amproc p ON p.amprocfamily = c.opcfamily WHERE p.amproc::oid >= 16384
  UNION SELECT c.oid, o.oprcode::oid FROM pg_catalog.pg_opclass c JOIN pg_catalog.pg_amop a ON a.amopfamily = c.opcfamily
  JOIN pg_catalog.pg_operator o ON o.oid = a.amopopr WHERE o.oprcode::oid >= 16384
)
SELECT d.adrelid AS relation, CASE a.attgenerated WHEN '' THEN 'default of ' ELSE 'generated column ' END AS before, '.' || a.attname AS after,
  CASE a.attgenerated WHEN 'v' THEN 0 ELSE 6 END, CASE a.attgenerated WHEN 'v' THEN 's' ELSE '' END,
  CASE WHEN d.adrelid = ANY ($1::oid[]) THEN NULL ELSE 'SELECT ' || pg_catalog.pg_get_expr(d.adbin, d.adrelid) END, NULL
FROM pg_catalog.pg_attrdef d JOIN pg_catalog.pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
UNION ALL
SELECT a.attrelid, 'default of domain ' || pg_catalog.format_type(t.oid, NULL) || ' of ', '.' || a.attname, 6, '',
  'SELECT ' || pg_catalog.pg_get_expr(t.typdefaultbin, 0), NULL
FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
WHERE t.typtype = 'd' AND t.typdefaultbin IS NOT NULL AND a.attnum > 0 AND NOT a.attisdropped
UNION ALL
SELECT conrelid, 'check ' || conname || ' of ', '', 0, 'f', CASE WHEN conrelid = ANY ($1::oid[]) THEN NULL ELSE 'SELECT ' || pg_catalog.pg_get_expr(conbin, conrelid) END, NULL
FROM pg_catalog.pg_constraint WHERE contype = 'c' AND conrelid <> 0 AND conbin::text ` + usersOID + `
UNION ALL
SELECT indrelid, 'index ' || indexrelid::regclass || ' of ', '', 0, 'f',
  CASE WHEN indrelid = ANY ($1::oid[]) THEN NULL
    ELSE 'SELECT ' || pg_catalog.concat_ws(', ', pg_catalog.pg_get_expr(indexprs, indrelid), pg_catalog.pg_get_expr(indpred, indrelid)) END, NULL
FROM pg_catalog.pg_index WHERE pg_catalog.concat(indexprs, ' ', indpred) ` + usersOID + `
UNION ALL
SELECT partrelid, 'partition key of ', '', 0, 'f', CASE WHEN partrelid = ANY ($1::oid[]) THEN NULL ELSE 'SELECT ' || pg_catalog.pg_get_expr(partexprs, partrelid) END, NULL
FROM pg_catalog.pg_partitioned_table WHERE partexprs::text ` + usersOID + `
UNION ALL
SELECT i.indrelid, 'operator class of an index of ', '', 0, 'c', NULL, c.function::text
FROM pg_catalog.pg_index i JOIN class_code c ON c.class = ANY (i.indclass::oid[])
UNION ALL
SELECT t.partrelid, 'operator class of the partition key of ', '', 0, 'c', NULL, c.function::text
FROM pg_catalog.pg_partitioned_table t JOIN class_code c ON c.class = ANY (t.partclass::oid[])
UNION ALL
SELECT conrelid, 'constraint ' || conname || ' of ', '', 6, '', NULL, o.oprcode::oid::text
FROM pg_catalog.pg_constraint JOIN pg_catalog.pg_operator o ON o.oid = ANY (conexclop) WHERE o.oprcode::oid >= 16384`

const statisticsSQL = `
UNION ALL
SELECT stxrelid, 'statistics ' || stxname || ' of ', '', 0, 'f', CASE WHEN stxrelid = ANY ($1::oid[]) THEN NULL ELSE 'SELECT ' || pg_catalog.pg_get_expr(stxexprs, stxrelid) END, NULL
FROM pg_catalog.pg_statistic_ext WHERE stxexprs::text ` + usersOID

// hideInRelations tells what the use of relations runs: code of their own, and
// what the types of their columns and of their rows run without being named. It
// needs all types and functions.
func (l *loader) hideInRelations() {
	l.spellCode("rule", rulesSQL, l.read("SELECT oid, ev_class FROM pg_catalog.pg_rewrite WHERE ev_enabled <> 'D' AND (ev_type <> '1' OR rulename <> '_RETURN') ORDER BY oid"))
	l.spellCode("policy", policiesSQL, l.read("SELECT p.oid, p.polrelid FROM pg_catalog.pg_policy p JOIN pg_catalog.pg_class c ON c.oid = p.polrelid WHERE c.relrowsecurity ORDER BY p.oid"))
	l.sparing(tableCodeSQL+l.since14(statisticsSQL, "")+" ORDER BY relation, before, after", l.tableCode)
	for id, r := range l.relationsByID {
		if t := l.typeFacts[l.rowTypes[id]]; t != nil {
			r.Hidden = append(r.Hidden, t.inTable()...)
			r.Types = t.from
		}
	}
	l.each("SELECT inhparent, inhrelid FROM pg_catalog.pg_inherits ORDER BY inhparent, inhseqno, inhrelid", func(v []string) {
		parent, child := l.relationsByID[oid(v[0])], l.relationsByID[oid(v[1])]
		if parent != nil && child != nil && child.Kind != "index" {
			parent.children = append(parent.children, child)
		}
	})
	for _, r := range l.relationsByID {
		r.Children = r.kept()
	}
}

// spellCode spells out code of tables; each line of objects is one with its table.
func (l *loader) spellCode(kind, sql string, objects [][]string) {
	oids, tables := make([]string, len(objects)), map[string]string{}
	for i, o := range objects {
		oids[i], tables[o[0]] = o[0], o[1]
	}
	l.spell(sql, oids, l.tableCode, func(object string) {
		if r := l.relationsByID[oid(tables[object])]; r != nil {
			r.Hidden = append(r.Hidden, providers.Hidden{What: "a " + kind + " on " + r.Schema + "." + r.Name, Unread: true})
		}
	})
}

func (l *loader) tableCode(v []string) {
	r := l.relationsByID[oid(v[0])]
	if r == nil {
		return // temporary, or a composite type
	}
	h := providers.Hidden{What: v[1] + r.Schema + "." + r.Name + v[2], When: providers.Event(number(v[3])), SQL: v[5]}
	switch {
	case v[5] != "":
	case v[6] != "":
		h.Call = l.called(v[6])
	default:
		h.Unread = true
	}
	switch v[4] {
	case "f":
		h.Folded = true
	case "c":
		if h.Call != nil && (h.Call.Language == "c" || h.Call.Language == "internal") {
			return
		}
	}
	r.Hidden = append(r.Hidden, h)
	if v[4] != "" {
		r.shared = append(r.shared, h)
	}
}

// inTable is what a table with columns of the type (or with rows of it) runs.
func (t *typeFacts) inTable() []providers.Hidden {
	var list []providers.Hidden
	for _, c := range t.all {
		if !c.named {
			h := c.Hidden
			h.When = c.table
			if !slices.Contains(list, h) { // a cast belongs to both its ends
				list = append(list, h)
			}
		}
	}
	return list
}

// kept are the children that matter where the relation is used, with what of
// them does.
func (r *relationFacts) kept() []*providers.Relation {
	if r.visited {
		return r.below
	}
	r.visited = true
	for _, child := range r.children {
		below := child.kept()
		if child.Kind == "foreign table" || len(child.shared) > 0 || len(below) > 0 {
			relation := *child.Relation
			relation.Hidden, relation.Children = child.shared, below
			r.below = append(r.below, &relation)
		}
	}
	return r.below
}
