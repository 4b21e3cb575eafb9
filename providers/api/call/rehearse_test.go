package call

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestRehearse: what is rehearsed is what is sent, and a call that is held sends nothing else.
func TestRehearse(t *testing.T) {
	var sent atomic.Int64
	zone := "north"
	a := serve(t, Options{Getenv: func(string) string { return zone }}, func(w http.ResponseWriter, r *http.Request) {
		sent.Add(1)
		w.WriteHeader(201)
		fmt.Fprint(w, `{"id":7,"name":"n"}`)
	})
	target := a.things(creates, func(m *document.Method) {
		m.Servers = []document.Server{{URL: a.URL + "/{zone}", Variables: []document.Param{{Name: "zone", In: document.InServer, Type: document.Text, Required: true, Env: "ZONE"}}}}
	})
	w := Write{Inputs: []providers.InputValues{text("project", "p"), text("data__name", "n")}}
	out, err := a.client.Rehearse(t.Context(), target, w)
	if err != nil || out.Method+" "+out.Path+" "+string(out.Body) != `POST /north/p/things {"name":"n"}` || sent.Load() != 0 {
		t.Fatalf("%+v %v", out, err)
	}
	w.Held = out.Print
	zone = "south"
	_, _, err = a.call(t, target, w)
	fails(t, err, sqlstate.SerializationFailure, "another request", "approval")
	if other, err := a.client.Rehearse(t.Context(), target, Write{Inputs: w.Inputs}); err != nil || other.Print == out.Print || sent.Load() != 0 {
		t.Errorf("%+v %v", other, err)
	}
	zone = "north"
	if lines, _, err := a.call(t, target, w); err != nil || len(lines) != 1 || sent.Load() != 1 {
		t.Errorf("%q %v", lines, err)
	}
}

// TestRehearsePrints: each byte of a request is in its print.
func TestRehearsePrints(t *testing.T) {
	a := serve(t, Options{}, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") })
	target := a.things(creates, func(m *document.Method) {
		m.Params = append(m.Params, document.Param{Name: "q", In: document.InQuery, Type: document.Text}, document.Param{Name: "X-A", In: document.InHeader, Type: document.Text})
	})
	prints := map[string]string{}
	for _, w := range []Write{
		{Inputs: []providers.InputValues{text("project", "p"), text("data__name", "n")}},
		{Inputs: []providers.InputValues{text("project", "p"), text("data__name", "n"), text("q", "1")}},
		{Inputs: []providers.InputValues{text("project", "p"), text("data__name", "n"), text("X-A", "1")}},
		{Inputs: []providers.InputValues{text("project", "P"), text("data__name", "n")}},
		{Inputs: []providers.InputValues{text("project", "p")}, Body: []byte(`{"name":"n","name":"n"}`)},
		{Inputs: []providers.InputValues{text("project", "p")}, Body: []byte(`{"name":"\u006e"}`)},
		{Inputs: []providers.InputValues{text("project", "p")}, Body: []byte("{\"name\":\"n\u200b\"}")},
	} {
		out, err := a.client.Rehearse(t.Context(), target, w)
		if err != nil {
			t.Fatal(err)
		}
		shown := fmt.Sprintf("%+v %s", w.Inputs, w.Body)
		if other := prints[out.Print]; other != "" {
			t.Errorf("%s and %s have one print", other, shown)
		}
		prints[out.Print] = shown
	}
}

// TestRehearseFails: what a call can only fail with, it fails with here.
func TestRehearseFails(t *testing.T) {
	a := serve(t, Options{}, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") })
	for _, c := range []struct {
		w    Write
		host string
		code sqlstate.Code
		word string
	}{
		{Write{Inputs: []providers.InputValues{text("project", "p")}}, "", sqlstate.InvalidParameterValue, "name"},
		{Write{Inputs: []providers.InputValues{text("data__name", "n")}}, "", sqlstate.InvalidParameterValue, "project"},
		{Write{Inputs: []providers.InputValues{text("project", "p"), text("data__name", "n"), text("data__size", "x")}}, "", sqlstate.InvalidTextRepresent, "whole number"},
		{Write{Inputs: []providers.InputValues{text("project", "p")}, Body: []byte(`{"name":`)}, "", sqlstate.InvalidTextRepresent, "JSON"},
		{Write{Inputs: []providers.InputValues{text("project", "p"), text("data__name", "n")}}, "http://169.254.169.254", sqlstate.InsufficientPrivilege, "not public"},
	} {
		target := a.things(creates, func(m *document.Method) {
			if c.host != "" {
				m.Servers = []document.Server{{URL: c.host}}
			}
		})
		_, err := a.client.Rehearse(t.Context(), target, c.w)
		fails(t, err, c.code, c.word)
	}
}

// TestRehearseScan: a scan that is held begins with what was rehearsed.
func TestRehearseScan(t *testing.T) {
	var sent heard
	a := serve(t, Options{}, func(w http.ResponseWriter, r *http.Request) {
		sent.add(r)
		fmt.Fprint(w, `{"items":[{"id":7,"name":"n"}]}`)
	})
	target := a.things(func(m *document.Method) {
		m.HTTP, m.Path, m.Params = "DELETE", "/{project}/things", []document.Param{path("project")}
	})
	target.Changes = true
	read := Read{Inputs: []providers.InputValues{values1("project", "p", "q")}, Columns: columnsNamed("id")}
	list, err := a.client.RehearseScan(t.Context(), target, read)
	if err != nil || len(list) != 2 || len(sent.take()) > 0 {
		t.Fatalf("%+v %v", list, err)
	}
	read.Held = []string{list[0].Print, list[1].Print}
	if lines, _, err := a.scan(t, target, read); err != nil || len(lines) != 2 || len(sent.take()) != 2 {
		t.Errorf("%q %v", lines, err)
	}
	read.Inputs = []providers.InputValues{values1("project", "p", "r")}
	_, _, err = a.scan(t, target, read)
	if asked := sent.take(); err == nil || strings.Contains(fmt.Sprint(asked), "/r/") {
		t.Errorf("%v %s", err, asked)
	}
}
