package policy

import "github.com/sallyportdb/sallyport/planner/class"

// Rule is what a node of the parse tree means by itself. Its fields are judged on their own.
type Rule struct {
	Class  class.Class
	Verb   string // the command tag's verb; empty for what is no statement
	Reason string
}

// part is the rule of a node that is a piece of an expression or a clause and does nothing by
// itself.
var part = Rule{Class: class.Read}

// Reasons that several statements share.
const (
	Administers = "it administers the server"
	runsCode    = "it installs or runs code"
	reachesOut  = "it reaches another server"
)

// statementRules has a rule for each statement of the grammar. For statements whose class depends
// on their parts, the planner adds effects or changes the class.
var statementRules = map[string]Rule{
	"SelectStmt":        {Class: class.Read, Verb: "SELECT"},
	"PLAssignStmt":      {Class: class.Unknown, Reason: "it is PL/pgSQL"},
	"ReturnStmt":        {Class: class.Read, Verb: "RETURN"},
	"ExplainStmt":       {Class: class.Read, Verb: "EXPLAIN"},
	"VariableShowStmt":  {Class: class.Session, Verb: "SHOW"},
	"VariableSetStmt":   {Class: class.Session, Verb: "SET"},
	"TransactionStmt":   {Class: class.Session, Verb: "TRANSACTION"},
	"DeclareCursorStmt": {Class: class.Session, Verb: "DECLARE CURSOR"},
	"FetchStmt":         {Class: class.Session, Verb: "FETCH"},
	"ClosePortalStmt":   {Class: class.Session, Verb: "CLOSE CURSOR"},
	"PrepareStmt":       {Class: class.Session, Verb: "PREPARE"},
	"DeallocateStmt":    {Class: class.Session, Verb: "DEALLOCATE"},
	"ExecuteStmt":       {Class: class.Read, Verb: "EXECUTE"}, // the planner judges what it runs

	"InsertStmt":               {Class: class.Mutate, Verb: "INSERT"},
	"UpdateStmt":               {Class: class.Mutate, Verb: "UPDATE"},
	"MergeStmt":                {Class: class.Mutate, Verb: "MERGE"},
	"CopyStmt":                 {Class: class.Read, Verb: "COPY"},
	"CreateStmt":               {Class: class.Mutate, Verb: "CREATE TABLE"},
	"CreateTableAsStmt":        {Class: class.Mutate, Verb: "CREATE TABLE AS"},
	"RefreshMatViewStmt":       {Class: class.Mutate, Verb: "REFRESH MATERIALIZED VIEW"},
	"IndexStmt":                {Class: class.Mutate, Verb: "CREATE INDEX"},
	"ViewStmt":                 {Class: class.Mutate, Verb: "CREATE VIEW"},
	"CreateSchemaStmt":         {Class: class.Mutate, Verb: "CREATE SCHEMA"},
	"CreateSeqStmt":            {Class: class.Mutate, Verb: "CREATE SEQUENCE"},
	"AlterSeqStmt":             {Class: class.Mutate, Verb: "ALTER SEQUENCE"},
	"AlterTableStmt":           {Class: class.Mutate, Verb: "ALTER TABLE"},
	"AlterObjectSchemaStmt":    {Class: class.Mutate, Verb: "ALTER"},
	"AlterObjectDependsStmt":   {Class: class.Mutate, Verb: "ALTER"},
	"RenameStmt":               {Class: class.Mutate, Verb: "ALTER"},
	"CommentStmt":              {Class: class.Mutate, Verb: "COMMENT"},
	"CompositeTypeStmt":        {Class: class.Mutate, Verb: "CREATE TYPE"},
	"CreateEnumStmt":           {Class: class.Mutate, Verb: "CREATE TYPE"},
	"CreateRangeStmt":          {Class: class.Mutate, Verb: "CREATE TYPE"},
	"AlterEnumStmt":            {Class: class.Mutate, Verb: "ALTER TYPE"},
	"AlterTypeStmt":            {Class: class.Exec, Verb: "ALTER TYPE", Reason: runsCode},
	"CreateDomainStmt":         {Class: class.Mutate, Verb: "CREATE DOMAIN"},
	"AlterDomainStmt":          {Class: class.Mutate, Verb: "ALTER DOMAIN"},
	"CreateStatsStmt":          {Class: class.Mutate, Verb: "CREATE STATISTICS"},
	"AlterStatsStmt":           {Class: class.Mutate, Verb: "ALTER STATISTICS"},
	"AlterCollationStmt":       {Class: class.Mutate, Verb: "ALTER COLLATION"},
	"DeleteStmt":               {Class: class.Delete, Verb: "DELETE"},
	"TruncateStmt":             {Class: class.Delete, Verb: "TRUNCATE TABLE"},
	"DropStmt":                 {Class: class.Delete, Verb: "DROP"},
	"DropdbStmt":               {Class: class.Delete, Verb: "DROP DATABASE"},
	"DropRoleStmt":             {Class: class.Delete, Verb: "DROP ROLE"},
	"DropOwnedStmt":            {Class: class.Delete, Verb: "DROP OWNED"},
	"DropTableSpaceStmt":       {Class: class.Delete, Verb: "DROP TABLESPACE"},
	"DropUserMappingStmt":      {Class: class.Delete, Verb: "DROP USER MAPPING"},
	"DropSubscriptionStmt":     {Class: class.Delete, Verb: "DROP SUBSCRIPTION"},
	"CallStmt":                 {Class: class.Exec, Verb: "CALL", Reason: runsCode},
	"DoStmt":                   {Class: class.Exec, Verb: "DO", Reason: runsCode},
	"CreateFunctionStmt":       {Class: class.Exec, Verb: "CREATE FUNCTION", Reason: runsCode},
	"AlterFunctionStmt":        {Class: class.Exec, Verb: "ALTER FUNCTION", Reason: runsCode},
	"CreateTrigStmt":           {Class: class.Exec, Verb: "CREATE TRIGGER", Reason: runsCode},
	"CreateEventTrigStmt":      {Class: class.Exec, Verb: "CREATE EVENT TRIGGER", Reason: runsCode},
	"AlterEventTrigStmt":       {Class: class.Exec, Verb: "ALTER EVENT TRIGGER", Reason: runsCode},
	"RuleStmt":                 {Class: class.Exec, Verb: "CREATE RULE", Reason: runsCode},
	"CreateExtensionStmt":      {Class: class.Exec, Verb: "CREATE EXTENSION", Reason: runsCode},
	"AlterExtensionStmt":       {Class: class.Exec, Verb: "ALTER EXTENSION", Reason: runsCode},
	"CreatePLangStmt":          {Class: class.Exec, Verb: "CREATE LANGUAGE", Reason: runsCode},
	"CreateCastStmt":           {Class: class.Exec, Verb: "CREATE CAST", Reason: runsCode},
	"CreateConversionStmt":     {Class: class.Exec, Verb: "CREATE CONVERSION", Reason: runsCode},
	"CreateTransformStmt":      {Class: class.Exec, Verb: "CREATE TRANSFORM", Reason: runsCode},
	"CreateOpClassStmt":        {Class: class.Exec, Verb: "CREATE OPERATOR CLASS", Reason: runsCode},
	"CreateOpFamilyStmt":       {Class: class.Exec, Verb: "CREATE OPERATOR FAMILY", Reason: runsCode},
	"AlterOpFamilyStmt":        {Class: class.Exec, Verb: "ALTER OPERATOR FAMILY", Reason: runsCode},
	"AlterOperatorStmt":        {Class: class.Exec, Verb: "ALTER OPERATOR", Reason: runsCode},
	"CreateAmStmt":             {Class: class.Exec, Verb: "CREATE ACCESS METHOD", Reason: runsCode},
	"DefineStmt":               {Class: class.Exec, Verb: "CREATE", Reason: runsCode},
	"LoadStmt":                 {Class: class.Exec, Verb: "LOAD", Reason: runsCode},
	"AlterTSDictionaryStmt":    {Class: class.Exec, Verb: "ALTER TEXT SEARCH DICTIONARY", Reason: Administers},
	"AlterTSConfigurationStmt": {Class: class.Exec, Verb: "ALTER TEXT SEARCH CONFIGURATION", Reason: Administers},

	"AlterExtensionContentsStmt":   {Class: class.Exec, Verb: "ALTER EXTENSION", Reason: Administers},
	"AlterOwnerStmt":               {Class: class.Exec, Verb: "ALTER", Reason: Administers},
	"AlterTableMoveAllStmt":        {Class: class.Exec, Verb: "ALTER TABLE", Reason: Administers},
	"GrantStmt":                    {Class: class.Exec, Verb: "GRANT", Reason: Administers},
	"GrantRoleStmt":                {Class: class.Exec, Verb: "GRANT ROLE", Reason: Administers},
	"AlterDefaultPrivilegesStmt":   {Class: class.Exec, Verb: "ALTER DEFAULT PRIVILEGES", Reason: Administers},
	"CreateRoleStmt":               {Class: class.Exec, Verb: "CREATE ROLE", Reason: Administers},
	"AlterRoleStmt":                {Class: class.Exec, Verb: "ALTER ROLE", Reason: Administers},
	"AlterRoleSetStmt":             {Class: class.Exec, Verb: "ALTER ROLE", Reason: Administers},
	"ReassignOwnedStmt":            {Class: class.Exec, Verb: "REASSIGN OWNED", Reason: Administers},
	"CreatePolicyStmt":             {Class: class.Exec, Verb: "CREATE POLICY", Reason: Administers},
	"AlterPolicyStmt":              {Class: class.Exec, Verb: "ALTER POLICY", Reason: Administers},
	"SecLabelStmt":                 {Class: class.Exec, Verb: "SECURITY LABEL", Reason: Administers},
	"CreatedbStmt":                 {Class: class.Exec, Verb: "CREATE DATABASE", Reason: Administers},
	"AlterDatabaseStmt":            {Class: class.Exec, Verb: "ALTER DATABASE", Reason: Administers},
	"AlterDatabaseSetStmt":         {Class: class.Exec, Verb: "ALTER DATABASE", Reason: Administers},
	"AlterDatabaseRefreshCollStmt": {Class: class.Exec, Verb: "ALTER DATABASE", Reason: Administers},
	"AlterSystemStmt":              {Class: class.Exec, Verb: "ALTER SYSTEM", Reason: Administers},
	"CreateTableSpaceStmt":         {Class: class.Exec, Verb: "CREATE TABLESPACE", Reason: Administers},
	"AlterTableSpaceOptionsStmt":   {Class: class.Exec, Verb: "ALTER TABLESPACE", Reason: Administers},
	"VacuumStmt":                   {Class: class.Exec, Verb: "VACUUM", Reason: Administers},
	"ClusterStmt":                  {Class: class.Exec, Verb: "CLUSTER", Reason: Administers},
	"ReindexStmt":                  {Class: class.Exec, Verb: "REINDEX", Reason: Administers},
	"CheckPointStmt":               {Class: class.Exec, Verb: "CHECKPOINT", Reason: Administers},
	"LockStmt":                     {Class: class.Exec, Verb: "LOCK TABLE", Reason: "it blocks others"},
	"NotifyStmt":                   {Class: class.Exec, Verb: "NOTIFY", Reason: "it sends to other sessions"},
	"ListenStmt":                   {Class: class.Session, Verb: "LISTEN"},
	"UnlistenStmt":                 {Class: class.Session, Verb: "UNLISTEN"},
	"DiscardStmt":                  {Class: class.Session, Verb: "DISCARD"},
	"ConstraintsSetStmt":           {Class: class.Session, Verb: "SET CONSTRAINTS"},

	"CreateFdwStmt":           {Class: class.Exec, Verb: "CREATE FOREIGN DATA WRAPPER", Reason: reachesOut},
	"AlterFdwStmt":            {Class: class.Exec, Verb: "ALTER FOREIGN DATA WRAPPER", Reason: reachesOut},
	"CreateForeignServerStmt": {Class: class.Exec, Verb: "CREATE SERVER", Reason: reachesOut},
	"AlterForeignServerStmt":  {Class: class.Exec, Verb: "ALTER SERVER", Reason: reachesOut},
	"CreateForeignTableStmt":  {Class: class.Exec, Verb: "CREATE FOREIGN TABLE", Reason: reachesOut},
	"CreateUserMappingStmt":   {Class: class.Exec, Verb: "CREATE USER MAPPING", Reason: reachesOut},
	"AlterUserMappingStmt":    {Class: class.Exec, Verb: "ALTER USER MAPPING", Reason: reachesOut},
	"ImportForeignSchemaStmt": {Class: class.Exec, Verb: "IMPORT FOREIGN SCHEMA", Reason: reachesOut},
	"CreatePublicationStmt":   {Class: class.Exec, Verb: "CREATE PUBLICATION", Reason: reachesOut},
	"AlterPublicationStmt":    {Class: class.Exec, Verb: "ALTER PUBLICATION", Reason: reachesOut},
	"CreateSubscriptionStmt":  {Class: class.Exec, Verb: "CREATE SUBSCRIPTION", Reason: reachesOut},
	"AlterSubscriptionStmt":   {Class: class.Exec, Verb: "ALTER SUBSCRIPTION", Reason: reachesOut},
}

// parts are the nodes inside of statements. Their fields are walked; the planner collects the names of
// functions, operators, types and relations. A node type that stands in neither table is refused.
var parts = [...]string{
	"Alias", "RangeVar", "IntoClause", "GroupingFunc", "NamedArgExpr", "BoolExpr", "SubLink",
	"CaseExpr", "CaseWhen", "RowExpr", "CoalesceExpr", "MinMaxExpr", "SQLValueFunction", "XmlExpr",
	"JsonFormat", "JsonReturning", "JsonValueExpr", "JsonIsPredicate", "JsonBehavior", "NullTest", "BooleanTest",
	"SetToDefault", "CurrentOfExpr", "JoinExpr", "TypeName", "ColumnRef", "ParamRef", "A_Expr", "TypeCast",
	"CollateClause", "RoleSpec", "FuncCall", "A_Star", "A_Indices", "A_Indirection", "A_ArrayExpr", "ResTarget",
	"MultiAssignRef", "SortBy", "WindowDef", "RangeSubselect", "RangeFunction", "RangeTableFunc",
	"RangeTableFuncCol", "RangeTableSample", "ColumnDef", "TableLikeClause", "IndexElem", "DefElem",
	"LockingClause", "XmlSerialize", "PartitionElem", "PartitionSpec", "PartitionBoundSpec",
	"PartitionRangeDatum", "SinglePartitionSpec", "PartitionCmd", "GroupingSet", "WithClause", "InferClause",
	"OnConflictClause", "CTESearchClause", "CTECycleClause", "CommonTableExpr", "MergeWhenClause",
	"MergeSupportFunc", "TriggerTransition", "JsonOutput", "JsonArgument", "JsonFuncExpr", "JsonTablePathSpec",
	"JsonTable", "JsonTableColumn", "JsonKeyValue", "JsonParseExpr", "JsonScalarExpr", "JsonSerializeExpr",
	"JsonObjectConstructor", "JsonArrayConstructor", "JsonArrayQueryConstructor", "JsonAggConstructor",
	"JsonObjectAgg", "JsonArrayAgg", "RawStmt", "ReplicaIdentityStmt", "AlterTableCmd", "ObjectWithArgs",
	"AccessPriv", "Constraint", "CreateOpClassItem", "StatsElem", "FunctionParameter", "VacuumRelation",
	"PublicationTable", "PublicationObjSpec", "Integer", "Float", "Boolean", "String", "BitString", "List",
	"A_Const", "Node",
}
