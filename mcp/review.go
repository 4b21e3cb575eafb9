package mcp

import (
	"context"
	"slices"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/arguments"
	"github.com/sallyportdb/sallyport/mcp/failure"
	"github.com/sallyportdb/sallyport/mcp/render"
)

// review_status tells a client what became of its questions, for one that did not wait
// or could not. It decides nothing: a principal learns of its own requests, and runs
// the same statement again.

// mostReviews is how many requests one answer tells of, the newest.
const mostReviews = 20

// reviewTools are there where the mode asks people.
func (s *Server) reviewTools() []*tool {
	if s.engine != nil {
		if _, asks := s.engine.Desk(); !asks || s.approvals == nil {
			return nil
		}
	}
	return []*tool{{
		name: failure.ReviewTool, title: "What became of an approval",
		about: "Whether a person has approved what you asked to run: one request by its id, or your newest ones.\n" +
			`Example: {"id": "ap-4xk1m0z9qe"}`,
		params: []arguments.Param{{Name: "id", Also: []string{"approval", "approval_id"}, About: "As the error said it."}},
		output: object([]string{"approvals"}, namesOfType("array", "approvals")),
		do:     s.reviewStatus,
	}}
}

// review is what the principal who asked may know of a request.
type review struct {
	ID       string `json:"id"`
	State    string `json:"state"`
	Expires  string `json:"expires,omitempty"` // RFC 3339
	SQL      string `json:"sql"`
	Approver string `json:"approver,omitempty"`
	Comment  string `json:"comment,omitempty"`
	Next     string `json:"next"`
}

type reviews struct {
	Approvals []review `json:"approvals"`
}

func (s *Server) reviewStatus(ctx context.Context, c *call) (*mcpgo.CallToolResult, error) {
	out := reviews{Approvals: []review{}}
	err := s.inspect(ctx, c, func(ctx context.Context, _ *engine.Session) error {
		who, id := s.client(ctx, "").Principal.Name, c.args.Text("id")
		if id != "" {
			r, err := s.approvals.Of(who, id)
			if err == nil {
				out.Approvals = append(out.Approvals, s.review(r))
			}
			return err
		}
		for _, r := range slices.Backward(s.approvals.List()) {
			if r.Principal == who && len(out.Approvals) < mostReviews {
				out.Approvals = append(out.Approvals, s.review(r))
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return mcpgo.NewToolResultStructured(out, out.text()), nil
}

func (s *Server) review(r approval.Request) review {
	v := review{
		ID: r.ID, State: string(r.State), SQL: render.Shorten(approval.Visible(r.SQL), s.limits.Cell),
		Approver: approval.Visible(r.Approver), Comment: approval.Visible(r.Comment),
	}
	until := r.Expires.UTC().Format(time.TimeOnly + " MST")
	switch r.State {
	case approval.Pending:
		v.Expires = r.Expires.UTC().Format(time.RFC3339)
		v.Next = "Nobody has decided yet. Look again later; no answer by " + until + " is a no."
	case approval.Approved:
		v.Expires = r.Expires.UTC().Format(time.RFC3339)
		v.Next = "Run the same statement again by " + until + ": it runs once."
	case approval.Denied:
		v.Next = "Do not run it again: somebody said no."
	case approval.Used:
		v.Next = "It was used up at " + r.Used.UTC().Format(time.TimeOnly+" MST") + ". To run the statement once more, ask once more."
	default:
		v.Next = "Nobody approved it. Run the statement again to ask again."
	}
	return v
}

func (r reviews) text() string {
	if len(r.Approvals) == 0 {
		return "You have asked for no approval."
	}
	return render.Fence(render.Token(), render.FilledTable([]string{"id", "state", "next", "approver", "comment", "sql"}, r.Approvals, func(v review) []string {
		return []string{v.ID, v.State, v.Next, v.Approver, v.Comment, v.SQL}
	}))
}
