package statements

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/build"
	"github.com/sallyportdb/sallyport/planner/duckdialect/emulation"
	"github.com/sallyportdb/sallyport/planner/duckdialect/lexical"
	"github.com/sallyportdb/sallyport/planner/duckdialect/resultcolumns"
	"github.com/sallyportdb/sallyport/planner/duckdialect/writes"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/planner/policy"
	"github.com/sallyportdb/sallyport/planner/trees"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// RewriteStatement handles statements by kind: some become fixed texts, some are refused, some lose options
// that DuckDB does not have. It reports whether the statement is done.
func (t *Rules) RewriteStatement(root *pg_query.Node) (string, bool) {
	switch s := root.GetNode().(type) {
	case *pg_query.Node_SelectStmt:
		if into := s.SelectStmt.IntoClause; into != nil {
			t.createInto(root, s.SelectStmt)
			return t.rewriteDefinition(root)
		}
		t.takeSetval(s.SelectStmt)
	case *pg_query.Node_InsertStmt:
		emulation.RefuseRows(&t.Translation, s.InsertStmt.Relation, "insert into", "inserting into", "INSERT")
		writes.NameTarget(&t.Translation, s.InsertStmt.OnConflictClause)
		writes.DivideSet(&t.Translation, s.InsertStmt.OnConflictClause.GetTargetList(), s.InsertStmt.WithClause)
		t.Override = s.InsertStmt.Override
		if s.InsertStmt.Override > pg_query.OverridingKind_OVERRIDING_NOT_SET {
			s.InsertStmt.Override, t.Changed = pg_query.OverridingKind_OVERRIDING_NOT_SET, true
		}
	case *pg_query.Node_UpdateStmt:
		emulation.RefuseRows(&t.Translation, s.UpdateStmt.Relation, "update", "updating", "UPDATE")
		writes.DivideSet(&t.Translation, s.UpdateStmt.TargetList, s.UpdateStmt.WithClause)
	case *pg_query.Node_DeleteStmt:
		emulation.RefuseRows(&t.Translation, s.DeleteStmt.Relation, "delete from", "deleting from", "DELETE")
	case *pg_query.Node_MergeStmt:
		emulation.RefuseTarget(&t.Translation, s.MergeStmt.Relation)
		for _, n := range s.MergeStmt.MergeWhenClauses {
			writes.DivideSet(&t.Translation, n.GetMergeWhenClause().TargetList, s.MergeStmt.WithClause)
		}
	case *pg_query.Node_ExplainStmt:
		return t.rewriteExplain(s.ExplainStmt)
	case *pg_query.Node_TransactionStmt:
		return t.rewriteTransaction(s.TransactionStmt)
	case *pg_query.Node_VariableSetStmt, *pg_query.Node_VariableShowStmt, *pg_query.Node_DiscardStmt:
		t.checkOneValue(root.GetVariableSetStmt())
		return t.Text, true // the provider answers it
	default:
		return t.rewriteDefinition(root)
	}
	return "", false
}

// listSettings are the settings that have several values (GUC_LIST_INPUT).
var listSettings = parse.WordSet(`datestyle search_path temp_tablespaces session_preload_libraries local_preload_libraries shared_preload_libraries
	log_destination listen_addresses unix_socket_directories wal_consistency_checking synchronous_standby_names`)

// checkOneValue refuses several values of a setting that has one.
func (t *Rules) checkOneValue(s *pg_query.VariableSetStmt) {
	if s.GetKind() == pg_query.VariableSetKind_VAR_SET_CURRENT { // the text of the statement has no value
		t.NoteUnsupported(build.Nowhere, "SET %s FROM CURRENT is not supported", s.Name)
		return
	}
	if s.GetKind() == pg_query.VariableSetKind_VAR_SET_VALUE && len(s.Args) > 1 && !listSettings[strings.ToLower(s.Name)] {
		t.NoteError(build.Nowhere, sqlstate.InvalidParameterValue, "SET %s takes only one argument", s.Name)
	}
}

// rewriteTransaction rewrites transaction control to DuckDB's statements.
func (t *Rules) rewriteTransaction(s *pg_query.TransactionStmt) (string, bool) {
	switch s.Kind {
	case pg_query.TransactionStmtKind_TRANS_STMT_BEGIN, pg_query.TransactionStmtKind_TRANS_STMT_START:
		return t.Text, true // with its modes, which the provider reads
	case pg_query.TransactionStmtKind_TRANS_STMT_COMMIT, pg_query.TransactionStmtKind_TRANS_STMT_ROLLBACK:
		if s.Chain {
			return t.Text, true
		}
		if s.Kind == pg_query.TransactionStmtKind_TRANS_STMT_COMMIT {
			return "COMMIT", true
		}
		return "ROLLBACK", true
	case pg_query.TransactionStmtKind_TRANS_STMT_SAVEPOINT, pg_query.TransactionStmtKind_TRANS_STMT_RELEASE,
		pg_query.TransactionStmtKind_TRANS_STMT_ROLLBACK_TO:
		return t.Text, true // the provider handles savepoints
	default:
		return t.Text, true // the provider says what there is of them: nothing
	}
}

// rewriteDefinition handles statements that define objects, and refuses all others.
func (t *Rules) rewriteDefinition(root *pg_query.Node) (string, bool) {
	t.Definition = true
	t.checkDefinition(root)
	t.refuseKept(root)
	if rename := root.GetRenameStmt(); rename != nil && t.users.RenameType(root, rename) {
		return "", t.Err != nil
	}
	if t.answered(root) {
		return t.asWritten()
	}
	if isKeptElsewhere(root) {
		return t.Text, true
	}
	switch s := root.GetNode().(type) {
	case *pg_query.Node_CreateStmt:
		t.listChecks(root)
		t.createTable(s.CreateStmt)
	case *pg_query.Node_CreateTableAsStmt:
		if s.CreateTableAsStmt.Objtype == pg_query.ObjectType_OBJECT_MATVIEW {
			t.writeViewStars(s.CreateTableAsStmt.Query.GetSelectStmt())
			t.refuseBoundNames(s.CreateTableAsStmt.Query)
		}
		t.createTableAs(s.CreateTableAsStmt)
	case *pg_query.Node_ViewStmt:
		t.createView(s.ViewStmt)
	case *pg_query.Node_IndexStmt:
		sql := t.createIndex(root, s.IndexStmt)
		return sql, sql != "" || t.Err != nil
	case *pg_query.Node_TruncateStmt:
		t.rewriteTruncate(s.TruncateStmt)
	case *pg_query.Node_VacuumStmt:
		return t.rewriteVacuum(s.VacuumStmt), true
	case *pg_query.Node_DropStmt:
		t.rewriteDrop(s.DropStmt)
	case *pg_query.Node_CommentStmt:
		sql := t.rewriteComment(root, s.CommentStmt)
		return sql, sql != "" || t.Err != nil
	case *pg_query.Node_CreateSchemaStmt:
		t.createSchema(s.CreateSchemaStmt)
	case *pg_query.Node_RenameStmt:
		t.rewriteRename(s.RenameStmt)
	case *pg_query.Node_AlterTableStmt:
		t.listChecks(root)
		t.alterTable(root, s.AlterTableStmt)
	case *pg_query.Node_AlterSeqStmt:
		t.alterSequence(s.AlterSeqStmt)
	case *pg_query.Node_CreateSeqStmt:
		t.createSequence(s.CreateSeqStmt)
	case *pg_query.Node_CreateExtensionStmt, *pg_query.Node_CreateEnumStmt, *pg_query.Node_CreateDomainStmt, *pg_query.Node_AlterDomainStmt, *pg_query.Node_CompositeTypeStmt,
		*pg_query.Node_CreateRangeStmt:
		t.defineType(root)
	default:
		sql := t.alterOther(root)
		return sql, sql != "" || t.Err != nil
	}
	return "", t.Err != nil
}

// isKeptElsewhere reports statements about what DuckDB does not keep: the source keeps when keys are checked, the engine
// who listens, prepared statements, cursors and locks of tables.
func isKeptElsewhere(root *pg_query.Node) bool {
	switch root.GetNode().(type) {
	case *pg_query.Node_ConstraintsSetStmt, *pg_query.Node_ListenStmt, *pg_query.Node_UnlistenStmt, *pg_query.Node_NotifyStmt,
		*pg_query.Node_PrepareStmt, *pg_query.Node_DeallocateStmt, *pg_query.Node_ClosePortalStmt, *pg_query.Node_LockStmt:
		return true
	}
	return false
}

// defineType handles the statements that define types, and extensions, which are kept as types.
func (t *Rules) defineType(root *pg_query.Node) {
	switch s := root.GetNode().(type) {
	case *pg_query.Node_CreateEnumStmt:
		t.users.RefuseTakenName(s.CreateEnumStmt.TypeName)
		for _, n := range s.CreateEnumStmt.Vals {
			t.refuseMark(n.GetString_().GetSval())
		}
		if t.Env.EnumMark == nil {
			return
		}
		if mark := t.Env.EnumMark(parse.NameParts(s.CreateEnumStmt.Vals)); mark != "" {
			s.CreateEnumStmt.Vals, t.Changed = append(s.CreateEnumStmt.Vals, pg_query.MakeStrNode(mark)), true
		}
	case *pg_query.Node_CreateExtensionStmt:
		t.createExtension(root, s.CreateExtensionStmt)
	case *pg_query.Node_CreateDomainStmt:
		t.users.CreateDomain(root, s.CreateDomainStmt)
	case *pg_query.Node_AlterDomainStmt:
		t.users.AlterDomain(root, s.AlterDomainStmt)
	case *pg_query.Node_CreateRangeStmt:
		t.users.CreateRange(root, s.CreateRangeStmt)
	case *pg_query.Node_CompositeTypeStmt:
		t.users.CreateComposite(root, s.CompositeTypeStmt)
	}
}

// rewriteVacuum handles VACUUM and ANALYZE.
func (t *Rules) rewriteVacuum(s *pg_query.VacuumStmt) string {
	t.Changed = t.Changed || len(s.Options) > 0
	for _, n := range s.Rels {
		t.nameRelation(n.GetVacuumRelation())
	}
	if s.IsVacuumcmd {
		return "VACUUM"
	}
	return "ANALYZE"
}

// nameRelation has the source look for a relation of VACUUM or ANALYZE, and for its columns.
func (t *Rules) nameRelation(r *pg_query.VacuumRelation) {
	columns := []string{"1"}
	for _, c := range parse.NameParts(r.GetVaCols()) {
		columns = append(columns, lexical.Quote(c))
	}
	t.Before, t.Changed = append(t.Before, "SELECT "+strings.Join(columns, ", ")+" FROM "+lexical.QuoteRelation(r.GetRelation())+" LIMIT 0"), true
}

// checkCases refuses columns that DuckDB takes for one.
func (t *Rules) checkCases(elements []*pg_query.Node) {
	spelled := map[string]string{}
	for _, e := range elements {
		name := e.GetColumnDef().GetColname()
		if other, ok := spelled[strings.ToLower(name)]; ok && other != name {
			t.NoteUnsupported(e.GetColumnDef().Location, "columns whose names differ in case alone are not supported: %q and %q", other, name)
		}
		spelled[strings.ToLower(name)] = name
	}
}

// createInto makes a CREATE TABLE AS of a SELECT INTO.
func (t *Rules) createInto(root *pg_query.Node, s *pg_query.SelectStmt) {
	into := s.IntoClause
	into.OnCommit = max(into.OnCommit, pg_query.OnCommitAction_ONCOMMIT_NOOP)
	s.IntoClause, t.Changed = nil, true
	root.Node = &pg_query.Node_CreateTableAsStmt{CreateTableAsStmt: &pg_query.CreateTableAsStmt{
		Query: &pg_query.Node{Node: &pg_query.Node_SelectStmt{SelectStmt: s}}, Into: into, Objtype: pg_query.ObjectType_OBJECT_TABLE,
	}}
}

// createTableAs drops storage options.
func (t *Rules) createTableAs(s *pg_query.CreateTableAsStmt) {
	into := s.Into
	if s.Objtype == pg_query.ObjectType_OBJECT_TABLE {
		t.users.KeepTypes(s)
		t.keepPrecisions(s)
	}
	if s.Query.GetExecuteStmt() != nil {
		t.NoteUnsupported(build.Nowhere, "CREATE TABLE AS EXECUTE is not supported").WithHint("Write the query that was prepared.")
	}
	t.checkResultNames(s.Query.GetSelectStmt(), into.GetColNames())
	t.onCommit(into.GetOnCommit(), into.GetRel())
	switch {
	case into.GetRel() == nil:
	case s.Objtype == pg_query.ObjectType_OBJECT_MATVIEW && into.Rel.GetRelpersistence() == "u":
		t.NoteUnsupported(build.Nowhere, "materialized views cannot be unlogged")
	case s.Objtype == pg_query.ObjectType_OBJECT_MATVIEW && len(into.Options) > 0:
		t.NoteUnsupported(build.Nowhere, "storage parameters of a materialized view are not supported")
	default:
		t.storeNew(into.Rel, nil, into.Options, &s.IfNotExists)
	}
	if len(into.GetOptions()) > 0 || into.GetTableSpaceName() != "" || into.GetAccessMethod() != "" {
		into.Options, into.TableSpaceName, into.AccessMethod, t.Changed = nil, "", "", true
	}
}

// onCommit refuses ON COMMIT of tables that are not temporary. For temporary tables the source carries it out.
func (t *Rules) onCommit(action pg_query.OnCommitAction, r *pg_query.RangeVar) {
	if action > pg_query.OnCommitAction_ONCOMMIT_NOOP && r.GetRelpersistence() != "t" {
		t.NoteError(build.Nowhere, "42P16", "ON COMMIT can only be used on temporary tables")
	}
}

// rewriteTruncate refuses system tables. The source runs the statement by steps.
func (t *Rules) rewriteTruncate(s *pg_query.TruncateStmt) {
	for _, r := range s.Relations {
		emulation.RefuseTarget(&t.Translation, r.GetRangeVar())
	}
}

// noteUnsupportedKind refuses a kind of statement by its SQL name.
func (t *Rules) noteUnsupportedKind(root *pg_query.Node) {
	held := root.ProtoReflect().WhichOneof(root.ProtoReflect().Descriptor().Oneofs().Get(0))
	kind := strings.TrimSuffix(string(held.Message().Name()), "Stmt")
	if words, ok := statementNames[kind]; ok {
		kind = words
	}
	if d := root.GetDefineStmt(); d != nil {
		kind = "CREATE " + strings.ReplaceAll(strings.TrimPrefix(d.Kind.String(), "OBJECT_"), "_", " ")
	}
	hint := "The embedded engine, DuckDB, has no such statement."
	switch {
	case root.GetGrantStmt() != nil || root.GetGrantRoleStmt() != nil || root.GetAlterDefaultPrivilegesStmt() != nil:
		hint = "The embedded engine keeps no privileges: who may use what is said by the roles of the gateway's configuration. Restore with --no-privileges."
	case root.GetAlterObjectSchemaStmt() != nil:
		kind = "ALTER " + policy.ObjectVerb(root.GetAlterObjectSchemaStmt().ObjectType) + " … SET SCHEMA"
		hint = "Make the object anew in the other schema, and drop this one."
	case root.GetAlterOwnerStmt() != nil:
		kind = "ALTER " + policy.ObjectVerb(root.GetAlterOwnerStmt().ObjectType) + " … OWNER TO"
		hint = "Objects of the embedded engine are the session's: restore with --no-owner."
	}
	t.NoteUnsupported(build.Nowhere, "%s is not supported", kind).WithHint("%s", hint)
}

// statementNames maps kinds of statements to their SQL names.
var statementNames = map[string]string{
	"Copy": "COPY", "DeclareCursor": "DECLARE CURSOR", "Fetch": "FETCH and MOVE", "ClosePortal": "CLOSE",
	"Lock": "LOCK", "Do": "DO", "Call": "CALL",
	"Prepare": "PREPARE", "Execute": "EXECUTE", "Grant": "GRANT or REVOKE", "GrantRole": "GRANT or REVOKE",
	"CreateFunction": "CREATE FUNCTION", "CreateTrig": "CREATE TRIGGER", "CreateRole": "CREATE ROLE", "AlterRole": "ALTER ROLE",
	"DropRole": "DROP ROLE", "CreateExtension": "CREATE EXTENSION", "Createdb": "CREATE DATABASE", "Dropdb": "DROP DATABASE",
	"CompositeType": "CREATE TYPE", "CreateDomain": "CREATE DOMAIN", "CreatePolicy": "CREATE POLICY", "Rule": "CREATE RULE",
	"Cluster": "CLUSTER", "Reindex": "REINDEX", "CheckPoint": "CHECKPOINT", "Load": "LOAD", "RefreshMatView": "REFRESH MATERIALIZED VIEW",
	"AlterSystem": "ALTER SYSTEM", "CreateForeignTable": "CREATE FOREIGN TABLE", "SecLabel": "SECURITY LABEL",
	"ReassignOwned": "REASSIGN OWNED", "DropOwned": "DROP OWNED", "AlterSeq": "ALTER SEQUENCE", "AlterEnum": "ALTER TYPE",
	"AlterDomain": "ALTER DOMAIN", "CreateRange": "CREATE TYPE … AS RANGE", "Define": "CREATE of this kind of object", "CreateStats": "CREATE STATISTICS",
	"CreateCast": "CREATE CAST", "CreateFdw": "CREATE FOREIGN DATA WRAPPER", "CreateForeignServer": "CREATE SERVER", "CreateUserMapping": "CREATE USER MAPPING",
	"CreatePublication": "CREATE PUBLICATION", "CreateSubscription": "CREATE SUBSCRIPTION", "CreateEventTrig": "CREATE EVENT TRIGGER", "CreateTableSpace": "CREATE TABLESPACE",
	"AlterOwner": "ALTER … OWNER TO", "AlterObjectSchema": "ALTER … SET SCHEMA", "AlterFunction": "ALTER FUNCTION", "AlterDefaultPrivileges": "ALTER DEFAULT PRIVILEGES",
	"AlterDatabase": "ALTER DATABASE", "AlterDatabaseSet": "ALTER DATABASE", "AlterRoleSet": "ALTER ROLE", "AlterPolicy": "ALTER POLICY", "ImportForeignSchema": "IMPORT FOREIGN SCHEMA",
	"CreateConversion": "CREATE CONVERSION", "CreateOpClass": "CREATE OPERATOR CLASS", "CreateOpFamily": "CREATE OPERATOR FAMILY", "CreateAm": "CREATE ACCESS METHOD",
	"CreatePLang": "CREATE LANGUAGE", "CreateTransform": "CREATE TRANSFORM", "AlterExtension": "ALTER EXTENSION", "DropTableSpace": "DROP TABLESPACE",
}

// rewriteDrop refuses dropping system objects.
func (t *Rules) rewriteDrop(s *pg_query.DropStmt) {
	_ = t.users.DropTypes(s)
	switch s.RemoveType {
	case pg_query.ObjectType_OBJECT_MATVIEW, pg_query.ObjectType_OBJECT_TABLE, pg_query.ObjectType_OBJECT_VIEW, pg_query.ObjectType_OBJECT_INDEX,
		pg_query.ObjectType_OBJECT_SEQUENCE, pg_query.ObjectType_OBJECT_SCHEMA, pg_query.ObjectType_OBJECT_TYPE:
	default: // DuckDB would also find its own macros and those of the emulation
		t.NoteUnsupported(build.Nowhere, "DROP of this kind of object is not supported").
			WithHint("Tables, views, indexes, sequences, schemas and types can be dropped.")
		return
	}
	for _, o := range s.Objects {
		list := o.GetList().GetItems()
		switch {
		case o.GetTypeName() != nil:
			list = o.GetTypeName().Names
		case o.GetString_() != nil: // a schema
			list = []*pg_query.Node{o}
		}
		emulation.RefuseDrop(&t.Translation, s.RemoveType, list)
	}
	if s.Concurrent {
		s.Concurrent, t.Changed, t.Alone = false, true, "DROP INDEX CONCURRENTLY"
	}
}

// rewriteRename accepts relations and columns.
func (t *Rules) rewriteRename(s *pg_query.RenameStmt) {
	if s.RenameType == pg_query.ObjectType_OBJECT_COLUMN {
		t.renameColumn(s)
	}
	switch s.RenameType {
	case pg_query.ObjectType_OBJECT_MATVIEW:
		emulation.RefuseTarget(&t.Translation, s.Relation)
		s.RenameType, s.RelationType, t.Changed = pg_query.ObjectType_OBJECT_TABLE, pg_query.ObjectType_OBJECT_TABLE, true
	case pg_query.ObjectType_OBJECT_TABCONSTRAINT, pg_query.ObjectType_OBJECT_TABLE, pg_query.ObjectType_OBJECT_VIEW, pg_query.ObjectType_OBJECT_COLUMN, pg_query.ObjectType_OBJECT_SEQUENCE, pg_query.ObjectType_OBJECT_INDEX:
		emulation.RefuseTarget(&t.Translation, s.Relation)
	default:
		t.NoteUnsupported(build.Nowhere, "ALTER %s … RENAME TO is not supported", policy.ObjectVerb(s.RenameType))
	}
}

// renameColumn leaves a column to the source, which finds out of what kind the relation is.
func (t *Rules) renameColumn(s *pg_query.RenameStmt) {
	switch {
	case s.RelationType == pg_query.ObjectType_OBJECT_FOREIGN_TABLE:
		t.NoteUnsupported(build.Nowhere, "ALTER %s … RENAME COLUMN is not supported", policy.ObjectVerb(s.RelationType))
	case s.RelationType != pg_query.ObjectType_OBJECT_TABLE:
		s.RelationType, t.Changed = pg_query.ObjectType_OBJECT_TABLE, true
	case parse.SystemColumns[s.Newname]:
		t.NoteError(build.Nowhere, "42701", "column name %q conflicts with a system column name", s.Newname)
	}
}

// createTable drops storage options, and refuses options without which the table would mean
// something else.
func (t *Rules) createTable(s *pg_query.CreateStmt) {
	emulation.RefuseTarget(&t.Translation, s.Relation)
	t.beginShown(s.Relation, s.TableElts, true)
	t.onCommit(s.Oncommit, s.Relation)
	t.storeNew(s.Relation, s.TableElts, s.Options, &s.IfNotExists)
	if len(s.Options) > 0 || s.Tablespacename != "" || s.AccessMethod != "" {
		s.Options, s.Tablespacename, s.AccessMethod, t.Changed = nil, "", "", true
	}
	t.users.RefuseReferentialActions(s.Relation, s.TableElts)
	t.checkKeysOf(s)
	t.checkCases(s.TableElts)
	t.scaleGenerated(s.TableElts)
	t.takeKeys(s)
	t.takeExclusions(s)
	s.TableElts = t.keepConstraints(s.Relation.GetRelname(), s.TableElts)
	for _, e := range s.TableElts {
		if like := e.GetTableLikeClause(); like != nil {
			t.refuseLikeOfCatalog(like.Relation)
		}
		if k := e.GetConstraint(); k != nil {
			t.refuseTiming(k)
		}
		if column := e.GetColumnDef(); column != nil {
			t.columnDefinition(s.Relation, column)
		}
	}
	t.keepShownOf(s.TableElts)
}

// RefuseTable refuses a CREATE TABLE whose columns are another table's, or another type's: they may have no types of their own, which no
// rule expects.
func RefuseTable(s *pg_query.CreateStmt) error {
	what := ""
	switch {
	case s.GetPartbound() != nil:
		what = "PARTITION OF"
	case len(s.GetInhRelations()) > 0:
		what = "INHERITS"
	case s.GetPartspec() != nil:
		what = "PARTITION BY"
	case s.GetOfTypename() != nil:
		what = "CREATE TABLE … OF"
	default:
		return nil
	}
	return sqlstate.New(sqlstate.FeatureNotSupported, "%s is not supported", what)
}

// refuseLikeOfCatalog refuses CREATE TABLE … (LIKE …) of a system relation, whose columns have types that no table can have.
func (t *Rules) refuseLikeOfCatalog(r *pg_query.RangeVar) {
	if emulation.IsCatalog(r) || strings.EqualFold(r.GetSchemaname(), "information_schema") {
		t.NoteUnsupported(r.GetLocation(), "LIKE of a system catalog in CREATE TABLE is not supported")
	}
}

// createSchema takes a schema of the session's own user.
func (t *Rules) createSchema(s *pg_query.CreateSchemaStmt) {
	if r := s.Authrole; r != nil {
		t.keepOwner(r)
		if s.Schemaname == "" {
			s.Schemaname = t.Env.User
		}
		s.Authrole, t.Changed = nil, true
	}
	if strings.HasPrefix(s.Schemaname, "pg_") {
		t.NoteError(build.Nowhere, "42939", "unacceptable schema name %q", s.Schemaname).WithDetail("The prefix \"pg_\" is reserved for system schemas.")
	}
	emulation.RefuseName(&t.Translation, build.Names(s.Schemaname))
	if len(s.SchemaElts) > 0 {
		t.NoteUnsupported(build.Nowhere, "CREATE SCHEMA with the objects of the schema is not supported").WithHint("Create them by statements of their own.")
	}
}

// alterOwner takes a schema or a type for the user of the session, who has it already: the source looks whether there is a schema. All else
// is refused.
func (t *Rules) alterOwner(root *pg_query.Node) string {
	s := root.GetAlterOwnerStmt()
	switch s.GetObjectType() {
	case pg_query.ObjectType_OBJECT_SCHEMA:
	case pg_query.ObjectType_OBJECT_TYPE, pg_query.ObjectType_OBJECT_DOMAIN:
		t.ownType(root, s)
		return ""
	default:
		t.noteUnsupportedKind(root)
		return ""
	}
	name := build.Names(s.GetObject().GetString_().GetSval())
	emulation.RefuseName(&t.Translation, name)
	t.keepOwner(s.Newowner)
	return "ALTER SCHEMA " + lexical.Quote(parse.NameParts(name)[0]) + " OWNER TO CURRENT_USER"
}

// checkResultNames refuses two columns of one name: DuckDB would rename the second one.
func (t *Rules) checkResultNames(query *pg_query.SelectStmt, aliases []*pg_query.Node) {
	seen := map[string]bool{}
	query = parse.FirstQuery(query)
	for i, n := range query.GetTargetList() {
		target := n.GetResTarget()
		if !trees.IsSingleColumn(n) {
			return // how many columns it stands for is not known
		}
		name := target.GetName()
		if name == "" {
			name, _ = resultcolumns.Name(target.GetVal())
		}
		if i < len(aliases) {
			name = aliases[i].GetString_().GetSval()
		}
		if name != "" && seen[name] {
			t.NoteError(build.Nowhere, "42701", "column %q specified more than once", name)
		}
		seen[name] = true
	}
}
