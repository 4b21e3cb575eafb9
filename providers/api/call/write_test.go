package call

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func (a *api) mustURL(t testing.TB) *url.URL {
	t.Helper()
	u, err := url.Parse(a.URL)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func creates(m *document.Method) {
	m.HTTP, m.Path = "POST", "/{project}/things"
	m.Params = []document.Param{path("project")}
	m.Body = &document.Body{MediaType: "application/json", Properties: []document.Property{{Name: "name", Type: document.Text, Required: true}, {Name: "size", Type: document.BigInt}}}
	m.Response.ObjectKey, m.Response.Status = "", "201"
}

func (a *api) call(t testing.TB, target Target, w Write) ([]string, *Rows, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if w.Columns == nil {
		w.Columns = Columns(target.Method, target.SnakeCase)
	}
	rows, err := a.client.Call(ctx, target, w)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	lines, err := drain(rows)
	return lines, rows, err
}

// TestCall: one request, and its answer as rows.
func TestCall(t *testing.T) {
	var body string
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		body = r.Method + " " + r.URL.Path + " " + r.Header.Get("Content-Type") + " " + string(text)
		w.WriteHeader(201)
		fmt.Fprint(w, `{"id":7,"name":"n"}`)
	})
	lines, rows, err := a.call(t, a.things(creates), Write{Inputs: []providers.InputValues{text("project", "p"), text("data__name", "n")}})
	if err != nil {
		t.Fatal(err)
	}
	same(t, lines, "7|n|p|n|∅")
	same(t, requestLines(rows), "1× POST /p/things 201")
	if body != `POST /p/things application/json {"name":"n"}` {
		t.Error(body)
	}
	if _, _, err = a.call(t, a.things(creates), Write{Inputs: []providers.InputValues{text("project", "p")}, Body: []byte(`{"a": [1, 2]}`)}); err != nil {
		t.Fatal(err)
	}
	if body != `POST /p/things application/json {"a":[1,2]}` {
		t.Error(body)
	}
	_, _, err = a.call(t, a.things(creates), Write{Inputs: []providers.InputValues{text("project", "p")}, Body: []byte(`{"a`)})
	fails(t, err, sqlstate.InvalidTextRepresent, "no JSON")
	_, _, err = a.call(t, a.things(creates), Write{Inputs: []providers.InputValues{text("project", "p")}})
	fails(t, err, sqlstate.InvalidParameterValue, "data__name")
	_, _, err = a.call(t, a.things(creates), Write{Inputs: []providers.InputValues{values1("project", "p", "q"), text("data__name", "n")}})
	fails(t, err, sqlstate.InvalidParameterValue, "several values")
}

// TestCallWithoutAnswer: a change that answers nothing has no rows.
func TestCallWithoutAnswer(t *testing.T) {
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(204) })
	lines, _, err := a.call(t, a.things(func(m *document.Method) { m.HTTP, m.Response = "DELETE", document.Response{Status: "204"} }), Write{})
	if err != nil || len(lines) > 0 {
		t.Errorf("%q, %v", lines, err)
	}
}

// TestCallFails: an error says whether the change was made.
func TestCallFails(t *testing.T) {
	write := func(answer func(w http.ResponseWriter)) error {
		a := serve(t, Options{Limits: Limits{Answer: 200 * time.Millisecond}}, func(w http.ResponseWriter, r *http.Request) { answer(w) })
		_, _, err := a.call(t, a.things(creates), Write{Inputs: []providers.InputValues{text("project", "p"), text("data__name", "n")}})
		return err
	}
	err := write(func(w http.ResponseWriter) { w.WriteHeader(409) })
	fails(t, err, sqlstate.ObjectNotInState, "409")
	var requested providers.Requested
	if !errors.As(err, &requested) || len(requested.Requests()) != 1 || requested.Requests()[0].Status != 409 {
		t.Errorf("%v does not tell of its request", err)
	}
	err = write(func(http.ResponseWriter) { panic(http.ErrAbortHandler) })
	fails(t, err, sqlstate.ConnectionFailure, "Whether the request was carried out is not known")
	over := make(chan struct{}) // closed when Limits.Answer is over
	err = write(func(http.ResponseWriter) { <-over })
	close(over)
	fails(t, err, sqlstate.ConnectionFailure, "no answer within", "Whether the request was carried out is not known")
	err = write(func(w http.ResponseWriter) { w.WriteHeader(201); fmt.Fprint(w, `{"id":`) })
	fails(t, err, sqlstate.ProtocolViolation, "no JSON", carriedOut)
	err = write(func(w http.ResponseWriter) { w.WriteHeader(201); fmt.Fprint(w, `{"id":"x"}`) })
	fails(t, err, sqlstate.InvalidTextRepresent, `column "id"`, carriedOut)
}

// TestAwait: operations of each kind are waited for.
func TestAwait(t *testing.T) {
	const wait = "0.001"
	for name, test := range map[string]struct {
		answer func(w http.ResponseWriter, r *http.Request, n int)
		want   string
		code   sqlstate.Code
		words  string
		sent   string
	}{
		"Google's operation, on another host of theirs": {func(w http.ResponseWriter, r *http.Request, n int) {
			if r.Method == "POST" || n < 4 {
				fmt.Fprint(w, `{"kind":"compute#operation","id":"1","name":"op","status":"RUNNING","selfLink":"https://www.elsewhere.test/v1/op?x=1"}`)
				return
			}
			fmt.Fprint(w, `{"kind":"compute#operation","id":"1","name":"done","status":"DONE"}`)
		}, "1|done|p|n|∅", "", "", "1× POST /p/things 200, 3× GET /v1/op 200"},
		"Google's other operation": {func(w http.ResponseWriter, r *http.Request, n int) {
			if r.Method == "POST" {
				fmt.Fprint(w, `{"name":"operations/abc"}`)
				return
			}
			fmt.Fprint(w, `{"name":"operations/abc","done":true,"response":{"@type":"x","id":9,"name":"made"}}`)
		}, "9|made|p|n|∅", "", "", "1× POST /p/things 200, 1× GET /operations/abc 200"},
		"that fails": {func(w http.ResponseWriter, r *http.Request, n int) {
			if r.Method == "POST" {
				fmt.Fprint(w, `{"name":"operations/abc","done":false}`)
				return
			}
			fmt.Fprint(w, `{"name":"operations/abc","done":true,"error":{"code":3,"message":"no quota"}}`)
		}, "", sqlstate.ObjectNotInState, "no quota", ""},
		"Azure's": {func(w http.ResponseWriter, r *http.Request, n int) {
			switch {
			case r.Method == "PUT":
				w.Header().Set("Azure-AsyncOperation", "/op/1?api-version=1")
				w.WriteHeader(201)
			case r.URL.Path == "/op/1" && n < 3:
				fmt.Fprint(w, `{"status":"InProgress"}`)
			case r.URL.Path == "/op/1":
				fmt.Fprint(w, `{"status":"Succeeded"}`)
			default:
				fmt.Fprint(w, `{"id":3,"name":"resource"}`)
			}
		}, "3|resource|p|n|∅", "", "", "1× PUT /p/things 201, 2× GET /op/1 200, 1× GET /p/things 200"},
		"Azure's that fails": {func(w http.ResponseWriter, r *http.Request, n int) {
			if r.Method == "PUT" {
				w.Header().Set("Azure-AsyncOperation", "https://evil.test/op/1")
				w.WriteHeader(201)
				return
			}
			fmt.Fprint(w, `{"status":"Failed","error":{"code":"Conflict","message":"it is in use"}}`)
		}, "", sqlstate.ObjectNotInState, "it is in use", ""},
		"a place": {func(w http.ResponseWriter, r *http.Request, n int) {
			if r.Method == "POST" || n < 3 {
				w.Header().Set("Location", "/result")
				w.WriteHeader(202)
				return
			}
			fmt.Fprint(w, `{"id":4,"name":"result"}`)
		}, "4|result|p|n|∅", "", "", "1× POST /p/things 202, 1× GET /result 202, 1× GET /result 200"},
		"a progress event of AWS Cloud Control": {func(w http.ResponseWriter, r *http.Request, n int) {
			asked, _ := io.ReadAll(r.Body)
			status, id := "IN_PROGRESS", 0
			switch {
			case n == 1 && r.Header.Get("X-Amz-Target") != "CloudApiService.CreateResource", n > 1 && r.Header.Get("X-Amz-Target") != "CloudApiService.GetResourceRequestStatus",
				n > 1 && string(asked) != `{"RequestToken":"t-1"}`, r.Method != "POST":
				w.WriteHeader(400)
			case n == 3:
				status, id = "SUCCESS", 6
			}
			fmt.Fprintf(w, `{"ProgressEvent":{"OperationStatus":%q,"RequestToken":"t-1","RetryAfter":1.7E9,"id":%d,"name":"made"}}`, status, id)
		}, "6|made|p|n|∅", "", "", "3× POST /p/things 200"},
		"a progress event of AWS Cloud Control that fails": {func(w http.ResponseWriter, r *http.Request, n int) {
			status := "PENDING"
			if n > 1 {
				status = "FAILED"
			}
			fmt.Fprintf(w, `{"ProgressEvent":{"OperationStatus":%q,"RequestToken":"t-1","ErrorCode":"AlreadyExists","StatusMessage":"the bucket is there already"}}`, status)
		}, "", sqlstate.ObjectNotInState, "the bucket is there already", ""},
		"none": {func(w http.ResponseWriter, r *http.Request, n int) { fmt.Fprint(w, `{"id":5,"name":"at once"}`) }, "5|at once|p|n|∅", "", "", "1× POST /p/things 200"},
		"that does not end": {func(w http.ResponseWriter, r *http.Request, n int) {
			w.Header().Set("Location", "/result")
			w.WriteHeader(202)
		}, "", sqlstate.ConfigLimitExceeded, "goes on", ""},
	} {
		t.Run(name, func(t *testing.T) {
			n := 0
			a := serve(t, Options{Limits: Limits{Operation: 300 * time.Millisecond}}, func(w http.ResponseWriter, r *http.Request) {
				n++
				w.Header().Set("Retry-After", wait)
				test.answer(w, r, n)
			})
			target := a.things(creates, func(m *document.Method) {
				switch {
				case strings.Contains(name, "Azure"):
					m.HTTP = "PUT"
				case strings.Contains(name, "Cloud Control"):
					m.Params = append(slices.Clone(m.Params), document.Param{Name: "X-Amz-Target", In: document.InHeader, Default: "CloudApiService.CreateResource"})
					m.Response.ObjectKey = "$.ProgressEvent"
				}
			})
			lines, rows, err := a.call(t, target, Write{Await: true, Inputs: []providers.InputValues{text("project", "p"), text("data__name", "n")}})
			if test.code != "" {
				fails(t, err, test.code, test.words)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			same(t, lines, test.want)
			if got := strings.Join(requestLines(rows), ", "); got != test.sent {
				t.Errorf("sent %s, want %s", got, test.sent)
			}
		})
	}
}
