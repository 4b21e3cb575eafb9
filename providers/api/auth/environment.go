package auth

import (
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// maxFile bounds files with credentials.
const maxFile = 1 << 20

// Environment answers for variables: an env file's before the process's. The file is
// read when it is asked, so that a change counts at once. The zero Environment is the
// process's.
type Environment struct {
	File string // "": none
}

// Get returns a variable, "" where there is none or the file cannot be read.
func (e Environment) Get(name string) string {
	vars, err := e.read()
	if err != nil {
		return ""
	}
	value, _ := vars.lookup(name)
	return value
}

// Check reports what is wrong with the file, without its content.
func (e Environment) Check() error {
	_, err := e.read()
	return err
}

// variables are those of a file, in front of the process's.
type variables map[string]string

func (v variables) lookup(name string) (string, bool) {
	if value, found := v[name]; found {
		return value, true
	}
	return os.LookupEnv(name)
}

func (e Environment) read() (variables, error) {
	if e.File == "" {
		return nil, nil
	}
	text, err := readFile(e.File)
	if err != nil {
		return nil, err
	}
	vars, line := parseEnv(text)
	if line > 0 {
		return nil, wrong("Write NAME=value, NAME='value' or NAME=\"value\".", "line %d of the env file %s is no variable", line, e.File)
	}
	return vars, nil
}

// readFile reads a file with credentials.
func readFile(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", wrong("Check that the file exists and that the server may read it.", "the file %s cannot be read: %s", name, cause(err))
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return "", wrong("Check that it is a file.", "the file %s cannot be read: %s", name, cause(err))
	}
	if len(text) > maxFile {
		return "", wrong("Check that it is the right file.", "the file %s has more than %d bytes", name, maxFile)
	}
	return string(text), nil
}

// cause is what the system says of a file.
func cause(err error) string {
	if p := (*os.PathError)(nil); errors.As(err, &p) {
		return p.Err.Error()
	}
	return fmt.Sprintf("%T", err)
}

var assignment = regexp.MustCompile(`^(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*`)

// parseEnv reads lines NAME=value. Values in single quotes are as they are, in double
// quotes \n, \" and \\ are escapes; both may have several lines. The number is that of a
// line that is none; 0: all are.
func parseEnv(text string) (variables, int) {
	vars := variables{}
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	for line := 1; text != ""; {
		if text[0] == '\n' || text[0] == ' ' || text[0] == '\t' {
			if text[0] == '\n' {
				line++
			}
			text = text[1:]
			continue
		}
		if text[0] == '#' {
			_, text = cutLine(text)
			line++
			continue
		}
		match := assignment.FindStringSubmatch(text)
		if match == nil {
			return nil, line
		}
		value, rest, ok := envValue(text[len(match[0]):])
		if !ok {
			return nil, line
		}
		vars[match[1]] = value
		line += strings.Count(text[:len(text)-len(rest)], "\n")
		text = rest
	}
	return vars, 0
}

func cutLine(text string) (string, string) {
	line, rest, _ := strings.Cut(text, "\n")
	return line, rest
}

// envValue reads a value and the rest of its line.
func envValue(text string) (value, rest string, ok bool) {
	if text == "" || text[0] != '\'' && text[0] != '"' {
		line, rest := cutLine(text)
		if i := strings.Index(line, " #"); i >= 0 {
			line = line[:i]
		}
		return strings.TrimSpace(line), rest, true
	}
	quote := text[0]
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch c := text[i]; {
		case c == quote:
			after, rest := cutLine(text[i+1:])
			after = strings.TrimSpace(after)
			return b.String(), rest, after == "" || after[0] == '#'
		case c == '\\' && quote == '"' && i+1 < len(text):
			i++
			switch text[i] {
			case 'n':
				b.WriteByte('\n')
			case '"', '\\', '$':
				b.WriteByte(text[i])
			default:
				b.WriteByte('\\')
				b.WriteByte(text[i])
			}
		default:
			b.WriteByte(c)
		}
	}
	return "", "", false
}
