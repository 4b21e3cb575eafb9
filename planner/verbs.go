package planner

import (
	"strings"

	pg_query "github.com/pganalyze/pg_query_go/v6"

	"github.com/sallyportdb/sallyport/planner/parse"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// The dialect's own verbs, which no Postgres grammar knows:
//
//	SHOW PROVIDERS [LIKE 'pattern']
//	SHOW SERVICES {IN | FROM} provider [LIKE 'pattern']
//	SHOW RESOURCES {IN | FROM} provider.service [LIKE 'pattern']
//	{DESCRIBE | DESC} [[provider.]service.]resource
//
// EXTENDED may follow SHOW and DESCRIBE. A verb stands alone in its text.

// ownVerb reads one of the dialect's own verbs. It returns nil if the text belongs to the parser.
func ownVerb(text string) (*Statement, error) {
	head := strings.ToUpper(firstWord(text))
	if head != "SHOW" && head != "DESCRIBE" && head != "DESC" {
		return nil, nil
	}
	words, err := scanWords(text)
	if err != nil {
		return nil, nil //nolint:nilerr // the parser reports it better
	}
	show := &Show{}
	rest := words[1:]
	if n := len(rest); n > 0 && rest[n-1].text == ";" {
		rest = rest[:n-1]
	}
	if len(rest) > 0 && rest[0].is("EXTENDED") {
		rest = rest[1:]
	}
	if head != "SHOW" {
		show.What = "columns"
		show.In, rest = dottedName(rest)
		if len(show.In) == 0 || len(show.In) > 3 {
			return nil, sqlstate.New(sqlstate.SyntaxError, "%s needs the name of a resource", head).
				WithHint("DESCRIBE [[provider.]service.]resource").At(1)
		}
	} else {
		depth, known := map[string]int{"PROVIDERS": 0, "SERVICES": 1, "RESOURCES": 2}[upperAt(rest, 0)]
		if !known {
			return nil, nil // SHOW of a setting
		}
		show.What = strings.ToLower(rest[0].text)
		if rest = rest[1:]; depth > 0 {
			if upperAt(rest, 0) != "IN" && upperAt(rest, 0) != "FROM" {
				return nil, sqlstate.New(sqlstate.SyntaxError, "SHOW %s needs IN and a name", strings.ToUpper(show.What)).
					WithHint("SHOW SERVICES IN provider, SHOW RESOURCES IN provider.service").At(1)
			}
			if show.In, rest = dottedName(rest[1:]); len(show.In) != depth {
				return nil, sqlstate.New(sqlstate.SyntaxError, "SHOW %s takes a name of %d part(s)", strings.ToUpper(show.What), depth).
					WithHint("SHOW SERVICES IN provider, SHOW RESOURCES IN provider.service").At(1)
			}
		}
		if len(rest) == 2 && rest[0].is("LIKE") && rest[1].literal {
			show.Like, rest = rest[1].text, nil
		}
	}
	if len(rest) > 0 {
		return nil, sqlstate.New(sqlstate.SyntaxError, "syntax error at or near %q", rest[0].text).
			At(parse.CharacterAt(text, rest[0].offset))
	}
	trimmed := strings.TrimRight(strings.TrimSpace(text), "; \t\r\n")
	verb := "SHOW"
	if head != "SHOW" {
		verb = "DESCRIBE"
	}
	return &Statement{
		Text: trimmed, Offset: strings.Index(text, trimmed), Verb: verb, Class: Read,
		Control: OwnVerb, Show: show,
	}, nil
}

// word is one token of the dialect's own verbs.
type word struct {
	text    string // folded as Postgres folds names, literals unquoted
	literal bool
	quoted  bool
	offset  int
}

func (w word) is(keyword string) bool {
	return !w.literal && !w.quoted && strings.EqualFold(w.text, keyword)
}

func upperAt(words []word, i int) string {
	if i >= len(words) || words[i].literal || words[i].quoted {
		return ""
	}
	return strings.ToUpper(words[i].text)
}

// dottedName reads a.b.c.
func dottedName(words []word) ([]string, []word) {
	var parts []string
	for len(words) > 0 && !words[0].literal {
		parts = append(parts, words[0].text)
		words = words[1:]
		if len(words) == 0 || words[0].text != "." {
			break
		}
		words = words[1:]
	}
	return parts, words
}

func scanWords(text string) ([]word, error) {
	scan, err := pg_query.Scan(text)
	if err != nil {
		return nil, err
	}
	var words []word
	for _, t := range scan.Tokens {
		w := word{text: text[t.Start:t.End], offset: int(t.Start)}
		switch {
		case t.Token == pg_query.Token_SQL_COMMENT || t.Token == pg_query.Token_C_COMMENT:
			continue
		case t.Token == pg_query.Token_SCONST:
			w.literal, w.text = true, strings.ReplaceAll(strings.Trim(w.text, "'"), "''", "'")
		case strings.HasPrefix(w.text, `"`):
			w.quoted, w.text = true, strings.ReplaceAll(strings.Trim(w.text, `"`), `""`, `"`)
		default:
			w.text = strings.ToLower(w.text)
		}
		words = append(words, w)
	}
	return words, nil
}

// firstWord returns the first word of a text, behind blanks and comments.
func firstWord(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\r\n\f\v")
		switch {
		case strings.HasPrefix(text, "--"):
			end := strings.IndexAny(text, "\r\n")
			if end < 0 {
				return ""
			}
			text = text[end:]
		case strings.HasPrefix(text, "/*"):
			text = text[parse.CommentEnd(text):]
		default:
			end := 0
			for end < len(text) && classes[text[end]] == wordByte {
				end++
			}
			return text[:end]
		}
	}
}
