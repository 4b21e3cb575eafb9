package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/sallyportdb/sallyport/gate"
)

// TestTools runs the files of testdata/tools over every transport and era: one
// call a block, its arguments above the line and its answer below. A file
// begins with the mode and, if it wants others, the limits.
func TestTools(t *testing.T) {
	files, err := filepath.Glob("testdata/tools/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d transcripts, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runTranscript(t, file) })
	}
}

func runTranscript(t *testing.T, file string) {
	head, blocks := readTranscript(t, file)
	d := open(t, readSettings(t, head))
	for _, transport := range []string{"http", "stdio", "modern"} {
		t.Run(transport, func(t *testing.T) {
			c := map[string]func(*testing.T) client{"http": d.overHTTP, "stdio": d.overStdio, "modern": d.modern}[transport](t)
			schemas, cursor := c.schemas(t), ""
			for i, b := range blocks {
				tool, arguments, _ := strings.Cut(b.input, " ")
				o := c.call(t, tool, strings.ReplaceAll(arguments, "$CURSOR", cursor))
				fits(t, schemas, tool, o)
				cursor = cursorOf(t, o, cursor)
				got := render(t, o)
				if *update && transport == "http" {
					blocks[i].output = got
				} else if got != blocks[i].output {
					t.Errorf("%s\n-- got\n%s\n-- want\n%s", b.input, got, blocks[i].output)
				}
			}
		})
	}
	if *update && !t.Failed() {
		writeTranscript(t, file, head, blocks)
	}
}

// TestMessages runs testdata/messages.txt: messages as they are, each over the
// transport that its first word names.
func TestMessages(t *testing.T) {
	const file = "testdata/messages.txt"
	head, blocks := readTranscript(t, file)
	d := open(t, settings{})
	b := browser(t)
	var session string
	for i, block := range blocks {
		transport, message, _ := strings.Cut(block.input, " ")
		var got string
		switch transport {
		case "stdio":
			var out strings.Builder
			must(t, d.ServeStdio(context.Background(), strings.NewReader(message), &out))
			got = pretty(t, out.String())
		case "http", "modern":
			header := http.Header{}
			if session != "" {
				header.Set("Mcp-Session-Id", session)
			}
			if transport == "modern" {
				message, header = asModern(t, message)
			}
			a := d.post(t, b, message, header)
			if id := a.header.Get("Mcp-Session-Id"); id != "" {
				session = id
			}
			got = strconv.Itoa(a.status) + " " + a.header.Get("Content-Type") + "\n" + pretty(t, a.body)
		default:
			t.Fatalf("no transport %q", transport)
		}
		got = strings.TrimSpace(got)
		if *update {
			blocks[i].output = got
		} else if got != block.output {
			t.Errorf("%s\n-- got\n%s\n-- want\n%s", block.input, got, block.output)
		}
	}
	if *update && !t.Failed() {
		writeTranscript(t, file, head, blocks)
	}
}

// instructions are long, and the same for all.
var instructions = regexp.MustCompile(`"instructions": ?"Sallyport(?:[^"\\]|\\.)*"`)

func pretty(t *testing.T, body string) string {
	t.Helper()
	body = instructions.ReplaceAllString(body, `"instructions":"Sallyport…"`)
	if !json.Valid([]byte(body)) {
		return strings.TrimSpace(body)
	}
	var out bytes.Buffer
	must(t, json.Indent(&out, []byte(body), "", " "))
	return strings.TrimSpace(out.String())
}

type block struct{ input, output string }

const (
	ruler = "\n====\n"
	below = "\n----\n"
)

func readTranscript(t *testing.T, file string) (head string, blocks []block) {
	t.Helper()
	content, err := os.ReadFile(file)
	must(t, err)
	parts := strings.Split(strings.TrimSuffix(string(content), "\n"), ruler)
	for _, part := range parts[1:] {
		input, output, _ := strings.Cut(part, below)
		blocks = append(blocks, block{strings.TrimSpace(input), output})
	}
	return parts[0], blocks
}

func writeTranscript(t *testing.T, file, head string, blocks []block) {
	t.Helper()
	parts := []string{head}
	for _, b := range blocks {
		parts = append(parts, b.input+below+b.output)
	}
	must(t, os.WriteFile(file, []byte(strings.Join(parts, ruler)+"\n"), 0o644))
}

func readSettings(t *testing.T, head string) settings {
	t.Helper()
	s := settings{two: true}
	for _, word := range strings.Fields(head) {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			continue // words for the reader
		}
		n, _ := strconv.Atoi(value)
		switch name {
		case "mode":
			mode, err := gate.ParseMode(value)
			must(t, err)
			s.mode = mode
		case "rows":
			s.limits.Rows = int64(n)
		case "max_rows":
			s.limits.MaxRows = int64(n)
		case "bytes":
			s.limits.Bytes = n
		case "text":
			s.limits.Text = n
		case "cell":
			s.limits.Cell = n
		default:
			t.Fatalf("unknown setting %q", name)
		}
	}
	return s
}

// cursorOf is the cursor of an answer. An answer without one gives before back, so that the next call shows the
// error for a used cursor.
func cursorOf(t *testing.T, o outcome, before string) string {
	t.Helper()
	var payload struct{ Cursor string }
	if len(o.Structured) > 0 {
		must(t, json.Unmarshal(o.Structured, &payload))
	}
	if payload.Cursor != "" {
		return payload.Cursor
	}
	return before
}

// begin is how the text marks the data, in markdown and in JSON.
var begin = regexp.MustCompile(`(?m)^(?:\[data |\{"data":")([0-9]{9})`)

// render shows an answer: the text, then the payload, one member a line.
func render(t *testing.T, o outcome) string {
	t.Helper()
	var out strings.Builder
	if o.Protocol != "" {
		return "protocol error " + o.Protocol
	}
	if o.IsError {
		out.WriteString("isError\n")
	}
	out.WriteString(o.Text)
	if len(o.Structured) > 0 {
		out.WriteString("\n~~~~\n")
		out.WriteString(members(t, o.Structured))
	}
	text := strings.ReplaceAll(out.String(), `transport: "stdio"`, `transport: "http"`) // server_info says how it was asked
	if cursor := cursorOf(t, o, ""); cursor != "" {
		text = strings.ReplaceAll(text, cursor, "$CURSOR")
	}
	if mark := begin.FindStringSubmatch(text); mark != nil {
		if strings.Count(text, mark[1]) != 2 {
			t.Errorf("the marker %s is not there twice:\n%s", mark[1], text)
		}
		text = strings.ReplaceAll(text, mark[1], "#")
	}
	return text
}

// members writes an object with one member a line, in the order it has.
func members(t *testing.T, object json.RawMessage) string {
	t.Helper()
	d := json.NewDecoder(bytes.NewReader(object))
	if _, err := d.Token(); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for d.More() {
		name, err := d.Token()
		must(t, err)
		var value json.RawMessage
		must(t, d.Decode(&value))
		lines = append(lines, fmt.Sprintf("%s: %s", name, value))
	}
	return strings.Join(lines, "\n")
}
