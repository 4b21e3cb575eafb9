package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"golang.org/x/term"

	"github.com/sallyportdb/sallyport/shell/show"
)

// Options say where to connect, and what to run.
type Options struct {
	Address, Source, User, SSLMode string

	Steps  []Step // what to run; none: what In says
	Format string // table, csv, json

	In       io.Reader
	Out, Err io.Writer
	Getenv   func(name string) string

	Version     string
	HistoryFile string                 // "": nothing is kept
	Secret      func(text string) bool // reports what the history must not keep; nil: nothing but passwords
}

// Step is one thing to run: a text, or a file of statements.
type Step struct{ Text, File string }

// ErrFailed says that a statement or a command failed. It is told already.
var ErrFailed = errors.New("failed")

// Run connects and runs the steps, up to the first that fails, or else what In
// says: as a shell, if it is a terminal.
func Run(ctx context.Context, o Options) error {
	if _, err := show.New(o.Format, io.Discard); err != nil {
		return err
	}
	c, err := newClient(o)
	if err != nil {
		return err
	}
	s := &shell{client: c, o: o, out: o.Out, pager: "", style: style{format: o.Format}}
	s.names.shell = s
	if err := c.connect(ctx); err != nil {
		return err
	}
	defer func() {
		s.client.close()
		s.closeOutput()
	}()
	if len(o.Steps) > 0 {
		return s.steps(ctx)
	}
	if in, ok := o.In.(*os.File); ok && term.IsTerminal(int(in.Fd())) {
		return s.interact(ctx, in)
	}
	return s.result(s.read(ctx, newText(o.In)))
}

// shell is one connection and how its answers are printed.
type shell struct {
	client  *client
	o       Options
	style   style
	out     io.Writer // where results go: o.Out, or \o's file
	file    *os.File  // of \o
	pager   string    // the command, "" for none
	keys    *keyboard // nil unless somebody types
	history *history
	names   names

	statement statement
	last      string // the statement that ran last
	included  int    // how many files deep \i is
	fatal     bool   // the connection was lost, and nobody types who could try again
}

// style is how results are printed.
type style struct {
	format   string
	expanded expanded
	timing   bool
}

type expanded int

const (
	never expanded = iota
	always
	auto // where the table is wider than the screen
)

// statement is the part of a statement that was typed or read so far.
type statement struct {
	lexer lexer
	text  strings.Builder
}

func (s *statement) reset() { *s = statement{} }

// lines is where statements come from. next returns a line with its end; the
// last one may have none and comes with io.EOF.
type lines interface {
	next(prompt string) (string, error)
}

// outcome is what a statement or a command leads to.
type outcome int

const (
	well outcome = iota
	badly
	quit
)

func (s *shell) result(o outcome) error {
	switch {
	case s.fatal:
		return ErrNoConnection
	case o == badly:
		return ErrFailed
	}
	return nil
}

func (s *shell) steps(ctx context.Context) error {
	for _, step := range s.o.Steps {
		o := well
		switch {
		case step.File != "":
			o = s.include(ctx, step.File)
		case strings.HasPrefix(strings.TrimSpace(step.Text), `\`):
			o = s.read(ctx, newText(strings.NewReader(step.Text)))
		case !blank(step.Text):
			o = s.run(ctx, step.Text, s.o.In)
		}
		if o != well {
			return s.result(o)
		}
	}
	return nil
}

// interact is the shell of a person. Ctrl-C is for the statement that runs, or for
// the pager or the editor, and never ends the shell.
func (s *shell) interact(ctx context.Context, in *os.File) error {
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	s.history = loadHistory(s.o.HistoryFile, s.o.Secret)
	s.keys = newKeyboard(in, s.o.Out, s.history, s.names.complete)
	s.pager = pagerCommand(s.o.Getenv)
	fmt.Fprintf(s.o.Out, "sallyport %s, connected to %s. \\? helps, \\q ends.\n", s.o.Version, s.client.conn.Conn().RemoteAddr())
	for {
		o := s.read(ctx, s.keys)
		if o == quit || ctx.Err() != nil {
			return nil
		}
	}
}

// read runs what the lines say until they end, or something of a script fails.
func (s *shell) read(ctx context.Context, in lines) outcome {
	typed := in == lines(s.keys)
	for {
		line, err := in.next(s.prompt())
		switch {
		case errors.Is(err, errInterrupted):
			s.statement.reset()
			continue
		case errors.Is(err, io.EOF) && line == "" && typed:
			return quit
		case errors.Is(err, io.EOF) && line == "":
			rest := s.statement.text.String()
			s.statement.reset()
			if blank(rest) {
				return well
			}
			return s.run(ctx, rest, &inline{from: in})
		case err != nil && !errors.Is(err, io.EOF):
			fmt.Fprintf(s.o.Err, "sallyport: cannot read the statements: %v\n", err)
			return badly
		}
		if o := s.line(ctx, line, in); o == quit || o == badly && !typed {
			s.statement.reset()
			return o
		}
	}
}

// line runs the statements that end in a line, and its command.
func (s *shell) line(ctx context.Context, line string, in lines) (o outcome) {
	typed := in == lines(s.keys)
	if typed && strings.TrimSpace(s.statement.text.String()) == "" {
		if command := wordCommand(line); command != "" {
			return s.command(ctx, command, in)
		}
	}
	for rest := line; rest != ""; {
		length, what := s.statement.lexer.next(rest)
		s.statement.text.WriteString(rest[:length])
		rest = rest[length:]
		switch what {
		case nothing:
			rest = ""
		case semicolon:
			text := s.statement.text.String()
			s.statement.reset()
			if blank(text) {
				continue
			}
			if typed {
				s.history.add(text)
			}
			if o = s.run(ctx, text, &inline{from: in, prompt: rowPrompt}); o != well && !typed {
				return o
			}
		case backslash:
			if typed {
				s.history.add(s.statement.text.String() + rest)
			}
			return s.command(ctx, strings.TrimSpace(rest), in)
		}
	}
	if text := s.statement.text.String(); typed && blank(text) || strings.TrimSpace(text) == "" {
		s.statement.reset()
	}
	return o
}

// wordCommand is the command that a line means without a backslash, "" if it is
// none.
func wordCommand(line string) string {
	switch strings.TrimSuffix(strings.TrimSpace(line), ";") {
	case "exit", "quit":
		return `\q`
	case "help":
		return `\?`
	}
	return ""
}

// prompt shows what a statement lacks and whether a transaction is open.
func (s *shell) prompt() string {
	if s.keys == nil {
		return ""
	}
	mark := "="
	switch text := s.statement.text.String(); {
	case s.statement.lexer.comments > 0:
		mark = "*"
	case s.statement.lexer.quote != "":
		mark = s.statement.lexer.quote[:1]
	case s.statement.lexer.brackets > 0:
		mark = "("
	case strings.TrimSpace(text) != "":
		mark = "-"
	}
	switch s.client.conn.TxStatus() {
	case 'T':
		mark += "*"
	case 'E':
		mark += "!"
	}
	return "sallyport" + mark + "> "
}

// run runs one text, prints what it returns, and says how that went. An
// interrupt cancels it. rows has what a COPY FROM STDIN reads.
func (s *shell) run(ctx context.Context, sql string, rows io.Reader) outcome {
	return s.runTo(ctx, sql, s.out, s.style.expanded, rows)
}

func (s *shell) runTo(ctx context.Context, sql string, out io.Writer, e expanded, rows io.Reader) outcome {
	s.last = sql
	if !reads(sql) {
		s.names.forget()
	}
	return s.printing(ctx, out, func(ctx context.Context, w io.Writer) error {
		copied, finish := raw(out, w)
		to := w
		if s.style.format != "table" { // which takes care of a terminal itself
			to = copied
		}
		err := s.client.exec(ctx, sql, answer{
			Format:  s.resultFormat(to, e),
			copyOut: copied,
			copyIn:  func() io.Reader { return s.explainCopy(rows) },
		})
		if e := finish(); err == nil {
			err = e
		}
		return s.showError(err, sql)
	})
}

// printing runs something that prints, through the pager where a person reads,
// and cancels it at an interrupt.
func (s *shell) printing(ctx context.Context, out io.Writer, do func(context.Context, io.Writer) error) outcome {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	if !s.connected(ctx) {
		return badly
	}
	started := time.Now()
	page := s.page(out)
	err := do(ctx, page)
	took := time.Since(started)
	if closed := page.Close(); err == nil && closed != nil {
		err = closed
	}
	if s.style.timing {
		fmt.Fprintf(s.o.Out, "Time: %.3f ms\n", float64(took.Microseconds())/1000)
	}
	switch {
	case err == nil:
		return well
	case !errors.Is(err, ErrFailed):
		fmt.Fprintf(s.o.Err, "sallyport: %v\n", err)
	}
	if s.client.conn.IsClosed() && s.keys == nil {
		s.fatal = true
	}
	return badly
}

// connected connects again if the connection was lost.
func (s *shell) connected(ctx context.Context) bool {
	if !s.client.conn.IsClosed() {
		return true
	}
	if err := s.client.connect(ctx); err != nil {
		s.fatal = s.keys == nil
		return false
	}
	return true
}

// showError tells a server's error with its place in the text.
func (s *shell) showError(err error, sql string) error {
	var ofServer *pgconn.PgError
	switch {
	case errors.As(err, &ofServer):
		show.Error(s.o.Err, ofServer, sql)
		return ErrFailed
	case errors.Is(err, errPagerLeft):
		return nil
	}
	return err
}

// resultFormat is how the results of one text are printed.
func (s *shell) resultFormat(w io.Writer, e expanded) show.Format {
	if s.style.format != "table" {
		f, err := show.New(s.style.format, w)
		if err == nil { // it was looked at when it was set
			return f
		}
	}
	st := show.Style{Null: "NULL", Records: e == always}
	if e == auto && s.keys != nil {
		st.Width, _ = s.keys.size()
	}
	return show.NewTable(w, st)
}

// include runs a file of statements, up to the first that fails.
func (s *shell) include(ctx context.Context, path string) outcome {
	const deepest = 20
	if s.included == deepest {
		fmt.Fprintf(s.o.Err, "sallyport: %s: files include each other %d deep\n", path, deepest)
		return badly
	}
	in := s.o.In
	if path != "-" {
		f, err := os.Open(expandHome(path, s.o.Getenv))
		if err != nil {
			fmt.Fprintf(s.o.Err, "sallyport: cannot read the statements: %v\n", err)
			return badly
		}
		defer f.Close()
		in = f
	}
	s.included++
	defer func() { s.included-- }()
	before := s.statement
	s.statement.reset()
	o := s.read(ctx, newText(in))
	s.statement = before
	if o == quit { // it ends the file
		o = well
	}
	return o
}
