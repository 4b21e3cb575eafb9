package duckdb

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Domains and composite types (providers.UserType). A domain is known to the translation alone: a column of it has the type
// of its values, a kept constraint says which domain the column is of, and what is assigned to the column passes through
// the checks. A composite type is a STRUCT of DuckDB's beside the enum that keeps the attributes.

// refuseTypes refuses COPY into a table with columns of composite types, or of domains that no query checks. Of the other columns it
// notes the precisions.
func (l *copying) refuseTypes() error {
	c := l.conn
	table, err := c.lookUpTable(l.tableName())
	if err != nil || table == nil {
		return err
	}
	rows, err := c.collectText(`SELECT constraint_text FROM duckdb_constraints() WHERE constraint_type = 'CHECK' AND database_name = ` + native.Text(table[0]) + ` AND schema_name = ` +
		native.Text(table[1]) + ` AND table_name = ` + native.Text(table[2]) + ` AND contains(constraint_text, ` + native.Text("'"+providers.KeptMark) + `)`)
	for _, row := range rows {
		switch k, _, _, _ := definition.KeptIn(row[0]); k.Kind {
		case "t":
			if l.copy.Check != "" {
				continue
			}
			return sqlstate.New(sqlstate.FeatureNotSupported, "COPY into a table with columns of composite types or of arrays of domains, or with defaults of domains, is not supported").
				WithHint("Copy into a table without them, and INSERT INTO … SELECT from that.")
		case providers.KeptPrecision:
			l.notePrecision(k)
		}
	}
	return err
}

// notePrecision notes how many digits the values of a column are rounded to.
func (l *copying) notePrecision(k providers.KeptConstraint) {
	digits, err := strconv.Atoi(k.Name)
	for i, column := range l.columns {
		if err != nil || !hasName(k.Columns, column.Name) {
			continue
		}
		if column.Type == pgtype.IntervalOID {
			l.inputs[i].ReadFields(providers.FieldsOf(digits))
		} else if digits > providers.MostDigits {
			l.inputs[i].Round()
		}
		if providers.Shortens(column.Type, digits) {
			if l.digits == nil {
				l.digits = map[int]int{}
			}
			l.digits[i] = digits
		}
	}
}

// makesComposite reports whether a statement makes the enum that keeps a composite type.
func makesComposite(s providers.Statement) bool {
	return strings.Contains(s.SQL, providers.KeptMark+`"kind":"c"`) && len(s.Before)+len(s.After) == 0 && strings.HasPrefix(strings.ToUpper(strings.TrimSpace(s.SQL)), "CREATE TYPE")
}

// runComposite makes a composite type: the enum, and the STRUCT beside it.
func (c *Conn) runComposite(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	list := definition.Tokens(s.SQL)
	written, rest := definition.NameAt(s.SQL, list[2:])
	if rest = withEscapes(rest); len(rest) < 4 {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this CREATE TYPE is not supported")
	}
	u, ok := providers.ParseUserType(literalText(rest[3]))
	if !ok {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this CREATE TYPE is not supported")
	}
	parts := definition.SplitName(written)
	parts[len(parts)-1] = providers.RowTypePrefix + parts[len(parts)-1]
	err = c.inOne(func() error {
		done, err := c.runMeant(ctx, s, args)
		if err != nil {
			return err
		}
		if _, err := readAll(done, "the rows of CREATE TYPE"); err != nil {
			return err
		}
		made := native.Path(parts...)
		if err := c.runSteps([]string{"CREATE TYPE " + made + " AS " + u.Struct()}); err != nil {
			return err
		}
		spelled, err := c.collectText("SELECT typeof(NULL::" + made + ")") // as listings of columns spell the type
		if err != nil || len(spelled) != 1 {
			return err
		}
		return c.runSteps([]string{"COMMENT ON TYPE " + made + " IS " + native.Text(spelled[0][0])})
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: verb(s)}, nil
}

// refuseUsedType refuses DROP TYPE of an enum that a column has: DuckDB would drop the type. With CASCADE the columns are dropped first
// (dropEnum).
func (c *Conn) refuseUsedType(s providers.Statement) error {
	if !strings.HasPrefix(verb(s), "DROP TYPE") || splitDrop(s) != nil { // each type of a list is checked by its own part
		return nil
	}
	d, ok := definition.Parse(s.SQL)
	if !ok || d.Cascade {
		return nil
	}
	o, err := c.lookUpObject("TYPE", d.Name)
	if err != nil || o == nil {
		return err
	}
	columns, _, err := c.columnsOfEnum(o)
	if err != nil {
		return err
	}
	var arrays, plain []string
	shown := c.shownName(*o)
	for _, column := range columns {
		of := shown
		if column.of != "" {
			of = c.shownName(object.Object{Database: o.Database, Schema: o.Schema, Name: column.of})
		}
		line := c.shownColumn(o.Database, column.schema, column.table, column.name) + " depends on type " + of + column.brackets
		if column.brackets == "" {
			plain = append(plain, line)
		} else {
			arrays = append(arrays, line)
		}
	}
	if lines := slices.Concat(arrays, plain); len(lines) > 0 {
		return withDependents(sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop type %s because other objects depend on it", shown), lines...)
	}
	return nil
}

// refuseUsedTypes refuses DROP of several types of which a function or a view uses one.
func (c *Conn) refuseUsedTypes(parts []string) error {
	for _, part := range parts {
		d, ok := definition.Parse(part)
		if !ok || d.Kind != "TYPE" || d.Cascade {
			continue
		}
		found, err := c.lookUpObject(d.Kind, d.Name)
		if err != nil || found == nil {
			return err
		}
		if err := c.refuseUsedByRoutine(found); err != nil {
			return err
		}
		if err := c.refuseViewedType(d); err != nil {
			return err
		}
	}
	return nil
}

// enumColumn is a column of an enum or a range type of users, or of arrays of one.
type enumColumn struct {
	schema, table, name, brackets string
	of                            string // the name of the multirange type that it is of; "": it is of the type itself
}

// columnsOfEnum lists the columns of an enum, those of later tables last, and tells how many enums have its labels. A column does not tell
// which of these it is of. Of a range type of users it lists what columnsOfRange does.
func (c *Conn) columnsOfEnum(o *object.Object) (list []enumColumn, enums int, err error) {
	all, err := c.listEnums(c.provider.options.Name)
	at := slices.IndexFunc(all, func(row []string) bool { return row[0] == o.Schema && row[1] == o.Name })
	if err == nil && at < 0 {
		list, err = c.columnsOfRange(o)
	}
	if err != nil || at < 0 {
		return list, 1, err
	}
	labels := all[at][2]
	for _, row := range all {
		if row[2] == labels {
			enums++
		}
	}
	columns, err := c.collectText(`
		SELECT data_type, schema_name, table_name, column_name FROM duckdb_columns()
		WHERE database_name = ` + native.Text(c.provider.options.Name) + ` AND data_type LIKE 'ENUM(%' AND table_oid IN (SELECT table_oid FROM duckdb_tables()) ORDER BY table_oid DESC, column_index`)
	for _, column := range slices.Backward(columns) {
		if columndef.KeyOf(column[0]) == labels {
			list = append(list, enumColumn{schema: column[1], table: column[2], name: column[3], brackets: column[0][strings.LastIndexByte(column[0], ')')+1:]})
		}
	}
	return list, enums, err
}

// columnsOfRange lists the columns of a range type of users, and of its multirange type, those of later tables last.
func (c *Conn) columnsOfRange(o *object.Object) (list []enumColumn, err error) {
	kept, err := c.collectText(`SELECT labels[1] FROM duckdb_types() WHERE database_name = ` + native.Text(c.provider.options.Name) + ` AND schema_name = ` + native.Text(o.Schema) +
		` AND type_name = ` + native.Text(o.Name) + ` AND logical_type = 'ENUM' AND starts_with(labels[1], '` + providers.KeptMark + `"kind":"r"')`)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	u, ok := providers.ParseUserType(kept[0][0])
	if !ok {
		return nil, nil
	}
	single, many := strings.ToUpper(u.Duck), strings.ToUpper(u.Multirange().Duck)
	columns, err := c.collectText(`
		SELECT data_type, CASE database_name WHEN 'temp' THEN 'temp' ELSE schema_name END, table_name, column_name FROM duckdb_columns()
		WHERE database_name IN (` + native.Text(c.provider.options.Name) + `, 'temp') AND trim(data_type, '[]') IN (` + native.Text(single) + `, ` + native.Text(many) + `)
		AND table_oid IN (SELECT table_oid FROM duckdb_tables()) ORDER BY table_oid DESC, column_index`)
	for _, column := range slices.Backward(columns) {
		base := strings.TrimRight(column[0], "[]")
		of := enumColumn{schema: column[1], table: column[2], name: column[3], brackets: column[0][len(base):]}
		if base == many {
			of.of = u.Multi
		}
		list = append(list, of)
	}
	return list, err
}

// listEnums lists the enums of a database by schema and name, with the columndef.LabelsKey of each.
func (c *Conn) listEnums(database string) ([][]string, error) {
	return c.collectText(`SELECT schema_name, type_name, array_to_string(labels, chr(0)) FROM duckdb_types() WHERE database_name = ` +
		native.Text(database) + ` AND NOT internal AND logical_type = 'ENUM' AND NOT starts_with(labels[1], '` + providers.KeptMark + `')`)
}

// dropEnum runs DROP TYPE … CASCADE: the columns of an enum go first.
func (c *Conn) dropEnum(ctx context.Context, s providers.Statement, args providers.Args, o *object.Object) (rows providers.Rows, err error) {
	columns, enums, err := c.columnsOfEnum(o)
	switch {
	case err != nil:
		return nil, err
	case len(columns) > 0 && enums > 1:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "DROP TYPE … CASCADE of a type that a column may have, where another type has the same labels, is not supported").
			WithHint("Drop the column of table %q first.", columns[0].table)
	}
	err = c.inOne(func() error {
		defer func(unsaid bool) { c.unsaid = unsaid }(c.unsaid)
		c.unsaid = true
		for _, column := range columns {
			sql := "ALTER TABLE " + native.Path(column.schema, column.table) + " DROP COLUMN " + native.Ident(column.name) + " CASCADE"
			if _, err := c.runDefinition(ctx, providers.Statement{Verb: "ALTER TABLE", SQL: sql}, providers.Args{}); err != nil {
				return err
			}
		}
		rows, err = c.runMeant(ctx, s, args)
		return err
	})
	for _, column := range columns {
		c.noteCascade(c.shownColumn(o.Database, column.schema, column.table, column.name))
	}
	return rows, err
}

// refuseViewedType refuses to drop a type that views depend on: DuckDB would keep a view that cannot be read, or one whose casts check
// nothing.
func (c *Conn) refuseViewedType(d definition.Statement) error {
	o, err := c.lookUpObject("TYPE", d.Name)
	if err != nil || o == nil {
		return err
	}
	rows, err := c.allViews()
	if err != nil {
		return err
	}
	var lines []string
	shown := c.shownName(*o)
	for _, row := range rows {
		kept, _ := providers.ParseShownQuery(row[3])
		for _, t := range kept.Reads.Types {
			if strings.EqualFold(t.Schema, o.Schema) && (strings.EqualFold(t.Name, o.Name) || strings.EqualFold(t.Name, "_"+o.Name)) {
				brackets := strings.Repeat("[]", len(t.Name)-len(o.Name))
				lines = append(lines, strings.ToLower(row[4])+" "+c.shownRelation(row[0], row[1], row[2])+" depends on type "+shown+brackets)
			}
		}
	}
	switch {
	case len(lines) == 0:
		return nil
	case d.Cascade:
		return sqlstate.New(sqlstate.FeatureNotSupported, "DROP … CASCADE of a type that a view reads is not supported").WithDetail("%s", strings.Join(lines, "\n")).
			WithHint("Drop the views first.")
	}
	return withDependents(sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop type %s because other objects depend on it", shown), lines...)
}
