package duckdialect

import (
	"cmp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/arrays"
	"github.com/sallyportdb/sallyport/planner/duckdialect/checks"
	"github.com/sallyportdb/sallyport/planner/duckdialect/enums"
	"github.com/sallyportdb/sallyport/planner/duckdialect/inference"
	"github.com/sallyportdb/sallyport/planner/duckdialect/json"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/limits"
	"github.com/sallyportdb/sallyport/planner/duckdialect/numerics"
	"github.com/sallyportdb/sallyport/planner/duckdialect/patterns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/queries"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/rewrite"
	"github.com/sallyportdb/sallyport/planner/duckdialect/scalecolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/statements"
	"github.com/sallyportdb/sallyport/planner/duckdialect/usertypes"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// translation is the state of one call of Translate.
type translation struct {
	inference.Types
	users      usertypes.Rules               // of domains and composite types
	statements statements.Rules              // of statements by their kind
	arrays     arrays.Rules                  // of arrays of several dimensions, and with bounds of their own
	numbered   map[*pg_query.TypeCast]string // the OIDs that stand for casts of digits to types of OIDs, with these types
	codes      map[*pg_query.TypeCast]bool   // casts of a "char" to integer
	catalogs   bool                          // the statement reads system relations
	ctes       map[*pg_query.RangeVar]bool   // the references to common table expressions
	bareNames  map[string]bool               // the names that stand alone in a statement with WITH ORDINALITY, which may be those of relations
	tables     map[string]string             // alias → system relation; filled only if hidden columns are used
	noColumns  bool                          // the statement is a query without columns
	scales     scalecolumns.Found            // what could show the companions of columns
	rare       bool                          // the statement has values of rare types that no column has: see rare.go
	searched   bool                          // the statement has queries of text search
	rareColumn bool                          // the statement has values of rare types that columns have, too
	rareOf     map[*pg_query.FuncCall]string // the types of calls' results, "" for others than those

	joinedLists   map[*pg_query.CaseExpr][]*pg_query.Node // the arrays that joinLists has joined
	precisions    map[*pg_query.TypeName][]*pg_query.Node // of times and intervals, which DuckDB does not have
	populatedRows map[string]*pg_query.RangeVar           // see populatedType
	varying       []*pg_query.TypeName                    // of them, those that were bit varying
	inserted      map[*pg_query.SelectStmt]bool           // the queries whose values the columns of a table give their scales
	extracts      map[*pg_query.Node][]*pg_query.Node     // calls of SQLite's json_extract, with their arguments
	typedResults  []typedResult                           // see noteResults
	realColumns   map[*pg_query.SelectStmt][]bool         // of set operations in others: see noteReals
	quotientNames map[string]bool                         // of the columns that queries within the statement return: see noteQuotients
	padded        map[*pg_query.Node]*pg_query.Node       // casts to char(n), with their n
	cut           map[*pg_query.Node]bool                 // casts to varchar(n)
	bare          map[*pg_query.TypeCast]blanksOfCast     // casts of expressions to character without a length
	sets          map[*pg_query.FuncCall]int              // the calls of set_config that the source carries out, numbered
	setValues     map[int]string                          // the queries of the values that calls of set_config compute, by the numbers of the calls
	typedAs       map[*pg_query.FuncCall]string           // the types that calls of pg_typeof are given in writing
	readsSet      map[*pg_query.FuncCall]int              // the calls of current_setting behind them, with the number of that call
	filters       map[*pg_query.SubLink]bool              // see noteFilters
	settingRead   map[string]int32                        // where the last call of current_setting is, by the setting
	spreads       map[*pg_query.SelectStmt][]string       // queries of a relation and of functions of its rows, see noteSpread
	alike         map[any][]alike                         // values that are made one, by the message that they are in
	results       []providers.Described                   // what the text says of the result's columns
	written       []rewrite.Column                        // of the table that the statement writes, where some are limited
	// alternatives are those of the ORs that were visited.
	alternatives     map[*pg_query.BoolExpr]alternatives
	subqueriesAround map[int32]int // how many subqueries the calls of volatile functions are in, by their locations; see noteVolatile
}

// Translated is a statement in DuckDB's SQL.
type Translated struct {
	SQL     string
	Changed bool // SQL differs from the client's text
	// Before and After are statements that run with SQL, all or none: DuckDB has several for one of
	// Postgres's.
	Before, After []string
	Warning       string   // what the client is told when it has run; "": nothing
	Notice        string   // the same, as a notice
	Alone         string   // what the statement is called that no transaction block has in it; "": it may be in one
	NoColumns     bool     // the rows of SQL have one column, of which the client knows nothing: its rows have none
	Setval        []string // the names of the result's columns where the rows of SQL are calls of setval
	// Folded is a query whose columns may fail, and then the statement does before it reads a row; "": there is none.
	Folded string
	// Results say what the text says of the result's columns.
	Results []providers.Described
	// SetValues are the queries of the values that calls of set_config compute, by the numbers of the calls from 1.
	SetValues map[int]string
	// Texts are the numbers of parameters that are read as arrays of texts.
	Texts []int
	// Inferred are the OIDs of the types that parameters have by the first place where they stand, by their numbers; 0: DuckDB finds
	// it. A type that the client gave comes before it.
	Inferred map[int]uint32
	// Enums are those that the statement casts computed texts to.
	Enums []rewrite.ReadEnum
}

// Beside are the statements that run beside SQL.
func (t Translated) Beside() []string {
	parts := slices.Concat(t.Before, t.After)
	if t.Folded != "" {
		parts = append(parts, t.Folded)
	}
	return parts
}

// Translate is TranslateAll for a statement that is one in DuckDB's SQL, too.
func Translate(tree *pg_query.ParseResult, text string, env rewrite.Env) (sql string, changed bool, err error) {
	all, err := TranslateAll(tree, text, env)
	return all.SQL, all.Changed, err
}

// TranslateAll returns the statement in DuckDB's SQL. tree is the parse tree of text, with one
// statement; TranslateAll changes it. The error is a *sqlstate.Error: 0A000 for what DuckDB cannot do,
// 42501 for writing to the system catalogs.
func TranslateAll(tree *pg_query.ParseResult, text string, env rewrite.Env) (Translated, error) {
	if len(tree.GetStmts()) != 1 {
		return Translated{}, sqlstate.New(sqlstate.InternalError, "a translation takes one statement")
	}
	folded := checks.Folded(tree.Stmts[0].Stmt, env.Taken)
	all, err := translateAlone(tree, text, env)
	all.Folded = translateFolded(folded, tree.Version, env, err)
	return all, err
}

// translateAlone is TranslateAll without the query of constant expressions.
func translateAlone(tree *pg_query.ParseResult, text string, env rewrite.Env) (Translated, error) {
	t := &translation{Types: inference.Types{Translation: rewrite.Translation{
		Env: env.WithDefaults(), Text: text, Grammar: tree.Version, Changed: env.Rewritten || env.Placed || !lexical.ReadsAlike(text) || lexical.HasCapitals(text),
	}}}
	if env.ZoneBound {
		t.RequireUTC()
	}
	root := tree.Stmts[0].Stmt
	t.Defining = root.GetCreateStmt() != nil || root.GetAlterTableStmt() != nil
	t.users = usertypes.Rules{Types: &t.Types, Translate: t.Translate}
	t.arrays.Types = &t.Types
	t.statements = statements.NewRules(&t.Types, &t.users, t)
	before := len(text)
	if env.Rewritten { // the tree may be larger than the text that it was
		before = max(before, proto.Size(tree)/limits.BytesPerCharacter)
	}
	sql, changed, err := t.translate(tree, before)
	if err == nil {
		err = limits.CheckGrowth(before, len(sql))
	}
	return Translated{
		SQL: sql, Changed: changed, Before: t.Before, After: t.After, Warning: t.Warning, Notice: t.Notice, Alone: t.statements.Alone, Setval: t.statements.Setval, Results: t.results, NoColumns: t.noColumns,
		Texts: t.Texts, Inferred: t.ParamOIDs, SetValues: t.setValues, Enums: t.Enums,
	}, err
}

// translateFolded translates a query of constant expressions of a statement that was translated itself, if err is nil. "": there is
// none, or not in DuckDB's SQL.
func translateFolded(query *pg_query.Node, grammar int32, env rewrite.Env, err error) string {
	if query == nil || err != nil || env.SQLite {
		return ""
	}
	text, err := parse.Deparse(&pg_query.ParseResult{Version: grammar, Stmts: []*pg_query.RawStmt{{Stmt: query}}})
	if err != nil {
		return ""
	}
	list, err := parse.Statements(text)
	if err != nil {
		return ""
	}
	env.Shown, env.Rewritten = false, true
	all, err := translateAlone(&pg_query.ParseResult{Version: list[0].Version, Stmts: []*pg_query.RawStmt{list[0].Raw}}, text, env)
	if err != nil || len(all.Before)+len(all.After) > 0 {
		return ""
	}
	return all.SQL
}

// translate translates the statement of a tree, which is one of so many characters.
func (t *translation) translate(tree *pg_query.ParseResult, before int) (sql string, changed bool, err error) {
	text, root := t.Text, tree.Stmts[0].Stmt
	if err = checkLimits(tree, text); err != nil {
		return "", false, err
	}
	t.noColumns = queries.FillEmptyLists(&t.Translation, root)
	t.readForms(root)
	if t.bindNames(root); t.Err != nil {
		return "", false, t.Err
	}
	if fixed, ok := t.statements.RewriteStatement(root); ok || t.Err != nil {
		return fixed, fixed != text, t.Err
	}
	if t.users.RewriteStatement(root); t.Err != nil {
		return "", false, t.Err
	}
	t.writeForms(root)
	numerics.NoteSimple(&t.Types, root)
	numerics.KeepScales(&t.Types, root)
	t.noteTypes(root)
	if t.CheckConstants(root); t.Err != nil {
		return "", false, t.Err
	}
	t.results = resultcolumns.Describe(root, t.users.DescribeField)
	t.noteWritten(root)
	t.noteResults(definingQuery(root))
	t.noteQueries(root)
	t.noteQuotients(root)
	queries.Rewrite(&t.Translation, root)
	t.collectReferences(root)
	t.takeSets(root)
	noted := checks.CheckStatement(&t.Types, root, len(t.tables) > 0)
	patterns.CheckConditions(&t.Types, root)
	t.typedAs = noted.WrittenTypes
	if noted.AsksTypes {
		t.EachMessage(root.ProtoReflect(), t.compareTypes)
	}
	t.noteSettings(noted.SettingReads)
	t.noteBareNames(root)
	t.users.FormRows(cmp.Or(definingQuery(root), root.GetSelectStmt()), t.ctes, t.results)
	queries.NullMissingRows(&t.Translation, root, t.ColumnTypes, t.ctes)
	t.noteFilters(root)
	queries.NameResults(&t.Translation, root)
	t.Translate(root.ProtoReflect())
	if t.Err != nil {
		return "", false, t.Err
	}
	if t.Changed || t.Env.Macros != nil { // an argument that stands at two places is one message of the tree: what comes next would go to it twice
		if err = limits.CheckGrownTree(root.ProtoReflect(), before, t.Env.Macros); err != nil {
			return "", false, err
		}
	}
	if t.finish(root); t.Err != nil {
		return "", false, t.Err
	}
	t.keepDefinition(root)
	if !t.Changed && (root.GetVariableShowStmt() != nil || !lexical.HasWords(text)) {
		return text, false, nil
	}
	tree.Stmts[0].StmtLocation, tree.Stmts[0].StmtLen = 0, 0
	sql, err = rewrite.Deparse(tree)
	return sql, true, err
}

// checkLimits refuses a statement that is too large to be planned. One that is short enough is not looked at.
func checkLimits(tree *pg_query.ParseResult, text string) error {
	if len(text) > limits.ShortText {
		if err := limits.CheckSize(tree.ProtoReflect()); err != nil {
			return err
		}
	}
	if len(text) > limits.ShortPlan {
		return limits.CheckPlanning(tree.Stmts[0].Stmt.ProtoReflect())
	}
	return nil
}

// readForms writes the forms of the client's tree out that no other rule is to see.
func (t *translation) readForms(root *pg_query.Node) {
	t.scales = scalecolumns.Begin(&t.Translation, root)
	if trees.IsVolatile(root.ProtoReflect()) {
		t.readVolatile(root)
		t.noteVolatile(root)
		t.statements.RefuseLastValue(root)
	}
	t.writeSessionLists(root)
	t.writePopulated(root)
	t.writeUnnestedRows(root)
	t.writeRealConstants(root)
	json.ReadPaths(&t.Types, root)
	queries.ReadRows(&t.Translation, root)
	queries.OrderWith(&t.Translation, root)
	t.users.NameRanges(root)
}

// writeForms writes forms of queries out whose columns are still the client's.
func (t *translation) writeForms(root *pg_query.Node) {
	queries.Guard(&t.Translation, root)
	queries.GroupSets(&t.Translation, root)
	queries.MoveLateralConditions(&t.Translation, root)
	queries.ReadSequences(&t.Translation, root)
}

// noteTypes finds the types of columns and parameters, and gives operands theirs.
func (t *translation) noteTypes(root *pg_query.Node) {
	t.NoteColumns(root)
	t.alignCharArrays(root)
	enums.CastOperands(&t.Types, root)
	t.NoteParams(root)
	t.checkPointNames(root)
}

// noteBareNames notes the names that stand alone.
func (t *translation) noteBareNames(root *pg_query.Node) {
	if !strings.Contains(strings.ToLower(t.Text), "ordinality") {
		return
	}
	t.bareNames = map[string]bool{}
	t.EachMessage(root.ProtoReflect(), func(m any) {
		if c, ok := m.(*pg_query.ColumnRef); ok && len(c.Fields) == 1 {
			t.bareNames[c.Fields[0].GetString_().GetSval()] = true
		}
	})
}

// noteQueries notes of the client's queries what their translation does not show.
func (t *translation) noteQueries(root *pg_query.Node) {
	t.readCharacters(root)
	t.noteBareChars(root)
	t.checkVectors(root)
	t.noteAlike(root)
	t.noteSpread(root)
	t.noteReals(root)
}

// noteWritten notes the columns of the table that a statement writes, while its names are still the client's.
func (t *translation) noteWritten(root *pg_query.Node) {
	statement := trees.Explained(root)
	if s := statement.GetInsertStmt().GetSelectStmt().GetSelectStmt(); s != nil {
		t.inserted = map[*pg_query.SelectStmt]bool{s: true}
	}
	target := writes.Target(statement)
	if target == nil || t.Env.Columns == nil {
		return
	}
	columns := t.Env.Columns(target.Schemaname, target.Relname)
	writes.Prepare(&t.Translation, statement, t.statements.Override, columns)
	writes.DrawInOrder(&t.Translation, statement.GetInsertStmt(), columns)
	t.typeAssigned(statement, columns)
	writes.CheckConflicts(&t.Translation, statement.GetInsertStmt(), columns)
	if slices.ContainsFunc(columns, rewrite.Column.Held) || writes.MustFill(statement.GetInsertStmt(), columns) {
		t.written = columns
	}
	writes.SetUnchecked(&t.Translation, statement, columns)
}

// finish checks and rewrites what is known once all of the tree was visited.
func (t *translation) finish(root *pg_query.Node) {
	numerics.CheckWide(&t.Types)
	t.checkRare(root)
	t.statements.CheckDraws(root)
	writes.HoldAssigned(&t.Translation, root, t.written)
	t.typeResults()
	t.arrays.ShowBounded(root, t.results)
	t.showVectors(root)
	t.refuseKeptNames(root)
	t.refuseLookups(root)
	t.typePadded(root)
	t.showResult(root)
	t.showDigits(root.GetSelectStmt())
	if t.bindCopies(root); t.Err == nil {
		t.bindVolatile(root)
	}
	if t.Err == nil {
		t.scales.Hide(&t.Translation, root)
	}
}

// Translate visits every message of a tree, children first, and rewrites each.
func (t *translation) Translate(m protoreflect.Message) { t.translatePart(m.Interface()) }

func (t *translation) translatePart(m proto.Message) {
	if t.IsToEnd() {
		return
	}
	if c, ok := m.(*pg_query.TypeCast); ok {
		t.floatConstant(c)
		t.vectorConstant(c)
	}
	parse.Parts(m, func(child proto.Message) bool {
		t.translatePart(child)
		return t.Err == nil
	})
	if t.Err == nil {
		t.rewriteMessage(m)
	}
}

// rewriteMessage rewrites one message after its children.
func (t *translation) rewriteMessage(m proto.Message) {
	switch m := m.(type) {
	case *pg_query.Node:
		chosen := choiceOf(m)
		t.rewriteNode(m)
		t.typeAlike(chosen)
	case *pg_query.RangeVar:
		t.rangeVar(m)
	case *pg_query.TypeName:
		t.typeName(m)
	case *pg_query.SelectStmt:
		t.selectStmt(m)
	case *pg_query.WindowDef:
		t.frameOffsets(m)
	case *pg_query.CommonTableExpr:
		t.refuseChange(m)
		t.refuseShownName(m)
		numerics.HoldRecursion(&t.Types, m)
		if m.Ctematerialized == pg_query.CTEMaterialize_CTEMaterializeNever { // DuckDB would copy it for every use
			m.Ctematerialized, t.Changed = pg_query.CTEMaterialize_CTEMaterializeDefault, true
		}
	}
}

// rewriteNode rewrites a node in place, by its content.
func (t *translation) rewriteNode(n *pg_query.Node) {
	switch held := n.Node.(type) {
	case *pg_query.Node_FuncCall:
		t.funcCall(n, held.FuncCall)
	case *pg_query.Node_TypeCast:
		if !t.signInterval(n, held.TypeCast) {
			t.RewriteCast(n, held.TypeCast)
		}
	case *pg_query.Node_NullTest:
		t.rowNull(n, held.NullTest)
	case *pg_query.Node_AExpr:
		t.operator(n, held.AExpr)
	case *pg_query.Node_BoolExpr:
		t.chain(n, held.BoolExpr)
	case *pg_query.Node_ColumnRef:
		t.columnRef(n, held.ColumnRef)
	case *pg_query.Node_SqlvalueFunction:
		t.valueFunction(n, held.SqlvalueFunction)
	case *pg_query.Node_CollateClause:
		t.collation(n, held.CollateClause)
	case *pg_query.Node_AConst:
		t.constant(n, held.AConst)
	case *pg_query.Node_CoalesceExpr:
		t.choiceConstants(held.CoalesceExpr.Args)
		t.choiceScales(n, held.CoalesceExpr.Args)
	case *pg_query.Node_MinMaxExpr:
		t.chooseAmong(n, held.MinMaxExpr)
	case *pg_query.Node_CaseExpr:
		t.caseOf(n, held.CaseExpr)
	case *pg_query.Node_AArrayExpr:
		t.arrayScales(n, held.AArrayExpr)
	case *pg_query.Node_AIndirection:
		t.subscript(n, held.AIndirection)
	case *pg_query.Node_XmlExpr:
		t.xmlForm(n, held.XmlExpr)
	case *pg_query.Node_GroupingFunc:
		t.ReplaceNode(n, build.Cast(&pg_query.Node{Node: n.Node}, build.PlainType("int4")))
	case *pg_query.Node_RangeVar:
		t.sessionRelation(n, held.RangeVar)
	case *pg_query.Node_RangeFunction:
		t.rangeFunction(n, held.RangeFunction)
	case *pg_query.Node_RangeTableFunc:
		t.NoteUnsupported(held.RangeTableFunc.Location, "XMLTABLE is not supported")
	case *pg_query.Node_RangeTableSample:
		t.sample(n, held.RangeTableSample)
	case *pg_query.Node_SortBy:
		t.sortBy(held.SortBy)
		t.arrays.Order(held.SortBy)
	case *pg_query.Node_SubLink:
		t.subquery(n, held.SubLink)
	}
}

// subquery rewrites a subquery in an expression.
func (t *translation) subquery(n *pg_query.Node, s *pg_query.SubLink) {
	t.compareQueried(s)
	numerics.CompareQuery(&t.Types, s)
	if _, op := parse.SplitName(s.OperName); bytewise[op] != "" {
		t.NoteUnsupported(s.Location, "operator %s with a query is not supported", op).WithHint("Write the comparison with COLLATE \"C\".")
		return
	}
	t.rowInQuery(n, s)
}

// caseOf rewrites a CASE.
func (t *translation) caseOf(n *pg_query.Node, c *pg_query.CaseExpr) {
	numerics.CompareCases(&t.Types, c)
	t.blankCases(c)
	t.widenCase(c)
	t.choiceConstants(trees.CaseResults(c))
	t.choiceScales(n, trees.CaseResults(c))
}

// textAt reports whether the text at a location begins with a word.
func (t *translation) textAt(location int32, word string) bool {
	end := int(location) + len(word)
	return location >= 0 && end <= len(t.Text) && strings.EqualFold(t.Text[location:end], word)
}
