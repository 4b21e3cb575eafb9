package mcp

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/discovery/find"
	"github.com/sallyportdb/sallyport/discovery/guide"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/findings"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// maxWikiKey bounds the key of a page.
const maxWikiKey = 1000

// findTools are the tools over the snapshots and the wiki.
func (s *Server) findTools() []*tool {
	query := arguments.Param{
		Name: "query", Also: []string{"q", "search", "question", "text", "keywords"}, Required: true, RecordAs: "words",
		About: "What you look for, in a few words.",
	}
	limit := arguments.Param{Name: "limit", Also: []string{"max_results", "top_k", "n"}, Integer: true, Min: 1, Max: find.MaxLimit, Start: find.DefaultLimit, About: "Most results."}
	kinds := make([]string, 0, len(find.Kinds()))
	for _, k := range find.Kinds() {
		kinds = append(kinds, string(k))
	}
	tables, pages := !s.guide.HasTables(), !s.guide.HasWiki()
	return []*tool{
		{
			name: "discover_data", title: "Discover Data", group: findTools, absent: tables && pages, waits: pages,
			about: "Find tables, columns and wiki pages by words. Answers with refs; entity_details and wiki_read tell more.\n" +
				`Example: {"query": "monthly revenue by customer"}`,
			params: []arguments.Param{
				query, connectionParam(false),
				arguments.List(arguments.Param{Name: "kinds", Also: []string{"kind", "types"}, About: "Kinds of refs; all."}, len(kinds), kinds...), limit, s.formatParam(),
			},
			output: object([]string{"refs"}, namesOfType("array", "refs")), do: s.discoverData,
		},
		{
			name: "entity_details", title: "Entity Details", group: findTools, repeatable: true, absent: tables, waits: true,
			about: "Columns, keys and meaning of tables, as of the last snapshot.\n" +
				`Example: {"connectionId": "shop", "entities": [{"table": "public.orders"}]}`,
			params: []arguments.Param{connectionParam(true), arguments.Entities(), s.formatParam()},
			output: object([]string{"entities"}, namesOfType("array", "entities", "errors"), namesOfType("object", "snapshot")), do: s.entityDetails,
		},
		{
			name: "dictionary_search", title: "Dictionary Search", group: findTools, absent: tables, waits: true,
			about: "Find the columns that hold values, by samples. A miss proves nothing: query the column.\n" +
				`Example: {"values": ["Acme Corp"]}`,
			params: []arguments.Param{
				arguments.List(arguments.Param{Name: "values", Also: []string{"value", "terms"}, Required: true, About: "Texts, or parts of them."}, guide.MaxValues),
				connectionParam(false), s.formatParam(),
			},
			output: object([]string{"searched", "results"}, namesOfType("array", "searched", "results"), namesOfType("string", "note")), do: s.dictionarySearch,
		},
		{
			name: "wiki_search", title: "Wiki Search", group: findTools, absent: pages,
			about:  "Find wiki pages by words: what colleagues wrote of the data.\n" + `Example: {"query": "how is churn counted"}`,
			params: []arguments.Param{query, limit, s.formatParam()},
			output: object([]string{"results"}, namesOfType("array", "results")), do: s.wikiSearch,
		},
		{
			name: "wiki_read", title: "Wiki Read", group: findTools, repeatable: true, absent: pages,
			about: "Read a wiki page.\n" + `Example: {"key": "finance/arr"}`,
			params: []arguments.Param{
				{Name: "key", Also: []string{"page", "id", "slug", "path"}, Required: true, About: "From wiki_search."},
				{Name: "offset", Integer: true, Min: 0, Max: 1 << 31, About: "nextOffset of the part before.", Hidden: true},
				s.formatParam(),
			},
			output: object([]string{"key", "content"}, namesOfType("string", "key", "title", "content"), schema{"frontMatter": schema{"type": []string{"object", "null"}}},
				namesOfType("boolean", "truncated"), namesOfType("integer", "nextOffset")), do: s.wikiRead,
		},
	}
}

// viewOf returns what the principal of a session may see of the guide's knowledge: the sources that it may
// query, without the server's own, which has no snapshots, and what its roles let it see there.
func viewOf(session *engine.Session) guide.View {
	v := guide.View{}
	for _, p := range session.Info().Sources {
		if p.Kind != engine.SelfSource {
			v.Connections = append(v.Connections, p.Name)
		}
	}
	if rights := session.Rights(); rights != nil {
		v.Sees = func(connection string, table discovery.TableRef, column string) bool {
			if column == "" {
				return rights.MayName(connection, table.DB, table.Name)
			}
			return rights.MayRead(connection, table.DB, table.Name, column)
		}
	}
	return v
}

func (s *Server) discoverData(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	request := find.Request{Query: c.args.Text("query"), Connection: c.source(), Limit: int(c.args.Int("limit"))}
	for _, kind := range c.args.Texts("kinds") {
		request.Kinds = append(request.Kinds, find.Kind(kind))
	}
	var out findings.Refs
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) (err error) {
		out.Refs, err = s.guide.Discover(ctx, viewOf(session), request)
		return err
	})
	if err != nil {
		return nil, err
	}
	size := 0
	for i := range out.Refs {
		r := &out.Refs[i]
		r.Summary, r.Snippet = s.shortened(r.Summary), s.shortened(r.Snippet)
		if size += len(r.ID) + textSize(r.Summary) + textSize(r.Snippet) + 100; size > s.limits.Text && i > 0 {
			out.Refs = out.Refs[:i]
			break
		}
	}
	text := out.Text()
	if len(out.Refs) == 0 && s.guide.HasTables() && !s.guide.Ingested(ctx) {
		text = "Nothing found: only the wiki was searched, since no connection has been ingested. An operator can run: sallyport ingest"
	}
	return s.shown(c, out, text), nil
}

// shortened cuts a text to the size that one value of an answer may have.
func (s *Server) shortened(text *string) *string {
	if text == nil || len(*text) <= s.limits.Cell {
		return text
	}
	short := render.Shorten(*text, s.limits.Cell)
	return &short
}

func textSize(text *string) int {
	if text == nil {
		return 0
	}
	return len(*text)
}

func (s *Server) entityDetails(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	asked, _ := c.args["entities"].([]guide.Asked)
	var out findings.Entities
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) (err error) {
		out.Entities, out.Errors, err = s.guide.Entities(ctx, viewOf(session), c.source(), asked)
		return err
	})
	if err != nil {
		return nil, err
	}
	out.Snapshot = out.Entities[0].Snapshot
	s.fitEntities(out.Entities)
	return s.shown(c, out, out.Text()), nil
}

// fitEntities cuts columns that an answer has no room for. Each table has its share.
func (s *Server) fitEntities(list []guide.Entity) {
	room := s.limits.Text / len(list)
	for i := range list {
		e := &list[i]
		e.Comment, e.Description = s.shortened(e.Comment), render.Shorten(e.Description, s.limits.Cell)
		size := textSize(e.Comment) + len(e.Description)
		for j := range e.Columns {
			col := &e.Columns[j]
			col.Comment, col.Description = s.shortened(col.Comment), render.Shorten(col.Description, s.limits.Cell)
			for k := range col.Samples {
				col.Samples[k] = render.Shorten(col.Samples[k], 100)
				size += len(col.Samples[k])
			}
			size += len(col.Name) + len(col.NativeType) + textSize(col.Comment) + len(col.Description) + 16
			if size > room && j > 0 {
				e.Columns, e.Truncated = e.Columns[:j], true
				break
			}
		}
		e.ForeignKeys = e.ForeignKeys[:min(len(e.ForeignKeys), mostConstraints)]
		e.ReferencedBy = e.ReferencedBy[:min(len(e.ReferencedBy), mostConstraints)]
	}
}

func (s *Server) dictionarySearch(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var out guide.Dictionary
	err := s.inspect(ctx, c, func(ctx context.Context, session *engine.Session) (err error) {
		out, err = s.guide.Look(ctx, viewOf(session), c.source(), c.args.Texts("values"))
		return err
	})
	if err != nil {
		return nil, err
	}
	size := 0
	for i := range out.Results {
		matches := out.Results[i].Matches
		for j := range matches {
			matches[j].MatchedValue = render.Shorten(matches[j].MatchedValue, 200)
			if size += len(matches[j].SourceName) + len(matches[j].ColumnName) + len(matches[j].MatchedValue) + 60; size > s.limits.Text && j > 0 {
				out.Results[i].Matches = matches[:j]
				break
			}
		}
	}
	return s.shown(c, out, findings.DictionaryText(out)), nil
}

func (s *Server) wikiSearch(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var out findings.PageRefs
	err := s.inspect(ctx, c, func(ctx context.Context, _ *engine.Session) (err error) {
		out.Results, err = s.guide.SearchPages(ctx, c.args.Text("query"), int(c.args.Int("limit")))
		return err
	})
	if err != nil {
		return nil, err
	}
	for i := range out.Results {
		r := &out.Results[i]
		r.Title, r.Summary, r.Snippet = render.Shorten(r.Title, maxWikiKey), s.shortened(r.Summary), s.shortened(r.Snippet)
	}
	return s.shown(c, out, out.Text()), nil
}

func (s *Server) wikiRead(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	var page findings.WikiPage
	err := s.inspect(ctx, c, func(ctx context.Context, _ *engine.Session) (err error) {
		page.Page, err = s.guide.Page(ctx, c.args.Text("key"))
		return err
	})
	if err != nil {
		return nil, err
	}
	page.Cut(int(c.args.Int("offset")), s.limits.Text)
	return s.shown(c, page, page.Text()), nil
}
