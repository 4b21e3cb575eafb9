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
	a, b := newAuthor(p.split), binder{}
	for i, page := range p.pages {
		found := map[string][]byte{}
		a.words(found, fieldName, page.Key)
		a.words(found, fieldDisplay, page.Title)
		for _, tag := range page.Tags {
			a.words(found, fieldDisplay, tag)
		}
		a.words(found, fieldDescription, page.Summary)
		a.words(found, fieldBody, page.Body)
		var w writer
		w.found(found)
		b.texts(uint32(i), &reader{w.String()})
	}
	p.index = b.bind()
	return p
}

// sureLike is how much like a word of the question something in a page must be: with the words alone
// that are near in meaning, every page would answer something.
const sureLike = 0.5

// search ranks the pages.
func (p *Pages) search(r Request) lane {
	best, sums, sure := make([]match, len(p.pages)), make([]float32, len(p.pages)), make([]bool, len(p.pages))
	for _, c := range p.conceptsOf(r.Query, p.split, ways{}, func(int) bool { return true }) {
		of := make([]match, len(p.pages))
		for _, l := range c.terms {
			found := p.postings[l.term]
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
		ref.Snippet = p.windowOn(h.match.term, page.Body)
	}
	return ref
}
