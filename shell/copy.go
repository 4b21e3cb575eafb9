package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"github.com/jackc/pgx/v5/pgproto3"
)

// sender sends the rows of a COPY FROM STDIN while the server's messages are
// read: a server that has much to say takes nothing until somebody listens.
type sender struct {
	over atomic.Bool // the server wants no more
	done chan error
}

// send begins to send. The rows are read to their end even where the server
// wants no more of them: they are no statements.
func (c *client) send(rows io.Reader) *sender {
	s := &sender{done: make(chan error, 1)}
	go func() { s.done <- s.run(c.conn.Frontend(), rows) }()
	return s
}

func (s *sender) run(to *pgproto3.Frontend, rows io.Reader) error {
	chunk := make([]byte, 64<<10)
	for {
		n, err := rows.Read(chunk)
		if n > 0 && !s.over.Load() {
			to.Send(&pgproto3.CopyData{Data: chunk[:n]})
			if to.Flush() != nil {
				s.over.Store(true) // whoever reads learns why
			}
		}
		if err == nil {
			continue
		}
		ended := errors.Is(err, io.EOF)
		if !s.over.Load() {
			if ended {
				to.Send(&pgproto3.CopyDone{})
			} else {
				to.Send(&pgproto3.CopyFail{Message: err.Error()})
			}
			_ = to.Flush() // as above
		}
		if ended || errors.Is(err, errInterrupted) { // the server's error says it
			return nil
		}
		return err
	}
}

// awaitEnd waits for the rows' end, and returns what kept them from being read.
func (s *sender) awaitEnd() error {
	s.over.Store(true)
	return <-s.done
}

// inline reads the rows of a COPY from the lines behind it, up to \. or the end.
type inline struct {
	from   lines
	prompt string
	rest   []byte
	ended  bool
}

func (r *inline) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		if r.ended {
			return 0, io.EOF
		}
		line, err := r.from.next(r.prompt)
		switch {
		case errors.Is(err, io.EOF) && line == "":
			r.ended = true
		case err != nil && !errors.Is(err, io.EOF):
			r.ended = true
			return 0, err
		case string(bytes.TrimRight([]byte(line), "\r\n")) == `\.`:
			r.ended = true
		default:
			r.rest = []byte(line)
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

// copyWords are what \copy is told.
type copyWords struct {
	what    string // TABLE, TABLE (COLUMNS), or (QUERY)
	to      bool   // or else from
	file    string
	options string
}

// copyArguments reads: WHAT to|from FILE OPTIONS.
func copyArguments(text string) (w copyWords, problem string) {
	text = strings.TrimSuffix(strings.TrimSpace(text), ";")
	at, length := direction(text)
	if at < 0 {
		return w, `\copy needs a table or a query in brackets, then to or from, and a file: \copy airports to 'airports.csv' csv header`
	}
	w.what, w.to = strings.TrimSpace(text[:at]), strings.EqualFold(text[at:at+length], "to")
	rest := strings.TrimSpace(text[at+length:])
	if strings.HasPrefix(rest, "'") {
		w.file, w.options = quotedWord(rest)
	} else {
		w.file, w.options, _ = strings.Cut(rest, " ")
	}
	switch {
	case w.what == "":
		return w, `\copy needs a table, or a query in brackets, before to or from.`
	case w.file == "":
		return w, `\copy needs a file, or stdin, or stdout.`
	case strings.EqualFold(w.file, "program"):
		return w, `\copy has no program here: a file, stdin or stdout.`
	}
	return w, ""
}

// direction finds the word to or from outside of quotes and brackets.
func direction(text string) (at, length int) {
	var l lexer
	for i := 0; i < len(text); {
		inside := l.open() || l.brackets > 0
		if !inside && (i == 0 || !word(text[i-1])) {
			for _, w := range []string{"to", "from"} {
				if end := i + len(w); end <= len(text) && strings.EqualFold(text[i:end], w) && (end == len(text) || !word(text[end])) {
					return i, len(w)
				}
			}
		}
		switch {
		case l.quote != "":
			i += l.inString(text[i:])
		case l.comments > 0 || strings.HasPrefix(text[i:], "/*"):
			i += l.inComment(text[i:])
		default:
			i += l.token(text, i)
		}
	}
	return -1, 0
}

// copy runs COPY between the server and a file of this machine.
func (s *shell) copy(ctx context.Context, text string, in lines) outcome {
	w, problem := copyArguments(text)
	if problem != "" {
		return s.complain("%s", problem)
	}
	if w.to {
		return s.copyTo(ctx, w)
	}
	var rows io.Reader
	switch strings.ToLower(w.file) {
	case "stdin":
		rows = &inline{from: in, prompt: rowPrompt}
	case "pstdin":
		rows = s.o.In
	default:
		f, err := os.Open(expandHome(w.file, s.o.Getenv))
		if err != nil {
			return s.complain("%v", err)
		}
		defer f.Close()
		rows = f
	}
	return s.runTo(ctx, "COPY "+w.what+" FROM STDIN "+w.options, s.out, never, rows)
}

func (s *shell) copyTo(ctx context.Context, w copyWords) outcome {
	sql := "COPY " + w.what + " TO STDOUT " + w.options
	if name := strings.ToLower(w.file); name == "stdout" || name == "pstdout" {
		return s.runTo(ctx, sql, s.out, never, nil)
	}
	f, o := s.create(w.file)
	if o != well {
		return o
	}
	tag := ""
	o = s.printing(ctx, f, func(ctx context.Context, _ io.Writer) error {
		to := answer{Format: &rowsRead{}, copyOut: f, copied: func(t string) { tag = t }, copyIn: noRows}
		return s.showError(s.client.exec(ctx, sql, to), sql)
	})
	if err := f.Close(); err != nil {
		return s.complain("%v", err)
	}
	if o == well && s.style.format == "table" {
		fmt.Fprintln(s.o.Out, tag)
	}
	return o
}

// explainCopy tells a person that rows are wanted.
func (s *shell) explainCopy(rows io.Reader) io.Reader {
	if rows == nil {
		return noRows()
	}
	if r, ok := rows.(*inline); ok && s.keys != nil && r.from == lines(s.keys) {
		fmt.Fprintln(s.o.Out, `Type the rows, and \. on a line of its own behind the last.`)
	}
	return rows
}

func noRows() io.Reader { return strings.NewReader("") }
