package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/sources"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
)

// greet says where the doors are and how to come in. pg is nil for a server
// that has no Postgres door.
func greet(w io.Writer, s *server, pg, mcp net.Listener) {
	p := page{cli.ScreenOf(w), w}
	info := s.engine.Info()
	var sources []string
	for _, source := range info.Sources {
		sources = append(sources, fmt.Sprintf("%s (%s)", source.Name, source.Kind))
	}
	url := "http://"
	if s.config.MCP.TLS.Enabled() {
		url = "https://"
	}
	url += reach(mcp) + s.config.MCP.Path

	fmt.Fprintf(w, "%s %s, mode %s\n\n", p.bold("Sallyport"), info.Version, p.bold(info.Mode.String()))
	p.line("sources", strings.Join(sources, ", "))
	p.line("MCP", url)
	if pg != nil {
		p.line("Postgres", reach(pg))
	}
	p.line("records", filepath.Join(filepath.Dir(s.record.Path()), "*.jsonl"))
	decide := s.approvalsCommand()
	if decide != "" {
		p.line("approvals", decide)
	}

	if pg != nil {
		s.suggest(p, reach(pg))
	}
	p.head("Paste into the configuration of an MCP client")
	p.command(clientJSON(url, s.config.MCP.Token != ""))
	fmt.Fprintln(w)
}

// suggest shows how to come in by the Postgres door, and what to look at first. Only
// the sample data, which is in memory, is there to be changed.
func (s *server) suggest(p page, address string) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return // every listener has a host and a port
	}
	user, source := s.firstUser()
	psql := fmt.Sprintf("psql -h %s -p %s ", host, port)
	ours := "sallyport sql --address " + address
	if user != "" {
		psql += "-U " + cli.ShellQuote(user) + " "
		ours += " --user " + cli.ShellQuote(user)
	}
	if source != s.engine.Info().Default {
		ours += " --source " + cli.ShellQuote(source)
	}
	psql += cli.ShellQuote(source)
	p.head("Come in with psql, or without it")
	p.command(psql)
	if len(s.config.Sources) > 0 || source != sources.Demo {
		look := ` -c '\dt'`
		if s.isAPI(source) {
			look = ` "SHOW SERVICES IN ` + source + `"`
		}
		p.command(ours + look)
		p.head("See what is asked, and what becomes of it")
		p.command("sallyport audit tail -f" + s.stateFlag())
		return
	}
	p.command(ours + ` "SELECT count(*) FROM airports"`)
	switch mode := s.engine.Info().Mode; {
	case mode == gate.FullAccess:
		p.head("Everything runs in this mode. See it in the records")
		p.command("sallyport audit tail -f" + s.stateFlag())
		return
	case s.approvalsCommand() != "":
		p.head("See a change wait for a person's approval, which is given in another terminal, and find it in the records")
	default:
		p.head("See a change refused, and find it in the records")
	}
	p.command(psql + ` -c "DELETE FROM airports WHERE iata = 'SFO'"`)
}

// firstUser is a user who may come in, "" for anybody, and a source for them.
func (s *server) firstUser() (user, source string) {
	source = s.engine.Info().Default
	if len(s.config.PGWire.Users) == 0 {
		return "", source
	}
	u := s.config.PGWire.Users[0]
	switch {
	case u.Source != "":
		source = u.Source
	case len(u.Sources) > 0 && !slices.Contains(u.Sources, source):
		source = u.Sources[0]
	}
	return u.Name, source
}

// isAPI reports whether a source is an API.
func (s *server) isAPI(name string) bool {
	return slices.ContainsFunc(s.engine.Info().Sources, func(i providers.Info) bool { return i.Name == name && i.Kind == config.API })
}

// stateFlag is the flag that other commands need to find this server's state.
func (s *server) stateFlag() string {
	if s.config.Origin["state_dir"] == "" {
		return ""
	}
	return " --state-dir " + cli.ShellQuote(s.config.StateDir)
}

// Command shows what waits for approval, "" where nothing ever does, or
// nobody decides here.
func (s *server) approvalsCommand() string {
	if mode := s.engine.Info().Mode; s.asks.desk == nil || mode != gate.Safe && mode != gate.DeleteSafe {
		return ""
	}
	return "sallyport approvals watch" + s.stateFlag()
}

// clientJSON is the entry for this server in an MCP client's configuration. The token is not
// shown: clients take it from the variable.
func clientJSON(url string, token bool) string {
	type entry struct {
		Type    string            `json:"type"`
		URL     string            `json:"url"`
		Headers map[string]string `json:"headers,omitempty"`
	}
	server := entry{Type: "http", URL: url}
	if token {
		server.Headers = map[string]string{"Authorization": "Bearer ${SALLYPORT_MCP_TOKEN}"}
	}
	text, err := json.Marshal(map[string]map[string]entry{"mcpServers": {"sallyport": server}})
	if err != nil {
		return url // strings always encode
	}
	return string(text)
}

// reach is the address at which a client on this machine finds a listener.
func reach(l net.Listener) string {
	a, ok := l.Addr().(*net.TCPAddr)
	if !ok || !a.IP.IsUnspecified() {
		return l.Addr().String()
	}
	return net.JoinHostPort("127.0.0.1", fmt.Sprint(a.Port))
}

// page writes aligned lines, in colours where they can be seen.
type page struct {
	cli.Screen
	w io.Writer
}

func (p page) bold(s string) string { return p.Paint("1", s) }

func (p page) line(name, value string) { fmt.Fprintf(p.w, "  %-11s%s\n", name, value) }

func (p page) head(text string) { fmt.Fprintf(p.w, "\n%s:\n", text) }

func (p page) command(text string) { fmt.Fprintf(p.w, "  %s\n", p.bold(text)) }
