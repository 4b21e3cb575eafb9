package duckdb

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/columndef"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/foreignkey"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// namedConstraint is a constraint of a table, with the name that the catalog shows.
type namedConstraint struct {
	name, kind string // 'f', 'u', 'p', 'c'
	columns    []string
	element    int // of the definition, where it stands
	mark       int // of the definition, where its name stands; −1: it has the name that DuckDB gives it
}

// behind reports whether a constraint stands behind a column. list is its element.
func (n namedConstraint) behind(list []definition.Token) bool {
	last := len(list) - 1
	return !(list[0].Is("CHECK") || list[0].Is("UNIQUE") && last > 0 && list[1].Text == "(" || list[0].Is("PRIMARY") && last > 1 && list[2].Text == "(")
}

// nameConstraints finds the constraints of a table in its elements, by rows of duckdb_constraints.
func (t *rebuilt) nameConstraints(rows [][]string) {
	var marks []namedConstraint
	for _, row := range rows {
		columns := columndef.SplitUnits(row[3])
		at := slices.Index(t.elements, row[1])
		if at < 0 && len(columns) == 1 {
			at = slices.IndexFunc(t.elements, func(e string) bool { return definition.Tokens(e)[0].Name() == columns[0] })
		}
		if at < 0 {
			continue
		}
		switch row[0] {
		case "PRIMARY KEY":
			t.constraints = append(t.constraints, namedConstraint{t.name + "_pkey", "p", columns, at, -1})
		case "UNIQUE":
			t.constraints = append(t.constraints, namedConstraint{row[2], "u", columns, at, -1})
		case "CHECK":
			k, _, _, ok := definition.KeptIn(row[1])
			switch {
			case !ok:
				t.constraints = append(t.constraints, namedConstraint{row[2], "c", columns, at, -1})
			case k.Kind == "m", k.Kind == "t":
			case k.Kind == "u" || k.Kind == "p":
				marks = append(marks, namedConstraint{k.Name, k.Kind, k.Columns, at, at})
			default:
				t.constraints = append(t.constraints, namedConstraint{k.Name, k.Kind, k.Columns, at, at})
			}
		}
	}
	for _, m := range marks {
		if i := slices.IndexFunc(t.constraints, func(n namedConstraint) bool {
			return n.kind == m.kind && n.mark < 0 && definition.SameNames(n.columns, m.columns)
		}); i >= 0 {
			t.constraints[i].name, t.constraints[i].mark = m.name, m.mark
		}
	}
}

// constraintNamed finds a constraint. It returns nil if there is none.
func (t *rebuilt) constraintNamed(name string) *namedConstraint {
	at := slices.IndexFunc(t.constraints, func(n namedConstraint) bool { return n.name == name })
	if at < 0 { // DuckDB gives names in small letters
		at = slices.IndexFunc(t.constraints, func(n namedConstraint) bool { return n.mark < 0 && strings.EqualFold(n.name, name) })
	}
	if at < 0 {
		return nil
	}
	return &t.constraints[at]
}

// adding returns the elements of a constraint that is added.
func (t *rebuilt) adding(a definition.Alteration) ([]string, error) {
	list := definition.Tokens(a.Body)
	kind := map[string]string{"UNIQUE": "u", "PRIMARY": "p"}[strings.ToUpper(list[0].Text)]
	name := a.Name
	if k, _, _, ok := definition.KeptIn(a.Body); ok {
		name = k.Name
	}
	if name != "" && (t.constraintNamed(name) != nil || kind != "" && slices.ContainsFunc(t.indexes, func(i ownIndex) bool { return i.name == name })) {
		return nil, errConstraintExists(kind, name, t.name)
	}
	if kind == "" {
		return []string{a.Body}, nil
	}
	columns := definition.NamesIn(a.Body)
	if kind == "p" && slices.ContainsFunc(t.constraints, func(n namedConstraint) bool { return n.kind == "p" }) {
		return nil, sqlstate.New(invalidTable, "multiple primary keys for table %q are not allowed", t.name)
	}
	for _, column := range columns {
		if !slices.ContainsFunc(t.elements, func(e string) bool { return strings.EqualFold(definition.Tokens(e)[0].Name(), column) }) {
			return nil, sqlstate.New(sqlstate.UndefinedColumn, "column %q named in key does not exist", column)
		}
	}
	if slices.ContainsFunc(t.constraints, func(n namedConstraint) bool { return n.kind == kind && slices.Equal(n.columns, columns) }) {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "a second UNIQUE of the same columns is not supported")
	}
	if name == "" {
		base := t.name + "_pkey"
		if kind == "u" {
			base = t.name + "_" + strings.Join(columns, "_") + "_key"
		}
		for n := 0; name == "" || t.constraintNamed(name) != nil; n++ {
			if name = base; n > 0 {
				name += strconv.Itoa(n)
			}
		}
	}
	return []string{a.Body, definition.KeptElement(providers.KeptConstraint{Kind: kind, Name: name, Columns: columns})}, nil
}

func errConstraintExists(kind, name, table string) error {
	if kind != "" {
		return sqlstate.New(sqlstate.DuplicateTable, "relation %q already exists", name)
	}
	return sqlstate.New("42710", "constraint %q for relation %q already exists", name, table)
}

// renaming returns the elements of the table with another name of a constraint.
func (t *rebuilt) renaming(a definition.Alteration) ([]string, error) {
	found := t.constraintNamed(a.Name)
	switch {
	case found == nil:
		return nil, sqlstate.New(sqlstate.UndefinedObject, "constraint %q for table %q does not exist", a.Name, t.name)
	case t.constraintNamed(a.To) != nil:
		return nil, errConstraintExists(strings.Trim(found.kind, "cf"), a.To, t.name)
	}
	elements := slices.Clone(t.elements)
	switch {
	case found.mark >= 0:
		e := elements[found.mark]
		k, start, end, _ := definition.KeptIn(e)
		k.Name = a.To
		elements[found.mark] = e[:start] + native.Text(k.Text()) + e[end:]
	case found.kind == "c":
		e := elements[found.element]
		k := providers.KeptConstraint{Kind: "c", Name: a.To}
		elements[found.element] = "CHECK ((" + native.Text(k.Text()) + " IS NOT NULL) AND " + strings.TrimSpace(e[len("CHECK"):]) + ")"
	default:
		elements = append(elements, definition.KeptElement(providers.KeptConstraint{Kind: found.kind, Name: a.To, Columns: found.columns}))
	}
	return elements, nil
}

// freeReferring drops the foreign keys that refer to a constraint, if the constraint is dropped with CASCADE.
func (c *Conn) freeReferring(r *rebuilding, gone *namedConstraint) error {
	if gone.kind != "u" && gone.kind != "p" {
		return nil
	}
	table := []string{r.target.database, r.target.schema, r.target.name}
	needs := func(k foreignkey.Key) bool {
		return k.Kind == "f" && k.Referred(table) && definition.SameNames(k.Others, gone.columns)
	}
	keys, err := c.ownKeys()
	if err != nil {
		return err
	}
	for _, k := range keys {
		switch {
		case !needs(k):
		case !r.alteration.Cascade:
			return sqlstate.New(dependentObjects, "cannot drop constraint %s on table %s because other objects depend on it", gone.name, r.target.name).
				WithDetail("constraint %s on table %s depends on it", k.Name, k.OwnTable).WithHint("Use DROP ... CASCADE to drop the dependent objects too.")
		case k.Of(table):
			return errNotRebuilt(r.target.name, "a foreign key to itself")
		default:
			c.sendNotice(sqlstate.SuccessfulCompletion, "drop cascades to constraint "+k.Name+" on table "+k.OwnTable)
			return c.rewriteKept(func(k foreignkey.Key) (foreignkey.Key, bool) { return k, !needs(k) })
		}
	}
	return nil
}
