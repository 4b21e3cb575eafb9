package redact

import (
	"cmp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// edits writes a text anew from its tokens, some of them replaced.
type edits struct {
	redactor *Redactor
	text     string // what was scanned
	original string // text, with its NUL bytes
	tokens   []*pg_query.ScanToken
	out      Redacted
}

func isConstant(t pg_query.Token) bool {
	switch t {
	case pg_query.Token_ICONST, pg_query.Token_FCONST:
		return true
	default:
		return isString(t)
	}
}

func isString(t pg_query.Token) bool {
	switch t {
	case pg_query.Token_SCONST, pg_query.Token_USCONST, pg_query.Token_XCONST, pg_query.Token_BCONST:
		return true
	default:
		return false
	}
}

func isComment(t pg_query.Token) bool {
	return t == pg_query.Token_SQL_COMMENT || t == pg_query.Token_C_COMMENT
}

func (e *edits) said(i int) string { return e.text[e.tokens[i].Start:e.tokens[i].End] }

// write returns the text with each token replaced by what with says; "" keeps
// it.
func (e *edits) write(with func(i int) string) Redacted {
	var b strings.Builder
	copied := int32(0)
	for i, t := range e.tokens {
		if put := with(i); put != "" && put != e.said(i) {
			b.WriteString(e.original[copied:t.Start])
			if strings.HasSuffix(b.String(), "'") { // two constants would read as one
				b.WriteByte(' ')
			}
			b.WriteString(put)
			if copied = t.End; strings.HasPrefix(e.original[copied:], "'") {
				b.WriteByte(' ')
			}
		}
	}
	b.WriteString(e.original[copied:])
	e.out.Text, e.out.speaks = b.String(), true
	return e.out
}

// hide returns what stands for a token that is a secret.
func (e *edits) hide(i int) string {
	said := e.said(i)
	value := constantValue(said)
	if isString(e.tokens[i].Token) && (value == "" || value == mark) {
		return ""
	}
	if value = strings.Trim(value, `"`); strings.Contains(said, value) {
		said = value // without its quotes
	}
	e.out.values = append(e.out.values, said, value)
	return Hidden
}

// byTokens hides every constant of a statement that speaks of a secret and does
// not parse, and the words that may be one without their quotes.
func (e *edits) byTokens() Redacted {
	e.out.blind = true
	speaks := make([]bool, len(e.tokens))
	for from := 0; from < len(e.tokens); {
		to := from
		for to < len(e.tokens) && e.tokens[to].Token != pg_query.Token_ASCII_59 {
			to++
		}
		if to > from && e.redactor.speaks(e.text[e.tokens[from].Start:e.tokens[to-1].End]) {
			for i := from; i < to; i++ {
				speaks[i] = true
			}
		}
		from = to + 1
	}
	after := false // a word about a secret, or = behind it
	return e.write(func(i int) string {
		t := e.tokens[i].Token
		if !speaks[i] {
			after = false
			return ""
		}
		if isComment(t) {
			return e.comment(i)
		}
		was := after
		after = e.redactor.secretName(unquoted(e.said(i))) || was && (t == pg_query.Token_ASCII_61 || t == pg_query.Token_TO || e.said(i) == ":" || e.said(i) == "(")
		switch {
		case isConstant(t), t == pg_query.Token_BCONST, was && isName(e.tokens[i]) && !after:
			return e.hide(i)
		case was && t == pg_query.Token_UIDENT, t == pg_query.Token_IDENT && strings.HasPrefix(e.said(i), `"`) && e.beforeIs(i, `=`, `(`, `,`) && !after && !e.named(i):
			return e.hide(i)
		}
		return ""
	})
}

// beforeIs reports whether one of some texts stands before a token.
func (e *edits) beforeIs(i int, texts ...string) bool {
	return i > 0 && slices.Contains(texts, e.said(i-1))
}

// named reports whether a quoted word is in a list of names: before VALUES.
func (e *edits) named(i int) bool {
	for j := range i {
		if e.tokens[j].Token == pg_query.Token_VALUES || e.tokens[j].Token == pg_query.Token_SET {
			return false
		}
	}
	return true
}

func isName(t *pg_query.ScanToken) bool {
	return t.Token == pg_query.Token_IDENT || t.Token == pg_query.Token_UIDENT || t.KeywordKind == pg_query.KeywordKind_UNRESERVED_KEYWORD
}

// unquoted is the name that a word stands for.
func unquoted(word string) string {
	if strings.HasPrefix(word, `"`) {
		return strings.Trim(word, `"`)
	}
	return strings.ToLower(word)
}

// comment returns what stands for a comment that speaks of a secret.
func (e *edits) comment(i int) string {
	said := e.said(i)
	if !e.redactor.triggers.in(said) {
		return ""
	}
	if strings.HasPrefix(said, "--") {
		return "-- " + mark
	}
	return "/* " + mark + " */"
}

// byTree hides what the tree says is a secret, and what any constant or comment
// holds.
func (e *edits) byTree(tree *pg_query.ParseResult, prepared func(string) (string, bool)) Redacted {
	w := &secretWalk{redactor: e.redactor, prepared: prepared, at: map[int]bool{}, params: map[int]bool{}, made: map[string]map[int]bool{}}
	for _, s := range tree.Stmts {
		w.node(s.Stmt, false)
	}
	e.out.params = w.params
	secret := make(map[int]bool, len(w.at)+len(w.options))
	code := map[int]bool{}
	for at := range w.at {
		secret[e.constantAt(at)] = true
	}
	for _, s := range tree.Stmts {
		if text, found := e.redactor.outright(s.Stmt); found {
			e.constantsOf(s, text, secret)
		}
	}
	for _, at := range w.options {
		secret[e.optionAt(at)] = true
	}
	for _, at := range w.columns {
		if i := e.tokenAt(at); i < len(e.tokens) && strings.HasPrefix(e.said(i), `"`) {
			secret[i] = true
		}
	}
	for _, at := range w.bodies {
		i := e.tokenAt(at)
		for i < len(e.tokens) && !isString(e.tokens[i].Token) {
			i++
		}
		code[i] = true
	}
	return e.write(func(i int) string {
		switch t := e.tokens[i].Token; {
		case secret[i]:
			return e.hide(i)
		case isComment(t):
			return e.comment(i)
		case isString(t) && code[i]:
			return e.body(i)
		case isString(t):
			return e.inside(i)
		}
		return ""
	})
}

// constantsOf notes the constants of a statement that stand for a text.
func (e *edits) constantsOf(s *pg_query.RawStmt, text string, secret map[int]bool) {
	end := len(e.text)
	if s.StmtLen > 0 {
		end = int(s.StmtLocation + s.StmtLen)
	}
	for i := e.tokenAt(int(s.StmtLocation)); i < len(e.tokens) && int(e.tokens[i].Start) < end; i++ {
		if isString(e.tokens[i].Token) && constantValue(e.said(i)) == text {
			secret[i] = true
		}
	}
}

// tokenAt returns the first token at a place or behind it.
func (e *edits) tokenAt(at int) int {
	i, _ := slices.BinarySearchFunc(e.tokens, int32(at), func(t *pg_query.ScanToken, at int32) int { return cmp.Compare(t.Start, at) })
	return i
}

// constantAt returns the token of a constant: behind a sign, or a type.
func (e *edits) constantAt(at int) int {
	first := e.tokenAt(at)
	for i := first; i < len(e.tokens) && i < first+3; i++ {
		if isConstant(e.tokens[i].Token) {
			return i
		}
	}
	return first
}

// optionAt returns the token of the value of an option that begins at a place:
// its first constant, else its last word.
func (e *edits) optionAt(at int) int {
	first := e.tokenAt(at)
	i := first
	for ; i < len(e.tokens); i++ {
		switch t := e.tokens[i].Token; {
		case isConstant(t):
			return i
		case t == pg_query.Token_ASCII_44, t == pg_query.Token_ASCII_41, t == pg_query.Token_ASCII_59:
			if i-1 > first {
				return i - 1
			}
			return -1
		}
	}
	return i - 1
}

// inside returns what stands for a constant that has a secret in it.
func (e *edits) inside(i int) string {
	said := e.said(i)
	if !e.redactor.triggers.in(said) {
		return ""
	}
	value := constantValue(said)
	if kept, ok := e.redactor.connection(value); ok {
		if kept == value {
			return ""
		}
		e.out.values = append(e.out.values, secretsOf(value, kept)...)
		return "'" + strings.ReplaceAll(kept, "'", "''") + "'"
	}
	if strings.ContainsAny(value, `'"$`) || e.redactor.inside(value) {
		return e.hide(i)
	}
	return ""
}

// body returns what stands for the text of a function: with all constants
// hidden if it speaks of a secret.
func (e *edits) body(i int) string {
	said := e.said(i)
	tag, inner, ok := dollarQuoted(said)
	if !ok || !e.redactor.triggers.in(inner) {
		return e.inside(i)
	}
	scan, err := pg_query.Scan(inner)
	if err != nil || !placed(scan, len(inner)) {
		return e.hide(i)
	}
	b := edits{redactor: e.redactor, text: inner, original: inner, tokens: scan.Tokens}
	out := b.write(func(i int) string {
		switch t := b.tokens[i].Token; {
		case isString(t):
			return b.hide(i)
		case isComment(t):
			return b.comment(i)
		}
		return ""
	})
	e.out.values = append(e.out.values, out.values...)
	return tag + out.Text + tag
}
