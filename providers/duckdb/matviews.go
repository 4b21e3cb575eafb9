package duckdb

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/providers/duckdb/qualify"
	"github.com/sallyportdb/sallyport/providers/duckdb/tabledef"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// DuckDB has no materialized views. One is a table whose definition keeps the query in the text of a CHECK that is always true
// (providers.KeptConstraint), so it is made, dropped and rolled back as a table is. REFRESH makes the table again in one transaction.

const matview = "MATERIALIZED VIEW"

// isOfMatviews reports whether a statement is CREATE, REFRESH or DROP MATERIALIZED VIEW.
func isOfMatviews(s providers.Statement) bool {
	v := verb(s)
	return v == "CREATE "+matview || v == "REFRESH "+matview || v == "DROP "+matview
}

// runMatview runs CREATE, REFRESH or DROP MATERIALIZED VIEW.
func (c *Conn) runMatview(ctx context.Context, s providers.Statement) (out providers.Rows, err error) {
	if c.mayNotWrite() {
		return nil, errReadOnly(verb(s))
	}
	c.provider.stored.Store(true)
	c.provider.tabled.changing.Add(1)
	defer c.provider.tabled.changing.Add(-1)
	err = c.inOne(func() error {
		defer func(unsaid bool) { c.unsaid = unsaid }(c.unsaid)
		c.unsaid = true
		switch verb(s) {
		case "CREATE " + matview:
			out, err = c.createMatview(ctx, s)
		case "REFRESH " + matview:
			out, err = c.refreshMatview(ctx, s)
		default:
			out, err = c.dropMatviews(ctx, s)
		}
		if err == nil {
			c.tx.changes.Unkept = verb(s) + " has run in the transaction"
			c.changesCatalog()
			c.changesRows()
		}
		return err
	})
	return out, err
}

// createMatview runs CREATE MATERIALIZED VIEW.
func (c *Conn) createMatview(ctx context.Context, s providers.Statement) (providers.Rows, error) {
	list := definition.Tokens(s.SQL)[3:]
	lenient := list[0].Is("IF") && len(list) > 3 && list[1].Is("NOT")
	if lenient {
		list = list[3:]
	}
	written, rest := definition.NameAt(s.SQL, list)
	as := slices.IndexFunc(rest, func(t definition.Token) bool { return t.Is("AS") })
	if as < 0 {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "this CREATE MATERIALIZED VIEW is not supported")
	}
	columns := strings.TrimSpace(s.SQL[list[0].At+len(written) : rest[as].At])
	query := strings.TrimRight(s.SQL[rest[as].End:], "; \n")
	empty := false
	if n := len(rest); rest[n-1].Is("DATA") {
		empty = rest[n-2].Is("NO")
		with := slices.IndexFunc(rest[n-3:], func(t definition.Token) bool { return t.Is("WITH") }) + n - 3
		query = s.SQL[rest[as].End:rest[with].At]
	}
	place, err := c.definedTable("CREATE TABLE " + written + " ()")
	if err != nil {
		return nil, err
	}
	path := native.Ident(place[1]) + "." + native.Ident(place[2])
	if found, err := c.lookUpObject("TABLE", path); err != nil {
		return nil, err
	} else if found != nil && lenient {
		c.sendExists("TABLE", place[2])
		return &table{tag: verb(s)}, nil
	} else if found != nil {
		return nil, sqlstate.New(sqlstate.DuplicateTable, "relation %q already exists", place[2])
	}
	if query, err = c.bindQuery(ctx, query); err != nil {
		return nil, err
	}
	if err := c.runStep(ctx, "CREATE TABLE", "CREATE TABLE "+path+" "+columns+" AS "+query+" WITH NO DATA"); err != nil {
		return nil, err
	}
	t, err := c.readTable(place[1], place[2])
	if err != nil || t == nil {
		return nil, err
	}
	t.Elements = append(t.Elements, "")
	return c.fillMatview(ctx, t, providers.KeptConstraint{Kind: "m", Name: place[2], Query: query, Empty: empty}, "CREATE "+matview)
}

// bindQuery returns a query with the names of relations in full, as DuckDB keeps it of a view.
func (c *Conn) bindQuery(ctx context.Context, query string) (string, error) {
	const view = `temp.main."__materialized"`
	defer func(temporary, had bool) { c.temporary, c.hadTemporary = temporary, had }(c.temporary, c.hadTemporary) // the view is gone at once
	if err := c.runStep(ctx, "CREATE VIEW", "CREATE TEMP VIEW "+view+" AS "+query); err != nil {
		return "", err
	}
	rows, err := c.collectText(`SELECT sql FROM duckdb_views() WHERE temporary AND view_name = '__materialized'`)
	if err != nil || len(rows) != 1 {
		return "", err
	}
	if err := c.runSteps([]string{"DROP VIEW " + view}); err != nil {
		return "", err
	}
	query, err = qualify.Query(c.finder(), definition.ViewQuery(rows[0][0]), qualify.Materialized)
	if err != nil {
		return "", c.provider.translateError(err, "", nil)
	}
	return query, nil
}

// runStep runs a statement of our own as one of the session's: its files are looked at, and what it needs of the catalog is made.
func (c *Conn) runStep(ctx context.Context, verb, sql string) error {
	rows, err := c.runOne(ctx, providers.Statement{Verb: verb, SQL: sql}, providers.Args{})
	if err != nil {
		return err
	}
	_, err = readAll(rows, "the rows of a step")
	return err
}

// fillMatview makes the table of a materialized view again, and fills it. The last element of t is what it keeps.
func (c *Conn) fillMatview(ctx context.Context, t *tabledef.Table, k providers.KeptConstraint, tag string) (*table, error) {
	t.Elements[len(t.Elements)-1] = definition.KeptElement(k)
	steps := []string{"DROP TABLE " + t.Path(), "CREATE TABLE " + t.Path() + " (" + strings.Join(t.Elements, ", ") + ")"}
	if err := c.runSteps(steps); err != nil {
		return nil, err
	}
	out := &table{tag: tag}
	if !k.Empty {
		rows, err := c.runOne(ctx, providers.Statement{Verb: "INSERT", SQL: "INSERT INTO " + t.Path() + " " + k.Query}, providers.Args{})
		if err != nil {
			return nil, err
		}
		if _, err := readAll(rows, "the rows of a materialized view"); err != nil {
			return nil, err
		}
		if inserted := strings.Fields(rows.Tag()); tag == "CREATE "+matview && len(inserted) == 3 {
			if _, err := strconv.ParseInt(inserted[2], 10, 64); err == nil {
				out.tag = "SELECT " + inserted[2]
			}
		}
	}
	return out, c.runSteps(slices.Concat(t.Comments, t.MakeIndexes()))
}

// matviewNamed finds a materialized view.
func (c *Conn) matviewNamed(written, otherwise string) (*object.Object, error) {
	found, err := c.lookUpObject(matview, written)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return nil, nil
	case found.Kind != matview && otherwise == "":
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "%q is not a materialized view", found.Name)
	case found.Kind != matview:
		return nil, sqlstate.New(sqlstate.WrongObjectType, "%q is not a materialized view", found.Name).WithHint("Use DROP %s to remove %s.", found.Kind, object.Article(found.Kind))
	}
	return found, nil
}

// refreshMatview runs REFRESH MATERIALIZED VIEW.
func (c *Conn) refreshMatview(ctx context.Context, s providers.Statement) (providers.Rows, error) {
	list := definition.Tokens(s.SQL)[3:]
	concurrently := list[0].Is("CONCURRENTLY") && len(list) > 1 && list[1].Text != "."
	if concurrently {
		list = list[1:]
	}
	written, rest := definition.NameAt(s.SQL, list)
	empty := len(rest) > 1 && rest[1].Is("NO")
	found, err := c.matviewNamed(written, "")
	if err != nil {
		return nil, err
	}
	if found == nil {
		return nil, c.errNoRelation(written)
	}
	t, err := c.readTable(found.Schema, found.Name)
	if err != nil || t == nil {
		return nil, err
	}
	at, k, err := findStoredQuery(t)
	switch {
	case err != nil:
		return nil, err
	case concurrently && empty:
		return nil, sqlstate.New(sqlstate.SyntaxError, "CONCURRENTLY and WITH NO DATA options cannot be used together")
	case concurrently && k.Empty:
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "CONCURRENTLY cannot be used when the materialized view is not populated")
	case concurrently && !slices.ContainsFunc(t.Indexes, func(i tabledef.Index) bool { return strings.Contains(strings.ToUpper(i.Create), " UNIQUE ") }):
		return nil, sqlstate.New("55000", "cannot refresh materialized view \"%s.%s\" concurrently", t.Schema, t.Name).
			WithHint("Create a unique index with no WHERE clause on one or more columns of the materialized view.")
	}
	t.Elements = append(slices.Delete(slices.Clone(t.Elements), at, at+1), "")
	k.Empty = empty
	return c.fillMatview(ctx, t, k, "REFRESH "+matview)
}

// findStoredQuery returns the place and the content of the element of a materialized view's table that keeps the query.
func findStoredQuery(t *tabledef.Table) (int, providers.KeptConstraint, error) {
	for at, element := range t.Elements {
		if k, ok := definition.StoredQuery(element); ok {
			return at, k, nil
		}
	}
	return 0, providers.KeptConstraint{}, tabledef.ErrNotRebuilt(t.Name, "a query")
}

// dropMatviews runs DROP MATERIALIZED VIEW.
func (c *Conn) dropMatviews(ctx context.Context, s providers.Statement) (providers.Rows, error) {
	list := definition.Tokens(strings.TrimRight(s.SQL, "; \n"))[3:]
	lenient := list[0].Is("IF") && len(list) > 2 && list[1].Is("EXISTS")
	if lenient {
		list = list[2:]
	}
	cascade := list[len(list)-1].Is("CASCADE")
	var objects []object.Object
	for len(list) > 0 {
		written, rest := definition.NameAt(s.SQL, list)
		list = nil
		if len(rest) > 1 && rest[0].Text == "," {
			list = rest[1:]
		}
		found, err := c.matviewNamed(written, "DROP")
		switch {
		case err != nil:
			return nil, err
		case found == nil && lenient:
			c.sendNotice(sqlstate.SuccessfulCompletion, `materialized view "`+definition.LastName(written)+`" does not exist, skipping`)
			continue
		case found == nil:
			return nil, sqlstate.New(sqlstate.UndefinedTable, "materialized view %q does not exist", definition.LastName(written))
		}
		if !slices.Contains(objects, *found) {
			objects = append(objects, *found)
		}
	}
	if c.drop != nil {
		c.drop.several = len(objects) > 1
	}
	order, err := c.dependentsFirst(objects)
	if err != nil {
		return nil, err
	}
	for _, i := range order {
		found := &objects[i]
		if err := c.refuseUsedByRoutine(found); err != nil {
			return nil, err
		}
		drop := providers.Statement{Verb: "DROP TABLE", SQL: "DROP TABLE " + native.Ident(found.Schema) + "." + native.Ident(found.Name)}
		if _, err := c.guardViews(ctx, drop, providers.Args{}, found, guarded{drops: true, cascade: cascade}); err != nil {
			return nil, err
		}
	}
	return &table{tag: verb(s)}, nil
}

// queryOf returns the query of a materialized view, or "" if the table is no materialized view.
func (c *Conn) queryOf(v object.Object) (string, error) {
	rows, err := c.collectText(`SELECT sql FROM duckdb_tables() WHERE database_name = ` + native.Text(v.Database) + ` AND schema_name = ` + native.Text(v.Schema) + ` AND table_name = ` + native.Text(v.Name))
	if err != nil || len(rows) != 1 {
		return "", err
	}
	k, _ := definition.StoredQuery(rows[0][0])
	return k.Query, nil
}
