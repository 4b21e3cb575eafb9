// Package advice makes hints for authors of another system's SQL, and for names that are not there. [Advice] is PostgreSQL's
// form of the construct that an error is about; [WordsAt] and [NameParts] read names of texts that may be no SQL at all. It is for hints alone:
// nothing is decided by it.
package advice

import (
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/planner/dialect"
	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Advice returns PostgreSQL's form of a construct of another system's SQL that an error is about,
// or "" if the text has none that is known. duck says that the source is DuckDB, which shows no
// tool its settings. The advice is only a hint: nothing is decided by it.
func Advice(text string, e *sqlstate.Error, duck bool) string {
	if isDialect(text) {
		return "" // its error has a hint of its own
	}
	said := ""
	switch e.Code {
	case sqlstate.UndefinedFunction:
		if said = functionAdvice(nameAt(text, e.Position)); said == "" {
			said = syntaxAdvice(text)
		}
	case sqlstate.UndefinedColumn:
		said = unitAdvice(lexemes(text), strings.ToUpper(nameAt(text, e.Position)))
	case sqlstate.UndefinedObject:
		said = typeAdvice[nameAt(text, e.Position)]
	case sqlstate.UndefinedTable:
		said = relationAdvice(nameAt(text, e.Position))
	case sqlstate.SyntaxError, sqlstate.FeatureNotSupported:
		said = syntaxAdvice(text)
	case sqlstate.InsufficientPrivilege:
		if said = showAdvice(lexemes(text)); said == "" && e.Position > 0 {
			if said = relationAdvice(nameAt(text, e.Position)); said == "" {
				said = typeAdvice[nameAt(text, e.Position)]
			}
		}
	}
	if said == "" {
		return ""
	}
	if duck && strings.Contains(said, "current_setting(") {
		said = "This source shows its settings to wire sessions alone; SELECT now() has the time zone."
	}
	return said + " SQL here is PostgreSQL's, on every source."
}

// isDialect reports whether a text has one of the dialect's own verbs.
func isDialect(text string) bool {
	if len(text) > mostAdvised || parse.CheckDepth(text) != nil {
		return false
	}
	batch, err := dialect.Read(text)
	return err == nil && batch != nil
}

// lexeme is a word, a number or a character of a text that need not be SQL. The content of quotes
// and comments is left out.
type lexeme struct {
	text  string // words in upper case
	glued bool   // it follows the lexeme before without a blank
}

// mostAdvised bounds the part of a text that is searched for advice.
const mostAdvised = 16 << 10

func lexemes(text string) (list []lexeme) {
	text = text[:min(len(text), mostAdvised)]
	end := -1 // the end of the lexeme before
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			i++
		case strings.HasPrefix(text[i:], "--"):
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				return list
			}
			i += n
		case strings.HasPrefix(text[i:], "/*"):
			i += max(providers.CommentEnd(text[i:]), 2)
		case c == '\'' || c == '"':
			n := strings.IndexByte(text[i+1:], c)
			if n < 0 {
				return list
			}
			list = append(list, lexeme{string(c), end == i})
			i += n + 2
			end = i
		default:
			n := i + 1
			for isWordByte(c) && n < len(text) && isWordByte(text[n]) {
				n++
			}
			list = append(list, lexeme{strings.ToUpper(text[i:n]), end == i})
			i, end = n, n
		}
	}
	return list
}

func isWordByte(c byte) bool {
	return parse.Letter(c) || c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 0x80
}

// lexemeAt returns the text of a lexeme, or "" behind the last one.
func lexemeAt(list []lexeme, i int) string {
	if i < 0 || i >= len(list) {
		return ""
	}
	return list[i].text
}

func isNumber(word string) bool {
	return word != "" && strings.Trim(word, "0123456789") == ""
}

// syntaxAdvice is for a text that cannot be parsed.
func syntaxAdvice(text string) string {
	if strings.HasPrefix(strings.TrimSpace(text), "```") {
		return "Send the statement alone, without the code fence (```)."
	}
	list := lexemes(text)
	if said := firstWordAdvice(list); said != "" {
		return said
	}
	for i := range list {
		if said := placeAdvice(list, i); said != "" {
			return said
		}
	}
	for i, t := range list {
		if lexemeAt(list, i+1) == "(" {
			if said := functionAdvice(strings.ToLower(t.text)); said != "" {
				return said
			}
		}
	}
	return ""
}

// firstWordAdvice is for statements that PostgreSQL does not have.
func firstWordAdvice(list []lexeme) string {
	switch first := lexemeAt(list, 0); first {
	case "SHOW", "DESCRIBE", "DESC":
		return showAdvice(list)
	case "SUMMARIZE":
		return "PostgreSQL has no SUMMARIZE: SELECT count(*), min(c), max(c), avg(c) FROM the table, for the columns that matter."
	case "PRAGMA":
		return "PostgreSQL has no PRAGMA: describe_resource tells of a table, and so does information_schema.columns."
	case "FROM":
		return "A query begins with SELECT: SELECT * FROM the table."
	case "USE":
		return "There is no USE: name tables with their schema, or give provider and service."
	case "EXEC", "EXECUTE":
		return "PostgreSQL calls procedures with CALL name(arguments), and functions in a SELECT."
	case "REPLACE":
		return "PostgreSQL has no REPLACE: INSERT … ON CONFLICT (key) DO UPDATE SET …"
	case "INSERT":
		if second := lexemeAt(list, 1); second == "OR" || second == "IGNORE" {
			return "PostgreSQL says INSERT … ON CONFLICT (key) DO NOTHING, or DO UPDATE SET …"
		}
	case "PIVOT", "UNPIVOT":
		return "PostgreSQL has no " + first + ": use sum(x) FILTER (WHERE y = …) for each column, or UNION ALL for each row."
	}
	return ""
}

// placeAdvice is for constructs at one place of a text.
func placeAdvice(list []lexeme, i int) string {
	if advice := wordAdvice[list[i].text]; advice != "" {
		return advice
	}
	next, nextButOne, before := lexemeAt(list, i+1), lexemeAt(list, i+2), lexemeAt(list, i-1)
	switch list[i].text {
	case "[":
		if slices.Contains([]string{"", "SELECT", "FROM", ",", ".", "BY", "WHERE", "JOIN"}, before) {
			return "PostgreSQL quotes names with double quotes (\"name\"), not with brackets."
		}
	case "TOP":
		return topAdvice(before, next, nextButOne)
	case "LIMIT":
		if last := lexemeAt(list, i+3); isNumber(next) && nextButOne == "," && isNumber(last) {
			return "LIMIT " + next + "," + last + " is LIMIT " + last + " OFFSET " + next + " in PostgreSQL."
		}
	case "INTERVAL":
		if isNumber(next) {
			return "An interval is quoted: INTERVAL '" + next + " " + strings.ToLower(nextButOne) + "'."
		}
	case "EXCLUDE", "EXCEPT":
		if before == "*" {
			return "There is no * " + list[i].text + ": name the columns that you want."
		}
	case "=":
		if next == "=" && list[i+1].glued {
			return "Equality is = in PostgreSQL, not ==."
		}
	case "DUPLICATE":
		if before == "ON" {
			return "PostgreSQL says ON CONFLICT (key) DO UPDATE SET …"
		}
	}
	return ""
}

// wordAdvice is for words that mean something elsewhere, wherever they stand.
var wordAdvice = map[string]string{
	"`":              "PostgreSQL quotes names with double quotes (\"name\"), not with backticks.",
	"QUALIFY":        "PostgreSQL has no QUALIFY: SELECT * FROM (SELECT …, row_number() OVER (…) AS n FROM …) q WHERE n = 1.",
	"REGEXP":         "PostgreSQL matches a regular expression with ~ (in any case: ~*).",
	"RLIKE":          "PostgreSQL matches a regular expression with ~ (in any case: ~*).",
	"GLOB":           "PostgreSQL has no GLOB: use LIKE, with % and _.",
	"SEPARATOR":      "PostgreSQL says string_agg(expression, ', ').",
	"AUTO_INCREMENT": "PostgreSQL says GENERATED BY DEFAULT AS IDENTITY.",
	"AUTOINCREMENT":  "PostgreSQL says GENERATED BY DEFAULT AS IDENTITY.",
	"MINUS":          "PostgreSQL says EXCEPT for MINUS.",
	"ASOF":           "PostgreSQL has no ASOF JOIN: use a LATERAL subquery with ORDER BY and LIMIT 1.",
}

// topAdvice is for TOP 5 and TOP (5) behind SELECT.
func topAdvice(before, next, nextButOne string) string {
	if before != "SELECT" && before != "DISTINCT" {
		return ""
	}
	n := strings.Trim(next, "(")
	if n == "" {
		n = nextButOne
	}
	if !isNumber(n) {
		return ""
	}
	return "PostgreSQL has no TOP: put LIMIT " + n + " at the end of the query."
}

// showAdvice is for SHOW and DESCRIBE of objects that have tables or tools here.
func showAdvice(list []lexeme) string {
	first := lexemeAt(list, 0)
	if first == "DESCRIBE" || first == "DESC" {
		return "The tool describe_resource tells of a table, and so does SELECT * FROM information_schema.columns WHERE table_name = '…'."
	}
	if first != "SHOW" {
		return ""
	}
	what := lexemeAt(list, 1)
	for _, word := range list[1:] {
		if word.text != "FULL" && word.text != "ALL" && word.text != "EXTENDED" {
			what = word.text
			break
		}
	}
	switch what {
	case "TABLES", "TABLE", "VIEWS":
		return "The tool list_resources lists tables and views, and so does SELECT table_schema, table_name FROM information_schema.tables."
	case "COLUMNS", "FIELDS", "CREATE", "INDEX", "INDEXES", "KEYS":
		return "The tool describe_resource tells of columns, keys and indexes, and so does information_schema.columns."
	case "DATABASES", "CATALOGS":
		return "The tool list_providers lists the sources, and list_services their schemas."
	case "SCHEMAS":
		return "The tool list_services lists the schemas, and so does SELECT schema_name FROM information_schema.schemata."
	case "FUNCTIONS":
		return "SELECT proname FROM pg_catalog.pg_proc lists functions."
	case "VARIABLES", "STATUS", "":
		return "SELECT current_setting('name') shows a setting."
	case "TIME":
		return "SELECT current_setting('TimeZone') shows a setting."
	}
	name := strings.ToLower(what)
	for i := 2; i+1 < len(list) && list[i].text == "."; i += 2 {
		name += "." + strings.ToLower(list[i+1].text)
	}
	return "SELECT current_setting('" + strings.ReplaceAll(name, "'", "") + "') shows a setting."
}

// relationAdvice is for tables of other systems.
func relationAdvice(name string) string {
	switch name {
	case "dual":
		return "PostgreSQL needs no DUAL: leave FROM out."
	case "sqlite_master", "sqlite_schema", "all_tables", "user_tables", "sysobjects":
		return "The tool list_resources lists tables and views, and so does information_schema.tables."
	}
	return ""
}

// unitAdvice is for a unit that another system's function takes first, as in DATEDIFF(day, a, b).
func unitAdvice(list []lexeme, unit string) string {
	for i := range list {
		if lexemeAt(list, i+1) == "(" && lexemeAt(list, i+2) == unit && lexemeAt(list, i+3) == "," {
			return functionAdvice(strings.ToLower(list[i].text))
		}
	}
	return ""
}

// typeAdvice maps other systems' types to PostgreSQL's.
var typeAdvice = map[string]string{
	"datetime": "PostgreSQL's type is timestamp.", "datetime2": "PostgreSQL's type is timestamp.", "string": "PostgreSQL's type is text.",
	"nvarchar": "PostgreSQL's type is text.", "double": "PostgreSQL's type is double precision.", "number": "PostgreSQL's type is numeric.",
	"unsigned": "PostgreSQL's type is bigint.", "signed": "PostgreSQL's type is bigint.", "tinyint": "PostgreSQL's type is smallint.",
	"int64": "PostgreSQL's type is bigint.", "float64": "PostgreSQL's type is double precision.", "blob": "PostgreSQL's type is bytea.",
}

// functionAdvice is for functions of other systems.
func functionAdvice(name string) string {
	if how := functionWords[name]; how != "" {
		return "PostgreSQL says " + how + " for " + strings.ToUpper(name) + "."
	}
	return ""
}

var functionWords = map[string]string{
	"ifnull": "coalesce(a, b)", "nvl": "coalesce(a, b)", "isnull": "coalesce(a, b)", "zeroifnull": "coalesce(a, 0)",
	"if": "CASE WHEN condition THEN a ELSE b END", "iif": "CASE WHEN condition THEN a ELSE b END", "decode": "CASE x WHEN a THEN b ELSE c END",
	"getdate": "now()", "getutcdate": "now() AT TIME ZONE 'UTC'", "sysdate": "now()", "sysdatetime": "now()", "curdate": "CURRENT_DATE",
	"curtime": "CURRENT_TIME", "today": "CURRENT_DATE", "datetime": "x::timestamp", "julianday": "extract(julian FROM x)",
	"datediff":  "a::date - b::date, which is days, or extract(epoch FROM a - b), which is seconds,",
	"date_diff": "a::date - b::date, which is days, or extract(epoch FROM a - b), which is seconds,",
	"dateadd":   "x + INTERVAL '1 day'", "date_add": "x + INTERVAL '1 day'", "adddate": "x + INTERVAL '1 day'", "date_sub": "x - INTERVAL '1 day'", "timestampadd": "x + INTERVAL '1 day'",
	"timestampdiff": "extract(epoch FROM a - b), which is seconds,", "datepart": "extract(year FROM x)", "datename": "to_char(x, 'Month')",
	"year": "extract(year FROM x)", "month": "extract(month FROM x)", "day": "extract(day FROM x)", "hour": "extract(hour FROM x)", "minute": "extract(minute FROM x)",
	"quarter": "extract(quarter FROM x)", "week": "extract(week FROM x)", "weekofyear": "extract(week FROM x)", "dayofweek": "extract(dow FROM x)",
	"weekday": "extract(isodow FROM x)", "dayofmonth": "extract(day FROM x)", "dayofyear": "extract(doy FROM x)", "dayname": "to_char(x, 'FMDay')", "monthname": "to_char(x, 'FMMonth')",
	"last_day": "(date_trunc('month', x) + INTERVAL '1 month - 1 day')::date", "eomonth": "(date_trunc('month', x) + INTERVAL '1 month - 1 day')::date",
	"date_format": "to_char(x, 'YYYY-MM-DD')", "strftime": "to_char(x, 'YYYY-MM-DD')", "format_date": "to_char(x, 'YYYY-MM-DD')",
	"str_to_date": "to_date(text, 'YYYY-MM-DD')", "strptime": "to_timestamp(text, 'YYYY-MM-DD HH24:MI:SS')", "parse_date": "to_date(text, 'YYYY-MM-DD')",
	"unix_timestamp": "extract(epoch FROM x)", "from_unixtime": "to_timestamp(seconds)", "epoch": "extract(epoch FROM x)",
	"group_concat": "string_agg(x, ', ')", "listagg": "string_agg(x, ', ')", "len": "length(text)", "datalength": "octet_length(text)",
	"charindex": "strpos(text, part)", "instr": "strpos(text, part)", "locate": "strpos(text, part)", "ucase": "upper(text)", "lcase": "lower(text)",
	"substring_index": "split_part(text, separator, n)", "replicate": "repeat(text, n)", "stuff": "overlay(text PLACING new FROM start FOR length)",
	"convert": "CAST(x AS type)", "try_cast": "CAST(x AS type), after a condition on what can be cast,", "try_convert": "CAST(x AS type)", "safe_cast": "CAST(x AS type)",
	"to_varchar": "to_char(x, format) or x::text", "tostring": "x::text", "rand": "random()", "newid": "gen_random_uuid()", "uuid": "gen_random_uuid()",
	"median": "percentile_cont(0.5) WITHIN GROUP (ORDER BY x)", "quantile": "percentile_cont(0.5) WITHIN GROUP (ORDER BY x)", "approx_count_distinct": "count(DISTINCT x)",
	"countif": "count(*) FILTER (WHERE condition)", "sumif": "sum(x) FILTER (WHERE condition)", "arg_max": "(array_agg(x ORDER BY y DESC))[1]", "max_by": "(array_agg(x ORDER BY y DESC))[1]",
	"regexp_extract": "substring(text FROM pattern)", "json_extract": "x -> 'key', or x ->> 'key' for text,", "get_json_object": "x ->> 'key'",
	"safe_divide": "a / nullif(b, 0)", "div0": "a / nullif(b, 0)", "pow": "power(a, b)", "truncate": "trunc(x, digits)", "log10": "log(x)", "isnumeric": "x ~ '^[0-9.]+$'",
	"typeof": "pg_typeof(x)", "struct_pack": "json_build_object('key', value)", "list": "array_agg(x)", "collect_list": "array_agg(x)",
}
