// Package sallyport_test holds rules of the whole repository: which package may import which, and that each
// package has a comment.
package sallyport_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

const module = "github.com/sallyportdb/sallyport"

// layers lists every package and which of ours it may import, lowest first. A
// package may import only packages listed above it, so the graph has no cycle
// and this table reads as the architecture. A trailing /... covers
// subpackages, which may also import what lies below the same folder.
var layers = []struct{ pkg, may string }{
	{"sqlstate", ""},
	{"config", "sqlstate"},
	{"sample", ""},
	{"auth", "sqlstate"},
	{"auth/fetch", ""},
	{"auth/rate", ""},
	{"auth/proof", "sqlstate"},
	{"auth/token", "sqlstate auth auth/fetch"},
	{"auth/server", "sqlstate auth auth/fetch auth/rate auth/token"},
	{"strictjson", ""},
	{"folder", "sqlstate"},
	{"audit", "sqlstate folder"},
	{"audit/...", "audit audit/... sqlstate"},
	{"approval", "sqlstate folder"},
	{"views", "sqlstate folder"},
	{"ownersocket", "sqlstate"},
	{"desk", "sqlstate approval strictjson ownersocket"},
	{"webhooks", "sqlstate approval"},
	{"providers", "sqlstate auth"},
	{"providers/api/document/registrytest", "providers/api/document"}, // for tests: see TestPgtestIsForTests
	{"providers/api/registry", "sqlstate folder providers providers/api/document"},
	{"providers/api/listing", "sqlstate providers providers/api/document"},
	{"providers/api/call/jsonstream", ""},
	{"providers/api/call/network", "sqlstate"},
	{"providers/api/call", "numeric sqlstate providers providers/api/document"},
	{"providers/api/auth", "sqlstate providers providers/api/document"},
	{"providers/api/transform", "sqlstate providers/api/document"},
	{"providers/postgres/backends", "sqlstate providers providers/postgres/query providers/postgres/pins"},
	{"providers/postgres/posture", "sqlstate providers providers/postgres/query"},
	{"providers/postgres/catalog", "sqlstate providers providers/postgres/query"},
	{"timeofday", ""},
	{"providers/duckdb/pgsettings", "sqlstate timeofday"},
	{"providers/duckdb/pgcatalog", "sqlstate providers providers/duckdb/pgsettings"},
	{"numeric", ""},
	{"are", ""},
	{"providers/duckdb/vector", "numeric sqlstate providers providers/duckdb/memory providers/duckdb/pgcatalog"},
	{"textsearch", ""},
	{"xmltext", ""},
	{"providers/duckdb/geometry", "numeric"},
	{"providers/duckdb/functions/aggregates", "sqlstate providers/duckdb/vector"},
	{"providers/duckdb/functions/operators", "sqlstate providers/duckdb/vector"},
	{"providers/duckdb/functions/jsonvalue", "numeric sqlstate providers/duckdb/memory providers/duckdb/vector"},
	{"providers/duckdb/functions/jsonpath", "sqlstate providers/duckdb/functions/jsonvalue"},
	{"providers/duckdb/functions/inputs", "providers sqlstate providers/duckdb/pgcatalog timeofday providers/duckdb/vector providers/duckdb/functions/jsonvalue"},
	{"providers/duckdb/functions/rules", "providers providers/duckdb/pgcatalog"},
	{"providers/duckdb/functions/readtime", "sqlstate providers/duckdb/vector"},
	{"providers/duckdb/functions", "providers are numeric sqlstate providers/duckdb/geometry providers/duckdb/memory providers/duckdb/pgcatalog textsearch timeofday providers/duckdb/vector xmltext"},
	{"providers/duckdb/lexical", "providers"},
	{"providers/duckdb/native", "providers/duckdb/memory providers/duckdb/vector"},
	{"providers/duckdb/filelook", "providers/duckdb/depth providers/duckdb/native"},
	{"providers/duckdb/definition", "sqlstate providers providers/duckdb/lexical providers/duckdb/native"},
	{"providers/duckdb/supplied", "providers/duckdb/native providers/duckdb/vector"},
	{"providers/duckdb/rowindex", "providers"},
	{"providers/duckdb/fault", "sqlstate providers providers/duckdb/pgcatalog providers/duckdb/vector"},
	{"providers/duckdb/depth", "providers/duckdb/native"},
	{"providers/duckdb/parquet", "sqlstate providers/duckdb/native"},
	{"providers/duckdb/kept", "providers/duckdb/definition providers/duckdb/lexical providers/duckdb/native"},
	{"providers/providertest", "sqlstate auth providers internal/waittest"}, // for tests
	{"providers/duckdb/memory", ""},
	{"providers/duckdb/threads", "providers/duckdb/memory"},
	{"providers/duckdb/columndef", "providers providers/duckdb/definition providers/duckdb/pgcatalog"},
	{"providers/duckdb/commits", ""},
	{"providers/duckdb/foreignkey", "sqlstate providers providers/duckdb/columndef providers/duckdb/commits providers/duckdb/native"},
	{"providers/duckdb/hierarchy", "sqlstate providers providers/duckdb/columndef providers/duckdb/definition providers/duckdb/foreignkey providers/duckdb/native providers/duckdb/pgcatalog"},
	{"providers/duckdb/object", "providers providers/duckdb/definition providers/duckdb/native"},
	{"providers/duckdb/sequence", "sqlstate providers providers/duckdb/definition providers/duckdb/native providers/duckdb/object"},
	{"providers/duckdb/catalog", "providers providers/duckdb/columndef providers/duckdb/definition providers/duckdb/native providers/duckdb/object providers/duckdb/pgcatalog providers/duckdb/sequence"},
	{"providers/duckdb/bysession", "sqlstate providers providers/duckdb/definition providers/duckdb/functions providers/duckdb/lexical providers/duckdb/pgsettings providers/duckdb/vector"},
	{"providers/duckdb/parameter", "sqlstate providers providers/duckdb/functions/inputs providers/duckdb/lexical providers/duckdb/pgcatalog providers/duckdb/vector"},
	{"providers/duckdb/tabledef", "sqlstate providers providers/duckdb/catalog providers/duckdb/columndef providers/duckdb/definition providers/duckdb/functions/rules providers/duckdb/kept providers/duckdb/native"},
	{"providers/duckdb/streams", "sqlstate providers providers/duckdb/bysession providers/duckdb/fault providers/duckdb/functions providers/duckdb/memory providers/duckdb/native providers/duckdb/pgcatalog providers/duckdb/vector"},
	{"providers/duckdb/qualify", "sqlstate providers providers/duckdb/definition providers/duckdb/native providers/duckdb/object providers/duckdb/pgcatalog"},
	{"providers/duckdb", "sqlstate auth providers folder"}, // the latter says what is wrong with a disk, without paths
	{"providers/...", "sqlstate auth providers"},           // never each other
	{"federation", "sqlstate providers"},
	{"discovery", "sqlstate providers"},
	{"discovery/find/meaning", ""},
	{"discovery/find/meaning/compile", ""},
	{"discovery/find/terms", "discovery/find/meaning"},
	{"discovery/find", "sqlstate discovery discovery/find/..."},
	{"discovery/wiki", "sqlstate discovery"},
	{"discovery/descriptions", "sqlstate discovery providers"},
	{"discovery/guide", "sqlstate discovery discovery/descriptions discovery/find discovery/wiki"},
	{"discovery/joins", "discovery"},
	{"discovery/ingest", "sqlstate providers discovery discovery/joins"},
	{"discovery/remote", "sqlstate ownersocket discovery/ingest"},
	{"planner", "sqlstate providers planner/..."},
	{"planner/class", ""},
	{"planner/parse", "sqlstate providers"},
	{"planner/parse/pathtest", "planner/parse"}, // for tests: see TestPgtestIsForTests
	{"planner/definitions", "sqlstate providers planner/parse planner/duckdialect/constants planner/duckdialect/resultcolumns"},
	{"planner/settings", "providers planner/class planner/parse"},
	{"planner/copyformat", "sqlstate providers planner/parse"},
	{"planner/beforehand", "sqlstate providers planner planner/parse planner/plpgsql"},
	{"planner/advice", "sqlstate providers planner/dialect planner/parse"},
	{"planner/textkey", "planner/parse"},
	{"planner/trees", "planner/build planner/parse"},
	{"planner/spelling", "planner/parse providers sqlstate"},
	{"planner/changes", "planner/build planner/duckdialect/lexical planner/duckdialect/rewrite planner/parse planner/trees providers sqlstate"},
	{"planner/duckdialect/limits", "sqlstate providers planner/parse"},
	{"planner/duckdialect/lexical", "planner/parse"},
	{"planner/duckdialect/functionnames", "planner/parse planner/trees"},
	{"planner/duckdialect/constants", "numeric planner/build planner/duckdialect/lexical planner/parse textsearch timeofday xmltext"},
	{"planner/duckdialect/resultcolumns", "providers planner/parse planner/duckdialect/constants"},
	{"planner/duckdialect/raretypes", "planner/parse"},
	{"planner/duckdialect/blame", "sqlstate planner/duckdialect/constants planner/parse planner/trees"},
	{"planner/duckdialect/binding", "sqlstate planner/build planner/parse planner/trees planner/duckdialect/functionnames planner/duckdialect/resultcolumns"},
	{"planner/duckdialect/rewrite", "sqlstate providers planner/build planner/parse planner/duckdialect/lexical planner/duckdialect/limits planner/duckdialect/resultcolumns"},
	{"planner/duckdialect/emulation", "sqlstate planner/build planner/parse planner/duckdialect/rewrite"},
	{"planner/duckdialect/queries", "sqlstate planner/build planner/parse planner/trees planner/duckdialect/functionnames planner/duckdialect/rewrite planner/duckdialect/resultcolumns planner/duckdialect/emulation"},
	{"planner/duckdialect/writes", "sqlstate planner/build planner/parse planner/trees planner/duckdialect/emulation planner/duckdialect/rewrite providers"},
	{"planner/duckdialect/scalecolumns", "numeric sqlstate providers planner/build planner/parse planner/trees planner/duckdialect/lexical planner/duckdialect/rewrite planner/duckdialect/writes"},
	{"planner/duckdialect/inference", "providers sqlstate planner/build planner/parse planner/trees planner/duckdialect/rewrite planner/duckdialect/raretypes planner/duckdialect/resultcolumns planner/duckdialect/emulation planner/duckdialect/constants"},
	{"planner/duckdialect/checks", "planner/build planner/duckdialect/emulation planner/duckdialect/inference planner/duckdialect/resultcolumns planner/duckdialect/writes planner/parse planner/trees sqlstate"},
	{"planner/duckdialect/arrays", "planner/build planner/duckdialect/aggregates planner/duckdialect/constants planner/duckdialect/emulation planner/duckdialect/inference planner/parse planner/trees providers sqlstate"},
	{"planner/duckdialect/usertypes", "planner/build planner/duckdialect/constants planner/duckdialect/emulation planner/duckdialect/inference planner/duckdialect/lexical planner/duckdialect/queries planner/duckdialect/raretypes planner/duckdialect/resultcolumns planner/duckdialect/rewrite planner/duckdialect/writes planner/parse planner/trees providers sqlstate"},
	{"planner/duckdialect/enums", "providers sqlstate planner/build planner/parse planner/trees planner/duckdialect/rewrite planner/duckdialect/inference planner/duckdialect/constants planner/duckdialect/lexical planner/duckdialect/queries"},
	{"planner/duckdialect/aggregates", "planner/build planner/parse planner/trees planner/duckdialect/rewrite planner/duckdialect/inference planner/duckdialect/emulation"},
	{"planner/duckdialect/times", "sqlstate planner/build planner/parse planner/trees planner/duckdialect/rewrite planner/duckdialect/constants planner/duckdialect/inference planner/duckdialect/emulation"},
	{"planner/duckdialect/statements", "numeric planner/build planner/duckdialect/constants planner/duckdialect/emulation planner/duckdialect/functionnames planner/duckdialect/inference planner/duckdialect/lexical planner/duckdialect/raretypes planner/duckdialect/resultcolumns planner/duckdialect/rewrite planner/duckdialect/times planner/duckdialect/usertypes planner/duckdialect/writes planner/parse planner/policy planner/trees providers sqlstate"},
	{"planner/duckdialect/patterns", "are sqlstate planner/build planner/parse planner/trees planner/duckdialect/constants planner/duckdialect/inference planner/duckdialect/emulation"},
	{"planner/duckdialect/json", "sqlstate planner/trees planner/build planner/parse planner/duckdialect/inference planner/duckdialect/emulation planner/duckdialect/constants planner/duckdialect/aggregates"},
	{"planner/duckdialect/numerics", "numeric planner/build planner/parse planner/trees planner/duckdialect/inference planner/duckdialect/constants planner/duckdialect/aggregates providers"},
	{"planner/duckdialect", "are numeric sqlstate providers planner/build planner/parse planner/trees"},
	{"planner/build", "planner/parse"},
	{"planner/policy", "planner/class"},
	{"planner/inline", "sqlstate providers planner/build planner/duckdialect/resultcolumns planner/parse planner/trees"},
	{"planner/...", "sqlstate providers planner/parse"},
	{"gate", "planner"},
	{"engine/advisory", "sqlstate"},
	{"engine/meaning", "providers planner"},
	{"engine/notify", "sqlstate"},
	{"engine/rehearsal", "sqlstate strictjson approval providers planner planner/redact"},
	{"engine/opensessions", "planner"},
	{"engine/cursors", "sqlstate providers planner"},
	{"engine/estimate", "sqlstate approval providers planner planner/beforehand planner/redact"},
	{"engine/inspect", "sqlstate providers planner planner/advice gate"},
	{"engine/ownresult", "providers"},
	{"engine/cancellation", ""},
	{"engine/sourceset", "providers"},
	{"engine", "sqlstate strictjson auth auth/rate approval views providers planner planner/advice planner/beforehand planner/parse planner/redact gate audit engine/..."},
	{"pgwire/reply", "sqlstate"},
	{"pgwire/request", "sqlstate providers pgwire/reply"},
	{"pgwire/rows", "sqlstate providers pgwire/reply"},
	{"pgwire/relay/poll", ""}, // needs no C, so that it compiles for other systems: see TestOtherSystems
	{"pgwire/relay/descriptor", "pgwire/relay/poll"},
	{"pgwire/relay", "sqlstate providers gate engine pgwire/request pgwire/reply pgwire/relay/descriptor pgwire/relay/poll"},
	{"pgwire/served/psqlwire", "pgwire/request"},
	{"pgwire/served", "sqlstate providers gate engine engine/notify pgwire/request pgwire/reply pgwire/rows pgwire/copydata pgwire/relay/poll"},
	{"pgwire", "sqlstate auth auth/proof approval providers gate engine pgwire/..."},
	{"pgwire/...", "sqlstate providers"},
	{"mcp", "sqlstate auth auth/rate discovery discovery/guide discovery/find folder approval providers gate engine engine/inspect strictjson mcp/..."},
	{"mcp/render", "providers"},
	{"mcp/failure", "sqlstate approval engine mcp/render"},
	{"mcp/progress", "providers mcp/render mcp/transport"},
	{"mcp/findings", "discovery/guide mcp/render"},
	{"mcp/library", ""},
	{"mcp/transport", "sqlstate auth auth/proof auth/rate engine engine/opensessions mcp/admission mcp/library mcp/message mcp/render"},
	{"mcp/message", "strictjson mcp/render"},
	{"mcp/wording", "approval mcp/render"},
	{"mcp/arguments", "sqlstate strictjson discovery/guide"},
	{"mcp/export", "sqlstate folder providers engine mcp/render"},
	{"mcp/...", "sqlstate"},
	{"shell/show", ""},
	{"shell", "shell/..."}, // knows the wire alone
	{"cmd/sallyport/cli", "sqlstate config"},
	{"cmd/sallyport/sources", "sqlstate config sample auth gate providers providers/... planner federation approval engine engine/opensessions views cmd/sallyport/cli"},
	{"cmd/sallyport/snapshots", "config discovery discovery/..."},
	{"cmd/sallyport/registrycmd", "sqlstate config providers providers/... shell/show cmd/sallyport/..."},
	{"cmd/sallyport/records", "sqlstate config audit audit/..."},
	{"cmd/sallyport/approvalscmd", "sqlstate config approval desk ownersocket cmd/sallyport/cli"},
	{"cmd/sallyport/authcmd", "sqlstate config auth/server shell/show cmd/sallyport/cli"},
	{"cmd/sallyport/auditcmd", "sqlstate config audit audit/... auth gate engine providers shell/show cmd/sallyport/..."},
	{"cmd/sallyport/guides", "sqlstate config discovery discovery/... mcp cmd/sallyport/cli cmd/sallyport/sources cmd/sallyport/snapshots"},
	{"cmd/sallyport/findcmd", "sqlstate config discovery/guide discovery/find discovery/wiki mcp/render shell/show cmd/sallyport/..."},
	{"cmd/sallyport/whoami", "sqlstate config auth approval planner gate shell/show cmd/sallyport/cli"},
	{"cmd/sallyport/validatecmd", "sqlstate config audit gate engine providers providers/saved shell/show cmd/sallyport/..."},
	{"cmd/sallyport/setupcmd/jsonedit", ""},
	{"cmd/sallyport/daemoncmd", "sqlstate config folder cmd/sallyport/cli"},
	{"cmd/sallyport/setupcmd", "sqlstate config cmd/sallyport/cli cmd/sallyport/daemoncmd cmd/sallyport/setupcmd/jsonedit"},
	{"cmd/sallyport", "*"},

	{"internal/pgtest", ""},                                     // for tests and benchmarks: see TestPgtestIsForTests
	{"internal/waittest", ""},                                   // for tests
	{"internal/disktest", ""},                                   // for tests: see TestPgtestIsForTests
	{"internal/courttest", "approval engine internal/waittest"}, // for tests: see TestPgtestIsForTests
	{"bench", "*"},
	{"bench/versus", ""},
	{"bench/floor", "pgwire/relay/poll"},
	{"bench/discovery", "internal/pgtest discovery discovery/joins"},
	{"bench/...", "internal/pgtest sample bench/versus"},
	{"clients", ""}, // tests of the whole
	{"hostile", ""}, // the same
	{"soak", ""},    // the same
}

// libraries have one home each; an entry ends the sentence "only … may import
// it", and its parts are prefixes of package paths. Tests may import what they
// like.
var libraries = []struct{ library, homes string }{
	{"github.com/pganalyze/pg_query_go", "planner"},
	{"github.com/duckdb/", "providers/duckdb bench"},
	{"modernc.org/sqlite", "discovery auth/server"},
	{"github.com/jackc/pgx/v5/pgproto3", "pgwire providers/postgres shell"},                   // the latter: pgconn's Execute has no limit of rows
	{"github.com/jackc/pgx/v5/pgtype", "providers federation planner pgwire mcp shell bench"}, // the OIDs of types
	{"github.com/jackc/pgx/v5", "auth/server providers/postgres pgwire shell cmd/sallyport internal/pgtest bench"},
	{"github.com/jeroenrinzema/psql-wire", "pgwire/served/psqlwire"},
	{"github.com/mark3labs/mcp-go/mcp", "mcp bench"}, // its vocabulary
	{"github.com/mark3labs/mcp-go", "mcp/library bench"},
	{"github.com/google/jsonschema-go", "mcp"},
	{"go.yaml.in/yaml", "config discovery providers/api/document providers/api/registry"},
	{"github.com/aws/", "providers/api/auth"},
	{"github.com/Azure/", "providers/api/auth"},
	{"golang.org/x/oauth2", "providers/api/auth"},
	{"github.com/go-jose/go-jose", "auth"},
	{"golang.org/x/text/encoding", "providers/duckdb/functions"},
	{"golang.org/x/time/rate", "auth/rate"},
	{"golang.org/x/crypto/argon2", "auth/server"},
	{"github.com/spf13/", "cmd/sallyport"},
	{"gopkg.in/natefinch/lumberjack", "audit"},
}

type listed struct {
	ImportPath, Doc string
	Imports         []string
	GoFiles         []string
	TestGoFiles     []string
	XTestGoFiles    []string
}

func (p listed) name() string {
	return strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
}

// packages are the module's packages, but for the one in the root, which is this test.
func packages(t *testing.T) []listed {
	t.Helper()
	list, err := listing()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 100 {
		t.Fatalf("only %d packages found", len(list))
	}
	return list
}

// listing asks the go command once.
var listing = sync.OnceValues(func() (list []listed, err error) {
	out, err := exec.Command("go", "list", "-e", "-json=ImportPath,Imports,Doc,GoFiles,TestGoFiles,XTestGoFiles", "./...").Output()
	if err != nil {
		return nil, err
	}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, err
		}
		if p.name() != "" && !strings.Contains(p.name(), "testdata") {
			list = append(list, p)
		}
	}
})

func TestLayers(t *testing.T) {
	for _, p := range packages(t) {
		name := p.name()
		may, known := allowed(name)
		if !known {
			t.Errorf("%s is in no layer: add it to the table in this file", name)
		}
		for _, imp := range p.Imports {
			imp, ours := strings.CutPrefix(imp, module+"/")
			if ours && !slices.ContainsFunc(may, func(m string) bool { return covers(m, imp) }) && !sameFolder(name, imp) {
				t.Errorf("%s must not import %s", name, imp)
			}
		}
	}
}

func TestPackageComments(t *testing.T) {
	for _, p := range packages(t) {
		if len(p.GoFiles) > 0 && p.Doc == "" {
			t.Errorf("%s: no package comment", p.name())
		}
	}
}

func TestLibrariesHaveHomes(t *testing.T) {
	for _, p := range packages(t) {
		for _, imp := range p.Imports {
			for _, l := range libraries {
				if !strings.HasPrefix(imp, l.library) {
					continue
				}
				if !slices.ContainsFunc(strings.Fields(l.homes), func(home string) bool {
					return p.name() == home || strings.HasPrefix(p.name(), home+"/")
				}) {
					t.Errorf("%s must not import %s: only %s may", p.name(), imp, l.homes)
				}
				break // the first entry decides
			}
		}
	}
}

// TestPgtestIsForTests holds packages for tests out of the program: a server in our process would be one nobody asked for.
func TestPgtestIsForTests(t *testing.T) {
	for _, p := range packages(t) {
		if slices.Contains(p.Imports, module+"/internal/pgtest") && p.name() != "bench" && !strings.HasPrefix(p.name(), "bench/") {
			t.Errorf("%s must not import internal/pgtest outside of its tests", p.name())
		}
		for _, forTests := range []string{"internal/courttest", "internal/disktest", "planner/parse/pathtest", "providers/api/document/registrytest"} {
			if slices.Contains(p.Imports, module+"/"+forTests) {
				t.Errorf("%s must not import %s outside of its tests", p.name(), forTests)
			}
		}
	}
}

func allowed(name string) ([]string, bool) {
	for _, l := range layers {
		if covers(l.pkg, name) {
			return strings.Fields(l.may), true
		}
	}
	return nil, false
}

// covers reports whether an entry of the table means a package.
func covers(entry, name string) bool {
	prefix, below := strings.CutSuffix(entry, "/...")
	return entry == "*" || entry == name || below && strings.HasPrefix(name, prefix+"/")
}

// sameFolder reports whether imp lies below the package name itself, as
// providers/duckdb/pgcatalog does below providers/duckdb. The contract package
// providers is no such owner: its implementations are not its parts.
func sameFolder(name, imp string) bool {
	return strings.Count(name, "/") > 0 && strings.HasPrefix(imp, name+"/")
}
