package shell

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"
)

// names is what the server has, as far as somebody completed a word.
type names struct {
	shell     *shell
	asked     time.Time // when relations were
	relations []relationName
	columns   map[string][]string // by relation, as it was written
}

type relationName struct {
	schema, name string
	visible      bool
}

const (
	namesKept   = time.Minute
	namesWait   = 3 * time.Second
	namesAtMost = "20000"
)

func (n *names) forget() { n.relations, n.columns, n.asked = nil, nil, time.Time{} }

var (
	beginnings = strings.Fields(`ABORT ALTER ANALYZE BEGIN CALL CLOSE COMMENT COMMIT COPY CREATE DEALLOCATE DECLARE DELETE DESCRIBE
		DO DROP END EXECUTE EXPLAIN FETCH GRANT INSERT LISTEN LOCK MERGE MOVE NOTIFY PREPARE REFRESH REINDEX RELEASE RESET REVOKE
		ROLLBACK SAVEPOINT SELECT SET SHOW START TABLE TRUNCATE UNLISTEN UPDATE VACUUM VALUES WITH`)
	keywords = strings.Fields(`ALL AND ANY AS ASC BETWEEN BY CASE CAST CROSS DESC DISTINCT ELSE END EXCEPT EXISTS FALSE FETCH FILTER FROM FULL
		GROUP HAVING ILIKE IN INNER INTERSECT INTERVAL INTO IS JOIN LATERAL LEFT LIKE LIMIT NOT NULL NULLS OFFSET ON OR ORDER OUTER OVER
		PARTITION RETURNING RIGHT SELECT SET SIMILAR THEN TO TRUE UNION USING VALUES WHEN WHERE WINDOW WITH
		avg count coalesce date_trunc extract greatest least lower max min now nullif round row_number string_agg sum upper`)
	// following is what stands behind a word, where that is clear.
	following = map[string][]string{
		"INSERT": {"INTO"}, "DELETE": {"FROM"}, "ORDER": {"BY"}, "GROUP": {"BY"}, "PARTITION": {"BY"},
		"CREATE": {"TABLE", "VIEW", "INDEX", "SCHEMA", "SEQUENCE", "FUNCTION", "TEMPORARY", "MATERIALIZED", "UNIQUE", "OR"},
		"ALTER":  {"TABLE", "VIEW", "INDEX", "SCHEMA", "SEQUENCE", "FUNCTION"},
		"DROP":   {"TABLE", "VIEW", "INDEX", "SCHEMA", "SEQUENCE", "FUNCTION", "MATERIALIZED"},
		"SHOW":   {"PROVIDERS", "SERVICES", "RESOURCES", "METHODS", "ALL", "search_path", "server_version", "TimeZone"},
		"BEGIN":  {"READ", "ISOLATION"}, "EXPLAIN": {"SELECT", "ANALYZE", "WITH"},
	}
	// beforeRelations are the words behind which a relation is named.
	beforeRelations = strings.Fields(`FROM JOIN INTO UPDATE TABLE VIEW DESCRIBE TRUNCATE ANALYZE VACUUM COPY ONLY ON`)
)

// complete returns what the word may become that a line ends with, and where it
// begins.
func (n *names) complete(line string) (start int, candidates []string) {
	if strings.HasPrefix(line, `\`) && !strings.Contains(line, " ") {
		return 0, beginning(commandNames(), line)
	}
	start = wordStart(line)
	word := line[start:]
	if strings.HasPrefix(line, `\`) {
		return start, n.argument(line, word)
	}
	before := n.shell.statement.text.String() + line[:start]
	if l := (lexer{}); inText(&l, before) {
		return start, nil
	}
	tokens := strings.FieldsFunc(before, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",()", r) })
	last := ""
	if len(tokens) > 0 {
		last = strings.ToUpper(tokens[len(tokens)-1])
	}
	qualifier, rest, qualified := cutLast(word, ".")
	switch {
	case len(tokens) == 0 || strings.HasSuffix(strings.TrimSpace(before), ";"):
		candidates = beginning(beginnings, word)
	case qualified:
		candidates = append(n.columnsOf(aliased(before, qualifier), qualifier+".", rest), n.inSchema(qualifier, rest)...)
	case following[last] != nil:
		candidates = beginning(following[last], word)
	case slices.Contains(beforeRelations, last):
		candidates = n.relationsLike(word)
	default:
		for _, r := range mentioned(before) {
			candidates = append(candidates, n.columnsOf(r, "", word)...)
		}
		candidates = append(candidates, beginning(keywords, word)...)
		if commaAfterRelation(before) {
			candidates = append(candidates, n.relationsLike(word)...)
		}
	}
	slices.Sort(candidates)
	return start, slices.Compact(candidates)
}

// argument completes what a command is told.
func (n *names) argument(line, word string) []string {
	name, _, _ := strings.Cut(line, " ")
	switch {
	case name == `\i` || name == `\o` || name == `\g` || name == `\gx` || name == `\e`:
		return n.files(word)
	case name == `\x`:
		return beginning([]string{"on", "off", "auto"}, word)
	case name == `\timing`:
		return beginning([]string{"on", "off"}, word)
	case name == `\c`:
		return beginning(n.firstColumn("SHOW PROVIDERS"), word)
	case strings.HasPrefix(name, `\d`) || name == `\copy`:
		if qualifier, rest, qualified := cutLast(word, "."); qualified {
			return n.inSchema(qualifier, rest)
		}
		return n.relationsLike(word)
	}
	return nil
}

func (n *names) files(word string) []string {
	found, err := filepath.Glob(expandHome(word, n.shell.o.Getenv) + "*")
	if err != nil {
		return nil
	}
	return found
}

// relationsLike lists relations of the search path, and schemas.
func (n *names) relationsLike(word string) (list []string) {
	schemas := map[string]bool{}
	for _, r := range n.known() {
		if r.visible && (r.schema != "pg_catalog" || strings.HasPrefix(word, "pg_")) {
			list = append(list, quoteName(r.name))
		}
		if !schemas[r.schema] {
			schemas[r.schema] = true
			list = append(list, quoteName(r.schema)+".")
		}
	}
	return beginning(list, word)
}

func (n *names) inSchema(schema, word string) (list []string) {
	for _, r := range n.known() {
		if quoteName(r.schema) == schema {
			list = append(list, quoteName(r.schema)+"."+quoteName(r.name))
		}
	}
	return beginning(list, schema+"."+word)
}

// known returns the relations of the source, and asks for them now and then.
func (n *names) known() []relationName {
	if time.Since(n.asked) < namesKept {
		return n.relations
	}
	rows := n.query(`SELECT n.nspname, c.relname, pg_catalog.pg_table_is_visible(c.oid)
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_toast') LIMIT ` + namesAtMost)
	n.relations = nil
	for _, r := range rows {
		n.relations = append(n.relations, relationName{r[0], r[1], r[2] == "t"})
	}
	n.asked = time.Now()
	return n.relations
}

// columnsOf lists the columns of a relation.
func (n *names) columnsOf(relation, before, word string) []string {
	if relation == "" {
		return nil
	}
	list, known := n.columns[relation]
	if !known {
		where, problem := named(relation, n.shell.client.config.Database)
		if problem != "" {
			return nil
		}
		list = n.firstColumn(`SELECT a.attname FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE a.attnum > 0 AND NOT a.attisdropped AND ` + where)
		if n.columns == nil {
			n.columns = map[string][]string{}
		}
		n.columns[relation] = list
	}
	var quoted []string
	for _, c := range list {
		quoted = append(quoted, before+quoteName(c))
	}
	return beginning(quoted, before+word)
}

// firstColumn returns the first column of a query.
func (n *names) firstColumn(sql string) (list []string) {
	for _, r := range n.query(sql) {
		list = append(list, r[0])
	}
	return list
}

// query asks the server where that disturbs nothing. A failure is no completion,
// and no word.
func (n *names) query(sql string) [][]string {
	c := n.shell.client
	if c.conn.IsClosed() || c.conn.TxStatus() != 'I' { // an error would end the person's transaction
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), namesWait)
	defer cancel()
	rows, err := c.queryTexts(ctx, sql)
	if err != nil {
		return nil
	}
	return rows
}

// wordStart is where the name begins that a line ends with.
func wordStart(line string) int {
	inside := strings.Count(line, `"`)%2 == 1
	start := len(line)
	for start > 0 {
		c := line[start-1]
		if c == '"' {
			inside = !inside
		} else if !inside && !word(c) && c != '.' && c != '/' && c != '~' && c != '-' {
			break
		}
		start--
	}
	return start
}

// beginning is which words begin with what was typed, in its case of letters.
func beginning(words []string, typed string) (list []string) {
	lower := typed != "" && typed == strings.ToLower(typed)
	for _, w := range words {
		if len(w) < len(typed) || !strings.EqualFold(w[:len(typed)], typed) {
			continue
		}
		if lower && w == strings.ToUpper(w) && !strings.HasPrefix(w, `"`) {
			w = strings.ToLower(w)
		}
		list = append(list, w)
	}
	return list
}

func commandNames() (list []string) {
	for _, c := range commands() {
		list = append(list, c.name)
	}
	return append(list, `\dv`, `\dm`, `\di`, `\ds`, `\dE`)
}

// quoteName is a name as SQL reads it.
func quoteName(name string) string {
	for i := range len(name) {
		if c := name[i]; !word(c) || c >= 'A' && c <= 'Z' || i == 0 && c >= '0' && c <= '9' {
			return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
		}
	}
	return name
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}

// mentioned is the relations that a statement names so far.
func mentioned(text string) (list []string) {
	for _, r := range relationsIn(text) {
		list = append(list, r.name)
	}
	return list
}

// aliased is the relation that a qualifier of a column means.
func aliased(text, qualifier string) string {
	for _, r := range relationsIn(text) {
		if _, name, _ := cutLast("."+r.name, "."); r.alias == qualifier || name == qualifier {
			return r.name
		}
	}
	return ""
}

type mention struct{ name, alias string }

// relationsIn finds the names behind FROM, JOIN, UPDATE and INTO, as far as that
// can be told without a parser.
func relationsIn(text string) (list []mention) {
	tokens := strings.Fields(strings.NewReplacer(",", " , ", "(", " ( ", ")", " ) ", ";", " ; ").Replace(text))
	for i := 0; i+1 < len(tokens); i++ {
		switch strings.ToUpper(tokens[i]) {
		case "FROM", "JOIN", "UPDATE", "INTO", ",":
		default:
			continue
		}
		m := mention{name: tokens[i+1]}
		if !isName(m.name) || tokens[i] == "," && len(list) == 0 {
			continue
		}
		if i+3 < len(tokens) && strings.EqualFold(tokens[i+2], "AS") {
			m.alias = tokens[i+3]
		} else if i+2 < len(tokens) && isName(tokens[i+2]) {
			m.alias = tokens[i+2]
		}
		list = append(list, m)
	}
	return list
}

func isName(token string) bool {
	return token != "" && (word(token[0]) || token[0] == '"') && !slices.Contains(keywords, strings.ToUpper(token))
}

// commaAfterRelation reports whether a statement stands in its list of relations.
func commaAfterRelation(text string) bool {
	upper := strings.ToUpper(text)
	from := strings.LastIndex(upper, "FROM ")
	return from >= 0 && strings.HasSuffix(strings.TrimSpace(text), ",") && !strings.Contains(upper[from:], "WHERE")
}

// inText reports whether a text ends inside of a string or a comment. A quoted
// name is none.
func inText(l *lexer, text string) bool {
	l.next(text)
	return l.open() && l.quote != `"`
}

// reads reports whether a statement changes no names, by its first word.
func reads(sql string) bool {
	fields := strings.Fields(sql)
	return len(fields) > 0 && slices.Contains([]string{"select", "show", "with", "table", "values", "explain", "describe"}, strings.ToLower(fields[0]))
}
