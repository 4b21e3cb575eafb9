package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// A mark is one thing that an answer of the catalog rests on, and the print that
// it had: "c 16385", the relation with that OID, with a text that changes when
// anything changes that the fetch reads of it. The kinds of marks are
//
//	g           schemas, whose names decide what a search path leads to, users' operators, collations, casts, operator classes, languages and event triggers (with their functions), all of them
//	r schema.name  the OID that the name of a relation leads to; no print: nowhere
//	c oid       a relation with its rules, columns, policies, indexes, triggers, heirs…
//	f name      the functions of that name, in whatever schema
//	p oid       a function
//	t name      the types and collations of that name
//	y oid       a type
//
// A row of a system table that is new or altered has a newer xmin. What comes
// and goes with a row of another table is not looked at: pg_aggregate, pg_range
// and pg_partitioned_table.
type mark struct{ tag, print string }

const globalTag = "g"

func relationTag(schema, name string) string {
	return "r" + strconv.Itoa(len(schema)) + " " + schema + "." + name
}
func functionTag(name string) string { return "f " + name }
func typeTag(name string) string     { return "t " + name }
func oidTag(kind string, oid uint32) string {
	return kind + " " + strconv.FormatUint(uint64(oid), 10)
}

// printSchema begins the print of the schema with the OID that follows. Who renames a schema renames what is in it.
const printSchema = `(SELECT x.xmin::text FROM pg_catalog.pg_namespace x WHERE x.oid = `

// printRelation is the print of the relation c.
const printRelation = `CASE WHEN c.oid < 16384 THEN c.xmin::text ELSE pg_catalog.concat_ws(' ', c.xmin, ` + printSchema + `c.relnamespace),
    coalesce((SELECT pg_catalog.string_agg(x.xmin::text, ',' ORDER BY x.oid) FROM pg_catalog.pg_rewrite x WHERE x.ev_class = c.oid), '-'),
    coalesce((SELECT count(*)::text || '.' || sum(x.xmin::text::bigint)::text FROM pg_catalog.pg_attribute x WHERE x.attrelid = c.oid AND x.attnum > 0), '-'),
    coalesce((SELECT count(*)::text || '.' || sum(x.xmin::text::bigint)::text FROM pg_catalog.pg_attrdef x WHERE x.adrelid = c.oid), '-'),
    coalesce((SELECT pg_catalog.string_agg(x.xmin::text, ',' ORDER BY x.oid) FROM pg_catalog.pg_policy x WHERE x.polrelid = c.oid), '-'),
    coalesce((SELECT count(*)::text || '.' || sum(x.xmin::text::bigint)::text FROM pg_catalog.pg_constraint x WHERE x.conrelid = c.oid), '-'),
    coalesce((SELECT count(*)::text || '.' || sum(x.xmin::text::bigint)::text FROM pg_catalog.pg_index x WHERE x.indrelid = c.oid), '-'),
    coalesce((SELECT count(*)::text || '.' || sum(x.xmin::text::bigint)::text FROM pg_catalog.pg_statistic_ext x WHERE x.stxrelid = c.oid), '-'),
    CASE WHEN c.relhastriggers THEN (SELECT count(*)::text || '.' || sum(x.xmin::text::bigint)::text FROM pg_catalog.pg_trigger x WHERE x.tgrelid = c.oid) ELSE '-' END,
    CASE WHEN c.relhassubclass THEN (WITH RECURSIVE heirs(oid, changed) AS (
        SELECT i.inhrelid, i.xmin FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid
        UNION ALL SELECT i.inhrelid, i.xmin FROM heirs h JOIN pg_catalog.pg_class k ON k.oid = h.oid AND k.relhassubclass
          JOIN pg_catalog.pg_inherits i ON i.inhparent = k.oid)
      SELECT pg_catalog.concat_ws('.', count(*), sum(h.changed::text::bigint), sum(k.xmin::text::bigint),
        sum(CASE WHEN k.relhastriggers THEN (SELECT sum(x.xmin::text::bigint) FROM pg_catalog.pg_trigger x WHERE x.tgrelid = k.oid) END)) FROM heirs h JOIN pg_catalog.pg_class k ON k.oid = h.oid) ELSE '-' END)
  END`

// printFunction is the print of the function p: with its membership in an
// extension, which is no part of its row.
const printFunction = `pg_catalog.concat_ws('.', p.xmin, CASE WHEN p.oid >= 16384 THEN ` + printSchema + `p.pronamespace) END, CASE WHEN p.oid >= 16384 THEN (SELECT 'e' || x.xmin::text FROM pg_catalog.pg_depend x
    WHERE x.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND x.objid = p.oid AND x.deptype = 'e') END)::text`

// printType is the print of the type t.
const printType = `CASE WHEN t.oid < 16384 THEN t.xmin::text ELSE pg_catalog.concat_ws(' ', t.xmin, ` + printSchema + `t.typnamespace),
    coalesce((SELECT pg_catalog.string_agg(x.xmin::text, ',' ORDER BY x.oid) FROM pg_catalog.pg_constraint x WHERE x.contypid = t.oid), '-'),
    coalesce((SELECT count(*)::text || '.' || sum(x.xmin::text::bigint)::text FROM pg_catalog.pg_attribute x WHERE x.attrelid = t.typrelid AND t.typtype = 'c' AND x.attnum > 0), '-'))
  END`

// The prints of the type t and of the collation c within that of their name.
const (
	printTypeName      = `CASE WHEN t.oid < 16384 THEN t.xmin::text ELSE pg_catalog.concat_ws('.', t.xmin, ` + printSchema + `t.typnamespace)) END`
	printCollationName = `CASE WHEN c.oid < 16384 THEN c.xmin::text ELSE pg_catalog.concat_ws('.', c.xmin, ` + printSchema + `c.collnamespace)) END`
)

// printGlobal is the print of the objects that every statement rests on.
const printGlobal = `SELECT pg_catalog.concat_ws(' ',
    (SELECT count(*)::text || '.' || coalesce(sum(xmin::text::bigint), 0)::text FROM pg_catalog.pg_operator WHERE oid >= 16384),
    (SELECT count(*)::text || '.' || coalesce(sum(xmin::text::bigint), 0)::text FROM pg_catalog.pg_collation WHERE oid >= 16384),
    (SELECT count(*)::text || '.' || coalesce(sum(xmin::text::bigint), 0)::text FROM pg_catalog.pg_namespace WHERE (oid >= 16384 OR oid = 2200) AND nspname NOT LIKE 'pg\_%'),
    (SELECT count(*)::text || '.' || coalesce(sum(xmin::text::bigint), 0)::text FROM pg_catalog.pg_cast WHERE oid >= 16384),
    (SELECT count(*)::text || '.' || coalesce(sum(xmin::text::bigint), 0)::text FROM pg_catalog.pg_opclass WHERE oid >= 16384),
    (SELECT count(*)::text || '.' || coalesce(sum(xmin::text::bigint), 0)::text FROM pg_catalog.pg_amproc WHERE oid >= 16384),
    (SELECT count(*)::text || '.' || coalesce(sum(xmin::text::bigint), 0)::text FROM pg_catalog.pg_amop WHERE oid >= 16384),
    (SELECT count(*)::text || '.' || coalesce(sum(xmin::text::bigint), 0)::text FROM pg_catalog.pg_db_role_setting),
    (SELECT count(*)::text || '.' || coalesce(sum(xmin::text::bigint), 0)::text FROM pg_catalog.pg_language WHERE oid >= 16384),
    (SELECT count(*)::text || '.' || coalesce(sum(e.xmin::text::bigint), 0)::text || '.' || coalesce(sum(p.xmin::text::bigint), 0)::text
      FROM pg_catalog.pg_event_trigger e LEFT JOIN pg_catalog.pg_proc p ON p.oid = e.evtfoid))`

// printKind is a kind of mark: the columns of "given" that its tags become, which are the
// parameters, and the query of the prints that they have now.
type printKind struct {
	kind  byte
	given []string
	sql   string
}

// printKinds are all kinds, in the order of their parameters. Types and collations are
// looked up one by one (OFFSET 0): the server expects that most of a small table is
// wanted, and would read the whole.
var printKinds = []printKind{
	{'r', []string{"text[] AS schemas", "text[] AS names"}, `
SELECT 'r' || pg_catalog.octet_length(w.schema)::text || ' ' || w.schema || '.' || w.name AS tag, c.oid::text AS print
FROM given, ROWS FROM (pg_catalog.unnest(given.schemas), pg_catalog.unnest(given.names)) w(schema, name)
JOIN pg_catalog.pg_namespace n ON n.nspname = w.schema::name
JOIN pg_catalog.pg_class c ON c.relname = w.name::name AND c.relnamespace = n.oid`},
	{'c', []string{"oid[] AS classes"}, `
SELECT 'c ' || c.oid::text AS tag, ` + printRelation + ` AS print FROM pg_catalog.pg_class c WHERE c.oid = ANY ((SELECT classes FROM given)::oid[])`},
	{'f', []string{"name[] AS functions"}, `
SELECT 'f ' || p.proname AS tag, pg_catalog.string_agg(p.oid::text || '.' || ` + printFunction + `, ' ' ORDER BY p.oid) AS print FROM pg_catalog.pg_proc p
WHERE p.proname = ANY ((SELECT functions FROM given)::name[]) GROUP BY p.proname`},
	{'p', []string{"oid[] AS procs"}, `
SELECT 'p ' || p.oid::text AS tag, ` + printFunction + ` AS print FROM pg_catalog.pg_proc p WHERE p.oid = ANY ((SELECT procs FROM given)::oid[])`},
	{'t', []string{"name[] AS kinds"}, `
SELECT 't ' || w.name AS tag, pg_catalog.string_agg(k.oid::text || '.' || k.changed::text, ' ' ORDER BY k.oid) AS print
FROM given, pg_catalog.unnest(given.kinds) w(name), LATERAL (
  (SELECT t.oid, ` + printTypeName + ` AS changed FROM pg_catalog.pg_type t WHERE t.typname = w.name OFFSET 0)
  UNION ALL (SELECT c.oid, ` + printCollationName + ` FROM pg_catalog.pg_collation c WHERE c.collname = w.name OFFSET 0)) k GROUP BY w.name`},
	{'y', []string{"oid[] AS types"}, `
SELECT 'y ' || t.oid::text AS tag, ` + printType + ` AS print FROM pg_catalog.pg_type t WHERE t.oid = ANY ((SELECT types FROM given)::oid[])`},
	{'g', nil, `
SELECT 'g' AS tag, (` + printGlobal + `) AS print`},
}

// printsSQL lists the current prints of marks of all kinds. An object that is not there has no
// line.
var printsSQL = printsOfKinds(func(byte) bool { return true })

// printsOfKinds is the query of the prints of some kinds of marks. The parameters stand behind a materialized query, so
// that the server expects the same of all parameters. Then it plans the text once, and not for each execution, which
// would take longer than to run it.
func printsOfKinds(wanted func(kind byte) bool) string {
	var given, queries []string
	for _, k := range printKinds {
		if wanted(k.kind) {
			for _, column := range k.given {
				given = append(given, "$"+strconv.Itoa(len(given)+1)+"::"+column)
			}
			queries = append(queries, k.sql)
		}
	}
	text := strings.Join(queries, "\nUNION ALL")
	if len(given) == 0 {
		return text
	}
	return "\nWITH given AS MATERIALIZED (SELECT " + strings.Join(given, ", ") + ")" + text
}

// askPrints asks for the prints of some tags. The text has only the kinds of these tags, because each kind costs the
// server time.
func askPrints(tags []string) providers.Query {
	there := map[byte]bool{}
	for _, tag := range tags {
		there[tag[0]] = true
	}
	args := slices.DeleteFunc(printArgs(tags), func(list string) bool { return list == emptyArray })
	return queryOf(printsOfKinds(func(kind byte) bool { return there[kind] }), args...)
}

// momentSQL returns the same value only if no transaction that may have changed something has ended: all that were
// running still run, and no younger one has ended. A standby does not tell which transactions run.
const momentSQL = `SELECT CASE WHEN NOT pg_catalog.pg_is_in_recovery() THEN pg_catalog.pg_current_snapshot()::text END`

// emptyArray is an array without elements.
const emptyArray = "{}"

// printArgs are the parameters of printsSQL for some tags.
func printArgs(tags []string) []string {
	var lists [7][]string
	for _, tag := range tags {
		kind, rest := tag[0], tag[1:]
		switch kind {
		case 'r':
			length, name, _ := strings.Cut(rest, " ")
			n := query.Number(length)
			lists[0], lists[1] = append(lists[0], name[:n]), append(lists[1], name[n+1:])
		case 'c':
			lists[2] = append(lists[2], rest[1:])
		case 'f':
			lists[3] = append(lists[3], rest[1:])
		case 'p':
			lists[4] = append(lists[4], rest[1:])
		case 't':
			lists[5] = append(lists[5], rest[1:])
		case 'y':
			lists[6] = append(lists[6], rest[1:])
		}
	}
	args := make([]string, len(lists))
	for i, list := range lists {
		args[i] = query.Array(list)
	}
	return args
}

// marksOf are the marks of some tags with the prints of the rows that printsSQL
// returned.
func marksOf(tags []string, rows [][]string) []mark {
	prints := make(map[string]string, len(rows))
	for _, row := range rows {
		prints[row[0]] = row[1]
	}
	marks := make([]mark, len(tags))
	for i, tag := range tags {
		marks[i] = mark{tag, prints[tag]}
	}
	return marks
}

// tidyMarks sorts marks and drops doubles.
func tidyMarks(marks []mark) []mark {
	slices.SortFunc(marks, func(a, b mark) int {
		if c := strings.Compare(a.tag, b.tag); c != 0 {
			return c
		}
		return strings.Compare(a.print, b.print)
	})
	return slices.Compact(marks)
}
