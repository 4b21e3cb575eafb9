package approvalscmd

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

func listCommand(std cli.Streams, environ []string) *cobra.Command {
	var all, asJSON bool
	var pick picked
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List what waits for approval",
		Long: `Lists the requests that wait for a decision, the newest last: how old each is and
how long it still waits, who asks, the class of the statement, how many rows it
would touch (~: as the source's planner guesses; ?: not known), and the SQL, cut
at the terminal's edge. --all lists those too that were decided or expired.`,
		Example: `  sallyport approvals list
  sallyport approvals list --all
  sallyport approvals list --user anna --source shop --sort rows
  sallyport approvals list --json | jq -r '.[].sql'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := findDesks(cmd, environ)
			if err != nil {
				return err
			}
			states := []approval.State{approval.Pending}
			if all {
				states = nil
			}
			list, err := d.list(cmd.Context(), pick, states...)
			if err != nil {
				return err
			}
			var found []approval.Request
			for _, one := range list {
				found = append(found, one.request)
			}
			if asJSON {
				return printJSON(std.Out, found)
			}
			return newPrinter(std.Out).list(found, all)
		},
	}
	addDeskFlags(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "those too that were decided, used, withdrawn or expired")
	pick.add(cmd, "the list")
	cmd.Flags().BoolVar(&asJSON, "json", false, "as a JSON array")
	return cmd
}

func showCommand(std cli.Streams, environ []string) *cobra.Command {
	var asJSON, plan, sample bool
	cmd := &cobra.Command{
		Use:   "show id",
		Short: "Show all of one request",
		Long: `Shows who asks for what: the SQL whole, with its parameters, what it reads and
writes, how many rows it would touch and in which tables, the triggers that fire,
the bodies of what it calls. The SQL is shown as its grammar spells it, without
comments, and as it was written where that is another text. Characters that would
not show, or would show something else, are spelled: <U+202E>, <3000 blanks>.

With --plan the source plans it (EXPLAIN), with --sample a few of the rows that it
would change are shown, before and after. Nothing of it runs. Both are read as you,
in a session that can only read, and are in the audit log under your name; columns
that hold secrets are hidden.`,
		Example: `  sallyport approvals show ap-4xk1m0z9qe
  sallyport approvals show ap-4xk1m0z9qe --plan --sample`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			d, err := findDesks(cmd, environ)
			if err != nil {
				return err
			}
			r, at, err := d.find(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			var look approval.Look
			if plan || sample {
				if look, err = at.Look(cmd.Context(), r.ID, plan, sample); err != nil {
					return err
				}
			}
			if asJSON {
				return printJSON(std.Out, lookedAt{r, look})
			}
			p := newPrinter(std.Out)
			p.show(r)
			p.look(look)
			if r.State == approval.Pending {
				p.commands(cmd, r.ID)
			}
			return p.err
		},
	}
	addDeskFlags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "as a JSON object")
	cmd.Flags().BoolVar(&plan, "plan", false, "with the source's plan of it, which runs nothing")
	cmd.Flags().BoolVar(&sample, "sample", false, "with a few of the rows that it would change, before and after")
	return cmd
}

func printJSON(w io.Writer, v any) error {
	if list, ok := v.([]approval.Request); ok && list == nil {
		v = []approval.Request{}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// printer prints requests, in colours on a terminal. It keeps the first
// error of writing.
type printer struct {
	cli.Screen
	w   io.Writer
	now time.Time
	err error
}

func newPrinter(w io.Writer) *printer {
	return &printer{Screen: cli.ScreenOf(w), w: w, now: time.Now()}
}

func (p *printer) printf(format string, args ...any) {
	if _, err := fmt.Fprintf(p.w, format, args...); p.err == nil {
		p.err = err
	}
}

func (p *printer) list(requests []approval.Request, all bool) error {
	if len(requests) == 0 {
		p.printf("Nothing waits for approval.\n")
		return p.err
	}
	rows := [][]string{{"ID", "STATE", "AGE", "EXPIRES", "WHO", "CLASS", "ROWS", "SQL"}}
	for _, r := range requests {
		expires := ""
		if r.State == approval.Pending || r.State == approval.Approved {
			expires = "in " + short(r.Expires.Sub(p.now))
		}
		rows = append(rows, []string{
			oneLine(r.ID), oneLine(string(r.State)), short(p.now.Sub(r.Created)), expires, oneLine(r.Principal), oneLine(r.Class), rowCount(r.Estimate), oneLine(r.SQL),
		})
	}
	p.columns(rows, func(column int) bool { return column == 1 && !all }, func(row int) string {
		if class := requests[row].Class; class == "delete" || class == "exec" {
			return "33"
		}
		return ""
	})
	return p.err
}

func (p *printer) show(r approval.Request) {
	state := string(r.State)
	if r.State == approval.Pending || r.State == approval.Approved {
		state += ", expires in " + short(r.Expires.Sub(p.now))
	}
	p.printf("%s  %s\n", p.Paint("1", oneLine(r.ID)), oneLine(state))
	p.field("asked by", facts(r.Principal, r.Door+tool(r.Tool), strings.TrimSpace(r.Application+" "+r.Version), r.RemoteAddr), short(p.now.Sub(r.Created))+" ago")
	p.field("session", r.Session)
	if r.State == approval.Pending && !r.Left.IsZero() {
		p.field("waiting", "no call has waited for "+short(p.now.Sub(r.Left))+": it runs once the same statement is sent again")
	}
	p.field("source", r.Source, "mode "+r.Mode)
	p.field("class", p.classed(r))
	p.field("because", r.Reason)
	p.field("relations", r.Relations...)
	p.field("rows", estimated(r.Estimate))
	p.touched(r.Estimate)
	p.field("limit", limit(r))
	p.field("grant", grantable(r))
	p.field("triggers", r.Estimate.Triggers...)
	p.field("sequences", r.Estimate.Sequences...)
	p.field("cascades", r.Estimate.Cascades...)
	p.field("drops", r.Estimate.Dropped...)
	p.field("note", r.Estimate.Note)
	p.field("approvers", approvers(r)...)
	for _, by := range r.Given {
		if r.People < 2 {
			break // "decided" says it
		}
		p.field("given by", facts(by.Approver, by.Channel, by.Given.Format(time.RFC3339)))
	}
	if !r.Decided.IsZero() {
		p.field("decided", facts(r.Approver, r.Channel, r.Decided.Format(time.RFC3339)))
	}
	p.field("comment", r.Comment)
	if !r.Used.IsZero() {
		p.field("used", r.Used.Format(time.RFC3339))
	}
	p.printf("\n")
	p.sends(r.Sends)
	p.text(r)
}

// longLine is how much of a line of a request stands where it is; the whole of longer ones stands below.
const longLine = 400

// sends prints the requests that go to APIs.
func (p *printer) sends(s *approval.Sends) {
	if s == nil {
		return
	}
	for i, o := range s.First {
		p.printf("  %s:\n", p.Paint("1", fmt.Sprintf("request %d of %d", i+1, s.Count)))
		short, whole := approval.Shortened(approval.Folded(o.Text()), longLine)
		p.block("  > ", short)
		for i, line := range whole {
			p.printf("  [%d] whole:\n", i+1)
			p.block("  : ", line)
		}
		p.printf("\n")
	}
	if len(s.More) > 0 {
		p.printf("  and these, with bodies of their own:\n")
		for _, l := range s.More {
			p.printf("  > %d x %s\n", l.Count, oneLine(l.Line))
		}
		p.printf("\n")
	}
}

// text prints the statement that is to run: as the grammar spells it, as the client wrote it
// if that differs, its parameters, and the bodies of the functions that it calls.
func (p *printer) text(r approval.Request) {
	if r.Canonical == "" {
		p.block("  | ", r.SQL)
	} else {
		p.block("  | ", r.Canonical)
	}
	if r.Canonical != "" && r.Other {
		p.printf("\n  as it was written:\n")
		p.block("  : ", r.SQL)
	}
	for i, v := range r.Params {
		first, more, several := strings.Cut(approval.Folded(v), "\n")
		p.printf("  $%d = %s\n", i+1, first)
		if several {
			p.block("     | ", more)
		}
	}
	for _, code := range r.Estimate.Code {
		p.printf("\n  %s:\n", oneLine(code.Name))
		p.block("  : ", code.Text)
	}
	if r.Hides && r.State == approval.Pending {
		p.printf("\n  The server that was asked is not running any more, so what stands for secrets above cannot be shown.\n  It cannot be approved: have it asked again.\n")
	}
}

// touched prints the relations whose rows are changed, each with its number.
func (p *printer) touched(e approval.Estimate) {
	if len(e.Touched) == 0 || len(e.Touched) == 1 && e.Touched[0].Rows == e.Rows && e.Touched[0].Way == "" {
		return
	}
	width := 0
	for _, t := range e.Touched {
		width = max(width, len(touchedRows(t)))
	}
	for _, t := range e.Touched {
		way := ""
		if t.Way != "" {
			way = ", by " + t.Way
			if strings.HasPrefix(t.Way, "of ") {
				way = ", " + t.Way
			}
		}
		p.printf("             %*s %s\n", width, touchedRows(t), oneLine(t.Verb+" "+t.Relation+way))
	}
}

func touchedRows(t approval.Touched) string {
	return rowCount(approval.Estimate{Rows: t.Rows, By: t.By})
}

// classed is the class and the verb, in colour where they take something away.
func (p *printer) classed(r approval.Request) string {
	text := oneLine(r.Class + " (" + r.Verb + ")")
	if r.Class == "delete" || r.Class == "exec" {
		return p.Paint("33", text)
	}
	return text
}

// field prints a name and its values, if there are any. Control characters in values are made
// visible, except in a value that is painted already.
func (p *printer) field(name string, values ...string) {
	for i, v := range values {
		if name != "class" {
			values[i] = oneLine(v)
		}
	}
	if text := strings.Join(values, ", "); text != "" {
		p.printf("  %-11s%s\n", name, text)
	}
}

// block prints a text line by line, set off from what is around it.
func (p *printer) block(margin, text string) {
	for line := range strings.SplitSeq(approval.Folded(text), "\n") {
		p.printf("%s%s\n", margin, line)
	}
}

// commands says how to decide, with the flags that found the request.
func (p *printer) commands(cmd *cobra.Command, id string) {
	where := ""
	for _, flag := range []string{"config", "state-dir", "url", "approver"} {
		if f := cmd.Flags().Lookup(flag); f != nil && f.Changed {
			where += " --" + flag + " " + cli.ShellQuote(f.Value.String())
		}
	}
	p.printf("\nTo approve it, once:  %s\nTo refuse it:         %s\n",
		p.Paint("1", "sallyport approvals approve "+oneLine(id)+where), p.Paint("1", "sallyport approvals deny "+oneLine(id)+where))
}

// oneLine is a text that cannot pose as another line or field.
func oneLine(s string) string { return strings.Join(strings.Fields(approval.Visible(s)), " ") }

func facts(list ...string) string {
	var known []string
	for _, f := range list {
		if f != "" {
			known = append(known, f)
		}
	}
	return strings.Join(known, ", ")
}

func tool(name string) string {
	if name == "" {
		return ""
	}
	return " " + name
}

func rowCount(e approval.Estimate) string {
	switch {
	case e.Rows < 0 || e.By == "":
		return "?"
	case e.By == "plan":
		return "~" + strconv.FormatInt(e.Rows, 10)
	}
	return strconv.FormatInt(e.Rows, 10)
}

func estimated(e approval.Estimate) string {
	switch {
	case e.Rows < 0 || e.By == "":
		return "not known"
	case e.By == "count":
		return fmt.Sprintf("%d, counted with the statement's own condition%s", e.Rows, inAll(e))
	case e.By == "table":
		return fmt.Sprintf("%d, all rows of the tables%s", e.Rows, inAll(e))
	case e.By == "plan" && len(e.Touched) > 0 && strings.HasPrefix(e.Touched[0].Verb, "DROP"):
		return fmt.Sprintf("about %d, by the source's statistics", e.Rows)
	case e.By == "values":
		return fmt.Sprintf("%d, written out in it", e.Rows)
	case e.By == "requests":
		return requests(e.Rows) + " to an API"
	case e.By == "plan":
		return fmt.Sprintf("about %d, as the source's planner guesses", e.Rows)
	}
	return fmt.Sprintf("%d, by %s", e.Rows, e.By)
}

// inAll says that rows of several relations are added up.
func inAll(e approval.Estimate) string {
	known := 0
	for _, t := range e.Touched {
		if t.Rows >= 0 && !strings.HasPrefix(t.Way, "of ") {
			known++
		}
	}
	if known > 1 {
		return ", in all:"
	}
	return ""
}

func requests(n int64) string {
	if n == 1 {
		return "1 request"
	}
	return fmt.Sprintf("%d requests", n)
}

func limit(r approval.Request) string {
	if r.Sends != nil && r.MaxRows >= 0 {
		return fmt.Sprintf("%s: just these are sent, and what has been sent is not taken back", requests(r.MaxRows))
	}
	if r.MaxRows < 0 {
		return "none: it is not held to a number of rows"
	}
	return fmt.Sprintf("%d rows; if it touches more it is rolled back", r.MaxRows)
}

// grantable says what a grant could be for.
func grantable(r approval.Request) string {
	switch {
	case r.Scope == nil || r.State != approval.Pending:
		return ""
	case r.Scope.Why != "":
		return "not possible: " + r.Scope.Why
	}
	return "possible, for more of the same: " + approval.Grant{Scope: *r.Scope}.Kind()
}

// short is a duration for a column.
func short(d time.Duration) string {
	switch d = max(d, 0); {
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh%02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%dd", int(d.Hours())/24)
}

// approvers say how many people have to approve a request, and whose; none: one person, whoever that is.
func approvers(r approval.Request) (list []string) {
	if r.People > 1 {
		list = append(list, fmt.Sprintf("%d different people", r.People))
	}
	if len(r.Roles) > 0 {
		list = append(list, "with the role "+strings.Join(r.Roles, " or "))
	}
	return list
}
