// Package daemoncmd is sallyport mcp start, stop, status and logs: the MCP server of a state
// directory, in the background.
//
//	start.go    starts it: a child in a session of its own, or in the foreground
//	child.go    the child: takes its flags from standard input, keeps the state and the log
//	stop.go     ends it: SIGTERM, ten seconds, SIGKILL
//	status.go   whether it runs, and answers
//	logs.go     shows and follows the log
//	state.go    mcp.json: what is known of the server, and whether it is still the same process
//	rotate.go   the log file
//
// # Files of the state directory
//
//	mcp.json       pid, start of the process, host, port, URL: written when the server listens,
//	               removed when it ends. No secret is in it.
//	mcp.lock       locked as long as the server runs: of two starts at once one fails
//	logs/mcp.log   what the background server prints; mcp.log.1 to .3 are older
//
// A server that was killed leaves mcp.json behind, which is told as stale. A process that has
// its number by chance is not taken for it: the time at which the process began is compared.
//
// # The child
//
// Everybody can read the arguments of a process. So the child has none that could be secret: it
// takes the flags of its parent, a token among them, from standard input.
package daemoncmd

import (
	"context"
	"net"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/config"
)

// Program is what the daemon runs.
type Program struct {
	// Load reads the configuration as the command's flags and the environment have it, and
	// returns the environment with the variables of files.
	Load func(cmd *cobra.Command, environ []string) (config.Config, []string, error)
	// Serve serves MCP over HTTP until the context ends. It calls listening once it listens,
	// and ends if that fails.
	Serve func(ctx context.Context, c config.Config, std cli.Streams, environ []string, listening func(net.Addr) error) error
}

// StopPatience is how long stop waits before it kills. A Serve that gives clients less time
// to end is not killed.
const StopPatience = 10 * time.Second

// Commands are start, stop, status and logs.
func Commands(std cli.Streams, environ []string, program Program) []*cobra.Command {
	return []*cobra.Command{
		startCommand(std, environ, program), stopCommand(std, environ), statusCommand(std, environ), logsCommand(std, environ),
	}
}

func statePath(dir string) string { return filepath.Join(dir, "mcp.json") }

func lockPath(dir string) string { return filepath.Join(dir, "mcp.lock") }

func logPath(dir string) string { return filepath.Join(dir, "logs", "mcp.log") }

// stateDirOf is the state directory, as an absolute path, that a command's flags, the environment and the
// configuration name. What is wrong elsewhere in the configuration does not matter to it.
func stateDirOf(cmd *cobra.Command, environ []string) (string, error) {
	c, err := cli.LoadConfig(cmd, environ)
	if c.StateDir != "" {
		return filepath.Abs(c.StateDir)
	}
	return "", err
}
