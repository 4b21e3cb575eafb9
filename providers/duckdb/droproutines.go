package duckdb

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// dropRoutines drops functions.
func (c *Conn) dropRoutines(change *providers.RoutineChange) error {
	for _, d := range change.Drop {
		all, err := c.keptRoutines()
		if err != nil {
			return err
		}
		found, err := c.routineNamed(all, d)
		if err != nil {
			return err
		}
		if found == nil && !change.IfExists {
			return errNoRoutine(d)
		}
		if found == nil {
			d.Types = d.Written
			c.sendNotice(sqlstate.SuccessfulCompletion, d.Kind+" "+spelledRoutine(d)+" does not exist, skipping")
			continue
		}
		if err := c.dropMacro(found); err != nil {
			return err
		}
	}
	return nil
}

func spelledRoutine(d providers.DroppedRoutine) string {
	name := d.Name
	if d.Schema != "" {
		name = d.Schema + "." + name
	}
	return providers.Signature(name, d.Types)
}

func errNoRoutine(d providers.DroppedRoutine) error {
	if d.Any {
		return sqlstate.New(sqlstate.UndefinedFunction, "could not find a %s named %q", d.Kind, d.Name)
	}
	d.Types = []string{strings.Join(d.Types, ", ")}
	return sqlstate.New(sqlstate.UndefinedFunction, "%s %s does not exist", d.Kind, spelledRoutine(d))
}

// routineNamed finds the function that a DROP names. It returns nil if there is none.
func (c *Conn) routineNamed(all []*providers.Routine, d providers.DroppedRoutine) (*providers.Routine, error) {
	schemas := []string{d.Schema}
	if d.Schema == "" {
		schemas = toDuckDB(c.path.schemas)
	}
	var found []*providers.Routine
	for _, schema := range schemas {
		for _, r := range all {
			if r.Schema == strings.ToLower(schema) && r.Name == d.Name && (d.Any || r.Signature() == providers.Signature(d.Name, d.Types)) {
				found = append(found, r)
			}
		}
		if len(found) > 0 && !d.Any {
			break
		}
	}
	switch {
	case len(found) == 0:
		return nil, nil //nolint:nilnil // there is none
	case len(found) > 1:
		return nil, sqlstate.New(ambiguousFunction, "%s name %q is not unique", d.Kind, d.Name).
			WithHint("Specify the argument list to select the %s unambiguously.", d.Kind)
	}
	return found[0], nil
}

// refuseUsedByRoutine refuses a DROP of an object that a function depends on: the relation whose rows it returns, a type
// of its parameters or its result, or what a body in SQL's own syntax reads.
func (c *Conn) refuseUsedByRoutine(found *object.Object) error {
	users, err := c.routinesUsing(found)
	if err != nil || len(users) == 0 {
		return err
	}
	return c.errUsedByRoutines(found, users)
}

// errUsedByRoutines is the error of a DROP of an object that functions depend on.
func (c *Conn) errUsedByRoutines(found *object.Object, users []*providers.Routine) error {
	kind, name, lines, hint := strings.ToLower(found.Kind), c.shownName(*found), make([]string, len(users)), "Drop the function first."
	if found.Kind == "TABLE" || found.Kind == "VIEW" {
		hint = "Use DROP ... CASCADE to drop the dependent objects too."
	}
	for i, r := range users {
		if lines[i] = "function " + c.shownRoutine(r) + " depends on " + kind + " " + name; found.Kind != "TYPE" && hasRowsOf(r, found) {
			lines[i] = "function " + c.shownRoutine(r) + " depends on type " + name
		}
	}
	return sqlstate.New(sqlstate.DependentObjectsExist, "cannot drop %s %s because other objects depend on it", kind, name).
		WithDetail("%s", strings.Join(lines, "\n")).WithHint("%s", hint)
}

// routinesUsing are the functions that depend on an object.
func (c *Conn) routinesUsing(found *object.Object) ([]*providers.Routine, error) {
	return c.routinesThat(usesObject, found)
}

// routinesThat are the functions that have to do with an object as use says. None has with a temporary one.
func (c *Conn) routinesThat(use func(*providers.Routine, *object.Object) bool, o *object.Object) (list []*providers.Routine, err error) {
	all, err := c.keptRoutines()
	if err != nil || o.Database == "temp" {
		return nil, err
	}
	for _, r := range all {
		if use(r, o) {
			list = append(list, r)
		}
	}
	return list, nil
}

func usesObject(r *providers.Routine, o *object.Object) bool {
	if o.Kind == "SCHEMA" { // functions of other schemas with rows of its tables
		in := func(n providers.Name) bool { return n.Name != "" && strings.EqualFold(n.Schema, o.Name) }
		return !strings.EqualFold(r.Schema, o.Name) && (in(r.RowsOf) || slices.ContainsFunc(r.Parameters, func(p providers.Parameter) bool { return in(p.RowOf) }))
	}
	if o.Kind == "TYPE" {
		of := func(t string) bool {
			t = strings.TrimSuffix(t, "[]")
			return t == o.Name || t == native.Ident(o.Name) || strings.HasSuffix(t, "."+o.Name)
		}
		return of(r.Returns) || slices.ContainsFunc(r.Parameters, func(p providers.Parameter) bool { return of(p.Type) })
	}
	return hasRowsOf(r, o) || slices.ContainsFunc(r.Depends, func(n providers.Name) bool { return isNamed(n, o) })
}
