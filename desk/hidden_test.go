package desk_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/desk"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// TestHiddenIsShown: secrets that the record hides are shown to whoever decides, and are in no file. When the
// server has forgotten them, nobody can approve the request.
func TestHiddenIsShown(t *testing.T) {
	store, d := start(t, desk.Options{})
	c := desk.NewLocal(d.Socket())
	ask := func(sql string, plain *approval.Plain) approval.Request {
		t.Helper()
		r, _, err := store.Submit(approval.Request{Digest: store.Digest(sql), Principal: "anna", SQL: "UPDATE t SET password = '<redacted>'", Hides: true, Plain: plain, MaxRows: -1})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	known := ask("a", &approval.Plain{SQL: "UPDATE t SET password = 'hunter2'", Params: []string{"'x'"}})
	forgotten := ask("b", nil) // as after a restart
	if r, err := c.Get(t.Context(), known.ID); err != nil || r.SQL != "UPDATE t SET password = 'hunter2'" || r.Hides || len(r.Params) != 1 {
		t.Errorf("%+v %v", r, err)
	}
	if list, err := c.List(t.Context()); err != nil || len(list) != 2 || strings.Contains(list[0].SQL, "hunter2") || !list[0].Hides {
		t.Errorf("%+v %v", list, err)
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(d.Socket()), "*.json"))
	if err != nil || len(files) != 2 {
		t.Fatalf("%v %v", files, err)
	}
	for _, file := range files {
		if text, err := os.ReadFile(file); err != nil || strings.Contains(string(text), "hunter2") {
			t.Errorf("%s: %v\n%s", file, err, text)
		}
	}
	if _, err := c.Approve(t.Context(), forgotten.ID, desk.Answer{Digest: forgotten.Digest}); sqlstate.CodeOf(err) != sqlstate.ObjectNotInState || !strings.Contains(err.Error(), "may be a secret") {
		t.Errorf("%v", err)
	}
	if r, err := c.Deny(t.Context(), forgotten.ID, desk.Answer{}); err != nil || r.State != approval.Denied {
		t.Errorf("%+v %v", r, err)
	}
	if r, err := c.Approve(t.Context(), known.ID, desk.Answer{Digest: known.Digest}); err != nil || r.State != approval.Approved {
		t.Errorf("%+v %v", r, err)
	}
}

// TestLook: who looks is who the kernel says, or who a caller over TCP claims to be.
func TestLook(t *testing.T) {
	store, d := start(t, desk.Options{Address: "127.0.0.1:0", Token: token})
	r := submit(t, store, "DELETE FROM t")
	local := desk.NewLocal(d.Socket())
	if _, err := local.Look(t.Context(), r.ID, true, true); sqlstate.CodeOf(err) != sqlstate.FeatureNotSupported {
		t.Errorf("before there is anybody: %v", err)
	}
	var approvers []string
	d.LookBy(func(_ context.Context, approver, id string, plan, sample bool) (approval.Look, error) {
		approvers = append(approvers, approver)
		return approval.Look{Plan: []string{id}, Notes: []string{map[bool]string{true: "plan"}[plan] + map[bool]string{true: "sample"}[sample]}}, nil
	})
	if l, err := local.Look(t.Context(), r.ID, true, false); err != nil || len(l.Plan) != 1 || l.Plan[0] != r.ID || l.Notes[0] != "plan" {
		t.Errorf("%+v %v", l, err)
	}
	remote, err := desk.NewRemote("http://"+d.Address().String(), token, "carla")
	if err != nil {
		t.Fatal(err)
	}
	if l, err := remote.Look(t.Context(), r.ID, false, true); err != nil || l.Notes[0] != "sample" {
		t.Errorf("%+v %v", l, err)
	}
	if len(approvers) != 2 || approvers[0] == "" || approvers[1] != "carla" {
		t.Errorf("%q", approvers)
	}
	if _, err := local.Look(t.Context(), "ap-none", true, true); sqlstate.CodeOf(err) != sqlstate.UndefinedObject {
		t.Errorf("%v", err)
	}
}
