package scans

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A relation of a source that has SQL is read by a statement of its own: the columns that are named, and the
// conditions that mean the same there and here (push.go).

// collectTable notes a relation of a source that has SQL. false: the source has none.
func (t *taker) collectTable(i *item, ref *pg_query.RangeVar, source string) bool {
	if t.env.Table == nil {
		return false
	}
	known, ok, err := t.env.Table(source, ref.Schemaname, ref.Relname)
	switch {
	case err != nil:
		t.failAt(ref, err)
	case !ok:
		return false
	case len(known.Typed) == 0:
		t.noteError(ref.Location, sqlstate.FeatureNotSupported, "Read it by a statement of its own.",
			"the columns of %s.%s.%s are not told, so it cannot be a part of a statement over several sources", source, known.Schema, known.Name)
	default:
		r := &relation{item: i, ref: ref, around: t.inside, source: source, service: known.Schema, resource: known.Name, typed: known.Typed, chosen: true}
		for _, c := range known.Typed {
			r.known = append(r.known, c.Name)
			r.method.Columns = append(r.method.Columns, c.Column)
		}
		r.only, r.plain, i.relation, i.open = !ref.Inh, isPlain(known), r, false
		t.relations = append(t.relations, r)
	}
	return true
}

// carriedTypes are the types whose values mean the same here, with the type that stands for them here if that is another type.
var carriedTypes = map[uint32]uint32{
	pgtype.BoolOID: 0, pgtype.Int2OID: 0, pgtype.Int4OID: 0, pgtype.Int8OID: 0, pgtype.OIDOID: pgtype.Int8OID, pgtype.Float4OID: 0, pgtype.Float8OID: 0,
	pgtype.NumericOID: 0, pgtype.TextOID: 0, pgtype.VarcharOID: 0, pgtype.BPCharOID: pgtype.TextOID, pgtype.NameOID: pgtype.TextOID, pgtype.QCharOID: pgtype.TextOID,
	pgtype.ByteaOID: 0, pgtype.UUIDOID: 0, pgtype.JSONOID: 0, pgtype.JSONBOID: 0,
	pgtype.DateOID: 0, pgtype.TimeOID: 0, pgtype.TimetzOID: 0, pgtype.TimestampOID: 0, pgtype.TimestamptzOID: 0, pgtype.IntervalOID: 0,
	pgtype.BoolArrayOID: 0, pgtype.Int2ArrayOID: 0, pgtype.Int4ArrayOID: 0, pgtype.Int8ArrayOID: 0, pgtype.Float4ArrayOID: 0, pgtype.Float8ArrayOID: 0,
	pgtype.TextArrayOID: 0, pgtype.VarcharArrayOID: 0, pgtype.DateArrayOID: 0, pgtype.TimestampArrayOID: 0, pgtype.TimestamptzArrayOID: 0, pgtype.UUIDArrayOID: 0,
}

// casts are the types that a scan may be asked to cast a column to, by their names.
var casts = map[string]struct {
	oid  uint32
	name string
}{
	"text": {pgtype.TextOID, "text"}, "varchar": {pgtype.TextOID, "text"}, "bool": {pgtype.BoolOID, "boolean"},
	"int2": {pgtype.Int2OID, "smallint"}, "int4": {pgtype.Int4OID, "integer"}, "int8": {pgtype.Int8OID, "bigint"},
	"float8": {pgtype.Float8OID, "double precision"}, "json": {pgtype.JSONOID, "json"}, "jsonb": {pgtype.JSONBOID, "jsonb"},
}

// carriedColumn returns a column as the scan has it, and the type that the scan casts it to, or "" if there is none.
func (t *taker) carriedColumn(r *relation, c providers.TypedColumn) (column providers.Column, cast string) {
	column = c.Column
	column.Table, column.Attr, column.Size = 0, 0, -1
	to, equated := t.castOf(r, c.Name)
	if c.Labels != nil && !c.Opaque && equated && to == nil {
		to = &providers.Column{Type: pgtype.TextOID, TypeMod: -1, TypeName: "text"}
	}
	if equated && (c.Labels == nil || to.Type != pgtype.TextOID) {
		to = nil
	}
	other, known := carriedTypes[c.Type]
	if !isDecimal(c.Column) && c.Type == pgtype.NumericOID {
		column.TypeMod, column.TypeName = numericMod, numericName
		if to != nil { // the statement casts the column
			column.Type, column.TypeMod, column.TypeName = to.Type, to.TypeMod, to.TypeName
			return column, to.TypeName
		}
		return column, ""
	}
	switch {
	case known && !c.Opaque && other == 0:
		if c.Type != pgtype.NumericOID {
			column.TypeMod = -1
		}
		return column, ""
	case known && !c.Opaque:
		column.Type, column.TypeMod, column.TypeName = other, -1, "text"
		if other == pgtype.Int8OID {
			column.TypeName = "bigint"
		}
		return column, column.TypeName
	case to != nil:
		column.Type, column.TypeMod, column.TypeName = to.Type, to.TypeMod, to.TypeName
		return column, to.TypeName
	}
	t.noteError(r.ref.Location, sqlstate.FeatureNotSupported, "Write "+r.alias+"."+c.Name+"::text wherever the statement names it: its source makes the text.",
		"the column %q of %s is of the type %s, whose values mean something to their own source alone", c.Name, r.fullName(), c.TypeName)
	return column, ""
}

const bpchar = pgtype.BPCharOID

// numericMod is the modifier of numeric(38,10), by which numbers without a precision are read; one that does
// not fit is an error.
const (
	numericMod  = 38<<16 + 10 + 4
	numericName = "numeric(38,10)"
)

// isDecimal reports whether a numeric column has a precision that is kept.
func isDecimal(c providers.Column) bool {
	precision, scale := (c.TypeMod-4)>>16, (c.TypeMod-4)&0x7ff
	return c.TypeMod >= 4 && precision >= 1 && precision <= 38 && scale <= precision
}

// noteCast notes a cast of a column.
func (t *taker) noteCast(ref *pg_query.ColumnRef, to *pg_query.TypeName) {
	key := columnKey(ref)
	t.casts[key] = append(t.casts[key], castTo(to))
}

// castTo returns the column that a cast makes, or nil if no scan is asked for that cast.
func castTo(to *pg_query.TypeName) *providers.Column {
	words := to.GetNames()
	if len(words) == 0 || len(to.ArrayBounds) > 0 || to.Setof {
		return nil
	}
	name := words[len(words)-1].GetString_().GetSval()
	if name == "numeric" && len(to.Typmods) == 2 {
		precision, scale := to.Typmods[0].GetAConst().GetIval().GetIval(), to.Typmods[1].GetAConst().GetIval().GetIval()
		c := &providers.Column{Type: pgtype.NumericOID, TypeMod: precision<<16 + scale + 4, TypeName: "numeric(" + strconv.Itoa(int(precision)) + "," + strconv.Itoa(int(scale)) + ")"}
		if isDecimal(*c) {
			return c
		}
		return nil
	}
	known, ok := casts[name]
	if !ok || len(to.Typmods) > 0 {
		return nil
	}
	return &providers.Column{Type: known.oid, TypeMod: -1, TypeName: known.name}
}

// columnKey is qualifier.column in lower case, with nothing before the point where there is no qualifier.
func columnKey(ref *pg_query.ColumnRef) string {
	last := len(ref.Fields) - 1
	name := ref.Fields[last].GetString_().GetSval()
	if last == 0 {
		return "." + strings.ToLower(name)
	}
	return strings.ToLower(ref.Fields[last-1].GetString_().GetSval() + "." + name)
}

// castOf returns the one type that the statement casts a column to, wherever it names it, or nil if there is none.
// equated says that it compares the column by =, too. If it uses the column otherwise, castOf returns nil and false.
func (t *taker) castOf(r *relation, name string) (to *providers.Column, equated bool) {
	if t.isReadWhole(r) {
		return nil, false
	}
	name = strings.ToLower(name)
	for _, key := range []string{"." + name, strings.ToLower(r.alias) + "." + name} {
		if t.bare[key] {
			return nil, false
		}
		equated = equated || t.equated[key]
		for _, c := range t.casts[key] {
			if c == nil || to != nil && *c != *to {
				return nil, false
			}
			to = c
		}
	}
	return to, equated
}

// selectOf makes the statement that reads a relation. It returns that statement, the statements that return fewer rows, and the
// columns.
func (t *taker) selectOf(r *relation) (plain *providers.Select, fewer []providers.Select, columns []providers.Column) {
	var list []string
	for _, c := range r.typed {
		if !t.isReadWhole(r) && !t.mayNameColumn(r, c.Name) {
			continue
		}
		if hasColumn(columns, c.Name) {
			t.noteError(r.ref.Location, sqlstate.FeatureNotSupported, "Name one of them, or read the relation by a statement of its own.",
				"two columns of %s are called %q but for the case of letters", r.fullName(), strings.ToLower(c.Name))
		}
		column, cast := t.carriedColumn(r, c)
		columns = append(columns, column)
		list = append(list, projectColumn(c.Name, cast))
	}
	if len(columns) == 0 { // a table needs a column
		columns = []providers.Column{{Name: "nothing", Type: pgtype.BoolOID, TypeMod: -1, Size: -1, TypeName: "boolean"}}
		list = []string{"true AS nothing"}
	}
	text := "SELECT " + strings.Join(list, ", ") + " FROM " + r.fromText()
	plain = &providers.Select{Params: r.pushed.params}
	plain.SQL = text + whereOf(r.pushed.conditions)
	if r.limit > 0 {
		plain.SQL += " LIMIT " + strconv.FormatInt(r.limit, 10)
	}
	joined := len(r.joined.conditions) > 0
	if joined {
		fewer = append(fewer, providers.Select{SQL: text + " t" + whereOf(r.pushed.conditions, r.joined.conditions), Params: r.joined.params, Joined: true})
	}
	if conditions, keys := r.keysOf(len(r.pushed.params)); len(keys) > 0 {
		fewer = append(fewer, providers.Select{SQL: text + whereOf(r.pushed.conditions, conditions), Params: r.pushed.params, Keys: keys})
	}
	if conditions, keys := r.keysOf(len(r.joined.params)); len(keys) > 0 && joined {
		fewer = append(fewer, providers.Select{SQL: text + " t" + whereOf(r.pushed.conditions, r.joined.conditions, conditions), Params: r.joined.params, Keys: keys, Joined: true})
	}
	return plain, fewer, columns
}

// whereOf returns a WHERE of all these conditions.
func whereOf(conditions ...[]string) string {
	if all := slices.Concat(conditions...); len(all) > 0 {
		return " WHERE " + strings.Join(all, " AND ")
	}
	return ""
}

func projectColumn(name, cast string) string {
	quoted := quoteName(name)
	if cast == "" {
		return quoted
	}
	return quoted + "::" + cast + " AS " + quoted
}

func quoteName(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

func quoteText(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// typedOf returns a column of a relation by its name.
func (r *relation) typedOf(name string) (providers.TypedColumn, bool) {
	at := slices.IndexFunc(r.typed, func(c providers.TypedColumn) bool { return c.Name == name })
	if at < 0 {
		at = slices.IndexFunc(r.typed, func(c providers.TypedColumn) bool { return strings.EqualFold(c.Name, name) })
	}
	if at < 0 {
		return providers.TypedColumn{}, false
	}
	return r.typed[at], true
}
