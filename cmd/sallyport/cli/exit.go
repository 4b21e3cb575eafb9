package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// ErrReported ends a command that has said already what went wrong.
var ErrReported = errors.New("reported")

// ExitStatus ends a command that has said all there is to say with a status of
// its own.
type ExitStatus int

func (s ExitStatus) Error() string { return fmt.Sprintf("exit status %d", int(s)) }

// Explain prints an error for the person at the terminal, who is the operator
// and may see its cause too.
func Explain(w io.Writer, err error) {
	var coded *sqlstate.Error
	if !errors.As(err, &coded) {
		fmt.Fprintf(w, "sallyport: %v\n", err)
		return
	}
	suffix := fmt.Sprintf(" (SQLSTATE %s)", coded.Code) // a code is for programs
	fmt.Fprintf(w, "sallyport: %s\n", strings.Replace(err.Error(), suffix, "", 1))
	if coded.Cause != nil {
		fmt.Fprintf(w, "  cause: %v\n", coded.Cause)
	}
	if coded.Detail != "" {
		fmt.Fprintf(w, "  %s\n", coded.Detail)
	}
	if coded.Hint != "" {
		fmt.Fprintf(w, "  %s\n", coded.Hint)
	}
}
