// Package sinks sends copies of an audit log elsewhere: to standard output, to syslog, to an HTTP
// endpoint. The log's files are the record, and they are the buffer, too: a [Sender] reads them
// behind the log and stores the last number it sent in a small file. So a receiver that is slow,
// down or gone for days costs neither memory nor space and delays no statement.
//
// A record is sent when it is in the file, which may be before it is durable. It is sent at least
// once: after a crash the last batch may come a second time, with the same seq. Records that
// rotation deletes before they are sent never reach the receiver; the server's log names them.
package sinks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/sallyportdb/sallyport/audit/follow"
)

// Target receives lines. One goroutine at a time uses it.
type Target interface {
	// Send sends lines of JSON, each with its line end. It returns how many of them, from the first
	// on, were taken. It ends when the context does, as far as the target allows.
	Send(ctx context.Context, lines []follow.Line) (int, error)
	Close() error
}

// Options say what a Sender sends, and where.
type Options struct {
	Name   string // in the server's log, and in the name of the cursor file
	Dir    string // the log's directory
	Head   uint64 // the last record when the server started
	Target Target
	// Remember stores the last number that was sent, so that the next start goes on behind it.
	// Without it, and at the very first start, sending begins behind Head.
	Remember bool
	Logger   hclog.Logger
}

// Limits of one batch, and of waiting.
const (
	batchLines = 500
	batchBytes = 256 << 10
	lookAgain  = 250 * time.Millisecond
	sendLimit  = 15 * time.Second
	firstWait  = 500 * time.Millisecond
	longWait   = 30 * time.Second
	sayAgain   = 5 * time.Minute
	drainLimit = 3 * time.Second
)

// Sender sends one log to one target, in a goroutine that Close waits for.
type Sender struct {
	options Options
	log     hclog.Logger
	cursor  string // the file with the last number that was sent
	sent    uint64

	failing  time.Time // when it began to fail; zero: it does not
	loggedAt time.Time

	stop chan struct{}
	done chan struct{}
}

// Start starts a Sender. The error is that the cursor file cannot be read or written.
func Start(o Options) (*Sender, error) {
	if o.Logger == nil {
		o.Logger = hclog.NewNullLogger()
	}
	s := &Sender{
		options: o, log: o.Logger.With("sink", o.Name), sent: o.Head,
		stop: make(chan struct{}), done: make(chan struct{}),
	}
	if o.Remember {
		s.cursor = filepath.Join(o.Dir, "sink-"+o.Name+".cursor")
		if err := s.readCursor(); err != nil {
			return nil, fmt.Errorf("the audit sink %q cannot store its position: %w", o.Name, err)
		}
	}
	go s.run()
	return s, nil
}

// readCursor reads the number that an earlier start stored.
func (s *Sender) readCursor() error {
	text, err := os.ReadFile(s.cursor)
	if errors.Is(err, os.ErrNotExist) {
		return s.writeCursor()
	}
	if err != nil {
		return err
	}
	sent, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
	switch {
	case err != nil:
		return fmt.Errorf("%s does not hold a number", s.cursor)
	case sent > s.options.Head:
		s.log.Warn("the audit log is not the one that was sent before; it is sent from its beginning", "sent", sent, "head", s.options.Head)
		sent = 0
	}
	s.sent = sent
	return nil
}

func (s *Sender) writeCursor() error {
	if s.cursor == "" {
		return nil
	}
	unfinished := s.cursor + ".tmp"
	if err := os.WriteFile(unfinished, []byte(strconv.FormatUint(s.sent, 10)+"\n"), 0o600); err != nil {
		return err
	}
	return os.Rename(unfinished, s.cursor)
}

// Close goes on sending for drainLimit at most, then closes the target.
func (s *Sender) Close() error {
	close(s.stop)
	select {
	case <-s.done:
		return s.options.Target.Close()
	case <-time.After(drainLimit + time.Second):
		return fmt.Errorf("the audit sink %q did not stop in time, because its receiver takes nothing; the last record that was sent is %d", s.options.Name, s.sent)
	}
}

// run sends until stop, and for drainLimit after it.
func (s *Sender) run() {
	defer close(s.done)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go func() {
		<-s.stop
		select {
		case <-time.After(drainLimit):
			cancel()
		case <-ctx.Done():
		}
	}()
	f := follow.New(s.options.Dir, s.sent)
	defer f.Close()
	var batch []follow.Line
	wait := firstWait
	for {
		if len(batch) == 0 {
			batch = s.nextBatch(f)
		}
		if len(batch) == 0 {
			if s.stopped() || !s.pause(ctx, lookAgain) {
				return
			}
			continue
		}
		n, err := s.sendBatch(ctx, batch)
		batch = batch[n:]
		if err == nil {
			wait = firstWait
			continue
		}
		if ctx.Err() != nil || s.stopped() && n == 0 {
			s.log.Warn("records were not sent; the next start goes on with them", "from", batch[0].Seq, "error", err, "remembered", s.cursor != "")
			return
		}
		s.logFailure(batch[0].Seq, err)
		s.pause(ctx, wait)
		wait = min(2*wait, longWait)
	}
}

func (s *Sender) stopped() bool {
	select {
	case <-s.stop:
		return true
	default:
		return false
	}
}

// pause waits, but not beyond a stop. It reports false where the time is over.
func (s *Sender) pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-s.stop:
	case <-ctx.Done():
	}
	return ctx.Err() == nil
}

// nextBatch takes the next lines from the log.
func (s *Sender) nextBatch(f *follow.Follower) (batch []follow.Line) {
	next := s.sent + 1
	for size := 0; len(batch) < batchLines && size < batchBytes; {
		line, err := f.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.logFailure(next, fmt.Errorf("reading the audit log: %w", err))
			}
			break
		}
		if line.Seq > next {
			s.log.Error("audit records are gone from the log before they were sent", "from", next, "to", line.Seq-1)
		}
		next = line.Seq + 1
		size += len(line.Text)
		batch = append(batch, follow.Line{Seq: line.Seq, Text: append([]byte(nil), line.Text...)})
	}
	return batch
}

// sendBatch sends a batch and stores the number of the last line that was taken.
func (s *Sender) sendBatch(ctx context.Context, batch []follow.Line) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	n, err := s.options.Target.Send(ctx, batch)
	if n > 0 {
		s.sent = batch[n-1].Seq
		if err := s.writeCursor(); err != nil {
			s.log.Warn("cannot store the sink's position: after a restart some records are sent twice", "error", err)
		}
	}
	if err == nil && !s.failing.IsZero() {
		s.log.Info("the audit sink takes records again", "after", time.Since(s.failing).Round(time.Second), "seq", s.sent)
		s.failing, s.loggedAt = time.Time{}, time.Time{}
	}
	return n, err
}

// logFailure logs that the target takes nothing: the first time, and then every sayAgain.
func (s *Sender) logFailure(next uint64, err error) {
	now := time.Now()
	if s.failing.IsZero() {
		s.failing = now
	}
	if now.Sub(s.loggedAt) < sayAgain {
		return
	}
	s.loggedAt = now
	s.log.Warn("the audit sink takes no records; they stay in the log and are tried again", "from", next,
		"since", s.failing.UTC().Format(time.RFC3339), "error", err)
}
