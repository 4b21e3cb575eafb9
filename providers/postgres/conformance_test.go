package postgres_test

import (
	"os"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
	"github.com/sallyportdb/sallyport/providers/postgres"
	"github.com/sallyportdb/sallyport/providers/providertest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

func TestConformance(t *testing.T) {
	server := pgtest.Start(t)
	providertest.Run(t, func(t *testing.T) providertest.Fixture {
		return providertest.Fixture{Provider: open(t, postgres.Options{DSN: server.CreateDB(t)}), Service: "public"}
	})
}

// open opens a provider that is closed at the end of the test.
func open(t *testing.T, o postgres.Options) *postgres.Provider {
	t.Helper()
	o.Name = "pg"
	p, err := postgres.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return p
}
