package daemoncmd

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/folder"
)

// What status ends with, as service managers have it: 3 is “not running”.
const (
	exitStopped = 3
	exitStale   = 4
	exitSilent  = 5
)

// healthPatience is how long a server may take to say that it is there.
const healthPatience = 5 * time.Second

func statusCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Tell whether the MCP server of the background runs and answers",
		Long: `Tells whether the MCP server of a state directory runs, and asks it whether it
answers. The exit status is 0 if it does, 3 if there is none, 4 if it has ended
without a word (stale), and 5 if it runs and does not answer.`,
		Example: `  sallyport mcp status
  sallyport mcp status --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := stateDirOf(cmd, environ)
			if err != nil {
				return err
			}
			format, err := cmd.Flags().GetString("format")
			if err != nil || format != "text" && format != "json" {
				return fmt.Errorf("--format: %q is not text or json", format)
			}
			return status(cmd.Context(), std, dir, format)
		},
	}
	cmd.Flags().StringP("format", "f", "text", "text or json")
	cli.AddConfigFlags(cmd, "state-dir")
	return cmd
}

// report is what status tells.
type report struct {
	Status string `json:"status"` // running, stopped, starting, stale, silent
	*State
	Health string `json:"health,omitempty"` // ok, or why not
	Dir    string `json:"projectDir"`       // the state directory
}

func status(ctx context.Context, std cli.Streams, dir, format string) error {
	s, there, err := Read(dir)
	if err != nil {
		return err
	}
	r := report{Status: "running", State: &s, Health: "ok", Dir: dir}
	exit := error(nil)
	switch {
	case !there:
		r, exit = report{Status: "stopped", Dir: dir}, cli.ExitStatus(exitStopped)
		if h, known := folder.HeldBy(lockPath(dir)); known {
			r = report{Status: "starting", Health: h.String(), Dir: dir}
		}
	case !s.Runs():
		r.Status, r.Health, exit = "stale", "", cli.ExitStatus(exitStale)
	default:
		if err := s.health(ctx); err != nil {
			r.Status, r.Health, exit = "silent", err.Error(), cli.ExitStatus(exitSilent)
		}
	}
	if format == "json" {
		enc := json.NewEncoder(std.Out)
		enc.SetIndent("", "  ")
		if err := enc.Encode(r); err != nil {
			return err
		}
		return exit
	}
	r.print(std.Out)
	return exit
}

func (r report) print(w io.Writer) {
	screen := cli.ScreenOf(w)
	colour := map[string]string{"running": "32", "stale": "33", "silent": "31"}[r.Status]
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(w, "%-11s%s\n", name, value)
		}
	}
	line("status", screen.Paint(colour, r.Status))
	if r.State != nil {
		line("url", r.URL)
		line("host", r.Host)
		line("port", fmt.Sprint(r.Port))
		line("process", fmt.Sprint(r.PID))
		line("started", r.StartedAt.Format("2006-01-02 15:04:05 UTC"))
		token := "off"
		if r.Token {
			token = "on"
		}
		line("token", token)
		line("log", r.Log)
	}
	line("state", r.Dir)
	line("health", r.Health)
	switch r.Status {
	case "stopped":
		fmt.Fprintln(w, "\nsallyport mcp start starts it.")
	case "stale":
		fmt.Fprintln(w, "\nThe process has ended without a word. sallyport mcp start starts it anew.")
	}
}

// health asks the server of a state whether it is there. Another server on its port is an error.
func (s State) health(ctx context.Context) error {
	u, err := url.Parse(s.URL)
	if err != nil {
		return err
	}
	u.Path = "/health"
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return err
	}
	transport := &http.Transport{
		DisableKeepAlives: true,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true}, //nolint:gosec // nothing is sent, and the answer is a sign of life
	}
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return fmt.Errorf("it does not answer: %w", err)
	}
	defer response.Body.Close()
	var said struct{ Status, ProjectDir string }
	err = json.NewDecoder(io.LimitReader(response.Body, 64<<10)).Decode(&said)
	switch {
	case response.StatusCode != http.StatusOK:
		return fmt.Errorf("/health answers %s", response.Status)
	case err != nil || said.Status != "ok" || said.ProjectDir != "" && said.ProjectDir != s.StateDir:
		return fmt.Errorf("another server answers at %s", u.Host)
	}
	return nil
}
