package redact

import (
	"cmp"
	"slices"
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// edits writes a text anew with some of its tokens replaced.
type edits struct {
	redactor *Redactor
	text     string // original with its NUL bytes replaced by blanks
	original string // the text as it came
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

func (e *edits) tokenText(i int) string { return e.text[e.tokens[i].Start:e.tokens[i].End] }

// rewrite returns the text with each token replaced by the result of with; "" keeps the token.
func (e *edits) rewrite(with func(i int) string) Redacted {
	var b strings.Builder
	copied := int32(0)
	for i, t := range e.tokens {
		if put := with(i); put != "" && put != e.tokenText(i) {
			b.WriteString(e.original[copied:t.Start])
			if strings.HasSuffix(b.String(), "'") { // without a blank, two adjacent constants would be one
				b.WriteByte(' ')
			}
			b.WriteString(put)
			if copied = t.End; strings.HasPrefix(e.original[copied:], "'") {
				b.WriteByte(' ')
			}
		}
	}
	b.WriteString(e.original[copied:])
	e.out.Text, e.out.mayHoldSecret = b.String(), true
	return e.out
}

// hideToken returns the replacement of a token that is a secret, and notes its value.
func (e *edits) hideToken(i int) string {
	said := e.tokenText(i)
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

// byTokens hides all constants of a statement that has a trigger word and does not parse, and
// unquoted words that may be secrets.
func (e *edits) byTokens(known Known) Redacted {
	e.out.withoutTree = true
	speaks := make([]bool, len(e.tokens))
	for from := 0; from < len(e.tokens); {
		to := from
		for to < len(e.tokens) && e.tokens[to].Token != pg_query.Token_ASCII_59 {
			to++
		}
		if to > from && e.redactor.concerns(e.text[e.tokens[from].Start:e.tokens[to-1].End], known) {
			for i := from; i < to; i++ {
				speaks[i] = true
			}
		}
		from = to + 1
	}
	after := false // behind the name of a secret, or = behind that
	return e.rewrite(func(i int) string {
		t := e.tokens[i].Token
		if !speaks[i] {
			after = false
			return ""
		}
		if isComment(t) {
			return e.redactComment(i)
		}
		was := after
		after = e.redactor.secretName(unquoted(e.tokenText(i))) || was && (t == pg_query.Token_ASCII_61 || t == pg_query.Token_TO || e.tokenText(i) == ":" || e.tokenText(i) == "(")
		switch {
		case isConstant(t), t == pg_query.Token_BCONST, was && isName(e.tokens[i]) && !after:
			return e.hideToken(i)
		case was && t == pg_query.Token_UIDENT, t == pg_query.Token_IDENT && strings.HasPrefix(e.tokenText(i), `"`) && e.beforeIs(i, `=`, `(`, `,`) && !after && !e.inNameList(i):
			return e.hideToken(i)
		}
		return ""
	})
}

// beforeIs reports whether one of texts stands before a token.
func (e *edits) beforeIs(i int, texts ...string) bool {
	return i > 0 && slices.Contains(texts, e.tokenText(i-1))
}

// inNameList reports whether a quoted word is in a list of names: before VALUES or SET.
func (e *edits) inNameList(i int) bool {
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

// unquoted returns the name that a word means.
func unquoted(word string) string {
	if strings.HasPrefix(word, `"`) {
		return strings.Trim(word, `"`)
	}
	return strings.ToLower(word)
}

// redactComment returns the replacement of a comment with a trigger word.
func (e *edits) redactComment(i int) string {
	said := e.tokenText(i)
	if !e.redactor.triggers.foundIn(said) {
		return ""
	}
	if strings.HasPrefix(said, "--") {
		return "-- " + mark
	}
	return "/* " + mark + " */"
}

// byTree hides the constants that the tree shows to be secrets, and the secrets inside of other
// constants and comments.
func (e *edits) byTree(tree *pg_query.ParseResult, known Known) Redacted {
	w := &secretWalk{redactor: e.redactor, known: known, at: map[int]bool{}, params: map[int]bool{}, made: map[string]map[int]bool{}}
	w.walkTree(tree)
	e.out.params = w.params
	secret := make(map[int]bool, len(w.at)+len(w.options))
	code := map[int]bool{}
	for at := range w.at {
		secret[e.constantAt(at)] = true
	}
	for _, s := range tree.Stmts {
		if text, found := e.redactor.secretText(s.Stmt); found {
			e.markConstants(s, text, secret)
		}
	}
	for _, at := range w.options {
		secret[e.optionAt(at)] = true
	}
	for _, at := range w.columns {
		if i := e.tokenAt(at); i < len(e.tokens) && strings.HasPrefix(e.tokenText(i), `"`) {
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
	return e.rewrite(func(i int) string {
		switch t := e.tokens[i].Token; {
		case secret[i]:
			return e.hideToken(i)
		case isComment(t):
			return e.redactComment(i)
		case isString(t) && code[i]:
			return e.redactBody(i)
		case isString(t):
			return e.redactConstant(i)
		}
		return ""
	})
}

// markConstants marks the constants of a statement with a certain value.
func (e *edits) markConstants(s *pg_query.RawStmt, text string, secret map[int]bool) {
	end := len(e.text)
	if s.StmtLen > 0 {
		end = int(s.StmtLocation + s.StmtLen)
	}
	for i := e.tokenAt(int(s.StmtLocation)); i < len(e.tokens) && int(e.tokens[i].Start) < end; i++ {
		if isString(e.tokens[i].Token) && constantValue(e.tokenText(i)) == text {
			secret[i] = true
		}
	}
}

// tokenAt returns the first token at a place or behind it.
func (e *edits) tokenAt(at int) int {
	i, _ := slices.BinarySearchFunc(e.tokens, int32(at), func(t *pg_query.ScanToken, at int32) int { return cmp.Compare(t.Start, at) })
	return i
}

// constantAt returns the token of a constant, which may follow a sign or a type.
func (e *edits) constantAt(at int) int {
	first := e.tokenAt(at)
	for i := first; i < len(e.tokens) && i < first+3; i++ {
		if isConstant(e.tokens[i].Token) {
			return i
		}
	}
	return first
}

// optionAt returns the token of an option's value: the first constant, else the last word. The
// option begins at a place.
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

// redactConstant returns the replacement of a constant that contains a secret.
func (e *edits) redactConstant(i int) string {
	said := e.tokenText(i)
	if !e.redactor.triggers.foundIn(said) {
		return ""
	}
	value := constantValue(said)
	if kept, ok := e.redactor.hidePasswords(value); ok {
		if kept == value {
			return ""
		}
		e.out.values = append(e.out.values, secretsOf(value, kept)...)
		return "'" + strings.ReplaceAll(kept, "'", "''") + "'"
	}
	if strings.ContainsAny(value, `'"$`) || e.redactor.containsSecret(value) {
		return e.hideToken(i)
	}
	return ""
}

// redactBody returns the replacement of the text of a function: all of its constants are hidden if it has
// a trigger word.
func (e *edits) redactBody(i int) string {
	said := e.tokenText(i)
	tag, inner, ok := dollarQuoted(said)
	if !ok || !e.redactor.triggers.foundIn(inner) {
		return e.redactConstant(i)
	}
	scan, err := pg_query.Scan(inner)
	if err != nil || !tokensInOrder(scan, len(inner)) {
		return e.hideToken(i)
	}
	b := edits{redactor: e.redactor, text: inner, original: inner, tokens: scan.Tokens}
	out := b.rewrite(func(i int) string {
		switch t := b.tokens[i].Token; {
		case isString(t):
			return b.hideToken(i)
		case isComment(t):
			return b.redactComment(i)
		}
		return ""
	})
	e.out.values = append(e.out.values, out.values...)
	return tag + out.Text + tag
}
