// Package ownersocket listens on Unix sockets that only the process's own user and root may use.
//
// The permissions of the socket and of its folder keep others out. Where the kernel says who has
// connected (Linux, macOS, FreeBSD), anybody else is turned away besides. Over HTTP, [WithPeer]
// tells each request the name of the user at the other end.
package ownersocket

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"os/user"
	"strconv"
	"syscall"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxPath is the longest path that the address of a socket holds (108 bytes on
// Linux, 104 on others, with the zero at its end).
const maxPath = 103

// dialLimit bounds the attempt to reach another owner of a socket.
const dialLimit = 10 * time.Second

// Purpose says what a socket is for, in errors.
type Purpose struct {
	Name string // "approval desk"
	// Without says how to do without the socket: "approvals.desk: false does without a desk".
	Without string
}

// Listen makes the socket. A socket that is there already is removed if nobody answers at it.
// 55P03: somebody answers.
func Listen(ctx context.Context, path string, of Purpose, logger hclog.Logger) (net.Listener, error) {
	if len(path) > maxPath {
		return nil, sqlstate.New(sqlstate.ConfigFileError, "the path of the %s's socket is too long: %s has %d bytes, and %d are allowed", of.Name, path, len(path), maxPath).
			WithHint("Choose a state directory with a shorter path (state_dir). %s.", of.Without)
	}
	if err := removeStale(ctx, path, of); err != nil {
		return nil, err
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "unix", path)
	if err == nil {
		if err = os.Chmod(path, 0o600); err == nil { // the folder has kept others out until now
			if !peersKnown {
				logger.Info("this system does not tell who connects to a socket: its permissions and its folder's keep others out", "socket", path)
			}
			return peers{l, of, logger}, nil
		}
		l.Close()
	}
	return nil, cannotListen(err, path, of)
}

func removeStale(ctx context.Context, path string, of Purpose) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return cannotListen(err, path, of)
	}
	if info.Mode().Type() != fs.ModeSocket {
		return sqlstate.New(sqlstate.ConfigFileError, "%s is no socket, and the %s needs its name", path, of.Name).
			WithHint("Move it away.")
	}
	conn, err := (&net.Dialer{Timeout: dialLimit}).DialContext(ctx, "unix", path)
	if err == nil {
		conn.Close()
		return sqlstate.New(sqlstate.LockNotAvailable, "another %s answers at %s", of.Name, path).
			WithHint("Stop that server, or give this one a state directory of its own.")
	}
	if !errors.Is(err, syscall.ECONNREFUSED) {
		return cannotListen(err, path, of)
	}
	if err := os.Remove(path); err != nil {
		return cannotListen(err, path, of)
	}
	return nil
}

func cannotListen(err error, path string, of Purpose) error {
	return sqlstate.Wrap(err, sqlstate.IOError, "cannot open the %s's socket %s: %v", of.Name, path, err).
		WithHint("The state directory has to be the server's own, on a file system that has sockets. %s.", of.Without)
}

// peers turns everybody away but the server's own user and root.
type peers struct {
	net.Listener
	of     Purpose
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
		if err == nil && (uid == os.Geteuid() || uid == 0) {
			return peer{conn, UserName(uid)}, nil
		}
		conn.Close()
		p.logger.Warn("the "+p.of.Name+" turned a user away", "uid", uid, "error", err)
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

// PeerOf returns the name of the user at the other end of a request's connection.
func PeerOf(ctx context.Context) (name string, ok bool) {
	name, ok = ctx.Value(peerKey{}).(string)
	return name, ok
}

// WithPeer tells a connection's requests who is at its other end: it is an http.Server's ConnContext.
func WithPeer(ctx context.Context, c net.Conn) context.Context {
	if p, ok := c.(peer); ok {
		return context.WithValue(ctx, peerKey{}, p.name)
	}
	return ctx
}
