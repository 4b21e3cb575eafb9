package main

import (
	"regexp"
	"slices"
	"strings"
)

// agent answers one task with what a server's tools say.
type agent struct {
	server server
	client *client
	count  func(string) int
	trace  func(format string, args ...any)

	calls, tokens int
	names         []string // that were described
}

// mostCalls is after how many calls the agent gives up.
const mostCalls = 12

// call calls a tool and counts what goes over: the call as a model writes it, and the
// text of its answer.
func (a *agent) call(tool string, arguments map[string]any) (text string, failed bool, err error) {
	text, failed, err = a.client.call(tool, arguments)
	sent := tool
	for name, value := range arguments {
		if s, ok := value.(string); ok {
			sent += " " + name + ": " + s
		}
	}
	a.calls++
	a.tokens += a.count(sent) + a.count(text)
	a.trace("> %s\n%.1500s", sent, text)
	return text, failed, err
}

// answer looks for the tables of a task, describes them, and runs its query, the first
// of its spellings first. An error moves it on: to a name that the error offers, to the
// spelling that the error speaks of, or else to the next one.
func (a *agent) answer(t task) (right bool, err error) {
	tables := make([]string, len(t.tables))
	for i, words := range t.tables {
		if tables[i], err = a.findTable(words); err != nil {
			return false, err
		}
		if tables[i] == "" {
			return false, nil
		}
		tool, arguments := a.server.describe(tables[i])
		text, _, err := a.call(tool, arguments)
		if err != nil {
			return false, err
		}
		a.learn(text)
	}
	columns := make([]string, len(t.columns))
	for i, words := range t.columns {
		columns[i] = a.named(words)
	}
	next := 0
	swap := map[string]string{}
	for a.calls < mostCalls && next < len(t.spellings) {
		sql := fill(t.spellings[next], tables, columns)
		for wrong, better := range swap {
			sql = strings.ReplaceAll(sql, wrong, better)
		}
		tool, arguments := a.server.query(sql)
		text, failed, err := a.call(tool, arguments)
		if err != nil {
			return false, err
		}
		if !isError(text, failed) {
			return t.expects.MatchString(text), nil
		}
		if wrong, better := offered(text, sql); better != "" && swap[wrong] == "" {
			swap[wrong] = better
			continue
		}
		next = t.after(next, text)
	}
	return false, nil
}

// isError reports whether a text is an error, whatever the protocol's own mark says.
func isError(text string, failed bool) bool {
	head := strings.ToLower(text[:min(len(text), 200)])
	return failed || strings.HasPrefix(head, "error") || strings.Contains(head, `"success": false`) || strings.Contains(head, `"success":false`)
}

// findTable looks for a table by words: by its name, and then by its columns.
func (a *agent) findTable(words string) (string, error) {
	first, _, _ := strings.Cut(words, " ")
	for _, look := range []func(string) (string, map[string]any){a.server.find, a.server.columns} {
		if look == nil {
			continue
		}
		tool, arguments := look(first)
		text, _, err := a.call(tool, arguments)
		if err != nil {
			return "", err
		}
		names := tablesIn(text)
		if name := pick(names, words); name != "" {
			return name, nil
		}
		if len(names) == 1 { // it was found by something else than its name
			return names[0], nil
		}
	}
	return "", nil
}

// A name stands in the texts of tools as a member of JSON, or first in a line.
var (
	nameOfTable = regexp.MustCompile(`"(?:table|table_name)":\s*"([^"]+)"`)
	anyName     = regexp.MustCompile(`"(?:name|object_name|column_name)":\s*"([^"]+)"|(?m)^([A-Za-z_][\w: ]*)\|`)
)

// tablesIn are the tables that an answer names.
func tablesIn(text string) []string {
	if names := matches(nameOfTable, text); len(names) > 0 {
		return names
	}
	return slices.DeleteFunc(matches(anyName, text), func(name string) bool { return name == "name" })
}

func matches(pattern *regexp.Regexp, text string) (names []string) {
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		if name := strings.Join(m[1:], ""); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func (a *agent) learn(text string) { a.names = append(a.names, matches(anyName, text)...) }

// pick is the shortest name that has all words in it.
func pick(names []string, words string) string {
	best := ""
	for _, name := range names {
		has := true
		for _, word := range strings.Fields(words) {
			has = has && strings.Contains(strings.ToLower(name), word)
		}
		if has && (best == "" || len(name) < len(best)) {
			best = name
		}
	}
	return best
}

// named is the column that words mean, in quotes where it needs them; the words
// themselves where none was read.
func (a *agent) named(words string) string {
	name := pick(a.names, words)
	if name == "" {
		return strings.ReplaceAll(words, " ", "_")
	}
	if name != strings.ToLower(name) || strings.Contains(name, " ") {
		return `"` + name + `"`
	}
	return name
}

// fill puts names into a query: $t1 is the first table, $c1 the first column.
func fill(sql string, tables, columns []string) string {
	for i, name := range tables {
		sql = strings.ReplaceAll(sql, "$t"+string(rune('1'+i)), name)
	}
	for i, name := range columns {
		sql = strings.ReplaceAll(sql, "$c"+string(rune('1'+i)), name)
	}
	return sql
}

// An error that offers a name says which one is wrong, and which was meant.
var (
	unknownName = regexp.MustCompile(`(?:relation|column|schema) \\?"?([\w.]+)\\?"? does not exist`)
	meantName   = regexp.MustCompile(`(?:Did you mean|meant to reference the column) (?:\\?"([\w.]+)\\?"|("[^"?]+")|([\w.]+))`)
)

func offered(text, sql string) (wrong, better string) {
	unknown, meant := unknownName.FindStringSubmatch(text), meantName.FindStringSubmatch(text)
	if unknown == nil || meant == nil || !strings.Contains(sql, unknown[1]) {
		return "", ""
	}
	better = meant[1] + meant[2] + meant[3]
	if better == "" || better == unknown[1] {
		return "", ""
	}
	return unknown[1], better
}
