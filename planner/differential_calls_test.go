package planner_test

import (
	"fmt"
	"strings"
)

// The systematic part: every built-in function, aggregate, window function, operator and cast of
// the server is called by its signature.

const functionSignatures = `
SELECT p.prokind, p.proname, pg_catalog.array_to_string(ARRAY(SELECT t.typname FROM pg_catalog.unnest(p.proargtypes) WITH ORDINALITY u(oid, n)
  JOIN pg_catalog.pg_type t ON t.oid = u.oid ORDER BY u.n), ' '), p.proretset, r.typname, n.nspname, p.provolatile,
  coalesce(a.aggkind::text, ''), coalesce(a.aggnumdirectargs, 0), p.provariadic <> 0
FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace JOIN pg_catalog.pg_type r ON r.oid = p.prorettype
LEFT JOIN pg_catalog.pg_aggregate a ON a.aggfnoid = p.oid
WHERE p.prokind <> 'p' AND (p.oid < 16384 OR EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e'))
ORDER BY n.nspname, p.proname, 3`

const operatorSignatures = `
SELECT n.nspname, o.oprname, coalesce(l.typname, ''), r.typname
FROM pg_catalog.pg_operator o JOIN pg_catalog.pg_namespace n ON n.oid = o.oprnamespace
LEFT JOIN pg_catalog.pg_type l ON l.oid = o.oprleft JOIN pg_catalog.pg_type r ON r.oid = o.oprright
WHERE o.oid < 16384 OR EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.objid = o.oid AND d.deptype = 'e')
ORDER BY 1, 2, 3, 4`

const castSignatures = `
SELECT s.typname, pg_catalog.format_type(t.oid, NULL) FROM pg_catalog.pg_cast c JOIN pg_catalog.pg_type s ON s.oid = c.castsource
JOIN pg_catalog.pg_type t ON t.oid = c.casttarget WHERE c.oid < 16384 OR EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
ORDER BY 1, 2`

// samples are constants of every type that functions take.
var samples = map[string][]string{
	"bool": {"true", "false"}, "int2": {"3::int2", "'7'::smallint"}, "int4": {"5", "12"}, "int8": {"6::int8", "40::bigint"},
	"float4": {"1.5::float4"}, "float8": {"0.5::float8", "2e0"}, "numeric": {"2.5", "10::numeric"}, "money": {"'3.20'::money"},
	"text": {"'abc'::text", "'10'::text"}, "varchar": {"'abc'::varchar"}, "bpchar": {"'ab'::char(4)"}, "name": {"'shop'::name"}, "char": {`'c'::"char"`},
	"bytea": {`'\x0102'::bytea`, "'abc'::bytea"}, "date": {"DATE '2024-02-03'"}, "time": {"TIME '04:05'"}, "timetz": {"TIMETZ '04:05+02'"},
	"timestamp": {"TIMESTAMP '2024-02-03 04:05'"}, "timestamptz": {"TIMESTAMPTZ '2024-02-03 04:05+00'"}, "interval": {"INTERVAL '0.01 second'", "INTERVAL '1 day'"},
	"uuid": {"'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid"}, "json": {`'{"a": 1}'::json`, "'[1, 2]'::json"}, "jsonb": {`'{"a": 1}'::jsonb`, "'[1, 2]'::jsonb"},
	"jsonpath": {"'$.a'::jsonpath"}, "xml": {"'<a>1</a>'::xml"}, "inet": {"'10.0.0.1/8'::inet"}, "cidr": {"'10.0.0.0/8'::cidr"},
	"macaddr": {"'08:00:2b:01:02:03'::macaddr"}, "macaddr8": {"'08:00:2b:01:02:03:04:05'::macaddr8"}, "bit": {"B'101'"}, "varbit": {"B'110'::varbit"},
	"point": {"'(1,2)'::point"}, "line": {"'{1,2,3}'::line"}, "lseg": {"'[(0,0),(1,1)]'::lseg"}, "box": {"'(2,2),(0,0)'::box"}, "path": {"'((0,0),(1,1))'::path"},
	"polygon": {"'((0,0),(1,1),(1,0))'::polygon"}, "circle": {"'<(0,0),2>'::circle"}, "tsvector": {"'a:1 b:2'::tsvector"}, "tsquery": {"'a & b'::tsquery"},
	"regconfig": {"'english'::regconfig"}, "regclass": {"'shop.customer'::regclass"}, "regtype": {"'int4'::regtype"}, "regproc": {"'now'::regproc"},
	"regprocedure": {"'abs(int)'::regprocedure"}, "regoper": {"'pg_catalog.||/'::regoper"}, "regoperator": {"'+(int,int)'::regoperator"}, "regrole": {"'postgres'::regrole"},
	"regnamespace": {"'shop'::regnamespace"}, "regdictionary": {"'simple'::regdictionary"}, "regcollation": {`'"C"'::regcollation`}, "oid": {"1259::oid", "'shop.product'::regclass::oid"},
	"xid": {"'700'::xid"}, "xid8": {"'700'::xid8"}, "cid": {"'1'::cid"}, "tid": {"'(0,1)'::tid"}, "pg_lsn": {"'0/1'::pg_lsn"}, "refcursor": {"'c'::refcursor"},
	"txid_snapshot": {"'10:20:10,14'::txid_snapshot"}, "pg_snapshot": {"'10:20:10,14'::pg_snapshot"}, "aclitem": {"'postgres=r/postgres'::aclitem"},
	"oidvector": {"'1 2'::oidvector"}, "int2vector": {"'1 2'::int2vector"}, "cstring": {"'1'::cstring"}, "any": {"1", "'x'::text"}, "anyelement": {"4"},
	"anynonarray": {"4"}, "anycompatible": {"4"}, "anycompatiblenonarray": {"4"}, "anyarray": {"ARRAY[1, 2]"}, "anycompatiblearray": {"ARRAY[1, 2]"},
	"anyrange": {"int4range(1, 5)"}, "anymultirange": {"'{[1,5)}'::int4multirange"}, "anycompatiblerange": {"int4range(1, 5)"}, "anyenum": {"'low'::shop.mood"},
	"record": {"ROW(1, 'a')"}, "_text": {"ARRAY['a', 'b']"}, "_int4": {"ARRAY[1, 2]"}, "_int2": {"ARRAY[1, 2]::int2[]"}, "_int8": {"ARRAY[1, 2]::int8[]"},
	"_float4": {"ARRAY[1, 2]::float4[]"}, "_float8": {"ARRAY[0.5, 1]::float8[]"}, "_numeric": {"ARRAY[1, 2.5]"}, "_bool": {"ARRAY[true]"}, "_oid": {"ARRAY[1259]::oid[]"},
	"_interval": {"ARRAY[INTERVAL '1 day']"}, "_name": {"ARRAY['shop']::name[]"}, "_char": {`ARRAY['r']::"char"[]`}, "_aclitem": {"ARRAY['postgres=r/postgres'::aclitem]"},
	"int4range": {"int4range(1, 5)"}, "int8range": {"int8range(1, 5)"}, "numrange": {"numrange(1, 5)"}, "tsrange": {"tsrange('2024-01-01', '2024-02-01')"},
	"tstzrange": {"tstzrange('2024-01-01', '2024-02-01')"}, "daterange": {"daterange('2024-01-01', '2024-02-01')"}, "int4multirange": {"'{[1,5)}'::int4multirange"},
	"citext": {"'Abc'::public.citext"}, "_citext": {"ARRAY['Abc'::public.citext]"}, "hstore": {`'a=>1'::public.hstore`}, "gtrgm": nil, "_anyarray": nil,
}

// call writes arguments for the types of a signature. It returns false if there are no constants of
// one type.
func (g *grammar) arguments(types []string, null bool) ([]string, bool) {
	args := make([]string, len(types))
	for i, typ := range types {
		forms := samples[typ]
		if len(forms) == 0 {
			return nil, false
		}
		if args[i] = forms[g.random.IntN(len(forms))]; null && g.random.IntN(2) == 0 {
			args[i] = fmt.Sprintf("NULL::%s", typeOfSample(typ))
		}
	}
	return args, true
}

func typeOfSample(typ string) string {
	switch {
	case strings.HasPrefix(typ, "any"):
		return "int"
	case typ == "char":
		return `"char"`
	case strings.HasPrefix(typ, "_"):
		return typ[1:] + "[]"
	case typ == "record" || typ == "cstring":
		return "text"
	case typ == "citext" || typ == "hstore":
		return "public." + typ
	}
	return typ
}

// functionCall calls a function in a place where it is allowed. row is one of functionSignatures.
func (g *grammar) functionCall(row []string, null bool) string {
	kind, name, types := row[0], row[1], strings.Fields(row[2])
	args, ok := g.arguments(types, null)
	if !ok || row[4] == "trigger" || row[4] == "event_trigger" || row[4] == "internal" || strings.HasSuffix(row[4], "_handler") {
		return ""
	}
	if name != strings.ToLower(name) || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		name = `"` + name + `"`
	}
	if row[5] != "pg_catalog" || g.random.IntN(3) == 0 {
		name = row[5] + "." + name
	}
	list := strings.Join(args, ", ")
	if row[9] == "t" && len(args) > 0 && strings.HasPrefix(args[len(args)-1], "ARRAY") && types[len(types)-1] != "any" {
		list = strings.Join(append(args[:len(args)-1:len(args)-1], "VARIADIC "+args[len(args)-1]), ", ")
	}
	switch kind {
	case "w":
		return fmt.Sprintf("SELECT %s(%s) OVER (ORDER BY i) FROM generate_series(1, 3) i", name, list)
	case "a":
		return g.aggregateCall(row, name, args)
	}
	if row[3] == "t" {
		return fmt.Sprintf([]string{"SELECT * FROM %s(%s)", "SELECT %s(%s)", "SELECT count(*) FROM %s(%s) WITH ORDINALITY"}[g.random.IntN(3)], name, list)
	}
	return fmt.Sprintf([]string{
		"SELECT %s(%s)", "SELECT id, %s(%s) FROM shop.customer LIMIT 1", "SELECT 1 WHERE %s(%s) IS NOT NULL",
		"VALUES (%s(%s))", "SELECT max(id) FROM shop.event ORDER BY (SELECT %s(%s)::text)", "SELECT CASE WHEN true THEN %s(%s) END",
	}[g.random.IntN(6)], name, list)
}

func (g *grammar) aggregateCall(row []string, name string, args []string) string {
	if row[7] != "n" {
		direct := 0
		_, _ = fmt.Sscan(row[8], &direct) // 0 is right if it is no number
		if len(args) <= direct {
			args = append(args, "i")
		}
		return fmt.Sprintf("SELECT %s(%s) WITHIN GROUP (ORDER BY %s) FROM generate_series(1, 3) i", name,
			strings.Join(args[:direct], ", "), strings.Join(args[direct:], ", "))
	}
	list := strings.Join(args, ", ")
	if list == "" {
		list = "*"
	}
	return fmt.Sprintf([]string{
		"SELECT %s(%s) FROM generate_series(1, 3) i", "SELECT i %% 2, %s(%s) FROM generate_series(1, 4) i GROUP BY 1",
		"SELECT %s(%s) FILTER (WHERE i > 1) FROM generate_series(1, 3) i", "SELECT %s(%s) OVER (ORDER BY i) FROM generate_series(1, 3) i",
	}[g.random.IntN(4)], name, list)
}

func (g *grammar) operatorCall(row []string) string {
	types := []string{row[3]}
	if row[2] != "" {
		types = []string{row[2], row[3]}
	}
	args, ok := g.arguments(types, g.random.IntN(8) == 0)
	if !ok {
		return ""
	}
	op := row[1]
	if row[0] != "pg_catalog" || g.random.IntN(4) == 0 {
		op = "OPERATOR(" + row[0] + "." + op + ")"
	}
	if len(args) == 1 {
		return fmt.Sprintf("SELECT %s %s", op, args[0])
	}
	return fmt.Sprintf([]string{"SELECT (%s) %s (%s)", "SELECT count(*) FROM shop.event WHERE ((%s) %s (%s)) IS NULL"}[g.random.IntN(2)], args[0], op, args[1])
}

func (g *grammar) castCall(row []string) string {
	args, ok := g.arguments(row[:1], g.random.IntN(8) == 0)
	if !ok {
		return ""
	}
	return fmt.Sprintf([]string{"SELECT (%s)::%s", "SELECT CAST(%s AS %s)", "SELECT id FROM shop.event WHERE (%s)::%s IS NOT NULL LIMIT 1"}[g.random.IntN(3)], args[0], row[1])
}
