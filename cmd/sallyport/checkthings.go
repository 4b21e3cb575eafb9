package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// things are the files, addresses and programs that a configuration names.
type things struct {
	c      config.Config
	getenv func(string) string
	broken func(key string) bool // reports whether a key is wrong by itself; nil: none is
	errs   []error
}

// check looks at all of them.
func (t *things) check() []error {
	c := t.c
	t.see("pgwire.tls", func() error { _, err := loadPGTLS(c.PGWire.TLS); return err })
	t.see("mcp.tls", func() error { _, err := loadTLS("mcp.tls", c.MCP.TLS); return err })
	t.see("mcp."+tokenKey(c.MCP.Token, c.MCP.TokenEnv), func() error { _, err := c.MCP.ResolveToken(t.getenv); return err })
	t.see("mcp", func() error { return checkMCP(c) })
	if !t.isBroken("approvals.tls") && !t.isBroken("approvals.address") {
		t.see("approvals."+tokenKey(c.Approvals.Token, c.Approvals.TokenEnv), func() error { return checkDesk(c, t.getenv) })
	}
	for i, w := range c.Approvals.Webhooks {
		t.see(fmt.Sprintf("approvals.webhooks[%d]", i), func() error { _, _, err := w.Resolve(t.getenv); return err })
	}
	t.see("approvals.links.tls", func() error { _, err := loadTLS("approvals.links.tls", c.Approvals.Links.TLS); return err })
	for i, u := range c.PGWire.Users {
		t.see(fmt.Sprintf("pgwire.users[%d]", i), func() error { _, err := pgUser(u, t.getenv); return err })
	}
	if c.StackQL.Transport != config.Stdio && !t.isBroken("pgwire.address") {
		t.see("mcp.address", c.CheckDoors)
	}
	for i, s := range c.Audit.Sinks {
		t.see(fmt.Sprintf("audit.sinks[%d]", i), func() error { _, err := newTarget(s, t.getenv, io.Discard); return err })
	}
	if c.Auth.Server.Enabled {
		t.see("auth.server.store", func() error { _, err := storeDSN(c, t.getenv); return inOneLine(err) })
	}
	t.folders()
	for i, s := range c.Sources {
		t.source(fmt.Sprintf("sources[%d]", i), s)
	}
	return t.errs
}

func (t *things) isBroken(key string) bool { return t.broken != nil && t.broken(key) }

// see looks at what a key names, unless the key is wrong by itself, and says where
// that was set.
func (t *things) see(key string, look func() error) {
	if t.isBroken(key) {
		return
	}
	var several interface{ Unwrap() []error }
	err := look()
	switch where := t.c.Where(key); {
	case err == nil:
	case errors.As(err, &several):
		t.errs = append(t.errs, several.Unwrap()...) // each says where it is
	case where == "" || strings.HasPrefix(err.Error(), where):
		t.errs = append(t.errs, err)
	default:
		t.errs = append(t.errs, fmt.Errorf("%s: %w", where, err))
	}
}

// tokenKey is which key says what the token of a door is.
func tokenKey(own config.Secret, variable string) string {
	switch {
	case own != "":
		return "token"
	case variable != "":
		return "token_env"
	}
	return "token_file"
}

func (t *things) source(key string, s config.Source) {
	if s.Folder != "" {
		t.see(key+".folder", func() error {
			if info, err := os.Stat(s.Folder); err != nil {
				return fmt.Errorf("source %q: folder: %w", s.Name, err)
			} else if !info.IsDir() {
				return fmt.Errorf("source %q: folder: %s is not a folder", s.Name, s.Folder)
			}
			return readable(fmt.Sprintf("source %q: folder", s.Name), s.Folder)
		})
	}
	if s.Path != "" {
		t.see(key+".path", func() error {
			dir := filepath.Dir(s.Path)
			if info, err := os.Stat(dir); err != nil || !info.IsDir() {
				return fmt.Errorf("source %q: path: there is no folder %s for the database: make it", s.Name, dir)
			}
			return nil
		})
	}
	if s.Kind != config.Postgres {
		return
	}
	for i, one := range s.Logins() {
		t.see(fmt.Sprintf("%s.per_principal[%d]", key, i), func() error { return t.dsn(one) })
	}
	for _, of := range []struct{ name, value string }{{"dsn_env", s.DSNEnv}, {"dsn_file", s.DSNFile}, {"dsn", s.DSN.Reveal()}} {
		if of.value != "" {
			t.see(key+"."+of.name, func() error { return t.dsn(s) })
			return
		}
	}
}

// dsn looks whether there is a DSN, and whether it can be read. Its error holds none
// of it.
func (t *things) dsn(s config.Source) error {
	dsn, err := s.ResolveDSN(t.getenv)
	if err != nil || dsn == "" {
		return err
	}
	return inOneLine(postgres.Options{Name: s.Name, DSN: dsn.Reveal()}.Check())
}

// inOneLine is an error in one line, with its detail and its hint.
func inOneLine(err error) error {
	var coded *sqlstate.Error
	if !errors.As(err, &coded) {
		return err
	}
	text := coded.Message
	for _, more := range []string{coded.Detail, coded.Hint} {
		if more != "" {
			text += "; " + lowerFirst(strings.TrimSuffix(more, "."))
		}
	}
	return errors.New(text)
}

// folders looks whether the server could write where it has to.
func (t *things) folders() {
	c := t.c
	for _, f := range []struct{ key, dir string }{
		{"state_dir", c.StateDir},
		{"audit.dir", c.Audit.Dir},
		{"audit.head_dir", c.Audit.HeadDir},
	} {
		if f.dir != "" {
			t.see(f.key, func() error { return canWrite(f.key, f.dir) })
		}
	}
	if file := c.Audit.PublishHead.File; file != "" {
		const key = "audit.publish_head.file"
		t.see(key, func() error { return canWrite(key, filepath.Dir(file)) })
	}
}

// canWrite reports whether a folder is one that this user may write to, or could be
// made.
func canWrite(key, dir string) error {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case errors.Is(err, fs.ErrNotExist) && filepath.Dir(at) != at:
			continue
		case err != nil && !errors.Is(err, syscall.ENOTDIR):
			return fmt.Errorf("%s: %w", key, err)
		case err != nil:
			continue // a file is in the way, further up
		case !info.IsDir():
			return fmt.Errorf("%s: %s is not a folder", key, at)
		}
		if err := unix.Access(at, unix.W_OK|unix.X_OK); err != nil {
			return fmt.Errorf("%s: this user cannot write to %s (%w): change its owner, or name another folder", key, at, err)
		}
		return nil
	}
}

func readable(key, dir string) error {
	if err := unix.Access(dir, unix.R_OK|unix.X_OK); err != nil {
		return fmt.Errorf("%s: this user cannot read %s: %w", key, dir, err)
	}
	return nil
}

// inUse tells what a server of this configuration would find taken. It is no mistake:
// that may be the server itself.
func inUse(ctx context.Context, c config.Config) (notices []string) {
	for _, door := range []struct{ key, address string }{
		{"pgwire.address", c.PGWire.Address}, {"mcp.address", c.MCP.Address}, {"approvals.address", c.Approvals.Address},
	} {
		if door.address == "" || door.key == "mcp.address" && c.StackQL.Transport == config.Stdio {
			continue
		}
		l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", door.address)
		switch {
		case err == nil:
			l.Close()
		case errors.Is(err, syscall.EADDRINUSE):
			notices = append(notices, fmt.Sprintf("%s: %s: a program listens on %s already (a running server?); another address is needed beside it",
				cmp.Or(c.Where(door.key), "default"), door.key, door.address))
		default:
			notices = append(notices, fmt.Sprintf("%s: %s: nobody could listen on %s here: %v", cmp.Or(c.Where(door.key), "default"), door.key, door.address, errors.Unwrap(err)))
		}
	}
	if h, known := audit.HeldBy(c.AuditDir()); known {
		notices = append(notices, fmt.Sprintf("the audit log in %s is written by %s", c.AuditDir(), h))
	}
	return notices
}
