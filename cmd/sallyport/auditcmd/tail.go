package auditcmd

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/audit/follow"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/config"
)

// tailOptions are the flags of audit tail.
type tailOptions struct {
	dir, format string
	follow      bool
	lines       int
	filter      filter
}

func tailCommand(std cli.Streams, environ []string) *cobra.Command {
	var o tailOptions
	var since string
	cmd := &cobra.Command{
		Use:   "tail",
		Short: "Print the last records, and those that follow",
		Long: `Prints the last records of the audit log in columns, one line each: number, time
(UTC), phase, decision, class, who asked, which source by which door, rows,
milliseconds, the SQL, and the error. On a terminal lines are cut at its edge,
and what was refused or failed is in colours. With --follow it goes on with what
is written until Ctrl-C, across rotation.

Of several filters all must fit, of several values of one any. An intent and its
outcome are two records.`,
		Example: `  sallyport audit tail
  sallyport audit tail -f --refused
  sallyport audit tail --since 24h --principal ada --class delete,exec
  sallyport audit tail -n 100 --format json | jq .sql`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, _, err := placeOf(cmd, environ, o.dir)
			if err != nil {
				return err
			}
			o.dir = dir
			if o.filter.since, err = parseSince(since, time.Now()); err != nil {
				return err
			}
			if since != "" && !cmd.Flags().Changed("lines") {
				o.lines = -1
			}
			if err := o.checkWords(); err != nil {
				return err
			}
			ctx, stop := cli.UntilSignal(cmd.Context())
			defer stop()
			return tail(ctx, o, std)
		},
	}
	addLogFlags(cmd, &o.dir)
	f := cmd.Flags()
	f.BoolVarP(&o.follow, "follow", "f", false, "go on with what is written")
	f.IntVarP(&o.lines, "lines", "n", 10, "how many `records` of those there are; -1: all (default with --since)")
	f.StringSliceVar(&o.filter.principals, "principal", nil, "what these `names` asked")
	f.StringSliceVar(&o.filter.decisions, "decision", nil, "`words` as records have them: allow, refuse_immediate, …")
	f.StringSliceVar(&o.filter.classes, "class", nil, "`words`: read, session, mutate, delete, exec, unknown")
	f.StringSliceVar(&o.filter.doors, "door", nil, "`words`: pgwire, mcp")
	f.StringSliceVar(&o.filter.sources, "source", nil, "`names` of sources")
	f.StringVar(&since, "since", "", "a `time`: 90m or 24h ago, 2026-03-04, 2026-03-04T09:12:00Z")
	f.BoolVar(&o.filter.refused, "refused", false, "what was not allowed")
	f.StringVar(&o.format, "format", "text", "text, json (the lines as they stand in the log)")
	return cmd
}

// checkWords refuses words that no record has.
func (o tailOptions) checkWords() error {
	for _, c := range []struct {
		flag         string
		given, valid []string
	}{
		{"--format", []string{o.format}, []string{"text", "json"}},
		{"--door", o.filter.doors, []string{"pgwire", "mcp"}},
		{"--class", o.filter.classes, []string{"read", "session", "mutate", "delete", "exec", "unknown"}},
	} {
		for _, word := range c.given {
			if !slices.Contains(c.valid, word) {
				return fmt.Errorf("%s: %q is not a valid value%s", c.flag, word, config.Suggest(word, c.valid, "values"))
			}
		}
	}
	return nil
}

// parseSince reads a time, or how long ago it was.
func parseSince(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if ago, err := time.ParseDuration(text); err == nil {
		return now.Add(-ago), nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", time.DateOnly} {
		if t, err := time.ParseInLocation(layout, text, time.UTC); err == nil {
			return t, nil
		}
	}
	return time.Time{}, fmt.Errorf("--since: %q is neither how long ago (90m, 24h) nor a time (2026-03-04, 2026-03-04T09:12:00Z)", text)
}

// filter chooses records.
type filter struct {
	principals, decisions, classes, doors, sources []string
	since                                          time.Time
	refused                                        bool
}

// match reads a line and reports whether it is a record that is wanted.
func (f filter) match(line []byte) (r audit.Record, ok bool) {
	if !f.since.IsZero() { // most records of a long log are older: they need not be decoded
		if r.Seq, r.Time = stampOf(line); r.Seq > 0 && r.Time.Before(f.since) {
			return r, false
		}
		r = audit.Record{}
	}
	if json.Unmarshal(line, &r) != nil || r.Seq == 0 {
		return r, false
	}
	for _, c := range []struct {
		wanted []string
		value  string
	}{
		{f.principals, r.Principal}, {f.decisions, string(r.Decision)}, {f.classes, r.Class}, {f.doors, r.Door}, {f.sources, r.Source},
	} {
		if len(c.wanted) > 0 && !slices.Contains(c.wanted, c.value) {
			return r, false
		}
	}
	if f.refused && !refused(r.Decision) {
		return r, false
	}
	return r, !r.Time.Before(f.since)
}

// stampOf reads the number and the time of a record from the beginning of its
// line; 0 where that is not as the log writes it.
func stampOf(line []byte) (seq uint64, at time.Time) {
	if seq = audit.Number(line); seq == 0 {
		return 0, at
	}
	_, rest, named := bytes.Cut(line[:min(len(line), 100)], []byte(`,"time":"`))
	text, _, ended := bytes.Cut(rest, []byte{'"'})
	at, err := time.Parse(time.RFC3339Nano, string(text))
	if !named || !ended || err != nil {
		return 0, at
	}
	return seq, at
}

// all reports whether every record is wanted.
func (f filter) all() bool {
	return len(f.principals)+len(f.decisions)+len(f.classes)+len(f.doors)+len(f.sources) == 0 && f.since.IsZero() && !f.refused
}

// lookAtLog is how often a log that is followed is looked at.
const lookAtLog = 200 * time.Millisecond

func tail(ctx context.Context, o tailOptions, std cli.Streams) error {
	paths, err := audit.Files(o.dir)
	if err != nil {
		return fmt.Errorf("cannot read the audit log: %w", err)
	}
	if len(paths) == 0 && !o.follow {
		return fmt.Errorf("there is no audit log in %s", o.dir)
	}
	after, skip, err := o.start(paths)
	if err != nil {
		return fmt.Errorf("cannot read the audit log: %w", err)
	}
	out := newTailPrinter(std.Out, o.format == "json")
	f := follow.New(o.dir, after)
	defer f.Close()
	tick := time.NewTicker(lookAtLog)
	defer tick.Stop()
	for ctx.Err() == nil {
		line, err := f.Next()
		switch {
		case errors.Is(err, io.EOF) && !o.follow:
			return out.flush()
		case errors.Is(err, io.EOF):
			if err := out.flush(); err != nil {
				return err
			}
			select {
			case <-ctx.Done():
			case <-tick.C:
			}
			continue
		case err != nil:
			return fmt.Errorf("cannot read the audit log: %w", err)
		}
		record, wanted := o.filter.match(line.Text)
		if !wanted {
			continue
		}
		if skip--; skip >= 0 {
			continue
		}
		if err := out.print(line.Text, record); err != nil {
			return err
		}
	}
	return out.flush()
}

// start says behind which record to begin, and how many of those that are
// wanted to leave out, so that the last o.lines of them remain. It counts from
// the last file backwards, so a long log is mostly not read.
func (o tailOptions) start(paths []string) (after uint64, skip int, err error) {
	found, all, gapless := 0, o.filter.all(), true
	for _, path := range slices.Backward(paths) {
		first, last, older, before := uint64(0), uint64(0), false, found
		err := follow.Lines(path, func(line []byte) bool {
			if n := audit.Number(line); all && first > 0 && n > 0 {
				if n > last { // else it is the rest of a torn line, or in the wrong place
					found, last = found+1, n
				}
				return true
			}
			r, wanted := o.filter.match(line)
			if r.Seq == 0 {
				return true
			}
			if first == 0 {
				first, older = r.Seq, r.Time.Before(o.filter.since)
			}
			if wanted {
				found++
			}
			last = r.Seq
			return o.lines >= 0 // else the first record of each file is enough
		})
		if err != nil {
			return 0, 0, err
		}
		if first == 0 {
			continue
		}
		if o.lines == 0 {
			return last, 0, nil
		}
		gapless = gapless && last-first+1 == uint64(found-before)
		if after = first - 1; older || o.lines > 0 && found >= o.lines {
			break
		}
	}
	if o.lines > 0 {
		skip = max(0, found-o.lines)
	}
	if all && gapless {
		return after + uint64(skip), 0, nil
	}
	return after, skip, nil
}
