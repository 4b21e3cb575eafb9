package approvalscmd

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/desk"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// lookForDesks is how often a watch looks for servers that have started.
const lookForDesks = 2 * time.Second

func watchCommand(std cli.Streams, environ []string) *cobra.Command {
	var asJSON, notify bool
	var pick picked
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Show requests as they come, and decide them on a terminal",
		Long: `Shows what waits and what comes, whole, and what becomes of it, until Ctrl-C. On
a terminal it asks of each: y approves it, n refuses it, and Enter leaves it for
later; and the terminal is told of each that comes (a bell and, where it knows
them, a notification: OSC 9).`,
		Example: `  sallyport approvals watch
  sallyport approvals watch --source shop --class delete --sort rows
  sallyport approvals watch --user anna --notify=false
  sallyport approvals watch --json | jq -c '{id, state, principal, sql}'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := findDesks(cmd, environ)
			if err != nil {
				return err
			}
			w := &watch{desks: d, asJSON: asJSON, pick: pick, out: std.Out, errs: std.Err, shown: map[string]approval.State{}}
			if w.queue, err = d.list(cmd.Context(), pick, approval.Pending); err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			if !asJSON && cli.IsTerminal(std.In) && cli.IsTerminal(std.Out) {
				w.keys = typedLines(std.In)
			}
			if notify && !asJSON && cli.IsTerminal(std.Out) && tellable(cli.Getenv(environ)("TERM")) {
				w.tell = std.Out
			}
			fmt.Fprintf(std.Err, "Watching for requests at %s: %s. Ctrl-C ends it.\n", d.where(), some(len(w.queue)))
			return w.run(ctx)
		},
	}
	addDeskFlags(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "each change as a JSON object in a line")
	cmd.Flags().BoolVar(&notify, "notify", true, "tell the terminal of requests that come")
	pick.add(cmd, "those that wait at the start")
	return cmd
}

// where names the desk or the state directory that is watched.
func (d *desks) where() string {
	if d.remote != nil {
		return d.remote.Name()
	}
	return filepath.Dir(d.folder)
}

func some(n int) string {
	switch n {
	case 0:
		return "nothing waits"
	case 1:
		return "one waits"
	}
	return fmt.Sprintf("%d wait", n)
}

// watch is one run of approvals watch.
type watch struct {
	desks  *desks
	asJSON bool
	pick   picked
	tell   io.Writer // the terminal, that is told of what comes; nil: it is not
	out    io.Writer
	errs   io.Writer
	keys   <-chan typed              // nil: nobody is asked
	shown  map[string]approval.State // by id
	queue  []change                  // that came while a question was open
}

func (w *watch) run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	changes := make(chan change)
	running.Go(func() { w.follow(ctx, changes) })
	for {
		next, ok := w.next(ctx, changes)
		if !ok {
			return nil
		}
		if err := w.handle(ctx, next, changes); err != nil {
			return err
		}
	}
}

func (w *watch) next(ctx context.Context, changes <-chan change) (next change, ok bool) {
	if len(w.queue) > 0 {
		next, w.queue = w.queue[0], w.queue[1:]
		return next, true
	}
	select {
	case next = <-changes:
		w.notify(next.request)
		return next, true
	case <-ctx.Done():
		return change{}, false
	}
}

// notify tells the terminal of a request that has come.
func (w *watch) notify(r approval.Request) {
	if _, known := w.shown[r.ID]; w.tell == nil || known || r.State != approval.Pending || !w.pick.has(r) ||
		slices.ContainsFunc(w.queue, func(c change) bool { return c.request.ID == r.ID }) {
		return
	}
	text := []rune(oneLine(fmt.Sprintf("Sallyport: %s asks for %s on %s", r.Principal, r.Verb, r.Source)))
	fmt.Fprintf(w.tell, "\x1b]9;%s\a\a", string(text[:min(len(text), maxNotice)]))
}

// maxNotice bounds a notification, in characters.
const maxNotice = 120

// tellable reports whether a terminal of that name can be sent a notification: those
// that know none overlook it, but for these.
func tellable(term string) bool { return term != "linux" && term != "dumb" }

// follow watches every desk there is, and those that come, until the context
// ends.
func (w *watch) follow(ctx context.Context, changes chan<- change) {
	var running sync.WaitGroup
	defer running.Wait()
	ended := make(chan string)
	watched := map[string]bool{}
	tick := time.NewTicker(lookForDesks)
	defer tick.Stop()
	for {
		clients, _ := w.desks.all() // the folder was readable at the start; it is looked at again
		for _, c := range clients {
			if watched[c.Name()] {
				continue
			}
			watched[c.Name()] = true
			running.Go(func() {
				_ = c.Watch(ctx, func(r approval.Request) error { // a desk that ends is looked for again
					select {
					case changes <- change{c, r}:
						return nil
					case <-ctx.Done():
						return ctx.Err()
					}
				})
				select {
				case ended <- c.Name():
				case <-ctx.Done():
				}
			})
		}
		select {
		case name := <-ended:
			watched[name] = false
			select { // not at once: it may refuse
			case <-tick.C:
			case <-ctx.Done():
			}
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// handle shows a change, and asks about a new request.
func (w *watch) handle(ctx context.Context, c change, changes <-chan change) error {
	r := c.request
	if !w.pick.has(r) {
		return nil
	}
	before, known := w.shown[r.ID]
	if known && before == r.State {
		return nil // as after a desk was found again
	}
	w.shown[r.ID] = r.State
	if w.asJSON {
		return json.NewEncoder(w.out).Encode(r)
	}
	p := newPrinter(w.out)
	if r.State != approval.Pending {
		by := ""
		if r.State == approval.Approved || r.State == approval.Denied {
			by = " by " + oneLine(facts(r.Approver, r.Channel))
		}
		p.printf("%s is %s%s\n", oneLine(r.ID), oneLine(string(r.State)), by)
		return p.err
	}
	if whole, err := c.at.Get(ctx, r.ID); err == nil { // with what the watch does not tell
		r = whole
	}
	p.show(r)
	if w.keys == nil {
		p.printf("\n")
		return p.err
	}
	w.askPerson(ctx, p, c, changes)
	p.printf("\n")
	return p.err
}

// askPerson has the person at the terminal decide. Only what is typed after the
// question counts; once somebody else has decided, what is typed is dropped.
func (w *watch) askPerson(ctx context.Context, p *printer, c change, changes <-chan change) {
	id := c.request.ID
	p.printf("\nApprove %s? [y/n, Enter: later] ", oneLine(id))
	asked, settled := time.Now(), false
	for p.err == nil {
		select {
		case line, open := <-w.keys:
			switch {
			case !open:
				w.keys = nil
				return
			case line.at.Before(asked):
				continue
			case !settled:
				w.decide(ctx, p, c, line.text)
			}
			return
		case next := <-changes:
			if next.request.ID != id || next.request.State == approval.Pending {
				w.notify(next.request)
				w.queue = append(w.queue, next)
				continue
			}
			w.shown[id], settled = next.request.State, true
			p.printf("\n%s is %s now. Press Enter to go on. ", oneLine(id), oneLine(string(next.request.State)))
		case <-ctx.Done():
			return
		}
	}
}

func (w *watch) decide(ctx context.Context, p *printer, c change, word string) {
	var r approval.Request
	var err error
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "y", "yes":
		r, err = c.at.Approve(ctx, c.request.ID, desk.Answer{Digest: c.request.Digest})
	case "n", "no":
		r, err = c.at.Deny(ctx, c.request.ID, desk.Answer{Digest: c.request.Digest})
	default:
		p.printf("Left for later: sallyport approvals approve %s\n", oneLine(c.request.ID))
		return
	}
	if err != nil {
		e := sqlstate.From(err)
		fmt.Fprintf(w.errs, "%s\n", e.Message)
		return
	}
	w.shown[r.ID] = r.State
	p.decided(r)
}

// typed is a line and when it was typed.
type typed struct {
	text string
	at   time.Time
}

// typedLines reads a terminal for as long as the process runs: a read of it
// cannot be ended. Lines that nobody waits for are dropped.
func typedLines(r io.Reader) <-chan typed {
	lines := make(chan typed, 1)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			select {
			case lines <- typed{s.Text(), time.Now()}:
			default:
			}
		}
	}()
	return lines
}
