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
	"strings"
	"sync"
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
	record *os.File      // a line is appended for each call before its answer leaves; nil: none is
	mu     sync.Mutex    // of record, whose lines have an order
}

// hello is the answer to initialize.
const hello = `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"floor","version":"1"}}}`

// serveHTTP serves until ctx ends.
func serveHTTP(ctx context.Context, address, answer, dsn, record string) error {
	h := &handler{}
	var err error
	if record != "" {
		if h.record, err = os.OpenFile(record, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600); err != nil {
			return err
		}
		defer func() { _ = h.record.Close() }()
	}
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
	if h.record != nil && c.Method == "tools/call" {
		if err := h.append(body); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(answer)))
	_, _ = w.Write(answer) // the client has left otherwise
}

// append writes a line of about the size of a record, by one write(2).
func (h *handler) append(call []byte) error {
	line := append(append(make([]byte, 0, recordBytes+len(call)), call...), recordRest...)
	h.mu.Lock()
	defer h.mu.Unlock()
	_, err := h.record.Write(line)
	return err
}

// recordBytes is how long the record of a call without SQL is beside the call.
const recordBytes = 400

var recordRest = strings.Repeat("x", recordBytes-1) + "\n"

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
