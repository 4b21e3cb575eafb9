package remote

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// ErrNobody means that no server of the state directory answers.
var ErrNobody = errors.New("no server of the state directory takes snapshots")

// Client asks the server of a state directory.
type Client struct {
	socket string
	http   *http.Client
}

// Find returns a client of the server that has a state directory. ErrNobody: there is none. 42501:
// it is another user's.
func Find(ctx context.Context, dir string) (*Client, error) {
	socket := filepath.Join(dir, socketName)
	dial := func(ctx context.Context) (net.Conn, error) {
		return (&net.Dialer{Timeout: patience}).DialContext(ctx, "unix", socket)
	}
	conn, err := dial(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED):
		return nil, ErrNobody
	case errors.Is(err, os.ErrPermission):
		return nil, sqlstate.Wrap(err, sqlstate.InsufficientPrivilege, "the server's socket %s is another user's", socket).
			WithHint("Run the command as the user that the server runs as.")
	case err != nil:
		return nil, sqlstate.Wrap(err, sqlstate.UnableToConnect, "the server's socket %s cannot be reached", socket)
	}
	if err := conn.Close(); err != nil {
		return nil, err
	}
	return &Client{socket: socket, http: &http.Client{Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) }, DisableKeepAlives: true,
	}}}, nil
}

// Socket is the path of the server's socket.
func (c *Client) Socket() string { return c.socket }

// Ingest has the server take snapshots, and Comments has it write comments. Each line but the last is
// given to each. The context ends the work.
func (c *Client) Ingest(ctx context.Context, r Request, each func(Line)) error {
	return c.post(ctx, "/v1/ingest", r, each)
}

// Comments has the server write comments.
func (c *Client) Comments(ctx context.Context, r Request, each func(Line)) error {
	return c.post(ctx, "/v1/comments", r, each)
}

func (c *Client) post(ctx context.Context, path string, r Request, each func(Line)) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://discovery"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	silent := time.AfterFunc(6*heartbeat, cancel)
	defer silent.Stop()
	response, err := c.http.Do(request)
	if err != nil {
		return c.gone(err)
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return c.gone(errors.New(response.Status))
	}
	for dec := json.NewDecoder(response.Body); ; {
		var line Line
		if err := dec.Decode(&line); err != nil {
			return c.gone(err)
		}
		silent.Reset(6 * heartbeat)
		if line.Done {
			if f := line.Error; f != nil {
				e := sqlstate.New(f.Code, "%s", f.Message)
				e.Hint = f.Hint
				return e
			}
			return nil
		}
		each(line)
	}
}

// gone is the error of a server that has ended, or does not answer any more.
func (c *Client) gone(err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return sqlstate.Wrap(err, sqlstate.ConnectionFailure, "the server at %s has ended while it worked", c.socket).
		WithHint("What was whole is kept. Run the command again.")
}
