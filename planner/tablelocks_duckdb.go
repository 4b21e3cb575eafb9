package planner

import (
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"google.golang.org/protobuf/proto"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB has no locks, so the engine locks the tables of a source with DuckDB's dialect. It has no locks of rows: FOR
// UPDATE and FOR SHARE lock the tables whose rows they would lock.

// Locks are what a statement locks.
type Locks struct {
	Tables  []TableLock
	Defines bool   // it changes definitions, and may change tables that it does not name
	Alone   bool   // LOCK TABLE: the statement does nothing else
	Rows    bool   // by FOR UPDATE or FOR SHARE
	RowsAs  string // the last of these clauses
	NoWait  bool
	Skip    bool // SKIP LOCKED
	// Refused is why the tables cannot be locked; nil: they can be. The error tells which relations exist, so only
	// a client that may see them gets it.
	Refused error
}

// RowsLocked is the clause by which a statement locks rows; "": it locks none.
func (l *Locks) RowsLocked() string {
	if l == nil {
		return ""
	}
	return l.RowsAs
}

// TableLock is a lock of a table, in one of PostgreSQL's eight modes.
type TableLock struct {
	Relation
	Mode int
}

// The modes that statements take by themselves, storage/lockdefs.h.
const (
	rowExclusive      = 3 // of what changes rows
	shareLock         = 5 // of FOR SHARE
	shareRowExclusive = 6 // of FOR UPDATE
)

// noteLocks notes what a statement locks. The tree is the client's.
func (r *resolver) noteLocks(st *Statement, w *walker, root *pg_query.Node) error {
	l := &Locks{Defines: slices.ContainsFunc([]string{"ALTER", "DROP", "TRUNCATE", "CREATE INDEX"}, func(verb string) bool { return strings.HasPrefix(st.Verb, verb) })}
	if lock := root.GetLockStmt(); lock != nil {
		l.Alone, l.NoWait = true, lock.Nowait
		for _, n := range lock.Relations {
			r.lockTable(l, w, n.GetRangeVar(), int(lock.Mode), "LOCK TABLE")
		}
	}
	if slices.ContainsFunc(w.effects, func(e Effect) bool { return e.Kind == RowLock }) {
		if err := r.noteRowLocks(l, w, root); err != nil {
			return err
		}
	}
	_, api := r.source.Catalog.(providers.Methods)
	if several := st.Provider == providers.Several; (api || several) && (l.Alone || l.Rows && len(w.mentions) > 0) {
		return sqlstate.New(sqlstate.FeatureNotSupported, "rows of APIs or of several sources cannot be locked").WithHint("Leave out FOR UPDATE or FOR SHARE.")
	}
	for _, m := range w.mentions {
		if m.write && !m.planned && !l.Alone && m.known {
			l.add(m, rowExclusive)
		}
	}
	if len(l.Tables) > 0 || l.Defines || l.Alone || l.Refused != nil {
		st.Locks = l
	}
	return nil
}

// add adds a lock of a table that other sessions can see.
func (l *Locks) add(m mention, mode int) {
	if strings.HasPrefix(m.found, "pg_temp") || m.relation != nil && m.relation.Builtin {
		return
	}
	l.Tables = append(l.Tables, TableLock{Relation: Relation{Provider: m.provider, Service: m.found, Resource: m.name}, Mode: mode})
}

// isTemporary reports whether a name is that of a temporary relation of the session, which nobody else can lock.
func (r *resolver) isTemporary(m mention) bool {
	_, found := r.temporaryNamed(m.name)
	return found && (m.schema == "" || providers.IsTemporarySchema(m.schema))
}

// lockTable adds a lock of a relation that a statement names. construct is what asks for it. A common table expression
// is not locked.
func (r *resolver) lockTable(l *Locks, w *walker, named *pg_query.RangeVar, mode int, construct string) {
	for _, m := range w.mentions {
		if m.schema != named.GetSchemaname() || m.name != named.GetRelname() || m.planned {
			continue
		}
		switch {
		case l.Refused != nil:
		case m.relation == nil && r.isTemporary(m):
		case m.relation == nil && l.Alone:
			l.Refused = sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", qualified(m.schema, m.name))
		case m.relation != nil && l.Alone && (m.relation.Kind == "sequence" || m.relation.Kind == "materialized view"):
			l.Refused = sqlstate.New(sqlstate.WrongObjectType, "cannot lock relation %q", m.name).WithDetail("This operation is not supported for %ss.", m.relation.Kind)
		case m.relation != nil && m.relation.Kind != "table" && !m.relation.Builtin:
			l.Refused = sqlstate.New(sqlstate.FeatureNotSupported, "%s of the %s %q is not supported", construct, m.relation.Kind, m.name).
				WithHint("Lock the tables that it reads.")
		case m.relation != nil:
			l.add(m, mode)
		}
		return
	}
}

// noteRowLocks notes the tables whose rows FOR UPDATE and FOR SHARE lock, in the statement and its subqueries.
func (r *resolver) noteRowLocks(l *Locks, w *walker, root *pg_query.Node) (err error) {
	parse.EachMessage(root.ProtoReflect(), func(m proto.Message) {
		s, ok := m.(*pg_query.SelectStmt)
		if !ok || err != nil {
			return
		}
		for _, n := range s.LockingClause {
			c := n.GetLockingClause()
			if err == nil {
				err = r.lockRows(l, w, s, c)
			}
		}
	})
	return err
}

// lockRows notes the tables of one clause.
func (r *resolver) lockRows(l *Locks, w *walker, s *pg_query.SelectStmt, c *pg_query.LockingClause) error {
	as := "FOR " + lockStrength(c.Strength)
	if what := unlockable(s); what != "" {
		return sqlstate.New(sqlstate.FeatureNotSupported, "%s is not allowed with %s", as, what)
	}
	mode := shareRowExclusive
	if c.Strength == pg_query.LockClauseStrength_LCS_FORSHARE || c.Strength == pg_query.LockClauseStrength_LCS_FORKEYSHARE {
		mode = shareLock
	}
	l.Rows, l.RowsAs = true, as
	l.NoWait = l.NoWait || c.WaitPolicy == pg_query.LockWaitPolicy_LockWaitError
	l.Skip = l.Skip || c.WaitPolicy == pg_query.LockWaitPolicy_LockWaitSkip
	var err error
	found := map[string]bool{}
	lock := func(item string, named *pg_query.RangeVar, nullable bool) {
		wanted := len(c.LockedRels) == 0 || slices.ContainsFunc(c.LockedRels, func(n *pg_query.Node) bool { return n.GetRangeVar().GetRelname() == item })
		found[item] = true
		switch {
		case !wanted || err != nil:
		case nullable:
			err = sqlstate.New(sqlstate.FeatureNotSupported, "%s cannot be applied to the nullable side of an outer join", as)
		default:
			r.lockTable(l, w, named, mode, as)
		}
	}
	for _, n := range s.FromClause {
		eachLocked(n, "", false, lock)
	}
	for _, n := range c.LockedRels {
		if name := n.GetRangeVar().GetRelname(); err == nil && !found[name] {
			err = sqlstate.New(sqlstate.UndefinedTable, "relation %q in %s clause not found in FROM clause", name, as)
		}
	}
	return err
}

// eachLocked calls f with the tables of an item of FROM: what the item is called, the table, and whether the item is on
// the nullable side of an outer join.
func eachLocked(n *pg_query.Node, item string, nullable bool, f func(item string, named *pg_query.RangeVar, nullable bool)) {
	called := func(alias *pg_query.Alias, name string) string {
		switch {
		case item != "":
			return item
		case alias.GetAliasname() != "":
			return alias.GetAliasname()
		}
		return name
	}
	switch {
	case n.GetRangeVar() != nil:
		f(called(n.GetRangeVar().Alias, n.GetRangeVar().Relname), n.GetRangeVar(), nullable)
	case n.GetJoinExpr() != nil:
		j := n.GetJoinExpr()
		left := j.Jointype == pg_query.JoinType_JOIN_RIGHT || j.Jointype == pg_query.JoinType_JOIN_FULL
		right := j.Jointype == pg_query.JoinType_JOIN_LEFT || j.Jointype == pg_query.JoinType_JOIN_FULL
		eachLocked(j.Larg, item, nullable || left, f)
		eachLocked(j.Rarg, item, nullable || right, f)
	case n.GetRangeSubselect() != nil:
		for _, inner := range n.GetRangeSubselect().GetSubquery().GetSelectStmt().GetFromClause() {
			eachLocked(inner, called(n.GetRangeSubselect().Alias, ""), nullable, f)
		}
	}
}

// unlockable returns what a query has whose rows are not those of tables, or "" if they are.
func unlockable(s *pg_query.SelectStmt) string {
	calls := func(which func(*pg_query.FuncCall) bool) (found bool) {
		for _, n := range s.TargetList {
			parse.EachMessage(n.ProtoReflect(), func(m proto.Message) {
				f, ok := m.(*pg_query.FuncCall)
				found = found || ok && which(f)
			})
		}
		return found
	}
	switch {
	case s.Op != pg_query.SetOperation_SETOP_NONE:
		return "UNION/INTERSECT/EXCEPT"
	case len(s.DistinctClause) > 0:
		return "DISTINCT clause"
	case len(s.GroupClause) > 0:
		return "GROUP BY clause"
	case s.HavingClause != nil:
		return "HAVING clause"
	case calls(func(f *pg_query.FuncCall) bool {
		return f.Over == nil && aggregates[parse.Strings(f.Funcname)[len(f.Funcname)-1]]
	}):
		return "aggregate functions"
	case calls(func(f *pg_query.FuncCall) bool { return f.Over != nil }):
		return "window functions"
	}
	return ""
}

// aggregates are the aggregates of PostgreSQL that have no GROUP BY beside them as a rule.
var aggregates = parse.WordSet(`count sum avg min max bool_and bool_or every array_agg string_agg json_agg jsonb_agg
	json_object_agg jsonb_object_agg stddev stddev_pop stddev_samp variance var_pop var_samp bit_and bit_or bit_xor`)
