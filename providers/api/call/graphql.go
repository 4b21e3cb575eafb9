package call

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A method that speaks GraphQL sends its document's query, with values in it. The document's reader has told for
// each value whether it stands in a text or in the place of a literal (document.Piece): in a text
// the value is escaped, and a literal is one token, or JSON as GraphQL writes it. So no value adds to the query.

// graphPayload is the body with the query. cursor is the value behind which a page begins, as JSON; nil: the first page.
func (b *builder) graphPayload(cursor []byte) (*payload, error) {
	var out strings.Builder
	if err := b.writePieces(&out, b.target.Method.GraphQL.Query, cursor, false); err != nil {
		return nil, err
	}
	return &payload{mediaType: "application/json", properties: map[string]json.RawMessage{"query": quote(out.String())}}, nil
}

// writePieces writes pieces of a query, or of a cursor's format.
func (b *builder) writePieces(out *strings.Builder, list []document.Piece, cursor []byte, format bool) error {
	for _, piece := range list {
		var err error
		switch {
		case piece.If != nil && b.holds(piece.If, cursor, format):
			err = b.writePieces(out, piece.Then, cursor, format)
		case piece.If != nil:
			err = b.writePieces(out, piece.Else, cursor, format)
		case format && piece.Input != "":
			err = b.writeValue(out, piece, document.Text, jsonstream.Scalar(cursor))
		case piece.Input == document.CursorInput && b.target.Method.GraphQL.Cursor != nil:
			err = b.writeCursor(out, cursor)
		case piece.Input != "":
			err = b.writeInput(out, piece)
		default:
			out.WriteString(piece.Text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether a condition is met: its inputs have values.
func (b *builder) holds(c *document.Condition, cursor []byte, format bool) bool {
	each := func(of document.Condition) bool { return b.holds(&of, cursor, format) }
	switch {
	case c.Op == "or":
		return slices.ContainsFunc(c.Of, each)
	case c.Op == "and":
		return !slices.ContainsFunc(c.Of, func(of document.Condition) bool { return !each(of) })
	case c.Op == "not":
		return !each(c.Of[0])
	case format || c.Input == document.CursorInput && b.target.Method.GraphQL.Cursor != nil:
		return cursor != nil
	}
	p := b.graphParam(c.Input)
	if p == nil {
		return false
	}
	text, there, err := b.value(p)
	return err == nil && there && text != ""
}

func (b *builder) graphParam(name string) *document.Param {
	i := slices.IndexFunc(b.target.Method.Params, func(p document.Param) bool { return p.In == document.InGraphQL && p.Name == name })
	if i < 0 {
		return nil
	}
	return &b.target.Method.Params[i]
}

// writeInput writes the value of an input. One that the query gives no value has none.
func (b *builder) writeInput(out *strings.Builder, piece document.Piece) error {
	p := b.graphParam(piece.Input)
	if p == nil {
		return b.missing(piece.Input)
	}
	text, there, err := b.value(p)
	if err != nil {
		return err
	}
	if !there {
		if piece.Quoted {
			return nil
		}
		return b.missing(piece.Input)
	}
	if text, err = b.plain(p, text); err != nil {
		return err
	}
	return b.writeValue(out, piece, p.Type, text)
}

var graphToken = regexp.MustCompile(`^([_A-Za-z][_0-9A-Za-z]*|-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?)$`)

// writeValue writes a value in its place.
func (b *builder) writeValue(out *strings.Builder, piece document.Piece, kind, text string) error {
	if piece.Quoted {
		escaped := quote(text)
		out.Write(escaped[1 : len(escaped)-1])
		return nil
	}
	if kind == document.JSON && json.Valid([]byte(text)) {
		return b.writeLiteral(out, piece.Input, []byte(text), 0)
	}
	if !graphToken.MatchString(text) {
		return sqlstate.New(sqlstate.InvalidParameterValue, "%q cannot stand where the query of %s has %s: a number, true, false, null or a name can", clean(text, 80), b.target.Name, piece.Input)
	}
	out.WriteString(text)
	return nil
}

// writeLiteral writes JSON as GraphQL does, whose names of fields have no quotes.
func (b *builder) writeLiteral(out *strings.Builder, name string, raw []byte, depth int) error {
	raw = bytes.TrimSpace(raw)
	if depth > jsonstream.MaxDepth {
		return jsonstream.ErrTooDeep
	}
	if items, isList := jsonstream.Elements(raw); isList {
		out.WriteByte('[')
		for i, item := range items {
			if i > 0 {
				out.WriteByte(',')
			}
			if err := b.writeLiteral(out, name, item, depth+1); err != nil {
				return err
			}
		}
		out.WriteByte(']')
		return nil
	}
	if raw[0] != '{' {
		out.Write(raw)
		return nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return err
	}
	out.WriteByte('{')
	names := make([]string, 0, len(fields))
	for field := range fields {
		names = append(names, field)
	}
	slices.Sort(names)
	for i, field := range names {
		if !graphName.MatchString(field) {
			return sqlstate.New(sqlstate.InvalidParameterValue, "%q cannot be a field's name in GraphQL: the input %q of %s", clean(field, 80), name, b.target.Name)
		}
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteString(field + ":")
		if err := b.writeLiteral(out, name, fields[field], depth+1); err != nil {
			return err
		}
	}
	out.WriteByte('}')
	return nil
}

var graphName = regexp.MustCompile(`^[_A-Za-z][_0-9A-Za-z]*$`)

// writeCursor writes where a page begins; nothing, where it is the first.
func (b *builder) writeCursor(out *strings.Builder, cursor []byte) error {
	c := b.target.Method.GraphQL.Cursor
	switch {
	case cursor == nil:
		return nil
	case c.Format != nil:
		return b.writePieces(out, c.Format, cursor, true)
	case c.Strategy == document.CursorOffset:
		out.WriteString(", offset: ")
	default:
		out.WriteString(", after: ")
	}
	out.Write(quoteScalar(cursor))
	return nil
}

// quoteScalar is a JSON scalar as GraphQL writes it.
func quoteScalar(raw []byte) []byte {
	if raw[0] == '"' {
		return quote(jsonstream.Scalar(raw))
	}
	return raw
}

// nextGraph returns the request for the page behind one that had rows, or nil if that was the last one.
func (p *pager) nextGraph(m *message, found []jsonstream.Watched, rows int64) (*message, error) {
	c, value := p.target.Method.GraphQL.Cursor, found[watchToken].Value
	if c == nil {
		return nil, nil
	}
	p.rows += rows
	switch c.Strategy {
	case document.CursorPageInfo:
		if !isToken(found[watchEnd].Value) {
			return nil, nil
		}
		if !isToken(value) || isJSON(value) {
			return nil, sqlstate.New(sqlstate.ProtocolViolation, "%s: the API says that there is another page, and has no cursor at %s", p.target.Name, clean(c.Path, 80))
		}
	case document.CursorKeyset:
		if rows == 0 {
			return nil, nil
		}
	case document.CursorOffset:
		if value = appendInt(p.rows); rows == 0 || c.PageSize > 0 && rows < int64(c.PageSize) {
			return nil, nil
		}
	}
	if !isToken(value) || isJSON(value) {
		return nil, nil
	}
	next, err := m.clone(), error(nil)
	next.body, err = m.graph.graphPayload(value)
	return next, err
}

// watchGraphErrors is where an answer of GraphQL says what went wrong, with a status of success.
func watchGraphErrors() jsonstream.Watched {
	return jsonstream.Watched{Steps: []jsonstream.Step{{Name: "errors", At: -1}}}
}

// graphErrorIn looks for errors in an answer that nothing else is read of.
func (s *sender) graphErrorIn(m *message, a *answer, text []byte) error {
	x := jsonstream.Extractor{Watched: []jsonstream.Watched{watchGraphErrors()}, Longest: len(text)}
	if err := x.Read(jsonstream.ScanBytes(text)); err != nil {
		return s.unreadable(m, a, err)
	}
	return s.graphError(m, a, x.Watched[0].Value)
}

// graphError makes an error of what an answer of GraphQL says that went wrong. Whether it has data besides is of no
// matter: a result is whole.
func (s *sender) graphError(m *message, a *answer, raw []byte) error {
	if !isToken(bytes.TrimSpace(raw)) {
		return nil
	}
	var list []struct {
		Type       string `json:"type"`
		Extensions struct {
			Code string `json:"code"`
		} `json:"extensions"`
	}
	kind := ""
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
		if kind = list[0].Type; kind == "" {
			kind = list[0].Extensions.Code
		}
	}
	e := sqlstate.New(codeOfGraph(kind), "%s was answered with errors", s.requestName(m, a.url))
	said := saidBy(raw, "application/json", a.secrets)
	if m.read {
		return e.WithDetail("The API says: %s", said)
	}
	return e.WithDetail("The API says: %s. Whether a part of the request was carried out is not known.", strings.TrimSuffix(said, "."))
}

// codeOfGraph is the SQLSTATE for what APIs call an error.
func codeOfGraph(kind string) sqlstate.Code {
	switch strings.ToUpper(kind) {
	case "NOT_FOUND":
		return sqlstate.UndefinedObject
	case "FORBIDDEN", "INSUFFICIENT_SCOPES":
		return sqlstate.InsufficientPrivilege
	case "UNAUTHENTICATED", "UNAUTHORIZED":
		return sqlstate.InvalidAuthorization
	case "RATE_LIMITED", "RATE_LIMIT", "THROTTLED":
		return sqlstate.TooManyConnections
	case "INTERNAL_SERVER_ERROR", "INTERNAL", "SERVICE_UNAVAILABLE":
		return sqlstate.SystemError
	}
	return sqlstate.InvalidParameterValue
}

// skipGraph reads an answer that nobody wants rows of, for its errors.
func (s *sender) skipGraph(m *message, a *answer) error {
	defer a.body.Close()
	text, err := s.wholeBody(a)
	if err != nil {
		return s.broken(m, a, err)
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return nil
	}
	return s.graphErrorIn(m, a, text)
}
