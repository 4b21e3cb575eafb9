package document

import (
	"slices"
	"strings"
	template "text/template/parse"
)

// GraphQL is the query that a method sends, and how its pages follow each other.
type GraphQL struct {
	Mutation bool // the operation changes something
	Query    []Piece
	Cursor   *Cursor `json:",omitempty"` // nil: there is one page
}

// Cursor is where the next page of a GraphQL query begins.
type Cursor struct {
	Strategy string // one of those below
	Path     string `json:",omitempty"` // of the value in the answer
	Continue string `json:",omitempty"` // of the value that is true if there is another page
	// Format takes the place of .cursor, with .value in it; none: ", after:" or ", offset:" and the value.
	Format   []Piece `json:",omitempty"`
	PageSize int     `json:",omitempty"` // a page with fewer rows is the last one
}

// Strategies of cursors.
const (
	CursorAfter    = "cursor_after" // until the answer has no value
	CursorPageInfo = "page_info"    // while Continue is true
	CursorKeyset   = "keyset"       // behind the last row's value, until there are no rows
	CursorOffset   = "offset"       // behind as many rows as there were
)

// Piece is a part of a GraphQL query: a text, the value of an input, or parts that depend on a
// condition. The document says where the value will stand: in a string of the query (Quoted),
// or in the place of a literal.
type Piece struct {
	Text   string     `json:",omitempty"`
	Input  string     `json:",omitempty"`
	Quoted bool       `json:",omitempty"`
	If     *Condition `json:",omitempty"`
	Then   []Piece    `json:",omitempty"`
	Else   []Piece    `json:",omitempty"`
}

// Condition is whether an input has a value, or what "and", "or" and "not" make of others.
type Condition struct {
	Input string      `json:",omitempty"`
	Op    string      `json:",omitempty"`
	Of    []Condition `json:",omitempty"`
}

const (
	graphQLKey    = "x-stackQL-graphQL"
	maxQueryBytes = 64 << 10 // of a GraphQL query
	cursorValue   = "value"
)

// CursorInput is the name of what a query has in the place of its cursor.
const CursorInput = "cursor"

// graphQL reads the query of a method. The method's parameters are those of the query, but for
// headers and what the address names.
func (r *reader) graphQL(m *Method, n, ref node) error {
	if !n.isMapping() {
		return ref.problem("it speaks graphql, and the operation has no %s", graphQLKey)
	}
	if verb := n.get("httpVerb"); verb.exists() && !strings.EqualFold(verb.text(), "POST") {
		return verb.problem("a GraphQL query goes by POST, not by %q", verb.text())
	}
	m.HTTP = "POST"
	if address := n.get("url"); address.exists() {
		server, err := serverAt(address, address.text(), r.provider)
		if err != nil {
			return err
		}
		scheme, rest, _ := strings.Cut(server.URL, "://")
		host, path, _ := strings.Cut(rest, "/")
		server.URL, m.Path = scheme+"://"+host, "/"+path
		server.Variables = slices.DeleteFunc(server.Variables, func(v Param) bool { return !strings.Contains(server.URL, "{"+v.Name+"}") })
		m.Servers = []Server{server}
	} else {
		m.Path, _, _ = strings.Cut(m.Path, "?")
	}
	for i := range m.Params {
		if p := &m.Params[i]; p.In == InQuery || p.In == InPath && !strings.Contains(m.Path, "{"+p.Name+"}") {
			p.In = InGraphQL
		}
	}
	query := n.get("query")
	g := &GraphQL{}
	text := query.at
	if text == nil || len(text.Value) > maxQueryBytes {
		return n.problem("the query is missing, or longer than %d bytes", maxQueryBytes)
	}
	var err error
	if g.Query, err = pieces(query); err != nil {
		return err
	}
	for _, name := range inputsIn(g.Query) {
		if name != CursorInput && !slices.ContainsFunc(m.Params, func(p Param) bool { return p.In == InGraphQL && p.Name == name }) {
			return query.problem("the query has .%s, which is no parameter of the operation", name)
		}
	}
	kind, err := operationOf(query, g.Query)
	if err != nil {
		return err
	}
	g.Mutation = kind == "mutation"
	if g.Cursor, err = readCursor(n.get("cursor"), g.Query); err != nil {
		return err
	}
	if g.Mutation && g.Cursor != nil {
		return n.get("cursor").problem("a mutation has no pages")
	}
	m.GraphQL, m.Body, m.Pagination, m.Pushdown, m.Translate, m.Transpose = g, nil, nil, nil, "", ""
	return nil
}

// readCursor reads how pages follow each other.
func readCursor(n node, query []Piece) (*Cursor, error) {
	if !n.isMapping() || !slices.Contains(inputsIn(query), CursorInput) {
		return nil, nil
	}
	c := &Cursor{
		Strategy: n.get("strategy").text(), Path: n.get("jsonPath").text(), Continue: n.get("terminateOnJsonPath").text(), PageSize: number(n.get("pageSize")),
	}
	format := n.get("format")
	switch c.Strategy {
	case "":
		c.Strategy = CursorAfter
	case CursorAfter, CursorOffset:
	case CursorPageInfo:
		if c.Continue == "" {
			return nil, n.problem("the cursor page_info has no terminateOnJsonPath")
		}
	case CursorKeyset:
		if !format.exists() {
			return nil, n.problem("the cursor keyset has no format")
		}
	default:
		return nil, n.get("strategy").problem("there is no strategy %q for cursors: there are cursor_after, page_info, keyset and offset", c.Strategy)
	}
	if c.Path == "" && c.Strategy != CursorOffset {
		return nil, n.problem("the cursor has no jsonPath")
	}
	if !format.exists() {
		return c, nil
	}
	var err error
	if c.Format, err = pieces(format); err != nil {
		return nil, err
	}
	for _, name := range inputsIn(c.Format) {
		if name != cursorValue {
			return nil, format.problem("the cursor's format has .%s; there is .value", name)
		}
	}
	s := shape{depth: 1}
	if err := s.walk(c.Format); err != nil || s != (shape{depth: 1, last: s.last}) {
		return nil, format.problem("the cursor's format is no part of a query that stands by itself")
	}
	return c, nil
}

// pieces reads a query that is written as a template of Go's. Only what can be told apart without
// running it is taken: values, and conditions on whether there are values.
func pieces(n node) ([]Piece, error) {
	if len(n.at.Value) > maxQueryBytes {
		return nil, n.problem("the query is longer than %d bytes", maxQueryBytes)
	}
	list, err := parsePieces(n.at.Value)
	if err != nil {
		return nil, n.problem("%s", err.Error())
	}
	return list, nil
}

type badQuery string

func (b badQuery) Error() string { return "the query cannot be read: " + string(b) }

func parsePieces(text string) ([]Piece, error) {
	functions := map[string]any{"or": true, "and": true, "not": true}
	trees, err := template.Parse("query", text, "", "", functions)
	if err != nil {
		return nil, badQuery(strings.TrimPrefix(err.Error(), "template: "))
	}
	if len(trees) > 1 {
		return nil, badQuery("it defines templates")
	}
	tree := trees["query"]
	if tree == nil || tree.Root == nil {
		return nil, nil
	}
	return piecesOf(tree.Root)
}

func piecesOf(list *template.ListNode) (out []Piece, err error) {
	if list == nil {
		return nil, nil
	}
	for _, n := range list.Nodes {
		switch n := n.(type) {
		case *template.TextNode:
			out = append(out, Piece{Text: string(n.Text)})
		case *template.ActionNode:
			c, err := conditionOf(n.Pipe)
			if err != nil || c.Op != "" {
				return nil, badQuery("{{ … }} takes the name of one input, and not " + n.Pipe.String())
			}
			out = append(out, Piece{Input: c.Input})
		case *template.IfNode:
			p := Piece{}
			c, err := conditionOf(n.Pipe)
			if err != nil {
				return nil, err
			}
			p.If = &c
			if p.Then, err = piecesOf(n.List); err != nil {
				return nil, err
			}
			if p.Else, err = piecesOf(n.ElseList); err != nil {
				return nil, err
			}
			out = append(out, p)
		case *template.CommentNode:
		default:
			return nil, badQuery("it has " + strings.SplitN(n.String(), "\n", 2)[0] + "; values and {{ if … }} are supported")
		}
	}
	return out, nil
}

// conditionOf reads .name, and or, and, not of such.
func conditionOf(p *template.PipeNode) (Condition, error) {
	bad := badQuery("the condition " + p.String() + " is none on values alone: .name, or, and, not")
	if len(p.Decl) > 0 || len(p.Cmds) != 1 {
		return Condition{}, bad
	}
	args := p.Cmds[0].Args
	if len(args) == 1 {
		return operandOf(args[0], bad)
	}
	name, is := args[0].(*template.IdentifierNode)
	if !is || name.Ident == "not" && len(args) != 2 {
		return Condition{}, bad
	}
	c := Condition{Op: name.Ident}
	for _, arg := range args[1:] {
		one, err := operandOf(arg, bad)
		if err != nil {
			return c, err
		}
		c.Of = append(c.Of, one)
	}
	return c, nil
}

func operandOf(n template.Node, bad error) (Condition, error) {
	switch n := n.(type) {
	case *template.FieldNode:
		if len(n.Ident) == 1 {
			return Condition{Input: n.Ident[0]}, nil
		}
	case *template.PipeNode:
		return conditionOf(n)
	}
	return Condition{}, bad
}

// inputsIn lists the inputs that pieces name.
func inputsIn(list []Piece) (names []string) {
	var ofCondition func(c *Condition)
	ofCondition = func(c *Condition) {
		if c.Input != "" {
			names = append(names, c.Input)
		}
		for i := range c.Of {
			ofCondition(&c.Of[i])
		}
	}
	for _, p := range list {
		if p.Input != "" {
			names = append(names, p.Input)
		}
		if p.If != nil {
			ofCondition(p.If)
		}
		names = append(append(names, inputsIn(p.Then)...), inputsIn(p.Else)...)
	}
	return names
}
