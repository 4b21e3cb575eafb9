package shell

import "strings"

// found is what ends the part of a line that belongs to a statement.
type found int

const (
	nothing   found = iota // the statement goes on in the next line
	semicolon              // the statement is complete
	backslash              // a command of the shell's begins
)

// lexer finds the ends of statements in lines, outside of quotes, comments and
// brackets. It decides only when the shell sends what was typed; the server
// reads the text by itself.
type lexer struct {
	brackets int
	quote    string // what ends the string or name that is open: ', ", $tag$
	escapes  bool   // a backslash in the open string takes the next character along
	comments int    // how many block comments are open; they nest
}

// next reads a line as far as it belongs to the statement: up to and with the
// semicolon, up to the backslash, or all of it.
func (l *lexer) next(line string) (length int, what found) {
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case l.quote != "":
			i += l.inString(line[i:])
		case l.comments > 0 || strings.HasPrefix(line[i:], "/*"):
			i += l.inComment(line[i:])
		case strings.HasPrefix(line[i:], "--"):
			end := strings.IndexByte(line[i:], '\n')
			if end < 0 {
				return len(line), nothing
			}
			i += end + 1
		case c == ';' && l.brackets <= 0:
			*l = lexer{}
			return i + 1, semicolon
		case c == '\\':
			return i, backslash
		default:
			i += l.token(line, i)
		}
	}
	return len(line), nothing
}

// open reports whether a string, a quoted name or a comment has no end yet.
func (l *lexer) open() bool { return l.quote != "" || l.comments > 0 }

// token reads one character, or the beginning of a string.
func (l *lexer) token(line string, i int) int {
	switch c := line[i]; c {
	case '(':
		l.brackets++
	case ')':
		l.brackets--
	case '"':
		l.quote = `"`
	case '\'':
		l.quote = "'"
		l.escapes = i > 0 && (line[i-1] == 'e' || line[i-1] == 'E') && (i < 2 || !word(line[i-2]))
	case '$':
		if tag := dollarTag(line[i:]); tag != "" && (i == 0 || !word(line[i-1])) {
			l.quote = tag
			return len(tag)
		}
	}
	return 1
}

// inString reads up to the end of the open string, or all of the text.
func (l *lexer) inString(text string) int {
	if l.escapes {
		for i := 0; i < len(text); i++ {
			switch text[i] {
			case '\\':
				i++
			case '\'':
				l.quote, l.escapes = "", false
				return i + 1
			}
		}
		return len(text)
	}
	end := strings.Index(text, l.quote)
	if end < 0 {
		return len(text)
	}
	end += len(l.quote)
	l.quote = ""
	return end
}

// inComment reads up to the next beginning or end of a block comment.
func (l *lexer) inComment(text string) int {
	for i := 0; i+1 < len(text); i++ {
		switch text[i : i+2] {
		case "/*":
			l.comments++
			return i + 2
		case "*/":
			l.comments--
			return i + 2
		}
	}
	return len(text)
}

// dollarTag is the $tag$ that a text begins with, "" if it does not.
func dollarTag(text string) string {
	end := 1
	for end < len(text) && word(text[end]) && text[end] != '$' {
		end++
	}
	if end == len(text) || text[end] != '$' || end > 1 && text[1] >= '0' && text[1] <= '9' {
		return ""
	}
	return text[:end+1]
}

func word(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// blank reports whether a text has nothing to run: spaces, comments and
// semicolons alone.
func blank(text string) bool {
	for text != "" {
		var l lexer
		switch {
		case strings.ContainsRune(" \t\r\n;", rune(text[0])):
			text = text[1:]
		case strings.HasPrefix(text, "--"):
			_, text, _ = strings.Cut(text, "\n")
		case strings.HasPrefix(text, "/*"):
			for length := l.inComment(text); ; length += l.inComment(text[length:]) {
				if l.comments == 0 {
					text = text[length:]
					break
				}
				if length == len(text) {
					return false // what follows it is not known yet
				}
			}
		default:
			return false
		}
	}
	return true
}
