package daemoncmd

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// startLimit is how long a server may take until it answers: its sources are looked at first.
const startLimit = 90 * time.Second

func startCommand(std cli.Streams, environ []string, program Program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "start",
		Short: "Start the MCP server in the background",
		Long: `Starts the MCP server of a state directory in the background, waits until it
answers, and says where. Its log is logs/mcp.log in the state directory.

It listens on 127.0.0.1:7878 unless the configuration, --host or --port say
otherwise. On an address that other machines can reach it needs a token and TLS.
The token is best given by the variable SALLYPORT_MCP_TOKEN, or by mcp.token_file
in the configuration: other users of the machine can read arguments.`,
		Example: `  sallyport mcp start
  sallyport mcp start --port 9000 --config sallyport.yaml
  sallyport mcp start --foreground
  sallyport mcp start --allowed-origin http://localhost:3000`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s := starter{cmd: cmd, std: std, environ: environ, program: program}
			if is(cmd, "detached") {
				return s.child()
			}
			if err := s.load(); err != nil {
				return err
			}
			if is(cmd, "foreground") {
				ctx, stop := cli.UntilSignal(cmd.Context())
				defer stop()
				return s.serve(ctx, cli.Streams{In: s.std.In, Out: s.std.Out, Err: s.std.Out}, "")
			}
			return s.background(cmd.Context())
		},
	}
	f := cmd.Flags()
	f.Int("port", 0, "listen on this `port` (default that of mcp.address, 7878)")
	f.String("host", "", "listen on this `host` (default that of mcp.address, 127.0.0.1)")
	f.String("token", "", "the `token` that clients need; better in SALLYPORT_MCP_TOKEN, which others cannot read")
	f.Bool("foreground", false, "stay in the foreground, and log to standard output")
	f.StringArray("allowed-host", nil, "a `host` that requests may name, beside those of the configuration; may be repeated")
	f.StringArray("allowed-origin", nil, "an `origin` of web pages that may send requests, beside those of the configuration; may be repeated")
	f.Bool("detached", false, "")
	f.Lookup("detached").Hidden = true // for the child
	cli.AddConfigFlags(cmd, "mode", "state-dir", "mcp-address", "log-level", "log-format")
	cli.AddStackQLFlags(cmd)
	return cmd
}

// is reports whether a switch is on.
func is(cmd *cobra.Command, flag string) bool {
	return cmd.Flags().Lookup(flag).Value.String() == "true"
}

// starter is one call of start.
type starter struct {
	cmd     *cobra.Command
	std     cli.Streams
	environ []string // that the command was given, and that the child is
	known   []string // with the token of --token, and the variables of files
	program Program
	config  config.Config
}

// load reads the configuration with the command's own flags, and refuses what must not be served.
func (s *starter) load() error {
	f := s.cmd.Flags()
	s.known = s.environ
	if token, err := f.GetString("token"); err != nil {
		return err
	} else if token != "" {
		s.known = append(slices.Clone(s.environ), "SALLYPORT_MCP_TOKEN="+token)
		if !is(s.cmd, "detached") {
			fmt.Fprintln(s.std.Err, "sallyport: other users of this machine can read --token as long as this command runs: prefer the variable SALLYPORT_MCP_TOKEN, or mcp.token_file")
		}
	}
	if err := s.address(); err != nil {
		return err
	}
	c, environ, err := s.program.Load(s.cmd, s.known)
	if err != nil {
		return err
	}
	s.config, s.known = c, environ
	hosts, err := f.GetStringArray("allowed-host")
	if err != nil {
		return err
	}
	origins, err := f.GetStringArray("allowed-origin")
	if err != nil {
		return err
	}
	for _, origin := range origins {
		if !config.IsOrigin(origin) {
			return fmt.Errorf("--allowed-origin: %q is not an origin, such as http://localhost:3000", origin)
		}
	}
	s.config.MCP.AllowedHosts = append(s.config.MCP.AllowedHosts, hosts...)
	s.config.MCP.AllowedOrigins = append(s.config.MCP.AllowedOrigins, origins...)
	if s.config.StateDir, err = filepath.Abs(s.config.StateDir); err != nil {
		return err
	}
	if c.StackQL.Transport == config.Stdio {
		return errors.New("mcp start serves HTTP: sallyport mcp stdio serves the client that starts it")
	}
	if config.Reachable(c.MCP.Address) && c.MCP.Token == "" {
		return sqlstate.New(sqlstate.ConfigFileError, "%s can be reached from other machines, and clients are not asked for a token", c.MCP.Address).
			WithHint("Set SALLYPORT_MCP_TOKEN (openssl rand -hex 32 makes a token), or listen on 127.0.0.1.")
	}
	return nil
}

// address makes --host and --port the parts of --mcp-address that they are.
func (s *starter) address() error {
	f := s.cmd.Flags()
	if !f.Changed("host") && !f.Changed("port") {
		return nil
	}
	peek, _ := cli.LoadConfig(s.cmd, s.known) // what is wrong is told by load
	host, port, err := net.SplitHostPort(peek.MCP.Address)
	if err != nil {
		host, port = "127.0.0.1", "7878"
	}
	if f.Changed("host") {
		host = strings.Trim(f.Lookup("host").Value.String(), "[]")
	}
	if f.Changed("port") {
		port = f.Lookup("port").Value.String()
		if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
			return fmt.Errorf("--port: %s is not a port: it is a number from 0 (any free one) to 65535", port)
		}
	}
	return f.Set("mcp-address", net.JoinHostPort(host, port))
}

// background starts the child, and waits until it answers or has ended.
func (s *starter) background(ctx context.Context) error {
	dir := s.config.StateDir
	if err := cli.MakeStateDir(dir, hclog.NewNullLogger()); err != nil {
		return err
	}
	if err := s.alone(); err != nil {
		return err
	}
	log, err := openLog(logPath(dir))
	if err != nil {
		return err
	}
	defer log.Close()
	before, err := log.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	child, err := s.spawn(log)
	if err != nil {
		return fmt.Errorf("cannot start the server: %w", err)
	}
	ctx, stop := cli.UntilSignal(ctx)
	defer stop()
	state, err := s.awaitChild(ctx, child)
	if err != nil {
		return sqlstate.Wrap(err, sqlstate.InternalError, "the MCP server did not start").
			WithDetail("The end of its log, %s:\n%s", logPath(dir), endOfLog(log.Name(), before))
	}
	fmt.Fprintf(s.std.Out, "MCP server started: %s (process %d)\n  log     %s\n  stop    sallyport mcp stop%s\n  agents  sallyport setup --agents%s\n",
		state.URL, state.PID, state.Log, s.stateFlag(), s.stateFlag())
	return child.Release()
}

// stateFlag is the flag that other commands need to find the same state directory.
func (s *starter) stateFlag() string {
	if s.config.Origin["state_dir"] == "" {
		return ""
	}
	return " --state-dir " + cli.ShellQuote(s.config.StateDir)
}

// alone refuses to start beside a server that runs, and clears away what a killed one left.
func (s *starter) alone() error {
	state, there, err := Read(s.config.StateDir)
	if err != nil {
		return err
	}
	if there && state.Runs() {
		return sqlstate.New(sqlstate.ObjectInUse, "the MCP server of %s is running already: %s, process %d", s.config.StateDir, state.URL, state.PID).
			WithHint("sallyport mcp stop%s ends it; another --state-dir has a server of its own.", s.stateFlag())
	}
	if there {
		fmt.Fprintf(s.std.Err, "sallyport: the last server (process %d, since %s) has ended without a word; see its log\n", state.PID, state.StartedAt.Format(time.DateTime))
		return state.remove()
	}
	return nil
}

// spawn starts the child with its log, and hands it the flags.
func (s *starter) spawn(log *os.File) (*os.Process, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	in, give, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	defer give.Close()
	cmd := exec.CommandContext(context.WithoutCancel(s.cmd.Context()), own, "mcp", "start", "--detached", "--state-dir", s.config.StateDir)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = s.environ, in, log, log
	if err := detached(cmd); err != nil {
		return nil, err
	}
	err = json.NewEncoder(give).Encode(s.flags())
	if err != nil && !endOf(cmd.Process) {
		return nil, errors.Join(err, cmd.Process.Kill())
	}
	return cmd.Process, nil
}

// flag is one that the child sets as if it had been typed.
type flag struct{ Name, Value string }

// flags are those of this command that the child needs.
func (s *starter) flags() (list []flag) {
	s.cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "host", "port", "foreground", "detached", "state-dir", "approot": // in --mcp-address and --state-dir, or not for the child
			return
		}
		if many, ok := f.Value.(pflag.SliceValue); ok {
			for _, value := range many.GetSlice() {
				list = append(list, flag{f.Name, value})
			}
			return
		}
		list = append(list, flag{f.Name, f.Value.String()})
	})
	return list
}

// awaitChild waits until the child answers. A child that does not is ended.
func (s *starter) awaitChild(ctx context.Context, child *os.Process) (State, error) {
	deadline := time.Now().Add(startLimit)
	for {
		if endOf(child) {
			return State{}, errors.New("it has ended")
		}
		state, there, err := Read(s.config.StateDir)
		if err == nil && there && state.PID == child.Pid && state.health(ctx) == nil {
			return state, nil
		}
		select {
		case <-ctx.Done():
			err = errors.New("it was interrupted")
		case <-time.After(20 * time.Millisecond):
			if time.Now().Before(deadline) {
				continue
			}
			err = fmt.Errorf("it does not answer after %v", startLimit)
		}
		_ = child.Kill()
		_, _ = child.Wait()
		return State{}, err
	}
}

// serve runs the server in this process, which has the state directory for itself.
func (s *starter) serve(ctx context.Context, std cli.Streams, log string) (err error) {
	dir := s.config.StateDir
	if err := cli.MakeStateDir(dir, hclog.NewNullLogger()); err != nil {
		return err
	}
	lock, err := folder.Own(lockPath(dir))
	if errors.Is(err, folder.ErrTaken) {
		return sqlstate.New(sqlstate.ObjectInUse, "an MCP server of %s is running or starting already", dir).
			WithDetail("%s", folder.Detail(lockPath(dir))).WithHint("sallyport mcp status%s tells about it.", s.stateFlag())
	}
	if err != nil {
		return fmt.Errorf("cannot lock the state directory: %w", err)
	}
	defer func() { err = errors.Join(err, folder.Release(lock)) }()
	state := s.newState(log)
	defer func() { err = errors.Join(err, state.remove()) }()
	return s.program.Serve(ctx, s.config, std, s.known, func(a net.Addr) error {
		state.listens(a, s.config.MCP)
		return state.write()
	})
}

func (s *starter) newState(log string) *State {
	began, _ := beginningOf(os.Getpid())
	return &State{
		PID: os.Getpid(), Began: began, StartedAt: time.Now().UTC().Truncate(time.Second), Token: s.config.MCP.Token != "",
		StateDir: s.config.StateDir, Log: log, Version: cli.Version(),
	}
}

// listens notes where the server is found from this machine.
func (s *State) listens(a net.Addr, c config.MCP) {
	s.Host, _, _ = net.SplitHostPort(c.Address)
	reach := s.Host
	if tcp, ok := a.(*net.TCPAddr); ok {
		if s.Port = tcp.Port; tcp.IP.IsUnspecified() {
			reach = "127.0.0.1"
		}
	}
	scheme := "http://"
	if c.TLS.Enabled() {
		scheme = "https://"
	}
	s.URL = scheme + net.JoinHostPort(reach, strconv.Itoa(s.Port)) + c.Path
}
