package find

import (
	"cmp"
	"slices"

	"github.com/sallyportdb/sallyport/discovery/find/terms"
)

// Pages is the index of the wiki. It is immutable.
type Pages struct {
	index
	pages []Page
	split *terms.Splitter
}

// longestBody is how many bytes of a page's body are searched.
const longestBody = 256 << 10

// BuildPages makes the index of pages.
func BuildPages(pages []Page) *Pages {
	p := &Pages{pages: slices.Clone(pages), split: terms.New()}
	b := newBuilder(p.split)
	var records writer
	for i, page := range p.pages {
		number := uint32(i)
		p.records = append(p.records, records.at())
		b.name(number, page.Key)
		for _, shown := range append([]string{page.Title}, page.Tags...) {
			b.words(number, fieldDisplay, cut(shown, longestText))
		}
		b.words(number, fieldDescription, cut(page.Summary, longestText))
		b.words(number, fieldBody, cut(page.Body, longestBody))
	}
	b.finish(&p.index, &records)
	return p
}

// sureLike is how much like a word of the question something in a page must be: with the words alone
// that are near in meaning, every page would answer something.
const sureLike = 0.5

// search ranks the pages.
func (p *Pages) search(r Request) lane {
	best, sums, sure := make([]match, len(p.pages)), make([]float32, len(p.pages)), make([]bool, len(p.pages))
	for _, c := range p.ask(r.Query, p.split, ways{}) {
		of := make([]match, len(p.pages))
		for _, l := range c.terms {
			found := p.found(l.term)
			telling := telling(len(found), len(p.pages))
			for _, posted := range found {
				number, f, share := openPosting(posted)
				sure[number] = sure[number] || l.like >= sureLike
				if m := (match{l.like * telling * fieldCounts[f] * share, f, l.term}); m.score > of[number].score {
					of[number] = m
				}
			}
		}
		for number, m := range of {
			sums[number] += c.weight * m.score
			if m.score > best[number].score {
				best[number] = m
			}
		}
	}
	var hits []hit
	for number, score := range sums {
		if sure[number] {
			hits = append(hits, hit{uint32(number), score, best[number]})
		}
	}
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(p.pages[a.number].Key, p.pages[b.number].Key))
	})
	found := make(lane, 0, r.Limit)
	for _, h := range hits[:min(r.Limit, len(hits))] {
		found = append(found, p.ref(h))
	}
	return found
}

func (p *Pages) ref(h hit) Ref {
	page := p.pages[h.number]
	ref := Ref{Kind: KindWiki, ID: page.Key, Summary: whole(page.Summary), MatchedOn: h.match.on(), Snippet: snippet(page.Body)}
	if ref.MatchedOn == OnBody {
		ref.Snippet = p.windowOn(page.Body, h.match.term)
	}
	return ref
}
