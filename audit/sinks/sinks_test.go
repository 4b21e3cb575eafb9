package sinks_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"go.uber.org/goleak"

	"github.com/sallyportdb/sallyport/audit"
	"github.com/sallyportdb/sallyport/audit/follow"
	"github.com/sallyportdb/sallyport/audit/sinks"
	"github.com/sallyportdb/sallyport/internal/waittest"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("gopkg.in/natefinch/lumberjack%2ev2.(*Logger).millRun"))
}

func open(t *testing.T, o audit.Options) *audit.Log {
	t.Helper()
	log, err := audit.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	return log
}

func write(t *testing.T, log *audit.Log, n int, sql string) {
	t.Helper()
	for range n {
		if err := log.Write(audit.Record{SQL: sql}); err != nil {
			t.Fatal(err)
		}
	}
}

// receiver is an HTTP endpoint that stores the lines it receives, and answers as told.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	slow   chan struct{} // if set, the endpoint answers when this is closed
	seqs   []uint64
	calls  int
	last   *http.Request
}

func receive(t *testing.T) *receiver {
	r := &receiver{status: http.StatusNoContent}
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	r.mu.Lock()
	slow := r.slow
	r.mu.Unlock()
	body, err := io.ReadAll(request.Body)
	if slow != nil {
		<-slow
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.calls++
	r.last = request
	if r.status/100 == 2 && err == nil {
		for line := range strings.Lines(string(body)) {
			r.seqs = append(r.seqs, follow.Seq([]byte(line)))
		}
	}
	w.WriteHeader(r.status)
}

func (r *receiver) set(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

func (r *receiver) got() ([]uint64, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.seqs), r.calls
}

func upTo(from, to uint64) (seqs []uint64) {
	for ; from <= to; from++ {
		seqs = append(seqs, from)
	}
	return seqs
}

func sendTo(t *testing.T, log *audit.Log, target sinks.Target, logger hclog.Logger) *sinks.Sender {
	t.Helper()
	s, err := sinks.Start(sinks.Options{
		Name: "test", Dir: filepath.Dir(log.Path()), Head: log.Head().Seq, Target: target, Remember: true, Logger: logger,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// text collects a server's log for a test.
type text struct {
	mu sync.Mutex
	b  strings.Builder
}

func (w *text) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *text) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

// TestHTTP: an endpoint that fails, recovers, and is there again after a restart receives every
// record once and in order.
func TestHTTP(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir})
	write(t, log, 3, "before")
	r := receive(t)
	var said text
	logger := hclog.New(&hclog.LoggerOptions{Output: &said})
	s := sendTo(t, log, sinks.NewHTTP(r.URL, "s3cret"), logger)
	write(t, log, 10, "SELECT 1")
	waittest.Eventually(t, "ten records", func() bool { seqs, _ := r.got(); return slices.Equal(seqs, upTo(4, 13)) })
	r.mu.Lock()
	headers := r.last.Header
	r.mu.Unlock()
	if headers.Get("Authorization") != "Bearer s3cret" || headers.Get("Content-Type") != "application/x-ndjson" {
		t.Errorf("headers %v", headers)
	}

	r.set(http.StatusServiceUnavailable)
	_, before := r.got()
	write(t, log, 1200, "while it fails")
	waittest.Eventually(t, "it is tried again", func() bool { _, calls := r.got(); return calls >= before+2 })
	if seqs, _ := r.got(); len(seqs) != 10 {
		t.Errorf("%d records were taken", len(seqs))
	}
	r.set(http.StatusOK)
	waittest.Eventually(t, "it caught up", func() bool { seqs, _ := r.got(); return slices.Equal(seqs, upTo(4, 1213)) })
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"takes no records", "from=14", "503", "takes records again"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("the log does not say %q:\n%s", want, said.String())
		}
	}
	if strings.Contains(said.String(), "s3cret") || strings.Contains(said.String(), r.URL) {
		t.Errorf("the log says too much:\n%s", said.String())
	}

	write(t, log, 2, "while nobody sends")
	s = sendTo(t, log, sinks.NewHTTP(r.URL, ""), logger)
	write(t, log, 1, "after")
	if err := s.Close(); err != nil { // sends what is left
		t.Error(err)
	}
	if seqs, _ := r.got(); !slices.Equal(seqs, upTo(4, 1216)) {
		t.Errorf("after a restart %d records, the last %d", len(seqs), seqs[len(seqs)-1])
	}
}

// TestSlow: a receiver that takes nothing delays neither the log nor Close.
func TestSlow(t *testing.T) {
	log := open(t, audit.Options{Dir: t.TempDir()})
	r := receive(t)
	r.slow = make(chan struct{})
	s := sendTo(t, log, sinks.NewHTTP(r.URL, ""), nil)
	write(t, log, 100, "SELECT 1")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	close(r.slow)
	s = sendTo(t, log, sinks.NewHTTP(r.URL, ""), nil)
	waittest.Eventually(t, "all came", func() bool {
		seqs, _ := r.got()
		return len(seqs) > 0 && seqs[len(seqs)-1] == 100 && slices.Equal(slices.Compact(slices.Sorted(slices.Values(seqs))), upTo(1, 100))
	})
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestNotHTTP(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	line := []follow.Line{{Seq: 1, Text: []byte("{}\n")}}
	elsewhere := receive(t)
	redirect := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer redirect.Close()
	for _, url := range []string{gone.URL, redirect.URL} {
		target := sinks.NewHTTP(url+"/?key=s3cret", "s3cret")
		n, err := target.Send(t.Context(), line)
		if n != 0 || err == nil || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %d, %v", url, n, err)
		}
		if err := target.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, calls := elsewhere.got(); calls != 0 {
		t.Error("the redirection was followed")
	}
}

var message = regexp.MustCompile(`^<110>1 20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z \S+ sallyport \d+ audit - (\{.*\})$`)

// TestSyslogDatagrams: a socket like /dev/log receives the records, also one that no datagram
// holds, and after the daemon was away for a while.
func TestSyslogDatagrams(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	listen := func() *net.UnixConn {
		t.Helper()
		conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
		if err != nil {
			t.Fatal(err)
		}
		return conn
	}
	next := func(conn *net.UnixConn) string {
		t.Helper()
		buf := make([]byte, 1<<20)
		if err := conn.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
			t.Fatal(err)
		}
		n, err := conn.Read(buf)
		if err != nil {
			t.Fatal(err)
		}
		parts := message.FindStringSubmatch(string(buf[:n]))
		if parts == nil {
			t.Fatalf("no message of RFC 5424: %.300q", buf[:n])
		}
		return parts[1]
	}
	conn := listen()
	target, err := sinks.ParseSyslog("unixgram://" + path)
	if err != nil {
		t.Fatal(err)
	}
	log := open(t, audit.Options{Dir: t.TempDir()})
	s := sendTo(t, log, target, nil)
	write(t, log, 1, "SELECT 'é\n'")
	var r audit.Record
	if err := json.Unmarshal([]byte(next(conn)), &r); err != nil || r.Seq != 1 || r.SQL != "SELECT 'é\n'" {
		t.Errorf("%+v, %v", r, err)
	}
	write(t, log, 1, strings.Repeat("\x01", 64<<10)) // six times as long in the file
	if got := next(conn); !regexp.MustCompile(`^\{"seq":2,"too_long":39\d{4},"sha256":"` + log.Head().Hash.String() + `"\}$`).MatchString(got) {
		t.Errorf("%.300s", got)
	}
	conn.Close()
	os.Remove(path)
	write(t, log, 2, "while nobody listens")
	conn = listen()
	defer conn.Close()
	for seq := range 2 {
		if got := next(conn); !strings.HasPrefix(got, fmt.Sprintf(`{"v":1,"seq":%d,`, seq+3)) {
			t.Errorf("%s", got)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestSyslogStream: messages of a stream begin with their length.
func TestSyslogStream(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	target, err := sinks.ParseSyslog("tcp://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	log := open(t, audit.Options{Dir: t.TempDir()})
	s := sendTo(t, log, target, nil)
	write(t, log, 3, "SELECT 1")
	conn, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	in := bufio.NewReader(conn)
	for range 3 {
		length, err := in.ReadString(' ')
		n, numErr := strconv.Atoi(strings.TrimSpace(length))
		if err != nil || numErr != nil {
			t.Fatal(err, numErr)
		}
		text := make([]byte, n)
		if _, err := io.ReadFull(in, text); err != nil || !message.Match(text) {
			t.Errorf("%v %q", err, text)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestSyslogAddresses(t *testing.T) {
	for _, address := range []string{"", "/dev/log", "udp://host", "udp://host:514/x", "unix://dev/log", "unixgram://", "https://host:1", "%"} {
		if _, err := sinks.ParseSyslog(address); err == nil {
			t.Errorf("%q is taken", address)
		}
	}
}

// TestGone: the server's log names the records that rotation deleted before they were sent.
func TestGone(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir, MaxSizeMB: 1})
	var said text
	logger := hclog.New(&hclog.LoggerOptions{Output: &said})
	r := receive(t)
	if err := sendTo(t, log, sinks.NewHTTP(r.URL, ""), logger).Close(); err != nil {
		t.Fatal(err)
	}
	write(t, log, 40, strings.Repeat("x", 60<<10))
	old, err := filepath.Glob(filepath.Join(dir, "audit-*.jsonl"))
	if err != nil || len(old) < 2 {
		t.Fatal(old, err)
	}
	os.Remove(slices.Min(old))
	if err := sendTo(t, log, sinks.NewHTTP(r.URL, ""), logger).Close(); err != nil {
		t.Fatal(err)
	}
	seqs, _ := r.got()
	if len(seqs) == 0 || seqs[0] == 1 || !slices.Equal(seqs, upTo(seqs[0], 40)) {
		t.Fatalf("records %d", seqs)
	}
	if want := fmt.Sprintf("from=1 to=%d", seqs[0]-1); !strings.Contains(said.String(), want) {
		t.Errorf("the log does not say %q:\n%s", want, said.String())
	}
}

// TestCursor: a cursor file with nonsense stops the start; a cursor of another log does not hold
// records back.
func TestCursor(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir})
	write(t, log, 2, "SELECT 1")
	cursor := filepath.Join(dir, "sink-test.cursor")
	if err := os.WriteFile(cursor, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sinks.Start(sinks.Options{Name: "test", Dir: dir, Remember: true}); err == nil {
		t.Error("nonsense is taken for a number")
	}
	if err := os.WriteFile(cursor, []byte("99\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out text
	if err := sendTo(t, log, sinks.Writer{W: &out}, nil).Close(); err != nil {
		t.Fatal(err)
	}
	if file, err := os.ReadFile(log.Path()); err != nil || out.String() != string(file) {
		t.Errorf("%v\n%s\nis not\n%s", err, out.String(), file)
	}
}

// TestHead: verification compares with the published heads, the last one included.
func TestHead(t *testing.T) {
	dir := t.TempDir()
	log := open(t, audit.Options{Dir: dir})
	write(t, log, 3, "SELECT 1")
	path := filepath.Join(t.TempDir(), "heads")
	p := sinks.Publish(sinks.HeadOptions{Log: log, Every: time.Millisecond, Target: sinks.File{Path: path}, Logger: hclog.NewNullLogger()})
	heads := func() (list []audit.Head) {
		content, err := os.ReadFile(path)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(content)) {
			var h sinks.Published
			if err := json.Unmarshal([]byte(line), &h); err != nil || h.Time.IsZero() {
				t.Fatalf("%v: %s", err, line)
			}
			list = append(list, h.Head)
		}
		return list
	}
	waittest.Eventually(t, "the first head", func() bool { return len(heads()) == 1 })
	write(t, log, 2, "SELECT 2")
	waittest.Eventually(t, "the next", func() bool { list := heads(); return len(list) > 1 && list[len(list)-1] == log.Head() })
	write(t, log, 1, "SELECT 3")
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	list := heads()
	if list[len(list)-1].Seq != 6 {
		t.Errorf("the last head is %v", list[len(list)-1])
	}
	report, err := audit.Verify(dir, audit.VerifyOptions{Against: list})
	if err != nil || !report.OK() {
		t.Errorf("%v %+v", err, report)
	}
}
