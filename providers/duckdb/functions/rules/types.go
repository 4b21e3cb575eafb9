package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

// keywords are PostgreSQL's that it quotes where they are names: all but the unreserved ones.
var keywords = wordSet(`all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean both case cast char
	character check coalesce collate collation column concurrently constraint create cross current_catalog current_date current_role
	current_schema current_time current_timestamp current_user dec decimal default deferrable desc distinct do else end except exists
	extract false fetch float for foreign freeze from full grant greatest group grouping having ilike in initially inner inout int integer
	intersect interval into is isnull join lateral leading least left like limit localtime localtimestamp national natural nchar none
	normalize not notnull null nullif numeric offset on only or order out outer overlaps overlay placing position precision primary real
	references returning right row select session_user setof similar smallint some substring symmetric table tablesample then time
	timestamp to trailing treat trim true union unique user using values varchar variadic verbose when where window with xmlattributes
	xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`)

func wordSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(list) {
		set[word] = true
	}
	return set
}

// ruleRanks order the types of numbers: an operator has its operands cast to the greater one.
var ruleRanks = map[string]int{"smallint": 1, "integer": 2, "bigint": 3, "numeric": 4, "real": 5, "double precision": 6}

// anEnum is the type of columns of enums and of constants that are cast to a type of users. Which enum it is nobody knows here: the source
// has taken the expression.
const anEnum = "enum"

// userType is how DuckDB prints the name of a type of users with its schema.
var userType = regexp.MustCompile(`^("(?:[^"]|"")+"|[a-z_][a-z0-9_]*) ?\. ?("(?:[^"]|"")+"|[a-z_][a-z0-9_]*)$`)

// ofUser is a quoted constant of a type of users. Around the schema stand the marks of providers.ShownQuery.
func (r *ruleReader) ofUser(one rule, duck string) rule {
	m := userType.FindStringSubmatch(duck)
	if m == nil || one.typ != "unknown" || one.elements != nil {
		return r.fail()
	}
	for i, name := range m[1:] {
		if bare := strings.Trim(name, `"`); Quote(bare) == bare {
			m[i+1] = bare
		}
	}
	return rule{text: one.text + "::" + providers.SchemaStarts + m[1] + "." + providers.SchemaEnds + m[2], typ: anEnum, kind: 'c'}
}

// isoDate is a text that is shown as it is where it becomes a date.
var isoDate = regexp.MustCompile(`^'\d{4}-\d{2}-\d{2}'$`)

// plainInterval matches the intervals that PostgreSQL writes as they are.
var plainInterval = regexp.MustCompile(`^'(?:1 (?:year|mon|day)|[2-9] mons|1[01] mons|(?:[2-9]|[1-9]\d{1,5}) (?:years|days)|\d\d:[0-5]\d:[0-5]\d)'$`)

// typed gives a quoted constant a type.
func (r *ruleReader) typed(one rule, typ string) rule {
	if one.typ != "unknown" {
		return one
	}
	switch {
	case one.elements != nil:
		return r.typedElements(one, typ)
	case typ == "text" || typ == "character varying" || typ == "jsonb" || typ == "uuid" && len(one.text) == 38 || typ == "date" && isoDate.MatchString(one.text), typ == "interval" && plainInterval.MatchString(one.text):
	case typ == "character":
		return rule{text: one.text + "::bpchar", typ: typ, kind: 'c'}
	default:
		return r.fail()
	}
	return rule{text: one.text + "::" + typ, typ: typ, kind: 'c'}
}

// array reads the elements of an array.
func (r *ruleReader) array() rule {
	made := rule{kind: 'f'}
	var texts []string
	for more := !r.is("]"); more && !r.failed; more = r.is(",") {
		one := r.value()
		if made.typ = one.typ; len(texts) > 0 && one.typ != made.elements[0].typ || one.elements != nil || one.typ == "?" {
			return r.fail()
		}
		made.elements, texts = append(made.elements, one), append(texts, one.text)
	}
	r.expect("]")
	if made.typ == "" {
		return r.fail()
	}
	if made.typ != "unknown" {
		made.typ, made.elements = made.typ+"[]", nil
	}
	made.text = "ARRAY[" + strings.Join(texts, ", ") + "]"
	return made
}

// typedElements gives the quoted constants of an array a type.
func (r *ruleReader) typedElements(array rule, typ string) rule {
	element, ok := strings.CutSuffix(typ, "[]")
	texts := make([]string, len(array.elements))
	for i, one := range array.elements {
		texts[i] = r.typed(one, element).text
	}
	if !ok {
		return r.fail()
	}
	return rule{text: "ARRAY[" + strings.Join(texts, ", ") + "]", typ: typ, kind: 'f'}
}

// as casts an operand as PostgreSQL does where an operator needs it.
func (r *ruleReader) as(one rule, typ string) rule {
	if one.typ == typ {
		return one
	}
	text := one.text
	if !r.pretty || strings.IndexByte("oarnt", one.kind) >= 0 {
		text = "(" + text + ")"
	}
	return rule{text: text + "::" + typ, typ: typ, kind: 'f'}
}

// matched gives two operands types between which there is an operator.
func (r *ruleReader) matched(left, right rule) (rule, rule) {
	if left.typ == "unknown" && right.typ == "unknown" {
		r.failed = true
		return left, right
	}
	text := func(t string) string { // varchar is compared as text
		if t == "character varying" {
			return "text"
		}
		return t
	}
	left, right = r.typed(left, text(right.typ)), r.typed(right, text(left.typ))
	a, b := ruleRanks[left.typ], ruleRanks[right.typ]
	switch {
	case a > 0 && b > 0 && (a <= 3 && b <= 3 || a >= 5 && b >= 5): // there are operators between the integers, and between the floats
	case a > 0 && b > 0 && max(a, b) == 4:
		left, right = r.as(left, "numeric"), r.as(right, "numeric")
	case a > 0 && b > 0:
		left, right = r.as(left, "double precision"), r.as(right, "double precision")
	case text(left.typ) == "text" && text(right.typ) == "text":
		left, right = r.as(left, "text"), r.as(right, "text")
	case left.typ == right.typ && slices.Contains([]string{anEnum, "character", "boolean", "date", "uuid", "jsonb", "timestamp without time zone", "timestamp with time zone"}, left.typ):
	default:
		r.failed = true
	}
	return left, right
}

func (r *ruleReader) compared(left rule, op string, right rule) rule {
	left, right = r.matched(left, right)
	if r.failed || strings.Contains(op, "~") && left.typ != "text" {
		return r.fail()
	}
	return r.boxed(r.inside(left)+" "+op+" "+r.inside(right), "boolean", 'o', op)
}

// computed is a sum, a difference or a product of numbers.
func (r *ruleReader) computed(left rule, op string, right rule) rule {
	left, right = r.matched(left, right)
	a, b := ruleRanks[left.typ], ruleRanks[right.typ]
	if r.failed || a == 0 || b == 0 {
		return r.fail()
	}
	typ := left.typ
	if b > a {
		typ = right.typ
	}
	return r.boxed(r.operand(left, op, true)+" "+op+" "+r.operand(right, op, false), typ, 'o', op)
}

// isText says whether a type is one of texts.
func isText(typ string) bool {
	return typ == "text" || typ == "character varying" || typ == "character"
}

// joined is two texts in one, or a text and a value of another type, which has no cast.
func (r *ruleReader) joined(left, right rule) rule {
	for _, one := range []*rule{&left, &right} {
		switch {
		case isText(one.typ):
			*one = r.as(*one, "text")
		case one.typ == "unknown":
			*one = r.typed(*one, "text")
		case ruleRanks[one.typ] == 0 && one.typ != "boolean" && one.typ != "date" && one.typ != "uuid":
			return r.fail()
		}
	}
	if left.typ != "text" && right.typ != "text" {
		return r.fail()
	}
	return r.boxed(r.inside(left)+" || "+r.inside(right), "text", 'o', "||")
}

// binds are the operators of numbers that bind tighter than sums.
var binds = map[string]bool{"*": true, "/": true, "%": true}

// operand is an operand of a computation: what binds tighter needs no parentheses.
func (r *ruleReader) operand(one rule, op string, left bool) string {
	if r.pretty && one.kind == 'o' && (binds[one.op] && !binds[op] || left && binds[one.op] == binds[op]) {
		return one.text
	}
	return r.inside(one)
}

// listed reads the list of IN.
func (r *ruleReader) listed(left rule, not bool) rule {
	r.expect("(")
	var list []rule
	for more := true; more && !r.failed; more = r.is(",") {
		list = append(list, r.value())
	}
	r.expect(")")
	op, any := " = ANY ", "="
	if not {
		op, any = " <> ALL ", "<>"
	}
	if len(list) == 1 && !r.failed {
		return r.compared(left, any, list[0])
	}
	texts := make([]string, len(list))
	for i, one := range list {
		if one.kind != 'c' {
			return r.fail()
		}
		if one = r.typed(one, left.typ); one.typ != left.typ {
			return r.fail()
		}
		texts[i] = one.text
	}
	array := "ARRAY[" + strings.Join(texts, ", ") + "]"
	switch left.typ {
	case "character varying":
		if left = r.as(left, "text"); !r.pretty {
			array = "(" + array + ")"
		}
		array += "::text[]"
	case "text", "integer", "character", "date", anEnum:
	default:
		return r.fail()
	}
	return r.boxed(r.inside(left)+op+"("+array+")", "boolean", 's', strings.TrimSpace(op))
}

// bareCalls are functions without arguments, and the types of their results.
var bareCalls = map[string]string{
	"now": "timestamp with time zone", "clock_timestamp": "timestamp with time zone", "statement_timestamp": "timestamp with time zone",
	"random": "double precision", "gen_random_uuid": "uuid",
}

// called reads a call of one of a few functions.
func (r *ruleReader) called(name string) rule {
	name = strings.TrimPrefix(strings.ToLower(name), "pg__")
	if typ := bareCalls[name]; typ != "" && r.is(")") {
		return rule{text: name + "()", typ: typ, kind: 'f'}
	}
	if form, ok := formCalls[name]; ok {
		return r.calledAs(form)
	}
	if takes := severalCalls[name]; takes != "" || name == "coalesce" {
		return r.calledWith(name, takes)
	}
	if strings.HasPrefix(name, "hold_") {
		return r.held()
	}
	arg := r.or()
	if name == "regexp_like" {
		return r.matches(arg)
	}
	r.expect(")")
	result := map[string]string{"lower": "text", "upper": "text", "length": "integer", "char_length": "integer", "reverse": "text", "initcap": "text"}[name]
	switch {
	case name == "nextval" && arg.typ == "unknown":
		return rule{text: "nextval(" + arg.text + "::regclass)", typ: "bigint", kind: 'f'}
	case arg.typ == "character varying", arg.typ == "character" && name != "length":
		arg = r.as(arg, "text")
	case arg.typ == "unknown" && result != "":
		arg = r.typed(arg, "text")
	}
	if r.failed || result == "" || arg.typ != "text" && (arg.typ != "character" || name != "length") {
		return r.fail()
	}
	return rule{text: name + "(" + arg.text + ")", typ: result, kind: 'f'}
}

// held reads a text that is held to the length of its column, which is not shown.
func (r *ruleReader) held() rule {
	r.expect("CAST")
	r.expect("(")
	arg := r.or()
	for _, word := range []string{"AS", "VARCHAR", ")", ","} {
		r.expect(word)
	}
	r.value()
	r.expect(")")
	arg.kind = 'h'
	return arg
}

// severalCalls are functions of texts with several arguments, which they take as t, a text, and i, an integer.
var severalCalls = map[string]string{"repeat": "ti", "left": "ti", "right": "ti", "replace": "ttt", "lpad": "tit", "rpad": "tit", "split_part": "tti", "strpos": "tt"}

// calledWith reads the arguments of a function of texts with several of them, or of COALESCE over texts.
func (r *ruleReader) calledWith(name, takes string) rule {
	var texts []string
	for more := true; more && !r.failed; more = r.is(",") {
		one := r.or()
		switch i := len(texts); {
		case takes == "" || i < len(takes) && takes[i] == 't':
			if one = r.typed(one, "text"); one.typ == "character varying" && takes != "" {
				one = r.as(one, "text")
			}
			r.failed = r.failed || one.typ != "text"
		case i >= len(takes) || one.typ != "integer":
			return r.fail()
		}
		texts = append(texts, one.text)
	}
	r.expect(")")
	if r.failed || takes != "" && len(texts) != len(takes) {
		return r.fail()
	}
	typ := "text"
	switch name {
	case "coalesce":
		name = "COALESCE"
	case "left", "right":
		name = `"` + name + `"`
	case "strpos":
		typ = "integer"
	}
	return rule{text: name + "(" + strings.Join(texts, ", ") + ")", typ: typ, kind: 'f'}
}

// unmatched is what follows a match that shall not be.
var unmatched = map[string]bool{"= CAST ( 'f' AS BOOLEAN )": true, "= CAST ( 'false' AS BOOLEAN )": true}

// matches reads the other arguments of a match with a regular expression, whose flags say that it was written as an operator.
func (r *ruleReader) matches(arg rule) rule {
	r.expect(",")
	pattern := r.typed(r.value(), "text")
	r.expect(",")
	op := map[string]string{"'c'": "~", "'ci'": "~*"}[r.value().text]
	r.expect(")")
	if r.failed || op == "" || pattern.typ != "text" {
		return r.fail()
	}
	if len(r.tokens) > 6 && unmatched[strings.Join(r.tokens[:7], " ")] {
		r.tokens, op = r.tokens[7:], "!"+op
	}
	return r.compared(arg, op, pattern)
}

// cast reads a cast. One that only says what type the expression has is none.
func (r *ruleReader) cast() rule {
	r.expect("(")
	arg := r.or()
	r.expect("AS")
	var duck strings.Builder
	for depth := 0; !r.failed && len(r.tokens) > 0; r.tokens = r.tokens[1:] {
		word := r.tokens[0]
		switch word {
		case "(":
			depth++
		case ")":
			depth--
		}
		if depth < 0 {
			break
		}
		if ruleWord.MatchString(word) && duck.Len() > 0 {
			duck.WriteByte(' ')
		}
		duck.WriteString(word)
	}
	r.expect(")")
	named := strings.ToUpper(strings.Trim(duck.String(), `"`))
	_, _, _, typ := pgcatalog.TypeOID(named)
	switch {
	case r.failed || arg.kind == 'h':
		return arg
	case typ == "text" && named != "VARCHAR" && named != "TEXT" && !strings.Contains(named, "."):
		return r.fail() // another type, which has no name here
	case strings.Contains(duck.String(), "."):
		return r.ofUser(arg, duck.String())
	case typ == "boolean" && (arg.text == "'t'" || arg.text == "'f'"):
		return rule{text: map[string]string{"'t'": "true", "'f'": "false"}[arg.text], typ: "boolean", kind: 'c'}
	case arg.elements != nil && typ != "text[]" && typ != "character varying[]" && typ != "character[]":
		return r.quotedArray(arg, typ)
	case arg.typ == "unknown":
		return r.typed(arg, typ)
	case arg.typ != typ:
		return r.fail()
	}
	return arg
}

// plainElement matches a quoted constant that needs no quotes within a quoted array.
var plainElement = regexp.MustCompile(`^'[-+.:\w]+'$`)

// quotedArray shows an array of quoted constants as the quoted array that it was read from.
func (r *ruleReader) quotedArray(array rule, typ string) rule {
	texts := make([]string, len(array.elements))
	for i, one := range array.elements {
		if !plainElement.MatchString(one.text) || !strings.HasSuffix(typ, "[]") || strings.EqualFold(one.text, "'null'") {
			return r.fail()
		}
		texts[i] = strings.Trim(one.text, "'")
	}
	return rule{text: "'{" + strings.Join(texts, ",") + "}'::" + typ, typ: typ, kind: 'f'}
}
