package shell

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// edit has an editor change what was typed, or the last statement, or a file.
func (s *shell) edit(ctx context.Context, args []string, in lines) outcome {
	if s.keys == nil {
		return s.complain(`\e needs a terminal.`)
	}
	path := expandHome(first(args), s.o.Getenv)
	if path == "" {
		dir, err := os.MkdirTemp("", "sallyport-sql-") // for its owner alone
		if err != nil {
			return s.complain("%v", err)
		}
		defer os.RemoveAll(dir)
		path = filepath.Join(dir, "statement.sql")
		text := s.statement.text.String()
		if blank(text) {
			text = s.last
		}
		if err := os.WriteFile(path, []byte(strings.TrimSpace(text)+"\n"), 0o600); err != nil {
			return s.complain("%v", err)
		}
	}
	editor := cmp.Or(s.o.Getenv("VISUAL"), s.o.Getenv("EDITOR"), "vi")
	run := exec.CommandContext(ctx, "sh", "-c", editor+` "$0"`, path)
	run.Stdin, run.Stdout, run.Stderr = s.keys.in, s.o.Out, s.o.Err
	if err := run.Run(); err != nil {
		return s.complain("%s: %v", editor, err)
	}
	edited, err := os.ReadFile(path)
	if err != nil {
		return s.complain("%v", err)
	}
	s.statement.reset()
	if blank(string(edited)) {
		return well
	}
	fmt.Fprintln(s.o.Out, strings.TrimSpace(string(edited)))
	return s.line(ctx, strings.TrimSpace(string(edited))+"\n", in)
}
