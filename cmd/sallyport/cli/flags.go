package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sallyportdb/sallyport/config"
)

// configFlags are the flags that set keys of the configuration.
var configFlags = []struct{ flag, key, usage string }{
	{"mode", "mode", "what is let through: read_only, safe, delete_safe, full_access (default safe)"},
	{"state-dir", "state_dir", "where the audit log and the sample data go (default $XDG_STATE_HOME/sallyport)"},
	{"pgwire-address", "pgwire.address", "listen for Postgres clients on `host:port` (default 127.0.0.1:5466)"},
	{"mcp-address", "mcp.address", "listen for MCP clients on `host:port` (default 127.0.0.1:7878)"},
	{"log-level", "log.level", "trace, debug, info, warn, error, off (default info)"},
	{"log-format", "log.format", "text, json (default text)"},
}

// AddConfigFlags gives a command --config and the flags named.
func AddConfigFlags(cmd *cobra.Command, flags ...string) {
	cmd.Flags().StringP("config", "c", "", "the configuration `file` (see sallyport.example.yaml)")
	for _, name := range flags {
		for _, f := range configFlags {
			if f.flag == name {
				cmd.Flags().String(f.flag, "", f.usage)
			}
		}
	}
}

// LoadConfig loads what the command's flags, the environment and the file say,
// and settles where the state directory is. What was understood is returned beside
// an error, to be looked at and not to be run.
func LoadConfig(cmd *cobra.Command, environ []string) (config.Config, error) {
	var overrides []config.Override
	cmd.Flags().Visit(func(given *pflag.Flag) {
		for _, f := range configFlags {
			if f.flag == given.Name {
				overrides = append(overrides, config.Override{Flag: "--" + f.flag, Key: f.key, Value: given.Value.String()})
			}
		}
		if isStackQLFlag(given.Name) && given.Name != "env.file" {
			overrides = append(overrides, config.Override{Flag: "--" + given.Name, Value: given.Value.String()})
		}
	})
	c, err := config.Load(ConfigFile(cmd, environ), environ, overrides)
	if c.StateDir == "" {
		dir, noHome := DefaultStateDir(environ)
		c.StateDir, err = dir, errors.Join(err, noHome)
	}
	return c, err
}

// ConfigFile names the file to load, "" for none.
func ConfigFile(cmd *cobra.Command, environ []string) string {
	if path, err := cmd.Flags().GetString("config"); err == nil && path != "" {
		return path
	}
	return Getenv(environ)("SALLYPORT_CONFIG")
}

// DefaultStateDir is where the XDG specification wants it.
func DefaultStateDir(environ []string) (string, error) {
	get := Getenv(environ)
	if dir := get("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "sallyport"), nil
	}
	if home := get("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "sallyport"), nil
	}
	return "", errors.New("there is no home directory to keep state in: set --state-dir")
}

// MakeStateDir makes the state directory for its owner alone. One that others may
// write to is told: they can replace what is in it.
func MakeStateDir(dir string, logger hclog.Logger) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make the state directory (--state-dir): %w", err)
	}
	if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&0o022 != 0 {
		logger.Warn("others may write to the state directory, and so replace the audit log, its heads and the approvals: chmod go-w",
			"dir", dir, "mode", info.Mode().Perm())
	}
	return nil
}

// Getenv looks variables up in a list, as os.Getenv does in the process's own.
func Getenv(environ []string) func(string) string {
	return func(name string) string {
		value := ""
		for _, entry := range environ {
			if v, ok := strings.CutPrefix(entry, name+"="); ok {
				value = v // the last one counts
			}
		}
		return value
	}
}
