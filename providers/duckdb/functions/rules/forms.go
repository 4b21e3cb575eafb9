package rules

import (
	"strconv"
	"strings"
)

// callForm is how PostgreSQL shows a function: what it takes, the type of its result, and the form of a call by the number of the
// arguments; 0: of any number. The function takes t, a text, q, a text whose cast to text is not shown, s, a text that is left out
// if it is empty, i, an integer, and a, any number of values of all types.
type callForm struct {
	takes, result string
	forms         map[int]string
}

// formCalls are functions of which the source's own stand for several of PostgreSQL's, and those that have a syntax of their own. Of
// substr, btrim and strpos nobody knows whether they were written so: they are shown in the form of the standard.
var formCalls = map[string]callForm{
	"substring":     {"qii", "text", map[int]string{2: "SUBSTRING($1 FROM $2)", 3: "SUBSTRING($1 FROM $2 FOR $3)"}},
	"trim":          {"qq", "text", map[int]string{1: "TRIM(BOTH FROM $1)", 2: "TRIM(BOTH $2 FROM $1)"}},
	"main.ltrim":    {"qq", "text", map[int]string{1: "TRIM(LEADING FROM $1)", 2: "TRIM(LEADING $2 FROM $1)"}},
	"main.rtrim":    {"qq", "text", map[int]string{1: "TRIM(TRAILING FROM $1)", 2: "TRIM(TRAILING $2 FROM $1)"}},
	"main.position": {"qq", "integer", map[int]string{2: "POSITION(($2) IN ($1))"}},
	"ltrim":         {"tt", "text", map[int]string{1: "ltrim($1)", 2: "ltrim($1, $2)"}},
	"rtrim":         {"tt", "text", map[int]string{1: "rtrim($1)", 2: "rtrim($1, $2)"}},
	"md5":           {"t", "text", map[int]string{1: "md5($1)"}},
	"octet_length":  {"t", "integer", map[int]string{1: "octet_length($1)"}},
	"translate":     {"ttt", "text", map[int]string{3: "translate($1, $2, $3)"}},
	"starts_with":   {"tt", "boolean", map[int]string{2: "starts_with($1, $2)"}},
	"regexp_replace": {"ttts", "text", map[int]string{
		3: "regexp_replace($1, $2, $3)", 4: "regexp_replace($1, $2, $3, $4)",
	}},
	"concat":       {"a", "text", map[int]string{0: "concat($*)"}},
	"concat_ws":    {"ta", "text", map[int]string{0: "concat_ws($*)"}},
	"num_nonnulls": {"a", "integer", map[int]string{0: "num_nonnulls($*)"}},
	"num_nulls":    {"a", "integer", map[int]string{0: "num_nulls($*)"}},
}

// calledAs reads the arguments of a function, and shows it in its form.
func (r *ruleReader) calledAs(form callForm) rule {
	var texts []string
	for more := true; more && !r.failed; more = r.is(",") {
		one := r.or()
		switch take := form.takes[min(len(texts), len(form.takes)-1)]; {
		case len(texts) >= len(form.takes) && take != 'a', take == 'i' && one.typ != "integer", one.elements != nil, one.text == "":
			return r.fail()
		case take == 's' && one.text == "''":
			continue
		case take == 'q':
			one = r.typed(one, "text")
			r.failed = r.failed || !isText(one.typ)
		case take == 't' || take == 's':
			if one = r.typed(one, "text"); isText(one.typ) {
				one = r.as(one, "text")
			}
			r.failed = r.failed || one.typ != "text"
		}
		texts = append(texts, one.text)
	}
	r.expect(")")
	shown, ok := form.forms[len(texts)]
	if !ok {
		shown, ok = form.forms[0]
	}
	if !ok || r.failed {
		return r.fail()
	}
	var pairs []string
	for i, text := range texts {
		pairs = append(pairs, "$"+strconv.Itoa(i+1), text)
	}
	pairs = append(pairs, "$*", strings.Join(texts, ", "))
	return rule{text: strings.NewReplacer(pairs...).Replace(shown), typ: form.result, kind: 'f'}
}
