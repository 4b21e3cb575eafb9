package duckdb

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// refuseInBlock returns the error of a statement that a transaction block does not allow.
func (c *Conn) refuseInBlock(s providers.Statement) error {
	if c.tx.status != providers.InTransaction || c.unsaid {
		return nil
	}
	if verb(s) == "VACUUM" {
		return sqlstate.New(sqlstate.ActiveTransaction, "VACUUM cannot run inside a transaction block")
	}
	return c.tx.refuseNewLabels(s.SQL)
}

// ReadAnew lets a transaction in which statements were only described see what others have committed since it began.
func (c *Conn) ReadAnew() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.tx.status != providers.InTransaction || !c.tx.described || c.tx.used || c.tx.writes > 0 || c.tx.catalog != 0 {
		return nil
	}
	if err := native.Run(c.conn, "ROLLBACK"); err != nil {
		return c.provider.translateError(err, "", nil)
	}
	return c.beginAtDuckDB(c.tx.readOnly)
}

// refuseHidden refuses the change of a view if a temporary table or view hides it from the client: the planner sees no
// temporary objects, and has put the view's table in its place.
func (c *Conn) refuseHidden(s providers.Statement) error {
	if s.ChangedView == "" || !c.temporary {
		return nil
	}
	rows, err := c.collectText(`SELECT name FROM (SELECT table_name AS name FROM duckdb_tables() WHERE temporary UNION ALL
		SELECT view_name FROM duckdb_views() WHERE temporary) WHERE lower(name) = lower(` + native.Text(s.ChangedView) + `)`)
	if err == nil && len(rows) > 0 {
		err = sqlstate.New(sqlstate.FeatureNotSupported, "a change of %q, which is a temporary table or view and also a view, is not supported", s.ChangedView).
			WithHint("Give the temporary one another name, or write the schema of the view before its name.")
	}
	return err
}

// nameConflict puts the columns of a constraint where ON CONFLICT ON CONSTRAINT has its name.
func (c *Conn) nameConflict(s providers.Statement) (providers.Statement, error) {
	at := strings.Index(s.SQL, `"`+providers.ConstraintMark)
	if at < 0 {
		return s, nil
	}
	end := lexical.SkipQuoted(s.SQL, at)
	name := strings.TrimPrefix(definition.Token{Text: s.SQL[at:end]}.Name(), providers.ConstraintMark)
	found, err := c.lookUpTable(definition.ChangeTarget(s.SQL))
	if err != nil || found == nil {
		return s, err
	}
	where := ` WHERE database_name = ` + native.Text(found[0]) + ` AND schema_name = ` + native.Text(found[1]) + ` AND table_name = ` + native.Text(found[2])
	rows, err := c.collectText(`SELECT array_to_string(constraint_column_names, chr(31)), CASE constraint_type WHEN 'UNIQUE' THEN constraint_name ELSE table_name || '_pkey' END FROM duckdb_constraints()` +
		where + ` AND constraint_type IN ('PRIMARY KEY', 'UNIQUE') UNION ALL
		SELECT array_to_string(string_split(trim(expressions, '[]'), ', '), chr(31)), index_name FROM duckdb_indexes()` + where + ` AND is_unique AND NOT contains(expressions, '(')`)
	if err != nil {
		return s, err
	}
	for _, row := range rows {
		if row[1] == name {
			var columns []string
			for _, column := range columndef.SplitUnits(row[0]) {
				columns = append(columns, native.Ident(strings.Trim(column, `"'`)))
			}
			s.SQL = s.SQL[:at] + strings.Join(columns, ", ") + s.SQL[end:]
			return s, nil
		}
	}
	t, err := c.readTableOf(found[0], found[1], found[2])
	if err != nil || t == nil {
		return s, err
	}
	k := t.FindConstraint(name)
	switch {
	case k == nil:
		return s, sqlstate.New(sqlstate.UndefinedObject, "constraint %q for table %q does not exist", name, found[2])
	case k.Kind != "u" && k.Kind != "p":
		return s, sqlstate.New(sqlstate.WrongObjectType, "constraint in ON CONFLICT clause has no associated index")
	}
	s.SQL = s.SQL[:at] + strings.Join(native.Idents(k.Columns), ", ") + s.SQL[end:]
	return s, nil
}
