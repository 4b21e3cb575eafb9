package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// A statement that makes relations is compared behind that, in its own transaction. The names of what it has made lead somewhere by then, and
// a relation that it has refilled, or that a new one refers to, has another print. The comparison leaves out what this
// transaction has done itself: of relations of the names that the statement makes, those whose row is of a transaction that this backend
// holds the lock of. What somebody else has made under such a name is seen.

// mineSQL are the relations that were made by this transaction since the statement was judged, of the names $9, with their types. $11 are the
// OIDs that the closure has.
const mineSQL = `mine AS MATERIALIZED (SELECT c.oid, y.oid AS rows, y.typarray FROM pg_catalog.pg_class c LEFT JOIN pg_catalog.pg_type y ON y.oid = c.reltype
  WHERE c.relname = ANY ($9::name[]) AND c.xmin = ANY (ARRAY(SELECT l.transactionid FROM pg_catalog.pg_locks l
    WHERE l.pid = pg_catalog.pg_backend_pid() AND l.locktype = 'transactionid' AND l.granted))
  AND c.oid::text <> ALL ($11::text[]) AND (y.oid IS NULL OR y.oid::text <> ALL ($11::text[])))`

// besidePrint is the print of the mark "one", without what this transaction has made. Of a relation among the tags $10 it is what
// touchedPrint says.
const besidePrint = `CASE
  WHEN one.tag = ANY ($10::text[]) THEN pg_catalog.array_to_string((pg_catalog.string_to_array(one.print, ' '))[2:9], ' ')
  WHEN one.tag LIKE 'r%' OR one.tag LIKE 'x %' THEN CASE WHEN one.print <> ALL (ARRAY(SELECT oid::text FROM mine)) THEN one.print END
  WHEN one.tag LIKE 't %' THEN (SELECT pg_catalog.string_agg(e, ' ' ORDER BY place) FROM pg_catalog.unnest(pg_catalog.string_to_array(one.print, ' ')) WITH ORDINALITY AS parts(e, place)
    WHERE pg_catalog.split_part(e, '.', 1) <> ALL (ARRAY(SELECT rows::text FROM mine WHERE rows IS NOT NULL UNION ALL SELECT typarray::text FROM mine WHERE typarray IS NOT NULL)))
  ELSE one.print END`

// touchedPrint is a relation's print without its row of pg_class, its triggers and its heirs.
func touchedPrint(print string) string {
	parts := strings.Split(print, " ")
	return strings.Join(parts[min(1, len(parts)):min(9, len(parts))], " ")
}

var besideTexts = map[bool]string{
	false: guardSQL("1", guardFails, true),
	true:  guardSQL(oldSnapshotFails, guardFails, true),
}

// GuardBesideText is GuardText, or StrictGuardText, for GuardBeside.
func GuardBesideText(strict bool) string { return besideTexts[strict] }

// GuardBeside are the parameters of the statement that fails unless the closure holds beside changes of the transaction's own.
func (cl *closure) GuardBeside(own providers.OwnChanges) (args []string, beside bool) {
	if len(own.Altered)+len(own.Domains) > 0 {
		cl = cl.without(slices.Concat(cl.relationTags(own.Altered), cl.carriedTags(), cl.domainTags(own.Domains)))
	}
	if len(own.Made) == 0 && len(own.Touched) == 0 {
		return cl.Guard(), false
	}
	touched := cl.relationTags(own.Touched)
	digest := cl.digestOf(func(m mark) string {
		if slices.Contains(touched, m.tag) {
			return touchedPrint(m.print)
		}
		return m.print
	})
	return append(printArgs(cl.tags()), digest, query.Array(own.Made), query.Array(touched), query.Array(cl.knownOIDs())), true
}

// without is the closure without some marks. The store does not know it.
func (cl *closure) without(tags []string) *closure {
	altered := func(m mark) bool { return slices.Contains(tags, m.tag) }
	return &closure{c: cl.c, store: cl.store, path: cl.path, ask: cl.ask, marks: slices.DeleteFunc(slices.Clone(cl.marks), altered)}
}

// carriedTags are the tags of relations that no name leads to: foreign keys carry the definition of another one on to them.
func (cl *closure) carriedTags() (tags []string) {
	named := map[string]bool{}
	for _, m := range cl.marks {
		if m.tag[0] == 'r' && m.print != "" {
			named["c "+m.print] = true
		}
	}
	for _, m := range cl.marks {
		if m.tag[0] == 'c' && !named[m.tag] {
			tags = append(tags, m.tag)
		}
	}
	return tags
}

// domainTags are the tags of the domains that some names may lead to.
func (cl *closure) domainTags(names []providers.Name) (tags []string) {
	prints := printsOf(cl.marks)
	for _, name := range names {
		tags = append(tags, typeTag(name.Name))
		for _, one := range strings.Fields(prints[typeTag(name.Name)]) {
			id, _, _ := strings.Cut(one, ".")
			tags = append(tags, "y "+id)
		}
	}
	return tags
}

// knownOIDs are the OIDs of the relations and types that names lead to.
func (cl *closure) knownOIDs() (list []string) {
	for _, m := range cl.marks {
		if m.tag[0] != 'r' && m.tag[0] != 't' {
			continue
		}
		for _, one := range strings.Fields(m.print) {
			id, _, _ := strings.Cut(one, ".")
			list = append(list, id)
		}
	}
	return list
}

// relationTags are the tags of the relations that some names lead to, by the closure.
func (cl *closure) relationTags(names []providers.Name) (tags []string) {
	prints := printsOf(cl.marks)
	for _, name := range names {
		for _, schema := range schemasIn(cl.path, name.Schema) {
			if id, err := strconv.ParseUint(prints[relationTag(schema, name.Name)], 10, 32); err == nil {
				tags = append(tags, oidTag("c", uint32(id)))
				break
			}
		}
	}
	return tags
}
