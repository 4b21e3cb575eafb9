package postgres

import (
	"context"
	"testing"
)

// InLine is how many wait for a backend.
func InLine(p *Provider) int {
	p.backends.mu.Lock()
	defer p.backends.mu.Unlock()
	return len(p.backends.line)
}

// Idle is how many backends are idle.
func Idle(p *Provider) int {
	p.backends.mu.Lock()
	defer p.backends.mu.Unlock()
	return len(p.backends.idle)
}

// Places is how many places are taken.
func Places(p *Provider) int {
	p.backends.mu.Lock()
	defer p.backends.mu.Unlock()
	return p.backends.places
}

// LooksAhead reports whether the catalog is being kept fresh.
func LooksAhead(p *Provider) bool { return p.catalog.ahead.running.Load() }

// CatalogAnswers asks the catalog's own connection for one value.
func CatalogAnswers(t *testing.T, p *Provider, sql string) (value string) {
	t.Helper()
	err := p.catalog.withTurn(t.Context(), func(ctx context.Context) error {
		lines, err := readAll(ctx, p.catalog.pg, sql)
		if err == nil {
			value = lines[0][0]
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return value
}
