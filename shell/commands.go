package shell

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// command is one of the shell's own.
type command struct {
	name, arguments, help string
	run                   func(s *shell, ctx context.Context, arguments []string, in lines) outcome
}

// commands are listed in the order in which \? shows them.
func commands() []command {
	return []command{
		{`\q`, "", "end (Ctrl-D does too)", func(*shell, context.Context, []string, lines) outcome { return quit }},
		{`\?`, "", "this help", (*shell).help},
		{`\g`, "[FILE]", "run what was typed, or the last statement again", (*shell).send},
		{`\gx`, "[FILE]", "the same, each row as lines of a name and a value", (*shell).sendExpanded},
		{`\e`, "[FILE]", "edit it with $EDITOR; it runs if it ends with a semicolon", (*shell).edit},
		{`\p`, "", "print what was typed, or the last statement", (*shell).printStatement},
		{`\r`, "", "forget what was typed", (*shell).resetStatement},
		{`\d`, "[NAME]", "list tables and views, or describe one; \\d+ says more", nil},
		{`\dt`, "[NAME]", `list tables; \dv views, \dm materialized views, \di indexes, \ds sequences, \dE foreign tables`, nil},
		{`\dn`, "[NAME]", "list schemas", nil},
		{`\l`, "", "list the sources of the server", (*shell).listSources},
		{`\c`, "[SOURCE]", "connect to another source", (*shell).connectTo},
		{`\conninfo`, "", "say what this is connected to", (*shell).connectionInfo},
		{`\x`, "[on|off|auto]", "print each row as lines; auto: where the table is too wide", (*shell).setExpanded},
		{`\timing`, "[on|off]", "print how long each statement takes", (*shell).setTiming},
		{`\i`, "FILE", "run the statements of a file", (*shell).runFile},
		{`\o`, "[FILE]", "send results to a file; without one, back here", (*shell).setOutput},
		{`\copy`, "TABLE|(QUERY) to|from FILE [OPTIONS]", "COPY with a file of this machine, or with stdin and stdout", nil},
	}
}

const helpHead = `Type SQL and end it with a semicolon; it may take several lines.
Tab completes names. Arrow keys bring back earlier statements, Ctrl-R the one that
has in it what is typed. What begins with a space is not remembered, and neither is
what holds a secret. Ctrl-C drops what was typed, or cancels the statement that runs.

`

const helpTail = `
NAME may hold * and ?, and a schema: sales.ord*.

Of any source, in SQL:
  SHOW PROVIDERS;  SHOW SERVICES IN provider;  SHOW RESOURCES IN provider.service;
  SHOW METHODS IN table;  DESCRIBE table;  DESCRIBE METHOD table.method;
`

func (s *shell) help(ctx context.Context, _ []string, _ lines) outcome {
	var b strings.Builder
	b.WriteString(helpHead)
	for _, c := range commands() {
		usage := strings.TrimSpace(c.name + " " + c.arguments)
		if len(usage) > 20 {
			fmt.Fprintf(&b, "  %s\n  %-20s", usage, "")
		} else {
			fmt.Fprintf(&b, "  %-20s", usage)
		}
		fmt.Fprintf(&b, " %s\n", c.help)
	}
	b.WriteString(helpTail)
	page := s.page(s.o.Out)
	_, err := io.WriteString(page, b.String())
	if closed := page.Close(); err != nil && closed != nil {
		return badly
	}
	return well
}

// describing matches the commands that describe: \d, what kinds of relations, and
// whether to say more.
var describing = regexp.MustCompile(`^\\d([tvmisE]*)([S+]*)$`)

// command runs a command with its arguments. What was typed of a statement stays,
// but where the command uses it.
func (s *shell) command(ctx context.Context, text string, in lines) outcome {
	name, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	name = strings.TrimSuffix(name, ";")
	plain := strings.TrimRight(name, "S+")
	switch kinds := describing.FindStringSubmatch(name); {
	case name == `\copy`:
		return s.copy(ctx, strings.TrimSpace(rest), in)
	case plain == `\dn`:
		return s.listSchemas(ctx, arguments(rest))
	case kinds != nil:
		return s.describe(ctx, kinds[1], strings.Contains(kinds[2], "S"), strings.Contains(kinds[2], "+"), arguments(rest))
	}
	for _, c := range commands() {
		if c.run != nil && c.name == plain {
			return c.run(s, ctx, arguments(rest), in)
		}
	}
	return s.complain(`There is no command %s here: \? lists all commands.`, name)
}

func (s *shell) complain(format string, args ...any) outcome {
	fmt.Fprintf(s.o.Err, "%s\n", fmt.Sprintf(format, args...))
	return badly
}

// arguments splits the words of a command. Single quotes hold a word together;
// two of them in it are one.
func arguments(text string) (words []string) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		var word string
		if text[0] == '\'' {
			word, text = quotedWord(text)
		} else {
			end := strings.IndexAny(text, " \t")
			if text[0] == '"' || strings.Contains(text, `"`) && strings.IndexByte(text, '"') < max(end, 0) {
				end = endOfName(text)
			}
			if end < 0 {
				end = len(text)
			}
			word, text = text[:end], text[end:]
		}
		words = append(words, word)
	}
	if n := len(words); n > 0 { // SQL's habit
		if words[n-1] = strings.TrimSuffix(words[n-1], ";"); words[n-1] == "" {
			words = words[:n-1]
		}
	}
	return words
}

// endOfName is where the first space outside of double quotes is.
func endOfName(text string) int {
	inside := false
	for i := range len(text) {
		switch {
		case text[i] == '"':
			inside = !inside
		case text[i] == ' ' && !inside:
			return i
		}
	}
	return len(text)
}

func quotedWord(text string) (word, rest string) {
	var b strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] != '\'':
			b.WriteByte(text[i])
		case i+1 < len(text) && text[i+1] == '\'':
			b.WriteByte('\'')
			i++
		default:
			return b.String(), text[i+1:]
		}
	}
	return b.String(), ""
}

func first(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[0]
}

// expandHome replaces a ~ that a path begins with.
func expandHome(path string, getenv func(string) string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && getenv("HOME") != "" {
		return filepath.Join(getenv("HOME"), rest)
	}
	return path
}

// taken is what was typed of a statement, which is used up, or the last one.
func (s *shell) taken() string {
	text := s.statement.text.String()
	s.statement.reset()
	if blank(text) {
		return s.last
	}
	return text
}

func (s *shell) send(ctx context.Context, args []string, in lines) outcome {
	return s.sendTo(ctx, first(args), s.style.expanded, in)
}

func (s *shell) sendExpanded(ctx context.Context, args []string, in lines) outcome {
	return s.sendTo(ctx, first(args), always, in)
}

func (s *shell) sendTo(ctx context.Context, file string, e expanded, in lines) outcome {
	text := s.taken()
	if blank(text) {
		return s.complain("There is nothing to run yet.")
	}
	rows := &inline{from: in, prompt: rowPrompt}
	if file == "" {
		return s.runTo(ctx, text, s.out, e, rows)
	}
	f, o := s.create(file)
	if o != well {
		return o
	}
	o = s.runTo(ctx, text, f, e, rows)
	if err := f.Close(); err != nil {
		return s.complain("%v", err)
	}
	return o
}

func (s *shell) create(path string) (*os.File, outcome) {
	if strings.HasPrefix(path, "|") {
		return nil, s.complain("A file is needed here: this shell sends nothing to other commands.")
	}
	f, err := os.OpenFile(expandHome(path, s.o.Getenv), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600) // data may be confidential
	if err != nil {
		return nil, s.complain("%v", err)
	}
	return f, well
}

func (s *shell) printStatement(context.Context, []string, lines) outcome {
	text := s.statement.text.String()
	if blank(text) {
		text = s.last
	}
	fmt.Fprintln(s.o.Out, strings.TrimSuffix(text, "\n"))
	return well
}

func (s *shell) resetStatement(context.Context, []string, lines) outcome {
	s.statement.reset()
	return well
}

func (s *shell) listSources(ctx context.Context, _ []string, _ lines) outcome {
	return s.list(ctx, "List of sources", "SHOW EXTENDED PROVIDERS")
}

func (s *shell) connectTo(ctx context.Context, args []string, in lines) outcome {
	other := *s.client
	config := *s.client.config
	other.config = &config
	if len(args) > 0 {
		config.Database = strings.ReplaceAll(args[0], `"`, "")
	}
	if err := other.connect(ctx); err != nil {
		s.fatal = s.keys == nil
		return badly // and the old connection stays
	}
	s.client.close()
	s.client = &other
	s.names.forget()
	return s.connectionInfo(ctx, nil, in)
}

func (s *shell) connectionInfo(context.Context, []string, lines) outcome {
	source := "the server's default source"
	if name := s.client.config.Database; name != "" {
		source = fmt.Sprintf("the source %q", name)
	}
	fmt.Fprintf(s.o.Out, "Connected to %s as %q, at %s.\n", source, s.client.config.User, s.client.conn.Conn().RemoteAddr())
	return well
}

func (s *shell) setExpanded(_ context.Context, args []string, _ lines) outcome {
	switch word := first(args); {
	case word == "auto":
		s.style.expanded = auto
	case word == "on" || word == "" && s.style.expanded != always:
		s.style.expanded = always
	case word == "off" || word == "":
		s.style.expanded = never
	default:
		return s.complain(`\x takes on, off or auto, and not %q.`, word)
	}
	fmt.Fprintf(s.o.Out, "Rows are printed %s.\n", map[expanded]string{
		never: "as tables", always: "as lines of a name and a value", auto: "as lines where the table is too wide",
	}[s.style.expanded])
	return well
}

func (s *shell) setTiming(_ context.Context, args []string, _ lines) outcome {
	switch word := first(args); word {
	case "":
		s.style.timing = !s.style.timing
	case "on", "off":
		s.style.timing = word == "on"
	default:
		return s.complain(`\timing takes on or off, and not %q.`, word)
	}
	fmt.Fprintf(s.o.Out, "Timing is %s.\n", map[bool]string{true: "on", false: "off"}[s.style.timing])
	return well
}

func (s *shell) runFile(ctx context.Context, args []string, _ lines) outcome {
	if len(args) == 0 {
		return s.complain(`\i needs the name of a file.`)
	}
	return s.include(ctx, args[0])
}

func (s *shell) setOutput(_ context.Context, args []string, _ lines) outcome {
	if len(args) > 0 {
		f, o := s.create(args[0])
		if o != well {
			return o
		}
		s.closeOutput()
		s.file, s.out = f, f
		return well
	}
	return s.closeOutput()
}

func (s *shell) closeOutput() outcome {
	if s.file == nil {
		return well
	}
	err := s.file.Close()
	s.file, s.out = nil, s.o.Out
	if err != nil {
		return s.complain("%v", err)
	}
	return well
}
