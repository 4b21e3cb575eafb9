package planner

import (
	"reflect"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/policy"
	"github.com/sallyportdb/sallyport/providers"
)

// noteStatement notes what a statement does, at the top or nested in another. It reports whether the
// walk goes on into the statement's fields.
func (w *walker) noteStatement(r policy.Rule, stmt any) bool {
	w.noteTargets(stmt)
	switch s := stmt.(type) {
	case *pg_query.ExplainStmt:
		return w.judgeExplain(s)
	case *pg_query.SelectStmt:
		w.rowSetting, w.rowSettings = w.settingRow(s), w.settingRows(s)
		if s.IntoClause != nil && !w.planOnly {
			w.addEffect(Effect{Class: Mutate, Kind: TableMaking, What: "SELECT … INTO", Reason: "it creates a table"})
		}
		return true
	case *pg_query.CopyStmt:
		w.judgeCopy(s)
		return true
	case *pg_query.TransactionStmt:
		w.judgeTransaction(s)
		return true
	case *pg_query.VariableSetStmt:
		w.judgeSet(s)
		return true
	case *pg_query.VariableShowStmt:
		return true
	case *pg_query.DiscardStmt:
		w.judgeDiscard(s)
		return true
	case *pg_query.ExecuteStmt:
		w.executed = append(w.executed, s.Name)
		return true
	case *pg_query.FetchStmt:
		w.fetched = append(w.fetched, s.Portalname)
		return true
	}
	w.refineRule(&r, stmt)
	if r.Class == Unknown || r.Class == Exec || !w.planOnly && (r.Class == Mutate || r.Class == Delete) {
		e := Effect{Class: r.Class, What: verbOf(r, stmt), Reason: r.Reason}
		switch {
		case changesRows(stmt):
			e.Kind, e.Name = RowChange, e.What
		case makesFilled(stmt):
			e.Kind = TableMaking
		}
		w.addEffect(e)
	}
	return true
}

// changesRows reports a statement that changes rows of a table.
func changesRows(stmt any) bool {
	switch stmt.(type) {
	case *pg_query.InsertStmt, *pg_query.UpdateStmt, *pg_query.DeleteStmt, *pg_query.MergeStmt:
		return true
	}
	return false
}

// makesFilled reports a statement that makes a table, or a materialized view, of the rows of a query.
func makesFilled(stmt any) bool {
	_, is := stmt.(*pg_query.CreateTableAsStmt)
	return is
}

// refineRule changes the class of a statement that depends on its parts.
func (w *walker) refineRule(r *policy.Rule, stmt any) {
	switch s := stmt.(type) {
	case *pg_query.AlterTableStmt:
		for _, c := range s.Cmds {
			switch c.GetAlterTableCmd().GetSubtype() {
			case pg_query.AlterTableType_AT_DropColumn, pg_query.AlterTableType_AT_DetachPartition,
				pg_query.AlterTableType_AT_DetachPartitionFinalize, pg_query.AlterTableType_AT_DropConstraint:
				r.Class, r.Reason = r.Class.Worse(Delete), "it drops a part of the table"
			case pg_query.AlterTableType_AT_ChangeOwner, pg_query.AlterTableType_AT_EnableRowSecurity,
				pg_query.AlterTableType_AT_DisableRowSecurity, pg_query.AlterTableType_AT_ForceRowSecurity,
				pg_query.AlterTableType_AT_NoForceRowSecurity, pg_query.AlterTableType_AT_DisableTrig,
				pg_query.AlterTableType_AT_DisableTrigAll, pg_query.AlterTableType_AT_DisableTrigUser,
				pg_query.AlterTableType_AT_DisableRule, pg_query.AlterTableType_AT_EnableTrig,
				pg_query.AlterTableType_AT_EnableAlwaysTrig, pg_query.AlterTableType_AT_EnableReplicaTrig,
				pg_query.AlterTableType_AT_EnableTrigAll, pg_query.AlterTableType_AT_EnableTrigUser,
				pg_query.AlterTableType_AT_EnableRule, pg_query.AlterTableType_AT_EnableAlwaysRule,
				pg_query.AlterTableType_AT_EnableReplicaRule, pg_query.AlterTableType_AT_GenericOptions,
				pg_query.AlterTableType_AT_AlterColumnGenericOptions:
				r.Class, r.Reason = r.Class.Worse(Exec), policy.Administers
			default:
			}
		}
	case *pg_query.RenameStmt:
		if runnable[s.RenameType] {
			r.Class, r.Reason = Exec, policy.Administers
		}
	case *pg_query.AlterObjectSchemaStmt:
		if runnable[s.ObjectType] {
			r.Class, r.Reason = Exec, policy.Administers
		}
	case *pg_query.AlterDomainStmt:
		switch s.Subtype {
		case "X":
			r.Class = r.Class.Worse(Delete)
		case "V": // it runs a check that is there
			w.noteName(name{kind: typeName}, s.TypeName)
		}
	case *pg_query.LockStmt:
		if s.Mode == accessShare {
			r.Class = Read
		}
	case *pg_query.MergeStmt:
		for _, c := range s.MergeWhenClauses {
			if c.GetMergeWhenClause().GetCommandType() == pg_query.CmdType_CMD_DELETE {
				r.Class, r.Reason = r.Class.Worse(Delete), "a WHEN clause deletes"
			}
		}
	}
}

// accessShare is the lock mode that every SELECT takes. pg_dump takes it by LOCK TABLE first.
const accessShare = 1

// runnable are the kinds of objects that are code, roles or the server's own. To rename or move one
// is more than a change of data.
var runnable = map[pg_query.ObjectType]bool{
	pg_query.ObjectType_OBJECT_AGGREGATE: true, pg_query.ObjectType_OBJECT_FUNCTION: true,
	pg_query.ObjectType_OBJECT_PROCEDURE: true, pg_query.ObjectType_OBJECT_ROUTINE: true,
	pg_query.ObjectType_OBJECT_OPERATOR: true, pg_query.ObjectType_OBJECT_OPCLASS: true,
	pg_query.ObjectType_OBJECT_OPFAMILY: true, pg_query.ObjectType_OBJECT_CAST: true,
	pg_query.ObjectType_OBJECT_CONVERSION: true, pg_query.ObjectType_OBJECT_TRIGGER: true,
	pg_query.ObjectType_OBJECT_EVENT_TRIGGER: true, pg_query.ObjectType_OBJECT_RULE: true,
	pg_query.ObjectType_OBJECT_POLICY: true, pg_query.ObjectType_OBJECT_LANGUAGE: true,
	pg_query.ObjectType_OBJECT_EXTENSION: true, pg_query.ObjectType_OBJECT_ROLE: true,
	pg_query.ObjectType_OBJECT_DATABASE: true, pg_query.ObjectType_OBJECT_TABLESPACE: true,
	pg_query.ObjectType_OBJECT_FDW: true, pg_query.ObjectType_OBJECT_FOREIGN_SERVER: true,
	pg_query.ObjectType_OBJECT_PUBLICATION: true, pg_query.ObjectType_OBJECT_SUBSCRIPTION: true,
	pg_query.ObjectType_OBJECT_ACCESS_METHOD: true, pg_query.ObjectType_OBJECT_TSCONFIGURATION: true,
	pg_query.ObjectType_OBJECT_TSDICTIONARY: true, pg_query.ObjectType_OBJECT_TSPARSER: true,
	pg_query.ObjectType_OBJECT_TSTEMPLATE: true,
}

// noteTargets notes the relations that a statement works on: its own RangeVar fields, and the lists of
// TRUNCATE, DROP and LOCK.
func (w *walker) noteTargets(stmt any) {
	write := true
	switch s := stmt.(type) {
	case *pg_query.SelectStmt, *pg_query.ExplainStmt:
		return
	case *pg_query.CopyStmt:
		write = s.IsFrom
	case *pg_query.CreateSeqStmt:
		w.noteOwner(s.Options)
	case *pg_query.AlterSeqStmt:
		w.noteOwner(s.Options)
	case *pg_query.DropStmt:
		w.noteDropped(s)
		return
	case *pg_query.TruncateStmt:
		for _, n := range s.Relations {
			if r := n.GetRangeVar(); r != nil {
				w.noteRelation(r, 0, true)
				w.requireLast()
			}
		}
		return
	}
	if w.planOnly {
		write = false
	}
	v := reflect.ValueOf(stmt).Elem()
	for _, i := range w.shapes.ShapeOf(v.Type()).Targets {
		if r, _ := v.Field(i).Interface().(*pg_query.RangeVar); r != nil {
			w.bindRelation(r)
			w.noteRelation(r, eventOf(stmt), write)
			if requiresRelation(stmt) {
				w.requireLast()
			}
			if last := len(w.mentions) - 1; last >= 0 && isAboutRelation(stmt) {
				w.mentions[last].needed = true
			}
			if last := len(w.mentions) - 1; last >= 0 && skipsAbsent(stmt) {
				w.mentions[last].skipped = true
			}
			if last := len(w.mentions) - 1; last >= 0 && fillsByPosition(stmt) {
				w.mentions[last].filled = true
			}
			if _, makes := stmt.(*pg_query.CreateStmt); makes && len(w.mentions) > 0 {
				w.mentions[len(w.mentions)-1].made = true
			}
		}
	}
}

// fillsByPosition reports an INSERT, or one of a MERGE, that does not name the columns of its values.
func fillsByPosition(stmt any) bool {
	switch s := stmt.(type) {
	case *pg_query.InsertStmt:
		return len(s.Cols) == 0
	case *pg_query.MergeStmt:
		return slices.ContainsFunc(s.MergeWhenClauses, func(n *pg_query.Node) bool {
			when := n.GetMergeWhenClause()
			return len(when.GetValues()) > 0 && len(when.GetTargetList()) == 0
		})
	}
	return false
}

// requireLast marks the last mention: the statement fails without that relation.
func (w *walker) requireLast() {
	if last := len(w.mentions) - 1; last >= 0 {
		w.mentions[last].required = true
	}
}

// requiresRelation reports a statement that fails if its relation is missing.
func requiresRelation(stmt any) bool {
	switch s := stmt.(type) {
	case *pg_query.IndexStmt:
		return true
	case *pg_query.AlterTableStmt:
		return !s.MissingOk
	case *pg_query.RenameStmt:
		return !s.MissingOk
	}
	return false
}

// isAboutRelation reports another statement that is about a relation, and fails without it.
func isAboutRelation(stmt any) bool {
	switch stmt.(type) {
	case *pg_query.AlterSeqStmt, *pg_query.ReindexStmt, *pg_query.ClusterStmt, *pg_query.RuleStmt, *pg_query.CreateTrigStmt, *pg_query.CreatePolicyStmt, *pg_query.AlterPolicyStmt:
		return true
	}
	return false
}

// skipsAbsent reports a statement that has IF EXISTS for its relation.
func skipsAbsent(stmt any) bool {
	s, ok := stmt.(interface{ GetMissingOk() bool })
	return ok && s.GetMissingOk()
}

// eventOf returns what a statement does to its relation.
func eventOf(stmt any) providers.Event {
	switch s := stmt.(type) {
	case *pg_query.InsertStmt:
		if s.OnConflictClause.GetAction() == pg_query.OnConflictAction_ONCONFLICT_UPDATE {
			return providers.Read | providers.Insert | providers.Update
		}
		return providers.Read | providers.Insert
	case *pg_query.UpdateStmt:
		return providers.Read | providers.Update
	case *pg_query.DeleteStmt:
		return providers.Read | providers.Delete
	case *pg_query.MergeStmt:
		return providers.Read | providers.Insert | providers.Update | providers.Delete
	case *pg_query.CopyStmt:
		if s.IsFrom {
			return providers.Insert
		}
		return providers.Read
	case *pg_query.RefreshMatViewStmt:
		return providers.Read | providers.Update
	}
	return 0
}

func (w *walker) noteDropped(s *pg_query.DropStmt) {
	switch s.RemoveType {
	case pg_query.ObjectType_OBJECT_TABLE, pg_query.ObjectType_OBJECT_VIEW, pg_query.ObjectType_OBJECT_MATVIEW,
		pg_query.ObjectType_OBJECT_SEQUENCE, pg_query.ObjectType_OBJECT_FOREIGN_TABLE, pg_query.ObjectType_OBJECT_INDEX:
	default:
		return
	}
	for _, o := range s.Objects {
		m := mention{write: true, required: !s.MissingOk, skipped: s.MissingOk, offset: -1, parts: o.GetList()}
		m.nameBy(parse.Strings(o.GetList().GetItems()))
		w.mentions = append(w.mentions, m)
	}
}

// noteOwner notes the table to whose column OWNED BY gives a sequence.
func (w *walker) noteOwner(options []*pg_query.Node) {
	for _, o := range options {
		words := parse.Strings(o.GetDefElem().GetArg().GetList().GetItems())
		if o.GetDefElem().GetDefname() != "owned_by" || len(words) < 2 { // OWNED BY NONE
			continue
		}
		m := mention{write: true, required: true, offset: -1}
		m.nameBy(words[:len(words)-1])
		w.mentions = append(w.mentions, m)
	}
}

// nameBy sets what is mentioned by the parts of its name, of which there are one to three.
func (m *mention) nameBy(parts []string) {
	switch len(parts) {
	case 3:
		m.catalog, m.schema, m.name = parts[0], parts[1], parts[2]
	case 2:
		m.schema, m.name = parts[0], parts[1]
	case 1:
		m.name = parts[0]
	}
}

// judgeExplain judges EXPLAIN by its options. The last ANALYZE option counts, and it runs the statement.
// Without ANALYZE only the planner runs, which may still call functions to fold constants.
func (w *walker) judgeExplain(s *pg_query.ExplainStmt) bool {
	analyze, seen := false, map[string]bool{}
	for _, o := range s.Options {
		d := o.GetDefElem()
		option := strings.ToLower(d.GetDefname())
		if seen[option] {
			w.addEffect(Effect{Class: Unknown, What: "EXPLAIN", Reason: "the option " + option + " is given twice"})
		}
		seen[option] = true
		if option == "analyze" {
			analyze = parse.OptionOn(d)
		}
	}
	was := w.planOnly
	w.planOnly = w.planOnly || !analyze
	w.walkNode(s.Query)
	w.planOnly = was
	return false
}

func (w *walker) judgeCopy(s *pg_query.CopyStmt) {
	switch {
	case s.IsProgram:
		w.addEffect(Effect{Class: Exec, What: "COPY … PROGRAM", Reason: "it runs a program on the database server"})
	case s.Filename != "":
		w.addEffect(Effect{Class: Exec, What: "COPY with a file", Reason: "it reads or writes a file of the database server"})
	case s.IsFrom && !w.planOnly:
		w.addEffect(Effect{Class: Mutate, What: "COPY … FROM STDIN", Reason: "it adds rows"})
	}
}

func (w *walker) judgeTransaction(s *pg_query.TransactionStmt) {
	switch s.Kind {
	case pg_query.TransactionStmtKind_TRANS_STMT_PREPARE, pg_query.TransactionStmtKind_TRANS_STMT_COMMIT_PREPARED,
		pg_query.TransactionStmtKind_TRANS_STMT_ROLLBACK_PREPARED:
		w.addEffect(Effect{Class: Exec, What: verbOf(policy.Rule{Verb: "TRANSACTION"}, s), Reason: "it leaves a transaction that outlives the session"})
	case pg_query.TransactionStmtKind_TRANSACTION_STMT_KIND_UNDEFINED:
		w.addEffect(Effect{Class: Unknown, What: "a transaction statement of an unknown kind"})
	}
}

// judgeDiscard judges DISCARD. It resets the session's own state alone; the settings that the gateway
// relies on are connection defaults and stay.
func (w *walker) judgeDiscard(s *pg_query.DiscardStmt) {
	switch s.Target {
	case pg_query.DiscardMode_DISCARD_ALL, pg_query.DiscardMode_DISCARD_PLANS,
		pg_query.DiscardMode_DISCARD_SEQUENCES, pg_query.DiscardMode_DISCARD_TEMP:
	default:
		w.addEffect(Effect{Class: Unknown, What: "DISCARD of an unknown kind"})
	}
}

// verbOf returns a statement's verb as its command tag spells it.
func verbOf(r policy.Rule, stmt any) string {
	object := policy.ObjectVerb
	var what string
	switch s := stmt.(type) {
	case *pg_query.DropStmt:
		what = object(s.RemoveType)
	case *pg_query.RenameStmt:
		if what = object(s.RenameType); s.RenameType == pg_query.ObjectType_OBJECT_COLUMN {
			what = object(s.RelationType) // RelationType is meaningless for other kinds
		}
	case *pg_query.AlterTableStmt:
		return "ALTER " + object(s.Objtype)
	case *pg_query.AlterObjectSchemaStmt:
		what = object(s.ObjectType)
	case *pg_query.AlterObjectDependsStmt:
		what = object(s.ObjectType)
	case *pg_query.AlterOwnerStmt:
		what = object(s.ObjectType)
	case *pg_query.DefineStmt:
		what = object(s.Kind)
	case *pg_query.CreateTableAsStmt:
		if s.Objtype == pg_query.ObjectType_OBJECT_MATVIEW {
			return "CREATE MATERIALIZED VIEW"
		}
	case *pg_query.TransactionStmt:
		return transactionVerbs[s.Kind]
	case *pg_query.VariableSetStmt:
		if s.Kind == pg_query.VariableSetKind_VAR_RESET || s.Kind == pg_query.VariableSetKind_VAR_RESET_ALL {
			return "RESET"
		}
	case *pg_query.VacuumStmt:
		if !s.IsVacuumcmd {
			return "ANALYZE"
		}
	case *pg_query.CreateFunctionStmt:
		if s.IsProcedure {
			return "CREATE PROCEDURE"
		}
	}
	if what != "" {
		return r.Verb + " " + what
	}
	return r.Verb
}

var transactionVerbs = map[pg_query.TransactionStmtKind]string{
	pg_query.TransactionStmtKind_TRANS_STMT_BEGIN:             "BEGIN",
	pg_query.TransactionStmtKind_TRANS_STMT_START:             "START TRANSACTION",
	pg_query.TransactionStmtKind_TRANS_STMT_COMMIT:            "COMMIT",
	pg_query.TransactionStmtKind_TRANS_STMT_ROLLBACK:          "ROLLBACK",
	pg_query.TransactionStmtKind_TRANS_STMT_SAVEPOINT:         "SAVEPOINT",
	pg_query.TransactionStmtKind_TRANS_STMT_RELEASE:           "RELEASE",
	pg_query.TransactionStmtKind_TRANS_STMT_ROLLBACK_TO:       "ROLLBACK",
	pg_query.TransactionStmtKind_TRANS_STMT_PREPARE:           "PREPARE TRANSACTION",
	pg_query.TransactionStmtKind_TRANS_STMT_COMMIT_PREPARED:   "COMMIT PREPARED",
	pg_query.TransactionStmtKind_TRANS_STMT_ROLLBACK_PREPARED: "ROLLBACK PREPARED",
}

func lockStrength(s pg_query.LockClauseStrength) string {
	switch s {
	case pg_query.LockClauseStrength_LCS_FORKEYSHARE:
		return "KEY SHARE"
	case pg_query.LockClauseStrength_LCS_FORSHARE:
		return "SHARE"
	case pg_query.LockClauseStrength_LCS_FORNOKEYUPDATE:
		return "NO KEY UPDATE"
	default:
		return "UPDATE"
	}
}

func dotted(words []string) string { return strings.Join(words, ".") }
