package plpgsql

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	pg_query "github.com/pganalyze/pg_query_go/v6"
)

// The modes in which libpg_query's PL/pgSQL parser reads an expression, as in
// PostgreSQL's RawParseMode.
const (
	modeQuery      = 0
	modeExpression = 2
	modeAssign1    = 3
	modeAssign3    = 5
)

// harmful are the statements of PL/pgSQL, as libpg_query calls them, that no
// function has that was read.
var harmful = []string{
	"PLpgSQL_stmt_dynexecute", "PLpgSQL_stmt_dynfors", "PLpgSQL_stmt_call", "PLpgSQL_stmt_commit", "PLpgSQL_stmt_rollback",
	"PLpgSQL_stmt_open", "PLpgSQL_stmt_fetch", "PLpgSQL_stmt_close", "dynquery",
}

// theirs returns all SQL that libpg_query finds in a function, and which of
// the harmful statements are in it; false: it cannot read the function.
func theirs(create string) (queries, statements []string, ok bool) {
	text, err := pg_query.ParsePlPgSqlToJSON(create)
	if err != nil {
		return nil, nil, false
	}
	var tree any
	if err := json.Unmarshal([]byte(text), &tree); err != nil {
		return nil, nil, false // libpg_query's parser writes some strings wrongly
	}
	var walk func(any)
	walk = func(node any) {
		switch node := node.(type) {
		case []any:
			for _, one := range node {
				walk(one)
			}
		case map[string]any:
			for key, value := range node {
				if slices.Contains(harmful, key) {
					statements = append(statements, key)
				}
				if key == "PLpgSQL_expr" {
					expr := value.(map[string]any)
					query, _ := expr["query"].(string)
					mode, _ := expr["parseMode"].(float64)
					queries = append(queries, asPiece(query, int(mode)))
				}
				walk(value)
			}
		}
	}
	walk(tree)
	return queries, statements, true
}

var (
	caseVariable = regexp.MustCompile(`^"__Case__Variable_\d+__" IN \(`)
	assigned     = regexp.MustCompile(`^[^=]*?:?=`)
)

// asPiece says what Read says of an expression.
func asPiece(query string, mode int) string {
	switch {
	case mode == modeQuery:
		return tidy(query)
	case mode == modeExpression && caseVariable.MatchString(query):
		return tidy("SELECT NULL IN (" + caseVariable.ReplaceAllString(query, ""))
	case mode >= modeAssign1 && mode <= modeAssign3:
		return tidy("SELECT " + assigned.ReplaceAllString(query, ""))
	}
	return tidy("SELECT " + query)
}

// tidy leaves the tokens of a text.
func tidy(text string) string {
	tokens, err := scan(text)
	if err != nil {
		return text
	}
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.text
	}
	return strings.Join(words, " ")
}

// named is what PostgreSQL adds to the arguments of a cursor.
var named = regexp.MustCompile(` AS [^ ]+( ,|$)`)

// asArguments reports whether a query is the arguments of a cursor, which were
// found one after the other.
func asArguments(query string, found []string) bool {
	plain := named.ReplaceAllString(strings.TrimPrefix(query, "SELECT "), "$1")
	for i := range found {
		list := ""
		for _, one := range found[i:] {
			if list += strings.TrimPrefix(one, "SELECT "); list == plain || !strings.HasPrefix(plain, list) {
				break
			}
			list += " , "
		}
		if list == plain {
			return true
		}
	}
	return false
}

// compare holds what Read finds against what PostgreSQL's own parser of PL/pgSQL
// finds, as far as that one can read the function.
func compare(t *testing.T, create string) (compared bool) {
	t.Helper()
	f, err := Read(create, unchecked)
	if err != nil {
		return false
	}
	queries, statements, ok := theirs(create)
	if !ok {
		return false
	}
	if len(statements) > 0 {
		t.Errorf("%s\nwas read, and has %v", create, statements)
	}
	var mine []string
	for _, p := range f.Pieces {
		mine = append(mine, tidy(p.SQL))
	}
	for _, query := range queries {
		if !slices.Contains(mine, query) && !asArguments(query, mine) {
			t.Errorf("%s\nnot found: %s\nfound:\n%s", create, query, strings.Join(mine, "\n"))
		}
	}
	return true
}

// TestLikePostgres: the parser of PostgreSQL finds no SQL that Read does not.
func TestLikePostgres(t *testing.T) {
	compared, skipped := 0, []string{}
	const declared = "DECLARE x int; y int; i int; j int; r record; z text; m text; n int; \"Odd \"\"x\" int; return int; comment int; other int; c int; BEGIN "
	for _, test := range found {
		// The other parser needs declared variables.
		body := declared + strings.TrimPrefix(test.body, "#variable_conflict use_column\n#print_strict_params on\n")
		body = strings.TrimSuffix(body, ";") + "; END"
		if compare(t, create(body)) {
			compared++
		} else {
			_, err := pg_query.ParsePlPgSqlToJSON(create(body))
			skipped = append(skipped, body+": "+err.Error())
		}
	}
	t.Logf("%d compared, not:\n%s", compared, strings.Join(skipped, "\n"))
	if compared < 15 {
		t.Errorf("only %d functions could be compared", compared)
	}
}

func FuzzRead(f *testing.F) {
	for _, test := range found {
		f.Add(test.body)
	}
	for _, test := range refused {
		f.Add(test.body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if len(body) > 2000 || strings.Contains(body, "$function$") || strings.ContainsRune(body, 0) {
			return
		}
		compare(t, create(body))
	})
}
