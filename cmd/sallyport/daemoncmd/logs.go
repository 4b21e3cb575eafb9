package daemoncmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// lookAgain is how often a log that is followed is looked at.
const lookAgain = 100 * time.Millisecond

func logsCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "logs",
		Short: "Show the log of the MCP server of the background",
		Example: `  sallyport mcp logs
  sallyport mcp logs --follow
  sallyport mcp logs --lines 20`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := stateDirOf(cmd, environ)
			if err != nil {
				return err
			}
			lines, err := cmd.Flags().GetInt("lines")
			if err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			l := &logReader{path: logPath(dir), out: std.Out}
			defer l.close()
			if err := l.last(lines); err != nil || !is(cmd, "follow") {
				return err
			}
			return l.follow(ctx)
		},
	}
	cmd.Flags().BoolP("follow", "F", false, "go on with what is written, until Ctrl-C")
	cmd.Flags().IntP("lines", "n", 200, "how many of the last `lines` to begin with")
	cli.AddConfigFlags(cmd, "state-dir")
	return cmd
}

// logReader shows a log, and follows it across files.
type logReader struct {
	path string
	out  io.Writer
	file *os.File
}

func (l *logReader) close() {
	if l.file != nil {
		_ = l.file.Close()
	}
}

// last shows the last lines.
func (l *logReader) last(lines int) error {
	f, err := os.Open(l.path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no log yet: sallyport mcp start makes %s", l.path)
	}
	if err != nil {
		return err
	}
	l.file = f
	content, err := io.ReadAll(f) // as long as logLimit at most, and a line
	if err != nil {
		return err
	}
	from := len(content)
	for from > 0 && lines > 0 {
		from = bytes.LastIndexByte(content[:from-1], '\n') + 1
		lines--
	}
	_, err = l.out.Write(content[from:])
	return err
}

// follow shows what is written until the context ends.
func (l *logReader) follow(ctx context.Context) error {
	for {
		if _, err := io.Copy(l.out, l.file); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(lookAgain):
		}
		if err := l.next(); err != nil {
			return err
		}
	}
}

// next goes on to a new file where the log has one, after the rest of the old.
func (l *logReader) next() error {
	now, err := os.Stat(l.path)
	if err != nil {
		return nil //nolint:nilerr // between two renames there is none
	}
	here, err := l.file.Stat()
	if err != nil || os.SameFile(now, here) {
		return err
	}
	if _, err := io.Copy(l.out, l.file); err != nil {
		return err
	}
	f, err := os.Open(l.path)
	if err != nil {
		return nil //nolint:nilerr // it is looked at again
	}
	l.close()
	l.file = f
	return nil
}
