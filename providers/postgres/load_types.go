package postgres

import (
	"maps"
	"slices"

	"github.com/sallyportdb/sallyport/providers"
)

// typesSQL lists types (but for temporary ones), with users' names for people.
const typesSQL = `
SELECT t.oid, n.nspname, t.typname, t.typtype, t.typrelid, t.typelem, t.typbasetype,
  CASE WHEN t.oid >= 16384 THEN pg_catalog.format_type(t.oid, NULL) END
FROM pg_catalog.pg_type t JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace
WHERE n.nspname NOT LIKE 'pg\_toast%' AND n.nspname NOT LIKE 'pg\_temp\_%'
ORDER BY t.oid`

const collationsSQL = `
SELECT n.nspname, c.collname FROM pg_catalog.pg_collation c JOIN pg_catalog.pg_namespace n ON n.oid = c.collnamespace`

// typeCodeSQL lists what code belongs to a type: type, for people, SQL or
// function, context. The context is that of a cast ('e', 'a', 'i' as pg_cast has
// it), 'l' for what only counts if it is not in C, or ”.
//
// Code in C is the superuser's, who alone can install it, and who alone makes
// base types and operator classes. So their functions count in other languages
// only. Casts anybody can make who owns a type; but not those from a range to
// its multirange, which the server makes.
//
// A cast runs where its target is named. Unnamed, an implicit one, or one on
// assignment, runs where there is a value of the one type and a use for the
// other: values of built-in types and uses for them are everywhere, so that the
// end that is a user's decides, and the source if both are. What makes JSON of
// values (to_json, json_agg…) uses a cast from their type to json, of any kind.
const typeCodeSQL = `
SELECT contypid, 'check ' || conname || ' of domain ' || pg_catalog.format_type(contypid, NULL),
  'SELECT ' || pg_catalog.pg_get_expr(conbin, 0), 0::oid, '', 0::oid
FROM pg_catalog.pg_constraint WHERE contypid >= 16384 AND contype = 'c'
UNION ALL
SELECT ends.id, 'cast from ' || pg_catalog.format_type(castsource, NULL) || ' to ' || pg_catalog.format_type(casttarget, NULL), NULL, castfunc,
  CASE WHEN ends.id = castsource AND casttarget IN (114, 3802) THEN 'i' -- as functions that make JSON use it
    WHEN ends.id >= 16384 AND (ends.id = castsource OR castsource < 16384) OR castsource < 16384 AND casttarget < 16384
    THEN castcontext::text ELSE 'e' END,
  CASE WHEN ends.id = casttarget AND casttarget < 16384 AND castsource >= 16384 THEN castsource ELSE 0 END
FROM pg_catalog.pg_cast c CROSS JOIN LATERAL (SELECT casttarget
  UNION SELECT castsource WHERE castcontext <> 'e' AND (castsource >= 16384 OR casttarget < 16384) OR casttarget IN (114, 3802)) ends(id)
WHERE oid >= 16384 AND castmethod = 'f'
  AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.classid = 'pg_catalog.pg_cast'::regclass AND d.objid = c.oid AND d.deptype = 'i')
UNION ALL
SELECT t.oid, 'type ' || pg_catalog.format_type(t.oid, NULL), NULL, f.id, 'l', 0
FROM pg_catalog.pg_type t CROSS JOIN LATERAL pg_catalog.unnest(
  ARRAY[t.typinput, t.typoutput, t.typreceive, t.typsend, t.typmodin, t.typmodout]::oid[]) f(id)
WHERE f.id >= 16384
UNION ALL
SELECT r.rngtypid, 'range ' || pg_catalog.format_type(r.rngtypid, NULL), NULL, f.id, 'l', 0
FROM pg_catalog.pg_range r CROSS JOIN LATERAL pg_catalog.unnest(ARRAY[r.rngcanonical, r.rngsubdiff]::oid[]) f(id)
WHERE f.id >= 16384
UNION ALL
SELECT t.id, 'operator class ' || c.opcname, NULL, f.id, 'l', 0
FROM pg_catalog.pg_opclass c CROSS JOIN LATERAL (SELECT c.opcintype WHERE c.opcdefault -- others are used where they are named
  UNION SELECT r.rngtypid FROM pg_catalog.pg_range r WHERE r.rngsubopc = c.oid AND NOT c.opcdefault
) t(id) CROSS JOIN LATERAL (
  SELECT p.amproc::oid FROM pg_catalog.pg_amproc p
  WHERE p.amprocfamily = c.opcfamily AND c.opcintype IN (p.amproclefttype, p.amprocrighttype)
  UNION SELECT o.oprcode::oid FROM pg_catalog.pg_amop a JOIN pg_catalog.pg_operator o ON o.oid = a.amopopr
  WHERE a.amopfamily = c.opcfamily AND c.opcintype IN (a.amoplefttype, a.amoprighttype)
) f(id)
WHERE f.id >= 16384
ORDER BY 1, 2, 4`

// typeFacts is a type and what it hides.
type typeFacts struct {
	name     qualified
	kind     string   // pg_type.typtype
	base     uint32   // of a domain
	element  uint32   // of an array
	users    []uint32 // types that are built of it
	own, all []*typeCode
	from     []uint64 // itself and what it is built of, as far as casts start from there
}

// typeCode is code that belongs to a type.
type typeCode struct {
	providers.Hidden
	named bool            // it runs only where both types are named: an explicit cast
	table providers.Event // when it runs in a table with such a column
}

func (l *loader) typ(v []string) {
	id := oid(v[0])
	l.typeFacts[id] = &typeFacts{name: qualified{v[1], v[2]}, kind: v[3], base: oid(v[6]), element: oid(v[5])}
	if relation := oid(v[4]); relation != 0 {
		l.rowTypes[relation] = id
	}
	if v[7] != "" {
		l.typeNames[id] = v[7]
	}
	l.edges = append(l.edges, [2]uint32{oid(v[5]), id}, [2]uint32{oid(v[6]), id})
}

// builds notes that one type is a part of another.
func (l *loader) builds(part, whole uint32) {
	if t := l.typeFacts[part]; t != nil && l.typeFacts[whole] != nil {
		t.users = append(t.users, whole)
	}
}

// loadTypes tells what every type hides, itself and by what it is built of. The
// columns of rows are known by now.
func (l *loader) loadTypes() {
	for _, e := range l.edges {
		l.builds(e[0], e[1])
	}
	multirange := l.since14("UNION ALL SELECT rngtypid, rngmultitypid FROM pg_catalog.pg_range", "")
	l.each("SELECT rngsubtype, rngtypid FROM pg_catalog.pg_range "+multirange, func(v []string) { l.builds(oid(v[0]), oid(v[1])) })
	l.each(typeCodeSQL, l.typeCode)
	// From what hides something to all that is built of it.
	for _, id := range slices.Sorted(maps.Keys(l.typeFacts)) {
		if own := l.typeFacts[id].own; len(own) > 0 || l.castFrom[id] {
			reached := map[uint32]bool{id: true}
			for next := []uint32{id}; len(next) > 0; next = next[1:] {
				t := l.typeFacts[next[0]]
				t.all = append(t.all, own...)
				if l.castFrom[id] {
					t.from = append(t.from, uint64(id))
				}
				for _, user := range t.users {
					if !reached[user] {
						reached[user] = true
						next = append(next, user)
					}
				}
			}
		}
	}
	l.each(collationsSQL, func(v []string) { l.types[qualified{v[0], v[1]}] = meaning{} })
	for id, t := range l.typeFacts {
		if id >= firstUser {
			l.typesByID[id] = t.name
		}
		l.types[t.name] = meaning{l.hidden([]uint32{id}, func(*typeCode) bool { return true }), t.from}
	}
}

func (l *loader) typeCode(v []string) {
	t := l.typeFacts[oid(v[0])]
	if t == nil {
		return // temporary
	}
	c := &typeCode{Hidden: providers.Hidden{What: v[1], SQL: v[2], From: l.valuesOf(oid(v[5]))}}
	if v[2] == "" {
		c.Call = l.called(v[3])
	}
	switch v[4] {
	case "e":
		c.named = true
	case "a":
		c.table = providers.Insert | providers.Update
	case "l":
		if c.Call.Language == "c" || c.Call.Language == "internal" {
			return
		}
	}
	t.own = append(t.own, c)
}

// hidden is what some types hide, once each, as far as it is wanted.
func (l *loader) hidden(types []uint32, wanted func(*typeCode) bool) []providers.Hidden {
	var list []providers.Hidden
	for _, id := range types {
		t := l.typeFacts[id]
		if t == nil {
			list = append(list, providers.Hidden{What: "a temporary type", Call: &providers.Function{}})
			continue
		}
		for _, c := range t.all {
			if wanted(c) && !slices.Contains(list, c.Hidden) { // a cast belongs to both its ends
				list = append(list, c.Hidden)
			}
		}
	}
	return list
}

// valuesOf is the user's type that there must be values of for there to be
// values of type id: an array is made of its elements. 0: anything will do,
// since values of other types become those without being asked, or are made
// into them by built-in functions.
func (l *loader) valuesOf(id uint32) uint64 {
	t := l.typeFacts[id]
	if t != nil && t.element != 0 && t.kind == "b" {
		id, t = t.element, l.typeFacts[t.element]
	}
	if t == nil || id < firstUser || t.kind == "m" || l.castTarget[id] {
		return 0
	}
	l.castFrom[id] = true
	return uint64(id)
}

// castsFrom are those of some types, and of what they are built of, that casts
// to built-in types start from.
func (l *loader) castsFrom(types []uint32) []uint64 {
	var list []uint64
	for _, id := range types {
		if t := l.typeFacts[id]; t != nil {
			list = append(list, t.from...)
		}
	}
	return list
}

// pseudoRows are the pseudo-types that take a row: record, record[], "any",
// anyelement, anynonarray, anycompatible and anycompatiblenonarray.
var pseudoRows = []uint32{2249, 2287, 2276, 2283, 2776, 5077, 5079}

// takesRow reports whether an argument of the type takes a row.
func (l *loader) takesRow(id uint32) bool {
	return l.isRow(id) || slices.Contains(pseudoRows, id) || l.rowTargets[id]
}

// isRow reports whether a type is composite, or a domain over such a one.
func (l *loader) isRow(id uint32) bool {
	t := l.typeFacts[id]
	for t != nil && t.kind == "d" {
		t = l.typeFacts[t.base]
	}
	return t != nil && t.kind == "c"
}

// implicitCast notes what becomes what without being asked.
func (l *loader) implicitCast(v []string) {
	source, target := oid(v[0]), oid(v[1])
	if l.isRow(source) {
		l.rowTargets[target] = true
	}
	// Values of a type that others become may come from those.
	l.castTarget[target] = true
}
