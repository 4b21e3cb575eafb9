package duckdb

import "github.com/sallyportdb/sallyport/sqlstate"

// Shows reports whether the session's client_min_messages lets messages of a severity through: NOTICE or WARNING.
func (c *Conn) Shows(severity string) bool {
	level, _ := c.settings.get("client_min_messages")
	return level != "error" && (level != "warning" || severity == "WARNING")
}

// sendWarning sends a warning to the session.
func (c *Conn) sendWarning(code sqlstate.Code, message string) {
	c.send("WARNING", code, message)
}

// sendNotice sends a notice to the session.
func (c *Conn) sendNotice(code sqlstate.Code, message string) {
	c.send("NOTICE", code, message)
}

func (c *Conn) send(severity string, code sqlstate.Code, message string) {
	if c.options.OnNotice == nil || !c.Shows(severity) {
		return
	}
	e := sqlstate.New(code, "%s", message)
	e.Severity = severity
	c.options.OnNotice(e)
}
