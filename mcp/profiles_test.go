package mcp_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/discovery/guide"
	"github.com/sallyportdb/sallyport/discovery/wiki"
	"github.com/sallyportdb/sallyport/mcp"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// inProfile are the tools of each profile of a server that has everything behind it but a
// registry, and how many tokens their list may take.
var inProfile = []struct {
	profile string
	tokens  int
	tools   []string
}{
	{"default", 4000, slices.Concat(published, finding)},
	{"core", 2500, published},
	{"research", 2000, append([]string{"connection_list", "sql_execution"}, finding...)},
	{"all", 4500, slices.Concat([]string{"connection_list", "sql_execution"}, published, finding)},
}

// finding are the tools over snapshots and the wiki.
var finding = []string{"discover_data", "dictionary_search", "entity_details", "wiki_read", "wiki_search"}

// toolList is the answer to tools/list, as it goes to clients.
func (c client) toolList(t *testing.T) json.RawMessage {
	t.Helper()
	var list struct {
		Result struct{ Tools json.RawMessage }
	}
	must(t, json.Unmarshal([]byte(c(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)), &list))
	return list.Result.Tools
}

// TestProfiles: each profile lists its tools and no others, in the words of
// testdata/profiles, for no more tokens than it may.
func TestProfiles(t *testing.T) {
	count := tokenCounter(t)
	for _, test := range inProfile {
		t.Run(test.profile, func(t *testing.T) {
			d := guided(t, test.profile)
			call := d.overHTTP(t)
			names := call.names(t, "tools/list", "tools", "name")
			want := slices.Sorted(slices.Values(test.tools))
			if !slices.Equal(names, want) {
				t.Errorf("tools %v, want %v", names, want)
			}
			runs := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
				return !slices.Contains([]string{"run_select_query", "sql_execution", "query"}, name)
			})
			if len(runs) > 1 && test.profile != "all" {
				t.Errorf("one executor is listed as %v", runs)
			}
			list := call.toolList(t)
			tokens := count(string(list))
			t.Logf("%d tokens", tokens)
			if tokens >= test.tokens {
				t.Errorf("the tools take %d tokens, of %d", tokens, test.tokens)
			}
			var pretty bytes.Buffer
			must(t, json.Indent(&pretty, list, "", " "))
			pretty.WriteByte('\n')
			file := "testdata/profiles/" + test.profile + ".json"
			if *update {
				must(t, os.WriteFile(file, pretty.Bytes(), 0o644)) //nolint:gosec // test data
			}
			if known, err := os.ReadFile(file); err != nil || !bytes.Equal(known, pretty.Bytes()) {
				t.Errorf("%v: the list is not that of %s", err, file)
			}
		})
	}
}

// TestNothingBehind: a tool without a backend is in no list.
func TestNothingBehind(t *testing.T) {
	for profile, want := range map[string]string{"": strings.Join(published, " "), "research": "connection_list sql_execution"} {
		d := open(t, settings{options: func(o *mcp.Options) { o.Profile = profile }})
		if got := strings.Join(d.overHTTP(t).names(t, "tools/list", "tools", "name"), " "); got != want {
			t.Errorf("%s: %s", profile, got)
		}
		d = open(t, settings{options: func(o *mcp.Options) {
			o.Profile, o.Guide = profile, guide.New(guide.Options{Wiki: wiki.Open("testdata/wiki")})
		}})
		names := d.overHTTP(t).names(t, "tools/list", "tools", "name")
		if !slices.Contains(names, "wiki_search") || !slices.Contains(names, "discover_data") || slices.Contains(names, "entity_details") {
			t.Errorf("with a wiki alone: %v", names)
		}
		if o := d.overHTTP(t).call(t, "discover_data", `{"query":"arr cents"}`); o.IsError || !strings.Contains(o.Text, "finance/arr") {
			t.Errorf("with a wiki alone: %s", o.Text)
		}
	}
}

func TestProfileAndEnabledTools(t *testing.T) {
	for _, test := range []struct {
		profile string
		enabled []string
		want    string // the tools, or the error
	}{
		{"", []string{"sql_execution", "server_info"}, "server_info sql_execution"},
		{"core", []string{"server_info"}, "server_info"},
		{"all", []string{}, ""},
		{"core", []string{"sql_execution"}, `mcp: profile "core" has no tool "sql_execution" | Profile "all" has it; without a profile, any tool can be enabled.`},
		{"default", []string{"sql_execution"}, `mcp: profile "default" has no tool "sql_execution" | Profile "all" has it; without a profile, any tool can be enabled.`},
		{"reserch", nil, `mcp: there is no profile "reserch" | Did you mean "research"?`},
		{"ask", nil, `mcp: nothing of profile "ask" has a backend in this version | Profiles that have: default, core, research, all.`},
		{"workspace", nil, `mcp: nothing of profile "workspace" has a backend in this version | Profiles that have: default, core, research, all.`},
	} {
		err := mcp.Check(mcp.Options{Profile: test.profile, EnabledTools: test.enabled})
		if err != nil {
			if e := sqlstate.From(err); e.Message+" | "+e.Hint != test.want {
				t.Errorf("%s %v: %s | %s", test.profile, test.enabled, e.Message, e.Hint)
			}
			continue
		}
		d := open(t, settings{options: func(o *mcp.Options) { o.Profile, o.EnabledTools = test.profile, test.enabled }})
		if got := strings.Join(d.overHTTP(t).names(t, "tools/list", "tools", "name"), " "); got != test.want && !(test.want == "" && (got == "error" || got == "")) {
			t.Errorf("%s %v: %q", test.profile, test.enabled, got)
		}
	}
}
