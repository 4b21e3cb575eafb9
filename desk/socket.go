package desk

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"os/user"
	"strconv"
	"syscall"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxPath is the longest path that the address of a socket holds (108 bytes on
// Linux, 104 on others, with the zero at its end).
const maxPath = 103

// listenSocket makes the socket. One that is there already is removed if nobody
// answers there.
func listenSocket(ctx context.Context, path string, logger hclog.Logger) (net.Listener, error) {
	if len(path) > maxPath {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "the path of the approval desk's socket is too long: %s has %d bytes, and %d are allowed", path, len(path), maxPath).
			WithHint("Choose a state directory with a shorter path (state_dir), or do without a desk (approvals.desk: false).")
	}
	if err := removeStale(ctx, path); err != nil {
		return nil, err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err == nil {
		if err = os.Chmod(path, 0o600); err == nil { // the folder has kept others out until now
			if !peersKnown {
				logger.Info("this system does not tell who connects to a socket: its permissions and its folder's keep others out", "socket", path)
			}
			return peers{l, logger}, nil
		}
		l.Close()
	}
	return nil, cannotListen(err, path)
}

func removeStale(ctx context.Context, path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return cannotListen(err, path)
	}
	if info.Mode().Type() != fs.ModeSocket {
		return sqlstate.New(sqlstate.ConfigFileError, "%s is no socket, and the approval desk needs its name", path).
			WithHint("Move it away.")
	}
	conn, err := (&net.Dialer{Timeout: patience}).DialContext(ctx, "unix", path)
	if err == nil {
		conn.Close()
		return sqlstate.New(sqlstate.LockNotAvailable, "another approval desk answers at %s", path).
			WithHint("Stop that server, or give this one a state directory of its own.")
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return cannotListen(err, path)
	}
	if err := os.Remove(path); err != nil {
		return cannotListen(err, path)
	}
	return nil
}

func cannotListen(err error, path string) error {
	return sqlstate.Wrap(err, sqlstate.IOError, "cannot open the approval desk's socket %s: %v", path, err).
		WithHint("The state directory has to be the server's own, on a file system that has sockets. approvals.desk: false does without a desk.")
}

// peers turns everybody away but the server's own user and root.
type peers struct {
	net.Listener
	logger hclog.Logger
}

// peer is a connection with the name of the user at its other end.
type peer struct {
	net.Conn
	name string
}

func (p peers) Accept() (net.Conn, error) {
	for {
		conn, err := p.Listener.Accept()
		if err != nil {
			return nil, err
		}
		uid, err := peerUser(conn)
		if err == nil && (uid == ownUser() || uid == 0) {
			return peer{conn, UserName(uid)}, nil
		}
		conn.Close()
		p.logger.Warn("the approval desk turned a user away", "uid", uid, "error", err)
	}
}

// UserName is the name of a user of this machine, or the number.
func UserName(uid int) string {
	if u, err := user.LookupId(strconv.Itoa(uid)); err == nil && u.Username != "" {
		return u.Username
	}
	return "uid " + strconv.Itoa(uid)
}

type peerKey struct{}

// withPeer tells a connection's requests who is at its other end.
func withPeer(ctx context.Context, c net.Conn) context.Context {
	if p, ok := c.(peer); ok {
		return context.WithValue(ctx, peerKey{}, p.name)
	}
	return ctx
}
