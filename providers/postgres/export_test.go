package postgres

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
