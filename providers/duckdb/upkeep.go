package duckdb

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Statements that DuckDB has no need of, or no objects for: REINDEX, CLUSTER and CHECKPOINT change no answer, and what a DROP of a
// function or a trigger names is never there.

// absentKinds are the kinds of objects that a DROP finds never, and the code of that.
var absentKinds = map[string]sqlstate.Code{
	"FUNCTION": sqlstate.UndefinedFunction, "PROCEDURE": sqlstate.UndefinedFunction, "ROUTINE": sqlstate.UndefinedFunction, "AGGREGATE": sqlstate.UndefinedFunction,
	"TRIGGER": sqlstate.UndefinedObject, "POLICY": sqlstate.UndefinedObject, "RULE": sqlstate.UndefinedObject, "EXTENSION": sqlstate.UndefinedObject,
	"COLLATION": sqlstate.UndefinedObject, "FOREIGN TABLE": sqlstate.UndefinedObject, "SERVER": sqlstate.UndefinedObject, "FOREIGN DATA WRAPPER": sqlstate.UndefinedObject,
	"ROLE": sqlstate.UndefinedObject, "DOMAIN": sqlstate.UndefinedObject, "PUBLICATION": sqlstate.UndefinedObject, "EVENT TRIGGER": sqlstate.UndefinedObject, "STATISTICS": sqlstate.UndefinedObject,
}

// isUpkeep reports whether a statement is one of those here.
func isUpkeep(s providers.Statement) bool {
	switch v := verb(s); v {
	case "REINDEX", "CLUSTER", "CHECKPOINT":
		return true
	default:
		kind, drops := strings.CutPrefix(v, "DROP ")
		return drops && absentKinds[kind] != "" && !(kind == "DOMAIN" && definition.Begins(s.SQL, "DROP TYPE")) // which drops domains that are there
	}
}

// altersEnum reports whether a statement is an ALTER TYPE of an enum. One of a composite type makes the type anew.
func altersEnum(s providers.Statement) bool {
	return verb(s) == "ALTER TYPE" && definition.Begins(s.SQL, "ALTER TYPE")
}

// answeredHere reports whether DuckDB never sees a statement.
func answeredHere(s providers.Statement) bool {
	return controlVerb(s) != "" || s.Setting != nil || isDiscard(s) || isUpkeep(s) || isOfMatviews(s) || altersEnum(s) || s.Routine != nil
}

// runSpecial runs the statements that DuckDB never sees as they are.
func (c *Conn) runSpecial(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, done bool, err error) {
	switch {
	case s.Routine != nil:
		rows, err = c.runRoutine(ctx, s)
	case len(s.Setval) > 0:
		rows, err = c.runSetval(ctx, s, args)
	case len(s.Parts) > 0:
		rows, err = c.runChanges(ctx, s, args)
	case keepsStored(s):
		rows, err = c.keepStored(s)
	case verb(s) == "COMMENT":
		return c.runComment(s)
	case verb(s) == "ALTER SCHEMA":
		rows, err = c.ownSchema(s)
	case verb(s) == "SET CONSTRAINTS":
		rows, err = c.runSetConstraints(s)
	case isUpkeep(s):
		rows, err = c.runUpkeep(s)
	case altersEnum(s):
		rows, err = c.runAlterType(s)
	case isOfMatviews(s):
		rows, err = c.runMatview(ctx, s)
	case strings.HasPrefix(verb(s), "TRUNCATE"):
		rows, err = c.runTruncate(ctx, s)
	default:
		return nil, false, nil
	}
	return rows, true, err
}

// ownSchema answers ALTER SCHEMA … OWNER TO the user of the session, whose every schema is.
func (c *Conn) ownSchema(s providers.Statement) (providers.Rows, error) {
	written, _ := definition.NameAt(s.SQL, definition.Tokens(s.SQL)[2:])
	if _, err := c.schemaNamed(written); err != nil {
		return nil, err
	}
	if err := c.refuseWriting(s); err != nil {
		return nil, err
	}
	return &table{tag: "ALTER SCHEMA"}, nil
}

// runUpkeep runs one of them.
func (c *Conn) runUpkeep(s providers.Statement) (providers.Rows, error) {
	var err error
	list := definition.Tokens(s.SQL)
	switch verb(s) {
	case "REINDEX":
		err = c.runReindex(s.SQL, list[1:])
	case "CLUSTER":
		err = c.runCluster(s.SQL, list[1:])
	case "CHECKPOINT":
		if len(list) > 1 && list[1].Text != ";" {
			err = sqlstate.New(sqlstate.SyntaxError, "CHECKPOINT takes nothing")
		}
	default:
		err = c.dropAbsent(s.SQL, strings.TrimPrefix(verb(s), "DROP "))
	}
	if err != nil {
		return nil, err
	}
	return &table{tag: verb(s)}, nil
}

// upkeepBlock returns the error of a statement that a transaction block does not allow.
func (c *Conn) upkeepBlock(what string) error {
	if c.tx.status != providers.InTransaction {
		return nil
	}
	return sqlstate.New(sqlstate.ActiveTransaction, "%s cannot run inside a transaction block", what)
}

// runReindex answers a REINDEX, after a check that the object exists.
func (c *Conn) runReindex(sql string, list []definition.Token) error {
	if list = definition.WithoutOptions(list); len(list) < 2 {
		return nil
	}
	kind := strings.ToUpper(list[0].Text)
	list = list[1:]
	concurrently := list[0].Is("CONCURRENTLY") && len(list) > 1
	if concurrently {
		list = list[1:]
	}
	written, _ := definition.NameAt(sql, list)
	switch {
	case concurrently:
		if err := c.upkeepBlock("REINDEX CONCURRENTLY"); err != nil {
			return err
		}
	case kind != "TABLE" && kind != "INDEX":
		if err := c.upkeepBlock("REINDEX " + kind); err != nil {
			return err
		}
	}
	switch kind {
	case "DATABASE", "SYSTEM":
		if name := definition.LastName(written); name != c.provider.options.Name {
			return sqlstate.New(sqlstate.FeatureNotSupported, "can only reindex the currently open database")
		}
		return nil
	case "SCHEMA":
		_, err := c.schemaNamed(written)
		return err
	}
	found, err := c.lookUpObject(kind, written)
	switch {
	case err != nil:
		return err
	case found == nil && kind == "INDEX":
		return c.indexOfKey(written)
	case found == nil:
		return c.errNoRelation(written)
	case found.Kind != kind && kind == "TABLE":
		return sqlstate.New(sqlstate.WrongObjectType, "%q is not a table or materialized view", found.Name)
	case found.Kind != kind:
		return sqlstate.New(sqlstate.WrongObjectType, "%q is not an index", found.Name)
	case kind == "TABLE":
		return c.sayUnindexed(found)
	}
	return nil
}

// sayUnindexed tells that a table has nothing to be indexed anew.
func (c *Conn) sayUnindexed(o *object.Object) error {
	where := ` WHERE database_name = ` + native.Text(o.Database) + ` AND schema_name = ` + native.Text(o.Schema) + ` AND table_name = ` + native.Text(o.Name)
	rows, err := c.collectText(`SELECT '' FROM duckdb_indexes()` + where + ` UNION ALL SELECT '' FROM duckdb_constraints()` + where + ` AND constraint_type IN ('PRIMARY KEY', 'UNIQUE')`)
	if err == nil && len(rows) == 0 {
		c.sendNotice(sqlstate.SuccessfulCompletion, `table "`+o.Name+`" has no indexes to reindex`)
	}
	return err
}

// indexOfKey returns 42P01 unless a constraint has an index of that name. The catalog shows such indexes; DuckDB has none.
func (c *Conn) indexOfKey(written string) error {
	key, err := c.keyNamed(written)
	if err == nil && key == nil {
		err = c.errNoRelation(written)
	}
	return err
}

// runCluster looks whether there are the table and the index that a CLUSTER names.
func (c *Conn) runCluster(sql string, list []definition.Token) error {
	if list = definition.WithoutOptions(list); len(list) > 0 && list[0].Is("VERBOSE") {
		list = list[1:]
	}
	if len(list) == 0 || list[0].Text == ";" {
		return c.upkeepBlock("CLUSTER")
	}
	written, rest := definition.NameAt(sql, list)
	found, err := c.lookUpObject("TABLE", written)
	switch {
	case err != nil:
		return err
	case found == nil:
		return c.errNoRelation(written)
	case found.Kind != "TABLE":
		return sqlstate.New(sqlstate.WrongObjectType, "%q is not a table or materialized view", found.Name)
	case c.mayNotWrite():
		return errReadOnly("CLUSTER")
	}
	t, err := c.readTableOf(found.Database, found.Schema, found.Name)
	if err != nil || t == nil {
		return err
	}
	if len(rest) < 2 || !rest[0].Is("USING") {
		if t.Kept.Cluster == "" {
			return sqlstate.New(sqlstate.UndefinedObject, "there is no previously clustered index for table %q", found.Name)
		}
		return nil
	}
	name := rest[1].Name()
	index := slices.ContainsFunc(t.Indexes, func(i tabledef.Index) bool { return i.Name == name })
	key := t.FindConstraint(name)
	if !index && (key == nil || key.Kind != "p" && key.Kind != "u") {
		return sqlstate.New(sqlstate.UndefinedObject, "index %q for table %q does not exist", name, found.Name)
	}
	if t.Kept.Cluster == name {
		return nil
	}
	return c.inOne(func() error { return c.keepComments(t, t.Kept.Change(providers.TableChange{Cluster: &name})) })
}

// dropAbsent answers a DROP of an object of a kind that never exists here.
func (c *Conn) dropAbsent(sql, kind string) error {
	if c.mayNotWrite() {
		return errReadOnly("DROP " + kind)
	}
	list := definition.Tokens(sql)[1+len(strings.Fields(kind)):]
	lenient := len(list) > 2 && list[0].Is("IF")
	if lenient {
		list = list[2:]
	}
	if absentKinds[kind] == sqlstate.UndefinedFunction {
		written, _ := definition.NameAt(sql, list)
		rows, err := c.collectText(`SELECT '' FROM duckdb_functions() WHERE NOT internal AND database_name <> '__pg' AND lower(function_name) = lower(` + native.Text(definition.LastName(written)) + `)`)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			return sqlstate.New(sqlstate.FeatureNotSupported, "DROP %s of a function of DuckDB's is not supported", kind)
		}
	}
	what, err := c.absentObject(sql, kind, list)
	if err != nil {
		return err
	}
	if lenient {
		c.sendNotice(sqlstate.SuccessfulCompletion, what+", skipping")
		return nil
	}
	return sqlstate.New(absentKinds[kind], "%s", what)
}

// absentWords are what PostgreSQL calls the kinds of objects whose names alone it tells, where that is not the kind in lower case.
var absentWords = map[string]string{"DOMAIN": "type", "FOREIGN DATA WRAPPER": "foreign-data wrapper", "STATISTICS": "statistics object"}

// absentObject says that an object is not there. It returns an error where the table of a trigger, a rule or a policy is not there.
func (c *Conn) absentObject(sql, kind string, list []definition.Token) (string, error) {
	if last := list[len(list)-1]; last.Text == ";" {
		list = list[:len(list)-1]
	}
	if last := list[len(list)-1]; len(list) > 1 && (last.Is("CASCADE") || last.Is("RESTRICT")) {
		list = list[:len(list)-1]
	}
	switch kind {
	case "FUNCTION", "PROCEDURE", "ROUTINE", "AGGREGATE":
		return strings.ToLower(kind) + " " + sql[list[0].At:list[len(list)-1].End] + " does not exist", nil
	case "TRIGGER", "RULE", "POLICY":
		written, rest := definition.NameAt(sql, list)
		if len(rest) < 2 {
			break
		}
		table, _ := definition.NameAt(sql, rest[1:])
		if o, err := c.lookUpObject("TABLE", table); err != nil {
			return "", err
		} else if o == nil {
			return "", c.errNoRelation(table)
		}
		of := "table"
		if kind == "RULE" {
			of = "relation"
		}
		return fmt.Sprintf("%s %q for %s %q does not exist", strings.ToLower(kind), definition.LastName(written), of, definition.LastName(table)), nil
	}
	written, _ := definition.NameAt(sql, list)
	return fmt.Sprintf("%s %q does not exist", cmp.Or(absentWords[kind], strings.ToLower(kind)), definition.LastName(written)), nil
}
