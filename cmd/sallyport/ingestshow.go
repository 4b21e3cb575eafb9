package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/discovery/ingest"
	"github.com/sallyportdb/sallyport/discovery/remote"
	"github.com/sallyportdb/sallyport/shell/show"
)

// ingestShow shows what an ingest does: results on standard output, progress on standard error, as a
// bar on a terminal and as a line for each stage elsewhere.
type ingestShow struct {
	json     bool
	out, err io.Writer
	screen   cli.Screen
	terminal bool
	bar      bool // the cursor stands behind a bar
	drawn    time.Time
	stage    string
	results  []ingest.Result
	comments []ingest.Comment
	dated    bool // the table says when each run began
}

func newIngestShow(format string, std cli.Streams) (*ingestShow, error) {
	if format != "table" && format != "json" {
		return nil, fmt.Errorf("--format is table or json, not %q", format)
	}
	return &ingestShow{json: format == "json", out: std.Out, err: std.Err, screen: cli.ScreenOf(std.Err), terminal: cli.IsTerminal(std.Err)}, nil
}

// by prints who takes the snapshots: the running server, or this command.
func (s *ingestShow) by(who string) {
	if s.terminal {
		fmt.Fprintln(s.err, s.screen.Paint("2", "by "+who))
	}
}

// line takes a line of the answer.
func (s *ingestShow) line(l remote.Line) {
	switch {
	case l.Progress != nil:
		s.progress(*l.Progress)
	case l.Comment != nil:
		s.comments = append(s.comments, *l.Comment)
	case l.Results != nil:
		s.results = l.Results
	}
}

func (s *ingestShow) progress(p ingest.Progress) {
	if stage := p.Connection + ": " + p.Stage; stage != s.stage {
		s.stage, s.drawn = stage, time.Time{}
		if !s.terminal {
			fmt.Fprintln(s.err, stage)
		}
	}
	last := p.Total > 0 && p.Done == p.Total
	if !s.terminal || !last && time.Since(s.drawn) < 100*time.Millisecond {
		return
	}
	s.drawn = time.Now()
	const width = 24
	bar, count := strings.Repeat("·", width), fmt.Sprint(p.Done)
	if p.Total > 0 {
		full := width * p.Done / p.Total
		bar, count = strings.Repeat("█", full)+strings.Repeat("·", width-full), fmt.Sprintf("%d/%d", p.Done, p.Total)
	}
	fmt.Fprint(s.err, "\r\x1b[K", s.screen.Cut(fmt.Sprintf("%-30s %s %s %s", s.stage, bar, count, show.Visible(p.Table))))
	s.bar = true
}

// showResults shows the results. Its error is that of the connections that have failed.
func (s *ingestShow) showResults() error {
	if s.bar {
		fmt.Fprint(s.err, "\r\x1b[K")
	}
	failed := 0
	for _, r := range s.results {
		if r.Error != "" {
			failed++
		}
	}
	for _, c := range s.comments {
		if c.Error != "" {
			failed++
		}
	}
	switch {
	case s.json && s.comments != nil:
		return errors.Join(json.NewEncoder(s.out).Encode(map[string]any{"comments": s.comments}), exitOf(failed))
	case s.json && s.results != nil:
		return errors.Join(json.NewEncoder(s.out).Encode(map[string]any{"results": s.results}), exitOf(failed))
	}
	s.table()
	for _, c := range s.comments {
		fmt.Fprintln(s.out, show.Visible(c.SQL)+";")
		if c.Error != "" {
			fmt.Fprintln(s.out, "--", show.Visible(c.Error))
			if c.Hint != "" {
				fmt.Fprintln(s.out, "--", show.Visible(c.Hint))
			}
		}
	}
	return exitOf(failed)
}

// exitOf is the exit status of a command of which so many parts have failed, and which has said so.
func exitOf(failed int) error {
	if failed > 0 {
		return cli.ErrReported
	}
	return nil
}

func (s *ingestShow) table() {
	if len(s.results) == 0 {
		return
	}
	w := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	began := func(text string) string {
		if s.dated {
			return text + "\t"
		}
		return ""
	}
	fmt.Fprintln(w, "CONNECTION\t"+began("BEGAN")+"TABLES\tCOLUMNS\tPROFILED\tJOINS GUESSED\tTOOK\tSNAPSHOT")
	for _, r := range s.results {
		fmt.Fprintf(w, "%s\t%s%d\t%d\t%d\t%d\t%s\t%s\n", r.Connection, began(r.Began.Format(secondsUTC)), r.Tables, r.Columns, r.Profiled, r.Guessed, r.Took.Round(10*time.Millisecond), r.SyncID)
	}
	_ = w.Flush()
	for _, r := range s.results {
		note := func(format string, args ...any) {
			fmt.Fprintln(s.out, show.Visible(r.Connection+": "+fmt.Sprintf(format, args...)))
		}
		if r.Error != "" {
			note("%s", r.Error)
			if r.Hint != "" {
				note("%s", r.Hint)
			}
		}
		if r.Failed > 0 {
			note("%d tables could not be profiled; the first is %s", r.Failed, r.FirstFailure)
		}
		if r.Left > 0 {
			note("the time was over before %d tables were profiled; the next run goes on with them (discovery.time)", r.Left)
		}
	}
}
