package findcmd

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// TestWikiWrite: a page from standard input or a file is found at once; what is there stays, and a page
// that readers could not read is not written.
func TestWikiWrite(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "wiki")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	environ := []string{"HOME=" + dir, "SALLYPORT_CONFIG=" + file("sallyport.yaml", "mode: read_only\nstate_dir: "+dir+"/state\nwiki: {folder: "+folder+"}\n")}
	bare := []string{"HOME=" + dir, "SALLYPORT_CONFIG=" + file("bare.yaml", "mode: read_only\nstate_dir: "+dir+"/state\n")}
	churn := file("churn.md", "---\ntitle: Churn\n---\nCustomers who leave.\n")
	wiki := func(environ []string, in, args string) string {
		var out, errs bytes.Buffer
		cmd := wikiCommand(cli.Streams{In: strings.NewReader(in), Out: &out, Err: &errs}, environ)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetArgs(strings.Fields(args))
		if err := cmd.ExecuteContext(t.Context()); err != nil && !errors.Is(err, cli.ErrReported) {
			return "error: " + err.Error()
		}
		return out.String() + errs.String()
	}
	for _, test := range []struct{ in, args, want string }{
		{"# Refunds\nOn the day of payment.\n", "write finance/refunds", "Written: finance/refunds."},
		{"", "search payment", "finance/refunds  Refunds"},
		{"no", "write finance/refunds", "error: the page finance/refunds is there already"},
		{"", "read finance/refunds", "On the day of payment."},
		{"# Refunds\nA day later.\n", "write --replace finance/refunds.md", "Written: finance/refunds."},
		{"", "read finance/refunds", "A day later."},
		{"not read", "write finance/churn --file " + churn + " --format json", `"title": "Churn"`},
		{"", "search customers who leave", "finance/churn"},
		{"---\ntitle: a: b\n---\nx", "write odd", "error: odd.md:2: the front matter cannot be read"},
		{"x", "write ../odd", `error: no wiki page can have the key "../odd"`},
		{"x", "write odd --file " + dir + "/none", "error: --file: open "},
		{strings.Repeat("x", 2<<20), "write odd", "error: the page odd is larger than 1 MiB"},
		{"", "read odd", `error: there is no wiki page "odd"`},
	} {
		if got := wiki(environ, test.in, test.args); !strings.Contains(got, test.want) {
			t.Errorf("%s: no %q in\n%s", test.args, test.want, got)
		}
	}
	if got := wiki(bare, "x", "write a"); !strings.HasPrefix(got, "error: there is no wiki") {
		t.Errorf("%s", got)
	}
}
