package catalog

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/sequence"
)

// loadRelations reads the relations, their columns, and the types of users. Every DDL statement of every session has them
// Read again, so each of DuckDB's listings is read once, and nothing is joined.
func (src Source) loadRelations(s *Catalog, list Lister) error {
	tables, unique, err := src.listRelations(s, list)
	if err != nil {
		return err
	}
	for _, part := range pgcatalog.Get().Parts() {
		if in, name, _ := strings.Cut(part.Name, "."); part.Kind != "macro" {
			name = strings.ToLower(name)
			s.relations[emulatedSchemas[in]+"\x00"+name] = providers.Relation{Schema: emulatedSchemas[in], Name: name, Kind: part.Kind, Builtin: true}
		}
	}
	s.loadUnique(unique)
	database := native.Text(src.Database)
	if err := s.loadColumns(list, database, tables); err != nil {
		return err
	}
	if err := s.loadTypes(list, database); err != nil {
		return err
	}
	return s.loadConstraints(list, database)
}

// listRelations reads the relations without their columns. It returns the definitions of tables, where they have more than
// columns and defaults, and the rows of the unique indexes that loadUnique reads.
func (src Source) listRelations(s *Catalog, list Lister) (tables map[string]string, unique [][]string, err error) {
	name := native.Text(src.Database)
	rows, err := list(`
		SELECT schema_name, table_name, 'table', CASE WHEN contains(sql, '''sallyport:{"kind":"m"') OR sql ILIKE '%` + generatedAlways + `%' THEN sql ELSE '' END, CAST(table_oid AS VARCHAR), ''
		FROM duckdb_tables() WHERE database_name = ` + name + `
		UNION ALL
		SELECT schema_name, sequence_name, 'sequence', coalesce(comment, ''), CAST(sequence_oid AS VARCHAR), '' FROM duckdb_sequences() WHERE database_name = ` + name + `
		UNION ALL
		SELECT schema_name, view_name, 'view', coalesce(sql, ''), CAST(view_oid AS VARCHAR), '' FROM duckdb_views()
		WHERE database_name = ` + name + ` AND NOT internal
		UNION ALL
		SELECT schema_name, index_name, 'index', table_name, CAST(index_oid AS VARCHAR), CASE WHEN is_unique AND contains(expressions, '(') THEN sql ELSE '' END
		FROM duckdb_indexes() WHERE database_name = ` + name)
	if err != nil {
		return nil, nil, err
	}
	tables, s.owned = map[string]string{}, map[string]bool{}
	for _, row := range rows {
		key := strings.ToLower(row[0]) + "\x00" + strings.ToLower(row[1])
		if row[2] == "table" {
			tables[key] = row[3]
		}
		if row[2] == "sequence" {
			if kept := sequence.ReadKept(row[3]); kept.Owned != nil {
				s.owned[key] = *kept.Owned
			}
		}
		if row[5] != "" {
			unique = append(unique, row)
		}
		if _, taken := s.relations[key]; taken && row[2] == "index" {
			continue // tables and indexes of DuckDB have names apart
		}
		s.relations[key] = src.readRelation(row)
	}
	return tables, unique, nil
}

// readRelation reads a row of loadRelations: schema, name, kind, definition, number.
func (src Source) readRelation(row []string) providers.Relation {
	id, _ := strconv.ParseUint(row[4], 10, 64) // DuckDB returns a number
	r := providers.Relation{
		ID:     id,
		OID:    uint32(id), //nolint:gosec // pg_class has it so
		Schema: strings.ToLower(row[0]),
		Name:   strings.ToLower(row[1]),
		Kind:   row[2],

		Spelled: row[1],
	}
	switch row[2] {
	case "table":
		if k, ok := definition.StoredQuery(row[3]); ok {
			r.Kind, r.Empty = "materialized view", k.Empty
			r.Hidden = []providers.Hidden{{What: "materialized view " + r.Schema + "." + r.Name, OfView: true, SQL: providers.WithoutShownQuery(k.Query), When: providers.Update}}
		}
	case "index":
		r.Kin = []providers.Name{{Schema: r.Schema, Name: strings.ToLower(row[3])}}
	case "view":
		if src.Views[r.Schema+"."+r.Name] == row[3] {
			r.Kind, r.ID, r.Spelled = "foreign table", 0, "" // files, or what the server loads; their views come and go
		} else {
			r.Hidden = []providers.Hidden{{What: "view " + r.Schema + "." + r.Name, OfView: true, SQL: providers.WithoutShownQuery(definition.ViewQuery(row[3])), Schema: r.Schema}}
		}
	}
	if src.AtOpen[r.Schema+"\x00"+r.Name] == r.ID {
		r.ID = 0
	}
	return r
}

// generatedAlways stands in the definition of a table with generated columns, and maybe in others.
const generatedAlways = "GENERATED ALWAYS AS"

// loadColumns adds the columns of tables, which an INSERT without a list of columns fills, and the types of
// those of tables and views. tables are the definitions of tables, where they have something of these.
func (s *Catalog) loadColumns(list Lister, database string, tables map[string]string) error {
	rows, err := list(`SELECT schema_name, table_name, column_name, data_type, coalesce(column_default, ''), CAST(column_default IS NOT NULL AS VARCHAR), CAST(is_nullable AS VARCHAR)
		FROM duckdb_columns() WHERE database_name = ` + database + ` ORDER BY table_oid, column_index`)
	if err != nil {
		return err
	}
	for _, row := range rows {
		key := strings.ToLower(row[0]) + "\x00" + strings.ToLower(row[1])
		r, known := s.relations[key]
		if !known {
			continue
		}
		text, isTable := tables[key]
		if isTable {
			r.Columns = append(r.Columns, row[2])
		}
		if !strings.Contains(strings.ToUpper(text), generatedAlways) {
			text = ""
		}
		typed := columndef.TypedColumn(row[2], row[3])
		typed.Identity, typed.Generated, typed.HasDefault, typed.NotNull = columndef.IdentityOf(row[4]), columndef.IsGenerated(text, row[2]), row[5] == "true", row[6] == "false"
		if strings.Contains(row[4], "nextval(") {
			typed.Draws = columndef.DrawnBy(row[4])
			s.noteOwner(r, row[2], row[4])
		}
		r.Typed = append(r.Typed, typed)
		if text != "" && row[4] != "" { // DuckDB does not tell defaults from generated columns; a default names no column
			if r.Computed == nil {
				r.Computed = map[string]string{}
			}
			r.Computed[row[2]] = row[4]
		}
		if len(r.Unique) > 0 && row[5] == "true" {
			if r.Defaults == nil {
				r.Defaults = map[string]string{}
			}
			r.Defaults[strings.ToLower(row[2])] = row[4]
		}
		s.relations[key] = r
	}
	return nil
}

// loadConstraints adds the columns of the primary keys, and which columns are of domains and composite types.
func (s *Catalog) loadConstraints(list Lister, database string) error {
	rows, err := list(`SELECT schema_name, table_name, constraint_type, array_to_string(constraint_column_names, chr(31)), coalesce(constraint_text, '') FROM duckdb_constraints()
		WHERE database_name = ` + database + ` AND (constraint_type = 'PRIMARY KEY' OR constraint_type = 'CHECK' AND (contains(constraint_text, ` + native.Text("'"+providers.KeptMark+`"kind":"t"`) + `) OR contains(constraint_text, ` + native.Text("'"+providers.KeptMark+`"kind":"`+providers.KeptPrecision) + `)
		OR contains(constraint_text, '"kind":"c"') AND contains(constraint_text, '"unchecked":true')))`)
	if err != nil {
		return err
	}
	for _, row := range rows {
		key := strings.ToLower(row[0]) + "\x00" + strings.ToLower(row[1])
		r, known := s.relations[key]
		switch {
		case !known:
		case row[2] == "CHECK":
			s.noteUserTypes(&r, row)
			notePrecision(&r, row[4])
			noteUnchecked(&r, row)
		default:
			r.Key = append(r.Key, columndef.SplitUnits(row[3])...)
			s.relations[key] = r
		}
	}
	return nil
}

// noteUserTypes notes the columns of a relation that are of domains or composite types, as a row of loadConstraints says.
func (s *Catalog) noteUserTypes(r *providers.Relation, row []string) {
	k, _, _, ok := definition.KeptIn(row[4])
	if !ok || k.Kind != "t" || len(s.types) == 0 {
		return
	}
	for i := range r.Typed {
		if !slices.ContainsFunc(k.Columns, func(c string) bool { return strings.EqualFold(c, r.Typed[i].Name) }) {
			continue
		}
		r.Typed[i].User = k.Name
		for _, u := range s.types {
			if u.ID == k.Name {
				u.Users = append(u.Users, providers.UserPlace{Schema: row[0], Table: row[1], Column: r.Typed[i].Name})
			}
		}
	}
}

// noteUnchecked notes a column of a CHECK that was added NOT VALID, as a row of loadConstraints says.
func noteUnchecked(r *providers.Relation, row []string) {
	k, _, _, ok := definition.KeptIn(row[4])
	if !ok || k.Kind != "c" || !k.Unchecked {
		return
	}
	for _, name := range columndef.SplitUnits(row[3]) {
		at := slices.IndexFunc(r.Typed, func(c providers.TypedColumn) bool { return strings.EqualFold(c.Name, name) && !c.Generated })
		if at >= 0 {
			r.Typed[at].Unchecked = true
			return
		}
	}
}

// notePrecision notes the precision of a column that a constraint keeps.
func notePrecision(r *providers.Relation, text string) {
	k, _, _, ok := definition.KeptIn(text)
	digits, err := strconv.Atoi(k.Name)
	if !ok || k.Kind != providers.KeptPrecision || err != nil {
		return
	}
	for i := range r.Typed {
		if c := &r.Typed[i]; slices.ContainsFunc(k.Columns, func(name string) bool { return strings.EqualFold(name, c.Name) }) {
			if mod := providers.PreciseMod(c.Type, digits); mod >= 0 {
				c.TypeMod, c.TypeName = mod, providers.PreciseName(c.Type, digits)
			}
		}
	}
}

// loadUnique adds the unique indexes of expressions and of some rows, which are rows of loadRelations.
func (s *Catalog) loadUnique(rows [][]string) {
	slices.SortStableFunc(rows, func(a, b []string) int { return cmp.Compare(a[1], b[1]) })
	for _, row := range rows {
		key := strings.ToLower(row[0]) + "\x00" + strings.ToLower(row[3])
		r, known := s.relations[key]
		_, body, on := strings.Cut(row[5], " ON ")
		if !known || !on {
			continue
		}
		u := providers.UniqueExpressions{}
		for _, e := range definition.Elements(body) {
			u.Keys = append(u.Keys, ShownKey(e))
			if condition, _, ok := strings.Cut(e, " THEN "); ok {
				u.Where, _ = strings.CutPrefix(condition, "(CASE  WHEN ")
			}
		}
		r.Unique = append(r.Unique, u)
		s.relations[key] = r
	}
}

// noteOwner notes that a sequence belongs to the table of the column whose default draws from it.
func (s *Catalog) noteOwner(table providers.Relation, column, expression string) {
	for _, written := range columndef.SequencesIn(expression) {
		parts := definition.SplitName(strings.ToLower(written))
		if len(parts) == 0 {
			continue
		}
		schema, name := table.Schema, parts[len(parts)-1]
		if len(parts) > 1 {
			schema = parts[len(parts)-2]
		}
		key := schema + "\x00" + name
		owned, said := s.owned[key]
		if !said {
			owned = name == table.Name+"_"+strings.ToLower(column)+"_seq"
		}
		if r, known := s.relations[key]; known && owned && r.Kind == "sequence" {
			r.Kin = append(r.Kin, providers.Name{Schema: table.Schema, Name: table.Name})
			s.relations[key] = r
		}
	}
}

// ShownKey is what PostgreSQL shows of the key of an index: without the condition of the index.
func ShownKey(expression string) string {
	key := strings.TrimSpace(expression)
	if _, then, ok := strings.Cut(key, " THEN "); ok && strings.HasPrefix(key, "(CASE ") {
		key, _, _ = strings.Cut(then, " ELSE ")
	}
	for strings.HasPrefix(key, "(") && strings.HasSuffix(key, ")") {
		key = key[1 : len(key)-1]
	}
	return key
}
