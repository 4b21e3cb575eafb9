package auditcmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
	"github.com/sallyportdb/sallyport/cmd/sallyport/records"
	"github.com/sallyportdb/sallyport/config"
	"github.com/sallyportdb/sallyport/shell/show"
)

// Exit status of audit verify where something is wrong with the log, and where
// what is right is not all.
const (
	statusFindings   cli.ExitStatus = 2
	statusIncomplete cli.ExitStatus = 3
)

// verifyOptions are the flags of audit verify.
type verifyOptions struct {
	dir, format  string
	against      []string
	first, known uint64
	most         int
}

func verifyCommand(std cli.Streams, environ []string) *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check that no record was changed, deleted, moved or added",
		Long: `Reads all files of the audit log, the compressed ones too, and checks that every
record is whole, follows the one before it, and is the one that the next was
written behind. It says what is wrong, where, and which record before it is the
last that is known to be as it was written.

The end of a log is its own only witness: it is compared with the head that the
server keeps of it (audit.head_dir), with those that it published to a file
(audit.publish_head), and with those of --against.

The exit status is
  0  all is well: compared with a head, and whole but for what retention deleted
  1  the log could not be checked
  2  something in the log is not as it was written
  3  what is here is as it was written, but it is not all: first records are not
     here, a note tells of records that could not be written or that were gone at
     a start, or there was no head to compare with
What was told and is known does not count with --known.`,
		Example: `  sallyport audit verify
  sallyport audit verify --dir /var/log/sallyport --against /mnt/elsewhere/sallyport.head
  sallyport audit verify --against 1204:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
  sallyport audit verify --format json | jq .findings`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.format != "text" && o.format != "json" {
				return fmt.Errorf("--format: %q is not a valid value%s", o.format, config.Suggest(o.format, []string{"text", "json"}, "values"))
			}
			dir, c, err := placeOf(cmd, environ, o.dir)
			if err != nil {
				return err
			}
			o.dir = dir
			return verify(o, c, std)
		},
	}
	addLogFlags(cmd, &o.dir)
	f := cmd.Flags()
	f.StringArrayVar(&o.against, "against", nil, "a head kept elsewhere, `seq:hash`, or a file with one in each line; may be given again")
	f.Uint64Var(&o.first, "first", 0, "the `number` of the first record that must be there (default: older files may have been deleted)")
	f.Uint64Var(&o.known, "known", 0, "what is missing or was not written up to record `number` is known, and does not count")
	f.IntVar(&o.most, "max-findings", 100, "print at most so many findings")
	f.StringVarP(&o.format, "format", "f", "text", "text, json")
	return cmd
}

func verify(o verifyOptions, c config.Config, std cli.Streams) error {
	heads, err := readHeads(o.against, records.LogName(c, o.dir))
	if err != nil {
		return err
	}
	w := witnessesOf(c, o.dir)
	report, err := audit.Verify(o.dir, audit.VerifyOptions{First: o.first, Against: heads, Kept: w.heads, Known: o.known, MaxFindings: o.most})
	if err != nil {
		return fmt.Errorf("cannot read the audit log: %w", err)
	}
	if len(report.Files) == 0 && !slices.ContainsFunc(report.Against, func(c audit.Comparison) bool { return c.Head.Seq > 0 }) {
		return fmt.Errorf("there is no audit log in %s", o.dir)
	}
	report.Incomplete = append(report.Incomplete, w.trouble...)
	if o.format == "json" {
		out := json.NewEncoder(std.Out)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		err = out.Encode(report)
	} else {
		err = printReport(std.Out, report, w)
	}
	switch {
	case err != nil:
		return err
	case !report.OK():
		return statusFindings
	case len(report.Incomplete) > 0:
		return statusIncomplete
	}
	return nil
}

// witnesses are the heads that the server itself kept of a log or published to a
// file.
type witnesses struct {
	heads   []audit.Head
	kept    audit.Head // one of them, from the file path
	path    string
	trouble []string // why some could not be read
}

func witnessesOf(c config.Config, dir string) (w witnesses) {
	path, kept, err := records.KeptHead(c, dir)
	switch {
	case err == nil:
		w.heads, w.kept, w.path = []audit.Head{kept.Head}, kept.Head, path
	case !errors.Is(err, audit.ErrNotKept):
		w.trouble = append(w.trouble, fmt.Sprintf("the head in %s cannot be used: %v", path, err))
	}
	published, err := records.PublishedHeads(c, dir)
	if err != nil {
		w.trouble = append(w.trouble, err.Error())
	}
	for _, head := range published {
		if head.Seq > kept.Settled { // else its record may be gone, as a person has acknowledged
			w.heads = append(w.heads, head)
		}
	}
	return w
}

// readHeads reads heads that are given as text or in files. Of a file only the heads of
// the named log count.
func readHeads(given []string, name string) (heads []audit.Head, err error) {
	for _, text := range given {
		if head, err := audit.ParseHead(text); err == nil {
			heads = append(heads, head)
			continue
		}
		if _, err := os.Stat(text); err != nil {
			return nil, fmt.Errorf("--against: %q is neither a head (a sequence number, a colon and a SHA-256 in hexadecimal) nor a file that can be read: %w", text, err)
		}
		found, err := records.HeadsIn(text, name, func(err error) error { return err })
		if err != nil {
			return nil, fmt.Errorf("--against: %w", err)
		}
		heads = append(heads, found...)
	}
	return heads, nil
}

// printReport says what is wrong first, then what one ought to know, then the
// summary.
func printReport(out io.Writer, r *audit.Report, w witnesses) error {
	p := &lines{w: out}
	for _, f := range r.Findings {
		p.print("%s: %s: %s", where(f), f.Kind, show.Visible(f.What))
		if f.After.Seq > 0 {
			p.print("  after record %s, which is as it was written", stamp(f.After))
		}
	}
	if more := r.Total - len(r.Findings); more > 0 {
		p.print("and %d more", more)
	}
	if r.Total > 0 {
		p.print("")
	}
	p.print("%s", show.Visible(r.Dir))
	for _, f := range r.Files {
		p.print("  %-42s %s", show.Visible(f.Name), span(f.Records, f.First, f.Last))
	}
	if r.Torn > 0 {
		p.print("torn: %s, by a crash, and noted at the next start", count(r.Torn, "line", "lines"))
	}
	if r.Unended > 0 {
		p.print("unended: the last %d bytes are no whole line: it is being written, or a crash tore it", r.Unended)
	}
	for _, n := range r.Notes {
		p.print("note: record %s: %s", stamp(n.Mark), show.Visible(n.Text))
	}
	for _, a := range r.Absent {
		p.print("absent: %s", absence(a))
	}
	if n := len(r.Open); n > 0 {
		p.print("open: %s without an outcome: running now, or overtaken by a crash: %s", count(n, "intent", "intents"), few(r.Open))
	}
	for _, c := range r.Against {
		if w.path != "" && c.Head == w.kept {
			p.print("against the head kept in %s: %s", show.Visible(w.path), c.What)
		} else if c.Found || r.OK() {
			p.print("against %s: %s", brief(c.Head), c.What)
		}
	}
	if r.Head.Seq > 0 {
		p.print("head: %s", r.Head)
	}
	verdict := "ok"
	switch {
	case !r.OK():
		verdict = "NOT AS IT WAS WRITTEN: " + count(r.Total, "finding", "findings")
	case len(r.Incomplete) > 0:
		verdict = "NOT COMPLETE: " + show.Visible(strings.Join(r.Incomplete, "; "))
	}
	p.print("%s: %s in %s", verdict, span(r.Records, r.First, r.Last), count(len(r.Files), "file", "files"))
	for _, dir := range others(r.Dir) {
		p.print("not looked at: %s is a log of its own (--dir)", show.Visible(dir))
	}
	return p.err
}

// absence says which records are not here, and who knows of it.
func absence(a audit.Absence) string {
	text := fmt.Sprintf("records %d to %d are not here", a.From, a.To)
	if a.From == a.To {
		text = fmt.Sprintf("record %d is not here", a.From)
	}
	switch a.Why {
	case audit.Expired:
		return text + fmt.Sprintf(": deleted as configured, as record %d notes", a.Note.Seq)
	case audit.Lost:
		return text + fmt.Sprintf(": gone when the server started, as record %d notes", a.Note.Seq)
	case audit.Replaced:
		return fmt.Sprintf("record %d was not as it was written when the server started, as record %d notes", a.From, a.Note.Seq)
	}
	return text + ", and no note says why"
}

// lines prints lines and keeps the first error.
type lines struct {
	w   io.Writer
	err error
}

func (l *lines) print(format string, args ...any) {
	if l.err == nil {
		_, l.err = fmt.Fprintf(l.w, format+"\n", args...)
	}
}

// where is a finding's place as editors understand it.
func where(f audit.Finding) string {
	place := show.Visible(f.File)
	switch {
	case place == "":
		return "the log"
	case f.LastLine > 0:
		return fmt.Sprintf("%s:%d-%d", place, f.Line, f.LastLine)
	case f.Line > 0:
		return fmt.Sprintf("%s:%d", place, f.Line)
	}
	return place
}

func stamp(m audit.Mark) string {
	return fmt.Sprintf("%d of %s", m.Seq, m.Time.Format(time.RFC3339))
}

func span(records int64, first, last audit.Mark) string {
	if records == 0 {
		return "no record"
	}
	return fmt.Sprintf("%s, %s to %s", count(int(records), "record", "records"), stamp(first), stamp(last))
}

// few names the first of some records.
func few(marks []audit.Mark) string {
	const most = 10
	var names []string
	for _, m := range marks[:min(most, len(marks))] {
		names = append(names, stamp(m))
	}
	if more := len(marks) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(names, ", ")
}

func brief(h audit.Head) string { return fmt.Sprintf("%d:%s…", h.Seq, h.Hash.String()[:12]) }

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// others are logs below a directory: of MCP clients' own servers, which keep
// theirs there while another has the directory.
func others(dir string) []string {
	found, err := filepath.Glob(filepath.Join(dir, "*", "audit.jsonl"))
	if err != nil {
		return nil // a directory with a pattern in its name
	}
	for i, path := range found {
		found[i] = filepath.Dir(path)
	}
	return found
}
