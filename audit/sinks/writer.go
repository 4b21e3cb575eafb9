package sinks

import (
	"context"
	"io"
	"os"

	"github.com/sallyportdb/sallyport/audit/follow"
)

// Writer writes lines to a stream, such as standard output. It does not close the stream.
type Writer struct{ W io.Writer }

// Send writes the lines. It blocks while the reader of the stream does not read.
func (w Writer) Send(_ context.Context, lines []follow.Line) (int, error) {
	for i, l := range lines {
		if _, err := w.W.Write(l.Text); err != nil {
			return i, err
		}
	}
	return len(lines), nil
}

// Close does nothing.
func (w Writer) Close() error { return nil }

// File appends lines to a file. It opens the file for each batch, because the file may be on a disk
// that comes and goes. When Send returns, the lines are on the disk.
type File struct{ Path string }

// Send appends the lines.
func (f File) Send(ctx context.Context, lines []follow.Line) (int, error) {
	out, err := os.OpenFile(f.Path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return 0, err
	}
	defer out.Close()
	if n, err := (Writer{out}).Send(ctx, lines); err != nil {
		return n, err
	}
	if err := out.Sync(); err != nil {
		return 0, err
	}
	return len(lines), nil
}

// Close does nothing.
func (f File) Close() error { return nil }
