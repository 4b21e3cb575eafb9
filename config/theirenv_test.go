package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sallyportdb/sallyport/config"
)

// TestVariablesOfOtherServers: variables of other servers set the times of the built-in authorization server, where
// nothing of ours does, and only where that server is on.
func TestVariablesOfOtherServers(t *testing.T) {
	for _, test := range []struct {
		text, variable string
		want           time.Duration // of access tokens
		problem        string
	}{
		{"enabled: true", "JWT_ACCESS_TTL_MINUTES=5", 5 * time.Minute, ""},
		{"enabled: false", "JWT_ACCESS_TTL_MINUTES=5", 15 * time.Minute, ""},
		{"{enabled: true, access_ttl: 7m}", "JWT_ACCESS_TTL_MINUTES=5", 7 * time.Minute, ""},
		{"enabled: true", "OAUTH_DEVICE_CODE_TTL_MINUTES=5", 15 * time.Minute, ""},
		{"enabled: true", "JWT_ACCESS_TTL_MINUTES=", 15 * time.Minute, ""},
		{"enabled: true", "JWT_ACCESS_TTL_MINUTES=soon", 15 * time.Minute, "JWT_ACCESS_TTL_MINUTES: \"soon\" is not a whole number"},
		{"enabled: true", "JWT_REFRESH_TTL_DAYS=99999999", 15 * time.Minute, "is not a whole number"},
	} {
		if !strings.HasPrefix(test.text, "{") {
			test.text = "{" + test.text + "}"
		}
		file := filepath.Join(t.TempDir(), "sallyport.yaml")
		if err := os.WriteFile(file, []byte("auth:\n  resource: http://localhost:7878/mcp\n  server: "+test.text+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := config.Load(file, []string{test.variable}, nil)
		problem := ""
		if err != nil {
			problem = err.Error()
		}
		if c.Auth.Server.AccessTTL != test.want || test.problem != "" && !strings.Contains(problem, test.problem) || strings.Contains(problem, "TTL") != (test.problem != "") {
			t.Errorf("%s, %s: %v, %s", test.text, test.variable, c.Auth.Server.AccessTTL, problem)
		}
	}
}
