// Package rules shows expressions of constraints and generated columns as PostgreSQL does: with the types that it gives to
// constants and with the casts that it adds.
//
// [Show] reads DuckDB's own text of the expression, so a renamed column is shown by its new name. It knows the operators
// and functions that such expressions usually have, and says of any other that it does not understand the expression: a
// wrong text is worse than none. The reader goes down by precedence, from OR to values (rules.go); types.go finds the type
// of each part and the casts that PostgreSQL adds.
package rules

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// rule is a part of an expression, as PostgreSQL prints it.
type rule struct {
	text string
	typ  string // as format_type prints it; "unknown": a quoted constant
	kind byte   // 'c' a constant, 'v' a column, 'o' an operator, 'a' AND, 'r' OR, 'n' NOT, 't' a test, 's' IN, 'f' a function, '-' a negative number
	op   string
	// elements are those of an array of quoted constants
	elements []rule
}

// ruleReader reads an expression that DuckDB has printed.
type ruleReader struct {
	tokens  []string
	columns map[string]string // types, by names
	pretty  bool
	failed  bool
	depth   int
}

// mostRule is the greatest length of an expression that is shown so.
const mostRule = 4096

var (
	ruleTokens = regexp.MustCompile(`\s*('(?:[^']|'')*'|"(?:[^"]|"")*"|\d+(?:\.\d+)?|[A-Za-z_][\w$]*|::|<>|!=|\|\||<=|>=|!~~\*|!~~|~~\*|~~|//|[-+*<>=(),%]|.)`)
	ruleNumber = regexp.MustCompile(`^\d+(\.\d+)?$`)
	ruleWord   = regexp.MustCompile(`^[A-Za-z_][\w$]*$`)
	rulePlain  = regexp.MustCompile(`^[a-z_][a-z0-9_$]*$`)
)

// Show returns an expression as PostgreSQL shows it. columns is an object of JSON with the columns and their types in DuckDB.
// pretty leaves brackets out that the expression does not need. ok is false if the expression is not understood.
func Show(expression, columns string, pretty bool) (shown string, ok bool) {
	r := &ruleReader{columns: map[string]string{}, pretty: pretty}
	var types map[string]string
	if len(expression) > mostRule || json.Unmarshal([]byte(columns), &types) != nil {
		return "", false
	}
	for name, duck := range types {
		_, _, _, shown := pgcatalog.TypeOID(duck)
		base, _, _ := strings.Cut(shown, "(")
		switch {
		case base != shown && strings.HasSuffix(shown, "[]"):
			base = "?"
		case strings.HasPrefix(strings.ToUpper(duck), "ENUM"):
			base = anEnum
		}
		r.columns[name] = base
	}
	for _, m := range ruleTokens.FindAllStringSubmatch(expression, -1) {
		r.tokens = append(r.tokens, m[1])
	}
	out := r.or()
	if r.failed || len(r.tokens) > 0 || out.typ == "unknown" || out.text == "" {
		return "", false
	}
	return out.text, true
}

func (r *ruleReader) fail() rule {
	r.failed = true
	return rule{}
}

// is takes a token if it comes next.
func (r *ruleReader) is(word string) bool {
	if r.failed || len(r.tokens) == 0 || !strings.EqualFold(r.tokens[0], word) {
		return false
	}
	r.tokens = r.tokens[1:]
	return true
}

func (r *ruleReader) expect(word string) {
	if !r.is(word) {
		r.failed = true
	}
}

func (r *ruleReader) or() rule  { return r.several("OR", 'r', r.and) }
func (r *ruleReader) and() rule { return r.several("AND", 'a', r.not) }

// several reads conditions between the same word.
func (r *ruleReader) several(word string, kind byte, next func() rule) rule {
	list := []rule{next()}
	for r.is(word) {
		list = append(list, next())
	}
	if len(list) == 1 {
		return list[0]
	}
	texts := make([]string, len(list))
	for i, one := range list {
		if one.typ != "boolean" {
			return r.fail()
		}
		if texts[i] = one.text; r.pretty && (one.kind == 'r' && kind != 'r' || one.kind == 's') {
			texts[i] = "(" + one.text + ")"
		}
	}
	return r.boxed(strings.Join(texts, " "+word+" "), "boolean", kind, word)
}

// boxed is an expression that stands in parentheses where it is not printed pretty.
func (r *ruleReader) boxed(text, typ string, kind byte, op string) rule {
	if !r.pretty {
		text = "(" + text + ")"
	}
	return rule{text: text, typ: typ, kind: kind, op: op}
}

func (r *ruleReader) not() rule {
	if !r.is("NOT") {
		return r.test()
	}
	arg := r.not()
	if arg.typ != "boolean" {
		return r.fail()
	}
	if r.pretty && (arg.kind == 'a' || arg.kind == 'r' || arg.kind == 's') {
		arg.text = "(" + arg.text + ")"
	}
	return r.boxed("NOT "+arg.text, "boolean", 'n', "NOT")
}

// test reads comparisons, IN, BETWEEN and IS NULL.
func (r *ruleReader) test() rule {
	left := r.sum()
	for !r.failed && len(r.tokens) > 0 {
		switch op := r.tokens[0]; {
		case op == "=" || op == "<" || op == ">" || op == "<=" || op == ">=" || op == "<>" || op == "!=" || op == "~~" || op == "!~~" || op == "~~*" || op == "!~~*":
			r.tokens = r.tokens[1:]
			left = r.compared(left, strings.Replace(op, "!=", "<>", 1), r.sum())
		case r.is("IS"):
			left = r.tested(left)
		case r.is("BETWEEN"):
			low := r.sum()
			r.expect("AND")
			from, to := r.compared(left, ">=", low), r.compared(left, "<=", r.sum())
			left = r.boxed(from.text+" AND "+to.text, "boolean", 'a', "AND")
		case r.is("IN"):
			left = r.listed(left, false)
		case len(r.tokens) > 1 && strings.EqualFold(op, "NOT") && strings.EqualFold(r.tokens[1], "IN"):
			r.tokens = r.tokens[2:]
			left = r.listed(left, true)
		default:
			return left
		}
	}
	return left
}

// tested reads what follows IS.
func (r *ruleReader) tested(left rule) rule {
	word, not := "IS NULL", r.is("NOT")
	if r.is("DISTINCT") {
		r.expect("FROM")
		distinct := r.compared(left, "IS DISTINCT FROM", r.sum())
		if !not || r.failed {
			return distinct
		}
		return r.boxed("NOT "+r.inside(distinct), "boolean", 'n', "NOT")
	}
	if not {
		word = "IS NOT NULL"
	}
	r.expect("NULL")
	return r.boxed(r.inside(left)+" "+word, "boolean", 't', "")
}

// inside is an operand, in parentheses where it needs them.
func (r *ruleReader) inside(one rule) string {
	if r.pretty && strings.IndexByte("oarnts", one.kind) >= 0 {
		return "(" + one.text + ")"
	}
	return one.text
}

func (r *ruleReader) sum() rule {
	left := r.product()
	for !r.failed && len(r.tokens) > 0 {
		switch op := r.tokens[0]; op {
		case "+", "-":
			r.tokens = r.tokens[1:]
			left = r.computed(left, op, r.product())
		case "||":
			r.tokens = r.tokens[1:]
			left = r.joined(left, r.product())
		default:
			return left
		}
	}
	return left
}

func (r *ruleReader) product() rule {
	left := r.value()
	for !r.failed && len(r.tokens) > 0 {
		op := r.tokens[0]
		if op != "*" && op != "//" && op != "%" {
			break
		}
		r.tokens = r.tokens[1:]
		if left = r.computed(left, strings.Replace(op, "//", "/", 1), r.value()); op != "*" && (ruleRanks[left.typ] == 0 || ruleRanks[left.typ] > 3) {
			return r.fail()
		}
	}
	return left
}

// value reads a column, a constant, a call, a cast, or what stands in parentheses.
func (r *ruleReader) value() rule {
	if r.depth++; r.failed || len(r.tokens) == 0 || r.depth > 200 {
		return r.fail()
	}
	word := r.tokens[0]
	r.tokens = r.tokens[1:]
	switch {
	case word == "(":
		inner := r.or()
		r.expect(")")
		return inner
	case word == "-" && len(r.tokens) > 0 && ruleNumber.MatchString(r.tokens[0]):
		one := ruleConstant(r.tokens[0])
		r.tokens = r.tokens[1:]
		return rule{text: "'-" + one.text + "'::" + one.typ, typ: one.typ, kind: '-'}
	case ruleNumber.MatchString(word):
		return ruleConstant(word)
	case word[0] == '\'':
		return rule{text: word, typ: "unknown", kind: 'c'}
	case word[0] == '"' && len(r.tokens) > 0 && r.tokens[0] == "(":
		r.tokens = r.tokens[1:]
		return r.called(strings.Trim(word, `"`))
	case word[0] == '"':
		return r.column(strings.ReplaceAll(word[1:len(word)-1], `""`, `"`))
	case strings.EqualFold(word, "CAST"):
		return r.cast()
	case strings.EqualFold(word, "ARRAY") && r.is("["):
		return r.array()
	case strings.EqualFold(word, "true") || strings.EqualFold(word, "false"):
		return rule{text: strings.ToLower(word), typ: "boolean", kind: 'c'}
	case ruleWord.MatchString(word) && r.is("("):
		return r.called(word)
	case ruleWord.MatchString(word):
		return r.columnOrMainCall(word)
	}
	return r.fail()
}

// columnOrMainCall reads a column, or a call of a function of DuckDB's schema main.
func (r *ruleReader) columnOrMainCall(word string) rule {
	if word == "main" && len(r.tokens) > 2 && r.tokens[0] == "." && r.tokens[2] == "(" {
		name := r.tokens[1]
		r.tokens = r.tokens[3:]
		return r.called("main." + strings.Trim(name, `"`))
	}
	return r.column(word)
}

func ruleConstant(digits string) rule {
	typ := "integer"
	switch {
	case strings.Contains(digits, "."):
		typ = "numeric"
	case len(digits) > 9:
		typ = "?"
	}
	return rule{text: digits, typ: typ, kind: 'c'}
}

func (r *ruleReader) column(name string) rule {
	typ, known := r.columns[name]
	if !known || typ == "?" {
		return r.fail()
	}
	return rule{text: Quote(name), typ: typ, kind: 'v'}
}

// Rename returns an expression that PostgreSQL shows with another name of a column.
func Rename(shown, from, to string) string {
	places := ruleTokens.FindAllStringSubmatchIndex(shown, -1)
	word := func(i int) string {
		if i < 0 || i >= len(places) {
			return ""
		}
		return shown[places[i][2]:places[i][3]]
	}
	for i := len(places) - 1; i >= 0; i-- {
		name := word(i)
		if strings.HasPrefix(name, `"`) {
			name = strings.ReplaceAll(strings.Trim(name, `"`), `""`, `"`)
		} else if !rulePlain.MatchString(name) {
			continue
		}
		before := word(i - 1)
		ofType := before == "::" || before == "." || rulePlain.MatchString(before) || before == "(" && word(i-2) == "EXTRACT"
		if name == from && word(i+1) != "(" && !ofType {
			shown = shown[:places[i][2]] + Quote(to) + shown[places[i][3]:]
		}
	}
	return shown
}

// Quote is a name as PostgreSQL shows it, and as quote_ident does.
func Quote(name string) string {
	unusual := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' }
	if name == "" || name[0] <= '9' || keywords[name] || strings.ContainsFunc(name, unusual) {
		return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
	}
	return name
}
