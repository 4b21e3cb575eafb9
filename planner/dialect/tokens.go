package dialect

import (
	"strconv"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// token is one token of the server's scanner.
type token struct {
	kind       pg_query.Token
	text       string
	start, end int
	word       bool // a name or a keyword, quoted or not
}

// is reports whether a token is a keyword or a sign, which quotes make a name.
func (t token) is(text string) bool { return strings.EqualFold(t.text, text) }

// statement is the tokens of one statement of a batch.
type statement struct {
	text     string  // the batch
	tokens   []token // without comments
	comments []token
	at       int // the next token
}

// statementsOf scans a text and cuts it at its semicolons. nil: it cannot be scanned, or a function's
// body in it may have semicolons of its own.
func statementsOf(text string) []*statement {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return nil
	}
	list := []*statement{{text: text}}
	depth := 0
	for i, raw := range scan.Tokens {
		t := token{kind: raw.Token, start: int(raw.Start), end: int(raw.End)}
		if t.start < 0 || t.end > len(text) || t.start > t.end {
			return nil
		}
		t.text = text[t.start:t.end]
		t.word = t.kind == pg_query.Token_IDENT || raw.KeywordKind != pg_query.KeywordKind_NO_KEYWORD
		last := list[len(list)-1]
		switch {
		case t.kind == pg_query.Token_SQL_COMMENT || t.kind == pg_query.Token_C_COMMENT:
			last.comments = append(last.comments, t)
			continue
		case t.text == "(":
			depth++
		case t.text == ")":
			depth = max(depth-1, 0)
		case t.text == ";" && depth == 0:
			list = append(list, &statement{text: text})
			continue
		case t.is("atomic") && i > 0 && scan.Tokens[i-1].Token == pg_query.Token_BEGIN_P:
			return nil
		}
		last.tokens = append(last.tokens, t)
	}
	return list
}

// peek returns a token from here on; beyond the end one that is nothing.
func (s *statement) peek(ahead int) token {
	if s.at+ahead >= len(s.tokens) {
		return token{}
	}
	return s.tokens[s.at+ahead]
}

// take takes a keyword or a sign, if it is next.
func (s *statement) take(words ...string) bool {
	for _, w := range words {
		if s.peek(0).is(w) {
			s.at++
			return true
		}
	}
	return false
}

// place is the next token's place, or the end's.
func (s *statement) place() int {
	switch {
	case s.at < len(s.tokens):
		return s.tokens[s.at].start
	case len(s.tokens) > 0:
		return s.tokens[len(s.tokens)-1].end
	}
	return 0
}

// wrong is a syntax error at the next token. hint is how the verb is written.
func (s *statement) wrong(hint string) error {
	if s.at < len(s.tokens) {
		return s.fail(s.place(), hint, "syntax error at or near %q", s.peek(0).text)
	}
	return s.fail(s.place(), hint, "syntax error at end of input")
}

func (s *statement) fail(offset int, hint, format string, args ...any) error {
	return sqlstate.New(sqlstate.SyntaxError, format, args...).WithHint("%s", hint).At(parse.CharacterAt(s.text, offset))
}

// expectEnd expects that nothing follows.
func (s *statement) expectEnd(hint string) error {
	if s.at < len(s.tokens) {
		return s.wrong(hint)
	}
	return nil
}

// name reads one part of a name. folded: as PostgreSQL folds it.
func (s *statement) name(folded bool) (string, bool) {
	t := s.peek(0)
	if !t.word {
		return "", false
	}
	s.at++
	if inner, quoted := strings.CutPrefix(t.text, `"`); quoted {
		return strings.ReplaceAll(strings.TrimSuffix(inner, `"`), `""`, `"`), true
	}
	if folded {
		return strings.ToLower(t.text), true
	}
	return t.text, true
}

// path reads a.b.c of so many parts.
func (s *statement) path(least, most int, folded bool, hint string) ([]string, error) {
	begin := s.at
	var parts []string
	for {
		part, ok := s.name(folded)
		if !ok {
			return nil, s.wrong(hint)
		}
		if parts = append(parts, part); !s.take(".") {
			break
		}
	}
	if len(parts) < least || len(parts) > most {
		count := strconv.Itoa(least)
		if most > least {
			count += " to " + strconv.Itoa(most)
		}
		return nil, s.fail(s.tokens[begin].start, hint, "the name has %d parts, and this takes one of %s", len(parts), count)
	}
	return parts, nil
}

// word reads tokens without blanks between them, v24.11.00274, or a text in quotes.
func (s *statement) word(hint string) (string, error) {
	first := s.peek(0)
	if first.kind == pg_query.Token_SCONST {
		return s.literal(hint)
	}
	if !first.word {
		return "", s.wrong(hint)
	}
	end := first.start
	for s.at < len(s.tokens) && s.peek(0).start == end {
		end = s.peek(0).end
		s.at++
	}
	return strings.Trim(s.text[first.start:end], `"`), nil
}

// literal reads a text in quotes: 'it”s', or $$it's$$.
func (s *statement) literal(hint string) (string, error) {
	t := s.peek(0)
	if t.kind != pg_query.Token_SCONST {
		return "", s.wrong(hint)
	}
	switch {
	case len(t.text) >= 2 && t.text[0] == '\'':
		s.at++
		// A literal may go on in the next line: 'a'⏎'b' is 'ab'.
		return strings.ReplaceAll(joined(t.text), "''", "'"), nil
	case t.text[0] == '$':
		s.at++
		tag := t.text[:strings.IndexByte(t.text[1:], '$')+2]
		return strings.TrimSuffix(strings.TrimPrefix(t.text, tag), tag), nil
	}
	return "", s.fail(t.start, "Write it in plain quotes: 'text', with '' for a quote in it.", "a literal of this form cannot stand here")
}

// joined is a literal without its quotes and without those of its continuations.
func joined(text string) string {
	inner := text[1 : len(text)-1]
	if !strings.ContainsAny(inner, "\n\r") {
		return inner
	}
	var out strings.Builder
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\'' {
			out.WriteByte(inner[i])
			continue
		}
		if i+1 < len(inner) && inner[i+1] == '\'' {
			out.WriteString("''")
			i++
			continue
		}
		i += strings.IndexByte(inner[i+1:], '\'') + 1 // the quote that goes on
	}
	return out.String()
}

// value reads a constant or a parameter.
func (s *statement) value(params *int, hint string) (providers.Value, error) {
	t := s.peek(0)
	switch {
	case t.kind == pg_query.Token_SCONST:
		text, err := s.literal(hint)
		return providers.Value{Text: []byte(text)}, err
	case t.kind == pg_query.Token_PARAM:
		n, err := strconv.Atoi(t.text[1:])
		if err != nil || n < 1 || n > 65_535 {
			return providers.Value{}, s.wrong(hint)
		}
		s.at++
		*params = max(*params, n)
		return providers.Value{Param: n}, nil
	case t.kind == pg_query.Token_ICONST || t.kind == pg_query.Token_FCONST, t.is("true"), t.is("false"):
		s.at++
		return providers.Value{Text: []byte(strings.ToLower(t.text))}, nil
	case t.is("null"):
		s.at++
		return providers.Value{}, nil
	case t.text == "-" && (s.peek(1).kind == pg_query.Token_ICONST || s.peek(1).kind == pg_query.Token_FCONST):
		s.at += 2
		return providers.Value{Text: []byte("-" + s.tokens[s.at-1].text)}, nil
	}
	return providers.Value{}, s.wrong(hint)
}

// hints are the words of the comments that begin with /*+. Those that are none of known are errors: a
// hint that is misspelled would be lost in silence.
func (s *statement) hints(known ...string) (map[string]bool, error) {
	found := map[string]bool{}
	for _, c := range s.comments {
		inner, ok := strings.CutPrefix(c.text, "/*+")
		if !ok {
			continue
		}
	words:
		for _, w := range strings.Fields(strings.ToUpper(strings.TrimSuffix(inner, "*/"))) {
			for _, k := range known {
				if w == k {
					found[w] = true
					continue words
				}
			}
			return nil, s.fail(c.start, "The hints of this statement: "+strings.Join(known, ", ")+".", "there is no hint %q here", w)
		}
	}
	return found, nil
}

// Hints are the words of the hints in one statement of the parser's. 42601: there is none of that name.
func Hints(text string, known ...string) (map[string]bool, error) {
	if !strings.Contains(text, "/*+") {
		return nil, nil //nolint:nilnil // there are none
	}
	for _, s := range statementsOf(text) {
		if len(s.tokens) > 0 {
			return s.hints(known...)
		}
	}
	return nil, nil //nolint:nilnil // there are none
}
