package setupcmd

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// later are tools that not every server has: the skill says what to use instead.
var later = []string{"connection_list", "discover_data", "entity_details", "dictionary_search", "sql_execution", "wiki_search", "wiki_read", "sl_query", "memory_ingest"}

// TestSkill: the same body in each client's form, with tools that there are.
func TestSkill(t *testing.T) {
	if len(skillDescription) > 1024 || !regexp.MustCompile(`^[a-z0-9-]{1,64}$`).MatchString(skillName) {
		t.Errorf("%s: %d bytes of description", skillName, len(skillDescription))
	}
	if !strings.Contains(skillDescription, `does not say "research"`) {
		t.Error("the description does not say when it applies")
	}
	for name, form := range map[string]string{"skill": asSkill(), "rule": asRule(), "command": asCommand()} {
		parts := strings.SplitN(form, "---\n", 3)
		var front map[string]any
		if len(parts) != 3 || parts[0] != "" || yaml.Unmarshal([]byte(parts[1]), &front) != nil || front["description"] != skillDescription {
			t.Errorf("%s: %q", name, form[:200])
		}
		if name == "skill" && front["name"] != skillName {
			t.Errorf("%v", front)
		}
		if !strings.Contains(form, skillBody) {
			t.Errorf("%s has another body", name)
		}
	}
	steps := regexp.MustCompile(`(?m)^## \d\. (\w+)`).FindAllStringSubmatch(skillBody, -1)
	var got []string
	for _, step := range steps {
		got = append(got, step[1])
	}
	if want := []string{"Discover", "Inspect", "Resolve", "Plan", "Query", "Validate", "Capture"}; !slices.Equal(got, want) {
		t.Errorf("steps %v", got)
	}
	if n := strings.Count(skillBody, "\n## Example: "); n != 2 {
		t.Errorf("%d examples", n)
	}
	content, err := os.ReadFile(filepath.Join("..", "..", "..", "mcp", "testdata", "tools_list.json"))
	if err != nil {
		t.Fatal(err)
	}
	known := append([]string{"review_status", "deleted_at", "verified_login", "ordered_at", "total_cents", "value_not_in_sample", "no_profile_artifact"}, later...) // and columns of the examples
	for _, m := range regexp.MustCompile(`"name": ?"([a-z_]+)"`).FindAllStringSubmatch(string(content), -1) {
		known = append(known, m[1])
	}
	if len(known) < 20 {
		t.Fatalf("tools: %v", known)
	}
	for _, m := range regexp.MustCompile("`([a-z]+_[a-z_]+)[` ]").FindAllStringSubmatch(skillBody, -1) {
		if !slices.Contains(known, m[1]) {
			t.Errorf("there is no tool %s", m[1])
		}
	}
}

func TestPlugin(t *testing.T) {
	if first, second := asPlugin(), asPlugin(); first != second {
		t.Error("it is not the same twice")
	}
	files := unzip(t, []byte(asPlugin()))
	var about struct{ Name, Version, Description string }
	if err := json.Unmarshal([]byte(files[".claude-plugin/plugin.json"]), &about); err != nil || about.Name != skillName || about.Version == "" || about.Description == "" {
		t.Errorf("%v, %v", about, err)
	}
	if len(files) != 2 || files["skills/sallyport-analytics/SKILL.md"] != asSkill() {
		t.Errorf("%d files", len(files))
	}
}

func unzip(t *testing.T, content []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range z.File {
		text, err := fs.ReadFile(z, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		files[f.Name] = string(text)
	}
	return files
}
