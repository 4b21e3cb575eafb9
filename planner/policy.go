package planner

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// rule is what a node of the parse tree means by itself. Its fields are judged on their own.
type rule struct {
	class  Class
	verb   string // for statements: the command tag's verb
	reason string
}

// part is the rule of a node that is a piece of an expression or a clause and does nothing by
// itself.
var part = rule{class: Read}

const (
	administers = "it administers the server"
	runsCode    = "it installs or runs code"
	reachesOut  = "it reaches another server"
)

// statementRules has a rule for each statement of the grammar. For statements whose class depends
// on their parts, classify.go adds effects or changes the class.
var statementRules = map[string]rule{
	"SelectStmt":        {class: Read, verb: "SELECT"},
	"PLAssignStmt":      {class: Unknown, reason: "it is PL/pgSQL"},
	"ReturnStmt":        {class: Read, verb: "RETURN"},
	"ExplainStmt":       {class: Read, verb: "EXPLAIN"},
	"VariableShowStmt":  {class: Session, verb: "SHOW"},
	"VariableSetStmt":   {class: Session, verb: "SET"},
	"TransactionStmt":   {class: Session, verb: "TRANSACTION"},
	"DeclareCursorStmt": {class: Session, verb: "DECLARE CURSOR"},
	"FetchStmt":         {class: Session, verb: "FETCH"},
	"ClosePortalStmt":   {class: Session, verb: "CLOSE CURSOR"},
	"PrepareStmt":       {class: Session, verb: "PREPARE"},
	"DeallocateStmt":    {class: Session, verb: "DEALLOCATE"},
	"ExecuteStmt":       {class: Read, verb: "EXECUTE"}, // what it runs is judged in resolve.go

	"InsertStmt":               {class: Mutate, verb: "INSERT"},
	"UpdateStmt":               {class: Mutate, verb: "UPDATE"},
	"MergeStmt":                {class: Mutate, verb: "MERGE"},
	"CopyStmt":                 {class: Read, verb: "COPY"},
	"CreateStmt":               {class: Mutate, verb: "CREATE TABLE"},
	"CreateTableAsStmt":        {class: Mutate, verb: "CREATE TABLE AS"},
	"RefreshMatViewStmt":       {class: Mutate, verb: "REFRESH MATERIALIZED VIEW"},
	"IndexStmt":                {class: Mutate, verb: "CREATE INDEX"},
	"ViewStmt":                 {class: Mutate, verb: "CREATE VIEW"},
	"CreateSchemaStmt":         {class: Mutate, verb: "CREATE SCHEMA"},
	"CreateSeqStmt":            {class: Mutate, verb: "CREATE SEQUENCE"},
	"AlterSeqStmt":             {class: Mutate, verb: "ALTER SEQUENCE"},
	"AlterTableStmt":           {class: Mutate, verb: "ALTER TABLE"},
	"AlterObjectSchemaStmt":    {class: Mutate, verb: "ALTER"},
	"AlterObjectDependsStmt":   {class: Mutate, verb: "ALTER"},
	"RenameStmt":               {class: Mutate, verb: "ALTER"},
	"CommentStmt":              {class: Mutate, verb: "COMMENT"},
	"CompositeTypeStmt":        {class: Mutate, verb: "CREATE TYPE"},
	"CreateEnumStmt":           {class: Mutate, verb: "CREATE TYPE"},
	"CreateRangeStmt":          {class: Mutate, verb: "CREATE TYPE"},
	"AlterEnumStmt":            {class: Mutate, verb: "ALTER TYPE"},
	"AlterTypeStmt":            {class: Exec, verb: "ALTER TYPE", reason: runsCode},
	"CreateDomainStmt":         {class: Mutate, verb: "CREATE DOMAIN"},
	"AlterDomainStmt":          {class: Mutate, verb: "ALTER DOMAIN"},
	"CreateStatsStmt":          {class: Mutate, verb: "CREATE STATISTICS"},
	"AlterStatsStmt":           {class: Mutate, verb: "ALTER STATISTICS"},
	"AlterCollationStmt":       {class: Mutate, verb: "ALTER COLLATION"},
	"DeleteStmt":               {class: Delete, verb: "DELETE"},
	"TruncateStmt":             {class: Delete, verb: "TRUNCATE TABLE"},
	"DropStmt":                 {class: Delete, verb: "DROP"},
	"DropdbStmt":               {class: Delete, verb: "DROP DATABASE"},
	"DropRoleStmt":             {class: Delete, verb: "DROP ROLE"},
	"DropOwnedStmt":            {class: Delete, verb: "DROP OWNED"},
	"DropTableSpaceStmt":       {class: Delete, verb: "DROP TABLESPACE"},
	"DropUserMappingStmt":      {class: Delete, verb: "DROP USER MAPPING"},
	"DropSubscriptionStmt":     {class: Delete, verb: "DROP SUBSCRIPTION"},
	"CallStmt":                 {class: Exec, verb: "CALL", reason: runsCode},
	"DoStmt":                   {class: Exec, verb: "DO", reason: runsCode},
	"CreateFunctionStmt":       {class: Exec, verb: "CREATE FUNCTION", reason: runsCode},
	"AlterFunctionStmt":        {class: Exec, verb: "ALTER FUNCTION", reason: runsCode},
	"CreateTrigStmt":           {class: Exec, verb: "CREATE TRIGGER", reason: runsCode},
	"CreateEventTrigStmt":      {class: Exec, verb: "CREATE EVENT TRIGGER", reason: runsCode},
	"AlterEventTrigStmt":       {class: Exec, verb: "ALTER EVENT TRIGGER", reason: runsCode},
	"RuleStmt":                 {class: Exec, verb: "CREATE RULE", reason: runsCode},
	"CreateExtensionStmt":      {class: Exec, verb: "CREATE EXTENSION", reason: runsCode},
	"AlterExtensionStmt":       {class: Exec, verb: "ALTER EXTENSION", reason: runsCode},
	"CreatePLangStmt":          {class: Exec, verb: "CREATE LANGUAGE", reason: runsCode},
	"CreateCastStmt":           {class: Exec, verb: "CREATE CAST", reason: runsCode},
	"CreateConversionStmt":     {class: Exec, verb: "CREATE CONVERSION", reason: runsCode},
	"CreateTransformStmt":      {class: Exec, verb: "CREATE TRANSFORM", reason: runsCode},
	"CreateOpClassStmt":        {class: Exec, verb: "CREATE OPERATOR CLASS", reason: runsCode},
	"CreateOpFamilyStmt":       {class: Exec, verb: "CREATE OPERATOR FAMILY", reason: runsCode},
	"AlterOpFamilyStmt":        {class: Exec, verb: "ALTER OPERATOR FAMILY", reason: runsCode},
	"AlterOperatorStmt":        {class: Exec, verb: "ALTER OPERATOR", reason: runsCode},
	"CreateAmStmt":             {class: Exec, verb: "CREATE ACCESS METHOD", reason: runsCode},
	"DefineStmt":               {class: Exec, verb: "CREATE", reason: runsCode},
	"LoadStmt":                 {class: Exec, verb: "LOAD", reason: runsCode},
	"AlterTSDictionaryStmt":    {class: Exec, verb: "ALTER TEXT SEARCH DICTIONARY", reason: administers},
	"AlterTSConfigurationStmt": {class: Exec, verb: "ALTER TEXT SEARCH CONFIGURATION", reason: administers},

	"AlterExtensionContentsStmt":   {class: Exec, verb: "ALTER EXTENSION", reason: administers},
	"AlterOwnerStmt":               {class: Exec, verb: "ALTER", reason: administers},
	"AlterTableMoveAllStmt":        {class: Exec, verb: "ALTER TABLE", reason: administers},
	"GrantStmt":                    {class: Exec, verb: "GRANT", reason: administers},
	"GrantRoleStmt":                {class: Exec, verb: "GRANT ROLE", reason: administers},
	"AlterDefaultPrivilegesStmt":   {class: Exec, verb: "ALTER DEFAULT PRIVILEGES", reason: administers},
	"CreateRoleStmt":               {class: Exec, verb: "CREATE ROLE", reason: administers},
	"AlterRoleStmt":                {class: Exec, verb: "ALTER ROLE", reason: administers},
	"AlterRoleSetStmt":             {class: Exec, verb: "ALTER ROLE", reason: administers},
	"ReassignOwnedStmt":            {class: Exec, verb: "REASSIGN OWNED", reason: administers},
	"CreatePolicyStmt":             {class: Exec, verb: "CREATE POLICY", reason: administers},
	"AlterPolicyStmt":              {class: Exec, verb: "ALTER POLICY", reason: administers},
	"SecLabelStmt":                 {class: Exec, verb: "SECURITY LABEL", reason: administers},
	"CreatedbStmt":                 {class: Exec, verb: "CREATE DATABASE", reason: administers},
	"AlterDatabaseStmt":            {class: Exec, verb: "ALTER DATABASE", reason: administers},
	"AlterDatabaseSetStmt":         {class: Exec, verb: "ALTER DATABASE", reason: administers},
	"AlterDatabaseRefreshCollStmt": {class: Exec, verb: "ALTER DATABASE", reason: administers},
	"AlterSystemStmt":              {class: Exec, verb: "ALTER SYSTEM", reason: administers},
	"CreateTableSpaceStmt":         {class: Exec, verb: "CREATE TABLESPACE", reason: administers},
	"AlterTableSpaceOptionsStmt":   {class: Exec, verb: "ALTER TABLESPACE", reason: administers},
	"VacuumStmt":                   {class: Exec, verb: "VACUUM", reason: administers},
	"ClusterStmt":                  {class: Exec, verb: "CLUSTER", reason: administers},
	"ReindexStmt":                  {class: Exec, verb: "REINDEX", reason: administers},
	"CheckPointStmt":               {class: Exec, verb: "CHECKPOINT", reason: administers},
	"LockStmt":                     {class: Exec, verb: "LOCK TABLE", reason: "it blocks others"},
	"NotifyStmt":                   {class: Exec, verb: "NOTIFY", reason: "it sends to other sessions"},
	"ListenStmt":                   {class: Session, verb: "LISTEN"},
	"UnlistenStmt":                 {class: Session, verb: "UNLISTEN"},
	"DiscardStmt":                  {class: Session, verb: "DISCARD"},
	"ConstraintsSetStmt":           {class: Session, verb: "SET CONSTRAINTS"},

	"CreateFdwStmt":           {class: Exec, verb: "CREATE FOREIGN DATA WRAPPER", reason: reachesOut},
	"AlterFdwStmt":            {class: Exec, verb: "ALTER FOREIGN DATA WRAPPER", reason: reachesOut},
	"CreateForeignServerStmt": {class: Exec, verb: "CREATE SERVER", reason: reachesOut},
	"AlterForeignServerStmt":  {class: Exec, verb: "ALTER SERVER", reason: reachesOut},
	"CreateForeignTableStmt":  {class: Exec, verb: "CREATE FOREIGN TABLE", reason: reachesOut},
	"CreateUserMappingStmt":   {class: Exec, verb: "CREATE USER MAPPING", reason: reachesOut},
	"AlterUserMappingStmt":    {class: Exec, verb: "ALTER USER MAPPING", reason: reachesOut},
	"ImportForeignSchemaStmt": {class: Exec, verb: "IMPORT FOREIGN SCHEMA", reason: reachesOut},
	"CreatePublicationStmt":   {class: Exec, verb: "CREATE PUBLICATION", reason: reachesOut},
	"AlterPublicationStmt":    {class: Exec, verb: "ALTER PUBLICATION", reason: reachesOut},
	"CreateSubscriptionStmt":  {class: Exec, verb: "CREATE SUBSCRIPTION", reason: reachesOut},
	"AlterSubscriptionStmt":   {class: Exec, verb: "ALTER SUBSCRIPTION", reason: reachesOut},
}

// parts are the nodes inside of statements. Their fields are walked; walk.go collects the names of
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

// ruleOf returns the rule of a node type by its name in the parser's tree.
func (p *policy) ruleOf(name string) (rule, bool) {
	r, ok := p.rules[name]
	return r, ok
}

// policy is both tables in one map.
type policy struct{ rules map[string]rule }

func newPolicy() *policy {
	p := &policy{rules: make(map[string]rule, len(statementRules)+len(parts))}
	for _, name := range parts {
		p.rules[name] = part
	}
	for name, r := range statementRules {
		p.rules[name] = r
	}
	return p
}

// objectVerbs spell the object of a CREATE, ALTER or DROP.
var objectVerbs = map[pg_query.ObjectType]string{
	pg_query.ObjectType_OBJECT_ACCESS_METHOD:   "ACCESS METHOD",
	pg_query.ObjectType_OBJECT_AGGREGATE:       "AGGREGATE",
	pg_query.ObjectType_OBJECT_CAST:            "CAST",
	pg_query.ObjectType_OBJECT_COLUMN:          "TABLE",
	pg_query.ObjectType_OBJECT_COLLATION:       "COLLATION",
	pg_query.ObjectType_OBJECT_CONVERSION:      "CONVERSION",
	pg_query.ObjectType_OBJECT_DATABASE:        "DATABASE",
	pg_query.ObjectType_OBJECT_DOMAIN:          "DOMAIN",
	pg_query.ObjectType_OBJECT_DOMCONSTRAINT:   "DOMAIN",
	pg_query.ObjectType_OBJECT_EVENT_TRIGGER:   "EVENT TRIGGER",
	pg_query.ObjectType_OBJECT_EXTENSION:       "EXTENSION",
	pg_query.ObjectType_OBJECT_FDW:             "FOREIGN DATA WRAPPER",
	pg_query.ObjectType_OBJECT_FOREIGN_SERVER:  "SERVER",
	pg_query.ObjectType_OBJECT_FOREIGN_TABLE:   "FOREIGN TABLE",
	pg_query.ObjectType_OBJECT_FUNCTION:        "FUNCTION",
	pg_query.ObjectType_OBJECT_INDEX:           "INDEX",
	pg_query.ObjectType_OBJECT_LANGUAGE:        "LANGUAGE",
	pg_query.ObjectType_OBJECT_MATVIEW:         "MATERIALIZED VIEW",
	pg_query.ObjectType_OBJECT_OPCLASS:         "OPERATOR CLASS",
	pg_query.ObjectType_OBJECT_OPERATOR:        "OPERATOR",
	pg_query.ObjectType_OBJECT_OPFAMILY:        "OPERATOR FAMILY",
	pg_query.ObjectType_OBJECT_POLICY:          "POLICY",
	pg_query.ObjectType_OBJECT_PROCEDURE:       "PROCEDURE",
	pg_query.ObjectType_OBJECT_PUBLICATION:     "PUBLICATION",
	pg_query.ObjectType_OBJECT_ROLE:            "ROLE",
	pg_query.ObjectType_OBJECT_ROUTINE:         "ROUTINE",
	pg_query.ObjectType_OBJECT_RULE:            "RULE",
	pg_query.ObjectType_OBJECT_SCHEMA:          "SCHEMA",
	pg_query.ObjectType_OBJECT_SEQUENCE:        "SEQUENCE",
	pg_query.ObjectType_OBJECT_SUBSCRIPTION:    "SUBSCRIPTION",
	pg_query.ObjectType_OBJECT_STATISTIC_EXT:   "STATISTICS",
	pg_query.ObjectType_OBJECT_TABCONSTRAINT:   "TABLE",
	pg_query.ObjectType_OBJECT_TABLE:           "TABLE",
	pg_query.ObjectType_OBJECT_TABLESPACE:      "TABLESPACE",
	pg_query.ObjectType_OBJECT_TRANSFORM:       "TRANSFORM",
	pg_query.ObjectType_OBJECT_TRIGGER:         "TRIGGER",
	pg_query.ObjectType_OBJECT_TSCONFIGURATION: "TEXT SEARCH CONFIGURATION",
	pg_query.ObjectType_OBJECT_TSDICTIONARY:    "TEXT SEARCH DICTIONARY",
	pg_query.ObjectType_OBJECT_TSPARSER:        "TEXT SEARCH PARSER",
	pg_query.ObjectType_OBJECT_TSTEMPLATE:      "TEXT SEARCH TEMPLATE",
	pg_query.ObjectType_OBJECT_TYPE:            "TYPE",
	pg_query.ObjectType_OBJECT_ATTRIBUTE:       "TYPE",
	pg_query.ObjectType_OBJECT_VIEW:            "VIEW",
}
