package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// mock is an API.
type mock struct {
	address string
	rows    int
	server  *http.Server
	pages   atomic.Int64 // that were asked for

	mu     sync.Mutex
	window time.Time
	used   int // requests of this window
}

const (
	pageSize = 500
	// allowed is how many requests of a second the limited part answers.
	allowed = 200
)

func newMock(ctx context.Context, rows int) (*mock, error) {
	m := &mock{rows: rows}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/items", m.items)
	mux.HandleFunc("GET /v1/things/{id}", m.thing)
	mux.HandleFunc("GET /v1/limited/{id}", m.limited)
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	m.address = l.Addr().String()
	m.server = &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() { _ = m.server.Serve(l) }()
	return m, nil
}

func (m *mock) close() { _ = m.server.Close() }

// items answers a page of rows: ?kind= starts other rows, ?delay= is a page's in milliseconds.
func (m *mock) items(w http.ResponseWriter, r *http.Request) {
	m.pages.Add(1)
	q := r.URL.Query()
	from, _ := strconv.Atoi(q.Get("page_token"))
	rows := m.rows
	if n, err := strconv.Atoi(q.Get("total")); err == nil {
		rows = n
	}
	if ms, err := strconv.Atoi(q.Get("delay")); err == nil {
		time.Sleep(time.Duration(ms) * time.Millisecond)
	}
	b := make([]byte, 0, 128<<10)
	b = append(b, `{"items":[`...)
	to := min(from+pageSize, rows)
	for i := from; i < to; i++ {
		if i > from {
			b = append(b, ',')
		}
		b = fmt.Appendf(b, `{"id":%d,"name":"instance-%06d","zone":"zone-%d","score":%d.5,"running":%t,"created":"2024-01-02T03:04:%02dZ","labels":{"team":"team-%d","env":"production"},"note":"a text of some length that rows of such answers have"}`,
			i, i, i%7, i%100, i%3 == 0, i%60, i%13)
	}
	b = append(b, ']')
	if to < rows {
		b = fmt.Appendf(b, `,"next":"%d"`, to)
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(append(b, '}'))
}

func (m *mock) thing(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	_, _ = fmt.Fprintf(w, `{"id":%q,"name":"thing","size":7}`, r.PathValue("id"))
}

// limited answers so many requests in each second, and says when the next one begins.
func (m *mock) limited(w http.ResponseWriter, r *http.Request) {
	m.mu.Lock()
	now := time.Now()
	if now.Sub(m.window) >= time.Second {
		m.window, m.used = now, 0
	}
	m.used++
	over := m.used > allowed
	m.mu.Unlock()
	if over {
		w.Header().Set("Retry-After", "1")
		w.WriteHeader(http.StatusTooManyRequests)
		return
	}
	m.thing(w, r)
}

const provider = `id: mock
name: mock
version: v1.0.0
title: A mock
description: An API to measure with.
providerServices:
  items:
    id: items:v1.0.0
    name: items
    title: Items
    service: {$ref: mock/v1.0.0/services/items.yaml}
  large:
    id: large:v1.0.0
    name: large
    title: Many resources
    service: {$ref: mock/v1.0.0/services/large.yaml}
`

const items = `openapi: 3.0.3
info: {title: Items, version: '1'}
servers: [{url: 'http://ADDRESS/v1'}]
x-stackQL-config:
  pagination:
    requestToken: {key: page_token, location: query}
    responseToken: {key: $.next, location: body}
paths:
  /items:
    get:
      operationId: listItems
      parameters:
        - {name: kind, in: query, required: true, schema: {type: string}}
        - {name: delay, in: query, schema: {type: string}}
        - {name: total, in: query, schema: {type: string}}
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Items'}}}}}
  /things/{id}:
    get:
      operationId: getThing
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}
  /limited/{id}:
    get:
      operationId: getLimited
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}}}
components:
  schemas:
    Thing:
      type: object
      properties: {id: {type: string}, name: {type: string}, size: {type: integer}}
    Item:
      type: object
      properties:
        id: {type: integer}
        name: {type: string}
        zone: {type: string}
        score: {type: number}
        running: {type: boolean}
        created: {type: string, format: date-time}
        labels: {type: object}
        note: {type: string}
    Items:
      type: object
      properties: {items: {type: array, items: {$ref: '#/components/schemas/Item'}}, next: {type: string}}
  x-stackQL-resources:
    items:
      id: mock.items.items
      name: items
      title: Items
      methods:
        list: {operation: {$ref: '#/paths/~1items/get'}, response: {mediaType: application/json, openAPIDocKey: '200', objectKey: $.items}}
      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/items/methods/list'}], insert: [], update: [], delete: []}
    things:
      id: mock.items.things
      name: things
      title: Things
      methods:
        get: {operation: {$ref: '#/paths/~1things~1{id}/get'}, response: {mediaType: application/json, openAPIDocKey: '200'}}
      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/things/methods/get'}], insert: [], update: [], delete: []}
    limited:
      id: mock.items.limited
      name: limited
      title: Limited
      methods:
        get: {operation: {$ref: '#/paths/~1limited~1{id}/get'}, response: {mediaType: application/json, openAPIDocKey: '200'}}
      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/limited/methods/get'}], insert: [], update: [], delete: []}
`

// largeResources is how many resources the large service has.
const largeResources = 1_500

// large is a document of several megabytes.
func large(address string) string {
	var paths, schemas, resources strings.Builder
	for i := range largeResources {
		fmt.Fprintf(&paths, "  /r%04d/{id}:\n    get:\n      operationId: get%04d\n      description: Gets one of the resources of the kind %d, with all of its properties.\n      parameters: [{name: id, in: path, required: true, schema: {type: string}}]\n      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/R%04d'}}}}}\n", i, i, i, i)
		fmt.Fprintf(&schemas, "    R%04d:\n      type: object\n      properties:\n", i)
		for p := range 15 {
			fmt.Fprintf(&schemas, "        property%02d:\n          type: string\n          description: The property %d of the resource %d, which says something about it that a reader wants to know.\n", p, p, i)
		}
		fmt.Fprintf(&resources, "    r%04d:\n      id: mock.large.r%04d\n      name: r%04d\n      title: R %d\n      methods:\n        get: {operation: {$ref: '#/paths/~1r%04d~1{id}/get'}, response: {mediaType: application/json, openAPIDocKey: '200'}}\n      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/r%04d/methods/get'}], insert: [], update: [], delete: []}\n", i, i, i, i, i, i)
	}
	return "openapi: 3.0.3\ninfo: {title: Large, version: '1'}\nservers: [{url: 'http://" + address + "/v1'}]\npaths:\n" + paths.String() +
		"components:\n  schemas:\n" + schemas.String() + "  x-stackQL-resources:\n" + resources.String()
}

// writeDocuments writes a registry with the API's documents.
func writeDocuments(folder, address string) error {
	root := filepath.Join(folder, "src", "mock", "v1.0.0")
	if err := os.MkdirAll(filepath.Join(root, "services"), 0o755); err != nil { //nolint:gosec // nothing is secret
		return err
	}
	for name, text := range map[string]string{
		"provider.yaml": provider, "services/items.yaml": strings.ReplaceAll(items, "ADDRESS", address), "services/large.yaml": large(address),
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
