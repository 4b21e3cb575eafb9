package catalog

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

const relationKind = `CASE WHEN c.relkind = 'v' THEN 'view' WHEN c.relkind = 'm' THEN 'materialized view' WHEN c.relkind = 'f' THEN 'foreign table'
    WHEN c.relkind = 'S' THEN 'sequence' WHEN c.relkind = 'i' THEN 'index' WHEN c.relkind = 'I' THEN 'index' WHEN c.relkind = 't' THEN 'toast table' WHEN c.relkind = 'c' THEN 'type' ELSE 'table' END`

// relationsSQL lists what relations of some names ($1 schemas, $2 names) lead to. The columns before the print say what the
// relation has, so that nobody asks for what it has not: heirs; rules; policies; checks, indexes or a partition key; a table that it
// is a part, an heir, an index or a sequence of; triggers of its own or of an heir. The server sets these flags before what they tell of is there.
const relationsSQL = `
SELECT w.schema, w.name, c.oid, ` + relationKind + `,
  c.oid < 16384 AND n.nspname = ANY ('{pg_catalog,information_schema}'), c.reltype, c.relhassubclass, c.relhasrules, c.relrowsecurity, c.relhasindex OR c.relchecks > 0 OR c.relkind = 'p',
  c.relkind = ANY ('{S,i,I}') OR EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhrelid = c.oid), c.relhastriggers OR c.relhassubclass, ` + printRelation + `
FROM ROWS FROM (pg_catalog.unnest($1::text[]), pg_catalog.unnest($2::text[])) w(schema, name)
JOIN pg_catalog.pg_namespace n ON n.nspname = w.schema::name
JOIN pg_catalog.pg_class c ON c.relname = w.name::name AND c.relnamespace = n.oid`

// heirsSQL lists the partitions and heirs of some relations, however far down.
const heirsSQL = `
WITH RECURSIVE heirs(oid, parent, place) AS (
  SELECT i.inhrelid, i.inhparent, i.inhseqno FROM pg_catalog.pg_inherits i WHERE i.inhparent = ANY ($1::oid[])
  UNION SELECT i.inhrelid, i.inhparent, i.inhseqno FROM heirs h JOIN pg_catalog.pg_class k ON k.oid = h.oid AND k.relhassubclass
    JOIN pg_catalog.pg_inherits i ON i.inhparent = k.oid)
SELECT h.parent, n.nspname, c.relname, c.oid, ` + relationKind + `, c.reltype
FROM heirs h JOIN pg_catalog.pg_class c ON c.oid = h.oid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind <> ALL ('{i,I}') ORDER BY h.parent, h.place, c.oid`

// columnsSQL lists the columns of relations. A column of a domain has the type below the domain; if
// that is a domain itself, it stays one.
const columnsSQL = `
SELECT a.attrelid, a.attname, coalesce(b.oid, t.oid), CASE WHEN b.oid IS NULL THEN a.atttypmod ELSE t.typtypmod END,
  pg_catalog.format_type(a.atttypid, a.atttypmod), coalesce(c.collisdeterministic, true),
  CASE WHEN coalesce(b.typtype, t.typtype) = 'e' THEN (SELECT pg_catalog.json_agg(e.enumlabel ORDER BY e.enumsortorder)
    FROM pg_catalog.pg_enum e WHERE e.enumtypid = coalesce(b.oid, t.oid)) END,
  t.typtype, t.typname, CASE WHEN t.typtype = ANY ('{d,e}') THEN (SELECT n.nspname FROM pg_catalog.pg_namespace n WHERE n.oid = t.typnamespace) END
FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_type b ON t.typtype = 'd' AND b.oid = t.typbasetype
LEFT JOIN pg_catalog.pg_collation c ON c.oid = a.attcollation
WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attrelid, a.attnum`

// viewsSQL spells out views, unless $2 says that another session has locked what they use.
const viewsSQL = `SELECT c.oid, CASE WHEN $2::bool THEN pg_catalog.pg_get_viewdef(c.oid) END FROM pg_catalog.pg_class c WHERE c.oid = ANY ($1::oid[]) AND c.relkind = ANY ('{v,m}')`

// printsOfNamed are the prints of the relations, and of the functions and types of users, that texts name, where named has them.
const printsOfNamed = `
SELECT n.start, 'c', c.oid, ` + printRelation + ` FROM named n JOIN pg_catalog.pg_class c ON c.oid = n.id WHERE n.class = 'pg_catalog.pg_class'::pg_catalog.regclass
UNION ALL SELECT n.start, 'p', p.oid, ` + printFunction + ` FROM named n JOIN pg_catalog.pg_proc p ON p.oid = n.id WHERE n.class = 'pg_catalog.pg_proc'::pg_catalog.regclass AND p.oid >= 16384
UNION ALL SELECT n.start, 'y', t.oid, ` + printType + ` FROM named n JOIN pg_catalog.pg_type t ON t.oid = n.id WHERE n.class = 'pg_catalog.pg_type'::pg_catalog.regclass AND t.oid >= 16384`

// namedSQL lists the relations, and the functions and types of users, that the texts of views, rules, policies, defaults, constraints, indexes, partition
// keys and statistics of some relations name, with their prints. The server spells a text with the names of today, so the answer rests on what has the
// names. It is asked before the texts are.
const namedSQL = `
WITH spelled(start, class, id, queries) AS MATERIALIZED (
  SELECT x.ev_class, 'pg_catalog.pg_rewrite'::pg_catalog.regclass, x.oid, true FROM pg_catalog.pg_rewrite x WHERE x.ev_class = ANY ($1::oid[])
  UNION ALL SELECT x.polrelid, 'pg_catalog.pg_policy'::pg_catalog.regclass, x.oid, true FROM pg_catalog.pg_policy x WHERE x.polrelid = ANY ($1::oid[])
  UNION ALL SELECT x.adrelid, 'pg_catalog.pg_attrdef'::pg_catalog.regclass, x.oid, false FROM pg_catalog.pg_attrdef x WHERE x.adrelid = ANY ($1::oid[])
  UNION ALL SELECT x.conrelid, 'pg_catalog.pg_constraint'::pg_catalog.regclass, x.oid, false FROM pg_catalog.pg_constraint x WHERE x.conrelid = ANY ($1::oid[]) AND x.contype = ANY ('{c,x}')
  UNION ALL SELECT x.indrelid, 'pg_catalog.pg_class'::pg_catalog.regclass, x.indexrelid, false FROM pg_catalog.pg_index x WHERE x.indrelid = ANY ($1::oid[]) AND (x.indexprs IS NOT NULL OR x.indpred IS NOT NULL)
  UNION ALL SELECT x.partrelid, 'pg_catalog.pg_class'::pg_catalog.regclass, x.partrelid, false FROM pg_catalog.pg_partitioned_table x WHERE x.partrelid = ANY ($1::oid[]) AND x.partexprs IS NOT NULL
  UNION ALL SELECT x.stxrelid, 'pg_catalog.pg_statistic_ext'::pg_catalog.regclass, x.oid, false FROM pg_catalog.pg_statistic_ext x WHERE x.stxrelid = ANY ($1::oid[])),
named(start, class, id) AS MATERIALIZED (
  SELECT DISTINCT s.start, d.refclassid, d.refobjid FROM spelled s JOIN pg_catalog.pg_depend d ON d.classid = s.class AND d.objid = s.id
  WHERE d.refobjid <> s.start AND (d.refclassid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.refobjid >= 16384
    OR d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass AND d.refobjid >= 16384 OR d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND s.queries))` + printsOfNamed

// The server finds views and rules by queries of its own, whose operators it looks for by the search path: an operator of users would run.
// So these are spelled out while the path is empty. On the catalog's connection emptyPathSQL comes before them. On a session's own one,
// whose path is the client's, the same queries set the path themselves.
var ownViewsSQL, ownRulesSQL = emptyingPath(viewsSQL), emptyingPath(rulesSQL)

// emptyingPath makes a query spell out its rows by an empty search path. It reads the path once, before that, and restores it with each
// row, in a column behind the others.
func emptyingPath(sql string) string {
	const empties = `$2::bool AND pg_catalog.set_config('search_path', pg_catalog.left((SELECT path FROM saved), 0), true) = ''`
	return `WITH saved AS MATERIALIZED (SELECT pg_catalog.current_setting('search_path') AS path),
spelled AS MATERIALIZED (` + strings.Replace(sql, "$2::bool", empties, 1) + `)
SELECT spelled.*, pg_catalog.set_config('search_path', (SELECT path FROM saved), true) FROM spelled`
}

// parentsSQL lists the relations that some are partitions or heirs of, however far up, and the tables that sequences and
// indexes belong to.
const parentsSQL = `
WITH RECURSIVE above(start, oid) AS (
  SELECT i.inhrelid, i.inhparent FROM pg_catalog.pg_inherits i WHERE i.inhrelid = ANY ($1::oid[])
  UNION ALL SELECT x.indexrelid, x.indrelid FROM pg_catalog.pg_index x WHERE x.indexrelid = ANY ($1::oid[])
  UNION SELECT a.start, i.inhparent FROM above a JOIN pg_catalog.pg_inherits i ON i.inhrelid = a.oid)
SELECT a.start, n.nspname, c.relname FROM above a JOIN pg_catalog.pg_class c ON c.oid = a.oid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind <> ALL ('{i,I}')
UNION ALL
SELECT d.objid, n.nspname, c.relname FROM pg_catalog.pg_depend d
JOIN pg_catalog.pg_class s ON s.oid = d.objid AND s.relkind = 'S'
JOIN pg_catalog.pg_class c ON c.oid = d.refobjid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE d.objid = ANY ($1::oid[]) AND d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass
  AND d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.deptype = ANY ('{a,i}')`

// relationFacts is a relation and what its reading needs.
type relationFacts struct {
	*providers.Relation
	oid      uint32
	row      uint32 // the type of its rows
	print    string
	has      parts
	names    []qualified        // that led to it
	shared   []providers.Hidden // of Hidden, what also runs where a parent is used
	calls    []hiddenCall
	triggers []triggerFacts
	carried  []mark // of the tables that foreign keys carry changes to, and of what the texts of its views, rules, policies and the like name
	children []*relationFacts
	below    []*providers.Relation // of children, those that matter
	visited  bool
	kin      []providers.Name // parents, however far up
}

// parts are what a relation may have.
type parts struct{ heirs, rules, policies, constraints, parents, triggers bool }

// hiddenCall is a place in Hidden whose function is found when all are read.
type hiddenCall struct {
	hidden   providers.Hidden
	function uint32
	shared   bool
	unlessC  bool
}

func (f *fetch) addRelations(lines [][]string) {
	for _, v := range lines {
		name, id := qualified{v[0], v[1]}, oid(v[2])
		r := f.relations[id]
		if r == nil {
			r = &relationFacts{oid: id, row: oid(v[5]), print: v[12]}
			r.has = parts{heirs: v[6] == "t", rules: v[7] == "t", policies: v[8] == "t", constraints: v[9] == "t", parents: v[10] == "t", triggers: v[11] == "t"}
			r.Relation = &providers.Relation{ID: uint64(id), Schema: v[0], Name: v[1], Kind: v[3], Builtin: v[4] == "t"}
			f.relations[id] = r
		}
		r.names = append(r.names, name)
	}
}

// addNamed adds a line of namedSQL.
func (f *fetch) addNamed(v []string) {
	r := f.relations[oid(v[0])]
	r.carried = append(r.carried, mark{oidTag(v[1], oid(v[2])), v[3]})
}

// readRelations reads what belongs to the relations that were found. Of the server's own relations only the columns
// matter, since their code is trusted.
func (f *fetch) readRelations() error {
	var all []uint32
	for id, r := range f.relations {
		if r.Kind != "index" {
			all = append(all, id)
		}
		if !r.Builtin {
			f.useType(r.row)
			f.coded[r.row] = true // the server makes the type of rows: it has no code of its own
		}
	}
	if len(f.relations) == 0 {
		return nil
	}
	if err := f.readHeirs(); err != nil {
		return err
	}
	b := &batch{}
	ask := func(sql string, of []uint32, add func(line []string), args ...string) {
		if len(of) > 0 {
			b.ask(eachLine(add), sql, append([]string{oidArray(of)}, args...)...)
		}
	}
	b.ask(eachLine(f.addColumn), columnsSQL, oidArray(all))
	views := f.users(func(r *relationFacts) bool { return r.Kind == "view" || r.Kind == "materialized view" })
	constrained := f.users(func(r *relationFacts) bool { return r.has.constraints })
	ask(namedSQL, f.users(func(*relationFacts) bool { return true }), f.addNamed)
	ask(viewsSQL, views, f.addView, f.spelling())
	ask(parentsSQL, f.users(func(r *relationFacts) bool { return r.has.parents }), f.addParent)
	ask(rulesSQL, f.users(func(r *relationFacts) bool { return r.has.rules }), f.addTableCode, f.spelling())
	ask(policiesSQL, f.users(func(r *relationFacts) bool { return r.has.policies }), f.addTableCode, f.spelling())
	ask(f.tableCodeSQL(len(constrained) > 0), f.users(func(*relationFacts) bool { return true }), f.addTableCode, f.spelling())
	ask(triggersSQL, f.users(func(r *relationFacts) bool { return r.has.triggers }), f.addTrigger)
	return f.runBatch(b)
}

// users are the relations of users that something is true of.
func (f *fetch) users(wanted func(*relationFacts) bool) (list []uint32) {
	for id, r := range f.relations {
		if !r.Builtin && wanted(r) {
			list = append(list, id)
		}
	}
	return list
}

// addParent adds a line of parentsSQL.
func (f *fetch) addParent(v []string) {
	r := f.relations[oid(v[0])]
	r.kin = append(r.kin, providers.Name{Schema: v[1], Name: v[2]})
}

// addColumn adds a line of columnsSQL.
func (f *fetch) addColumn(v []string) {
	c := providers.TypedColumn{Column: providers.Column{Name: v[1], Type: oid(v[2]), TypeMod: -1, Size: -1, TypeName: v[4]}, Loose: v[5] != "t"}
	if mod, err := strconv.ParseInt(v[3], 10, 32); err == nil {
		c.TypeMod = int32(mod)
	}
	if v[6] != "" && json.Unmarshal([]byte(v[6]), &c.Labels) != nil {
		c.Opaque = true
	}
	switch named := (providers.Name{Schema: v[9], Name: v[8]}); v[7] {
	case "d":
		c.Domain = named
	case "e":
		c.Enum = &providers.Enum{Schema: named.Schema, Name: named.Name, Labels: c.Labels}
	}
	r := f.relations[oid(v[0])]
	r.Columns, r.Typed = append(r.Columns, v[1]), append(r.Typed, c)
}

// readHeirs adds the partitions and heirs of relations.
func (f *fetch) readHeirs() error {
	of := f.users(func(r *relationFacts) bool { return r.has.heirs })
	if len(of) == 0 {
		return nil
	}
	lists, err := f.run(queryOf(heirsSQL, oidArray(of)))
	if err != nil {
		return err
	}
	for _, v := range lists[0] {
		id := oid(v[3])
		if f.relations[id] == nil {
			r := &relationFacts{oid: id, row: oid(v[5]), has: parts{rules: true, policies: true, constraints: true, parents: true}}
			r.Relation = &providers.Relation{ID: uint64(id), Schema: v[1], Name: v[2], Kind: v[4]}
			f.relations[id] = r
		}
		if parent := f.relations[oid(v[0])]; parent != nil {
			parent.children = append(parent.children, f.relations[id])
		}
	}
	return nil
}

func (f *fetch) addView(v []string) {
	r := f.relations[oid(v[0])]
	hidden := providers.Hidden{What: r.Kind + " " + r.Schema + "." + r.Name, OfView: true, SQL: v[1], Unread: v[1] == ""}
	if r.Kind == "materialized view" {
		hidden.When = providers.Update // REFRESH
	}
	r.Hidden = append([]providers.Hidden{hidden}, r.Hidden...)
}

// addTableCode adds a line of tableCodeSQL.
func (f *fetch) addTableCode(v []string) {
	r := f.relations[oid(v[0])]
	h := providers.Hidden{What: v[1] + r.Schema + "." + r.Name + v[2], When: providers.Event(query.Number(v[3])), SQL: v[5], Folded: v[4] == "f", Filters: strings.HasPrefix(v[1], "policy ")}
	if v[1] == generatedColumn {
		h.Computes = strings.TrimPrefix(v[2], ".")
		if r.Computed == nil {
			r.Computed = map[string]string{}
		}
		r.Computed[h.Computes] = strings.TrimPrefix(v[5], "SELECT ")
	}
	function := oid(v[6])
	h.Unread = v[5] == "" && function == 0
	f.useFunction(function)
	r.calls = append(r.calls, hiddenCall{hidden: h, function: function, shared: v[4] != "", unlessC: v[4] == "c"})
}

// hideInRelations tells what the use of relations runs: their own code, and the code that types of their columns and
// rows run without being named. All types and functions must have been read.
func (f *fetch) hideInRelations() {
	for _, r := range f.relations {
		for _, c := range r.calls {
			h := c.hidden
			if c.function != 0 {
				h.Call = f.called(c.function)
				if c.unlessC && (h.Call.Language == "c" || h.Call.Language == "internal") {
					continue
				}
			}
			r.Hidden = append(r.Hidden, h)
			if c.shared {
				r.shared = append(r.shared, h)
			}
		}
		r.Triggers = f.triggersOf(r)
		if t := f.types[r.row]; t != nil && !t.gone && !r.Builtin {
			r.Hidden = append(r.Hidden, f.inTable(r.row)...)
			r.Types = f.castsFrom(r.row)
			for i := range r.Typed {
				r.Typed[i].TellsNames, r.Typed[i].RowsOf = f.tellsNames(r.Typed[i].Type), f.rowsOf(r.Typed[i].Type)
			}
		}
	}
	for _, r := range f.relations {
		r.Children = r.kept()
		r.Kin = r.heirs(r.kin, 0)
	}
}

// heirs adds the partitions and heirs of a relation to a list.
func (r *relationFacts) heirs(to []providers.Name, depth int) []providers.Name {
	for _, child := range r.children {
		if to = append(to, providers.Name{Schema: child.Schema, Name: child.Name}); depth < maxHeirs {
			to = child.heirs(to, depth+1)
		}
	}
	return to
}

// maxHeirs bounds the depth of inheritance that is followed.
const maxHeirs = 32

// kept returns the children that matter to uses of the relation, with the parts of them that matter.
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

// usersOID finds a number from 16384 up in the text of a parsed expression. If there is none, the expression uses nothing
// that users made, and the planner computes only immutable built-in functions of it in advance. Positions in the text
// and the like are found, too; then an expression is looked at in vain.
const usersOID = `OPERATOR(pg_catalog.~) '(^|[^0-9])(1638[4-9]|1639[0-9]|16[4-9][0-9]{2}|1[7-9][0-9]{3}|[2-9][0-9]{4}|[0-9]{6,})([^0-9]|$)'`

// rulesSQL and policiesSQL list code of relations as tableCodeSQL does. Reading
// policies run for every event: RETURNING and WHERE read.
const (
	rulesSQL = `
SELECT ev_class, 'rule ' || rulename || ' on ', '',
  CASE WHEN ev_type = '1' THEN 1 WHEN ev_type = '3' THEN 2 WHEN ev_type = '2' THEN 4 ELSE 8 END, '', CASE WHEN $2::bool THEN pg_catalog.pg_get_ruledef(oid) END, NULL
FROM pg_catalog.pg_rewrite WHERE ev_class = ANY ($1::oid[]) AND ev_enabled <> 'D' AND (ev_type <> '1' OR rulename <> '_RETURN') ORDER BY ev_class, rulename`
	policiesSQL = `
SELECT polrelid, 'policy ' || polname || ' on ', '', CASE WHEN polcmd = 'a' THEN 2 WHEN polcmd = 'w' THEN 6 WHEN polcmd = 'd' THEN 8 ELSE 15 END, '',
  CASE WHEN $2::bool THEN 'SELECT ' || pg_catalog.concat_ws(', ', '(' || pg_catalog.pg_get_expr(polqual, polrelid) || ')',
    '(' || pg_catalog.pg_get_expr(polwithcheck, polrelid) || ')') END, NULL
FROM pg_catalog.pg_policy p JOIN pg_catalog.pg_class c ON c.oid = p.polrelid WHERE p.polrelid = ANY ($1::oid[]) AND c.relrowsecurity ORDER BY polrelid, polname`
)

// generatedColumn stands before the name of a generated column in tableCode.
const generatedColumn = "generated column "

// tableCode and what is added to it list the code of relations ($1), spelled out unless $2 says otherwise. The columns: relation, text for
// people before its name and after it, when the code runs (a providers.Event), kind, SQL or functions. The kinds are 'f'
// for code that the planner only computes in advance, 'c' for functions that count only if they are not in C (see
// castsSQL), and 's' for code that also runs if a parent of the table is used. The code of 'f' and 'c' runs then, too.
const (
	tableCode = `
SELECT d.adrelid AS relation, CASE WHEN a.attgenerated = '' THEN 'default of ' ELSE '` + generatedColumn + `' END AS before, '.' || a.attname AS after,
  CASE WHEN a.attgenerated = 'v' THEN 0 ELSE 6 END, CASE WHEN a.attgenerated = 'v' THEN 's' ELSE '' END,
  CASE WHEN $2::bool THEN 'SELECT ' || pg_catalog.pg_get_expr(d.adbin, d.adrelid) END, NULL
FROM pg_catalog.pg_attrdef d JOIN pg_catalog.pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum WHERE d.adrelid = ANY ($1::oid[])
UNION ALL
SELECT a.attrelid, 'default of domain ' || pg_catalog.format_type(t.oid, NULL) || ' of ', '.' || a.attname, 6, '',
  'SELECT ' || pg_catalog.pg_get_expr(t.typdefaultbin, 0), NULL
FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
WHERE a.attrelid = ANY ($1::oid[]) AND t.typtype = 'd' AND t.typdefaultbin IS NOT NULL AND a.attnum > 0 AND NOT a.attisdropped`

	// classCode stands before the others where constraintCode is among them.
	classCode = `
WITH class_code AS MATERIALIZED (
  SELECT c.oid AS class, p.amproc::oid AS function FROM pg_catalog.pg_opclass c
  JOIN pg_catalog.pg_amproc p ON p.amprocfamily = c.opcfamily WHERE p.amproc::oid >= 16384
  UNION SELECT c.oid, o.oprcode::oid FROM pg_catalog.pg_opclass c JOIN pg_catalog.pg_amop a ON a.amopfamily = c.opcfamily
  JOIN pg_catalog.pg_operator o ON o.oid = a.amopopr WHERE o.oid >= 16384 AND o.oprcode::oid >= 16384
)`
	constraintCode = `
UNION ALL
SELECT conrelid, 'check ' || conname || ' of ', '', 0, 'f', CASE WHEN $2::bool THEN 'SELECT ' || pg_catalog.pg_get_expr(conbin, conrelid) END, NULL
FROM pg_catalog.pg_constraint WHERE conrelid = ANY ($1::oid[]) AND contype = 'c' AND conbin::text ` + usersOID + `
UNION ALL
SELECT indrelid, 'index ' || indexrelid::regclass::text || ' of ', '', 0, 'f',
  CASE WHEN $2::bool THEN 'SELECT ' || pg_catalog.concat_ws(', ', pg_catalog.pg_get_expr(indexprs, indrelid), pg_catalog.pg_get_expr(indpred, indrelid)) END, NULL
FROM pg_catalog.pg_index WHERE indrelid = ANY ($1::oid[]) AND pg_catalog.concat(indexprs, ' ', indpred) ` + usersOID + `
UNION ALL
SELECT partrelid, 'partition key of ', '', 0, 'f', CASE WHEN $2::bool THEN 'SELECT ' || pg_catalog.pg_get_expr(partexprs, partrelid) END, NULL
FROM pg_catalog.pg_partitioned_table WHERE partrelid = ANY ($1::oid[]) AND partexprs::text ` + usersOID + `
UNION ALL
SELECT i.indrelid, 'operator class of an index of ', '', 0, 'c', NULL, c.function::text
FROM pg_catalog.pg_index i JOIN class_code c ON c.class = ANY (i.indclass::oid[]) WHERE i.indrelid = ANY ($1::oid[])
UNION ALL
SELECT t.partrelid, 'operator class of the partition key of ', '', 0, 'c', NULL, c.function::text
FROM pg_catalog.pg_partitioned_table t JOIN class_code c ON c.class = ANY (t.partclass::oid[]) WHERE t.partrelid = ANY ($1::oid[])
UNION ALL
SELECT conrelid, 'constraint ' || conname || ' of ', '', 6, '', NULL, o.oprcode::oid::text
FROM pg_catalog.pg_constraint JOIN pg_catalog.pg_operator o ON o.oid = ANY (conexclop) WHERE conrelid = ANY ($1::oid[]) AND o.oprcode::oid >= 16384`

	statisticsCode = `
UNION ALL
SELECT stxrelid, 'statistics ' || stxname || ' of ', '', 0, 'f', CASE WHEN $2::bool THEN 'SELECT ' || pg_catalog.pg_get_expr(stxexprs, stxrelid) END, NULL
FROM pg_catalog.pg_statistic_ext WHERE stxrelid = ANY ($1::oid[]) AND stxexprs::text ` + usersOID

	tableCodeOrder = " ORDER BY relation, before, after"
)

// tableCodeSQL lists the code of relations; that of their constraints, indexes and partition keys only if some have any.
func (f *fetch) tableCodeSQL(constrained bool) string {
	sql := tableCode
	if constrained {
		sql = classCode + sql + constraintCode
	}
	if f.global.major >= 14 {
		sql += statisticsCode
	}
	return sql + tableCodeOrder
}
