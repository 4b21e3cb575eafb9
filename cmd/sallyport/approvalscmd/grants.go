package approvalscmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/desk"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// grantFlags are the flags of approve that make a grant of it.
type grantFlags struct {
	lasts time.Duration
	times int
	verbs []string
	total int64
}

// grantLasts is how long a grant is for that says only how many statements.
const grantLasts = time.Hour

func (g *grantFlags) add(cmd *cobra.Command) {
	cmd.Flags().DurationVar(&g.lasts, "for", 0, "grant more of the same for so long, such as 30m or 8h (default 1h with --times)")
	cmd.Flags().IntVar(&g.times, "times", 0, "grant so many statements, this one included (default with --for: any number)")
	cmd.Flags().StringSliceVar(&g.verbs, "verbs", nil, "with --for or --times: these `verbs`, too: insert, update, delete")
	cmd.Flags().Int64Var(&g.total, "total-rows", 0, "with --for or --times: so many rows in all statements together (default: no limit)")
}

// read returns the terms that the flags say, or nil if the approval is for one run.
func (g *grantFlags) read(cmd *cobra.Command) (*desk.Terms, error) {
	given := func(flag string) bool { return cmd.Flags().Changed(flag) }
	switch {
	case given("for") && g.lasts <= 0:
		return nil, fmt.Errorf("--for: %v is no time: give one such as 30m or 8h", g.lasts)
	case given("times") && g.times < 2:
		return nil, fmt.Errorf("--times: %d is too small: the least is 2; without it the approval is for one run", g.times)
	case given("total-rows") && g.total < 1:
		return nil, fmt.Errorf("--total-rows: %d is too small: the least is 1; without it there is no limit in all", g.total)
	case !given("for") && !given("times") && given("total-rows"):
		return nil, errors.New("--total-rows belongs to a grant: give --for or --times, too")
	case !given("for") && !given("times") && given("verbs"):
		return nil, errors.New("--verbs belongs to a grant: give --for or --times, too")
	case !given("for") && !given("times"):
		return nil, nil
	case !given("for"):
		g.lasts = grantLasts
	}
	return &desk.Terms{For: g.lasts.String(), Times: g.times, Verbs: g.verbs, TotalRows: g.total}, nil
}

func grantsCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := grantsListCommand(std, environ)
	cmd.Use, cmd.Short = "grants", "List grants, and revoke them"
	cmd.Long = `Lists the grants that are open: approvals of more than one run, given with
"sallyport approvals approve --for" or "--times". The record names a grant with
each use: sallyport audit query, or
  SELECT * FROM sallyport.audit.records WHERE approval = 'gr-…'`
	cmd.Example = `  sallyport approvals grants
  sallyport approvals grants list --all
  sallyport approvals grants revoke gr-7v0c2m4k1x`
	cmd.AddCommand(grantsListCommand(std, environ), grantsRevokeCommand(std, environ))
	return cmd
}

func grantsListCommand(std cli.Streams, environ []string) *cobra.Command {
	var all, asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the grants that are open",
		Long: `Lists the grants that are open, the newest last: whose they are, how much longer
they last, how often they were used, and for what. --all lists those too that are
over.`,
		Example: `  sallyport approvals grants list
  sallyport approvals grants list --all
  sallyport approvals grants list --json | jq -r '.[].id'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := findDesks(cmd, environ)
			if err != nil {
				return err
			}
			found, err := d.grants(cmd.Context(), all)
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(std.Out, found)
			}
			return newPrinter(std.Out).grants(found, all)
		},
	}
	addDeskFlags(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "those too that are used up, revoked or expired")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as a JSON array")
	return cmd
}

func grantsRevokeCommand(std cli.Streams, environ []string) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "revoke id...",
		Short:   "End grants: what they covered asks again",
		Long:    `Ends grants at once. What has begun under one goes on; what comes next asks.`,
		Example: `  sallyport approvals grants revoke gr-7v0c2m4k1x`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return eachOf(cmd, environ, std, args, func(d *desks, p *printer, id string) error {
				g, err := d.revoke(cmd.Context(), id)
				if err == nil {
					p.printf("%s %s of %s on %s, used %s\n", p.Paint("31", "Revoked"), oneLine(g.ID), oneLine(g.Principal), oneLine(g.Source), times(g.Uses))
				}
				return err
			})
		},
	}
	addDeskFlags(cmd)
	return cmd
}

// grants returns the grants of all desks, the newest last.
func (d *desks) grants(ctx context.Context, all bool) ([]approval.Grant, error) {
	list := []approval.Grant{}
	err := d.each(func(c *desk.Client) error {
		found, err := c.Grants(ctx)
		list = append(list, found...)
		return err
	})
	slices.SortStableFunc(list, func(a, b approval.Grant) int { return a.Created.Compare(b.Created) })
	now := time.Now()
	return slices.DeleteFunc(list, func(g approval.Grant) bool { return !all && g.State(now) != "open" }), err
}

// revoke ends the grant of that id, at whichever desk it is.
func (d *desks) revoke(ctx context.Context, id string) (g approval.Grant, err error) {
	none := sqlstate.New(sqlstate.UndefinedObject, "there is no grant %q", approval.Visible(id)).
		WithHint("sallyport approvals grants list --all shows those that are kept.")
	found := error(none)
	err = d.each(func(c *desk.Client) error {
		one, err := c.Revoke(ctx, id)
		if sqlstate.CodeOf(err) == sqlstate.UndefinedObject {
			return nil
		}
		if err == nil {
			g, found = one, nil
		}
		return err
	})
	if err == nil {
		err = found
	}
	return g, err
}

func (p *printer) grants(list []approval.Grant, all bool) error {
	if len(list) == 0 {
		p.printf("There are no grants.\n")
		return p.err
	}
	rows := [][]string{{"ID", "STATE", "LEFT", "USED", "WHO", "BY", "FOR"}}
	for _, g := range list {
		left, used := "", fmt.Sprint(g.Uses)
		if g.State(p.now) == "open" {
			left = short(g.Expires.Sub(p.now))
		}
		if g.Times > 0 {
			used = fmt.Sprintf("%d of %d", g.Uses, g.Times)
		}
		if g.TotalRows > 0 {
			used += fmt.Sprintf(", %d of %d rows", g.Rows, g.TotalRows)
		}
		rows = append(rows, []string{
			oneLine(g.ID), g.State(p.now), left, used, oneLine(g.Principal), oneLine(facts(g.Approver, g.Channel)), oneLine(g.Text()),
		})
	}
	p.columns(rows, func(column int) bool { return column == 1 && !all }, func(int) string { return "" })
	return p.err
}

// columns prints rows below each other, but for the columns that are left out: the first,
// which is the head, in bold, and those behind it, counted from 0, in their colour; "": none.
func (p *printer) columns(rows [][]string, without func(column int) bool, colour func(row int) string) {
	widths := make([]int, len(rows[0])-1) // the last column needs none
	for _, row := range rows {
		for i := range widths {
			widths[i] = max(widths[i], utf8.RuneCountInString(row[i]))
		}
	}
	for n, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			if without(i) {
				continue
			}
			line.WriteString(cell)
			if i < len(widths) {
				line.WriteString(strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2))
			}
		}
		text := p.Cut(strings.TrimRight(line.String(), " "))
		code := "1"
		if n > 0 {
			code = colour(n - 1)
		}
		if code != "" {
			text = p.Paint(code, text)
		}
		p.printf("%s\n", text)
	}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}
