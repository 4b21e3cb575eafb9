package approvalscmd

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/desk"
	"github.com/sallyportdb/sallyport/sqlstate"
)

func approveCommand(std cli.Streams, environ []string) *cobra.Command {
	var a desk.Answer
	var terms grantFlags
	cmd := &cobra.Command{
		Use:   "approve id...",
		Short: "Approve requests: each statement may run once, or more of the same for a while",
		Long: `Approves requests, and says of each what that was. An approval is for exactly
that statement with those parameters, of that user, once, and for a while. The
statement goes on if it still waits; else it runs when it is sent again.

With --for or --times it is a grant: more statements of that user that do the
same to the same tables, whatever their conditions and values, run without
asking, each to at most --max-rows rows. What fires triggers, is carried on by
foreign keys or runs users' code is never covered and asks. Every use is on
record; "sallyport approvals grants" lists grants and revokes them.`,
		Example: `  sallyport approvals approve ap-4xk1m0z9qe
  sallyport approvals approve ap-4xk1m0z9qe --max-rows 500 --comment "ticket 4711"
  sallyport approvals approve ap-4xk1m0z9qe --for 1h --max-rows 100
  sallyport approvals approve ap-4xk1m0z9qe --times 20 --verbs insert,update`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("max-rows") && a.MaxRows < 1 {
				return fmt.Errorf("--max-rows: %d is too small: the least is 1", a.MaxRows)
			}
			var err error
			if a.Grant, err = terms.read(cmd); err != nil {
				return err
			}
			return decideAll(cmd, environ, std, args, func(ctx context.Context, at *desk.Client, r approval.Request) (approval.Request, error) {
				a.Digest = r.Digest
				return at.Approve(ctx, r.ID, a)
			})
		},
	}
	addDeskFlags(cmd)
	cmd.Flags().Int64Var(&a.MaxRows, "max-rows", 0, "how many rows it may touch, each statement of a grant (default: what the request says)")
	cmd.Flags().StringVarP(&a.Comment, "comment", "m", "", "a `text` that is kept with the decision")
	terms.add(cmd)
	return cmd
}

func denyCommand(std cli.Streams, environ []string) *cobra.Command {
	var a desk.Answer
	cmd := &cobra.Command{
		Use:     "deny id...",
		Short:   "Refuse requests",
		Long:    `Refuses requests: who asked is told, with the comment as the reason.`,
		Example: `  sallyport approvals deny ap-4xk1m0z9qe --comment "not on a Friday"`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return decideAll(cmd, environ, std, args, func(ctx context.Context, at *desk.Client, r approval.Request) (approval.Request, error) {
				a.Digest = r.Digest
				return at.Deny(ctx, r.ID, a)
			})
		},
	}
	addDeskFlags(cmd)
	cmd.Flags().StringVarP(&a.Comment, "comment", "m", "", "a `text` that who asked is told")
	return cmd
}

// decideAll decides each of the requests.
func decideAll(cmd *cobra.Command, environ []string, std cli.Streams, ids []string,
	decide func(context.Context, *desk.Client, approval.Request) (approval.Request, error),
) error {
	return eachOf(cmd, environ, std, ids, func(d *desks, p *printer, id string) error {
		r, at, err := d.find(cmd.Context(), id)
		if err == nil {
			r, err = decide(cmd.Context(), at, r)
		}
		if err == nil {
			p.decided(r)
		}
		return err
	})
}

// eachOf does something with the request of each id. After an error it goes on with the next id.
func eachOf(cmd *cobra.Command, environ []string, std cli.Streams, ids []string, do func(*desks, *printer, string) error) error {
	d, err := findDesks(cmd, environ)
	if err != nil {
		return err
	}
	p, failed := newPrinter(std.Out), false
	for _, id := range ids {
		err := do(d, p, id)
		if sqlstate.CodeOf(err) == sqlstate.UnableToConnect {
			return err
		}
		if err != nil {
			cli.Explain(std.Err, err)
			failed = true
		}
	}
	if failed {
		return cli.ErrReported
	}
	return p.err
}

// decided says in two lines what was decided.
func (p *printer) decided(r approval.Request) {
	verb, code, what := "Denied", "31", "nothing runs"
	if r.State == approval.Pending {
		verb, code, what = "Approved", "33", fmt.Sprintf("it waits for others: it needs %d people, and %d have approved it", r.People, len(r.Given))
	}
	if r.State == approval.Approved {
		rows := "however many rows it touches"
		if r.MaxRows >= 0 {
			rows = fmt.Sprintf("at most %d rows", r.MaxRows)
		}
		verb, code = "Approved", "32"
		what = fmt.Sprintf("once, until %s, %s", r.Expires.Local().Format(time.TimeOnly), rows)
	}
	p.printf("%s %s of %s on %s: %s\n", p.Paint(code, verb), oneLine(r.ID), oneLine(r.Principal), oneLine(r.Source), what)
	p.printf("%s\n", p.Cut("  "+oneLine(r.SQL)))
	if r.Grant != "" && r.Scope != nil {
		p.printf("%s %s: more of the same, too. To end that: %s\n",
			p.Paint("32", "Granted"), oneLine(r.Grant), p.Paint("1", "sallyport approvals grants revoke "+oneLine(r.Grant)))
	}
}
