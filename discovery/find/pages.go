package find

import "strings"

// Pages is the index of the wiki.
type Pages struct {
	pages []Page
}

// BuildPages makes the index of pages.
func BuildPages(pages []Page) *Pages {
	return &Pages{pages: pages}
}

// search finds the pages whose titles the query has in it.
func (p *Pages) search(r Request) lane {
	var found lane
	for _, page := range p.pages {
		if strings.Contains(r.Query, page.Title) {
			found = append(found, Ref{Kind: KindWiki, ID: page.Key, MatchedOn: OnName})
		}
	}
	return found
}
