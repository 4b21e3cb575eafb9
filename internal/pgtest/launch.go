package pgtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// ErrNotInstalled says that this machine has no PostgreSQL server.
var ErrNotInstalled = errors.New("no PostgreSQL server found: run `make deps`")

const (
	superuser = "postgres"
	debian    = "/usr/lib/postgresql/*/bin"
	stopLimit = 20 * time.Second
	// attempts at a free port: another process may take it between our
	// finding it and PostgreSQL's binding it.
	attempts = 3
)

// Options of a server. The zero value is for tests.
type Options struct {
	// Durable keeps fsync on, as a benchmark of writes wants it.
	Durable bool
	// Settings are further settings of the server: {"max_connections": "200"}.
	Settings map[string]string
}

// Server is a running PostgreSQL. It is safe for concurrent use.
type Server struct {
	// BinDir has the server's programs (psql, pgbench…), Dir its unix socket.
	BinDir, Dir string
	Port        int
	process     *process
	filled      filled
}

// Launch starts a server with its data under dir, which the caller made and
// removes after Stop. ctx limits the start alone.
func Launch(ctx context.Context, dir string, o Options) (*Server, error) {
	bin, err := findBin(debian, os.Getenv("PATH"))
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, err
	}
	credential, err := unprivileged(dir)
	if err != nil {
		return nil, err
	}
	s := &Server{BinDir: bin, Dir: dir}
	if err := s.makeData(ctx, credential); err != nil {
		return nil, err
	}
	for range attempts {
		if err = s.start(ctx, credential, o); err == nil {
			return s, nil
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, fmt.Errorf("PostgreSQL did not start: %w\n%s", err, tail(s.Log(), 20))
}

// DSN returns the address of a database on this server.
func (s *Server) DSN(db string) string {
	return fmt.Sprintf("postgres://%s@127.0.0.1:%d/%s?sslmode=disable", superuser, s.Port, db)
}

// SocketDSN is DSN by the unix socket.
func (s *Server) SocketDSN(db string) string {
	return fmt.Sprintf("host=%s port=%d user=%s dbname=%s", s.Dir, s.Port, superuser, db)
}

// Log returns what the server has said so far.
func (s *Server) Log() string {
	text, err := os.ReadFile(s.logFile())
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// Stop ends the server at once, with every connection to it, and waits for it.
func (s *Server) Stop() error {
	ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
	defer cancel()
	kept.close(ctx, s.Port, "")
	return s.process.stop(syscall.SIGQUIT, stopLimit)
}

// PID is the process of the server's own, whose children serve its connections.
func (s *Server) PID() int { return s.process.cmd.Process.Pid }

func (s *Server) dataDir() string { return filepath.Join(s.Dir, "data") }
func (s *Server) logFile() string { return filepath.Join(s.Dir, "log") }

func (s *Server) start(ctx context.Context, credential *syscall.Credential, o Options) error {
	port, err := freePort(ctx)
	if err != nil {
		return err
	}
	s.Port = port
	log, err := os.OpenFile(s.logFile(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	cmd := exec.Command(filepath.Join(s.BinDir, "postgres"), s.arguments(o)...)
	cmd.Dir = s.Dir
	cmd.Env = serverEnvironment(ctx, o)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = attributes(credential)
	if s.process, err = startProcess(cmd); err != nil {
		return err
	}
	if err := s.waitReady(ctx); err != nil {
		return firstError(err, s.Stop())
	}
	return nil
}

func (s *Server) arguments(o Options) []string {
	settings := map[string]string{
		"listen_addresses":        "127.0.0.1",
		"unix_socket_directories": s.Dir,
		"port":                    strconv.Itoa(s.Port),
		"timezone":                "UTC",
	}
	if !o.Durable {
		settings["fsync"] = "off"
		settings["synchronous_commit"] = "off"
		settings["full_page_writes"] = "off"
		settings["max_wal_size"] = "128MB" // it may lie in memory
		settings["autovacuum"] = "off"     // it goes round all databases that tests have made
		settings["jit"] = "off"            // to compile a plan costs more than what a test runs by it
	}
	maps.Copy(settings, o.Settings)
	args := []string{"-D", s.dataDir()}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "-c", name+"="+settings[name])
	}
	return args
}

// waitReady returns when the server answers, or when it has ended or ctx has.
func (s *Server) waitReady(ctx context.Context) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		_, err := kept.run(ctx, s.DSN("postgres"), "SELECT 1")
		if err == nil {
			return nil
		}
		select {
		case <-s.process.done:
			return fmt.Errorf("it ended: %w", s.process.failure())
		case <-ctx.Done():
			return err
		case <-tick.C:
		}
	}
}

// findBin returns the folder with the newest server of a glob, or the first on
// a PATH.
func findBin(glob, path string) (string, error) {
	dirs, err := filepath.Glob(glob)
	if err != nil {
		return "", err
	}
	slices.SortFunc(dirs, func(a, b string) int { return version(b) - version(a) })
	for _, dir := range append(dirs, filepath.SplitList(path)...) {
		if hasServer(dir) {
			return dir, nil
		}
	}
	return "", ErrNotInstalled
}

// version is the 15 of /usr/lib/postgresql/15/bin.
func version(dir string) int {
	n, err := strconv.Atoi(filepath.Base(filepath.Dir(dir)))
	if err != nil {
		return 0
	}
	return n
}

func hasServer(dir string) bool {
	for _, name := range []string{"postgres", "initdb"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.IsDir() {
			return false
		}
	}
	return true
}

// unprivileged returns whom to run the server as, and gives that user dir. For
// anyone but root it is ourselves: nil.
func unprivileged(dir string) (*syscall.Credential, error) {
	if os.Getuid() != 0 {
		return nil, nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		if account, err = user.Lookup("nobody"); err != nil {
			return nil, err
		}
	}
	uid, err := strconv.Atoi(account.Uid)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.Atoi(account.Gid)
	if err != nil {
		return nil, err
	}
	if err := os.Chown(dir, uid, gid); err != nil {
		return nil, err
	}
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, nil
}

// environment is ours without what would change the server or its programs.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "PG") || strings.HasPrefix(v, "LC_") || strings.HasPrefix(v, "LANG")
	})
}

func freePort(ctx context.Context) (int, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
}

func tail(text string, lines int) string {
	parts := bytes.Split(bytes.TrimSpace([]byte(text)), []byte("\n"))
	return string(bytes.Join(parts[max(0, len(parts)-lines):], []byte("\n")))
}
