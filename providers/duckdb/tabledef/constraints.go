package tabledef

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Constraint is a constraint of a table, with the name that the catalog shows.
type Constraint struct {
	Name, Kind string // 'f', 'u', 'p', 'c'
	Columns    []string
	Element    int  // of the definition, where it stands
	Mark       int  // of the definition, where its name stands; −1: it has the name that DuckDB gives it
	Indexed    bool // it is one of the table's indexes, and stands nowhere in the definition
}

// BehindColumn reports whether a constraint stands behind a column. list is its element.
func (n Constraint) BehindColumn(list []definition.Token) bool {
	last := len(list) - 1
	return !(list[0].Is("CHECK") || list[0].Is("UNIQUE") && last > 0 && list[1].Text == "(" || list[0].Is("PRIMARY") && last > 1 && list[2].Text == "(")
}

// nameConstraints finds the constraints of a table in its elements, by rows of duckdb_constraints.
func (t *Table) nameConstraints(rows [][]string) {
	var marks []Constraint
	for _, row := range rows {
		columns := columndef.SplitUnits(row[3])
		at := slices.Index(t.Elements, row[1])
		if at < 0 && len(columns) == 1 {
			at = slices.IndexFunc(t.Elements, func(e string) bool { return definition.Tokens(e)[0].Name() == columns[0] })
		}
		if at < 0 {
			continue
		}
		switch row[0] {
		case "PRIMARY KEY":
			t.Constraints = append(t.Constraints, Constraint{t.Name + "_pkey", "p", columns, at, -1, false})
		case "UNIQUE":
			t.Constraints = append(t.Constraints, Constraint{t.spelledName(row[2], columns, "key"), "u", columns, at, -1, false})
		case "CHECK":
			k, _, _, ok := definition.KeptIn(row[1])
			switch {
			case !ok:
				t.Constraints = append(t.Constraints, Constraint{t.spelledName(row[2], columns, "check"), "c", columns, at, -1, false})
			case k.Kind == "m", k.Kind == "t", k.Kind == providers.KeptPrecision:
			case k.Kind == "u" || k.Kind == "p":
				marks = append(marks, Constraint{k.Name, k.Kind, k.Columns, at, at, false})
			default:
				t.Constraints = append(t.Constraints, Constraint{k.Name, k.Kind, k.Columns, at, at, false})
			}
		}
	}
	for _, m := range marks {
		if i := slices.IndexFunc(t.Constraints, func(n Constraint) bool {
			return n.Kind == m.Kind && n.Mark < 0 && !n.Indexed && definition.SameNames(n.Columns, m.Columns)
		}); i >= 0 {
			t.Constraints[i].Name, t.Constraints[i].Mark = m.Name, m.Mark
		}
	}
}

// spelledName is the name of a constraint that DuckDB has named in small letters.
func (t *Table) spelledName(name string, columns []string, suffix string) string {
	if spelled := t.Name + "_" + strings.Join(columns, "_") + "_" + suffix; strings.EqualFold(name, spelled) {
		return spelled
	}
	return name
}

// FindConstraint finds a constraint. It returns nil if there is none.
func (t *Table) FindConstraint(name string) *Constraint {
	at := slices.IndexFunc(t.Constraints, func(n Constraint) bool { return n.Name == name })
	if at < 0 { // DuckDB gives names in small letters
		at = slices.IndexFunc(t.Constraints, func(n Constraint) bool { return n.Mark < 0 && strings.EqualFold(n.Name, name) })
	}
	if at < 0 {
		return nil
	}
	return &t.Constraints[at]
}

// HasIndex reports whether an index of that name is one of the table's, or stands behind one of its keys.
func (t *Table) HasIndex(name string) bool {
	k := t.FindConstraint(name)
	return k != nil && (k.Kind == "u" || k.Kind == "p") || slices.ContainsFunc(t.Indexes, func(i Index) bool { return i.Name == name })
}

// AddedElements returns the elements of a constraint that is added.
func (t *Table) AddedElements(a definition.Alteration) ([]string, error) {
	list := definition.Tokens(a.Body)
	kind := map[string]string{"UNIQUE": "u", "PRIMARY": "p"}[strings.ToUpper(list[0].Text)]
	name := a.Name
	if k, start, end, ok := definition.KeptIn(a.Body); ok {
		if k.Kind == providers.KeptPrecision {
			return t.withPrecision(k, a.Body), nil
		}
		if base := k.Name; k.Generated {
			for n := 1; t.FindConstraint(k.Name) != nil; n++ {
				k.Name = base + strconv.Itoa(n)
			}
			a.Body = a.Body[:start] + native.Text(k.Text()) + a.Body[end:]
		}
		name = k.Name
	}
	if name != "" && (t.FindConstraint(name) != nil || kind != "" && slices.ContainsFunc(t.Indexes, func(i Index) bool { return i.Name == name })) {
		return nil, errConstraintExists(kind, name, t.Name)
	}
	if kind == "" {
		return []string{a.Body}, nil
	}
	columns := definition.NamesIn(a.Body)
	if kind == "p" && slices.ContainsFunc(t.Constraints, func(n Constraint) bool { return n.Kind == "p" }) {
		return nil, sqlstate.New(sqlstate.InvalidTableDefinition, "multiple primary keys for table %q are not allowed", t.Name)
	}
	for _, column := range columns {
		if !slices.ContainsFunc(t.Elements, func(e string) bool { return strings.EqualFold(definition.Tokens(e)[0].Name(), column) }) {
			return nil, sqlstate.New(sqlstate.UndefinedColumn, "column %q named in key does not exist", column)
		}
	}
	if slices.ContainsFunc(t.Constraints, func(n Constraint) bool { return n.Kind == kind && slices.Equal(n.Columns, columns) }) {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "a second UNIQUE of the same columns is not supported")
	}
	if name == "" {
		base := t.Name + "_pkey"
		if kind == "u" {
			base = t.Name + "_" + strings.Join(columns, "_") + "_key"
		}
		for n := 0; name == "" || t.FindConstraint(name) != nil; n++ {
			if name = base; n > 0 {
				name += strconv.Itoa(n)
			}
		}
	}
	return []string{a.Body, definition.KeptElement(providers.KeptConstraint{Kind: kind, Name: name, Columns: columns})}, nil
}

// withPrecision takes away what keeps the precision of a column, and returns what keeps another one.
func (t *Table) withPrecision(k providers.KeptConstraint, body string) []string {
	t.Elements = slices.DeleteFunc(t.Elements, func(e string) bool {
		old, _, _, ok := definition.KeptIn(e)
		return ok && old.Kind == k.Kind && definition.SameNames(old.Columns, k.Columns)
	})
	if k.Name == "" {
		return nil
	}
	return []string{body}
}

func errConstraintExists(kind, name, table string) error {
	if kind != "" {
		return sqlstate.New(sqlstate.DuplicateTable, "relation %q already exists", name)
	}
	return sqlstate.New(sqlstate.DuplicateObject, "constraint %q for relation %q already exists", name, table)
}

// RenamedElements returns the elements of the table with another name of a constraint.
func (t *Table) RenamedElements(a definition.Alteration) ([]string, error) {
	found := t.FindConstraint(a.Name)
	switch {
	case found == nil:
		return nil, sqlstate.New(sqlstate.UndefinedObject, "constraint %q for table %q does not exist", a.Name, t.Name)
	case t.FindConstraint(a.To) != nil:
		return nil, errConstraintExists(strings.Trim(found.Kind, "cf"), a.To, t.Name)
	}
	elements := slices.Clone(t.Elements)
	switch {
	case found.Indexed:
		t.renameIndex(a.Name, a.To)
	case found.Mark >= 0:
		e := elements[found.Mark]
		k, start, end, _ := definition.KeptIn(e)
		k.Name = a.To
		elements[found.Mark] = e[:start] + native.Text(k.Text()) + e[end:]
	case found.Kind == "c":
		e := elements[found.Element]
		k := providers.KeptConstraint{Kind: "c", Name: a.To}
		elements[found.Element] = "CHECK ((" + native.Text(k.Text()) + " IS NOT NULL) AND " + strings.TrimSpace(e[len("CHECK"):]) + ")"
	default:
		elements = append(elements, definition.KeptElement(providers.KeptConstraint{Kind: found.Kind, Name: a.To, Columns: found.Columns}))
	}
	return elements, nil
}

// renameIndex gives an index another name, under which it is made again.
func (t *Table) renameIndex(from, to string) {
	for n := range t.Indexes {
		if i := &t.Indexes[n]; i.Name == from {
			list := definition.Tokens(i.Create)
			last := list[len(list)-1]
			i.Create, i.Name = i.Create[:last.At]+native.Ident(to)+" ", to
		}
	}
}

// WithoutKeys are the elements of the table without its keys. The columns of a primary key stay NOT NULL.
func (t *Table) WithoutKeys() (out []string) {
	primary := map[string]bool{}
	for _, k := range t.Constraints {
		for _, column := range k.Columns {
			primary[strings.ToLower(column)] = primary[strings.ToLower(column)] || k.Kind == "p"
		}
	}
	for _, e := range t.Elements {
		list := definition.Tokens(e)
		column := definition.IsColumn(e, list[0].Name())
		if k, _, _, ok := definition.KeptIn(e); !column && (ok && k.Kind != "c" || !definition.Begins(e, "CHECK")) {
			continue
		}
		for _, kind := range []bool{true, false} {
			without, err := WithoutConstraint(e, definition.Tokens(e), kind)
			if err == nil && column {
				e = without
			}
		}
		if own := column && primary[strings.ToLower(list[0].Name())]; own && !strings.Contains(e, "NOT NULL") {
			e += " NOT NULL"
		}
		out = append(out, e)
	}
	return out
}
