package duckdb

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Domains and composite types (providers.UserType). A domain is known to the translation alone: a column of it has the type
// of its values, a kept constraint says which domain the column is of, and what is assigned to the column passes through
// the checks. A composite type is a STRUCT of DuckDB's beside the enum that keeps the attributes.

// loadTypes adds the enums, domains and composite types, and notes the columns of enums.
func (s *snapshot) loadTypes(list lister, database string) error {
	rows, err := list(`SELECT schema_name, type_name, CAST(type_oid AS VARCHAR), array_to_string(labels, chr(0)) FROM duckdb_types()
		WHERE database_name = ` + database + ` AND NOT internal AND logical_type = 'ENUM'
		ORDER BY ALL`)
	if err != nil {
		return err
	}
	byLabels := map[string]*providers.Enum{}
	for _, row := range rows {
		if !strings.HasPrefix(row[3], providers.KeptMark) {
			e := &providers.Enum{Schema: row[0], Name: row[1], Labels: strings.Split(row[3], "\x00")}
			s.enums, byLabels[row[3]] = append(s.enums, e), e
			continue
		}
		u, ok := providers.ParseUserType(row[3])
		if !ok {
			continue
		}
		oid, _ := strconv.ParseUint(row[2], 10, 32) // DuckDB returns a number
		u.Schema, u.Name, u.OID = row[0], row[1], uint32(oid)
		s.types = append(s.types, &u)
	}
	s.noteEnums(byLabels)
	return nil
}

// noteEnums gives the columns of enums their types. DuckDB's columns know the labels alone, so of two enums with the same
// labels either will do.
func (s *snapshot) noteEnums(byLabels map[string]*providers.Enum) {
	if len(byLabels) == 0 {
		return
	}
	for _, r := range s.relations {
		for i := range r.Typed {
			if len(r.Typed[i].Labels) > 0 {
				r.Typed[i].Enum = byLabels[columndef.LabelsKey(r.Typed[i].Labels)]
			}
		}
	}
}

// HasEnums reports whether there is an enum.
func (s *snapshot) HasEnums() bool { return len(s.enums) > 0 }

var _ providers.UserTyped = (*snapshot)(nil)

// UserTypes returns all domains and composite types.
func (s *snapshot) UserTypes() []*providers.UserType { return s.types }

// Type knows every name: types run no code here, and the source itself refuses an unknown type.
func (s *snapshot) Type(schema, name string) (providers.Type, bool) {
	t := providers.Type{Schema: schema, Name: name}
	if len(s.types)+len(s.enums) == 0 {
		return t, true
	}
	schemas := []string{strings.ToLower(schema)}
	if schema == "" {
		schemas = slices.Concat(s.path, []string{"main"})
	}
	for _, in := range schemas {
		for _, u := range s.types {
			if strings.EqualFold(u.Schema, in) && strings.EqualFold(u.Name, name) {
				t.User = u
				return t, true
			}
		}
		for _, e := range s.enums {
			if strings.EqualFold(e.Schema, in) && strings.EqualFold(e.Name, name) {
				t.Enum = e
				return t, true
			}
		}
	}
	return t, true
}

// refuseTypes refuses COPY into a table with columns of domains or composite types: the rows pass no checks.
func (l *copying) refuseTypes() error {
	c := l.conn
	table, err := c.lookUpTable(l.name())
	if err != nil || table == nil {
		return err
	}
	rows, err := c.collectText(`SELECT '' FROM duckdb_constraints() WHERE constraint_type = 'CHECK' AND database_name = ` + native.Text(table[0]) + ` AND schema_name = ` +
		native.Text(table[1]) + ` AND table_name = ` + native.Text(table[2]) + ` AND contains(constraint_text, ` + native.Text("'"+providers.KeptMark+`"kind":"t"`) + `)`)
	if err == nil && len(rows) > 0 {
		err = sqlstate.New(sqlstate.FeatureNotSupported, "COPY into a table with columns of domains or composite types is not supported").
			WithHint("Copy into a table without them, and INSERT INTO … SELECT from that.")
	}
	return err
}

// makesComposite reports whether a statement makes the enum that keeps a composite type.
func makesComposite(s providers.Statement) bool {
	return strings.Contains(s.SQL, providers.KeptMark+`"kind":"c"`) && len(s.Before)+len(s.After) == 0 && strings.HasPrefix(strings.ToUpper(strings.TrimSpace(s.SQL)), "CREATE TYPE")
}

// runComposite makes a composite type: the enum, and the STRUCT beside it.
func (c *Conn) runComposite(ctx context.Context, s providers.Statement, args providers.Args) (rows providers.Rows, err error) {
	list := definition.Tokens(s.SQL)
	written, rest := definition.NameAt(s.SQL, list[2:])
	if len(rest) < 4 {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this CREATE TYPE is not supported")
	}
	u, ok := providers.ParseUserType(literal(rest[3]))
	if !ok {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this CREATE TYPE is not supported")
	}
	parts := definition.SplitName(written)
	parts[len(parts)-1] = providers.RowTypePrefix + parts[len(parts)-1]
	var fields []string
	for _, f := range u.Fields {
		fields = append(fields, native.Ident(f.Name)+" "+f.Duck)
	}
	err = c.inOne(func() error {
		done, err := c.runMeant(ctx, s, args)
		if err != nil {
			return err
		}
		if _, err := readAll(done, "the rows of CREATE TYPE"); err != nil {
			return err
		}
		return c.runSteps([]string{"CREATE TYPE " + native.Path(parts...) + " AS STRUCT(" + strings.Join(fields, ", ") + ")"})
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: verb(s)}, nil
}
