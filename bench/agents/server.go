package main

import (
	"context"
	"errors"
	"net/http"
	"os"
	"time"

	"github.com/sallyportdb/sallyport/bench/versus"
)

// server is a server that takes calls.
type server struct{ *versus.Child }

// start starts a program with its sample data, in a folder of its own.
func start(ctx context.Context, program, dir string) (*server, error) {
	dir, err := os.MkdirTemp(dir, "server")
	if err != nil {
		return nil, err
	}
	child, err := versus.Start(ctx, program, dir)
	if err != nil {
		return nil, err
	}
	s := &server{child}
	if err := s.awaitReady(ctx); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// awaitReady returns when the server takes calls, and has answered one.
func (s *server) awaitReady(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, versus.StartLimit)
	defer cancel()
	for !s.ready(ctx) {
		select {
		case <-s.Ended:
			return s.Failed(errors.New("it ended"))
		default:
		}
		if err := sleep(ctx, 20*time.Millisecond); err != nil {
			return s.Failed(err)
		}
	}
	first := newAgent(eras[1], s.MCP)
	defer first.end()
	return first.call(ctx, "run_select_query", question(0, 0))
}

func (s *server) ready(ctx context.Context) bool {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+s.MCP+"/ready", nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return false
	}
	response.Body.Close()
	return response.StatusCode == http.StatusOK
}
