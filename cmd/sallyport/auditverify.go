package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/audit/sinks"
	"github.com/sallyportdb/sallyport/config"
)

// Exit status of audit verify where something is wrong with the log.
const statusFindings exitStatus = 2

// verifyOptions are the flags of audit verify.
type verifyOptions struct {
	dir, format string
	against     []string
	first       uint64
	most        int
}

func auditVerifyCommand(std streams, environ []string) *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check that no record was changed, deleted, moved or added",
		Long: `Reads all files of the audit log, the compressed ones too, and checks that every
record is whole, follows the one before it, and is the one that the next was
written behind. It says what is wrong, where, and which record before it is the
last that is known to be as it was written.

The end of a log is its own only witness: compare it with a head that was kept
where nobody who can write to the log can (--against, audit.publish_head).
Intents without an outcome, and notes of records that could not be written, are
told, and are no findings: the log itself says so.

The exit status is 0 when all is well, 2 when something is wrong with the log,
and 1 when it could not be checked.`,
		Example: `  sallyport audit verify
  sallyport audit verify --dir /var/log/sallyport --against /mnt/elsewhere/sallyport.head
  sallyport audit verify --against 1204:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
  sallyport audit verify --format json | jq .findings`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.format != "text" && o.format != "json" {
				return fmt.Errorf("--format: %q is not a valid value%s", o.format, config.Suggest(o.format, []string{"text", "json"}, "values"))
			}
			dir, _, err := auditDir(cmd, environ, o.dir)
			if err != nil {
				return err
			}
			o.dir = dir
			return auditVerify(o, std)
		},
	}
	addAuditFlags(cmd, &o.dir)
	f := cmd.Flags()
	f.StringArrayVar(&o.against, "against", nil, "a head kept elsewhere, `seq:hash`, or a file with one in each line; may be given again")
	f.Uint64Var(&o.first, "first", 0, "the `number` of the first record that must be there (default: older files may have been deleted)")
	f.IntVar(&o.most, "max-findings", 100, "print at most so many findings")
	f.StringVarP(&o.format, "format", "f", "text", "text, json")
	return cmd
}

func auditVerify(o verifyOptions, std streams) error {
	heads, err := readHeads(o.against)
	if err != nil {
		return err
	}
	report, err := audit.Verify(o.dir, audit.VerifyOptions{First: o.first, Against: heads, MaxFindings: o.most})
	if err != nil {
		return fmt.Errorf("cannot read the audit log: %w", err)
	}
	if len(report.Files) == 0 && len(heads) == 0 {
		return fmt.Errorf("there is no audit log in %s", o.dir)
	}
	if o.format == "json" {
		out := json.NewEncoder(std.out)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		err = out.Encode(report)
	} else {
		err = printReport(std.out, report)
	}
	if err == nil && !report.OK() {
		err = statusFindings
	}
	return err
}

// maxHeads is how many heads of one file a log is compared with, the last.
const maxHeads = 1000

// readHeads reads heads as given, and files of them.
func readHeads(given []string) (heads []audit.Head, err error) {
	for _, text := range given {
		if head, err := audit.ParseHead(text); err == nil {
			heads = append(heads, head)
			continue
		}
		content, err := os.ReadFile(text)
		if err != nil {
			return nil, fmt.Errorf("--against: %q is neither a head (a sequence number, a colon and a SHA-256 in hexadecimal) nor a file that can be read: %w", text, err)
		}
		lines := strings.Split(strings.TrimSpace(string(content)), "\n")
		for _, line := range lines[max(0, len(lines)-maxHeads):] {
			head, err := readHead(line)
			if err != nil {
				return nil, fmt.Errorf("--against: %s: %w", text, err)
			}
			heads = append(heads, head)
		}
	}
	return heads, nil
}

// readHead reads a head as audit.publish_head writes it, or at the end of a line.
func readHead(line string) (audit.Head, error) {
	var p sinks.Published
	if json.Unmarshal([]byte(line), &p) == nil {
		return p.Head, nil
	}
	words := strings.Fields(line)
	if len(words) == 0 {
		return audit.Head{}, errors.New("a line has no head")
	}
	return audit.ParseHead(words[len(words)-1])
}

// printReport says what is wrong first, then what one ought to know, then the
// summary.
func printReport(w io.Writer, r *audit.Report) error {
	p := &lines{w: w}
	for _, f := range r.Findings {
		p.print("%s: %s: %s", where(f), f.Kind, visible(f.What))
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
	p.print("%s", visible(r.Dir))
	for _, f := range r.Files {
		p.print("  %-42s %s", visible(f.Name), span(f.Records, f.First, f.Last))
	}
	if r.Torn > 0 {
		p.print("torn: %s, by a crash, and noted at the next start", count(r.Torn, "line", "lines"))
	}
	if r.Unended > 0 {
		p.print("unended: the last %d bytes are no whole line: it is being written, or a crash tore it", r.Unended)
	}
	for _, m := range r.Gaps {
		p.print("gap: record %s notes records that could not be written", stamp(m))
	}
	if n := len(r.Open); n > 0 {
		p.print("open: %s without an outcome: running now, or overtaken by a crash: %s", count(n, "intent", "intents"), few(r.Open))
	}
	for _, c := range r.Against {
		if c.Found {
			p.print("against %s: %s", brief(c.Head), c.What)
		}
	}
	if r.Head.Seq > 0 {
		p.print("head: %s", r.Head)
	}
	verdict := "ok"
	if !r.OK() {
		verdict = "NOT AS IT WAS WRITTEN: " + count(r.Total, "finding", "findings")
	}
	p.print("%s: %s in %s", verdict, span(r.Records, r.First, r.Last), count(len(r.Files), "file", "files"))
	for _, dir := range others(r.Dir) {
		p.print("not looked at: %s is a log of its own (--dir)", visible(dir))
	}
	return p.err
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
	place := visible(f.File)
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
