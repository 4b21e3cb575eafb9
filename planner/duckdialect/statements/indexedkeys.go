package statements

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
)

// DuckDB's keys take no arrays, know NULLs as distinct alone, and include no columns. A key that needs one of these is a unique
// index, whose comment says that it is of a constraint: of the texts of arrays, and of texts that a NULL has as well. A key that is
// DEFERRABLE is an index that is not unique: the source checks it after the statement, or where the transaction ends.

// exactTexts are the types whose values are equal where their texts are equal, in the zone and style of any session.
var exactTexts = parse.WordSet(`int2 int4 int8 smallserial serial bigserial text varchar bool date uuid timestamp time numeric`)

// exactArrays are the types of arrays of such values.
var exactArrays = []uint32{
	pgtype.Int2ArrayOID, pgtype.Int4ArrayOID, pgtype.Int8ArrayOID, pgtype.TextArrayOID, pgtype.VarcharArrayOID, pgtype.BoolArrayOID,
	pgtype.DateArrayOID, pgtype.UUIDArrayOID, pgtype.TimestampArrayOID, pgtype.TimeArrayOID, pgtype.NumericArrayOID,
}

// keyed is how a column is a key of a unique index.
type keyed struct {
	name         string
	array, exact bool
	json         string // json or jsonb, if the column is of such a type
}

// keyedByType is how a column of a type is a key.
func (t *Rules) keyedByType(name string, n *pg_query.TypeName) keyed {
	k := keyed{name: name, array: len(n.GetArrayBounds()) > 0}
	schema, kind := parse.SplitName(n.GetNames())
	enum, _ := t.EnumNamed(n)
	if k.exact = enum != nil; schema == "" || schema == "pg_catalog" {
		k.exact = k.exact || exactTexts[kind] && t.users.TypeNamed(n) == nil
		if !k.array && (kind == "json" || kind == "jsonb") {
			k.json = kind
		}
	}
	return k
}

// keyedOf is how a column of a table that is there is a key. It is the zero keyed, but for the name, if nobody knows the column.
func (t *Rules) keyedOf(table *pg_query.RangeVar, name string) keyed {
	k := keyed{name: name}
	c := t.ColumnOf(table, name)
	if c == nil || c.User != "" {
		return k
	}
	k.array = c.Array || slices.Contains(exactArrays, c.Type)
	k.exact = slices.Contains(exactArrays, c.Type) || c.Enum != nil
	if oidName := map[uint32]string{
		21: "int2", 23: "int4", 20: "int8", 25: "text", 1043: "varchar", 16: "bool", 1082: "date", 2950: "uuid", 1114: "timestamp", 1083: "time", 1700: "numeric",
	}[c.Type]; exactTexts[oidName] {
		k.exact = true
	}
	k.json = map[uint32]string{114: "json", 3802: "jsonb"}[c.Type]
	return k
}

// keyValue is what a unique index has for a column. same: NULLs are not distinct.
func (t *Rules) keyValue(k keyed, same bool) *pg_query.Node {
	column := pg_query.MakeColumnRefNode(build.Names(k.name), build.Nowhere)
	switch {
	case k.json == "json":
		t.NoteError(build.Nowhere, "42704", `data type json has no default operator class for access method "btree"`).
			WithHint("You must specify an operator class for the index or define a default operator class for the data type.")
	case k.json != "":
		t.NoteUnsupported(build.Nowhere, "a key over a column of type %s is not supported", k.json)
	case (k.array || same) && !k.exact:
		t.NoteUnsupported(build.Nowhere, "a key over a column of this type is not supported: %q", k.name)
	case same:
		return build.Coalesce(build.Binary("||", build.Text("="), build.Cast(column, build.PlainType("text"))), build.Text("NULL"))
	case k.array:
		return build.Cast(column, build.PlainType("text"))
	}
	return column
}

// takeKeys takes the keys out of the elements of a table that DuckDB's constraints are too weak for, and makes unique indexes
// of them behind the statement.
func (t *Rules) takeKeys(s *pg_query.CreateStmt) {
	columns := columnsDefined(s).columns
	keyedOf := func(name string) keyed {
		if c := columns[name]; c != nil {
			return t.keyedByType(name, c.TypeName)
		}
		return keyed{name: name}
	}
	var taken []*pg_query.Constraint
	for _, c := range columns {
		c.Constraints = slices.DeleteFunc(timed(c.Constraints), func(n *pg_query.Node) bool {
			k := n.GetConstraint()
			if !isKey(k) {
				return false
			}
			k.Keys = build.Names(c.Colname)
			weak := t.needsIndex(k, keyedOf)
			if weak {
				taken = append(taken, k)
			} else {
				k.Keys = nil
			}
			return weak
		})
	}
	s.TableElts = slices.DeleteFunc(s.TableElts, func(n *pg_query.Node) bool {
		k := n.GetConstraint()
		weak := isKey(k) && len(k.GetKeys()) > 0 && t.needsIndex(k, keyedOf)
		if weak {
			taken = append(taken, k)
		}
		return weak
	})
	slices.SortStableFunc(taken, func(a, b *pg_query.Constraint) int { return int(a.Location - b.Location) })
	there := t.isThere(s)
	for _, k := range taken {
		for _, name := range parse.NameParts(k.Keys) {
			if c := columns[name]; k.Contype == pg_query.ConstrType_CONSTR_PRIMARY && c != nil && !trees.HasConstraint(c.Constraints, pg_query.ConstrType_CONSTR_NOTNULL) {
				c.Constraints = append(c.Constraints, build.Constraint(&pg_query.Constraint{Contype: pg_query.ConstrType_CONSTR_NOTNULL}))
			}
		}
		t.refuseSelfReference(s, k)
		if t.Changed = true; !there {
			t.indexKey(s.Relation, k, keyedOf)
		}
	}
}

// isThere reports whether CREATE TABLE IF NOT EXISTS finds the table.
func (t *Rules) isThere(s *pg_query.CreateStmt) bool {
	return s.IfNotExists && t.Env.Taken != nil && t.Env.Taken(s.Relation.GetSchemaname(), s.Relation.GetRelname())
}

// refuseSelfReference refuses a foreign key of a table to a deferrable key of its own.
func (t *Rules) refuseSelfReference(s *pg_query.CreateStmt, k *pg_query.Constraint) {
	if !k.Deferrable && !k.Initdeferred {
		return
	}
	what := map[bool]string{true: "primary key", false: "unique constraint"}[k.Contype == pg_query.ConstrType_CONSTR_PRIMARY]
	check := func(n *pg_query.Node) {
		f := n.GetConstraint()
		itself := f.GetContype() == pg_query.ConstrType_CONSTR_FOREIGN && f.Pktable.GetRelname() == s.Relation.GetRelname() &&
			(f.Pktable.GetSchemaname() == "" || f.Pktable.GetSchemaname() == s.Relation.GetSchemaname())
		others, own := parse.NameParts(f.GetPkAttrs()), parse.NameParts(k.Keys)
		slices.Sort(others)
		slices.Sort(own)
		if itself && (slices.Equal(others, own) || len(others) == 0 && k.Contype == pg_query.ConstrType_CONSTR_PRIMARY) {
			t.NoteError(build.Nowhere, "55000", "cannot use a deferrable %s for referenced table %q", what, s.Relation.GetRelname())
		}
	}
	for _, e := range s.TableElts {
		check(e)
		for _, n := range e.GetColumnDef().GetConstraints() {
			check(n)
		}
	}
}

// isKey reports whether a constraint is a UNIQUE or a PRIMARY KEY.
func isKey(k *pg_query.Constraint) bool {
	return k.GetContype() == pg_query.ConstrType_CONSTR_UNIQUE || k.GetContype() == pg_query.ConstrType_CONSTR_PRIMARY
}

// needsIndex reports whether DuckDB's constraint is too weak for a key.
func (t *Rules) needsIndex(k *pg_query.Constraint, of func(name string) keyed) bool {
	return k.NullsNotDistinct || k.Deferrable || k.Initdeferred || len(k.Including) > 0 ||
		slices.ContainsFunc(parse.NameParts(k.Keys), func(name string) bool { c := of(name); return c.array || c.json != "" })
}

// indexKey makes the unique index of a key behind the statement.
func (t *Rules) indexKey(table *pg_query.RangeVar, k *pg_query.Constraint, of func(name string) keyed) {
	kind := "u"
	if k.Contype == pg_query.ConstrType_CONSTR_PRIMARY {
		kind = "p"
	}
	kept := providers.KeptIndex{Constraint: kind, Deferrable: k.Deferrable || k.Initdeferred, Deferred: k.Initdeferred}
	if k.Indexname != "" {
		t.NoteUnsupported(k.Location, "ADD CONSTRAINT … USING INDEX is not supported")
	}
	columns := parse.NameParts(k.Keys)
	s := &pg_query.IndexStmt{Idxname: k.Conname, Relation: table, Unique: !kept.Deferrable, NullsNotDistinct: k.NullsNotDistinct}
	if s.Idxname == "" {
		s.Idxname = t.keyName(table, kind, append(slices.Clone(columns), parse.NameParts(k.Including)...))
	}
	for _, name := range columns {
		s.IndexParams = append(s.IndexParams, indexElement(name))
	}
	for _, name := range parse.NameParts(k.Including) {
		s.IndexIncludingParams = append(s.IndexIncludingParams, indexElement(name))
	}
	comment := t.keptIndex(s, kept)
	for _, p := range s.IndexParams {
		e := p.GetIndexElem()
		e.Expr, e.Name = t.keyValue(of(e.Name), s.NullsNotDistinct), ""
	}
	s.NullsNotDistinct, s.IndexIncludingParams = false, nil
	t.After = append(t.After, t.DeparseStatement(&pg_query.Node{Node: &pg_query.Node_IndexStmt{IndexStmt: s}}), comment)
}

func indexElement(name string) *pg_query.Node {
	return &pg_query.Node{Node: &pg_query.Node_IndexElem{IndexElem: &pg_query.IndexElem{
		Name: name, Ordering: pg_query.SortByDir_SORTBY_DEFAULT, NullsOrdering: pg_query.SortByNulls_SORTBY_NULLS_DEFAULT,
	}}}
}

// keyName is the name that PostgreSQL gives to a UNIQUE or a PRIMARY KEY.
func (t *Rules) keyName(table *pg_query.RangeVar, kind string, columns []string) string {
	suffix := "key"
	if kind == "p" {
		columns, suffix = nil, "pkey"
	}
	return t.freeName(table.GetSchemaname(), table.GetRelname(), strings.Join(columns, "_"), suffix)
}

// freeName is the name that PostgreSQL gives to what belongs to columns of a table, with a number where a relation has that name.
func (t *Rules) freeName(schema, table, columns, suffix string) string {
	name := generatedName(table, columns, suffix)
	for number := 1; number < mostNamesakes && t.isTaken(schema, name); number++ {
		name = generatedName(table, columns, suffix+strconv.Itoa(number))
	}
	return name
}

// mostNamesakes is how many relations of one name are numbered.
const mostNamesakes = 1000

// isTaken reports whether a relation has a name, or the statement gives it to an index.
func (t *Rules) isTaken(schema, name string) bool {
	return t.Env.Taken != nil && t.Env.Taken(schema, name) || slices.ContainsFunc(t.After, func(sql string) bool {
		return strings.Contains(sql, " INDEX "+lexical.QuoteIfNeeded(name)+" ON ") || strings.Contains(sql, " INDEX "+lexical.Quote(name)+" ON ")
	})
}

// addIndexedKey adds a key to a table that is there, if DuckDB's constraint is too weak for it. It reports whether it did.
func (t *Rules) addIndexedKey(s *pg_query.AlterTableStmt, k *pg_query.Constraint) bool {
	of := func(name string) keyed { return t.keyedOf(s.Relation, name) }
	if !isKey(k) || len(k.Keys) == 0 || !t.needsIndex(k, of) {
		return false
	}
	if k.Contype == pg_query.ConstrType_CONSTR_PRIMARY {
		for _, name := range parse.NameParts(k.Keys) {
			if c := t.ColumnOf(s.Relation, name); c != nil && c.Key || t.hasKey(s.Relation) {
				t.NoteError(build.Nowhere, "42P16", "multiple primary keys for table %q are not allowed", s.Relation.GetRelname())
			}
			t.After = append(t.After, "ALTER TABLE "+lexical.QuoteRelation(s.Relation)+" ALTER COLUMN "+lexical.Quote(name)+" SET NOT NULL")
		}
	}
	t.indexKey(s.Relation, k, of)
	t.Changed = true
	return true
}

// hasKey reports whether a table has a primary key.
func (t *Rules) hasKey(table *pg_query.RangeVar) bool {
	return t.Env.Columns != nil && slices.ContainsFunc(t.Env.Columns(table.GetSchemaname(), table.GetRelname()), func(c rewrite.Column) bool { return c.Key })
}

// useIndex makes a constraint of the columns of an index, which goes: the constraint has an index of its own.
func (t *Rules) useIndex(s *pg_query.AlterTableStmt, k *pg_query.Constraint) {
	index := k.GetIndexname()
	if index == "" {
		return
	}
	var columns []string
	if t.Env.UniqueIndex != nil {
		columns = t.Env.UniqueIndex(s.Relation.GetSchemaname(), s.Relation.GetRelname(), index)
	}
	if len(columns) == 0 || k.Deferrable || t.Err != nil {
		t.NoteUnsupported(k.Location, "a constraint USING INDEX of anything but a unique index of columns of the table, without a comment, is not supported").
			WithHint("Write the columns of the constraint instead of the index, and drop the index.")
		return
	}
	if k.Conname == "" {
		k.Conname = index
	} else if k.Conname != index {
		t.Notice = "ALTER TABLE / ADD CONSTRAINT USING INDEX will rename index \"" + index + "\" to \"" + k.Conname + "\""
	}
	t.Before = append(t.Before, "DROP INDEX "+lexical.QuoteRelation(&pg_query.RangeVar{Schemaname: s.Relation.GetSchemaname(), Relname: index}))
	k.Indexname, k.Keys, t.Changed = "", build.Names(columns...), true
}
