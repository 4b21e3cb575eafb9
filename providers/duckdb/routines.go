package duckdb

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/catalog"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB's macros are not functions of PostgreSQL, since the names in a macro mean what they mean to its caller. So a
// user's function in LANGUAGE sql is kept and not run (providers.Routine): as a macro without parameters, whose body is a
// text and which no statement can call. It is made, dropped and rolled back like any object of its schema, and outlives a
// restart if tables do.

// The codes of functions that cannot be made or dropped so.
const (
	duplicateFunction sqlstate.Code = "42723"
	ambiguousFunction sqlstate.Code = "42725"
	invalidDefinition sqlstate.Code = "42P13"
)

// OwnRoutines returns the functions that the open transaction has made, and those that it has dropped.
func (c *Conn) OwnRoutines() providers.OwnRoutines {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.tx.routines
}

// runRoutine runs CREATE FUNCTION, DROP FUNCTION or COMMENT ON FUNCTION.
func (c *Conn) runRoutine(ctx context.Context, s providers.Statement) (providers.Rows, error) {
	if err := c.refuseWriting(s); err != nil {
		return nil, err
	}
	err := c.changeMacros(s, func() error {
		switch {
		case s.Routine.Make != nil:
			return c.makeRoutine(ctx, s.Routine)
		case s.Routine.Commented != nil:
			return c.commentRoutine(s.Routine)
		case s.Routine.Owned != nil:
			_, err := c.existingRoutine(*s.Routine.Owned)
			return err
		}
		return c.dropRoutines(s.Routine)
	})
	if err != nil {
		return nil, err
	}
	return &table{tag: verb(s)}, nil
}

// changeMacros runs what changes macros that keep something.
func (c *Conn) changeMacros(s providers.Statement, change func() error) error {
	c.provider.tabled.changing.Add(1)
	defer c.provider.tabled.changing.Add(-1)
	return c.inOne(func() error {
		if err := change(); err != nil {
			return err
		}
		c.tx.macros, c.tx.changes.Unkept = true, verb(s)+" has run in the transaction"
		c.changesRows()
		c.provider.tabled.macros.Add(1)
		c.changesCatalog()
		return nil
	})
}

// ownRoutine notes that the transaction has made a function, or dropped it if made is nil.
func (c *Conn) ownRoutine(r, made *providers.Routine) {
	own := make(providers.OwnRoutines, len(c.tx.routines)+1)
	for key, other := range c.tx.routines { // the session may still read the one before
		own[key] = other
	}
	own[r.Schema+"\x00"+r.Signature()] = made
	c.tx.routines = own
}

// keptRoutines are the functions that the session sees. To list them is slow, because DuckDB lists its own with them. So
// the committed functions are taken from the loaded catalog, if the session sees these.
func (c *Conn) keptRoutines() ([]*providers.Routine, error) {
	if c.tx.status == providers.InTransaction {
		c.takeSnapshot()
	}
	if now, stands := c.provider.currentMoment(); stands && !c.tx.macros && (c.tx.status == providers.Idle || c.tx.stands && c.tx.began.macros == now.macros) {
		if all, known := c.provider.knownRoutines(now.macros); known {
			return all, nil
		}
	}
	return catalog.ReadRoutines(c.provider.options.Name, c.collectText)
}

// knownRoutines are the kept functions, if there can be none or the loaded catalog has those of this count of changes.
func (p *Provider) knownRoutines(macros uint64) (all []*providers.Routine, known bool) {
	if !p.mayHaveMacros(macros) {
		return nil, true
	}
	p.adminMu.Lock()
	defer p.adminMu.Unlock()
	return p.loaded.KeptRoutines(macros)
}

// makeRoutine makes a function.
func (c *Conn) makeRoutine(ctx context.Context, change *providers.RoutineChange) error {
	made := *change.Make // a statement may run more than once, with another comment kept
	r := &made
	all, err := c.keptRoutines()
	if err != nil {
		return err
	}
	if err := c.checkRoutine(ctx, r); err != nil {
		return err
	}
	create := "CREATE MACRO "
	for _, old := range all {
		if old.Schema == r.Schema && old.Signature() != r.Signature() && strings.EqualFold(old.Signature(), r.Signature()) {
			return sqlstate.New(sqlstate.FeatureNotSupported, "functions whose names differ in case alone are not supported: %q and %q", old.Name, r.Name)
		}
		if old.Schema != r.Schema || old.Signature() != r.Signature() {
			continue
		}
		if !change.Replace {
			return sqlstate.New(duplicateFunction, "function %q already exists with same argument types", r.Name)
		}
		if err := refuseReplacement(old, r); err != nil {
			return err
		}
		create, r.Comment = "CREATE OR REPLACE MACRO ", old.Comment
	}
	return c.keepRoutine(create, r)
}

// commentRoutine gives a function a comment, or takes it away.
func (c *Conn) commentRoutine(change *providers.RoutineChange) error {
	found, err := c.existingRoutine(*change.Commented)
	if err != nil {
		return err
	}
	now := *found
	now.Comment = change.Comment
	return c.keepRoutine("CREATE OR REPLACE MACRO ", &now)
}

// existingRoutine finds the function that a statement names, or returns the error of one that is not there.
func (c *Conn) existingRoutine(d providers.DroppedRoutine) (*providers.Routine, error) {
	all, err := c.keptRoutines()
	if err != nil {
		return nil, err
	}
	found, err := c.routineNamed(all, d)
	switch {
	case err != nil:
		return nil, err
	case found == nil && d.Schema != "":
		if err := c.checkSchema(d.Schema); err != nil {
			return nil, err
		}
		fallthrough
	case found == nil:
		return nil, errNoRoutine(d)
	}
	return found, nil
}

// keepRoutine makes the macro that keeps a function.
func (c *Conn) keepRoutine(create string, r *providers.Routine) error {
	text, err := json.Marshal(r)
	if err != nil {
		return sqlstate.Wrap(err, sqlstate.InternalError, "the function cannot be kept")
	}
	name := native.Ident(c.provider.options.Name) + "." + native.Ident(r.Schema) + "." + native.Ident(pgcatalog.RoutineMacro+r.Signature())
	if err := native.Run(c.conn, create+name+"() AS "+native.Text(string(text))); err != nil {
		return c.provider.translateError(err, "", nil)
	}
	c.ownRoutine(r, r)
	return nil
}

// refuseReplacement refuses what CREATE OR REPLACE cannot change.
func refuseReplacement(old, r *providers.Routine) error {
	hint := "Use DROP FUNCTION " + providers.Signature(old.Name, inputTypes(old)) + " first."
	if old.Shown.Result != r.Shown.Result || len(old.Outputs()) != len(r.Outputs()) {
		e := sqlstate.New(invalidDefinition, "cannot change return type of existing function").WithHint("%s", hint)
		if len(old.Outputs()) > 0 || len(r.Outputs()) > 0 {
			return e.WithDetail("Row type defined by OUT parameters is different.")
		}
		return e
	}
	was, is := old.Inputs(), r.Inputs()
	for i := range was {
		if was[i].Name != "" && was[i].Name != is[i].Name {
			return sqlstate.New(invalidDefinition, "cannot change name of input parameter %q", was[i].Name).WithHint("%s", hint)
		}
		if was[i].Default != "" && is[i].Default == "" {
			return sqlstate.New(invalidDefinition, "cannot remove parameter defaults from existing function").WithHint("%s", hint)
		}
	}
	return nil
}

func inputTypes(r *providers.Routine) []string {
	inputs := r.Inputs()
	types := make([]string, len(inputs))
	for i, p := range inputs {
		types[i] = p.Type
	}
	return types
}

// unknownType is the OID of a quoted constant's type.
const unknownType = 705

// checkRoutine has DuckDB plan the body of a function, and compares its columns with those that are declared.
func (c *Conn) checkRoutine(ctx context.Context, r *providers.Routine) error {
	casts, err := c.namedTypes(r)
	if err != nil || r.Late {
		return err
	}
	s := providers.Statement{SQL: r.Check, Verb: "SELECT", ReadOnly: true}
	if _, err := c.freshenFiles(ctx, s); err != nil {
		return err
	}
	p, err := c.preparedFor(s)
	if err != nil || r.Expected == nil {
		return err
	}
	rows, err := c.columnsOfRows(r)
	if err != nil {
		return err
	}
	declared := r.Returns
	if r.Returns == "record" || r.Set {
		declared = r.Shown.Result
		if r.Returns == "record" || strings.HasPrefix(declared, "TABLE(") {
			declared = r.Returns
		}
	}
	mismatch := sqlstate.New(invalidDefinition, "return type mismatch in function declared to return %s", strings.TrimPrefix(declared, "SETOF "))
	if len(p.columns) != len(r.Expected) {
		return mismatch
	}
	for i, want := range r.Expected {
		got, of, shown := p.columns[i], casts[r.Declared[i]], r.Declared[i]
		if shown == "" && i < len(rows) {
			of, shown = rows[i], rows[i].TypeName
		}
		name, _, _ := strings.Cut(got.TypeName, "(")
		switch {
		case takesItselfAlone(of) && got.Type == unknownType:
			name = "text"
		case takesItselfAlone(of) && got.Type != of.Type, len(want) > 0 && got.Type != unknownType && !slices.Contains(want, got.Type):
		default:
			continue
		}
		if len(r.Expected) > 1 {
			return mismatch.WithDetail("Final statement returns %s instead of %s at column %d.", name, shown, i+1)
		}
		return mismatch.WithDetail("Actual return type is %s.", name)
	}
	return nil
}

// namedTypes has DuckDB plan the types of users that a function declares.
func (c *Conn) namedTypes(r *providers.Routine) (map[string]providers.Column, error) {
	casts := map[string]providers.Column{}
	if r.Named == "" {
		return casts, nil
	}
	named, err := c.preparedFor(providers.Statement{SQL: r.Named, Verb: "SELECT", ReadOnly: true})
	if err != nil {
		return nil, err
	}
	for i, shown := range r.Casts {
		if i < len(named.columns) {
			casts[shown] = named.columns[i]
		}
	}
	return casts, nil
}

// columnsOfRows are the columns of the relation whose rows a function returns, if it returns such.
func (c *Conn) columnsOfRows(r *providers.Routine) ([]providers.Column, error) {
	if r.RowsOf.Name == "" {
		return nil, nil
	}
	from := native.Ident(r.RowsOf.Name)
	if r.RowsOf.Schema != "" {
		from = native.Ident(r.RowsOf.Schema) + "." + from
	}
	p, err := c.preparedFor(providers.Statement{SQL: "SELECT * FROM " + from, Verb: "SELECT", ReadOnly: true})
	if err != nil {
		return nil, err
	}
	return p.columns, nil
}

// takesItselfAlone reports whether no value of another type is assigned to the type of a column: to an enum or an array of one, and to
// a range.
func takesItselfAlone(c providers.Column) bool {
	return c.Enum || c.Elements != 0 || ranges[c.Type]
}

// ranges are the OIDs of the types of ranges and of multiranges.
var ranges = map[uint32]bool{
	3904: true, 3906: true, 3908: true, 3910: true, 3912: true, 3926: true,
	4451: true, 4532: true, 4533: true, 4534: true, 4535: true, 4536: true,
}
