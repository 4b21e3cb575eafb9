package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSetupAsks sets up clients as a person at a terminal does.
func TestSetupAsks(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(home, ".cursor", "mcp.json")
	for path, content := range map[string]string{file: "{}\n"} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := startTyping(t, []string{"HOME=" + home}, "setup", "--agents", "--project", home)
	for _, step := range []struct{ keys, want string }{
		{"", "with commas between? [cursor] "},
		{"\n", "(project)? [user] "},
		{"\n", "[yes] "},
		{"diff\n", `+    "sallyport": {`},
		{"", "[yes] "},
		{"yes\n", "sallyport mcp start starts it."},
	} {
		p.types(t, step.keys, step.want)
	}
	if status := <-p.ended; status != 0 {
		t.Errorf("status %d\n%s", status, p.screen)
	}
	if content, err := os.ReadFile(file); err != nil || !strings.Contains(string(content), "http://127.0.0.1:7878/mcp") {
		t.Errorf("%v\n%s", err, content)
	}
	p = startTyping(t, []string{"HOME=" + home}, "setup", "--agents", "--remove")
	p.types(t, "", "[yes] ")
	p.types(t, "n\n", "Nothing is written.")
	if status := <-p.ended; status != 0 {
		t.Errorf("status %d", status)
	}
	p = startTyping(t, []string{"HOME=" + home}, "setup", "--agents", "--remove")
	p.types(t, "", "[yes] ")
	p.types(t, "\n", "")
	if status := <-p.ended; status != 0 {
		t.Errorf("status %d", status)
	}
	if content, err := os.ReadFile(file); err != nil || string(content) != "{}\n" {
		t.Errorf("%v\n%s", err, content)
	}
}
