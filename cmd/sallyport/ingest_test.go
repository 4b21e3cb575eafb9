package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find"
	"github.com/sallyportdb/sallyport/discovery/ingest"
	"github.com/sallyportdb/sallyport/internal/courttest"
	"github.com/sallyportdb/sallyport/internal/pgtest"
)

// ingestible makes a Postgres with tables, and a configuration of it.
func ingestible(t *testing.T, ddl, more string) (file, dsn string) {
	t.Helper()
	dsn = pgtest.Start(t).CreateDB(t)
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Exec(t.Context(), ddl)
	if err := errors.Join(err, c.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "sallyport.yaml")
	text := fmt.Sprintf("mode: full_access\nsources: [{name: shop, kind: postgres, dsn: %q}]\n%s", dsn, more)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, dsn
}

const ingestShop = `CREATE TABLE customers (id integer PRIMARY KEY, name text, mail text);
	INSERT INTO customers VALUES (1, 'Acme Ltd', 'x@example.com'), (2, 'Bolt', 'y@example.com');
	CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer); INSERT INTO orders VALUES (7, 1)`

// ingested runs ingest of one connection, and returns what became of it and its progress.
func ingested(t *testing.T, args ...string) (ingest.Result, string) {
	t.Helper()
	status, stdout, stderr := call(t, nil, "", append([]string{"ingest", "--format", "json"}, args...)...)
	var answer struct{ Results []ingest.Result }
	if err := json.Unmarshal([]byte(stdout), &answer); err != nil || status != 0 || len(answer.Results) != 1 {
		t.Fatalf("status %d: %s\n%s", status, stdout, stderr)
	}
	return answer.Results[0], stderr
}

// TestIngestByTheServer: where a server runs, it does the work and records it; who had the snapshot
// open sees the new one at once.
func TestIngestByTheServer(t *testing.T) {
	file, dsn := ingestible(t, ingestShop, "")
	r := start(t, nil, "--config", file)
	result, progress := ingested(t, "--config", file, "--state-dir", r.state, "shop")
	if result.Tables != 2 || result.Profiled != 2 || result.Guessed != 1 || progress != "shop: snapshot\nshop: profile\nshop: joins\n" {
		t.Errorf("%+v\n%s", result, progress)
	}
	records := r.records(t)
	if n := strings.Count(records, `"tool":"profile"`); n < 2 || !strings.Contains(records, `"door":"ingest"`) || !strings.Contains(records, `FROM \"shop\".\"public\".\"customers\"`) {
		t.Errorf("records:\n%s", records)
	}
	if _, err := os.Stat(filepath.Join(r.state, "audit", "2")); err == nil {
		t.Error("the command has a record of its own beside the server's")
	}
	store, err := discovery.Open(t.Context(), r.state)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}()
	if found, err := discovery.NewDictionary(store, 1<<20).Find(t.Context(), "shop", "acme", 5); err != nil || len(found) != 1 {
		t.Errorf("%v, %v", found, err)
	}
	before, err := store.Revision(t.Context(), "shop")
	if err != nil {
		t.Fatal(err)
	}
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Exec(t.Context(), "CREATE TABLE later (x text)"); err != nil {
		t.Fatal(err)
	}
	if err := c.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := call(t, nil, "", "ingest", "--config", file, "--state-dir", r.state, "--no-profile")
	if status != 0 || !strings.Contains(stdout, "shop        3       6        0") {
		t.Errorf("%d\n%s%s", status, stdout, stderr)
	}
	if after, err := store.Revision(t.Context(), "shop"); err != nil || after <= before {
		t.Errorf("revision %d after %d, %v", after, before, err)
	}
	status, _, stderr = call(t, nil, "", "ingest", "--config", file, "--state-dir", r.state, "shpo")
	if status == 0 || !strings.Contains(stderr, `no connection "shpo"`) || !strings.Contains(stderr, `"shop"`) {
		t.Errorf("%d %s", status, stderr)
	}
}

// TestIngestOnSchedule: a server takes snapshots itself, and ends while it does.
func TestIngestOnSchedule(t *testing.T) {
	file, _ := ingestible(t, ingestShop, "discovery: {every: 100ms}\n")
	r := start(t, nil, "--config", file)
	courttest.Eventually(t, "a scheduled profile", func() bool { return strings.Contains(r.records(t), `"principal":"schedule"`) })
	if status := r.stop(); status != 0 {
		t.Errorf("status %d\n%s", status, r.err)
	}
}

// TestWriteComments: descriptions become comments by statements of the person who asks, which are
// judged and recorded.
func TestWriteComments(t *testing.T) {
	file, dsn := ingestible(t, ingestShop, "")
	state := t.TempDir()
	base := []string{"--config", file, "--state-dir", state}
	ingested(t, append(base, "--no-profile")...)
	store, err := discovery.Open(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	err = store.Annotate(t.Context(), "shop", discovery.OriginUser, []discovery.Annotation{
		{Ref: discovery.TableRef{DB: "public", Name: "customers"}, Column: "name", Text: "what's on the \\ door"},
	})
	if err := errors.Join(err, store.Close()); err != nil {
		t.Fatal(err)
	}
	const statement = `COMMENT ON COLUMN "public"."customers"."name" IS E'what''s on the \\ door'`
	status, stdout, stderr := call(t, nil, "", append([]string{"ingest", "--write-comments", "--dry-run", "shop"}, base...)...)
	if status != 0 || !strings.Contains(stdout, statement) {
		t.Errorf("%d %s %s", status, stdout, stderr)
	}
	comment := func() (text string) {
		c, err := pgx.Connect(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		err = c.QueryRow(t.Context(), "SELECT coalesce(col_description('customers'::regclass, 2), '')").Scan(&text)
		if err := errors.Join(err, c.Close(t.Context())); err != nil {
			t.Fatal(err)
		}
		return text
	}
	if got := comment(); got != "" {
		t.Errorf("a dry run has written %q", got)
	}
	status, stdout, stderr = call(t, nil, "", append([]string{"ingest", "--write-comments", "shop", "--mode", "read_only"}, base...)...)
	if status != 1 || !strings.Contains(stdout, "-- ") || comment() != "" {
		t.Errorf("in mode read_only: %d %s %s, %q", status, stdout, stderr, comment())
	}
	status, stdout, stderr = call(t, nil, "", append([]string{"ingest", "--write-comments", "shop"}, base...)...)
	if got := comment(); status != 0 || got != `what's on the \ door` {
		t.Errorf("%d %s %s: the comment is %q", status, stdout, stderr, got)
	}
}

// TestIngestIsKilled: after kill -9 the snapshot is whole, and the next run profiles only what is left.
func TestIngestIsKilled(t *testing.T) {
	const tables = 250
	file, _ := ingestible(t, fmt.Sprintf(`DO $$ BEGIN FOR i IN 1..%d LOOP EXECUTE format('CREATE TABLE t%%s (id integer, name text)', i);
		EXECUTE format('INSERT INTO t%%s SELECT i, md5(i::text) FROM generate_series(1, 300) i', i); END LOOP; END $$`, tables), "")
	state := t.TempDir()
	cmd := process(t, "yes", "ingest", "--config", file, "--state-dir", state)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	store, err := discovery.Open(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	}()
	courttest.Eventually(t, "some profiles", func() bool {
		c, err := store.Current(t.Context(), "shop")
		return err == nil && c.ProfiledColumns > 0
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	c, err := store.Current(t.Context(), "shop")
	if err != nil || c.Tables != tables || c.ProfiledColumns == 2*tables {
		t.Fatalf("%+v, %v", c, err)
	}
	result, _ := ingested(t, "--config", file, "--state-dir", state)
	if result.Profiled == 0 || result.Profiled > tables-c.ProfiledColumns/2 || result.Changed {
		t.Errorf("%+v after %d columns", result, c.ProfiledColumns)
	}
	if c, err = store.Current(t.Context(), "shop"); err != nil || c.ProfiledColumns != 2*tables {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestIngestHeedsRoles: what any role denies is sampled by nobody, neither by another name.
func TestIngestHeedsRoles(t *testing.T) {
	file, _ := ingestible(t, ingestShop+"; CREATE VIEW mails AS SELECT mail AS m FROM customers", `roles:
  - {name: analyst, mode: read_only, columns: {deny: [shop.public.customers.mail]}}
  - {name: owner, mode: full_access, catalogs: true}
default_role: owner
`)
	state := t.TempDir()
	if result, _ := ingested(t, "--config", file, "--state-dir", state); result.Failed > 0 || result.Profiled != 2 {
		t.Errorf("%+v", result)
	}
	store, err := discovery.Open(t.Context(), state)
	if err != nil {
		t.Fatal(err)
	}
	acme, err := discovery.NewDictionary(store, 1<<20).Find(t.Context(), "shop", "acme", 5)
	mail, also := discovery.NewDictionary(store, 1<<20).Find(t.Context(), "shop", "example.com", 5)
	if err := errors.Join(err, also, store.Close()); err != nil || len(acme) != 1 || len(mail) != 0 {
		t.Errorf("%v, %v, %v", acme, mail, err)
	}
	text, err := os.ReadFile(filepath.Join(state, "audit", "audit.jsonl"))
	if err != nil || strings.Contains(string(text), `\"mail\"`) || !strings.Contains(string(text), `\"name\"`) {
		t.Errorf("%v: %s", err, text)
	}
}

// TestIngestFindsProviders: a provider whose document came while the server runs is taken, and a run that
// knows nothing of the registry does not drop what is known of it.
func TestIngestFindsProviders(t *testing.T) {
	folder := registryFor(t, newForge(t))
	document, aside := filepath.Join(folder, "src", "forge"), filepath.Join(t.TempDir(), "forge")
	move := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	move(document, aside)
	r := start(t, nil, "--registry", `{"url":"file://`+folder+`","verifyConfig":{"nopVerify":true}}`)
	move(aside, document)
	ingest := func() string {
		t.Helper()
		status, stdout, stderr := call(t, nil, "", "ingest", "--state-dir", r.state)
		if status != 0 {
			t.Errorf("%d %s%s", status, stdout, stderr)
		}
		return stdout
	}
	if stdout := ingest(); !strings.Contains(stdout, "forge") || !strings.Contains(stdout, "tower") {
		t.Errorf("by the server:\n%s", stdout)
	}
	known := func() (list []string) {
		t.Helper()
		store, err := discovery.Open(t.Context(), r.state, find.Indexer{})
		if err != nil {
			t.Fatal(err)
		}
		all, err := store.Connections(t.Context())
		if err := errors.Join(err, store.Close()); err != nil {
			t.Fatal(err)
		}
		for _, c := range all {
			list = append(list, c.Connection)
		}
		return list
	}
	if got := known(); !slices.Equal(got, []string{"forge", "tower"}) {
		t.Errorf("%v", got)
	}
	r.stop()
	if stdout := ingest(); strings.Contains(stdout, "forge") {
		t.Errorf("by the command:\n%s", stdout)
	}
	if got := known(); !slices.Equal(got, []string{"demo", "forge", "tower"}) {
		t.Errorf("after the command: %v", got)
	}
	if err := os.RemoveAll(document); err != nil {
		t.Fatal(err)
	}
	start(t, nil, "--registry", `{"url":"file://`+folder+`","verifyConfig":{"nopVerify":true}}`, "--state-dir", r.state)
	ingest()
	if got := known(); !slices.Equal(got, []string{"tower"}) {
		t.Errorf("when the registry has it no more: %v", got)
	}
}

// TestIngestAPIs: an API is asked nothing unless it is named; then for what it lists without inputs, by
// statements that are judged and recorded, until so many requests were sent.
func TestIngestAPIs(t *testing.T) {
	f := newForge(t)
	r := startForge(t, f, "")
	if result, _ := ingested(t, "--state-dir", r.state, "forge"); result.Profiled != 0 || result.Tables == 0 || len(f.requests()) > 0 {
		t.Errorf("unasked: %+v, %v", result, f.requests())
	}
	r.stop()

	r = startForge(t, f, "discovery: {profile_apis: ['f*'], never_sample: [mail]}\n")
	result, _ := ingested(t, "--state-dir", r.state, "forge")
	asked := f.requests()
	want := []string{"GET /v1/?Action=DescribeInstances&Version=1", "GET /v1/orgs", "GET /v1/people?%24select=id%2CdisplayName%2Cactive%2Csince", "POST /v1/search"}
	if result.Left > 0 || result.Profiled != 2 || result.Failed != 2 || !slices.Equal(asked, want) { // two are not there
		t.Errorf("%+v, asked %v", result, asked)
	}
	if again, _ := ingested(t, "--state-dir", r.state, "forge"); again.Profiled != 0 || len(f.requests()) != 2 {
		t.Errorf("again: %+v", again)
	}
	if result, _ := ingested(t, "--state-dir", r.state, "tower"); result.Profiled != 0 || len(f.requests()) > 0 {
		t.Errorf("an API that is not named: %+v", result)
	}
	if records := r.records(t); !strings.Contains(records, `FROM \"forge\".\"repos\".\"orgs\" LIMIT 100`) || !strings.Contains(records, "/v1/orgs") {
		t.Errorf("records:\n%s", records)
	}
	environ := []string{"HOME=" + t.TempDir()}
	for value, want := range map[string]string{"beta": "repos.orgs.name", "Ann": "directory.people.displayName", "ann@acme.test": "not in the samples"} {
		if status, stdout, stderr := call(t, environ, "", "dictionary", "--state-dir", r.state, value); status != 0 || !strings.Contains(stdout, want) {
			t.Errorf("%s: %d %s%s", value, status, stdout, stderr)
		}
	}
	r.stop()

	r = startForge(t, f, "discovery: {profile_apis: [forge], api_requests: 1}\n")
	if result, _ := ingested(t, "--state-dir", r.state, "forge"); result.Left == 0 || result.Profiled > 1 || len(f.requests()) != 1 {
		t.Errorf("one request: %+v", result)
	}
}
