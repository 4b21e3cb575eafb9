package duckdb

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/definition"
	"github.com/sallyportdb/sallyport/providers/duckdb/fault"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/parameter"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// translate turns a DuckDB error into a public one. sql is the client's text; casts, which were put
// into it, correct the position.
func (p *Provider) translate(err error, sql string, casts []lexical.Param) *sqlstate.Error {
	var raw native.Error
	if !errors.As(err, &raw) {
		return sqlstate.From(err)
	}
	f := fault.Read(string(raw))
	e := f.Public()
	e.Cause = err
	e.Message, e.Detail, e.Hint = p.scrub(e.Message), p.scrub(e.Detail), p.scrub(e.Hint)
	if offset, err := strconv.Atoi(f.Position); err == nil && sql != "" {
		offset = parameter.OriginalOffset(offset, casts)
		if offset >= 0 && offset <= len(sql) {
			e.Position = utf8.RuneCountInString(sql[:offset]) + 1
		}
	}
	if f.Kind == "FATAL" {
		p.broken.Store(true)
		p.log.Error("DuckDB stopped after an internal error", "source", p.options.Name, "error", string(raw))
		e = p.brokenError()
		e.Cause = err
	}
	return e
}

// quotedPath is an absolute path in quotes.
var quotedPath = regexp.MustCompile(`["'](?:/|[A-Za-z]:\\)[^"']*["']`)

// scrub removes the machine's paths from a message.
func (p *Provider) scrub(message string) string {
	for _, path := range slices.Backward(p.paths) {
		message = strings.ReplaceAll(message, path+"/", "")
		message = strings.ReplaceAll(message, path, "…")
	}
	return quotedPath.ReplaceAllString(message, `"…"`)
}

// nameBroken adds to the error of a broken constraint what DuckDB does not tell: of NOT NULL and CHECK the schema of the
// table, and of a key that is there twice which constraint it is: DuckDB tells its columns and
// the values alone, and of two rows of one statement the value alone: then a table with one such constraint has a name
// for it. The table is the one that the statement changes. Another connection reads its definition, since
// the transaction has failed; so a table that the transaction has made itself stays without a name.
func (c *Conn) nameBroken(ctx context.Context, e *sqlstate.Error, s providers.Statement) {
	twice := e.Code == sqlstate.UniqueViolation && e.Constraint == ""
	tableAlone := (e.Code == sqlstate.NotNullViolation || e.Code == sqlstate.CheckViolation) && e.Table != "" && e.Schema == ""
	if !twice && !tableAlone || !providers.ChangesRows(changingVerb(s)) {
		return
	}
	opened, err := c.provider.Connect(ctx, providers.ConnOptions{ReadOnly: true})
	if err != nil {
		return
	}
	defer func() { _ = opened.Close() }()
	reader, ok := opened.(*Conn)
	if !ok {
		return
	}
	reader.mu.Lock()
	defer reader.mu.Unlock()
	reader.schemas = c.schemas
	table, err := reader.lookUpTable(definition.ChangeTarget(s.SQL))
	if err != nil || table == nil {
		return
	}
	if twice {
		if t, err := reader.readTable(table[1], table[2]); err == nil && t != nil {
			t.NameDuplicate(e)
		}
	} else if strings.EqualFold(table[2], e.Table) {
		e.Schema = table[1]
	}
}

// Shows reports whether the session's client_min_messages lets messages of a severity through: NOTICE or WARNING.
func (c *Conn) Shows(severity string) bool {
	level, _ := c.settings.Get("client_min_messages")
	return level != "error" && (level != "warning" || severity == "WARNING")
}

// sendWarning sends a warning to the session.
func (c *Conn) sendWarning(code sqlstate.Code, message string) {
	c.sendMessage("WARNING", code, message, "")
}

// sendNotice sends a notice to the session.
func (c *Conn) sendNotice(code sqlstate.Code, message string) {
	c.sendDetailed(code, message, "")
}

// sendDetailed sends a notice with a detail to the session.
func (c *Conn) sendDetailed(code sqlstate.Code, message, detail string) {
	c.sendMessage("NOTICE", code, message, detail)
}

func (c *Conn) sendMessage(severity string, code sqlstate.Code, message, detail string) {
	if c.options.OnNotice == nil || !c.Shows(severity) {
		return
	}
	e := sqlstate.New(code, "%s", message)
	e.Severity, e.Detail = severity, detail
	c.options.OnNotice(e)
}
