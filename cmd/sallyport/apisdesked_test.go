package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
)

// callable is a document with methods that change something.
const callable = `paths:
  /v1/{org}/things:
    parameters: [{name: org, in: path, required: true, schema: {type: string}}, {name: dry, in: query, schema: {type: string}}, {name: X-Kind, in: header, schema: {type: string}}]
    post:
      requestBody: {content: {application/json: {schema: &thing {type: object, properties: {name: {type: string}, size: {type: integer}, note: {type: string}, token: {type: string}, active: {type: boolean}}}}}}
      responses: &answers {'200': {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}}
  /v1/things/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    put: {requestBody: {content: {application/json: {schema: *thing}}}, responses: *answers}
    delete: {responses: *answers}
  /v1/{org}/sweep:
    delete: {parameters: [{name: org, in: path, required: true, schema: {type: string}}], responses: *answers}
  /v1/names:
    get: {responses: {'200': {content: {application/json: {schema: {type: array, items: {type: object, properties: {name: {type: string}, size: {type: integer}}}}}}}}}
components:
  x-stackQL-resources:
    names:
      methods: {list: {operation: {$ref: '#/paths/~1v1~1names/get'}, response: {mediaType: application/json, openAPIDocKey: '200'}}}
      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/names/methods/list'}]}
    swept:
      methods: {list: {operation: {$ref: '#/paths/~1v1~1{org}~1sweep/delete'}, response: {mediaType: application/json, openAPIDocKey: '200'}}}
      sqlVerbs: {select: [{$ref: '#/components/x-stackQL-resources/swept/methods/list'}]}
    things:
      methods:
        create: {operation: {$ref: '#/paths/~1v1~1{org}~1things/post'}, response: {mediaType: application/json, openAPIDocKey: '200'}}
        put: {operation: {$ref: '#/paths/~1v1~1things~1{id}/put'}, response: {mediaType: application/json, openAPIDocKey: '200'}}
        remove: {operation: {$ref: '#/paths/~1v1~1things~1{id}/delete'}, response: {mediaType: application/json, openAPIDocKey: '200'}}
      sqlVerbs: {insert: [{$ref: '#/components/x-stackQL-resources/things/methods/create'}], replace: [{$ref: '#/components/x-stackQL-resources/things/methods/put'}], delete: [{$ref: '#/components/x-stackQL-resources/things/methods/remove'}]}
`

// desked is a server before an API of our own, with a desk.
type desked struct {
	*running
	*forge
	file  string // of the service's document
	args  []string
	mu    sync.Mutex
	sent  []string // method, address and body of each request that changes something
	names string   // the rows of names
}

func startDesked(t *testing.T, service, more string, args ...string) *desked {
	t.Helper()
	d := &desked{forge: newForge(t)}
	d.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodGet {
			_, _ = fmt.Fprint(w, d.names)
			return
		}
		d.sent = append(d.sent, strings.TrimSpace(r.Method+" "+r.URL.RequestURI()+" "+string(body)))
		_, _ = fmt.Fprint(w, `{"name": "done"}`)
	})
	state, err := os.MkdirTemp("", "calls") // short: it gets a socket
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(state) })
	if !strings.Contains(more, "mode:") {
		more += "mode: safe\n"
	}
	if !strings.Contains(more, "approvals:") {
		more += "approvals: {wait: 50ms}\n"
	}
	config, file := configOwn(t, d.forge, service, more)
	d.file, d.args = file, append([]string{"--config", config, "--state-dir", state}, args...)
	d.running = &running{state: state, stop: func() int { return 0 }}
	d.restart(t)
	return d
}

// restart ends the server and starts it anew on the same state, in another environment.
func (d *desked) restart(t *testing.T, environ ...string) {
	t.Helper()
	d.stop()
	state := d.state
	d.running = start(t, append([]string{"SALLYPORT_APPROVALS_DESK=true"}, environ...), d.args...)
	d.state = state
}

// rewrite replaces the document, and waits until the server has read the new one.
func (d *desked) rewrite(t *testing.T, service string) {
	t.Helper()
	d.rewriteOwn(t, d.forge, d.file, service, "#/paths/~1v1~1names/get")
}

// name sets the rows of names.
func (d *desked) name(names ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var rows []string
	for i, name := range names {
		rows = append(rows, fmt.Sprintf(`{"name": %q, "size": %d}`, name, i))
	}
	d.names = "[" + strings.Join(rows, ", ") + "]"
}

// took are the requests since the last call.
func (d *desked) took() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	list := d.sent
	d.sent = nil
	return list
}

func (d *desked) approvals(t *testing.T, args ...string) string {
	t.Helper()
	_, stdout, stderr := call(t, nil, "", append(append([]string{"approvals"}, args...), "--state-dir", d.state)...)
	return strings.ReplaceAll(stdout+stderr, strings.TrimPrefix(d.URL, "http://"), "HOST")
}

// waiting are the requests for approval that wait.
func (d *desked) waiting(t *testing.T) (list []approval.Request) {
	t.Helper()
	if err := json.Unmarshal([]byte(d.approvals(t, "list", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// asked runs a statement that is not approved, and returns the only request that waits then.
func (d *desked) asked(t *testing.T, sql string) approval.Request {
	t.Helper()
	_, stdout, stderr := d.sql(t, "-c", sql)
	list := d.waiting(t)
	if sent := d.took(); len(sent) > 0 || len(list) != 1 {
		t.Fatalf("%s: %d requests wait, and %q was sent\n%s%s", sql, len(list), sent, stdout, stderr)
	}
	return list[0]
}
