package jsonpath

import (
	"regexp"
	"strings"
	"sync"

	"github.com/sallyportdb/sallyport/providers/duckdb/functions/jsonvalue"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// pathNumber matches a number, which may begin or end with its point.
var pathNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?`)
})

// readNumber reads a number.
func (r *pathReader) readNumber() (*pathNode, error) {
	text := pathNumber().FindString(r.Text[r.At:])
	if text == "" {
		return nil, errPath(r.Text[r.At:])
	}
	behind := r.Text[r.At+len(text):]
	if behind != "" && isPathLetter(behind[0]) {
		return nil, sqlstate.New(sqlstate.SyntaxError, "trailing junk after numeric literal at or near \"%s\" of jsonpath input", text+behind[:1])
	}
	r.At += len(text)
	whole, exponent := text, ""
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		whole, exponent = text[:at], text[at:]
	}
	if whole = strings.TrimSuffix(whole, "."); whole[0] == '.' {
		whole = "0" + whole
	}
	v, err := jsonvalue.Parse(whole + exponent)
	if err != nil {
		return nil, errPath(r.Text[r.At:])
	}
	return &pathNode{op: "value", value: v}, nil
}

// withSign is a number behind a sign.
func (n *pathNode) withSign(sign string) *pathNode {
	if sign == "+" || strings.Trim(n.value.Text, "0.") == "" {
		return n
	}
	v := *n.value
	if rest, negative := strings.CutPrefix(v.Text, "-"); negative {
		v.Text = rest
	} else {
		v.Text = "-" + v.Text
	}
	return &pathNode{op: "value", value: &v}
}
