package call

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/call/jsonstream"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// A lane reads the pages of one combination of inputs, and hands their rows on.
type lane struct {
	sender *sender
	shape  *shape
	given  given
	limit  int64 // rows; 0: all
	skip   bool  // 404 is no rows
	out    chan *batch
	err    error // valid when out is closed

	batch *batch
	held  *ranking // rows wait until the API has shown that it ordered them; nil: they are handed on
	sent  int64    // rows that were handed on
	grown int      // how many rows the next batch has
}

var errEnough = errors.New("there are rows enough")

// ends closes out. A panic over a stranger's answer ends the statement, not the server.
func (l *lane) ends() {
	if r := recover(); r != nil {
		l.err = sqlstate.Wrap(fmt.Errorf("panic: %v", r), sqlstate.InternalError, "the answer of %s could not be read", l.sender.target.Name)
	}
	close(l.out)
}

// run reads page after page. It closes out when it ends.
func (l *lane) run(ctx context.Context, first *message, pages *pager) {
	defer l.ends()
	l.grown, l.held = 1, newRanking(first.told, l.shape)
	l.err = l.pages(ctx, first, pages)
	if errors.Is(l.err, errNotRanked) {
		l.batch, l.held, l.sent = nil, nil, 0
		l.err = l.pages(ctx, first.plain, newPager(l.sender.target))
	}
	l.held = nil
	if err := l.flush(ctx); l.err == nil {
		l.err = err
	}
	if errors.Is(l.err, errEnough) {
		l.err = nil
	}
}

func (l *lane) pages(ctx context.Context, m *message, pages *pager) error {
	if err := pages.first(m); err != nil {
		return err
	}
	for n := 1; m != nil; n++ {
		if limit := l.sender.client.limits.Pages; n > limit {
			return over(l.sender.target.Name, "pages", flagPages, limit)
		}
		a, err := l.sender.send(ctx, m)
		if err != nil && n == 1 && m.plain != nil && sqlstate.CodeOf(err) == sqlstate.InvalidParameterValue {
			m, l.held = m.plain, nil // the API does not accept what its document says of columns and conditions
			a, err = l.sender.send(ctx, m)
		}
		if err != nil {
			if n == 1 && l.skip && sqlstate.CodeOf(err) == sqlstate.UndefinedObject {
				return l.note(ctx, sqlstate.From(err).Message+": it is no rows")
			}
			return err
		}
		before := l.sent
		found, err := l.page(ctx, m, a, pages.watched())
		if closing := a.body.Close(); err == nil && closing != nil {
			err = sqlstate.Wrap(flat(closing), sqlstate.ConnectionFailure, "the answer of %s could not be read to its end", l.sender.target.Name)
		}
		if err != nil {
			return err
		}
		if l.held.hasAllRows() {
			return nil
		}
		if err := l.flush(ctx); err != nil {
			return err
		}
		providers.ProgressOf(ctx).AddPage()
		var notice string
		if m, notice, err = pages.next(m, a, found, l.sent-before); err != nil {
			return err
		}
		if notice != "" {
			return l.note(ctx, notice)
		}
	}
	return nil
}

// page hands on the rows of one answer, and returns what is watched.
func (l *lane) page(ctx context.Context, m *message, a *answer, watch []jsonstream.Watched) ([]jsonstream.Watched, error) {
	if a.status == http.StatusNoContent || m.method == http.MethodHead {
		return watch, nil
	}
	graph := l.sender.target.Method.GraphQL != nil
	if graph {
		watch = append(watch, watchGraphErrors())
	}
	counted := m.told.watch()
	watch = append(watch, counted...)
	x := &jsonstream.Extractor{Watched: watch, Longest: l.sender.client.limits.RowBytes, Emit: func(value []byte) error { return l.row(ctx, value) }}
	in, original, err := l.sender.content(m, a, x)
	if err != nil {
		return nil, err
	}
	if err := x.Read(in); err != nil {
		return nil, l.sender.unreadable(m, a, err)
	}
	if original != nil {
		lookIn(original, x.Watched)
	}
	if graph {
		return x.Watched[:len(watch)-1], l.sender.graphError(m, a, x.Watched[len(watch)-1].Value)
	}
	if total, ok := totalOf(x.Watched[len(watch)-len(counted):]); ok && total >= l.sent {
		return nil, l.countOn(ctx, total)
	}
	return x.Watched[:len(watch)-len(counted)], nil
}

// content is the JSON of an answer, and x is told where its rows are. Where the document
// has a template for it, original is what came.
func (s *sender) content(m *message, a *answer, x *jsonstream.Extractor) (in *jsonstream.Scanner, original []byte, err error) {
	r := &s.target.Method.Response
	switch {
	case r.Transform != nil:
		return s.transformed(m, a, x, *r.Transform)
	case strings.HasPrefix(r.ObjectKey, "/"):
		return s.transformed(m, a, x, document.Transform{})
	}
	kind, _, err := mime.ParseMediaType(strings.ToLower(r.MediaType))
	if err != nil {
		kind = strings.ToLower(r.MediaType)
	}
	answered := strings.ToLower(a.header.Get("Content-Type"))
	if strings.Contains(kind, "/") && !strings.Contains(kind, "json") && !strings.Contains(kind, "*") && !strings.Contains(answered, "json") {
		return s.plainText(m, a)
	}
	x.Rows = rowsAt(r.ObjectKey)
	x.Items = itemsFallback(r)
	x.Several = strings.Contains(kind, "ndjson") || strings.Contains(kind, "jsonl") || strings.Contains(kind, "json-seq") || strings.Contains(kind, "jsonlines")
	in = jsonstream.NewScanner(a.body)
	if more, err := in.Rest(); err != nil {
		return nil, nil, s.unreadable(m, a, err)
	} else if !more { // an empty body
		return jsonstream.ScanBytes([]byte("[]")), nil, nil
	}
	return in, nil, nil
}

// rowsAt are the steps to the rows.
func rowsAt(key string) []jsonstream.Step {
	if strings.HasPrefix(key, "/") { // XPath: what the transformer returns is the rows
		return nil
	}
	return jsonstream.ParseSteps(key)
}

// plainText is a body that is no JSON, as one value: a text, or base64 of what is none.
func (s *sender) plainText(m *message, a *answer) (*jsonstream.Scanner, []byte, error) {
	text, err := s.wholeBody(a)
	if err != nil {
		return nil, nil, s.unreadable(m, a, err)
	}
	if len(text) == 0 {
		return jsonstream.ScanBytes([]byte("[]")), nil, nil
	}
	if !utf8.Valid(text) {
		text = []byte(base64.StdEncoding.EncodeToString(text))
	}
	return jsonstream.ScanBytes(quote(string(text))), nil, nil
}

func (s *sender) transformed(m *message, a *answer, x *jsonstream.Extractor, t document.Transform) (*jsonstream.Scanner, []byte, error) {
	r := &s.target.Method.Response
	if s.target.Transformer == nil {
		return nil, nil, sqlstate.New(sqlstate.FeatureNotSupported, "the answer of %s needs the transformation %s, which is not supported", s.target.Name, clean(t.Type, 80))
	}
	original, err := s.wholeBody(a)
	if err != nil {
		return nil, nil, s.unreadable(m, a, err)
	}
	if len(bytes.TrimSpace(original)) == 0 {
		return jsonstream.ScanBytes([]byte("[]")), nil, nil
	}
	if s.target.Method.GraphQL != nil {
		if err := s.graphErrorIn(m, a, original); err != nil {
			return nil, nil, err
		}
	}
	text, err := s.target.Transformer.Transform(t, *r, original)
	if err != nil {
		return nil, nil, err
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return jsonstream.ScanBytes([]byte("[]")), original, nil
	}
	x.Rows = rowsAt(r.ObjectKey)
	x.Items = itemsFallback(r)
	return jsonstream.ScanBytes(text), original, nil
}

// wholeBody reads an answer that cannot be read piece by piece.
func (s *sender) wholeBody(a *answer) ([]byte, error) {
	limit := s.client.limits.RowBytes
	text, err := io.ReadAll(io.LimitReader(a.body, int64(limit)))
	if err != nil {
		return nil, err
	}
	if len(text) == limit {
		return nil, jsonstream.ErrTooLong
	}
	return text, nil
}

// lookIn looks in an answer as it came for what its transformed text does not have.
func lookIn(original []byte, watch []jsonstream.Watched) {
	x := jsonstream.Extractor{Watched: make([]jsonstream.Watched, len(watch)), Longest: len(original)}
	for i := range watch {
		x.Watched[i].Steps = watch[i].Steps
	}
	if bytes.HasPrefix(bytes.TrimSpace(original), []byte("<")) {
		for i := range watch {
			if steps := watch[i].Steps; watch[i].Value == nil && i != watchLiteral && len(steps) > 0 && xmlName.MatchString(steps[len(steps)-1].Name) {
				if text := elementText(original, steps[len(steps)-1].Name); text != "" {
					watch[i].Value = quote(text)
				}
			}
		}
		return
	}
	if x.Read(jsonstream.ScanBytes(original)) != nil {
		return
	}
	for i := range watch {
		if watch[i].Value == nil {
			watch[i].Value = x.Watched[i].Value
		}
	}
}

// unreadable makes an error of an answer of success that cannot be read.
func (s *sender) unreadable(m *message, a *answer, err error) error {
	var bad *jsonstream.SyntaxError
	var known *sqlstate.Error
	switch {
	case errors.Is(err, errEnough), errors.Is(err, errNotRanked):
		return err
	case errors.As(err, &known):
		return known
	case errors.Is(err, jsonstream.ErrTooLong):
		return over(s.requestName(m, a.url), "bytes in one value", "", s.client.limits.RowBytes)
	case errors.As(err, &bad), errors.Is(err, jsonstream.ErrTooDeep):
		kind := a.header.Get("Content-Type")
		if kind == "" {
			kind = "no media type"
		}
		return sqlstate.Wrap(flat(err), sqlstate.ProtocolViolation, "%s was answered %d with a body that is no JSON: %s", s.requestName(m, a.url), a.status, clean(err.Error(), 100)).
			WithDetail("The answer says that it is %s.", clean(kind, 80))
	}
	return sqlstate.Wrap(flat(err), sqlstate.ConnectionFailure, "%s: the answer broke off", s.requestName(m, a.url))
}

// row makes a row, and hands the batch on when it is full.
func (l *lane) row(ctx context.Context, value []byte) error {
	if l.batch == nil {
		l.batch = &batch{}
	}
	if err := l.shape.add(l.batch, value, l.given); err != nil {
		return err
	}
	l.sent++
	if l.held != nil {
		return l.held.rank(l.batch)
	}
	if l.limit > 0 && l.sent >= l.limit {
		return errEnough
	}
	if l.batch.full(l.grown) {
		l.grown = min(l.grown*4, mostBatched)
		return l.flush(ctx)
	}
	return nil
}

func (l *lane) flush(ctx context.Context) error {
	b := l.batch
	if b == nil || l.held != nil {
		return nil
	}
	l.batch = nil
	select {
	case l.out <- b:
		return nil
	case <-ctx.Done():
		return sqlstate.From(context.Cause(ctx))
	}
}

func (l *lane) note(ctx context.Context, notice string) error {
	if err := l.flush(ctx); err != nil {
		return err
	}
	l.batch = &batch{notice: notice}
	return l.flush(ctx)
}
