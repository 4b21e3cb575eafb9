package catalog

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgtype"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/sequence"
)

// loadRelations reads the relations, their columns, and the types of users. Every DDL statement of every session has them
// Read again, so each of DuckDB's listings is read once, and nothing is joined. Columns that are the same in an earlier
// catalog, which may be nil, are taken from there: see takeColumns.
func (src Source) loadRelations(s *Catalog, list Lister, earlier *Catalog) error {
	unique, err := src.listRelations(s, list, earlier)
	if err != nil {
		return err
	}
	for _, part := range pgcatalog.Get().Parts() {
		if in, name, _ := strings.Cut(part.Name, "."); part.Kind != "macro" && !strings.HasPrefix(name, "_") { // those are for the emulation alone
			name = strings.ToLower(name)
			s.relations[emulatedSchemas[in]+"\x00"+name] = providers.Relation{Schema: emulatedSchemas[in], Name: name, Kind: part.Kind, Builtin: true}
		}
	}
	s.loadUnique(unique)
	if earlier != nil && earlier.typed == s.typed {
		s.userTypes = earlier.userTypes
	} else if s.userTypes, err = src.listTypes(list); err != nil {
		return err
	}
	if err := src.listColumns(s, list, earlier); err != nil {
		return err
	}
	s.loadColumns()
	s.loadTypes(s.userTypes)
	return src.loadConstraints(s, list, earlier)
}

// listRelations reads the relations without their columns, and notes the tables and views as they are listed. It returns the
// rows of the unique indexes that loadUnique reads.
func (src Source) listRelations(s *Catalog, list Lister, earlier *Catalog) (unique [][]string, err error) {
	rows, err := src.listRows(s, list, earlier)
	if err != nil {
		return nil, err
	}
	s.rows = rows
	s.listed, s.owned = map[string]*listing{}, map[string]sequence.Kept{}
	for _, row := range rows {
		key := keyOf(row)
		switch row[2] {
		case "table", "view":
			s.listed[key] = newListing(row, earlier.listing(key))
		case "sequence":
			if kept := sequence.ReadKept(row[3]); kept.Owned != nil {
				s.owned[key] = kept
			}
		}
		if row[5] != "" || row[6] != "" {
			unique = append(unique, row)
		}
		if _, taken := s.relations[key]; taken && row[2] == "index" {
			continue // tables and indexes of DuckDB have names apart
		}
		s.relations[key] = src.readRelation(row, s.listed[key])
	}
	for key, kept := range s.owned {
		if r := s.relations[key]; kept.Table != "" && r.Kind == "sequence" {
			r.Kin = []providers.Name{{Schema: r.Schema, Name: strings.ToLower(kept.Table)}}
			s.relations[key] = r
		}
	}
	return unique, nil
}

// listRows lists the tables, sequences, views and indexes, in this order. Where nothing but views has changed since an earlier
// catalog, the others are taken from there: DuckDB makes the texts of all tables to list them.
func (src Source) listRows(s *Catalog, list Lister, earlier *Catalog) ([][]string, error) {
	name := native.Text(src.Database)
	views := `SELECT schema_name, view_name, 'view', coalesce(sql, ''), CAST(view_oid AS VARCHAR), '', '', '' FROM duckdb_views() WHERE database_name = ` + name + ` AND NOT internal`
	if earlier == nil || earlier.rows == nil || earlier.rest != s.rest {
		return list(`
		SELECT schema_name, table_name, 'table', coalesce(sql, ''), CAST(table_oid AS VARCHAR), '', '', CASE WHEN contains(comment, '"o":"') THEN comment ELSE '' END FROM duckdb_tables() WHERE database_name = ` + name + `
		UNION ALL
		SELECT schema_name, sequence_name, 'sequence', coalesce(comment, ''), CAST(sequence_oid AS VARCHAR), '', '', '' FROM duckdb_sequences() WHERE database_name = ` + name + `
		UNION ALL
		` + views + `
		UNION ALL
		SELECT schema_name, index_name, 'index', table_name, CAST(index_oid AS VARCHAR), CASE WHEN is_unique THEN sql ELSE '' END,
			CASE WHEN is_unique OR contains(comment, '"deferrable":true') OR contains(comment, '"constraint":"x"') THEN coalesce(comment, '') ELSE '' END, ''
		FROM duckdb_indexes() WHERE database_name = ` + name)
	}
	rows, err := list(views)
	var tables, indexes [][]string
	for _, row := range earlier.rows {
		switch row[2] {
		case "view":
		case "index":
			indexes = append(indexes, row)
		default:
			tables = append(tables, row)
		}
	}
	return slices.Concat(tables, rows, indexes), err
}

// readRelation reads a row of loadRelations: schema, name, kind, definition, number. of is the listing of a table or a view.
func (src Source) readRelation(row []string, of *listing) providers.Relation {
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
			r.CheckOption = of.checkOption
			shown, _ := providers.ParseShownQuery(row[3])
			r.Hidden = []providers.Hidden{{
				What: "view " + r.Schema + "." + r.Name, OfView: true, SQL: providers.WithoutShownQuery(definition.ViewQuery(row[3])),
				Shown: providers.WithoutMarks(shown.Full), Schema: r.Schema,
			}}
		}
	}
	if src.AtOpen[r.Schema+"\x00"+r.Name] == r.ID {
		r.ID = 0
	}
	return r
}

// loadColumns adds the columns of tables, which an INSERT without a list of columns fills, and the types of
// those of tables and views.
func (s *Catalog) loadColumns() {
	for _, key := range s.listedKeys() {
		r, known := s.relations[key]
		if !known {
			continue
		}
		l := s.listed[key]
		companions := map[string][]string{}
		for _, row := range s.columns[key] {
			if providers.IsScaleColumn(row[2]) {
				companions[row[2]] = row
				continue
			}
			s.loadColumn(&r, l, row)
			at := len(r.Typed) - 1
			r.Typed[at].Collation = l.collationOf(at, row[2])
		}
		noteCompanions(&r, companions)
		s.relations[key] = r
	}
}

// noteCompanions notes which columns have one: see providers.ScaleColumn.
func noteCompanions(r *providers.Relation, companions map[string][]string) {
	if len(companions) == 0 {
		return
	}
	for i := range r.Typed {
		c := &r.Typed[i]
		row := companions[providers.ScaleColumn(c.Name)]
		if row != nil {
			c.Companion, c.Assumes = providers.ScaleColumn(c.Name), row[5] == "true"
		}
	}
}

// loadColumn adds a column to a relation, as a row of columnsOf has it.
func (s *Catalog) loadColumn(r *providers.Relation, l *listing, row []string) {
	if l.kind == "table" {
		r.Columns = append(r.Columns, row[2])
	}
	text := ""
	if l.generated {
		text = l.text
	}
	typed := columndef.TypedColumn(row[2], row[3])
	typed.Identity, typed.Generated, typed.HasDefault, typed.NotNull = columndef.IdentityOf(row[4]), columndef.IsGenerated(text, row[2]), row[5] == "true", row[6] == "false"
	if strings.Contains(row[4], "nextval(") {
		typed.Draws = columndef.DrawnBy(row[4])
		s.noteOwner(*r, row[2], row[4])
	}
	r.Typed = append(r.Typed, typed)
	if l.generated && row[4] != "" { // DuckDB does not tell defaults from generated columns; a default names no column
		if r.Computed == nil {
			r.Computed = map[string]string{}
		}
		r.Computed[row[2]] = row[4]
	}
}

// loadConstraints adds the columns of the primary keys, which columns are of domains and composite types, and of which a CHECK was
// added NOT VALID.
func (src Source) loadConstraints(s *Catalog, list Lister, earlier *Catalog) (err error) {
	s.noteReferring()
	unchecked, same := false, earlier != nil
	for _, key := range slices.Sorted(maps.Keys(s.listed)) {
		r, known := s.relations[key]
		l := s.listed[key]
		if l.unchecked {
			unchecked, same = true, same && l == earlier.listed[key]
		}
		if !known || l.kept == nil && l.unique == nil && !l.checked {
			continue
		}
		r.UniqueKeys, r.Checked = append(r.UniqueKeys, l.unique...), l.checked
		for _, name := range l.primary {
			r.Key = append(r.Key, spelledAs(name, r.Columns))
		}
		for _, k := range l.kept {
			s.noteUserTypes(&r, l, k)
			notePrecision(&r, k)
		}
		s.relations[key] = r
	}
	if !unchecked {
		return nil
	}
	if same {
		s.unchecked = earlier.unchecked
	} else if s.unchecked, err = list(`SELECT schema_name, table_name, array_to_string(constraint_column_names, chr(31)), constraint_text FROM duckdb_constraints()
		WHERE database_name = ` + native.Text(src.Database) + ` AND constraint_type = 'CHECK' AND contains(constraint_text, '"kind":"c"') AND contains(constraint_text, '"unchecked":true')`); err != nil {
		return err
	}
	for _, row := range s.unchecked {
		key := keyOf(row)
		if r, known := s.relations[key]; known && s.listed[key] != nil && s.listed[key].unchecked {
			noteUnchecked(&r, row)
		}
	}
	return nil
}

// noteReferring notes which tables the foreign keys of others refer to, in the order in which the others were made.
func (s *Catalog) noteReferring() {
	var referring []*listing
	for _, l := range s.listed {
		if len(l.refers) > 0 {
			referring = append(referring, l)
		}
	}
	slices.SortFunc(referring, func(a, b *listing) int { return cmp.Compare(a.number, b.number) })
	for _, l := range referring {
		own := providers.Name{Schema: l.schema, Name: l.name}
		for _, to := range l.refers {
			key := keyOf([]string{to.Schema, to.Name})
			if r, known := s.relations[key]; known && !slices.Contains(r.ReferredBy, own) && (r.Schema != own.Schema || r.Name != own.Name) {
				r.ReferredBy = append(r.ReferredBy, own)
				s.relations[key] = r
			}
		}
	}
}

// spelledAs returns a name of one of some columns as the column spells it.
func spelledAs(name string, columns []string) string {
	if !slices.Contains(columns, name) {
		if i := slices.IndexFunc(columns, func(c string) bool { return strings.EqualFold(c, name) }); i >= 0 {
			return columns[i]
		}
	}
	return name
}

// noteUserTypes notes the columns of a relation that are of domains or composite types, as a kept constraint says.
func (s *Catalog) noteUserTypes(r *providers.Relation, l *listing, k providers.KeptConstraint) {
	if k.Kind != "t" || len(s.types) == 0 {
		return
	}
	for i := range r.Typed {
		if !slices.ContainsFunc(k.Columns, func(c string) bool { return strings.EqualFold(c, r.Typed[i].Name) }) {
			continue
		}
		r.Typed[i].User = k.Name
		for _, u := range s.types {
			if u.ID == k.Name {
				u.Users = append(u.Users, providers.UserPlace{Schema: l.schema, Table: l.name, Column: r.Typed[i].Name})
			}
		}
	}
}

// noteUnchecked notes a column of a CHECK that was added NOT VALID, as a row of loadConstraints says. The text alone does not tell which
// words are columns.
func noteUnchecked(r *providers.Relation, row []string) {
	k, _, _, ok := definition.KeptIn(row[3])
	if !ok || k.Kind != "c" || !k.Unchecked {
		return
	}
	for _, name := range columndef.SplitUnits(row[2]) {
		at := slices.IndexFunc(r.Typed, func(c providers.TypedColumn) bool { return strings.EqualFold(c.Name, name) && !c.Generated })
		if at >= 0 {
			r.Typed[at].Unchecked = true
			return
		}
	}
}

// notePrecision notes the precision of a column that a constraint keeps.
func notePrecision(r *providers.Relation, k providers.KeptConstraint) {
	digits, err := strconv.Atoi(k.Name)
	if k.Kind != providers.KeptPrecision || err != nil {
		return
	}
	for i := range r.Typed {
		if c := &r.Typed[i]; slices.ContainsFunc(k.Columns, func(name string) bool { return strings.EqualFold(name, c.Name) }) {
			if mod := providers.PreciseMod(c.Type, digits); mod >= 0 {
				if c.Type == pgtype.NumericOID {
					c.HeldMod = c.TypeMod
				}
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
		if !known {
			continue
		}
		kept := providers.ReadKeptIndex(row[6])
		if kept.Excludes() {
			r.Exclusions = append(r.Exclusions, exclusion(row[1], kept))
			s.relations[key] = r
			continue
		}
		if kept.Deferrable {
			r.Unique = append(r.Unique, providers.UniqueExpressions{Keys: kept.KeyColumns(), Constraint: row[1], Deferrable: true})
			s.relations[key] = r
			continue // two rows may have the same key for a while, so it identifies none
		}
		if kept.Constraint == "p" {
			r.Key = kept.KeyColumns()
		}
		u, ok := uniqueExpressions(row, kept)
		switch _, body, _ := strings.Cut(row[5], " ON "); {
		case ok:
			r.Unique = append(r.Unique, u)
		default:
			r.UniqueKeys = append(r.UniqueKeys, providers.UniqueKey{Name: row[1], Columns: definition.NamesIn(body), Index: row[6] == ""})
		}
		s.relations[key] = r
	}
}

// exclusion is an exclusion constraint.
func exclusion(name string, kept providers.KeptIndex) providers.UniqueExpressions {
	u := providers.UniqueExpressions{Constraint: name, Where: kept.Where, Deferrable: kept.Deferrable}
	for _, key := range kept.Keys {
		shown := key.Expression
		if key.Column != "" {
			shown = native.Ident(key.Column)
		}
		u.Keys, u.Operators = append(u.Keys, shown), append(u.Operators, key.Operator)
	}
	return u
}

// uniqueExpressions reads an index of expressions or of some rows. It returns false for one that DuckDB's ON CONFLICT knows by its columns.
func uniqueExpressions(row []string, kept providers.KeptIndex) (u providers.UniqueExpressions, ok bool) {
	_, body, on := strings.Cut(row[5], " ON ")
	if plain := kept.Plain() && len(kept.Keys) > 0 || len(kept.Keys) == 0 && definition.NamesIn(body) != nil; !on || plain && !kept.NotDistinct {
		return u, false
	}
	u = providers.UniqueExpressions{NotDistinct: kept.NotDistinct}
	if kept.Constraint != "" {
		u.Constraint = row[1]
	}
	for i, e := range definition.Elements(body) {
		shown := ShownKey(e)
		if i < len(kept.Keys) && kept.Keys[i].Column != "" {
			shown = native.Ident(kept.Keys[i].Column)
		} else if i < len(kept.Keys) && kept.Keys[i].Expression != "" {
			shown = kept.Keys[i].Expression
		}
		u.Keys = append(u.Keys, shown)
		if condition, _, ok := strings.Cut(e, " THEN "); ok {
			u.Where, _ = strings.CutPrefix(condition, "(CASE  WHEN ")
		}
	}
	if kept.Where != "" {
		u.Where = kept.Where
	}
	return u, true
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
		kept, said := s.owned[key]
		owned := said && *kept.Owned && kept.Table == ""
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
