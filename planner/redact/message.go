package redact

import (
	"regexp"
	"slices"
	"strings"
)

// kinds are the words before which a quoted word of an error is a name, not a value.
var kinds = strings.Fields(`relation column table view index constraint type schema database role user function procedure routine operator
	sequence extension server trigger policy rule parameter option setting domain language collation cursor portal statement savepoint
	tablespace publication subscription source encoding aggregate attribute partition prefix of for from clause entry`)

var (
	// lastValue is the value that an error quotes at its end.
	lastValue = regexp.MustCompile(`(?s)((?:: |at or near |at end of |value |string |token |escape |character |line )["'])(.*)(["'])`)
	// quoted is a word in double quotes, with the word before it.
	quoted = regexp.MustCompile(`(\w*)( *)"([^"]*)"`)
	// single is text in single quotes, as DuckDB quotes values.
	single = regexp.MustCompile(`'[^']*'`)
)

// shortest is the least length of a value that is also hidden inside of words.
const shortest = 4

// Message returns an error's message for a record. It hides the values that were hidden in the
// statement. If the statement contains a trigger word, it also hides everything that the message
// quotes and that the statement's record does not show.
func (t *Redacted) Message(message string) string {
	r := t.redactor
	values := slices.Clone(t.values)
	slices.SortFunc(values, func(a, b string) int { return len(b) - len(a) })
	for _, v := range values {
		if len(v) >= shortest && v != mark && v != Hidden {
			message = strings.ReplaceAll(message, v, mark)
		}
	}
	if t.mayHoldSecret {
		// DuckDB repeats the line of the statement.
		if at := strings.Index(message, "\n\nLINE "); at >= 0 {
			message = message[:at]
		}
		message = t.hideQuoted(message)
	}
	if r.triggers.foundIn(message) {
		message = formats.ReplaceAllString(message, mark)
		message = userPassword.ReplaceAllString(message, "://"+mark+"@")
		message = r.hideAssigned(message)
	}
	return r.hidePatterns(message)
}

// hideQuoted hides the values that a message quotes.
func (t *Redacted) hideQuoted(message string) string {
	hide := func(v string) bool {
		return v != "" && v != mark && (slices.Contains(t.values, v) || !strings.Contains(t.Text, v))
	}
	if m := lastValue.FindStringSubmatchIndex(message); m != nil && hide(message[m[4]:m[5]]) {
		inner := message[m[4]:m[5]]
		if !strings.Contains(inner, `"`) || strings.Contains(message[m[2]:m[3]], "near") || strings.Contains(message[m[2]:m[3]], ": ") {
			message = message[:m[4]] + mark + message[m[5]:]
		}
	}
	message = quoted.ReplaceAllStringFunc(message, func(s string) string {
		m := quoted.FindStringSubmatch(s)
		if !hide(m[3]) || slices.Contains(kinds, strings.ToLower(m[1])) && !slices.Contains(t.values, m[3]) && !slices.Contains(t.values, `"`+m[3]+`"`) {
			return s
		}
		return m[1] + m[2] + `"` + mark + `"`
	})
	return single.ReplaceAllStringFunc(message, func(s string) string {
		if inner := strings.Trim(s, "'"); hide(inner) {
			return Hidden
		}
		return s
	})
}

// value is a name in a message and the value behind it.
var value = regexp.MustCompile(`([A-Za-z_][\w.-]*)(["']?\s*[=:]\s*["']?)([^\s"',;)]+)`)

// hideAssigned hides the values behind the names of secrets: password=x.
func (r *Redactor) hideAssigned(message string) string {
	return value.ReplaceAllStringFunc(message, func(s string) string {
		m := value.FindStringSubmatch(s)
		if !r.secretName(m[1]) || strings.Contains(m[3], mark) {
			return s
		}
		return m[1] + m[2] + mark
	})
}
