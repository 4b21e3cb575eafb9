//go:build !unix

package cli

import "os"

// takeStdout keeps standard output to the caller. What Go code prints goes to
// standard error from here on; C code cannot be turned away on this system.
func takeStdout() (*os.File, error) {
	own := os.Stdout
	os.Stdout = os.Stderr //nolint:reassign // the process's own stream, before anything runs
	return own, nil
}
