package desk_test

import (
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/sallyportdb/sallyport/desk"
)

// TestMain lets the test binary be a child that asks a desk as another user.
func TestMain(m *testing.M) {
	socket := os.Getenv("DESK_TEST_SOCKET")
	if socket == "" {
		os.Exit(m.Run())
	}
	conn, err := net.Dial("unix", socket) //nolint:noctx // it is answered at once
	if err != nil {
		os.Stdout.WriteString("cannot connect: " + err.Error())
		return
	}
	_, _ = conn.Write([]byte("GET /v1/approvals HTTP/1.1\r\nHost: desk\r\n\r\n"))
	answer := make([]byte, 12)
	n, err := conn.Read(answer)
	if err != nil {
		os.Stdout.WriteString("turned away")
		return
	}
	os.Stdout.Write(answer[:n])
}

// Another user is turned away by who they are, even where the permissions of the
// files would let them in.
func TestAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can be another user")
	}
	_, d := start(t, desk.Options{})
	as := func(uid uint32) string {
		cmd := exec.CommandContext(t.Context(), "/proc/self/exe") //nolint:gosec // this test
		cmd.Env = []string{"DESK_TEST_SOCKET=" + d.Socket()}
		cmd.Dir = "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	if got := as(0); got != "HTTP/1.1 200" {
		t.Errorf("root: %s", got)
	}
	if got := as(65534); !strings.HasPrefix(got, "cannot connect: ") || !strings.Contains(got, "permission denied") {
		t.Errorf("kept out by the folder: %s", got)
	}
	folder, _ := strings.CutSuffix(d.Socket(), "/"+desk.SocketName)
	for path, mode := range map[string]os.FileMode{folder: 0o755, d.Socket(): 0o666} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	if got := as(65534); got != "turned away" {
		t.Errorf("another user: %s", got)
	}
}
