package policy

import (
	pg_query "github.com/pganalyze/pg_query_go/v6"
)

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

// ObjectVerb returns how a verb spells the kind of its object, as in CREATE TABLE.
func ObjectVerb(kind pg_query.ObjectType) string { return objectVerbs[kind] }
