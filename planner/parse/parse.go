package parse

import (
	"errors"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// TreeVersion is the version of the trees that the parser makes and that Deparse writes.
const TreeVersion = 170007

// Statement is one statement of a text, with its tree.
type Statement struct {
	Text   string // trimmed, without the semicolon
	Offset int    // byte offset of Text in the batch
	Raw    *pg_query.RawStmt
	// Replaces says that the text is REPLACE … SET, whose tree is that of UPDATE, or CREATE OR REPLACE MATERIALIZED
	// VIEW, whose tree is without OR REPLACE.
	Replaces bool
	// Version is the grammar's. Deparsing needs it.
	Version int32
	// Checks are what the rows must meet that the statement writes, the first ones first.
	Checks []RowCheck
	// Returned is, where there are Checks, how many columns of RETURNING the client has asked for.
	Returned int
}

// RowCheck is the condition of a view WITH CHECK OPTION. Where names columns of the statement's target; nil: there is none.
type RowCheck struct {
	View     string
	Where    *pg_query.Node
	Cascades bool // to the views that the view reads
}

// Statements splits and parses a checked text. It returns none for blank text.
func Statements(text string) ([]Statement, error) {
	tree, err := pg_query.Parse(text)
	if err != nil {
		return nil, Error(err, text)
	}
	list := make([]Statement, 0, len(tree.Stmts))
	for _, s := range tree.Stmts {
		start, end := int(s.StmtLocation), len(text)
		if s.StmtLen > 0 {
			end = start + int(s.StmtLen)
		}
		if start < 0 || end > len(text) || start > end {
			return nil, sqlstate.New(sqlstate.InternalError, "the parser returned a statement outside of its text")
		}
		body := text[start:end]
		trimmed := strings.TrimLeft(body, Blanks)
		start += len(body) - len(trimmed)
		list = append(list, Statement{
			Text:    strings.TrimRight(trimmed, Blanks),
			Offset:  start,
			Raw:     s,
			Version: tree.Version,
		})
	}
	return list, nil
}

// Error gives a parser's error its code and position. libpg_query reports no SQLSTATE: an error of
// the scanner or grammar is 42601, but a text that is nested too deeply is 54001.
func Error(err error, text string) error {
	// The grammar's own stack, or the recursion limit of the tree's reader, was exceeded.
	if text := err.Error(); strings.Contains(text, "memory exhausted") || strings.Contains(text, "exceeded maximum recursion depth") {
		return sqlstate.Wrap(err, sqlstate.StatementTooComplex, "the statement is nested too deeply for the parser")
	}
	var p *parser.Error
	if !errors.As(err, &p) {
		return sqlstate.Wrap(err, sqlstate.SyntaxError, "the text cannot be parsed")
	}
	e := sqlstate.Wrap(err, codeOf(p, text), "%s", p.Message)
	// Cursorpos is in characters, as errposition() makes it.
	return e.At(min(p.Cursorpos, len(text)+1))
}

// codeOf is the code that the scanner or the grammar of PostgreSQL has for a message.
func codeOf(p *parser.Error, text string) sqlstate.Code {
	switch {
	case strings.HasPrefix(p.Message, "frame start"), strings.HasPrefix(p.Message, "frame end "):
		return "42P20" // windowing_error
	case strings.HasPrefix(p.Message, "precision for type float must be "):
		return sqlstate.InvalidParameterValue
	case p.Message == "invalid Unicode escape" && isUnicodeEscape(text, p.Cursorpos):
		return "22025" // invalid_escape_sequence
	}
	for _, words := range []string{"not yet implemented", "cannot include schema elements", "constraints cannot be marked "} {
		if strings.Contains(p.Message, words) { // the grammar has 0A000 for these
			return sqlstate.FeatureNotSupported
		}
	}
	return sqlstate.SyntaxError
}

// isUnicodeEscape reports whether an escape of E'…' stands at a character of a text, which is counted from 1.
func isUnicodeEscape(text string, at int) bool {
	for i := range text {
		if at--; at > 0 {
			continue
		}
		quote := strings.LastIndexByte(text[:i], '\'')
		return quote > 0 && (text[quote-1] == 'e' || text[quote-1] == 'E') && (strings.HasPrefix(text[i:], `\u`) || strings.HasPrefix(text[i:], `\U`))
	}
	return false
}

// Deparsed returns the SQL of a node that is planned in a statement's place. The error is 0A000 and names what has no SQL.
func Deparsed(one Statement, n *pg_query.Node, what string) (string, error) {
	text, err := Deparse(&pg_query.ParseResult{Version: one.Version, Stmts: []*pg_query.RawStmt{{Stmt: n}}})
	if err != nil {
		return "", sqlstate.Wrap(err, sqlstate.FeatureNotSupported, "%s is not supported", what)
	}
	return text, Check(text, 0)
}
