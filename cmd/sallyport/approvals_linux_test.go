package main

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// TestApprovalsWatch decides at a terminal, as a person would.
func TestApprovalsWatch(t *testing.T) {
	state, a := asking(t, nil)
	ours, theirs := openTerminal(t)
	ctx, leave := context.WithCancel(t.Context())
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"approvals", "watch", "--source", "shop", "--state-dir", state}, cli.Streams{In: theirs, Out: theirs, Err: theirs}, nil)
	}()
	var screen output
	go func() {
		buffer := make([]byte, 4096)
		for {
			n, err := ours.Read(buffer)
			_, _ = screen.Write(buffer[:n])
			if err != nil {
				return
			}
		}
	}()
	seen := 0
	see := func(want string) {
		t.Helper()
		eventually(t, "there is "+want, func() bool { return strings.Contains(screen.String()[seen:], want) }, &screen)
		seen += strings.Index(screen.String()[seen:], want) + len(want)
	}
	press := func(keys string) {
		t.Helper()
		if _, err := ours.WriteString(keys); err != nil {
			t.Fatal(err)
		}
	}
	is := func(id string, want approval.State) {
		t.Helper()
		if r, err := a.store.Get(id); err != nil || r.State != want {
			t.Errorf("%s is %s (%v), want %s", id, r.State, err, want)
		}
	}
	ask := func(sql string) string {
		t.Helper()
		r := asked(t, a, approval.Request{Principal: "anna", Source: "shop", Class: "delete", Verb: "DELETE", SQL: sql})
		see("| " + sql)
		see("Approve " + r.ID + "? [y/n, Enter: later] ")
		return r.ID
	}
	see("Watching for requests at " + state + ": nothing waits. Ctrl-C ends it.")
	asked(t, a, approval.Request{Principal: "anna", Source: "other", Class: "delete", Verb: "DELETE", SQL: "DELETE FROM elsewhere"})
	id := ask("DELETE FROM a")
	if text := screen.String(); strings.Contains(text, "elsewhere") || strings.Count(text, "\x1b]9;Sallyport: anna asks for DELETE on shop\a\a") != 1 {
		t.Errorf("not what was picked, and told once: %q", text)
	}
	press("y\n")
	see("Approved")
	is(id, approval.Approved)

	id = ask("DELETE FROM b")
	press("n\n")
	see("Denied")
	is(id, approval.Denied)

	id = ask("DELETE FROM c")
	press("\n")
	see("Left for later")
	is(id, approval.Pending)

	// Somebody else decides while this person types: what is typed is for nothing.
	id = ask("DELETE FROM d")
	if _, err := a.store.Decide(id, approval.Verdict{Approver: "bert"}); err != nil {
		t.Fatal(err)
	}
	see("is denied now. Press Enter to go on.")
	next := asked(t, a, approval.Request{Principal: "anna", Source: "shop", Class: "delete", Verb: "DELETE", SQL: "DELETE FROM e"})
	press("y\n")
	see("Approve " + next.ID + "?")
	is(next.ID, approval.Pending)
	press("n\n")
	see("Denied")
	is(next.ID, approval.Denied)
	leave()
	if status := <-ended; status != 0 {
		t.Errorf("status %d", status)
	}
}

// TestApprovalsWatchElsewhere: what is no terminal gets no bell, and is told apart from
// the word that something is watched.
func TestApprovalsWatchElsewhere(t *testing.T) {
	state, a := asking(t, nil)
	for _, r := range []approval.Request{aDelete, anUpdate, anotherUpdate} {
		asked(t, a, r)
	}
	ctx, leave := context.WithCancel(t.Context())
	var out, errs output
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"approvals", "watch", "--sort", "rows", "--class", "mutate", "--state-dir", state}, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}, nil)
	}()
	eventually(t, "the request is shown", func() bool { return strings.Contains(out.String(), "id = 7") }, &out, &errs)
	leave()
	if status := <-ended; status != 0 {
		t.Errorf("status %d", status)
	}
	text := out.String()
	if strings.Contains(text, "DELETE FROM orders") || strings.Contains(text, "\x1b") || strings.Contains(text, "\a") ||
		strings.Index(text, "SET a = 1") > strings.Index(text, "SET a = 2") || strings.Contains(text, "Watching") {
		t.Errorf("%q", text)
	}
	if want := "Watching for requests at " + state + ": 2 wait. Ctrl-C ends it.\n"; errs.String() != want {
		t.Errorf("%q, want %q", errs.String(), want)
	}
	for flags, want := range map[string]string{
		"--sort rows":                "", // see below
		"--user anna":                "orders",
		"--sort sideways":            "--sort: \"sideways\" is no order: age, expires, rows or user",
		"--source shop --class exec": "Nothing waits for approval.",
	} {
		_, stdout, stderr := call(t, nil, "", append([]string{"approvals", "list", "--state-dir", state}, strings.Fields(flags)...)...)
		if flags == "--sort rows" {
			if strings.Index(stdout, "~1000") > strings.Index(stdout, "  12 ") || strings.Index(stdout, "  12 ") > strings.Index(stdout, "id = 7") {
				t.Errorf("%s: %s", flags, stdout)
			}
		} else if !strings.Contains(stdout+stderr, want) {
			t.Errorf("%s: %s%s", flags, stdout, stderr)
		}
	}
}

// TestApprovalsOfAnotherUser: the folder keeps others out, and the command says
// so. Root is let in, whoever the server runs as.
func TestApprovalsOfAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can be another user")
	}
	state, a := asking(t, nil)
	asked(t, a, aDelete)
	as := func(uid uint32) string {
		cmd := exec.CommandContext(t.Context(), "/proc/self/exe", "approvals", "list", "--state-dir", state) //nolint:gosec // this test
		cmd.Env, cmd.Dir = []string{asSallyport + "=yes", "HOME=/nowhere"}, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		out, _ := cmd.CombinedOutput() // it says enough
		return string(out)
	}
	if got := as(0); !strings.Contains(got, "DELETE FROM orders") {
		t.Errorf("root: %s", got)
	}
	want := "sallyport: cannot look for servers in " + state + "/approvals: permission denied\n"
	if got := as(65534); !strings.HasPrefix(got, want) || !strings.Contains(got, "sudo -u root sallyport approvals list --state-dir "+state) {
		t.Errorf("another user: %s", got)
	}
}
