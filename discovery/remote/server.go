// Package remote is how a command has the running server of a state directory ingest: the server owns
// the audit log, so what is read on the command's behalf is judged and recorded there.
//
// It is an HTTP server on a Unix socket, discovery.sock in the state directory, for the
// server's own user and root alone (package ownersocket).
//
//	POST /v1/ingest    {"connections": […], "no_profile": true, "anew": true}
//	POST /v1/comments  {"connection": …, "dry_run": true}
//
// The answer is one JSON object a line: progress while it works, and at the end the results or an
// error. The work ends when the caller goes away. [Client] is the other end.
package remote

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/discovery/ingest"
	"github.com/sallyportdb/sallyport/ownersocket"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// socketName is the socket's name in the state directory.
const socketName = "discovery.sock"

const (
	maxBody  = 64 << 10
	patience = 10 * time.Second // with who writes slowly
	// heartbeat is how long a silence lasts at most while the server works.
	heartbeat = 5 * time.Second
)

// Request is what a command asks for.
type Request struct {
	Connections []string `json:"connections,omitempty"`
	NoProfile   bool     `json:"no_profile,omitempty"`
	Anew        bool     `json:"anew,omitempty"`
	DryRun      bool     `json:"dry_run,omitempty"` // of comments
}

// Line is a line of an answer: one of its fields is set, or none, in a heartbeat.
type Line struct {
	Progress *ingest.Progress `json:"progress,omitempty"`
	Comment  *ingest.Comment  `json:"comment,omitempty"`
	Results  []ingest.Result  `json:"results,omitempty"`
	Error    *Failure         `json:"error,omitempty"`
	Done     bool             `json:"done,omitempty"` // it is the last line
}

// Failure is an error.
type Failure struct {
	Code    sqlstate.Code `json:"code"`
	Message string        `json:"message"`
	Hint    string        `json:"hint,omitempty"`
}

// Worker does what is asked for, for a principal.
type Worker interface {
	Ingest(ctx context.Context, principal string, r Request, progress func(ingest.Progress)) ([]ingest.Result, error)
	WriteComments(ctx context.Context, principal string, r Request, each func(ingest.Comment)) error
}

// Server serves until Shutdown.
type Server struct {
	worker   Worker
	listener net.Listener
	server   *http.Server
	end      context.CancelFunc // of what is being done
}

// Open opens the socket of a state directory; it answers once Serve runs. 55P03: another
// server has it.
func Open(ctx context.Context, dir string, w Worker, logger hclog.Logger) (*Server, error) {
	purpose := ownersocket.Purpose{Name: "ingest door", Without: "A server without it serves on, and sallyport ingest runs beside it"}
	l, err := ownersocket.Listen(ctx, filepath.Join(dir, socketName), purpose, logger)
	if err != nil {
		return nil, err
	}
	base, end := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{worker: w, listener: l, end: end}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/ingest", s.answer(func(ctx context.Context, who string, r Request, say func(Line)) error {
		results, err := w.Ingest(ctx, who, r, func(p ingest.Progress) { say(Line{Progress: &p}) })
		if err == nil {
			say(Line{Results: results})
		}
		return err
	}))
	mux.HandleFunc("POST /v1/comments", s.answer(func(ctx context.Context, who string, r Request, say func(Line)) error {
		return w.WriteComments(ctx, who, r, func(c ingest.Comment) { say(Line{Comment: &c}) })
	}))
	s.server = &http.Server{
		Handler: mux, ConnContext: ownersocket.WithPeer, BaseContext: func(net.Listener) context.Context { return base },
		ReadHeaderTimeout: patience, ReadTimeout: patience, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: logger.StandardLogger(&hclog.StandardLoggerOptions{ForceLevel: hclog.Warn}),
	}
	return s, nil
}

// Serve answers until Shutdown.
func (s *Server) Serve() error {
	if err := s.server.Serve(s.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Shutdown ends what is being done, and waits for it as long as the context allows.
func (s *Server) Shutdown(ctx context.Context) error {
	s.end()
	err := s.server.Shutdown(ctx)
	if closed := s.listener.Close(); closed != nil && !errors.Is(closed, net.ErrClosed) {
		err = errors.Join(err, closed)
	}
	return err
}

// answer reads a request and streams what work says.
func (s *Server) answer(work func(ctx context.Context, principal string, r Request, say func(Line)) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		who, ok := ownersocket.PeerOf(r.Context())
		var request Request
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody)).Decode(&request); !ok || err != nil || len(r.Header["Origin"]) > 0 {
			http.Error(w, "the request cannot be read", http.StatusBadRequest)
			return
		}
		w.Header().Set("Content-Type", "application/x-ndjson")
		out := &lines{encoder: json.NewEncoder(w), control: http.NewResponseController(w)}
		stop := out.beat()
		err := work(r.Context(), who, request, out.say)
		stop()
		last := Line{Done: true}
		if err != nil {
			e := sqlstate.From(err)
			last.Error = &Failure{Code: e.Code, Message: e.Message, Hint: e.Hint}
		}
		out.say(last)
	}
}

// lines writes lines, from several goroutines.
type lines struct {
	mu      sync.Mutex
	encoder *json.Encoder
	control *http.ResponseController
}

func (l *lines) say(line Line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.control.SetWriteDeadline(time.Now().Add(patience))
	_ = l.encoder.Encode(line) // a caller that is gone ends the request's context
	_ = l.control.Flush()
}

// beat says something now and then, until stop, which waits for it.
func (l *lines) beat() (stop func()) {
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		ticker := time.NewTicker(heartbeat)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
				l.say(Line{})
			}
		}
	}()
	return func() { close(done); <-ended }
}
