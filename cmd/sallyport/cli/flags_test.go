package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestConfigFlags: each of configFlags sets a key that exists.
func TestConfigFlags(t *testing.T) {
	values := map[string]string{"mode": "safe", "log-level": "info", "log-format": "json"}
	cmd := &cobra.Command{}
	AddConfigFlags(cmd, "mode", "state-dir", "pgwire-address", "mcp-address", "log-level", "log-format")
	for i, f := range configFlags {
		value := values[f.flag]
		if value == "" {
			value = fmt.Sprintf("localhost:%d", i+1)
		}
		if err := cmd.Flags().Set(f.flag, value); err != nil {
			t.Error(err)
		}
	}
	if _, err := LoadConfig(cmd, []string{"HOME=" + t.TempDir()}); err != nil {
		t.Error(err)
	}
}

func TestStateDir(t *testing.T) {
	for _, test := range []struct {
		environ []string
		want    string
	}{
		{[]string{"XDG_STATE_HOME=/x", "HOME=/h"}, "/x/sallyport"},
		{[]string{"XDG_STATE_HOME=relative", "HOME=/h"}, "/h/.local/state/sallyport"},
		{[]string{"XDG_STATE_HOME=", "HOME=/h"}, "/h/.local/state/sallyport"},
		{[]string{"HOME=/a", "HOME=/h"}, "/h/.local/state/sallyport"},
		{nil, ""},
	} {
		if got, err := DefaultStateDir(test.environ); got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%q: %q, %v", test.environ, got, err)
		}
	}
}

func TestCommandFirst(t *testing.T) {
	for _, test := range [][2]string{
		{"srv --mode safe", "srv --mode safe"},
		{"--pgsrv.port=5477 srv", "srv --pgsrv.port=5477"},
		{"--auth {} --tls.allowInsecure srv --mode safe", "srv --auth {} --tls.allowInsecure --mode safe"},
		{"--version", "--version"},
		{"--auth", "--auth"},
		{"--auth {}", "--auth {}"},
		{"--mode safe srv", "--mode safe srv"},
		{"", ""},
	} {
		if got := fmt.Sprint(CommandFirst(strings.Fields(test[0]))); got != fmt.Sprint(strings.Fields(test[1])) {
			t.Errorf("%s: %s, want %s", test[0], got, test[1])
		}
	}
}
