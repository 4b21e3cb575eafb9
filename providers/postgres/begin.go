package postgres

import (
	"strings"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// rewriteBegin returns the text to send for a BEGIN or START TRANSACTION, and "" for any
// other statement. The client's words are read one by one and written anew, so that no other
// text can be sent: isolation level and deferrability stay, and the access mode is
//
//   - READ ONLY in a session that may only read;
//   - the client's own, if it named one;
//   - READ WRITE otherwise, against the session's default; but no mode inside a
//     transaction, where BEGIN only causes a warning.
func rewriteBegin(s providers.Statement, readOnly, inTx bool) (string, error) {
	first := strings.ToUpper(firstWord(s.SQL))
	if first != "BEGIN" && first != "START" {
		if s.Verb == "BEGIN" || s.Verb == "START TRANSACTION" {
			return "", beginError(s.SQL)
		}
		return "", nil
	}
	words := beginWords(s.SQL)
	if len(words) == 0 || !startsTransaction(&words) {
		return "", beginError(s.SQL)
	}
	verb := "BEGIN"
	if first == "START" {
		verb = "START TRANSACTION"
	}
	modes, access := []string{}, ""
	for len(words) > 0 {
		mode := transactionMode(words)
		if mode == "" {
			return "", beginError(s.SQL)
		}
		words = words[strings.Count(mode, " ")+1:]
		if strings.HasPrefix(mode, "READ") {
			access = mode
		} else {
			modes = append(modes, mode)
		}
	}
	switch {
	case readOnly:
		access = "READ ONLY"
	case access == "" && !inTx:
		access = "READ WRITE"
	}
	if access != "" {
		modes = append(modes, access)
	}
	return strings.TrimSpace(verb + " " + strings.Join(modes, ", ")), nil
}

func beginError(sql string) error {
	return sqlstate.New(sqlstate.SyntaxError, "cannot read this as the start of a transaction: %.80s", sql).
		WithHint("Write BEGIN, with ISOLATION LEVEL …, READ ONLY, READ WRITE or DEFERRABLE if need be.")
}

// startsTransaction removes BEGIN [WORK | TRANSACTION] or START TRANSACTION from the beginning of
// the words, and reports whether they begin so.
func startsTransaction(words *[]string) bool {
	w := *words
	rest := w[1:]
	optional := len(rest) > 0 && (rest[0] == "WORK" || rest[0] == "TRANSACTION")
	switch {
	case w[0] == "BEGIN" && optional:
		rest = rest[1:]
	case w[0] == "BEGIN":
	case w[0] == "START" && optional && rest[0] == "TRANSACTION":
		rest = rest[1:]
	default:
		return false
	}
	*words = rest
	return true
}

// transactionModes are all modes that may follow. None is the beginning of another.
var transactionModes = []string{
	"ISOLATION LEVEL SERIALIZABLE", "ISOLATION LEVEL REPEATABLE READ",
	"ISOLATION LEVEL READ COMMITTED", "ISOLATION LEVEL READ UNCOMMITTED",
	"READ ONLY", "READ WRITE", "NOT DEFERRABLE", "DEFERRABLE",
}

func transactionMode(words []string) string {
	text := strings.Join(words, " ") + " "
	for _, mode := range transactionModes {
		if strings.HasPrefix(text, mode+" ") {
			return mode
		}
	}
	return ""
}

// beginWords returns the words of a text in upper case, without comments, commas and a last
// semicolon. It returns nil if the text has anything but words.
func beginWords(sql string) []string {
	var words []string
	for {
		sql = skipSpace(sql)
		if sql == "" {
			return words
		}
		word := firstWord(sql)
		switch {
		case word != "":
			words = append(words, strings.ToUpper(word))
			sql = sql[len(word):]
		case sql[0] == ',' || sql[0] == ';' && skipSpace(sql[1:]) == "":
			sql = sql[1:]
		default:
			return nil
		}
	}
}

// firstWord returns the letters that a text begins with, after space and
// comments.
func firstWord(sql string) string {
	sql = skipSpace(sql)
	end := strings.IndexFunc(sql, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '_' })
	if end < 0 {
		return sql
	}
	return sql[:end]
}

// skipSpace takes space and comments (which nest) off the front.
func skipSpace(sql string) string {
	for {
		sql = strings.TrimLeft(sql, " \t\n\r\f\v")
		switch {
		case strings.HasPrefix(sql, "--"):
			end := strings.IndexAny(sql, "\r\n")
			if end < 0 {
				return ""
			}
			sql = sql[end:]
		case strings.HasPrefix(sql, "/*"):
			sql = sql[providers.CommentEnd(sql):]
		default:
			return sql
		}
	}
}
