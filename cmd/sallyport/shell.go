package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

const shellHelp = `Type SQL and end it with a semicolon; it may take several lines.
  \q   end (Ctrl-D does too)
  \?   this help
Ctrl-C drops what was typed, or cancels the statement that runs.
Arrow keys bring back earlier statements.

To look around:
  SHOW PROVIDERS;  SHOW SERVICES IN provider;  SHOW RESOURCES IN provider.service;
  DESCRIBE table;
`

// errInterrupted says that Ctrl-C was typed at the prompt.
var errInterrupted = errors.New("interrupted")

// shell reads statements from a terminal. The terminal is in raw mode while a
// line is typed and in its own mode while a statement runs, so that Ctrl-C is
// a signal then.
type shell struct {
	client  *sqlClient
	in      *os.File
	out     io.Writer
	keys    *lastByte
	screen  *term.Terminal
	history *history
}

func newShell(c *sqlClient, in *os.File, out io.Writer, historyFile string) *shell {
	s := &shell{client: c, in: in, out: out, keys: &lastByte{r: in}, history: loadHistory(historyFile)}
	s.newScreen()
	return s
}

// newScreen begins with a blank line: after Ctrl-C the old screen still has
// what was typed, and would read the Ctrl-C again.
func (s *shell) newScreen() {
	s.screen = term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{s.keys, s.out}, "")
	s.screen.History = s.history
}

func (s *shell) run(ctx context.Context) error {
	fmt.Fprintf(s.out, "sallyport %s, connected to %s. \\? helps, \\q ends.\n", version, s.client.conn.Conn().RemoteAddr())
	text := ""
	for {
		prompt := "sallyport=> "
		if text != "" {
			prompt = "sallyport-> "
		}
		line, err := s.readLine(prompt)
		switch {
		case errors.Is(err, errInterrupted):
			text = ""
			continue
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("cannot read the terminal: %w", err)
		}
		switch command := commandIn(text, line); {
		case command == `\q`:
			return nil
		case command == `\?`:
			fmt.Fprint(s.out, shellHelp)
		case command != "":
			fmt.Fprintf(s.out, "There is no command %s here: \\? lists those there are.\n", command)
		default:
			text = s.runComplete(ctx, text+line+"\n")
		}
	}
}

// commandIn is the command of the shell's own that a line is, "" for SQL. No
// SQL begins with a backslash, so that one that does is a command wherever a
// statement may go on, if only to learn that psql's are not here; the words
// that also help or end are only such where nothing was typed before them.
func commandIn(text, line string) string {
	words := strings.Fields(line)
	if len(words) == 0 || unended(text) {
		return ""
	}
	command := strings.TrimSuffix(words[0], ";")
	switch {
	case strings.HasPrefix(command, `\`):
		return command
	case text != "" || len(words) > 1:
		return ""
	case command == "exit" || command == "quit":
		return `\q`
	case command == "help":
		return `\?`
	}
	return ""
}

// runComplete runs every complete statement of a text and returns the rest.
func (s *shell) runComplete(ctx context.Context, text string) string {
	for {
		statement, rest, complete := cutStatement(text)
		if !complete {
			break
		}
		if !blank(statement) {
			s.history.keep(strings.TrimSpace(statement))
			s.client.run(ctx, statement)
		}
		text = rest
	}
	if blank(text) && !strings.Contains(text, "/*") {
		return ""
	}
	return text
}

func (s *shell) readLine(prompt string) (string, error) {
	fd := int(s.in.Fd())
	state, err := term.MakeRaw(fd)
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(fd, state) }() // nothing can be done about it
	if w, h, err := term.GetSize(fd); err == nil && w > 0 {
		_ = s.screen.SetSize(w, h) // it keeps the old size
	}
	s.screen.SetPrompt(prompt)
	s.screen.SetBracketedPasteMode(true)
	defer s.screen.SetBracketedPasteMode(false)
	line, err := s.screen.ReadLine()
	switch {
	case errors.Is(err, term.ErrPasteIndicator):
		return line, nil
	case errors.Is(err, io.EOF) && s.keys.last == 3:
		fmt.Fprint(s.out, "^C\r\n")
		s.newScreen()
		return "", errInterrupted
	}
	return line, err
}

// lastByte remembers the last byte read: the terminal says io.EOF for Ctrl-C
// and for Ctrl-D alike.
type lastByte struct {
	r    io.Reader
	last byte
}

func (l *lastByte) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if n > 0 {
		l.last = p[n-1]
	}
	return n, err
}
