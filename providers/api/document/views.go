package document

import (
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"
)

// The parts of a view's predicate: sqlDialect == "sqlite3" && requiredParams == [ region, name ].
var (
	viewDialect = regexp.MustCompile(`sqlDialect\s*==\s*"([^"]*)"`)
	viewNeeds   = regexp.MustCompile(`requiredParams\s*==\s*\[([^\]]*)\]`)
)

// views reads the queries that stand in the place of methods: each with the queries that are tried next if
// its predicate does not fit. A query with a predicate of an unknown form is left out; those that follow it
// are not.
func (r *reader) views(n node) (list []View, err error) {
	n.each(func(verb string, at node) {
		for depth := 0; at.isMapping() && depth < maxDepth; depth++ {
			one, bad := r.view(verb, at)
			switch {
			case bad != nil:
				err = bad
			case one.DDL != "":
				list = append(list, one)
			}
			at = at.get("fallback")
		}
	})
	return list, err
}

func (r *reader) view(verb string, at node) (View, error) {
	ddl := at.get("ddl")
	v := View{Verb: verb, DDL: ddl.text(), File: r.src.file}
	if ddl.exists() {
		v.Line = ddl.at.Line
		if ddl.at.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
			v.Line++ // the text begins below its key
		}
	}
	predicate := at.get("predicate").text()
	rest := predicate
	if m := viewDialect.FindStringSubmatch(predicate); m != nil {
		v.Dialect, rest = m[1], strings.Replace(rest, m[0], "", 1)
	}
	if m := viewNeeds.FindStringSubmatch(predicate); m != nil {
		rest = strings.Replace(rest, m[0], "", 1)
		for name := range strings.SplitSeq(m[1], ",") {
			if name = strings.Trim(strings.TrimSpace(name), `"'`); name != "" {
				v.Needs = append(v.Needs, name)
			}
		}
	}
	if strings.Trim(rest, "& \t\r\n") != "" {
		return View{}, at.get("predicate").problem("the predicate %q of the view cannot be understood", line(predicate))
	}
	return v, nil
}

// ViewsFor are the views that are used for a verb: those in SQLite's dialect, in which most documents are
// written; if there are none, those in PostgreSQL's.
func (r *Resource) ViewsFor(verb string) (list []View) {
	for _, dialect := range []string{"sqlite3", "postgres"} {
		for _, v := range r.Views {
			if v.Verb == verb && (v.Dialect == dialect || v.Dialect == "") {
				list = append(list, v)
			}
		}
		if len(list) > 0 {
			return list
		}
	}
	return nil
}
