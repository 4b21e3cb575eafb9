// Package setupcmd is sallyport setup --agents: it tells the MCP clients of a user where the server
// is, gives them the skill, and takes both back.
//
//	targets.go   the clients: which file, which key, which spelling of a variable, which form of the skill
//	skill.go     the skill's forms; skill.md is its body
//	plan.go      what would be changed: files before and after
//	remove.go    the same for taking back
//	files.go     reads and replaces files: whole or not at all, with their modes, through links
//	manifest.go  agents.json of the state directory: what was written, and how it is taken back
//	show.go      the list of changes, diffs, what to do next
//	choose.go    asks at a terminal
//	jsonedit     changes one member of a JSON file
//
// Nothing is written before all of it is planned: a file that cannot be read, or has an entry that
// is somebody else's, stops the command while nothing has happened. The token is not known here;
// entries name the variable that holds it. The manifest is written before the files, so a command
// that is cut off leaves nothing that --remove does not find.
package setupcmd

import (
	"errors"
	"fmt"
	"net"
	neturl "net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/go-hclog"
	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/daemoncmd"
	"github.com/sallyportdb/sallyport/config"
)

// Command is sallyport setup.
func Command(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "setup --agents [CLIENT…]",
		Short: "Connect MCP clients: their configuration and the skill",
		Long: `Writes the server into the configuration of MCP clients, and the skill
` + skillName + ` where they look for skills. Files keep everything else
that is in them, comments too; what was written is noted in the state directory,
and --remove takes exactly that back. For clients whose file it does not write
(codex, opencode, generic) it prints what to put there.

The token of the server is never written: entries name the variable
SALLYPORT_MCP_TOKEN, which the client's environment has to have.

Clients: ` + strings.Join(agentNames(), ", ") + `.
Scopes: user (you, everywhere), project (all who share the folder's files), and
for claude-code local (you, in this folder).`,
		Example: `  sallyport setup --agents                                  # asks, on a terminal
  sallyport setup --agents claude-code,cursor --yes
  sallyport setup --agents claude-code --scope project --dry-run
  sallyport setup --agents codex --print
  sallyport setup --agents --remove --yes`,
		RunE: func(cmd *cobra.Command, args []string) error {
			s := &setup{std: std}
			if err := s.read(cmd, args, environ); err != nil {
				return err
			}
			return s.run()
		},
	}
	f := cmd.Flags()
	f.String("agents", "", "the `clients` to connect, with commas between; without any it asks")
	f.Lookup("agents").NoOptDefVal = " "
	f.String("scope", scopeUser, "user, project or local")
	f.String("project", "", "the project's `folder` (default this one)")
	f.String("name", "sallyport", "the `name` of the entry")
	f.String("url", "", "the server's `url` (default that of the server of the state directory)")
	f.Bool("with-token", false, "have clients send the token, though this machine's configuration has none")
	f.String("shared-token", "env", "project files and a token: env writes the name of the variable, skip no entry")
	f.Bool("no-skill", false, "leave the skill out")
	f.Bool("print", false, "print what would be written, file by file, and write nothing")
	f.Bool("dry-run", false, "show the differences, and write nothing")
	f.Bool("remove", false, "take back what was written, of all clients or of those named")
	f.Bool("force", false, "replace or remove also what somebody else has written or changed")
	f.BoolP("yes", "y", false, "do not ask")
	cli.AddConfigFlags(cmd, "state-dir")
	return cmd
}

// setup is one call of the command.
type setup struct {
	std      cli.Streams
	places   places
	names    []string // of clients
	scope    string
	scopeSet bool
	server   serverEntry
	runs     bool // the server of the state directory does
	shared   string

	noSkill, print, dryRun, remove, force, yes bool
}

// read reads flags, the configuration and the state of the server.
func (s *setup) read(cmd *cobra.Command, args []string, environ []string) error {
	f := cmd.Flags()
	if !f.Changed("agents") {
		return errors.New("say what to set up: sallyport setup --agents (see sallyport setup --help)")
	}
	if err := s.clients(append([]string{f.Lookup("agents").Value.String()}, args...)); err != nil {
		return err
	}
	text := map[string]string{}
	for _, name := range []string{"scope", "project", "name", "url", "shared-token"} {
		text[name] = f.Lookup(name).Value.String()
	}
	for name, value := range map[string]*bool{
		"no-skill": &s.noSkill, "print": &s.print, "dry-run": &s.dryRun, "remove": &s.remove, "force": &s.force, "yes": &s.yes, "with-token": &s.server.token,
	} {
		*value = f.Lookup(name).Value.String() == "true"
	}
	s.scope, s.scopeSet, s.shared = text["scope"], f.Changed("scope"), text["shared-token"]
	if !slices.Contains([]string{scopeUser, scopeProject, scopeLocal}, s.scope) {
		return fmt.Errorf("--scope: %q is not user, project or local", s.scope)
	}
	if s.shared != "env" && s.shared != "skip" {
		return fmt.Errorf("--shared-token: %q is not env or skip", s.shared)
	}
	if s.server.name = text["name"]; !plainName(s.server.name) {
		return fmt.Errorf("--name: %q is not a name of letters, digits, - and _", s.server.name)
	}
	if err := s.findPlaces(text["project"], cli.Getenv(environ)); err != nil {
		return err
	}
	c, err := cli.LoadConfig(cmd, environ)
	if err != nil {
		return err
	}
	return s.findServer(c, cli.ConfigFile(cmd, environ), text["url"])
}

func plainName(s string) bool {
	return s != "" && len(s) <= 64 && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
}

// clients takes names of clients from a flag and from arguments.
func (s *setup) clients(lists []string) error {
	for _, list := range lists {
		for _, name := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
			if _, known := findAgent(name); !known {
				return fmt.Errorf("--agents: %q is no client that setup knows%s", name, config.Suggest(name, agentNames(), "clients"))
			}
			if !slices.Contains(s.names, name) {
				s.names = append(s.names, name)
			}
		}
	}
	return nil
}

// findPlaces finds the folders. The project's is named as the system names it: Claude Code uses
// that name as a key.
func (s *setup) findPlaces(project string, getenv func(string) string) error {
	home := getenv("HOME")
	if !filepath.IsAbs(home) {
		return errors.New("there is no home directory (HOME) whose clients could be set up")
	}
	if project == "" {
		project = "."
	}
	project, err := filepath.Abs(project)
	if err == nil {
		project, err = filepath.EvalSymlinks(project)
	}
	if err != nil {
		return fmt.Errorf("--project: %w", err)
	}
	s.places = places{home: home, project: project, getenv: getenv}
	return nil
}

// findServer finds out where clients reach the server, and how they start one themselves.
func (s *setup) findServer(c config.Config, file, url string) error {
	var err error
	if s.places.state, err = filepath.Abs(c.StateDir); err != nil {
		return err
	}
	running, there, err := daemoncmd.Read(s.places.state)
	if err != nil {
		return err
	}
	s.runs = there && running.Runs()
	switch {
	case url != "":
		if s.server.url = url; !isURL(url) {
			return fmt.Errorf("--url: %q is not a URL, such as http://127.0.0.1:7878/mcp", url)
		}
		s.runs = true // elsewhere, for all that is known
	case there:
		s.server.url = running.URL
	default:
		s.server.url = configuredURL(c.MCP)
	}
	s.server.token = s.server.token || there && running.Token || !s.runs && c.MCP.HasToken()
	own, err := os.Executable()
	if err != nil {
		return err
	}
	s.server.command = []string{own, "mcp", "stdio"}
	if file != "" {
		if file, err = filepath.Abs(file); err != nil {
			return err
		}
		s.server.command = append(s.server.command, "--config", file)
	}
	if c.Origin["state_dir"] != "" {
		s.server.command = append(s.server.command, "--state-dir", s.places.state)
	}
	return nil
}

func isURL(text string) bool {
	u, err := neturl.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}

// configuredURL is where a server would listen that is not running.
func configuredURL(c config.MCP) string {
	host, port, err := net.SplitHostPort(c.Address)
	if ip := net.ParseIP(host); err != nil || host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	if err != nil || port == "0" {
		port = "7878"
	}
	scheme := "http://"
	if c.TLS.Enabled() {
		scheme = "https://"
	}
	return scheme + net.JoinHostPort(host, port) + c.Path
}

func (s *setup) run() error {
	asks := cli.IsTerminal(s.std.In) && cli.IsTerminal(s.std.Out) && !s.yes
	q := newQuestioner(s.std)
	if asks && !s.remove && len(s.names) == 0 {
		if err := s.choose(q); err != nil {
			return err
		}
	}
	if len(s.names) == 0 && !s.remove {
		return errors.New("--agents: which clients? There is no terminal to ask on: " + strings.Join(agentNames(), ", "))
	}
	m, err := readManifest(s.places.state)
	if err != nil {
		return err
	}
	p, err := s.plan(m)
	if err != nil {
		return err
	}
	switch {
	case s.print:
		p.printFiles(s.std.Out)
		return nil
	case s.dryRun:
		p.printDiffs(s.std.Out)
		return p.failure
	}
	p.list(s.std.Out)
	if len(p.pending()) == 0 && !p.settles(m) {
		s.after(p)
		return p.failure
	}
	if !s.yes {
		if !asks {
			return errors.New("nothing is written: there is no terminal to ask on, so say --yes, or --dry-run to see the differences")
		}
		if ok, err := q.confirm(p); err != nil || !ok {
			return err
		}
	}
	if err := cli.MakeStateDir(s.places.state, hclog.NewNullLogger()); err != nil {
		return err
	}
	if err := p.apply(m); err != nil {
		return err
	}
	s.after(p)
	return p.failure
}

// plan plans what the flags ask for.
func (s *setup) plan(m *manifest) (*plan, error) {
	if s.remove {
		return s.planRemoval(m)
	}
	return s.planInstall(m)
}
