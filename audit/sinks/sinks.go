// Package sinks sends copies of an audit log elsewhere: to standard output, to
// syslog, to an HTTP endpoint. The log's files are what counts, and they are the
// buffer too: a [Sender] reads them behind the log and remembers in a small file
// how far it came. So a receiver that is slow, down or gone for days costs
// neither memory nor space, and holds up nobody.
//
// A record is sent when it is in the file, which may be before it is durable,
// and at least once: after a crash the last batch may come a second time. Its
// seq says so. What rotation deleted before it could be sent is lost to the
// receiver, and the server's log says which records these are.
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

// Target is where lines go. One goroutine at a time uses it.
type Target interface {
	// Send sends lines of JSON, each with its end, and returns how many of them,
	// from the first on, were taken. It obeys the context as far as it can.
	Send(ctx context.Context, lines []follow.Line) (int, error)
	Close() error
}

// Options say what to send where.
type Options struct {
	Name   string // for the server's log, and for the file that remembers how far it came
	Dir    string // of the log
	Head   uint64 // the last record when the server started
	Target Target
	// Remember keeps how far it came, so that the next start goes on there. Without
	// it, and at the very first start, sending begins behind Head.
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
	cursor  string // the file
	sent    uint64

	failing time.Time // since when; zero: it is not
	said    time.Time

	stop chan struct{}
	done chan struct{}
}

// Start begins to send. The error is that the file which remembers how far it
// came cannot be read or written.
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
		if err := s.recall(); err != nil {
			return nil, fmt.Errorf("the audit sink %q cannot keep how far it came: %w", o.Name, err)
		}
	}
	go s.run()
	return s, nil
}

// recall reads how far an earlier start came.
func (s *Sender) recall() error {
	text, err := os.ReadFile(s.cursor)
	if errors.Is(err, os.ErrNotExist) {
		return s.remember()
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

func (s *Sender) remember() error {
	if s.cursor == "" {
		return nil
	}
	unfinished := s.cursor + ".tmp"
	if err := os.WriteFile(unfinished, []byte(strconv.FormatUint(s.sent, 10)+"\n"), 0o600); err != nil {
		return err
	}
	return os.Rename(unfinished, s.cursor)
}

// Close sends what is there, for a short while, and ends.
func (s *Sender) Close() error {
	close(s.stop)
	select {
	case <-s.done:
		return s.options.Target.Close()
	case <-time.After(drainLimit + time.Second):
		return fmt.Errorf("the audit sink %q does not end: its receiver takes nothing; %d is the last record it was sent", s.options.Name, s.sent)
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
			batch = s.read(f)
		}
		if len(batch) == 0 {
			if s.stopped() || !s.pause(ctx, lookAgain) {
				return
			}
			continue
		}
		n, err := s.send(ctx, batch)
		batch = batch[n:]
		if err == nil {
			wait = firstWait
			continue
		}
		if ctx.Err() != nil || s.stopped() && n == 0 {
			s.log.Warn("records were not sent; the next start goes on with them", "from", batch[0].Seq, "error", err, "remembered", s.cursor != "")
			return
		}
		s.complain(batch[0].Seq, err)
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

// read takes the next lines from the log.
func (s *Sender) read(f *follow.Follower) (batch []follow.Line) {
	next := s.sent + 1
	for size := 0; len(batch) < batchLines && size < batchBytes; {
		line, err := f.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				s.complain(next, fmt.Errorf("reading the audit log: %w", err))
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

// send sends a batch and remembers what was taken.
func (s *Sender) send(ctx context.Context, batch []follow.Line) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	n, err := s.options.Target.Send(ctx, batch)
	if n > 0 {
		s.sent = batch[n-1].Seq
		if err := s.remember(); err != nil {
			s.log.Warn("cannot remember how far it came: after a restart some records come twice", "error", err)
		}
	}
	if err == nil && !s.failing.IsZero() {
		s.log.Info("the audit sink takes records again", "after", time.Since(s.failing).Round(time.Second), "seq", s.sent)
		s.failing, s.said = time.Time{}, time.Time{}
	}
	return n, err
}

// complain says that the target takes nothing, at first and now and then.
func (s *Sender) complain(next uint64, err error) {
	now := time.Now()
	if s.failing.IsZero() {
		s.failing = now
	}
	if now.Sub(s.said) < sayAgain {
		return
	}
	s.said = now
	s.log.Warn("the audit sink takes no records; they stay in the log and are tried again", "from", next,
		"since", s.failing.UTC().Format(time.RFC3339), "error", err)
}
