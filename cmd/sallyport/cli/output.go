package cli

import (
	"io"
	"os"
	"strings"

	"github.com/hashicorp/go-hclog"
	"golang.org/x/term"

	"github.com/sallyportdb/sallyport/config"
)

// NewLogger makes the server's log, in colours on a terminal.
func NewLogger(c config.Log, w io.Writer) hclog.Logger {
	colour := hclog.ColorOff
	if isColoured(w) {
		colour = hclog.ForceColor
	}
	return hclog.New(&hclog.LoggerOptions{
		Name: "sallyport", Output: w, Level: hclog.LevelFromString(c.Level), JSONFormat: c.Format == "json", Color: colour,
	})
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// isColoured reports whether w is a terminal that may be written to in colours.
func isColoured(w io.Writer) bool {
	return IsTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// ShellQuote quotes a word so that a shell reads it as one word.
func ShellQuote(s string) string {
	if s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-:@", r)
	}) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
