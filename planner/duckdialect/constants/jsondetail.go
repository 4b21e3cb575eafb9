package constants

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// jsonToken matches the next token of a JSON text as PostgreSQL's reader takes it: a string, a mark, a number, a word, or a character.
var (
	jsonToken  = regexp.MustCompile(`^(?:"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"|[][{}:,]|-?\d(?:[A-Za-z0-9_.\x80-\x{10ffff}]|[eE][-+])*|[A-Za-z_\x80-\x{10ffff}][A-Za-z0-9_\x80-\x{10ffff}]*|.)`)
	jsonNumber = regexp.MustCompile(`^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$`)
)

// jsonReader looks for the first place where a text is no JSON.
type jsonReader struct {
	rest, token, detail string
	failed              bool
}

// jsonDetail says what is wrong with a text that is no JSON, "" where that is not easily told: jsonapi.c.
func jsonDetail(s string) string {
	r := &jsonReader{rest: s}
	r.next()
	if r.value() && r.token != "" {
		r.fail("end of input")
	}
	return r.detail
}

var (
	plainInString = regexp.MustCompile(`^(?:[^"\\\x00-\x1f]|\\["\\/bfnrt])*`)
	unicodeEscape = regexp.MustCompile(`^\\u([0-9a-fA-F]{4})`)
)

// escapeDetail says what is wrong with the first escape of a string that is none, "" if all are right: json_lex_string.
func escapeDetail(rest string) string {
	for {
		rest = rest[len(plainInString.FindString(rest)):]
		if rest != "" && rest[0] < ' ' {
			return fmt.Sprintf("Character with value 0x%02x must be escaped.", rest[0])
		}
		if len(rest) < 2 || rest[0] != '\\' {
			return ""
		}
		m := unicodeEscape.FindStringSubmatch(rest)
		switch {
		case m != nil:
			rest = rest[len(m[0]):]
		case rest[1] == 'u':
			return `"\u" must be followed by four hexadecimal digits.`
		default:
			_, size := utf8.DecodeRuneInString(rest[1:])
			return `Escape sequence "` + rest[:1+size] + `" is invalid.`
		}
	}
}

// next reads a token. There is none behind an error.
func (r *jsonReader) next() {
	r.rest = strings.TrimLeft(r.rest, " \t\r\n")
	if r.token = jsonToken.FindString(r.rest); r.token == `"` {
		if r.failed, r.detail = true, escapeDetail(r.rest[1:]); r.detail == "" && !strings.ContainsAny(r.rest, "\\\n\t") && !strings.Contains(r.rest[1:], `"`) {
			r.detail = `Token "` + r.rest + `" is invalid.` // a string that has no end
		}
		r.token, r.rest = "", ""
		return
	}
	r.rest = r.rest[len(r.token):]
}

// isBadWord reports whether the token is a word that is no value.
func (r *jsonReader) isBadWord() bool {
	switch {
	case r.token == "", strings.ContainsAny(r.token[:1], `"{}[]:,`):
		return false
	case r.token == "true", r.token == "false", r.token == "null":
		return false
	}
	return !jsonNumber.MatchString(r.token)
}

// fail notes what was expected instead of the token.
func (r *jsonReader) fail(expected string) bool {
	switch {
	case r.failed || r.detail != "":
	case r.token == "":
		r.detail = "The input string ended unexpectedly."
	case r.isBadWord():
		r.detail = `Token "` + r.token + `" is invalid.`
	default:
		r.detail = "Expected " + expected + `, but found "` + r.token + `".`
	}
	return false
}

// value reads a value.
func (r *jsonReader) value() bool {
	switch {
	case r.token == "{":
		return r.object()
	case r.token == "[":
		return r.array()
	case r.token == "" || r.isBadWord() || strings.Contains("}]:,", r.token):
		return r.fail("JSON value")
	}
	r.next()
	return true
}

// object reads an object.
func (r *jsonReader) object() bool {
	expected := `string or "}"`
	for r.next(); r.token != "}" || expected == "string"; r.next() {
		if !strings.HasPrefix(r.token, `"`) {
			return r.fail(expected)
		}
		if r.next(); r.token != ":" {
			return r.fail(`":"`)
		}
		if r.next(); !r.value() {
			return false
		}
		if r.token == "}" {
			break
		}
		if r.token != "," {
			return r.fail(`"," or "}"`)
		}
		expected = "string"
	}
	r.next()
	return true
}

// array reads an array.
func (r *jsonReader) array() bool {
	if r.next(); r.token != "]" {
		for {
			if !r.value() {
				return false
			}
			if r.token != "," {
				break
			}
			r.next()
		}
	}
	if r.token != "]" {
		return r.fail(`"," or "]"`)
	}
	r.next()
	return true
}
