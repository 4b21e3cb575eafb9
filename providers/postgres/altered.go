package postgres

// Altered makes the next look at the catalog compare with the server.
func (p *Provider) Altered() { p.catalog.expire() }
