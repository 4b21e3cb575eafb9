package statements

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/raretypes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// An exclusion constraint is an index that is not unique. Its comment has the operators, and the keys and the condition as the source
// computes them (providers.KeptIndex). The source compares the rows that a statement adds or changes with all rows.

// excludable are the operators by which an access method excludes values of a kind of types: those of its default operator class
// that are their own commutators.
var excludable = map[string]map[byte]string{
	"btree":  {'=': "="},
	"hash":   {'=': "="},
	"gist":   {'r': "= && -|-"},
	"spgist": {'r': "= && -|-"},
}

// notCommutative are operators that are not their own commutators.
var notCommutative = parse.WordSet(`< <= > >= @> <@ << >> &< &>`)

// equalTypes are the types whose values are equal where they are equal to the source.
var equalTypes = parse.WordSet(`int2 int4 int8 numeric float4 float8 text varchar bool date timestamp timestamptz time uuid enum`)

// isExclusion reports whether a constraint is EXCLUDE.
func isExclusion(k *pg_query.Constraint) bool {
	return k.GetContype() == pg_query.ConstrType_CONSTR_EXCLUSION
}

// takeExclusions takes the exclusion constraints out of the elements of a table, and makes their indexes behind the statement.
func (t *Rules) takeExclusions(s *pg_query.CreateStmt) {
	there, scope := t.isThere(s), columnsDefined(s)
	computed := map[string]bool{}
	for name, c := range scope.columns {
		computed[name] = trees.HasConstraint(c.Constraints, pg_query.ConstrType_CONSTR_GENERATED)
	}
	s.TableElts = slices.DeleteFunc(s.TableElts, func(n *pg_query.Node) bool {
		k := n.GetConstraint()
		if !isExclusion(k) {
			return false
		}
		if t.Changed = true; !there {
			t.indexExclusion(s.Relation, k, scope, computed)
		}
		return true
	})
}

// addExclusion adds an exclusion constraint to a table that is there. It returns a column that the constraint reads, "" for another
// constraint.
func (t *Rules) addExclusion(s *pg_query.AlterTableStmt, k *pg_query.Constraint) string {
	if !isExclusion(k) {
		return ""
	}
	scope, computed := definedColumns{types: map[string]string{}, columns: map[string]*pg_query.ColumnDef{}}, map[string]bool{}
	if t.Env.Columns != nil {
		for _, c := range t.Env.Columns(s.Relation.GetSchemaname(), s.Relation.GetRelname()) {
			if c.User == "" && !c.Array {
				scope.types[c.Name] = inference.Names[c.Type]
			}
			scope.known, computed[c.Name] = true, c.Generated
			scope.columns[c.Name] = &pg_query.ColumnDef{}
		}
	}
	for _, n := range s.Cmds {
		if c := n.GetAlterTableCmd().GetDef().GetColumnDef(); c != nil {
			scope.known = false
			computed[c.Colname] = computed[c.Colname] || trees.HasConstraint(c.Constraints, pg_query.ConstrType_CONSTR_GENERATED)
		}
	}
	t.Changed = true
	return t.indexExclusion(s.Relation, k, scope, computed)
}

// indexExclusion makes the index of an exclusion constraint behind the statement. It returns a column that the constraint reads.
func (t *Rules) indexExclusion(table *pg_query.RangeVar, k *pg_query.Constraint, scope definedColumns, computed map[string]bool) string {
	s := &pg_query.IndexStmt{Idxname: k.Conname, Relation: table, AccessMethod: cmp.Or(k.AccessMethod, "btree"), WhereClause: k.WhereClause, Options: k.Options}
	for _, name := range parse.NameParts(k.Including) {
		s.IndexIncludingParams = append(s.IndexIncludingParams, indexElement(name))
	}
	var operators []string
	for _, pair := range k.Exclusions {
		items := pair.GetList().GetItems()
		if len(items) != 2 {
			t.NoteUnsupported(k.Location, "this exclusion constraint is not supported")
			return ""
		}
		s.IndexParams = append(s.IndexParams, items[0])
		_, op := parse.SplitName(items[1].GetList().GetItems())
		operators = append(operators, op)
	}
	if t.checkExclusion(k, s, scope); t.Err != nil {
		return ""
	}
	if s.Idxname == "" {
		s.Idxname = t.freeName(table.GetSchemaname(), table.GetRelname(), strings.Join(indexedNames(s), "_"), "excl")
	}
	kept := t.fillKept(s, providers.KeptIndex{Constraint: "x", Deferrable: k.Deferrable || k.Initdeferred, Deferred: k.Initdeferred})
	for i, p := range s.IndexParams {
		t.keepOperator(s.AccessMethod, operators[i], p.GetIndexElem(), &kept, i, scope)
	}
	if k.WhereClause != nil {
		kept.Chosen = t.translated(k.WhereClause)
	}
	if len(kept.Columns) == 0 {
		t.NoteUnsupported(k.Location, "an exclusion constraint without a column is not supported")
		return ""
	}
	kept.Computed = slices.ContainsFunc(kept.Columns, func(name string) bool { return computed[name] })
	sql := "CREATE INDEX " + lexical.Quote(s.Idxname) + " ON " + lexical.QuoteRelation(table) + " ((" + lexical.Quote(quietColumn(kept)) + " IS NULL))"
	t.After = append(t.After, sql, keptComment(s, kept))
	return kept.Columns[0]
}

// quietColumn is the column that the source's index of an exclusion constraint is over. The source gives rows other numbers whose indexed
// columns are changed, so one is chosen that is told equal: it is rarely changed.
func quietColumn(kept providers.KeptIndex) string {
	for _, key := range kept.Keys {
		if key.Column != "" && key.Operator == "=" {
			return key.Column
		}
	}
	return kept.Columns[0]
}

// excludedType is the name of the type of a key, or "enum"; "": it is not known.
func (t *Rules) excludedType(e *pg_query.IndexElem, scope definedColumns) string {
	of := e.GetExpr()
	if of == nil {
		of = build.Column(e.Name)
	}
	if t.Env.ShownExpression != nil {
		at := t.place
		at.OneLine = true
		if shown := t.Env.ShownExpression(of, at); shown.Type != 0 {
			return inference.Names[shown.Type]
		}
	}
	_, function := parse.SplitName(of.GetFuncCall().GetFuncname())
	switch {
	case e.GetExpr() == nil && t.isEnum(e):
		return "enum"
	case raretypes.RangeElements[function] != "":
		return function
	}
	return scope.valueType(of)
}

// keepOperator has a key keep its operator, and how the source computes both. at is the place of the key among those that are kept.
func (t *Rules) keepOperator(method, op string, e *pg_query.IndexElem, kept *providers.KeptIndex, at int, scope definedColumns) {
	key, of := &kept.Keys[at], t.excludedType(e, scope)
	kind := byte(0)
	switch isRange := raretypes.RangeElements[of] != ""; {
	case isRange && method != "btree" && method != "hash":
		kind = 'r'
	case isRange || equalTypes[of]:
		kind = '='
	}
	if spelled := inference.Spelled(of); notCommutative[op] && kind != 0 && spelled != "" {
		if of = spelled; kind == 'r' {
			of = "anyrange"
		}
		t.NoteError(build.Nowhere, sqlstate.WrongObjectType, "operator %s(%s,%[2]s) is not commutative", op, of).
			WithDetail("Only commutative operators can be used in exclusion constraints.")
		return
	}
	operators := excludable[method][kind]
	if method == "gist" && kind == '=' && (t.hasExtension("btree_gist") || t.Env.Unsettled) { // the source looks for the extension again
		operators, kept.Extension = "= <>", "btree_gist"
	}
	if !slices.Contains(strings.Fields(operators), op) {
		t.NoteUnsupported(build.Nowhere, "EXCLUDE USING %s with the operator %s of this type is not supported", method, op).
			WithHint("The embedded engine excludes ranges by =, && and -|-, and other values by = with btree and hash, or with gist where the extension btree_gist is there.")
		return
	}
	key.Operator = op
	if e.GetExpr() != nil {
		emulation.RefuseOfSession(&t.Translation, e.Expr, nil)
		key.Value = t.translated(e.Expr)
	}
	column := providers.MetColumn + strconv.Itoa(at+1)
	added, there := build.Column(providers.MeetingRow, column), build.Column(providers.MetRow, column)
	key.Meets = t.translated(build.Binary(op, added, there))
	if kind == 'r' && op != "=" {
		key.Near = t.translated(build.And(notBehind(of, added, there), notBehind(of, there, added)))
	}
}

// notBehind is a condition that holds of two ranges that overlap or are adjacent: the first does not begin behind the end of the second.
// DuckDB joins by two such comparisons without looking at each pair.
func notBehind(kind string, first, second *pg_query.Node) *pg_query.Node {
	bound := func(which, unbounded string, of *pg_query.Node) *pg_query.Node {
		of = build.Call(which, build.Cast(proto.CloneOf(of), build.PlainType(kind)))
		comparable := "float8" // which keeps the order of integers and numerics but for equal ones
		if at := raretypes.RangeElements[kind]; at == "date" || at == "timestamp" || at == "timestamptz" {
			comparable = at
		}
		return build.Coalesce(build.Cast(of, build.PlainType(comparable)), build.Cast(build.Text(unbounded), build.PlainType(comparable)))
	}
	return build.Binary("<=", bound("lower", "-infinity", first), bound("upper", "infinity", second))
}

// isEnum reports whether a key is a column of an enum.
func (t *Rules) isEnum(e *pg_query.IndexElem) bool {
	if c := t.placed[e.GetName()]; c != nil {
		enum, _ := t.EnumNamed(c.TypeName)
		return enum != nil
	}
	c := t.ColumnOf(&pg_query.RangeVar{Schemaname: t.place.Schema, Relname: t.place.Table}, e.GetName())
	return c != nil && c.Enum != nil && !c.Array
}

// translated is an expression as the source computes it.
func (t *Rules) translated(e *pg_query.Node) string {
	e = proto.CloneOf(e)
	t.expressions.Translate(e.ProtoReflect())
	return t.DeparseExpression(e)
}

// checkExclusion refuses what PostgreSQL refuses of an exclusion constraint.
func (t *Rules) checkExclusion(k *pg_query.Constraint, s *pg_query.IndexStmt, scope definedColumns) {
	switch method := s.AccessMethod; {
	case !indexMethods[method]:
		t.NoteError(build.Nowhere, sqlstate.UndefinedObject, "access method %q does not exist", method)
	case method == "gin" || method == "brin":
		t.NoteUnsupported(build.Nowhere, "access method %q does not support exclusion constraints", method)
	case len(s.IndexIncludingParams) > 0:
		t.NoteUnsupported(build.Nowhere, "INCLUDE of an exclusion constraint is not supported")
	case len(s.IndexParams) > 1 && (method == "hash" || method == "spgist"):
		t.NoteUnsupported(build.Nowhere, "access method %q does not support multicolumn indexes", method)
	case len(k.Options) > 0:
		t.NoteUnsupported(build.Nowhere, "storage parameters of a constraint are not supported")
	}
	t.checkTablespace(k.Indexspace)
	for _, p := range s.IndexParams {
		e := p.GetIndexElem()
		if e.GetExpr() == nil && scope.known && scope.columns[e.GetName()] == nil {
			t.NoteError(k.Location, sqlstate.UndefinedColumn, "column %q named in key does not exist", e.GetName())
		}
		t.checkDefined(e.GetExpr(), inIndex, scope)
		if len(e.GetOpclass())+len(e.GetCollation()) > 0 {
			t.NoteUnsupported(build.Nowhere, "an operator class or a collation in an exclusion constraint is not supported")
		}
	}
	if s.WhereClause != nil {
		t.checkDefined(s.WhereClause, inPredicate, scope)
		emulation.RefuseOfSession(&t.Translation, s.WhereClause, nil)
	}
}
