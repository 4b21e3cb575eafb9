package postgres

import (
	"testing"
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
