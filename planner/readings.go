package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
)

// readings are what one text may read of the columns of its relations: the client's, or that of a view
// or a function. A name counts wherever it stands, and a construct that reads columns without naming
// them counts for all relations that it may mean. All names are in lower case.
type readings struct {
	refs    []columnRef
	wholes  []wholeRead
	written []string
	fills   bool // columns get values without being named
	returns bool // an INSERT reads rows: RETURNING, ON CONFLICT
	joins   map[string]bool
	bound   map[string][]binding
	// own are the stars of SELECT lists, which are noted with the FROM clause that they mean.
	own map[*pg_query.ColumnRef]bool
	// dotless: a whole row is named by one word only, as in Postgres. DuckDB reads schema.table as a whole
	// row, too.
	dotless bool
}

type columnRef struct{ qualifier, name string }

func (r columnRef) String() string { return qualified(r.qualifier, r.name) }

// wholeRead is a construct that reads every column of what its qualifier means; "": of every relation.
type wholeRead struct{ qualifier, construct string }

// readText finds what a text may read. The walker has walked the text.
func readText(n *pg_query.Node, w *walker, dotless bool) *readings {
	t := &readings{dotless: dotless, joins: map[string]bool{}, bound: map[string][]binding{}, own: map[*pg_query.ColumnRef]bool{}}
	for alias, meanings := range w.bound {
		alias = strings.ToLower(alias)
		t.bound[alias] = append(t.bound[alias], meanings...)
	}
	var visit func(m protoreflect.Message) bool
	visit = func(m protoreflect.Message) bool {
		t.note(m.Interface())
		return parse.Children(m, visit)
	}
	if n != nil {
		visit(n.ProtoReflect())
	}
	return t
}

// add adds what another reading of the same statement has found.
func (t *readings) add(other *readings) {
	if other == nil {
		return
	}
	t.refs, t.wholes, t.written = append(t.refs, other.refs...), append(t.wholes, other.wholes...), append(t.written, other.written...)
	t.fills, t.returns = t.fills || other.fills, t.returns || other.returns
	for name := range other.joins {
		t.joins[name] = true
	}
	for alias, meanings := range other.bound {
		t.bound[alias] = append(t.bound[alias], meanings...)
	}
}

// namesIn returns the names of columns in an expression.
func namesIn(expression string) []string {
	if expression == "" {
		return nil
	}
	list, err := parse.Statements("SELECT " + expression)
	if err != nil || len(list) != 1 {
		return nil
	}
	names := []string{}
	for _, r := range readText(list[0].Raw.Stmt, &walker{}, false).refs {
		names = append(names, r.name)
	}
	return names
}

func (t *readings) ref(qualifier, name string) {
	t.refs = append(t.refs, columnRef{strings.ToLower(qualifier), strings.ToLower(name)})
}

func (t *readings) whole(qualifier, construct string) {
	t.wholes = append(t.wholes, wholeRead{strings.ToLower(qualifier), construct})
}

// note notes what one message of the tree reads or writes.
func (t *readings) note(n any) {
	switch n := n.(type) {
	case *pg_query.SelectStmt:
		t.noteStars(n)
	case *pg_query.ColumnRef:
		t.noteReference(n)
	case *pg_query.A_Indirection:
		for _, name := range parse.Strings(n.Indirection) {
			t.ref("", name)
		}
	case *pg_query.JoinExpr:
		t.noteJoin(n)
	case *pg_query.RangeVar:
		if len(n.GetAlias().GetColnames()) > 0 {
			t.whole("", "the column names of "+n.Alias.Aliasname)
		}
	case *pg_query.IndexElem:
		t.ref("", n.Name)
	case *pg_query.Constraint:
		t.noteForeignKey(n)
	case *pg_query.TableLikeClause:
		t.whole(n.GetRelation().GetRelname(), "LIKE")
	case *pg_query.CreateStmt:
		for _, parent := range n.InhRelations {
			t.whole(parent.GetRangeVar().GetRelname(), "inheritance")
		}
	case *pg_query.AlterTableCmd: // an error about a new parent or partition tells of the rows in the table
		if n.Subtype == pg_query.AlterTableType_AT_AddInherit {
			t.whole(n.GetDef().GetRangeVar().GetRelname(), "inheritance")
		}
		if n.Subtype == pg_query.AlterTableType_AT_AttachPartition {
			t.whole(n.GetDef().GetPartitionCmd().GetName().GetRelname(), "ATTACH PARTITION")
		}
	case *pg_query.A_Expr:
		if n.Lexpr == nil && slices.Contains(parse.Strings(n.Name), "#") {
			t.whole("", "the operator #, which reads a column by its number,")
		}
	case *pg_query.FuncCall:
		if words := parse.Strings(n.Funcname); len(words) > 0 {
			if name := strings.ToLower(words[len(words)-1]); name == "columns" || name == "unnest_columns" {
				t.whole("", "the function "+name)
			}
		}
	default:
		t.noteWritten(n)
	}
}

// noteForeignKey notes the columns that a foreign key refers to: whether it accepts a row tells whether
// they have a value.
func (t *readings) noteForeignKey(n *pg_query.Constraint) {
	if n.Pktable == nil {
		return
	}
	if len(n.PkAttrs) == 0 {
		t.whole(n.Pktable.Relname, "a foreign key that does not name the columns it refers to")
	}
	for _, name := range parse.Strings(n.PkAttrs) {
		t.ref("", name)
	}
}

func (t *readings) noteJoin(n *pg_query.JoinExpr) {
	for _, name := range parse.Strings(n.UsingClause) {
		t.ref("", name)
	}
	if n.IsNatural {
		t.whole("", "NATURAL JOIN")
	}
	for _, alias := range []*pg_query.Alias{n.Alias, n.JoinUsingAlias} {
		if alias != nil {
			t.joins[strings.ToLower(alias.Aliasname)] = true
		}
		if len(alias.GetColnames()) > 0 {
			t.whole("", "the column names of "+alias.Aliasname)
		}
	}
}

// noteReference notes a column reference. A name that is also that of a relation in scope may mean its
// whole row.
func (t *readings) noteReference(n *pg_query.ColumnRef) {
	words := make([]string, 0, len(n.Fields))
	for _, f := range n.Fields {
		if s := f.GetString_(); s != nil {
			words = append(words, s.Sval)
		}
	}
	if len(words) < len(n.Fields) {
		switch {
		case t.own[n]:
		case len(words) == 0:
			t.whole("", "*")
		default:
			t.whole(words[len(words)-1], dotted(words)+".*")
		}
		return
	}
	for i, name := range words {
		qualifier := ""
		if i > 0 {
			qualifier = words[i-1]
		}
		t.ref(qualifier, name)
	}
	switch last := words[len(words)-1]; {
	case len(words) == 1 && rowsOfChanges[strings.ToLower(last)]:
		t.whole("", "the whole row "+last)
	case t.dotless && len(words) == 2 && len(t.bound[strings.ToLower(words[0])]) > 0: // a column, or a function of the row
	case len(t.bound[strings.ToLower(last)]) > 0:
		t.whole(last, "the whole row "+dotted(words))
	}
}

// rowsOfChanges are what RETURNING, rules and ON CONFLICT call whole rows.
var rowsOfChanges = parse.WordSet("old new excluded")

// noteStars notes the stars of a SELECT list: each is every column of the relations in its own FROM. What
// a query in FROM reads is noted for that query.
func (t *readings) noteStars(n *pg_query.SelectStmt) {
	for _, target := range n.TargetList {
		star := target.GetResTarget().GetVal().GetColumnRef()
		if star == nil || len(star.Fields) != 1 || star.Fields[0].GetAStar() == nil {
			continue
		}
		t.own[star] = true
		for _, from := range n.FromClause {
			t.starOf(from)
		}
	}
}

func (t *readings) starOf(from *pg_query.Node) {
	switch {
	case from.GetJoinExpr() != nil:
		t.starOf(from.GetJoinExpr().Larg)
		t.starOf(from.GetJoinExpr().Rarg)
	case from.GetRangeTableSample() != nil:
		t.starOf(from.GetRangeTableSample().Relation)
	case from.GetRangeVar() != nil:
		t.whole(parse.AliasOrName(from.GetRangeVar()), "*")
	}
}

// noteWritten notes the columns that a statement gives values.
func (t *readings) noteWritten(n any) {
	switch n := n.(type) {
	case *pg_query.InsertStmt:
		t.writes(n.Cols)
		t.fills = t.fills || len(n.Cols) == 0 && n.SelectStmt != nil
		t.returns = t.returns || len(n.ReturningList) > 0 || n.OnConflictClause != nil
	case *pg_query.UpdateStmt:
		t.writes(n.TargetList)
	case *pg_query.OnConflictClause:
		t.writes(n.TargetList)
		if n.GetInfer().GetConname() != "" {
			t.whole("", "ON CONFLICT ON CONSTRAINT")
		}
	case *pg_query.MergeStmt:
		t.returns = true
	case *pg_query.MergeWhenClause:
		t.writes(n.TargetList)
		t.fills = t.fills || n.CommandType == pg_query.CmdType_CMD_INSERT && len(n.TargetList) == 0
	case *pg_query.CopyStmt:
		t.noteCopy(n)
	}
}

func (t *readings) noteCopy(n *pg_query.CopyStmt) {
	names := parse.Strings(n.Attlist)
	switch {
	case n.Relation == nil:
	case n.IsFrom:
		t.fills = t.fills || len(names) == 0
		for _, name := range names {
			t.written = append(t.written, strings.ToLower(name))
		}
	case len(names) == 0:
		t.whole(n.Relation.Relname, "COPY "+n.Relation.Relname)
	default:
		for _, name := range names {
			t.ref("", name)
		}
	}
}

func (t *readings) writes(targets []*pg_query.Node) {
	for _, target := range targets {
		if set := target.GetResTarget(); set != nil {
			t.written = append(t.written, strings.ToLower(set.Name))
		}
	}
}

// readsStored notes the columns whose values a materialized view has stored: those that its query read.
func (r *resolver) readsStored(relation *providers.Relation, u use) {
	if r.uses == nil || relation.Kind != "materialized view" || u.event&providers.Read == 0 {
		return
	}
	inner := &resolver{
		ctx: r.ctx, shapes: r.shapes, routines: r.routines, source: r.source, scope: r.scope,
		judged: map[uint64]verdict{}, seen: map[hiddenKey]bool{}, within: slices.Clone(r.within), uses: r.uses, signals: new(hiddenSignals),
	}
	if len(r.within) >= MaxDepth {
		return
	}
	for _, h := range relation.Hidden {
		if h.OfView {
			if h.SQL == "" {
				r.uses.noteDoubt(h.What)
				continue
			}
			h.When = 0
			inner.judgeSQL(h, use{event: providers.Read, offset: u.offset})
		}
	}
	inner.judgeByTypes()
}

// noteDoubt notes code that could not be read.
func (u *uses) noteDoubt(what string) {
	if u != nil && u.doubtful == "" {
		u.doubtful = what
	}
}
