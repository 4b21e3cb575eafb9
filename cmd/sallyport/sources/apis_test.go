package sources

import (
	"testing"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/providertest"
)

// TestConformance: a source that is an API passes the suite as it is opened for the server.
func TestConformance(t *testing.T) {
	providertest.RunResources(t, func(t *testing.T) providertest.Fixture {
		c := config.Config{StateDir: t.TempDir(), Sources: []config.Source{{Name: "forge", Kind: config.API, Registry: "../../../providers/api/testdata/registry"}}}
		opened, err := openAPIs(t.Context(), c, func(string) string { return "" }, t.TempDir(), hclog.NewNullLogger())
		if err != nil {
			t.Fatal(err)
		}
		return providertest.Fixture{Provider: apiOf(opened), Service: "repos", NoDefault: true}
	})
}

func apiOf(a apis) providers.Provider { return a.configured["forge"] }
