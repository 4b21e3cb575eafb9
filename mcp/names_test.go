package mcp

import "testing"

// No name means two arguments of one tool.
func TestNamesAreUnambiguous(t *testing.T) {
	s := &Server{limits: Limits{}.orDefault()}
	tools := s.tools()
	if len(tools) < 20 {
		t.Fatalf("there are %d tools", len(tools))
	}
	for _, tool := range tools {
		seen := map[string]string{}
		for _, p := range tool.params {
			for _, name := range append([]string{p.Name}, p.Also...) {
				if seen[name] != "" {
					t.Errorf("%s: %q means %s and %s", tool.name, name, seen[name], p.Name)
				}
				seen[name] = p.Name
			}
		}
	}
}
