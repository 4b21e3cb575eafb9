package main

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// TestGreeting: what the start screen suggests is true for the mode, and can be run
// as it stands; nobody is invited to change a source of their own.
func TestGreeting(t *testing.T) {
	t.Setenv("PGPASSWORD", "s3cret")
	server := pgtest.Start(t)
	server.Exec(t, "postgres", "CREATE DATABASE greeted")
	server.Exec(t, "greeted", "CREATE TABLE keep (n int); INSERT INTO keep VALUES (1)")
	own := configFileFor(t, "sources:\n- {name: other, kind: duckdb}\n- {name: shop, kind: postgres, dsn: '"+server.DSN("greeted")+"', default: true}\n")
	users := configFileFor(t, "pgwire: {users: [{name: Alice, password_env: P, sources: [other]}]}\nsources:\n- {name: other, kind: duckdb}\n- {name: shop, kind: postgres, dsn: '"+server.DSN("greeted")+"', default: true}\n")
	for _, test := range []struct {
		args  []string
		heads string // what is said above commands
		runs  []string
	}{
		{[]string{"--mode", "safe"}, "Come in with psql, or without it|See a change wait for a person's approval, which is given in another terminal, and find it in the records", nil},
		{[]string{"--mode", "delete_safe"}, "Come in with psql, or without it|See a change wait for a person's approval, which is given in another terminal, and find it in the records", nil},
		{[]string{"--mode", "read_only"}, "Come in with psql, or without it|See a change refused, and find it in the records", []string{"3376", "refused by the gate"}},
		{[]string{"--mode", "full_access"}, "Come in with psql, or without it|Everything runs in this mode. See it in the records", []string{"3376", "SELECT"}},
		{[]string{"--config", own, "--mode", "full_access"}, "Come in with psql, or without it|See what is asked, and what becomes of it", []string{"keep", "SELECT"}},
		{[]string{"--config", users}, "Come in with psql, or without it|See what is asked, and what becomes of it", []string{"(0 rows)", "SELECT"}},
	} {
		r := start(t, []string{"P=s3cret", "SALLYPORT_APPROVALS_DESK=true"}, test.args...)
		page := r.out.String()
		var heads []string
		for _, m := range regexp.MustCompile(`(?m)^(\S.*):$`).FindAllStringSubmatch(page, -1) {
			heads = append(heads, m[1])
		}
		if got := strings.Join(heads, "|"); got != test.heads+"|Paste into the configuration of an MCP client" {
			t.Errorf("%q: %s\n%s", test.args, got, page)
		}
		if strings.Contains(page, "\x1b") {
			t.Errorf("%q: colours where there is no terminal", test.args)
		}
		ofOwn := test.args[0] == "--config"
		if changes := regexp.MustCompile(`DELETE|INSERT|UPDATE|DROP`).FindString(page); ofOwn && changes != "" {
			t.Errorf("%q: suggests %s of somebody's own data\n%s", test.args, changes, page)
		}
		var commands []string
		for _, m := range regexp.MustCompile(`(?m)^  ((?:sallyport|psql) .*)$`).FindAllStringSubmatch(page, -1)[1:] {
			commands = append(commands, m[1])
		}
		for i, want := range test.runs {
			if out := suggested(t, commands[i]); !strings.Contains(out, want) {
				t.Errorf("%q: %s: no %q in\n%s", test.args, commands[i], want, out)
			}
		}
		r.stop()
	}
}

// suggested runs a command of the start screen, and returns all that it prints.
func suggested(t *testing.T, command string) string {
	t.Helper()
	command = strings.Replace(command, "tail -f", "tail", 1) // what is there is enough
	words, err := exec.Command("sh", "-c", `for word in "$@"; do :; done; printf '%s\0' `+command).Output()
	if err != nil {
		t.Fatal(err)
	}
	args := strings.Split(strings.TrimSuffix(string(words), "\x00"), "\x00")
	if args[0] == "psql" {
		out, _ := exec.Command("psql", append(args[1:], "-X")...).CombinedOutput() // a refusal is an answer
		return string(out)
	}
	_, stdout, stderr := call(t, nil, "", args[1:]...)
	return stdout + stderr
}

// TestGreetingColours: bold on a terminal, unless that is not wanted.
func TestGreetingColours(t *testing.T) {
	for _, test := range []struct {
		name, value string
		want        bool
	}{{"TERM", "xterm", true}, {"TERM", "dumb", false}, {"NO_COLOR", "1", false}} {
		t.Run(test.name+"="+test.value, func(t *testing.T) {
			t.Setenv("NO_COLOR", "")
			t.Setenv("TERM", "xterm")
			t.Setenv(test.name, test.value)
			ours, theirs := openTerminal(t)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan int, 1)
			args := []string{"srv", "--state-dir", newState(t), "--pgwire-address", "127.0.0.1:0", "--mcp-address", "127.0.0.1:0", "--log-level", "info"}
			go func() { ended <- run(ctx, args, cli.Streams{In: strings.NewReader(""), Out: theirs, Err: theirs}, nil) }()
			var page strings.Builder
			buffer := make([]byte, 4096)
			for !strings.Contains(page.String(), "mcpServers") {
				n, err := ours.Read(buffer)
				if err != nil {
					t.Fatal(err)
				}
				page.Write(buffer[:n])
			}
			stop()
			if status := <-ended; status != 0 {
				t.Errorf("status %d", status)
			}
			if got := strings.Contains(page.String(), "\x1b["); got != test.want {
				t.Errorf("colours: %v\n%s", got, fmt.Sprintf("%q", page.String()))
			}
		})
	}
}
