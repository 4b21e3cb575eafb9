package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"strings"

	"github.com/sallyportdb/sallyport/gate"
)

// greet says where the doors are and how to come in. pg is nil for a server
// that has no Postgres door.
func greet(w io.Writer, s *server, pg, mcp net.Listener) {
	p := page{w: w, colour: terminal(w)}
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

	table := "your_table"
	if len(s.config.Sources) == 0 {
		table = "airports"
	}
	if pg != nil {
		host, port, err := net.SplitHostPort(reach(pg))
		if err == nil {
			user := "" // whoever asks
			if users := s.config.PGWire.Users; len(users) > 0 {
				user = "-U " + users[0].Name + " "
			}
			psql := fmt.Sprintf("psql -h %s -p %s %s%s", host, port, user, info.Default)
			p.head("Come in with psql, or without it")
			p.command(psql)
			p.command(fmt.Sprintf("sallyport sql --address %s %s\"SELECT count(*) FROM %s\"", reach(pg), strings.ToLower(user), table))
			if decide != "" {
				p.head("See a change wait for a person's approval, which is given in another terminal, and find it in the records")
			} else {
				p.head("See what becomes of a change, and find it in the records")
			}
			p.command(fmt.Sprintf("%s -c \"DELETE FROM %s\"", psql, table))
		}
	}
	p.head("Paste into the configuration of an MCP client")
	p.command(clientJSON(url, s.config.MCP.Token != ""))
	fmt.Fprintln(w)
}

// approvalsCommand shows what waits for approval, "" where nothing ever does, or
// nobody decides here.
func (s *server) approvalsCommand() string {
	if mode := s.engine.Info().Mode; s.asks.desk == nil || mode != gate.Safe && mode != gate.DeleteSafe {
		return ""
	}
	command := "sallyport approvals watch"
	if s.config.Origin["state_dir"] != "" {
		command += " --state-dir " + shellQuote(s.config.StateDir)
	}
	return command
}

// clientJSON is what MCP clients take to know a server. The token is not shown:
// clients take it from the variable.
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
	w      io.Writer
	colour bool
}

func (p page) bold(s string) string {
	if !p.colour {
		return s
	}
	return "\x1b[1m" + s + "\x1b[0m"
}

func (p page) line(name, value string) { fmt.Fprintf(p.w, "  %-11s%s\n", name, value) }

func (p page) head(text string) { fmt.Fprintf(p.w, "\n%s:\n", text) }

func (p page) command(text string) { fmt.Fprintf(p.w, "  %s\n", p.bold(text)) }
