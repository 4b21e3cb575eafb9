// Package failure turns errors into results that models and programs read.
//
// The text has what a model needs to correct itself: the code, the place, the line of the statement with a
// mark under it, and the hint. A source's own words may quote rows, so they are fenced as rows are. A program
// finds the same parts in the metadata of the result.
package failure

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/sallyportdb/sallyport/approval"
	"github.com/sallyportdb/sallyport/engine"
	"github.com/sallyportdb/sallyport/mcp/render"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// metaKey is the key of _meta that has the parts of a failure, for programs.
const metaKey = "io.github.sallyportdb/error"

// Result returns an error as a model reads it: the code and the place, what was
// wrong, the line of the statement, what to do. A source's own words may quote
// rows, so they are fenced like rows; the gateway's words are not.
func Result(err error, sql string) *mcpgo.CallToolResult {
	e := sqlstate.From(err)
	line, column, excerpt := Place(sql, e.Position)
	var head strings.Builder
	head.WriteString("Error " + string(e.Code))
	if line > 0 {
		head.WriteString(" at line " + strconv.Itoa(line) + ", column " + strconv.Itoa(column))
	}

	var said []string
	add := func(label, text string) {
		if text != "" {
			said = append(said, label+render.OneLine(text))
		}
	}
	foreign := quotesData(e) || namesSentences(e)
	add("", e.Message)
	add("Detail: ", e.Detail)
	add("Where: ", e.Where)
	if foreign {
		add("Hint: ", e.Hint)
	}
	body := strings.Join(said, "\n")
	if foreign {
		body = "\n" + render.Fence(render.Token(), body)
	} else {
		body = ": " + body
	}
	text := head.String() + body
	if excerpt != "" {
		text += "\n" + excerpt
	}
	if e.Hint != "" && !foreign {
		hint := "Hint: " + render.OneLine(e.Hint)
		if mayInstruct(e) {
			hint = render.Fence(render.Token(), hint)
		}
		text += "\n" + hint
	}

	result := mcpgo.NewToolResultError(text)
	result.Meta = mcpgo.NewMetaFromMap(map[string]any{metaKey: parts(e, line, column)})
	return result
}

func parts(e *sqlstate.Error, line, column int) map[string]any {
	m := map[string]any{"code": string(e.Code), "message": e.Message}
	for name, text := range map[string]string{"detail": e.Detail, "hint": e.Hint} {
		if text != "" {
			m[name] = text
		}
	}
	if r := Undecided(e); r != nil {
		m["approval"] = pending(r)
	}
	if e.Retry > 0 {
		m["retryAfterSeconds"] = int(e.Retry.Seconds())
	}
	if line > 0 {
		m["position"], m["line"], m["column"] = e.Position, line, column
	}
	return m
}

// quotesData reports whether an error's text may hold values of rows. The
// classes are those of data, of constraints, of code that users write, and of
// foreign data wrappers; context and detail come from sources alone.
func quotesData(e *sqlstate.Error) bool {
	if e.Where != "" || e.Constraint != "" || len(e.Code) < 2 {
		return true
	}
	switch e.Code {
	case sqlstate.CharacterNotInRepertoire: // the message names bytes, not values
		return false
	case sqlstate.InvalidParameterValue: // without a detail, the error is about a tool's arguments
		return e.Detail != ""
	}
	switch e.Code[:2] {
	case "21", "22", "23", "27", "44", "P0", "HV", "38", "39":
		return true
	}
	return false
}

// mayInstruct reports whether an error's hint has names from the source that could be
// instructions to the model: the owner of a column chooses its name.
func mayInstruct(e *sqlstate.Error) bool {
	return e.HintForeign || namesSentences(e)
}

// namesSentences reports whether names in an error's hint or message could be sentences.
func namesSentences(e *sqlstate.Error) bool {
	return slices.ContainsFunc(e.HintNames, func(name string) bool { return !plainName.MatchString(name) })
}

// plainName matches a name of up to four parts with dots between them, each a word without blanks.
var plainName = regexp.MustCompile(`^[\w$]{1,63}(\.[\w$]{1,63}){0,3}$`)

// ReviewTool is the tool that tells what became of a request.
const ReviewTool = "review_status"

// maxExcerpt bounds how much of a long line an excerpt shows on either side.
const maxExcerpt = 60

// Place returns the line and the column of a position in a statement, and the line with a mark
// under the position. All count from 1, in characters.
func Place(sql string, position int) (line, column int, excerpt string) {
	if position < 1 || position > utf8.RuneCountInString(sql)+1 {
		return 0, 0, ""
	}
	at := 0 // the position, in bytes
	for range position - 1 {
		_, size := utf8.DecodeRuneInString(sql[at:])
		at += size
	}
	begin, finish := strings.LastIndexByte(sql[:at], '\n')+1, len(sql)
	if n := strings.IndexByte(sql[at:], '\n'); n >= 0 {
		finish = at + n
	}
	line = 1 + strings.Count(sql[:begin], "\n")
	column = utf8.RuneCountInString(sql[begin:at]) + 1
	near := excerptOf(sql, begin, at, finish)
	mark := strings.Repeat(" ", utf8.RuneCountInString(near[0])) + "^"
	return line, column, "  " + strings.TrimRight(near[0]+near[1], " ") + "\n  " + mark
}

// excerptOf returns the text before and behind a place of a line, as far as it is shown.
func excerptOf(sql string, begin, at, finish int) (near [2]string) {
	from, to := at, at
	for n := 0; n < maxExcerpt && from > begin; n++ {
		_, size := utf8.DecodeLastRuneInString(sql[begin:from])
		from -= size
	}
	for n := 0; n < maxExcerpt && to < finish; n++ {
		_, size := utf8.DecodeRuneInString(sql[to:finish])
		to += size
	}
	near = [2]string{visible([]rune(sql[from:at])), visible([]rune(sql[at:to]))}
	if from > begin {
		near[0] = "…" + near[0]
	}
	if to < finish {
		near[1] += "…"
	}
	return near
}

// visible replaces each character that cannot be seen by one that can, so that the mark stays in its column.
func visible(runes []rune) string {
	out := make([]rune, 0, len(runes))
	for _, r := range runes {
		switch {
		case r == '\t':
			r = ' '
		case r < 0x20:
			r += 0x2400
		}
		out = append(out, r)
	}
	return string(out)
}

// Undecided returns the request that a failed call waits for, or nil.
func Undecided(err error) *approval.Request {
	var u *engine.Undecided
	if !errors.As(err, &u) {
		return nil
	}
	return &u.Request
}

// pending describes a request that nobody has decided, for programs. It stands in the
// metadata of a failure: structured content is checked by clients against the tool's output
// schema, even where the call has failed.
func pending(r *approval.Request) map[string]any {
	return map[string]any{
		"id": r.ID, "state": string(r.State), "expires": r.Expires.UTC().Format(time.RFC3339),
		"how": "sallyport approvals approve " + r.ID, "review": ReviewTool,
	}
}
