// Package fault makes errors for clients of what DuckDB says. [Read] takes its text apart, [Fault.Public] chooses a code and
// a message in PostgreSQL's words: by the kind of the error, and by rules for its message (rules.go). Kinds whose message may
// reveal something of the machine have fixed ones; what nobody knows is an internal error. Paths in other messages are
// the caller's to take out.
package fault

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// Fault is a DuckDB error as errors_as_json writes it.
type Fault struct {
	Kind       string `json:"exception_type"`
	Message    string `json:"exception_message"`
	Position   string `json:"position"` // offset in bytes
	Subtype    string `json:"error_subtype"`
	Object     string `json:"type"` // "Table", "Scalar Function"
	Name       string `json:"name"`
	Candidates string `json:"candidates"`
}

// Read reads an error text, JSON or "Kind Error: message".
func Read(raw string) Fault {
	var f Fault
	if i := strings.IndexByte(raw, '{'); i >= 0 && json.Unmarshal([]byte(raw[i:]), &f) == nil && f.Kind != "" {
		return f
	}
	f.Message = raw
	if kind, message, ok := strings.Cut(raw, ": "); ok {
		if name, ok := strings.CutSuffix(kind, " Error"); ok {
			f.Kind, f.Message = name, message
		}
	}
	return f
}

// explicitCode matches an error that SQL or a function of this package raises, as in
// error('22012: division by zero'). DuckDB adds the column to that of a cast. The error of a domain names the schema, the type and
// the constraint behind the code, as in error('23514["public","year","year_check"]: …'), and that of a column that takes no NULL names
// the schema, the table and the column.
var explicitCode = regexp.MustCompile(`(?s)^([0-9A-Z]{5})(\[".*?"\])?: (.+?)(?: when casting from source column [^"]*)?$`)

// explicitError returns the error that explicitCode has matched.
func explicitError(m []string) *sqlstate.Error {
	text, detail, _ := strings.Cut(m[3], sqlstate.DetailLine)
	message, hint, _ := strings.Cut(text, sqlstate.HintLine)
	e := sqlstate.New(sqlstate.Code(m[1]), "%s", message).WithHint("%s", hint).WithDetail("%s", detail)
	e.HintForeign = hint != "" // the message may have a value that reads like one
	var names [3]string
	if m[2] != "" && json.Unmarshal([]byte(m[2]), &names) == nil {
		if e.Schema, e.DataType, e.Constraint = names[0], names[1], names[2]; e.Code == sqlstate.NotNullViolation && names[2] != "" { // that of a domain has no name
			e.DataType, e.Constraint, e.Table, e.Column = "", "", names[1], names[2]
		}
	}
	return e
}

// Public chooses the code and the message.
func (f Fault) Public() *sqlstate.Error {
	if m := computed().FindStringSubmatch(f.Message); m != nil { // DuckDB computes generated columns for the rows that are written
		f.Kind, f.Message = "Conversion", m[1]
	}
	if m := explicitCode.FindStringSubmatch(f.Message); m != nil {
		return explicitError(m)
	}
	if IsDiskFull(f.Message) {
		return sqlstate.New(sqlstate.DiskFull, "the disk of the source is full").WithHint("Make room on the disk of its database file and of its temporary files.")
	}
	switch f.Kind {
	case "Catalog":
		return f.catalogError()
	case "Binder":
		return f.binderError()
	case "Conversion":
		return f.conversionError()
	case "Constraint":
		return f.constraintError()
	case "Invalid Input":
		if strings.HasPrefix(f.Message, "Cannot prepare multiple statements") || strings.HasPrefix(f.Message, "No statement to prepare") {
			return sqlstate.New(sqlstate.SyntaxError, "the text is not one statement")
		}
	case "Sequence":
		if strings.Contains(f.Message, "reached m") {
			return sqlstate.New("2200H", "%s", lowerFirst(f.firstLine()))
		}
	case "TransactionContext", "Transaction":
		if strings.Contains(f.Message, "Failed to allocate") || strings.Contains(f.Message, "bad allocation") { // as it commits
			f.Kind = "Out of Memory"
			break
		}
		return f.transactionError()
	}
	if e := f.applyRules(rulesByKind[f.Kind]); e != nil {
		return e
	}
	if fixed, ok := fixedErrors[f.Kind]; ok {
		e := fixed
		return &e
	}
	code, ok := kindCodes[f.Kind]
	if !ok {
		return sqlstate.New(sqlstate.InternalError, "internal error").WithHint("The server's log has the cause.")
	}
	return f.withOtherLines(sqlstate.New(code, "%s", lowerFirst(f.firstLine())))
}

// fixedErrors replaces the messages of kinds that may reveal something of the machine.
var fixedErrors = map[string]sqlstate.Error{
	"Permission": {
		Code: sqlstate.InsufficientPrivilege, Message: "permission denied",
		Hint: "A statement reaches files only through the tables of this source.",
	},
	"IO":            {Code: sqlstate.IOError, Message: "the source's data could not be read or written"},
	"HTTP":          {Code: sqlstate.InsufficientPrivilege, Message: "network access is not available to a statement"},
	"Network":       {Code: sqlstate.InsufficientPrivilege, Message: "network access is not available to a statement"},
	"Out of Memory": {Code: sqlstate.OutOfMemory, Message: "out of memory", Hint: "The statement needs more than the source's memory limit. Ask for fewer rows or columns at once."},
	"INTERRUPT":     {Code: sqlstate.QueryCanceled, Message: "canceling statement due to user request"},
	"Interrupt":     {Code: sqlstate.QueryCanceled, Message: "canceling statement due to user request"},
}

// kindCodes has the kinds whose first line is the message.
var kindCodes = map[string]sqlstate.Code{
	"Parser":                 sqlstate.SyntaxError,
	"Syntax":                 sqlstate.SyntaxError,
	"Out of Range":           sqlstate.NumericOutOfRange,
	"Divide by Zero":         sqlstate.DivisionByZero,
	"Invalid Input":          sqlstate.InvalidParameterValue,
	"Invalid Configuration":  sqlstate.InvalidParameterValue,
	"Settings":               sqlstate.InvalidParameterValue,
	"Not implemented":        sqlstate.FeatureNotSupported,
	"Missing Extension":      sqlstate.FeatureNotSupported,
	"Extension Autoloading":  sqlstate.FeatureNotSupported,
	"Mismatch Type":          sqlstate.DatatypeMismatch,
	"Invalid type":           sqlstate.DatatypeMismatch,
	"Unknown Type":           sqlstate.DatatypeMismatch,
	"Decimal":                sqlstate.NumericOutOfRange,
	"Expression":             sqlstate.DataException,
	"Sequence":               sqlstate.ObjectNotInState,
	"Dependency":             "2BP01",
	"Object Size":            sqlstate.ProgramLimitExceeded,
	"Parameter Not Resolved": sqlstate.IndeterminateDatatype,
	"Parameter Not Allowed":  sqlstate.SyntaxError,
}

// firstLine returns the message's first line. rest returns the other lines, without DuckDB's copy of
// the statement.
func (f Fault) firstLine() string {
	line, _, _ := strings.Cut(f.Message, "\n")
	return line
}

func (f Fault) otherLines() string {
	_, rest, _ := strings.Cut(f.Message, "\n")
	rest, _, _ = strings.Cut(rest, "LINE 1:")
	return strings.TrimSpace(rest)
}

func lowerFirst(s string) string {
	if len(s) > 1 && s[0] >= 'A' && s[0] <= 'Z' && s[1] >= 'a' && s[1] <= 'z' {
		return string(s[0]|0x20) + s[1:]
	}
	return s
}

// IsDiskFull reports whether DuckDB's message is about a disk without room.
func IsDiskFull(message string) bool {
	return strings.Contains(message, "No space left on device") || strings.Contains(message, "Disk quota exceeded")
}
