//go:build unix

package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// call is as much of an MCP message as the floor reads.
type call struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Arguments struct {
			SQL string `json:"sql"`
		} `json:"arguments"`
	} `json:"params"`
}

// handler answers every tools/call with the same bytes.
type handler struct {
	answer []byte
	pool   *pgxpool.Pool // nil: no statement is run
}

// hello is the answer to initialize.
const hello = `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"floor","version":"1"}}}`

// serveHTTP serves until ctx ends.
func serveHTTP(ctx context.Context, address, answer, dsn string) error {
	h := &handler{}
	var err error
	if h.answer, err = os.ReadFile(answer); err != nil {
		return err
	}
	if dsn != "" {
		if h.pool, err = pgxpool.New(ctx, dsn); err != nil {
			return err
		}
		defer h.pool.Close()
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
	done := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer done()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	answer := h.answer
	var c call
	if len(body) > 0 {
		err = json.Unmarshal(body, &c)
	}
	switch {
	case err != nil:
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	case c.Method == "initialize":
		answer = []byte(hello)
	case c.Method != "tools/call":
		w.WriteHeader(http.StatusAccepted)
		return
	case h.pool != nil:
		if err := h.query(r.Context(), c.Params.Arguments.SQL); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(answer)))
	_, _ = w.Write(answer) // the client has left otherwise
}

// query runs a statement and reads its rows.
func (h *handler) query(ctx context.Context, sql string) error {
	rows, err := h.pool.Query(ctx, sql)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if _, err := rows.Values(); err != nil {
			return err
		}
	}
	return rows.Err()
}
