package daemoncmd

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"syscall"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// child is the server in the background. What goes wrong before it listens is at the end of the
// log, where its parent finds it.
func (s *starter) child() error {
	var flags []flag
	if err := json.NewDecoder(io.LimitReader(s.std.In, 1<<20)).Decode(&flags); err != nil {
		return fmt.Errorf("--detached is for the server that start starts: %w", err)
	}
	for _, f := range flags {
		if err := s.cmd.Flags().Set(f.Name, f.Value); err != nil {
			return err
		}
	}
	if err := s.load(); err != nil {
		return err
	}
	ctx, stop := cli.UntilSignal(s.cmd.Context())
	defer stop()
	path, err := filepath.Abs(logPath(s.config.StateDir))
	if err != nil {
		return err
	}
	log, err := newRotating(path, logLimit, syscall.Stdout, syscall.Stderr)
	if err != nil {
		return err
	}
	return s.serve(ctx, cli.Streams{In: s.std.In, Out: log, Err: log}, path)
}
