package guide

import (
	"context"

	"github.com/sallyportdb/sallyport/discovery/find"
	"github.com/sallyportdb/sallyport/discovery/wiki"
)

// PageRef is a page that was found.
type PageRef struct {
	Key     string  `json:"key"`
	Title   string  `json:"title,omitempty"`
	Summary *string `json:"summary"`
	Snippet *string `json:"snippet"`
	Score   float64 `json:"score"`
}

// Page is a page of the wiki, as it is sent.
type Page struct {
	Key         string         `json:"key"`
	Title       string         `json:"title,omitempty"`
	FrontMatter map[string]any `json:"frontMatter"` // null: there is none that can be read
	Content     string         `json:"content"`
}

// SearchPages returns the pages that answer a question, best first.
func (g *Guide) SearchPages(ctx context.Context, query string, limit int) ([]PageRef, error) {
	index, titles, err := g.pageIndex(ctx)
	if err != nil {
		return nil, err
	}
	found, err := find.Finder{Pages: index}.Search(ctx, find.Request{Query: query, Kinds: []find.Kind{find.KindWiki}, Limit: limit})
	if err != nil {
		return nil, err
	}
	out := make([]PageRef, len(found))
	for i, one := range found {
		out[i] = PageRef{Key: one.ID, Title: titles[one.ID], Summary: one.Summary, Snippet: one.Snippet, Score: one.Score}
	}
	return out, nil
}

// Page reads a page. 42704: there is none of that key.
func (g *Guide) Page(ctx context.Context, key string) (Page, error) {
	p, err := g.wiki.Page(ctx, key)
	if err != nil {
		return Page{}, err
	}
	return Page{Key: p.Key, Title: p.Title, FrontMatter: p.FrontMatter, Content: p.Content}, nil
}

// WritePage writes a page, which is found at once: see wiki.Folder.Write.
func (g *Guide) WritePage(ctx context.Context, key, text string, replace bool) (Page, error) {
	p, err := g.wiki.Write(ctx, key, text, replace)
	if err != nil {
		return Page{}, err
	}
	return Page{Key: p.Key, Title: p.Title, FrontMatter: p.FrontMatter, Content: p.Content}, nil
}

// pageIndex is the index of the pages that there are now.
func (g *Guide) pageIndex(ctx context.Context) (index *find.Pages, titles map[string]string, err error) {
	if g.wiki == nil {
		return nil, nil, nil
	}
	pages, _, revision, err := g.wiki.Pages(ctx)
	if err != nil {
		return nil, nil, err
	}
	titles = make(map[string]string, len(pages))
	for _, p := range pages {
		titles[p.Key] = p.Title
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.pages == nil || g.of != revision {
		list := make([]find.Page, len(pages))
		for i, p := range pages {
			list[i] = searched(p)
		}
		g.pages, g.of = find.BuildPages(list), revision
	}
	return g.pages, titles, nil
}

func searched(p *wiki.Page) find.Page {
	return find.Page{Key: p.Key, Title: p.Title, Summary: p.Summary, Tags: p.Tags, Body: p.Content}
}
