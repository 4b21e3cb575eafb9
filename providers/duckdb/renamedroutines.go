package duckdb

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Functions whose parameters or results are rows of a table follow the table to its new name: they keep the names of types.

// runRenamingTable runs an ALTER TABLE that renames a table or a column.
func (c *Conn) runRenamingTable(ctx context.Context, s providers.Statement, args providers.Args, a definition.Alteration) (rows providers.Rows, err error) {
	of, err := c.lookUpObject("TABLE", a.Target)
	if err != nil {
		return nil, err
	}
	if of == nil || of.Kind != "TABLE" || a.Action != definition.RenameTable || c.mayNotWrite() {
		return c.runRenaming(ctx, s, args, a)
	}
	users, err := c.routinesOfRows(of)
	if err != nil {
		return nil, err
	}
	if len(users) == 0 {
		return c.runRenaming(ctx, s, args, a)
	}
	err = c.inOne(func() error {
		if rows, err = c.runRenaming(ctx, s, args, a); err != nil {
			return err
		}
		return c.changeMacros(s, func() error {
			for _, r := range users {
				now, err := renamedRoutine(r, of, a.To)
				if err != nil {
					return err
				}
				if err := c.dropMacro(r); err != nil {
					return err
				}
				if err := c.keepRoutine("CREATE MACRO ", now); err != nil {
					return err
				}
			}
			return nil
		})
	})
	return rows, err
}

// refuseRenamedView refuses the renaming of a view whose rows functions take or return.
func (c *Conn) refuseRenamedView(found *object.Object) error {
	users, err := c.routinesOfRows(found)
	if err == nil && len(users) > 0 {
		err = sqlstate.New(sqlstate.FeatureNotSupported, "RENAME of a view whose rows the function %s takes or returns is not supported", users[0].Signature())
	}
	return err
}

// routinesOfRows are the functions with parameters or results that are rows of a relation.
func (c *Conn) routinesOfRows(of *object.Object) ([]*providers.Routine, error) {
	return c.routinesThat(hasRowsOf, of)
}

func isNamed(n providers.Name, o *object.Object) bool {
	return n.Name != "" && strings.EqualFold(n.Schema, o.Schema) && strings.EqualFold(n.Name, o.Name)
}

// hasRowsOf reports whether a parameter or the result of a function is a row of a relation.
func hasRowsOf(r *providers.Routine, o *object.Object) bool {
	return isNamed(r.RowsOf, o) || slices.ContainsFunc(r.Parameters, func(p providers.Parameter) bool { return isNamed(p.RowOf, o) })
}

// renamedRoutine is a function with the new name of a table whose rows it takes or returns.
func renamedRoutine(r *providers.Routine, of *object.Object, to string) (*providers.Routine, error) {
	now := *r
	now.Parameters = append([]providers.Parameter(nil), r.Parameters...)
	was := map[string]string{}
	rename := func(spelled string) string {
		name := strings.TrimSuffix(spelled, definition.LastName(spelled))
		if strings.HasSuffix(spelled, `"`) {
			name = strings.TrimSuffix(spelled, native.Ident(definition.LastName(spelled)))
		}
		was[spelled] = name + native.ShownIdent(to)
		return was[spelled]
	}
	for i, p := range now.Parameters {
		if p.Name == of.Name {
			return nil, sqlstate.New(sqlstate.FeatureNotSupported, "RENAME of a table whose rows the function %s takes as a parameter of the table's name is not supported", r.Signature())
		}
		if isNamed(p.RowOf, of) {
			now.Parameters[i].RowOf.Name, now.Parameters[i].Type = to, rename(p.Type)
		}
	}
	if isNamed(r.RowsOf, of) {
		now.RowsOf.Name, now.Returns = to, rename(r.Returns)
	}
	for spelled, name := range was {
		word := regexp.MustCompile(`(^|[ (])` + regexp.QuoteMeta(spelled) + `($|[,) ])`)
		shown := func(text string) string {
			return word.ReplaceAllString(text, "${1}"+strings.ReplaceAll(name, "$", "$$")+"${2}")
		}
		arguments, result := shown(now.Shown.Arguments), shown(now.Shown.Result)
		now.Shown.Definition = strings.Replace(now.Shown.Definition, "("+now.Shown.Arguments+")", "("+arguments+")", 1)
		now.Shown.Definition = strings.Replace(now.Shown.Definition, " RETURNS "+now.Shown.Result+"\n", " RETURNS "+result+"\n", 1)
		now.Shown.Arguments, now.Shown.Result, now.Shown.Identity = arguments, result, shown(now.Shown.Identity)
	}
	return &now, nil
}

// dropMacro drops the macro that keeps a function.
func (c *Conn) dropMacro(r *providers.Routine) error {
	name := native.Ident(c.provider.options.Name) + "." + native.Ident(r.Schema) + "." + native.Ident(pgcatalog.RoutineMacro+r.Signature())
	if err := native.Run(c.conn, "DROP MACRO "+name); err != nil {
		return c.provider.translateError(err, "", nil)
	}
	c.ownRoutine(r, nil)
	return nil
}

// dropWithRoutines runs a DROP … CASCADE of an object that functions use, and drops these.
func (c *Conn) dropWithRoutines(ctx context.Context, s providers.Statement, args providers.Args, d definition.Statement, found *object.Object, users []*providers.Routine) (rows providers.Rows, err error) {
	err = c.inOne(func() error {
		err := c.changeMacros(s, func() error {
			for _, r := range users {
				if err := c.dropMacro(r); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		rows, err = c.runDropping(ctx, s, args, d, found)
		return err
	})
	if err != nil {
		return rows, err
	}
	dropped := make([]string, len(users))
	for i, r := range users {
		dropped[i] = "function " + r.Signature()
	}
	c.tellCascades(dropped)
	return rows, nil
}
