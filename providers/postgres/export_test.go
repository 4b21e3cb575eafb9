package postgres

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers/postgres/query"
)

// InLine is how many wait for a backend.
func InLine(p *Provider) int { line, _, _ := p.backends.Counts(); return line }

// Idle is how many backends are idle.
func Idle(p *Provider) int { _, idle, _ := p.backends.Counts(); return idle }

// Places is how many places are taken.
func Places(p *Provider) int { _, _, places := p.backends.Counts(); return places }

// LooksAhead reports whether the catalog is being kept fresh.
func LooksAhead(p *Provider) bool { return p.catalog.LooksAhead() }

// CatalogAnswers asks the catalog's own connection for one value.
func CatalogAnswers(t *testing.T, p *Provider, sql string) (value string) {
	t.Helper()
	value, err := p.catalog.Answer(t.Context(), sql)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// KeptFootprint asks the connection that is kept for footprints for one value, with its process.
func KeptFootprint(t *testing.T, p *Provider, sql string) (pid uint32, value string) {
	t.Helper()
	c := p.footprints.take()
	if c == nil {
		return 0, ""
	}
	defer p.footprints.giveBack(t.Context(), c)
	lines, err := query.All(t.Context(), c.pg, sql)
	if err != nil {
		t.Fatal(err)
	}
	return c.pg.PID(), lines[0][0]
}
