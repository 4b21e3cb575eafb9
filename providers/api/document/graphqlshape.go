package document

import "strings"

// shape is how far a GraphQL query has been read, by its tokens: enough to know where a value of an
// input would stand, and what the query does.
type shape struct {
	depth   int    // of brackets
	quoted  bool   // in a text
	escaped bool   // behind a backslash of a text
	comment bool   // behind #
	last    string // the name that is being read
	kind    string // of the definition that is being read
	kinds   string // of all, one behind the other, each with a blank before it
}

// operationOf marks where the values of a query stand and returns "query" or "mutation". The query is one
// operation under all its conditions, and no value can turn it into another.
func operationOf(n node, list []Piece) (string, error) {
	var s shape
	if err := s.walk(list); err != nil {
		return "", n.problem("%s", err.Error())
	}
	if s.endName(); s.depth != 0 || s.quoted || s.kind != "" {
		return "", n.problem("the query breaks off")
	}
	operation := ""
	for kind := range strings.FieldsSeq(s.kinds) {
		switch {
		case kind == "fragment":
		case operation != "":
			return "", n.problem("the query has several operations")
		default:
			operation = kind
		}
	}
	if operation != "query" && operation != "mutation" {
		return "", n.problem("the query is %q: query and mutation are supported", operation)
	}
	return operation, nil
}

// walk reads pieces. Either part of a condition leads to the same place of the query.
func (s *shape) walk(list []Piece) error {
	for i := range list {
		p := &list[i]
		switch {
		case p.If != nil:
			if s.depth == 0 {
				return badQuery("a condition stands outside of the operation")
			}
			s.endName()
			before, other := *s, *s
			if err := s.walk(p.Then); err != nil {
				return err
			}
			if err := other.walk(p.Else); err != nil {
				return err
			}
			s.endName()
			other.endName()
			if *s != other || *s != before {
				return badQuery("a condition does not stand around a whole part")
			}
		case p.Input != "":
			if s.comment || s.escaped || s.depth == 0 {
				return badQuery("." + p.Input + " stands in a comment, behind a backslash, or outside of the operation")
			}
			if s.quoted && p.Input == CursorInput {
				return badQuery(".cursor stands in a text")
			}
			p.Quoted = s.quoted
			s.endName()
		default:
			if err := s.text(p.Text); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *shape) text(text string) error {
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case s.comment:
			s.comment = c != '\n' && c != '\r'
		case s.quoted:
			switch {
			case s.escaped:
				s.escaped = false
			case c == '\\':
				s.escaped = true
			case c == '"':
				s.quoted = false
			case c == '\n', c == '\r':
				return badQuery("a text in it does not end on its line")
			}
		case c == '#':
			s.endName()
			s.comment = true
		case c == '"':
			s.endName()
			if strings.HasPrefix(text[i:], `"""`) {
				return badQuery(`texts between """ are not supported`)
			}
			s.quoted = true
		case isNameByte(c):
			s.last += string(c)
		default:
			s.endName()
			if err := s.bracket(c); err != nil {
				return err
			}
		}
	}
	return nil
}

func isNameByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// endName is behind a name. The first name of a definition says what the definition is.
func (s *shape) endName() {
	if s.last != "" && s.depth == 0 && s.kind == "" {
		s.kind = s.last
	}
	s.last = ""
}

func (s *shape) bracket(c byte) error {
	switch c {
	case '{', '(', '[':
		if s.depth == 0 && s.kind == "" {
			if c != '{' {
				return badQuery("it begins with " + string(c))
			}
			s.kind = "query"
		}
		s.depth++
	case '}', ')', ']':
		if s.depth--; s.depth < 0 {
			return badQuery("it closes a bracket that is not open")
		}
		if s.depth == 0 && c == '}' {
			s.kinds, s.kind = s.kinds+" "+s.kind, ""
		}
	}
	return nil
}
