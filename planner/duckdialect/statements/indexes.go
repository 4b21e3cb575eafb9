package statements

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// An index that is not unique changes no answer: DuckDB's is over the columns that Postgres's reads. What a unique index
// holds must be what the client wrote. A condition becomes a part of what is indexed: a row that is not meant has NULL there,
// which is never there twice.

// createIndex reduces an index to its columns, and returns the text of a unique index of expressions. It returns "" if it is
// another one.
func (t *Rules) createIndex(root *pg_query.Node, s *pg_query.IndexStmt) string {
	emulation.RefuseTarget(&t.Translation, s.Relation)
	t.collateKeys(s)
	odd := ""
	switch {
	case s.WhereClause != nil:
		odd = "partial"
	case slices.ContainsFunc(s.IndexParams, func(p *pg_query.Node) bool { return p.GetIndexElem().GetExpr() != nil }):
		odd = "computed"
	}
	if s.Concurrent {
		t.Alone = "CREATE INDEX CONCURRENTLY"
	}
	if s.Idxname == "" {
		s.Idxname, t.Changed = t.indexName(s), true
	}
	t.keepIndex(s)
	if s.Unique && (odd != "" || t.needsTexts(s)) {
		return t.uniqueExpressions(root, s, odd)
	}
	if s.NullsNotDistinct { // of an index that is not unique
		s.NullsNotDistinct, t.Changed = false, true
	}
	if odd != "" || s.Concurrent || strings.Contains(strings.ToLower(t.Text), "using") || len(s.Options) > 0 || s.TableSpace != "" || len(s.IndexIncludingParams) > 0 {
		t.Changed = true
	}
	s.Concurrent, s.AccessMethod, s.Options, s.TableSpace, s.WhereClause, s.IndexIncludingParams = false, "", nil, "", nil, nil
	var columns []string
	for _, p := range s.IndexParams {
		e := p.GetIndexElem()
		if e.GetOrdering() > pg_query.SortByDir_SORTBY_DEFAULT || e.GetNullsOrdering() > pg_query.SortByNulls_SORTBY_NULLS_DEFAULT || len(e.GetOpclass())+len(e.GetCollation()) > 0 {
			t.Changed = true
		}
		if e.GetExpr() == nil {
			columns = append(columns, e.GetName())
			continue
		}
		columns = columnsIn(e.Expr.ProtoReflect(), columns)
	}
	if s.IndexParams = nil; len(columns) == 0 {
		t.NoteUnsupported(build.Nowhere, "an index without a column is not supported")
		return ""
	}
	nested := t.nestedColumns(s.Relation)
	for i, name := range columns {
		if slices.Contains(columns[:i], name) {
			continue
		}
		key := &pg_query.IndexElem{Name: name, Ordering: pg_query.SortByDir_SORTBY_DEFAULT, NullsOrdering: pg_query.SortByNulls_SORTBY_NULLS_DEFAULT}
		if nested[name] {
			t.indexNulls(s, key)
		}
		s.IndexParams = append(s.IndexParams, &pg_query.Node{Node: &pg_query.Node_IndexElem{IndexElem: key}})
	}
	return ""
}

// indexNulls has an index ask whether a column is NULL. No other index of the source has a column of this type.
func (t *Rules) indexNulls(s *pg_query.IndexStmt, key *pg_query.IndexElem) {
	if s.Unique {
		t.NoteUnsupported(build.Nowhere, "a unique index over column %q, which is of this type, is not supported", key.Name)
	}
	key.Expr = &pg_query.Node{Node: &pg_query.Node_NullTest{NullTest: &pg_query.NullTest{
		Arg: pg_query.MakeColumnRefNode(build.Names(key.Name), build.Nowhere), Nulltesttype: pg_query.NullTestType_IS_NULL, Location: build.Nowhere,
	}}}
	key.Name, t.Changed = "", true
}

// nestedColumns are the columns of a table that no index of DuckDB takes, of arrays, intervals and composite types: its index asks whether they are NULL.
func (t *Rules) nestedColumns(table *pg_query.RangeVar) map[string]bool {
	nested := map[string]bool{}
	if t.Env.Columns != nil {
		for _, c := range t.Env.Columns(table.GetSchemaname(), table.GetRelname()) {
			user := t.users.ByID(c.User)
			nested[c.Name] = c.Array || c.Type == pgtype.IntervalOID || inference.Names[c.Type] == "" && c.Enum == nil || user != nil && user.Kind == "c"
		}
	}
	return nested
}

// needsTexts reports whether a unique index is of texts of its columns: see keyValue.
func (t *Rules) needsTexts(s *pg_query.IndexStmt) bool {
	return s.NullsNotDistinct || slices.ContainsFunc(s.IndexParams, func(p *pg_query.Node) bool {
		k := t.keyedOf(s.Relation, p.GetIndexElem().GetName())
		return k.array || k.json != ""
	})
}

// uniqueExpressions is the text of a unique index of expressions, or of some rows.
func (t *Rules) uniqueExpressions(root *pg_query.Node, s *pg_query.IndexStmt, odd string) string {
	emulation.RefuseTarget(&t.Translation, s.Relation)
	i := indexed{t, s.Relation}
	i.leavePlainCasts(s)
	fine := s.WhereClause == nil || i.same(s.WhereClause.ProtoReflect())
	t.EachNode(s.WhereClause, func(n *pg_query.Node) { // as DuckDB writes it in its errors
		if e := n.GetAExpr(); e.GetKind() == pg_query.A_Expr_Kind_AEXPR_BETWEEN && len(e.GetRexpr().GetList().GetItems()) == 2 {
			bounds := e.Rexpr.GetList().Items
			n.Node = build.And(build.Binary(">=", proto.CloneOf(e.Lexpr), bounds[0]), build.Binary("<=", e.Lexpr, bounds[1])).Node
		}
	})
	for _, p := range s.IndexParams {
		e := p.GetIndexElem()
		fine = fine && sameEquality(e) && (e.GetExpr() == nil || i.same(e.Expr.ProtoReflect()))
		key := e.GetExpr()
		if key == nil {
			key = t.keyValue(t.keyedOf(s.Relation, e.GetName()), s.NullsNotDistinct)
		} else if s.NullsNotDistinct {
			t.NoteUnsupported(build.Nowhere, "NULLS NOT DISTINCT of an expression is not supported")
		}
		if s.WhereClause != nil {
			key = &pg_query.Node{Node: &pg_query.Node_CaseExpr{CaseExpr: &pg_query.CaseExpr{
				Args: []*pg_query.Node{{Node: &pg_query.Node_CaseWhen{CaseWhen: &pg_query.CaseWhen{Expr: proto.CloneOf(s.WhereClause), Result: key, Location: build.Nowhere}}}}, Location: build.Nowhere,
			}}}
		}
		e.Name, e.Expr, e.Ordering, e.NullsOrdering = "", key, pg_query.SortByDir_SORTBY_DEFAULT, pg_query.SortByNulls_SORTBY_NULLS_DEFAULT
		e.Opclass, e.Collation = nil, nil
	}
	if !fine {
		t.NoteUnsupported(build.Nowhere, "this unique index that is %s is not supported", odd).
			WithHint("The embedded engine has unique indexes of columns, lower(), upper(), coalesce(), md5(), texts that are put together, integers with a constant, fields of dates from the quarter to the minute, date_trunc(), and of the rows that comparisons with constants choose.")
	}
	if t.Err != nil {
		return ""
	}
	s.Concurrent, s.AccessMethod, s.Options, s.TableSpace, s.WhereClause, s.IndexIncludingParams, s.NullsNotDistinct = false, "", nil, "", nil, nil, false
	sql, err := rewrite.Deparse(&pg_query.ParseResult{Version: t.Grammar, Stmts: []*pg_query.RawStmt{{Stmt: root}}})
	if err != nil {
		t.Err = sqlstate.From(err)
	}
	return sql
}

// indexName is the name that Postgres gives to an index: ChooseIndexName. The columns are cut, and a number is added to a name that
// a relation has.
func (t *Rules) indexName(s *pg_query.IndexStmt) string {
	return t.freeName(s.Relation.GetSchemaname(), s.Relation.GetRelname(), strings.Join(indexedNames(s), "_"), "idx")
}

// indexedNames are the names of the columns of an index.
func indexedNames(s *pg_query.IndexStmt) (columns []string) {
	for _, p := range slices.Concat(s.IndexParams, s.IndexIncludingParams) {
		e := p.GetIndexElem()
		columns = append(columns, cmp.Or(e.GetName(), expressionName(e.GetExpr())))
	}
	for i := range max(len(s.IndexParams)-1, 0) { // an expression after another is called expr1
		of := columns[i+1]
		for number := 1; slices.Contains(columns[:i+1], columns[i+1]); number++ {
			columns[i+1] = of + strconv.Itoa(number)
		}
	}
	return columns
}

// columnsIn adds the columns that an expression reads.
func columnsIn(m protoreflect.Message, columns []string) []string {
	if ref, ok := m.Interface().(*pg_query.ColumnRef); ok {
		_, name := parse.SplitName(ref.Fields)
		return append(columns, name)
	}
	parse.Children(m, func(child protoreflect.Message) bool {
		columns = columnsIn(child, columns)
		return true
	})
	return columns
}
