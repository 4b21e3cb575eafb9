// Package approvalscmd is the command sallyport approvals: it shows people what waits
// for their approval, and sends what they decide to the server that asks.
//
//	list, show       show.go, look.go (rows that were looked at), pick.go (which, in which order)
//	approve, deny    decide.go
//	grants           grants.go
//	watch            watch.go
//
// approvals.go finds the desks: the sockets of the servers of a state directory, or
// the one server that --url names. Each command asks all of them.
package approvalscmd

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/desk"
	"github.com/sallyportdb/sallyport/ownersocket"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Command is sallyport approvals.
func Command(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "approvals",
		Short: "See what waits for a person's approval, and decide",
		Long: `Shows the statements that wait for a person's approval (in the modes safe and
delete_safe), and decides them. It finds the servers whose state directory it is
given; only the user that a server runs as, and root, may.

With --url it asks a server elsewhere; the token is in SALLYPORT_APPROVALS_TOKEN.`,
		Example: `  sallyport approvals list
  sallyport approvals show ap-4xk1m0z9qe
  sallyport approvals approve ap-4xk1m0z9qe --comment "ticket 4711"
  sallyport approvals deny ap-4xk1m0z9qe
  sallyport approvals approve ap-4xk1m0z9qe --for 1h --times 20 --max-rows 100
  sallyport approvals grants
  sallyport approvals watch
  sudo -u sallyport sallyport approvals list --state-dir /var/lib/sallyport`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(
		listCommand(std, environ), showCommand(std, environ),
		approveCommand(std, environ), denyCommand(std, environ), watchCommand(std, environ),
		grantsCommand(std, environ),
	)
	return cmd
}

// addDeskFlags gives a command the flags that say which desks it asks.
func addDeskFlags(cmd *cobra.Command) {
	cli.AddConfigFlags(cmd, "state-dir")
	cmd.Flags().String("url", "", "ask the approval desk at this `url`, with the token in SALLYPORT_APPROVALS_TOKEN")
	cmd.Flags().String("approver", "", "with --url: your `name`, as it is recorded (default $USER)")
}

// desks are the approval desks that a command asks: the desk of --url, or the desks at the
// sockets of a state directory.
type desks struct {
	remote  *desk.Client
	folder  string // of the sockets
	clients map[string]*desk.Client
}

func findDesks(cmd *cobra.Command, environ []string) (*desks, error) {
	d := &desks{clients: map[string]*desk.Client{}}
	get := cli.Getenv(environ)
	address, approver := "", ""
	for flag, value := range map[string]*string{"url": &address, "approver": &approver} {
		var err error
		if *value, err = cmd.Flags().GetString(flag); err != nil {
			return nil, err
		}
	}
	if address == "" {
		if approver != "" {
			return nil, errors.New("--approver is for --url: at the socket the server sees who you are")
		}
		c, err := cli.LoadConfig(cmd, environ)
		d.folder = c.ApprovalsDir()
		return d, err
	}
	token := get("SALLYPORT_APPROVALS_TOKEN")
	if token == "" {
		return nil, errors.New("--url needs the desk's token in the variable SALLYPORT_APPROVALS_TOKEN")
	}
	if approver == "" {
		approver = get("USER")
	}
	if approver == "" {
		return nil, errors.New("--url needs your name: set --approver")
	}
	var err error
	d.remote, err = desk.NewRemote(address, token, approver)
	return d, err
}

// sockets are the paths where servers of the state directory may answer.
func (d *desks) sockets() ([]string, error) {
	entries, err := os.ReadDir(d.folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, d.keptOut(err)
	}
	found := []string{filepath.Join(d.folder, desk.SocketName)}
	for _, e := range entries {
		if e.IsDir() {
			found = append(found, filepath.Join(d.folder, e.Name(), desk.SocketName))
		}
	}
	return slices.DeleteFunc(found, func(path string) bool {
		info, err := os.Lstat(path)
		return err != nil || info.Mode().Type() != fs.ModeSocket
	}), nil
}

func (d *desks) keptOut(err error) error {
	state, owner := filepath.Dir(d.folder), "…"
	if info, err := os.Stat(state); err == nil {
		if s, ok := info.Sys().(*syscall.Stat_t); ok {
			owner = ownersocket.UserName(int(s.Uid))
		}
	}
	return sqlstate.Wrap(err, sqlstate.InsufficientPrivilege, "cannot look for servers in %s: %v", d.folder, errors.Unwrap(err)).
		WithHint("Decide as the user that the server runs as: sudo -u %s sallyport approvals list --state-dir %s", owner, state)
}

// client is the client for the desk at a socket.
func (d *desks) client(socket string) *desk.Client {
	if d.clients[socket] == nil {
		d.clients[socket] = desk.NewLocal(socket)
	}
	return d.clients[socket]
}

// all are the desks there may be. A killed server leaves a socket where nobody answers.
func (d *desks) all() (list []*desk.Client, err error) {
	if d.remote != nil {
		return []*desk.Client{d.remote}, nil
	}
	sockets, err := d.sockets()
	for _, path := range sockets {
		list = append(list, d.client(path))
	}
	return list, err
}

// each asks every desk. At a socket nobody may answer; if nobody answers at any, that is
// the error.
func (d *desks) each(ask func(*desk.Client) error) error {
	if d.remote != nil {
		return ask(d.remote)
	}
	clients, err := d.all()
	if err != nil {
		return err
	}
	answered := false
	for _, c := range clients {
		switch err := ask(c); {
		case errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		default:
			answered = true
		}
	}
	if !answered {
		return d.nobody()
	}
	return nil
}

func (d *desks) nobody() error {
	return sqlstate.New(sqlstate.UnableToConnect, "no server with an approval desk runs on the state directory %s", filepath.Dir(d.folder)).
		WithHint("Start one (sallyport srv), or give the --state-dir or --config of the one that runs, or the --url of one elsewhere.")
}

// find returns a request and the desk where it is.
func (d *desks) find(ctx context.Context, id string) (r approval.Request, at *desk.Client, err error) {
	err = d.each(func(c *desk.Client) error {
		found, err := c.Get(ctx, id)
		if sqlstate.CodeOf(err) == sqlstate.UndefinedObject {
			return nil
		}
		if err == nil {
			r, at = found, c
		}
		return err
	})
	if err == nil && at == nil {
		err = sqlstate.New(sqlstate.UndefinedObject, "there is no approval request %q", approval.Visible(id)).
			WithHint("sallyport approvals list --all shows those that are kept.")
	}
	return r, at, err
}

// change is a request as it is or has become, and its desk.
type change struct {
	at      *desk.Client
	request approval.Request
}

// list returns the requests of all desks that were picked, in the order that was asked for.
// Those that it does not tell apart come oldest first.
func (d *desks) list(ctx context.Context, pick picked, states ...approval.State) (all []change, err error) {
	order, err := pick.order()
	if err != nil {
		return nil, err
	}
	err = d.each(func(c *desk.Client) error {
		found, err := c.List(ctx, states...)
		for _, r := range found {
			if pick.has(r) {
				all = append(all, change{c, r})
			}
		}
		return err
	})
	slices.SortStableFunc(all, func(a, b change) int {
		return cmp.Or(order(a.request, b.request), a.request.Created.Compare(b.request.Created))
	})
	return all, err
}
