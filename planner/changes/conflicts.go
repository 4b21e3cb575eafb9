package changes

import (
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5/pgtype"
	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB's ON CONFLICT knows unique indexes of columns alone, takes the last of two rows that have one key, and has no subqueries in
// DO UPDATE. An INSERT that needs more is taken apart (upserts.go). Here is found which one that is, and which unique indexes its
// conflict target means.

// upsert is an INSERT … ON CONFLICT.
type upsert struct {
	stmt     *pg_query.InsertStmt
	relation providers.Relation
	alias    string // of the table
	arbiters []providers.UniqueExpressions
	// unreadable: an expression of an index, or of the conflict target, could not be read.
	unreadable bool
	// special: the target can mean an index of expressions, or of some rows.
	special bool
	// proposed and found are the names of tables.
	proposed, found string
	reads           []string // the queries of the WITH that the proposed rows read
}

// errConflict refuses an INSERT that is not taken apart.
func errConflict(what string) error {
	return sqlstate.New(sqlstate.FeatureNotSupported, "ON CONFLICT %s is not supported", what).
		WithHint("Insert the rows WHERE NOT EXISTS, or use MERGE.")
}

// upsertOf returns an INSERT … ON CONFLICT that has to be taken apart, or nil if DuckDB has it.
func (c *Division) upsertOf(s *pg_query.InsertStmt) (*upsert, error) {
	clause := s.OnConflictClause
	if clause == nil {
		return nil, nil //nolint:nilnil // DuckDB has it
	}
	relation, known := c.relationOf(s.Relation)
	if !known || relation.Kind != "table" || relation.Builtin {
		return nil, nil //nolint:nilnil // DuckDB has it
	}
	u := &upsert{stmt: s, relation: relation, alias: parse.AliasOrName(s.Relation)}
	if clause.Action == pg_query.OnConflictAction_ONCONFLICT_UPDATE {
		if err := u.checkUpdate(); err != nil {
			return nil, err
		}
	}
	if err := refuseDeferrable(clause.Infer, &u.relation); err != nil {
		return nil, err
	}
	if err := u.checkExclusion(); err != nil {
		return nil, err
	}
	if err := u.findArbiters(clause.Infer); err != nil {
		return nil, err
	}
	if !u.special && !u.needsSteps(c.reads) {
		return nil, nil //nolint:nilnil // DuckDB has it
	}
	if len(u.arbiters) == 0 {
		return nil, nil //nolint:nilnil // DuckDB knows that there is none
	}
	return u, nil
}

// checkExclusion fails where an exclusion constraint is named that cannot decide on conflicts.
func (u *upsert) checkExclusion() error {
	clause := u.stmt.OnConflictClause
	for _, x := range u.relation.Exclusions {
		named := clause.Infer.GetConname() == x.Constraint
		if named && clause.Action == pg_query.OnConflictAction_ONCONFLICT_UPDATE {
			return sqlstate.New(sqlstate.WrongObjectType, "ON CONFLICT DO UPDATE not supported with exclusion constraints")
		}
		if x.Deferrable && (named || clause.Infer == nil) {
			return errDeferrable(&u.relation, x.Constraint)
		}
	}
	return nil
}

// checkUpdate fails where DO UPDATE has no conflict target, or RETURNING names the proposed row.
func (u *upsert) checkUpdate() (err error) {
	if u.stmt.OnConflictClause.Infer == nil {
		return sqlstate.New(sqlstate.SyntaxError, "ON CONFLICT DO UPDATE requires inference specification or constraint name").
			WithHint("For example, ON CONFLICT (column_name).")
	}
	if u.alias == conflictRow {
		return nil
	}
	for _, n := range u.stmt.ReturningList {
		trees.EachColumn(n.ProtoReflect(), func(ref *pg_query.ColumnRef) {
			if len(ref.Fields) == 2 && ref.Fields[0].GetString_().GetSval() == conflictRow {
				err = sqlstate.New(sqlstate.UndefinedTable, "invalid reference to FROM-clause entry for table %q", conflictRow).
					WithHint("There is an entry for table %q, but it cannot be referenced from this part of the query.", conflictRow)
			}
		})
	}
	return err
}

// needsSteps reports whether the conflict of a key of columns has to be taken apart.
func (u *upsert) needsSteps(reads func(*pg_query.Node) bool) bool {
	if u.mayBreakChecks() {
		return true
	}
	if u.mayRepeat() && u.mayHaveNulls() {
		return true
	}
	clause := u.stmt.OnConflictClause
	if slices.ContainsFunc(u.stmt.ReturningList, func(n *pg_query.Node) bool { return trees.HasSubquery(n) || reads(n) }) {
		return true
	}
	if clause.Action != pg_query.OnConflictAction_ONCONFLICT_UPDATE {
		return false
	}
	for _, n := range append(append([]*pg_query.Node{clause.WhereClause}, clause.TargetList...), u.stmt.ReturningList...) {
		if n != nil && (trees.HasSubquery(n) || namesInserted(n) || reads(n)) {
			return true
		}
	}
	return u.mayRepeat() && (clause.WhereClause != nil || !u.knowsKeys())
}

// mayHaveNulls reports whether rows of the INSERT may have NULLs in columns of a key: DuckDB takes two of them for one key.
func (u *upsert) mayHaveNulls() bool {
	query, names := u.stmt.GetSelectStmt().GetSelectStmt(), u.names()
	isConstant := func(at int) bool {
		return len(query.GetValuesLists()) > 0 && !slices.ContainsFunc(query.ValuesLists, func(row *pg_query.Node) bool {
			items := row.GetList().GetItems()
			return at >= len(items) || items[at].GetAConst() == nil || items[at].GetAConst().Isnull
		})
	}
	for _, key := range u.arbiters {
		for _, c := range u.relation.Typed {
			if c.NotNull || !slices.Contains(key.Keys, lexical.Quote(c.Name)) {
				continue
			}
			if at := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, c.Name) }); at < 0 || !isConstant(at) {
				return true
			}
		}
	}
	return false
}

// mayRepeat reports whether the INSERT may have several rows.
func (u *upsert) mayRepeat() bool {
	query := u.stmt.GetSelectStmt().GetSelectStmt()
	if query == nil || len(query.ValuesLists) == 1 {
		return false
	}
	calls := false
	for _, n := range query.TargetList {
		parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
			_, call := m.(*pg_query.FuncCall) // which may return a set
			calls = calls || call
		})
	}
	return calls || len(query.ValuesLists) > 1 || len(query.FromClause) > 0 || query.Larg != nil
}

// knowsKeys reports whether the translation can tell two rows of one key: it compares constants of VALUES, and counts the keys of a
// query over tables.
func (u *upsert) knowsKeys() bool {
	query, infer := u.stmt.GetSelectStmt().GetSelectStmt(), u.stmt.OnConflictClause.Infer
	width, known := trees.CountColumns(query)
	names := u.names()
	if infer.Conname != "" || len(u.stmt.Cols) == 0 && !known || len(query.FromClause) == 0 && len(query.ValuesLists) == 0 {
		return false
	}
	for _, n := range infer.IndexElems {
		at := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, n.GetIndexElem().GetName()) })
		if at < 0 || known && at >= width {
			return false
		}
		var column providers.TypedColumn // none: no value is spelled once
		if typed := slices.IndexFunc(u.relation.Typed, func(t providers.TypedColumn) bool { return strings.EqualFold(t.Name, names[at]) }); typed >= 0 {
			column = u.relation.Typed[typed]
		}
		for _, row := range query.ValuesLists {
			if items := row.GetList().GetItems(); at >= len(items) || !isSpelledOnce(&column, items[at]) {
				return false
			}
		}
	}
	return true
}

// isSpelledOnce reports whether a value is a constant that has no other spelling in the type of its column.
func isSpelledOnce(column *providers.TypedColumn, value *pg_query.Node) bool {
	k := value.GetAConst()
	if k == nil || column.Loose {
		return false
	}
	switch column.Type {
	case pgtype.TextOID, pgtype.VarcharOID:
		return k.GetSval() != nil
	case pgtype.Int2OID, pgtype.Int4OID, pgtype.Int8OID:
		return k.GetIval() != nil
	}
	return false
}

// names are the columns that the INSERT has values for.
func (u *upsert) names() (list []string) {
	for _, n := range u.stmt.Cols {
		list = append(list, n.GetResTarget().GetName())
	}
	if len(list) == 0 {
		return u.relation.Columns
	}
	return list
}

// mayBreakChecks reports whether a row that conflicts may break a constraint: PostgreSQL checks it before it looks for a conflict,
// DuckDB checks what it inserts alone.
func (u *upsert) mayBreakChecks() bool {
	if u.relation.Checked {
		return true
	}
	query := u.stmt.GetSelectStmt().GetSelectStmt()
	names := u.names()
	for _, column := range u.relation.Typed {
		if !column.NotNull || column.Identity != 0 {
			continue
		}
		at := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, column.Name) })
		absent := func(n *pg_query.Node) bool {
			return n.GetSetToDefault() != nil && !column.HasDefault || n.GetAConst().GetIsnull()
		}
		if at < 0 && !column.HasDefault || at >= 0 && slices.ContainsFunc(query.GetValuesLists(), func(row *pg_query.Node) bool {
			items := row.GetList().GetItems()
			return at >= len(items) && !column.HasDefault || at < len(items) && absent(items[at])
		}) {
			return true
		}
	}
	return false
}

// findArbiters finds the unique indexes that a conflict target means.
func (u *upsert) findArbiters(infer *pg_query.InferClause) error {
	if infer == nil {
		u.special = len(u.relation.Unique)+len(u.relation.Exclusions) > 0
		u.arbiters = slices.Concat(u.relation.Unique, u.relation.Exclusions)
		for _, k := range u.relation.UniqueKeys {
			u.arbiters = append(u.arbiters, arbiterOf(k))
		}
		return nil
	}
	spelled := sync.OnceValue(func() []string { return u.spelledTarget(infer) }) // most targets are columns, and need it not
	means := func(e providers.UniqueExpressions) bool {
		if infer.Conname != "" {
			return infer.Conname == e.Constraint
		}
		return u.infers(infer, spelled(), e)
	}
	names, plain := columnsOfTarget(infer)
	at := slices.IndexFunc(u.relation.UniqueKeys, func(k providers.UniqueKey) bool {
		if plain && infer.Conname == "" {
			return slices.Equal(names, sortedNames(k.Columns))
		}
		return means(arbiterOf(k))
	})
	if at >= 0 {
		u.arbiters = []providers.UniqueExpressions{arbiterOf(u.relation.UniqueKeys[at])}
		return nil
	}
	if at := slices.IndexFunc(u.relation.Exclusions, func(x providers.UniqueExpressions) bool { return x.Constraint == infer.Conname }); at >= 0 {
		u.arbiters, u.special = u.relation.Exclusions[at:at+1], true
		return nil
	}
	if at := slices.IndexFunc(u.relation.Unique, means); at >= 0 {
		u.arbiters, u.special = u.relation.Unique[at:at+1], true
		return nil
	}
	switch {
	case u.unreadable:
		return errConflict("with this conflict target")
	case infer.Conname == "" && (len(u.relation.Unique) > 0 || slices.ContainsFunc(infer.IndexElems, func(n *pg_query.Node) bool { return n.GetIndexElem().GetExpr() != nil })) && u.hasColumns(infer):
		return sqlstate.New("42P10", "there is no unique or exclusion constraint matching the ON CONFLICT specification")
	}
	return nil
}

// arbiterOf is a unique index of columns as one of expressions.
func arbiterOf(k providers.UniqueKey) providers.UniqueExpressions {
	out := providers.UniqueExpressions{Constraint: k.Name}
	for _, name := range k.Columns {
		out.Keys = append(out.Keys, lexical.Quote(name))
	}
	return out
}

// columnsOfTarget returns the columns of a conflict target, in lower case and sorted, if it has no expressions.
func columnsOfTarget(infer *pg_query.InferClause) (names []string, plain bool) {
	for _, n := range infer.IndexElems {
		if n.GetIndexElem().GetName() == "" {
			return nil, false
		}
		names = append(names, n.GetIndexElem().Name)
	}
	return slices.Compact(sortedNames(names)), true
}

// sortedNames returns names in lower case, sorted.
func sortedNames(names []string) []string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = strings.ToLower(name)
	}
	slices.Sort(list)
	return list
}

// hasColumns reports whether all columns of a conflict target are the table's.
func (u *upsert) hasColumns(infer *pg_query.InferClause) bool {
	return !slices.ContainsFunc(infer.IndexElems, func(n *pg_query.Node) bool {
		name := n.GetIndexElem().GetName()
		return name != "" && !slices.ContainsFunc(u.relation.Columns, func(c string) bool { return strings.EqualFold(c, name) })
	})
}

// refuseDeferrable refuses ON CONFLICT where a key that it means is deferrable, and takes the other deferrable keys away.
func refuseDeferrable(infer *pg_query.InferClause, relation *providers.Relation) error {
	var wanted []string
	for _, n := range infer.GetIndexElems() {
		wanted = append(wanted, n.GetIndexElem().GetName())
	}
	slices.Sort(wanted)
	for _, u := range relation.Unique {
		keys := slices.Sorted(slices.Values(u.Keys))
		if u.Deferrable && (infer == nil || infer.Conname == u.Constraint || infer.Conname == "" && slices.Equal(wanted, keys)) {
			return errDeferrable(relation, u.Constraint)
		}
	}
	relation.Unique = slices.DeleteFunc(slices.Clone(relation.Unique), func(u providers.UniqueExpressions) bool { return u.Deferrable })
	return nil
}

// errDeferrable is the error of an ON CONFLICT that a deferrable constraint would decide.
func errDeferrable(relation *providers.Relation, constraint string) error {
	e := sqlstate.New("55000", "ON CONFLICT does not support deferrable unique constraints/exclusion constraints as arbiters")
	e.Schema, e.Table, e.Constraint = relation.Schema, relation.Name, constraint
	return e
}

// spelledTarget returns the columns and expressions of a conflict target, spelled plainly and sorted.
func (u *upsert) spelledTarget(infer *pg_query.InferClause) (list []string) {
	for _, n := range infer.IndexElems {
		e := n.GetIndexElem().GetExpr()
		if e == nil {
			e = build.Column(n.GetIndexElem().GetName())
		}
		list = append(list, u.spelledPlainly(e))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// infers reports whether a conflict target, which is spelled plainly, means an index.
func (u *upsert) infers(infer *pg_query.InferClause, spelled []string, index providers.UniqueExpressions) bool {
	var keys []string
	for _, k := range index.Keys {
		keys = append(keys, u.spelledPlainly(expressionOf(k)))
	}
	slices.Sort(keys)
	if u.unreadable || !slices.Equal(spelled, keys) {
		return false
	}
	return index.Where == "" || infer.WhereClause != nil && u.spelledPlainly(infer.WhereClause) == u.spelledPlainly(expressionOf(index.Where))
}

// expressionOf parses an expression. It returns nil if it is none.
func expressionOf(text string) *pg_query.Node {
	list, err := parse.Statements("SELECT " + text)
	if err != nil || len(list) != 1 {
		return nil
	}
	targets := list[0].Raw.Stmt.GetSelectStmt().GetTargetList()
	if len(targets) != 1 {
		return nil
	}
	return targets[0].GetResTarget().GetVal()
}

// spelledPlainly writes an expression without names of tables and without casts of constants.
func (u *upsert) spelledPlainly(n *pg_query.Node) string {
	if n == nil {
		u.unreadable = true
		return ""
	}
	n = proto.CloneOf(n)
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		switch m := m.(type) {
		case *pg_query.ColumnRef:
			m.Fields = m.Fields[len(m.Fields)-1:]
		case *pg_query.Node:
			if c := m.GetTypeCast(); c.GetArg().GetAConst() != nil {
				m.Node = c.Arg.Node
			}
		}
	})
	text, err := parse.Deparsed(parse.Statement{Version: parse.TreeVersion}, selectFrom(nil, nil, pg_query.MakeResTargetNodeWithVal(n, -1)), "this expression")
	if err != nil {
		u.unreadable = true
	}
	return strings.ToLower(text)
}

// sameKey is the condition that a row, under the name of a table, has the same key as a proposed one, or that the two exclude each other.
func sameKey(u providers.UniqueExpressions, table string) *pg_query.Node {
	var list []*pg_query.Node
	of := func(text, table string) *pg_query.Node {
		n := expressionOf(text)
		ofTable(n, table)
		return n
	}
	kind := pg_query.A_Expr_Kind_AEXPR_OP
	if u.NotDistinct {
		kind = pg_query.A_Expr_Kind_AEXPR_NOT_DISTINCT
	}
	for i, k := range u.Keys {
		op := "="
		if len(u.Operators) > 0 {
			op = u.Operators[i]
		}
		list = append(list, pg_query.MakeAExprNode(kind, []*pg_query.Node{pg_query.MakeStrNode(op)}, of(k, table), of(k, conflictRow), -1))
	}
	if u.Where != "" {
		list = append(list, of(u.Where, table), of(u.Where, conflictRow))
	}
	return build.And(list...)
}

// ofTable gives all columns without a table one.
func ofTable(n *pg_query.Node, table string) {
	parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
		if ref, ok := m.(*pg_query.ColumnRef); ok && len(ref.Fields) == 1 && ref.Fields[0].GetString_() != nil {
			ref.Fields = []*pg_query.Node{pg_query.MakeStrNode(table), ref.Fields[0]}
		}
	})
}

func selectFrom(from, where *pg_query.Node, targets ...*pg_query.Node) *pg_query.Node {
	s := &pg_query.SelectStmt{TargetList: targets, WhereClause: where, LimitOption: pg_query.LimitOption_LIMIT_OPTION_DEFAULT, Op: pg_query.SetOperation_SETOP_NONE}
	if from != nil {
		s.FromClause = []*pg_query.Node{from}
	}
	return &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}
}
