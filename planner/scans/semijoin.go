package scans

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
)

// If columns of two tables must be equal, a row of one table that has no partner in the other is dropped by the statement.
// So the scan of a table may ask for fewer rows. If the other table belongs to the same Postgres, it asks for the rows
// that have a partner there (EXISTS). If the other table belongs to another source, it asks for the rows whose value is
// one of the other's (= ANY), which are known when the other's rows have been read. Both only leave out rows that the
// statement would drop, so package federation is free to decide whether they are worth it.

// mostJoined bounds how many tables the statement of one scan names.
const mostJoined = 6

// partner is another table and the columns by which rows of the two must be equal.
type partner struct {
	*relation
	own, its []providers.TypedColumn
}

// listPartners are the tables whose columns a condition compares with those of a relation, by equality: a row of the relation
// that equals none of theirs is not returned.
func (t *taker) listPartners(r *relation) (list []*partner) {
	if len(r.ref.GetAlias().GetColnames()) > 0 {
		return nil
	}
	for _, one := range t.equalitiesWith(r, t.columnAround) {
		own, _ := t.columnOf(r, one.own)
		at, name := t.resolveColumn(r.level, one.other.GetColumnRef())
		if at.relation == r {
			continue
		}
		its, known := at.relation.columnCalled(name)
		if !known || !sameKind(own, its) {
			continue
		}
		i := slices.IndexFunc(list, func(p *partner) bool { return p.relation == at.relation })
		if i < 0 {
			i, list = len(list), append(list, &partner{relation: at.relation})
		}
		list[i].own, list[i].its = append(list[i].own, own), append(list[i].its, its)
	}
	return list
}

// columnAround is the column that an expression is, of a relation of that level or of one around it.
func (t *taker) columnAround(l *level, n *pg_query.Node) (providers.TypedColumn, bool) {
	ref := n.GetColumnRef()
	if ref == nil {
		return providers.TypedColumn{}, false
	}
	at, name := t.resolveColumn(l, ref)
	if at == nil || at.relation == nil || len(at.relation.ref.GetAlias().GetColnames()) > 0 {
		return providers.TypedColumn{}, false
	}
	return at.relation.columnCalled(name)
}

// columnCalled is a column of a relation by its name, also of an API's resource.
func (r *relation) columnCalled(name string) (providers.TypedColumn, bool) {
	if r.typed != nil {
		return r.typedOf(name)
	}
	for _, c := range r.method.Columns {
		if c.Name == name {
			return providers.TypedColumn{Column: c}, true
		}
	}
	return providers.TypedColumn{}, false
}

// mostKeys bounds the other tables by whose values the statement of one scan asks for fewer rows.
const mostKeys = 8

// reduceRows finds out by what a scan of a table of a Postgres may return fewer rows.
func (t *taker) reduceRows(r *relation) {
	if t.env.Reduces == nil || !t.env.Reduces(r.source) || r.limit > 0 {
		return
	}
	r.joined = pushed{params: slices.Clone(r.pushed.params), bytes: r.pushed.bytes}
	r.joined.conditions, _ = t.existsConditions(r, "t", []*relation{r}, &r.joined)
	for _, p := range t.listPartners(r) {
		for i, own := range p.own {
			if _, known := keyTypes[own.Type]; known && len(r.keys) < mostKeys {
				r.keys = append(r.keys, key{column: own, of: p.relation, its: p.its[i]})
			}
		}
	}
}

// existsConditions are conditions that rows of a relation have partners in tables of the same Postgres, and how many tables they
// name. Only those are asked for that have conditions of their own: the others would leave out few rows.
func (t *taker) existsConditions(r *relation, alias string, around []*relation, into *pushed) (list []string, tables int) {
	for _, p := range t.listPartners(r) {
		if p.source != r.source || !p.isStable() || slices.Contains(around, p.relation) || len(around) >= mostJoined {
			continue
		}
		before := *into
		into.tables++
		inner := "t" + strconv.Itoa(into.tables)
		own := *p.relation
		own.pushed = pushed{params: into.params, bytes: into.bytes}
		t.pushConditions(&own)
		into.params, into.bytes = own.pushed.params, own.pushed.bytes
		deeper, more := t.existsConditions(p.relation, inner, append(slices.Clone(around), p.relation), into)
		var equal []string
		for i := range p.own {
			if kindOf[p.own[i].Type] != texts { // whose collations may be two
				equal = append(equal, inner+"."+quoteName(p.its[i].Name)+" = "+alias+"."+quoteName(p.own[i].Name))
			}
		}
		where := slices.Concat(equal, own.pushed.conditions, deeper)
		text := "EXISTS (SELECT 1 FROM " + p.fromText() + " " + inner + " WHERE " + strings.Join(where, " AND ") + ")"
		if len(equal) == 0 || len(own.pushed.conditions)+len(deeper) == 0 || tables+more+1 >= mostJoined || into.bytes+len(text) > providers.MostPushed {
			*into = before
			continue
		}
		into.bytes += len(text)
		list, tables = append(list, text), tables+more+1
	}
	return list, tables
}

// isStable reports whether a table has the same rows whenever one transaction reads it: it is no view, and nothing else
// decides which rows are seen.
func (r *relation) isStable() bool {
	return r.typed != nil && r.plain && len(r.ref.GetAlias().GetColnames()) == 0
}

// isPlain reports whether a relation is a table whose rows nothing but the table decides.
func isPlain(r providers.Relation) bool {
	return r.Kind == "table" && len(r.Children) == 0 && !slices.ContainsFunc(r.Hidden, func(h providers.Hidden) bool {
		return !h.Folded && h.Computes == "" && (h.When == 0 || h.When&providers.Read != 0)
	})
}

// fromText is a relation as FROM names it.
func (r *relation) fromText() string {
	text := quoteName(r.service) + "." + quoteName(r.resource)
	if r.only {
		return "ONLY " + text
	}
	return text
}

// key is a column whose values must be among those of a column of another scan.
type key struct {
	column, its providers.TypedColumn
	of          *relation
}

// keyTypes are the types by which columns are compared with keys: of whole numbers their own, because Postgres looks up
// keys of another type one after the other.
var keyTypes = map[uint32]struct {
	oid  uint32
	name string
}{
	pgtype.Int2OID: {pgtype.Int2OID, "smallint"}, pgtype.Int4OID: {pgtype.Int4OID, "integer"}, pgtype.Int8OID: {pgtype.Int8OID, "bigint"},
	pgtype.TextOID: {pgtype.TextOID, "text"}, pgtype.VarcharOID: {pgtype.TextOID, "text"}, pgtype.UUIDOID: {pgtype.UUIDOID, "uuid"}, pgtype.DateOID: {pgtype.DateOID, "date"},
}

// keysOf are the keys of a relation as conditions of a statement that has so many parameters before them.
func (r *relation) keysOf(before int) (conditions []string, list []providers.Keys) {
	for _, k := range r.keys {
		as := keyTypes[k.column.Type]
		param := "$" + strconv.Itoa(before+len(list)+1) + "::" + as.name + "[]"
		conditions = append(conditions, "("+param+" IS NULL OR "+quoteName(k.column.Name)+" = ANY ("+param+"))")
		list = append(list, providers.Keys{Table: k.of.table, Column: k.its.Name, Type: as.oid})
	}
	return conditions, list
}
