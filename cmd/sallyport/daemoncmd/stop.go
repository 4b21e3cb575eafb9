package daemoncmd

import (
	"errors"
	"fmt"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// killPatience is how long a killed process may take to be gone.
const killPatience = 10 * time.Second

func stopCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "stop",
		Short: "Stop the MCP server of the background",
		Long: `Stops the MCP server that start has started. It takes nothing new, lets calls end
for a few seconds, and is killed if it has not ended after ten. What it has said
yes to is on record either way.`,
		Example: `  sallyport mcp stop
  sallyport mcp stop --state-dir /var/lib/sallyport`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := stateDirOf(cmd, environ)
			if err != nil {
				return err
			}
			return stop(std, dir)
		},
	}
	cli.AddConfigFlags(cmd, "state-dir")
	return cmd
}

func stop(std cli.Streams, dir string) error {
	s, there, err := Read(dir)
	switch {
	case err != nil:
		return err
	case !there:
		fmt.Fprintln(std.Out, "The MCP server is not running.")
		return nil
	case !s.Runs():
		fmt.Fprintf(std.Out, "The MCP server (process %d) had ended already, without a word; its state is removed.\n", s.PID)
		return s.remove()
	}
	if err := s.signal(syscall.SIGTERM); err != nil {
		return err
	}
	how := "stopped"
	if !s.endsWithin(StopPatience) {
		if err := s.signal(syscall.SIGKILL); err != nil {
			return err
		}
		if how = "killed: it had not ended after " + StopPatience.String(); !s.endsWithin(killPatience) {
			return fmt.Errorf("process %d does not end, not even killed: see what it waits for", s.PID)
		}
	}
	if err := s.remove(); err != nil {
		return err
	}
	fmt.Fprintf(std.Out, "MCP server %s (process %d).\n", how, s.PID)
	return nil
}

// signal sends a signal to the process of a state. One that has just ended needs none.
func (s State) signal(signal syscall.Signal) error {
	err := syscall.Kill(s.PID, signal)
	if errors.Is(err, syscall.EPERM) {
		return fmt.Errorf("process %d belongs to another user: stop it as that user", s.PID)
	}
	if errors.Is(err, syscall.ESRCH) {
		return nil
	}
	return err
}
