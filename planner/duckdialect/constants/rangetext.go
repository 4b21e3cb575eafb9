package constants

import (
	"strings"

	"github.com/sallyportdb/sallyport/planner/parse"
)

// rangeDetail says what is wrong with the text of a range, as range_parse does; "": nothing.
func rangeDetail(text string) string {
	text = strings.TrimLeft(text, parse.Blanks)
	if len(text) >= len("empty") && strings.EqualFold(text[:len("empty")], "empty") {
		if strings.Trim(text[len("empty"):], parse.Blanks) != "" {
			return `Junk after "empty" key word.`
		}
		return ""
	}
	if text == "" || text[0] != '[' && text[0] != '(' {
		return "Missing left parenthesis or bracket."
	}
	at := boundEnd(text, 1)
	switch {
	case at == len(text):
		return "Unexpected end of input."
	case text[at] != ',':
		return "Missing comma after lower bound."
	}
	at = boundEnd(text, at+1)
	switch {
	case at == len(text):
		return "Unexpected end of input."
	case text[at] == ',':
		return "Too many commas."
	case strings.Trim(text[at+1:], parse.Blanks) != "":
		return "Junk after right parenthesis or bracket."
	}
	return ""
}

// boundEnd is where a bound of a range ends that begins somewhere in its text; the text's length: the text ends before the bound does.
func boundEnd(text string, at int) int {
	for quoted := false; at < len(text); at++ {
		switch b := text[at]; {
		case b == '\\':
			at++
		case b == '"':
			quoted = !quoted
		case !quoted && (b == ',' || b == ')' || b == ']'):
			return at
		}
	}
	return len(text)
}
