package duckdb

import (
	"cmp"
	"context"
	"encoding/binary"
	"regexp"
	"slices"
	"strings"

	lib "github.com/duckdb/duckdb-go-bindings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/bysession"
	"github.com/sallyportdb/sallyport/providers/duckdb/commits"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/memory"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/parameter"
	"github.com/sallyportdb/sallyport/providers/duckdb/vector"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// prepared is a prepared statement and its description.
type prepared struct {
	stmt    lib.PreparedStatement
	version uint64 // of the catalog at the time of preparing
	rows    moved  // what its plan knows of rows
	// It only puts rows into a table that stand in its text.
	readsNothing bool
	sql          string // the client's text
	kind         lib.StatementType
	params       []parameter.Parameter
	casts        []lexical.Param // the parameters that were wrapped in a cast
	columns      []providers.Column
	said         []providers.Described // what the text says of them
	origins      []providers.Origin
	returns      bool         // the statement returns rows
	reads        bool         // it has run in a read-only transaction, and does so whenever it runs
	files        []*fileTable // that it may name
	lookup       bool         // the statements that share it differ in constants: see preparedLookup
	fixed        bool         // the statements that share it differ in OIDs: see preparedCatalog
	begun        uint64       // how many fills of the catalog's tables that it reads had begun when it was prepared, if fixed
	long         int          // how many of its last runs took longer than longLookup
	costly       bool         // planning it took more than costlyPlan
	key          string       // under which it is kept
}

func (p *prepared) destroy() { lib.DestroyPrepare(&p.stmt) }

// beginReadOnly begins the transaction of a statement that may only read.
const beginReadOnly = "BEGIN TRANSACTION READ ONLY"

// runKept runs a statement of transaction control that each statement may need: parsing it again would
// cost as much as running it.
func (c *Conn) runKept(sql string) error {
	stmt, err := keepPlan(c.conn, c.control, sql)
	if err != nil {
		return err
	}
	var res lib.Result
	defer lib.DestroyResult(&res)
	if lib.ExecutePrepared(stmt, &res) == lib.StateError {
		return native.Error(lib.ResultError(&res))
	}
	return nil
}

// keepPlan returns the prepared statement for a text of our own, of which there are few.
func keepPlan(conn lib.Connection, kept map[string]lib.PreparedStatement, sql string) (lib.PreparedStatement, error) {
	stmt, ok := kept[sql]
	if ok {
		return stmt, nil
	}
	if lib.Prepare(conn, sql, &stmt) == lib.StateError {
		err := native.Error(lib.PrepareError(stmt))
		lib.DestroyPrepare(&stmt)
		return stmt, err
	}
	kept[sql] = stmt
	return stmt, nil
}

// listKept runs a query over DuckDB's listings whose text is always the same, and keeps its plan: DuckDB takes longer to plan such
// a query than to run it while there are few objects. The plan reads no rows of tables, so it stays right.
func (c *Conn) listKept(sql string) ([][]string, error) {
	rows, err := collectKept(c.conn, c.control, sql)
	if err != nil {
		return nil, c.provider.translateError(err, "", nil)
	}
	return rows, nil
}

// collectKept is native.Collect for a text of our own, whose plan is kept.
func collectKept(conn lib.Connection, kept map[string]lib.PreparedStatement, sql string) ([][]string, error) {
	stmt, err := keepPlan(conn, kept, sql)
	if err != nil {
		return nil, err
	}
	return native.CollectPrepared(stmt)
}

// maxPrepared is how many prepared statements a connection keeps.
const maxPrepared = 16

// moved tells which changes of rows there have been. DuckDB plans by the rows that the tables have then: if no row can meet a condition, the
// plan reads nothing, and it still reads nothing when it runs again later.
type moved struct {
	others commits.Since // commits at the source
	own    uint64        // statements of the connection
}

// changesRows notes that the session is about to change rows.
func (c *Conn) changesRows() {
	c.tx.writes++
	c.wrote++
}

// isCurrent reports whether a kept plan may run: no rows have changed since it was made, or it reads no rows.
func (c *Conn) isCurrent(p *prepared) bool {
	return p.readsNothing || p.rows.own == c.wrote && c.provider.commits.SameSince(p.rows.others)
}

// preparedFor returns the prepared statement for a text, a kept one or a new one.
func (c *Conn) preparedFor(s providers.Statement) (*prepared, error) {
	if err := c.attachNamed(s.SQL); err != nil {
		return nil, err
	}
	if p := c.preparedLookup(s); p != nil {
		return p, c.provider.refuseKind(p.kind, s.Verb, s.ReadOnly)
	}
	c.supplied.Forbid()
	key := statementKey(s)
	version := c.provider.version.Load()
	if p, ok := c.prepared[key]; ok {
		if p.version == version && c.isCurrent(p) {
			return p, c.provider.refuseKind(p.kind, s.Verb, s.ReadOnly)
		}
		c.dropPrepared(key)
	}
	rows := moved{c.provider.commits.Snapshot(), c.wrote}
	p, err := c.prepareStatement(s)
	if err != nil {
		return nil, err
	}
	if p.files, err = c.provider.namedFiles(s.SQL); err != nil {
		p.destroy()
		return nil, err
	}
	p.version, p.rows = version, rows
	c.keepPrepared(key, p)
	return p, nil
}

// keptDescription returns a kept statement that tells the parameters and columns of a text, or nil. Rows may have changed
// since it was prepared.
func (c *Conn) keptDescription(s providers.Statement) *prepared {
	p := c.prepared[statementKey(s)]
	if p == nil || p.version != c.provider.version.Load() || c.provider.refuseKind(p.kind, s.Verb, s.ReadOnly) != nil {
		return nil
	}
	return p
}

// costlyPlan is how much planning a statement may take, in bytes with those that it gives back, if the plan is to be kept. Where
// macros of the catalog call each other planning takes gigabytes, and what is left of it, 20 MB, lies on pages of half a gigabyte.
const costlyPlan = 256 << 20

// forgetCostly forgets a plan that was costly to make, once it has run, and gives the pages back that it lay on. Another one stays.
func (c *Conn) forgetCostly(p *prepared) {
	if p == nil || !p.costly {
		return
	}
	if c.prepared[p.key] == p {
		c.dropPrepared(p.key)
		memory.GiveBack()
	}
}

// keepPrepared keeps a statement, and no more than maxPrepared. Of costly ones it keeps the last, until it has run.
func (c *Conn) keepPrepared(key string, p *prepared) {
	if p.costly {
		for _, k := range slices.Clone(c.preparedKeys) {
			c.forgetCostly(c.prepared[k])
		}
	}
	if len(c.preparedKeys) == maxPrepared {
		c.dropPrepared(c.preparedKeys[0])
	}
	p.key, c.prepared[key] = key, p
	c.preparedKeys = append(c.preparedKeys, key)
}

// dropPrepared removes one of the kept statements.
func (c *Conn) dropPrepared(key string) {
	c.prepared[key].destroy()
	delete(c.prepared, key)
	c.preparedKeys = slices.DeleteFunc(c.preparedKeys, func(k string) bool { return k == key })
}

// preparedWith returns the prepared statement for a text and the values of its parameters.
func (c *Conn) preparedWith(s providers.Statement, args providers.Args) (*prepared, error) {
	p, err := c.preparedFor(s)
	if err != nil {
		return nil, err
	}
	return c.exactFor(p, s, args)
}

// exactFor returns the prepared statement that keeps all digits of the parameters' values: p itself, if it does.
func (c *Conn) exactFor(p *prepared, s providers.Statement, args providers.Args) (*prepared, error) {
	rounds, err := c.binder.Rounds(p.params, args)
	if err != nil || !rounds {
		return p, err
	}
	s.Exact = true
	return c.preparedFor(s)
}

func statementKey(s providers.Statement) string {
	key := make([]byte, 0, len(s.SQL)+1+4*len(s.ParamTypes))
	key = append(append(key, s.SQL...), 0)
	for _, oid := range s.ParamTypes {
		key = binary.LittleEndian.AppendUint32(key, oid)
	}
	for i, d := range s.Results {
		if d.Type != 0 {
			key = binary.LittleEndian.AppendUint32(append(key, byte(i)), d.Type)
			key = binary.LittleEndian.AppendUint32(key, uint32(d.TypeMod)) //nolint:gosec // the bits
		}
	}
	if s.Exact {
		key = append(key, "exact"...)
	}
	for _, o := range s.Origins {
		key = binary.LittleEndian.AppendUint32(key, o.Table)
		if o.Precise {
			key = binary.LittleEndian.AppendUint32(key, uint32(o.TypeMod)) //nolint:gosec // the bits
		}
	}
	return string(key)
}

// prepareStatement prepares a statement without running it.
func (c *Conn) prepareStatement(s providers.Statement) (*prepared, error) {
	text := lexical.Scan(s.SQL)
	if err := c.provider.refuseText(s.SQL, text); err != nil {
		return nil, err
	}
	closed, err := c.closeTypes(s.SQL, func(string) lexical.Scanned { return text }, s.ParamTypes)
	if err != nil {
		return nil, err
	}
	s.SQL = c.renameView(closed)
	p := &prepared{sql: definition.WithoutStored(s.SQL, text.Words)}
	for tries := 0; ; tries++ {
		err := c.prepareText(p, p.sql)
		if err == nil {
			break
		}
		mended := cmp.Or(c.nameFirstColumns(p.sql, err), c.withoutConflict(p.sql, err))
		if mended == "" || tries > 1 {
			return nil, err
		}
		p.sql, text = mended, lexical.Scan(mended)
	}
	if err := c.describePrepared(p, s, text); err != nil {
		p.destroy()
		return nil, err
	}
	p.readsNothing = p.kind == lib.StatementTypeInsert && !slices.ContainsFunc(text.Words, func(w string) bool { return w == "SELECT" || w == "FROM" || w == "TABLE" })
	return p, nil
}

// closeTypes writes the types that a statement leaves open. given are the OIDs of its parameters' types.
func (c *Conn) closeTypes(sql string, scan func(string) lexical.Scanned, given []uint32) (string, error) {
	if !bysession.LeavesTypes(sql) {
		return sql, nil
	}
	limited, unwatch := c.limitPlanning()
	defer unwatch()
	return c.provider.bySession.CloseTypes(limited, c.conn, sql, scan(sql), given, parameter.Guesses)
}

// limitPlanning returns a context that planning ends with, and a function that ends the watch over it.
func (c *Conn) limitPlanning() (limited context.Context, unwatch func()) {
	if c.watchPlanning == nil {
		return context.Background(), func() {}
	}
	return c.watchPlanning()
}

// prepareText has DuckDB prepare a text.
func (c *Conn) prepareText(p *prepared, sql string) error {
	var stmt lib.PreparedStatement
	var prepared lib.State
	limited, unwatch := c.limitPlanning()
	done, err := c.provider.takePlanning(limited, sql)
	if err != nil {
		unwatch()
		return sqlstate.From(err)
	}
	had := c.memory.Taken()
	c.memory.Call(func() { prepared = lib.Prepare(c.conn, sql, &stmt) })
	p.costly = p.costly || c.memory.Taken()-had > costlyPlan
	done()
	unwatch()
	if prepared == lib.StateError {
		err := c.provider.translateError(native.Error(lib.PrepareError(stmt)), p.sql, p.casts)
		lib.DestroyPrepare(&stmt)
		return c.orClosedError(err)
	}
	p.destroy()
	p.stmt = stmt
	return nil
}

// describePrepared fills in kind, parameters and columns, and prepares again with casts if parameters
// need them.
func (c *Conn) describePrepared(p *prepared, s providers.Statement, text lexical.Scanned) error {
	p.kind, p.said, p.origins = lib.PreparedStatementType(p.stmt), s.Results, s.Origins
	if err := c.provider.refuseKind(p.kind, s.Verb, s.ReadOnly); err != nil {
		return err
	}
	guess, err := p.readParams(s, text)
	if err != nil {
		return err
	}
	if err := c.prepareWithGuesses(p, text, guess); err != nil {
		return err
	}
	p.returns = readingKinds[p.kind] || text.Returning
	if p.returns {
		c.readColumns(p)
		if p.isUnbound() {
			c.readUnbound(p, text)
		}
		describeColumns(p.columns, s.Results)
		placeColumns(p.columns, s.Origins)
		preciseColumns(p.columns, s.Origins)
	}
	return nil
}

// readParams finds the type of every parameter. guess lists the parameters whose type neither
// DuckDB nor the client knows.
func (p *prepared) readParams(s providers.Statement, text lexical.Scanned) (guess []int, err error) {
	count := text.Highest()
	seen := make([]bool, count)
	for _, ref := range text.Params {
		if ref.Number == 0 {
			return nil, sqlstate.New(sqlstate.UndefinedParameter, "there is no parameter $0")
		}
		seen[ref.Number-1] = true
	}
	p.params = make([]parameter.Parameter, count)
	for i := range p.params {
		if !seen[i] && (i >= len(s.ParamTypes) || s.ParamTypes[i] == 0) {
			return nil, sqlstate.New(sqlstate.IndeterminateDatatype, "could not determine data type of parameter $%d", i+1)
		}
		declared := uint32(0)
		if i < len(s.ParamTypes) {
			declared = s.ParamTypes[i]
		}
		p.params[i] = parameter.New(vector.TypeOf(lib.ParamLogicalType(p.stmt, lib.IdxT(i+1))), declared)
		if s.Exact {
			p.params[i].KeepDigits()
		}
		if seen[i] && p.params[i].Cast == "" && p.params[i].Duck == lib.TypeInvalid {
			guess = append(guess, i)
		}
	}
	return guess, nil
}

// prepareWithGuesses prepares the statement again if parameters need casts.
func (c *Conn) prepareWithGuesses(p *prepared, text lexical.Scanned, guess []int) error {
	if len(guess) == 0 {
		return c.prepareWithCasts(p, text)
	}
	var first error
	for _, duck := range parameter.Guesses {
		for _, i := range guess {
			p.params[i] = parameter.Guess(duck)
		}
		err := c.prepareWithCasts(p, text)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// prepareWithCasts prepares the statement with casts around the parameters that are bound as text, if there are some.
func (c *Conn) prepareWithCasts(p *prepared, text lexical.Scanned) error {
	sql, casts := parameter.WithCasts(p.sql, text.Params, p.params)
	if p.casts = casts; len(casts) == 0 {
		return nil
	}
	return c.prepareText(p, sql)
}

func (c *Conn) readColumns(p *prepared) {
	p.columns = nil
	if p.kind == lib.StatementTypeExplain {
		p.columns = []providers.Column{planColumn()}
		return
	}
	for i := range lib.PreparedStatementColumnCount(p.stmt) {
		n := vector.TypeOf(lib.PreparedStatementColumnLogicalType(p.stmt, i))
		p.columns = append(p.columns, c.resultColumn(n, lib.PreparedStatementColumnName(p.stmt, i)))
	}
}

// DuckDB leaves the columns of some results open until it has the values of the parameters, for
// example if one is an argument of a macro that looks something up. A client must be told before,
// so such a statement is also prepared with NULLs.

// isUnbound reports a statement whose columns DuckDB leaves open.
func (p *prepared) isUnbound() bool {
	return len(p.params) > 0 && len(p.columns) == 1 && p.columns[0].Name == "unknown"
}

// readUnbound finds the columns of such a statement.
func (c *Conn) readUnbound(p *prepared, text lexical.Scanned) {
	// With a NULL, expressions have the type of NULL in DuckDB (NULL || 'x', an element of an array that is numbered NULL); with a value some
	// fail while they are planned.
	for _, value := range []string{"'1'", "NULL"} {
		var b strings.Builder
		last := 0
		for _, ref := range text.Params {
			q, of := p.params[ref.Number-1], "NULL"
			to := q.Cast
			if to == "" {
				to = vector.DuckType(q.OID)
			}
			if to == "INTEGER" || to == "BIGINT" || to == "SMALLINT" || to == "VARCHAR" {
				of = value
			}
			b.WriteString(p.sql[last:ref.Start] + "CAST(" + of + " AS " + to + ")")
			last = ref.End
		}
		b.WriteString(p.sql[last:])
		over := &prepared{sql: p.sql, kind: p.kind}
		if err := c.prepareText(over, b.String()); err != nil {
			continue // the run of the statement will tell
		}
		c.readColumns(over)
		p.columns = over.columns
		over.destroy()
		return
	}
}

// renamesRelation is ALTER TABLE name RENAME TO.
var renamesRelation = regexp.MustCompile(`(?i)^\s*ALTER\s+TABLE(\s+(?:IF\s+EXISTS\s+)?((?:"(?:[^"]|"")+"|[^\s".]+)(?:\.(?:"(?:[^"]|"")+"|[^\s".]+))*)\s+RENAME\s+TO\b)`)

// renameView makes ALTER VIEW of an ALTER TABLE that renames a view, which Postgres takes, too. The transaction
// may have made the view, so the connection is asked.
func (c *Conn) renameView(sql string) string {
	m := renamesRelation.FindStringSubmatchIndex(sql)
	if m == nil {
		return sql
	}
	if name := sql[m[4]:m[5]]; !c.canPrepare("SELECT * FROM "+name) || c.canPrepare("SELECT rowid FROM "+name) {
		return sql // there is none, or a table, whose rows have numbers
	}
	return "ALTER VIEW" + sql[m[2]:]
}

// canPrepare reports whether a statement can be prepared.
func (c *Conn) canPrepare(sql string) bool {
	var stmt lib.PreparedStatement
	defer lib.DestroyPrepare(&stmt)
	return lib.Prepare(c.conn, sql, &stmt) != lib.StateError
}
