package catalog

import (
	"maps"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
)

// Types: the code that belongs to a type, and to the types that it is built of.

const typeColumns = `
SELECT t.oid, n.nspname, t.typname, t.typtype, t.typelem, t.typbasetype, CASE WHEN t.oid >= 16384 THEN pg_catalog.format_type(t.oid, NULL) END,
  ` + printType + `,
  (SELECT pg_catalog.string_agg(DISTINCT a.atttypid::text, ' ') FROM pg_catalog.pg_attribute a WHERE a.attrelid = t.typrelid AND t.typrelid <> 0 AND a.attnum > 0 AND NOT a.attisdropped),
  CASE WHEN t.typtype = 'm' THEN (SELECT r.rngtypid FROM pg_catalog.pg_range r WHERE (pg_catalog.to_jsonb(r) OPERATOR(pg_catalog.->>) 'rngmultitypid')::oid = t.oid)
    ELSE (SELECT r.rngsubtype FROM pg_catalog.pg_range r WHERE r.rngtypid = t.oid) END, ` + printTypeName + `,
  CASE WHEN t.oid >= 16384 THEN (SELECT c.relname FROM pg_catalog.pg_class c WHERE c.relkind <> 'c'
    AND c.oid = CASE WHEN t.typelem = 0 THEN t.typrelid ELSE (SELECT e.typrelid FROM pg_catalog.pg_type e WHERE e.oid = t.typelem) END) END`

const (
	typesFrom      = ` FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace`
	typesByNameSQL = typeColumns + typesFrom + ` WHERE t.typname = ANY ($1::name[]) ORDER BY t.oid`
	typesByOIDSQL  = typeColumns + typesFrom + ` WHERE t.oid = ANY ($1::oid[]) ORDER BY t.oid`
	collationsSQL  = `SELECT c.oid, n.nspname, c.collname, ` + printCollationName + ` FROM pg_catalog.pg_collation c
JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace WHERE c.collname = ANY ($1::name[]) ORDER BY c.oid`
)

// typeCodeSQL lists what code some types have of their own: type, for people,
// SQL or function, its language. That which is in C does not count: see castsSQL.
const typeCodeSQL = `
SELECT contypid, 'check ' || conname || ' of domain ' || pg_catalog.format_type(contypid, NULL),
  'SELECT ' || pg_catalog.pg_get_expr(conbin, 0), 0::oid, ''
FROM pg_catalog.pg_constraint WHERE contypid = ANY ($1::oid[]) AND contype = 'c'
UNION ALL
SELECT k.id, k.what, NULL, k.function, l.lanname FROM (
  SELECT t.oid AS id, 'type ' || pg_catalog.format_type(t.oid, NULL) AS what, f.id AS function
  FROM pg_catalog.pg_type t CROSS JOIN LATERAL pg_catalog.unnest(
    ARRAY[t.typinput, t.typoutput, t.typreceive, t.typsend, t.typmodin, t.typmodout]::oid[]) f(id)
  WHERE t.oid = ANY ($1::oid[]) AND f.id >= 16384
  UNION ALL
  SELECT r.rngtypid, 'range ' || pg_catalog.format_type(r.rngtypid, NULL), f.id
  FROM pg_catalog.pg_range r CROSS JOIN LATERAL pg_catalog.unnest(ARRAY[r.rngcanonical, r.rngsubdiff]::oid[]) f(id)
  WHERE r.rngtypid = ANY ($1::oid[]) AND f.id >= 16384) k
JOIN pg_catalog.pg_proc p ON p.oid = k.function JOIN pg_catalog.pg_language l ON l.oid = p.prolang
WHERE l.lanname <> ALL ('{c,internal}')
ORDER BY 1, 2, 4`

// typeNamedSQL lists what the checks of some domains name, as namedSQL does.
const typeNamedSQL = `
WITH named(start, class, id) AS MATERIALIZED (
  SELECT DISTINCT x.contypid, d.refclassid, d.refobjid FROM pg_catalog.pg_constraint x
  JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass AND d.objid = x.oid
  WHERE x.contypid = ANY ($1::oid[]) AND x.contype = 'c' AND d.refobjid <> x.contypid)` + printsOfNamed

// collationBit keeps collations apart from types of the same OID.
const collationBit = 1 << 31

// typeRow is a line of pg_type.
type typeRow struct {
	oid          uint32
	schema, name string
	kind         string // pg_type.typtype
	base         uint32 // of a domain
	element      uint32 // of an array
	parts        []uint32
	shown        string // for people, of users' types
	print        string
	changed      string // its xmin
	rowsOf       string // the relation whose rows it, or its elements, are
}

func newTypeRow(v []string) *typeRow {
	t := &typeRow{oid: oid(v[0]), schema: v[1], name: v[2], kind: v[3], element: oid(v[4]), base: oid(v[5]), shown: v[6], print: v[7], changed: v[10], rowsOf: v[11]}
	for _, id := range append(strings.Fields(v[8]), v[4], v[5], v[9]) {
		if part := oid(id); part != 0 {
			t.parts = append(t.parts, part)
		}
	}
	return t
}

// typeFacts is a type and what it hides.
type typeFacts struct {
	*typeRow
	collation bool
	gone      bool
	own       []*typeCode
	named     []mark   // of what its checks name
	whole     []uint32 // itself and the types that it is built of, sorted; nil: not known yet
}

// typeCode is code that belongs to a type.
type typeCode struct {
	providers.Hidden
	function uint32
	reads    bool // it may run where a constant is read
	named    bool // it runs only where both types are named: an explicit cast
}

// reading says when code of a part of a type runs if a constant of the type is read. read are the parts whose code runs
// then.
func (c *typeCode) reading(part uint32, read []uint32) providers.Reading {
	switch {
	case !c.reads:
		return providers.NotReading
	case slices.Contains(read, part):
		return providers.ReadingSelf
	}
	return providers.ReadingPart
}

// useType notes that a type is used.
func (f *fetch) useType(id uint32) {
	if id == 0 || f.types[id] != nil {
		return
	}
	if t := f.global.types[id]; t != nil && id < firstUser {
		f.addType(t)
		return
	}
	if id >= firstUser {
		f.missing.types = append(f.missing.types, id)
	}
}

func (f *fetch) addTypes(lines [][]string) {
	for _, v := range lines {
		if t := newTypeRow(v); f.types[t.oid] == nil {
			f.addType(t)
		}
	}
}

func (f *fetch) addType(row *typeRow) {
	t := &typeFacts{typeRow: row}
	f.types[row.oid] = t
	for _, c := range f.global.own[row.oid] {
		code := &typeCode{Hidden: providers.Hidden{What: c.what, From: uint64(f.global.valuesOf(c.from))}, function: c.function}
		code.named = c.context == "e"
		t.own = append(t.own, code)
		f.useFunction(c.function)
	}
	for _, part := range row.parts {
		f.useType(part)
	}
	if row.oid >= firstUser {
		f.missing.codes = append(f.missing.codes, row.oid)
	}
}

// addTypeCode adds the lines of typeCodeSQL.
func (f *fetch) addTypeCode(lines [][]string) {
	for _, v := range lines {
		t := f.types[oid(v[0])]
		if t == nil {
			continue
		}
		c := &typeCode{Hidden: providers.Hidden{What: v[1], SQL: v[2]}, function: oid(v[3]), reads: true}
		f.useFunction(c.function)
		t.own = append(t.own, c)
	}
}

// addTypeNamed adds a line of typeNamedSQL.
func (f *fetch) addTypeNamed(v []string) {
	if t := f.types[oid(v[0])]; t != nil {
		t.named = append(t.named, mark{oidTag(v[1], oid(v[2])), v[3]})
	}
}

// wholeOf is a type and all that it is built of.
func (f *fetch) wholeOf(id uint32) []uint32 {
	t := f.types[id]
	if t == nil {
		return nil
	}
	if t.whole == nil {
		reached := map[uint32]bool{}
		for next := []uint32{id}; len(next) > 0; next = next[1:] {
			if part := f.types[next[0]]; part != nil && !reached[next[0]] {
				reached[next[0]] = true
				next = append(next, part.parts...)
			}
		}
		t.whole = slices.Sorted(maps.Keys(reached))
	}
	return t.whole
}

// read are the types whose code runs where a constant of a type is read: those that the type is
// built of. The checks of a domain are not among that code: they run when the statement does.
func (f *fetch) read(id uint32) []uint32 {
	t := f.types[id]
	for t != nil && t.kind == "d" {
		t = f.types[t.base]
	}
	if t == nil {
		return nil
	}
	return f.wholeOf(t.oid)
}

// hidden lists what some types hide, each thing once, as far as it is wanted.
func (f *fetch) hidden(types []uint32, wanted func(*typeCode) bool) []providers.Hidden {
	var list []providers.Hidden
	for _, id := range types {
		if t := f.types[id]; t == nil || t.gone {
			list = append(list, providers.Hidden{What: "a type that is gone", Call: &providers.Function{}})
			continue
		}
		read := f.read(id)
		for _, part := range f.wholeOf(id) {
			for _, c := range f.types[part].own {
				if wanted(c) {
					h := c.Hidden
					h.Constant = c.reading(part, read)
					list = hide(list, h)
				}
			}
		}
	}
	return list
}

// inTable lists what a table runs that has columns of the type, or of its rows.
func (f *fetch) inTable(id uint32) []providers.Hidden {
	var list []providers.Hidden
	var read []uint32
	for _, column := range f.types[id].parts {
		read = append(read, f.read(column)...)
	}
	for _, part := range f.wholeOf(id) {
		for _, c := range f.types[part].own {
			if !c.named {
				h := c.Hidden
				h.Constant = c.reading(part, read)
				list = hide(list, h)
			}
		}
	}
	return list
}

// hide adds code to a list unless the list has it: a cast belongs to both of its types.
func hide(list []providers.Hidden, h providers.Hidden) []providers.Hidden {
	for i := range list {
		same := h
		if same.Constant = list[i].Constant; same == list[i] {
			list[i].Constant = max(same.Constant, h.Constant)
			return list
		}
	}
	return append(list, h)
}

// castsFrom lists those of some types, and of the types that these are built of, from which casts to built-in types or
// operators start.
func (f *fetch) castsFrom(types ...uint32) []uint64 {
	var list []uint64
	for _, id := range types {
		for _, part := range f.wholeOf(id) {
			if f.global.castFrom[part] {
				list = append(list, uint64(part))
			}
		}
	}
	return list
}

// tellsNames reports whether values of one of some types name objects, or have parts that do.
func (f *fetch) tellsNames(types ...uint32) bool {
	return slices.ContainsFunc(types, func(id uint32) bool {
		return providers.TellsNames(id) || slices.ContainsFunc(f.wholeOf(id), providers.TellsNames)
	})
}

// pseudoRows are the pseudo-types that take a row: record, record[], "any",
// anyelement, anynonarray, anycompatible and anycompatiblenonarray.
var pseudoRows = []uint32{2249, 2287, 2276, 2283, 2776, 5077, 5079}

// takesRow reports whether an argument of the type takes a row.
func (f *fetch) takesRow(id uint32) bool {
	if slices.Contains(pseudoRows, id) || f.global.rowTargets[id] {
		return true
	}
	t := f.types[id]
	for t != nil && t.kind == "d" {
		t = f.types[t.base]
	}
	return t != nil && t.kind == "c"
}

// typeAnswer is the answer about a type.
func (f *fetch) typeAnswer(t *typeFacts) providers.Type {
	if t.collation {
		return providers.Type{Schema: t.schema, Name: t.name}
	}
	found := providers.Type{
		Schema: t.schema, Name: t.name,
		Hidden: f.hidden([]uint32{t.oid}, func(*typeCode) bool { return true }), Types: f.castsFrom(t.oid),
		Taken:      f.hidden([]uint32{t.oid}, func(c *typeCode) bool { return t.oid >= firstUser && !c.named }),
		TellsNames: f.tellsNames(t.oid), RowsOf: f.rowsOf(t.oid),
	}
	return found
}

// rowsOf are the relations whose rows values of a type are, or have in them.
func (f *fetch) rowsOf(id uint32) (list []providers.Name) {
	for _, part := range f.wholeOf(id) {
		t := f.types[part]
		if name := (providers.Name{Schema: t.schema, Name: t.rowsOf}); t.rowsOf != "" && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
