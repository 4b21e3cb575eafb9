package duckdb

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/object"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// findTable finds a table of the source by its name in a statement.
func (c *Conn) findTable(written string) (schema, name string, err error) {
	found, err := c.lookUpTable(written)
	if err != nil || found == nil || found[0] == "temp" {
		return "", "", err
	}
	return found[1], found[2], nil
}

// fullName returns the quoted name of a table with its database and schema, or "" if it is not found.
func (c *Conn) fullName(written string) (string, error) {
	found, err := c.lookUpTable(written)
	return native.Path(found...), err
}

// lookUpTable finds a table by its name in a statement: its database, which may be temp, its schema, and its name.
func (c *Conn) lookUpTable(written string) (found []string, err error) {
	if found, err = c.finder().FindTable(written); err != nil {
		err = c.provider.translateError(err, "", nil)
	}
	return found, err
}

// lookUpObject finds the object of a name as a statement of that kind means it. It returns nil if there is none.
func (c *Conn) lookUpObject(kind, written string) (*object.Object, error) {
	found, err := c.finder().FindObject(kind, written)
	if err != nil {
		err = c.provider.translateError(err, "", nil)
	}
	return found, err
}

// errNoRelation is the error of a relation that is not there, by its name as it is written, or of the schema that the name has.
func (c *Conn) errNoRelation(written string) error {
	parts := definition.SplitName(written)
	if len(parts) > 1 {
		if err := c.checkSchema(parts[len(parts)-2]); err != nil {
			return err
		}
	}
	return sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", strings.Join(parts, "."))
}

// schemaNamed finds a schema that must be there.
func (c *Conn) schemaNamed(written string) (*object.Object, error) {
	found, err := c.lookUpObject("SCHEMA", written)
	if err == nil && found == nil {
		err = sqlstate.New(sqlstate.InvalidSchemaName, "schema %q does not exist", definition.LastName(written))
	}
	return found, err
}

// checkSchema returns the error of a schema that is not there.
func (c *Conn) checkSchema(name string) error {
	_, err := c.schemaNamed(native.Ident(name))
	return err
}

// finder finds what names mean in the session.
func (c *Conn) finder() object.Finder {
	look := object.Look{Schemas: c.knownSchemas(), Stored: c.provider.stored.Load(), Begin: c.beginLook}
	return object.Finder{Conn: c.conn, Database: c.provider.options.Name, Schemas: toDuckDB(c.path.schemas), Look: look}
}

// beginLook begins a transaction in which names are looked up.
func (c *Conn) beginLook() (end func(), err error) {
	if c.running != nil { // DuckDB would end its result
		return nil, native.Error("a result is open")
	}
	if err := c.runKept("BEGIN TRANSACTION"); err != nil {
		return nil, err
	}
	return func() {
		if err := c.runKept("ROLLBACK"); err != nil {
			c.provider.log.Warn("a transaction that looks names up could not be ended", "error", err)
		}
	}, nil
}

// knownSchemas are the schemas that the session sees, as they were made. It returns nil where a listing has to tell them.
func (c *Conn) knownSchemas() []string {
	count := c.provider.version.changesOf(ofSchemas)
	if c.tx.status != providers.Idle && (!c.tx.stands || c.tx.catalog&ofSchemas != 0 || c.tx.began.changesOf(ofSchemas) != count) {
		return nil
	}
	schemas, err := c.provider.schemasNow()
	if err != nil || schemas.count != count {
		return nil
	}
	return schemas.names
}

// collectText runs a statement of our own.
func (c *Conn) collectText(sql string) ([][]string, error) {
	rows, err := native.Collect(c.conn, sql)
	if err != nil {
		return nil, c.provider.translateError(err, "", nil)
	}
	return rows, nil
}
