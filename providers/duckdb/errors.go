package duckdb

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers/duckdb/fault"
	"github.com/sallyportdb/sallyport/providers/duckdb/lexical"
	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/parameter"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// translateError turns a DuckDB error into a public one. sql is the client's text; casts, which were put
// into it, correct the position.
func (p *Provider) translateError(err error, sql string, casts []lexical.Param) *sqlstate.Error {
	var raw native.Error
	if !errors.As(err, &raw) {
		return sqlstate.From(err)
	}
	f := fault.Read(string(raw))
	e := f.Public()
	e.Cause = err
	e.Message = pgcatalog.HideUserRanges(e.Message)
	e.Message, e.Detail, e.Hint = p.scrubPaths(e.Message), p.scrubPaths(e.Detail), p.scrubPaths(e.Hint)
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

// scrubPaths removes the machine's paths from a message.
func (p *Provider) scrubPaths(message string) string {
	for _, path := range slices.Backward(p.paths) {
		message = strings.ReplaceAll(message, path+"/", "")
		message = strings.ReplaceAll(message, path, "…")
	}
	return quotedPath.ReplaceAllString(message, `"…"`)
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
