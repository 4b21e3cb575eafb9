package clients

import (
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgproto3"
)

// macro is what stands for a long text: $(repeat 3 ab) or $(list 3 $#).
var macro = regexp.MustCompile(`\$\((repeat|list) (\d+) ([^)]*)\)`)

func expand(line string) string {
	return macro.ReplaceAllStringFunc(line, func(m string) string {
		parts := macro.FindStringSubmatch(m)
		n, _ := strconv.Atoi(parts[2]) // the expression lets only numbers through
		if parts[1] == "repeat" {
			return strings.Repeat(parts[3], n)
		}
		list := make([]string, n)
		for i := range list {
			list[i] = strings.ReplaceAll(parts[3], "#", strconv.Itoa(i+1))
		}
		return strings.Join(list, ",")
	})
}

// parse reads a line that is a message, or returns its bytes if it is "Raw".
func parse(line string) (m pgproto3.FrontendMessage, raw []byte, err error) {
	kind, rest, _ := strings.Cut(line, " ")
	name, _, _ := strings.Cut(kind, "(") // Parse(23): …
	switch strings.TrimSuffix(name, ":") {
	case "Query":
		text, err := unquote(rest)
		return &pgproto3.Query{String: text}, nil, err
	case "Parse":
		m, err := parseParse(strings.TrimPrefix(line, "Parse"))
		return m, nil, err
	case "Bind":
		m, err := parseBind(strings.TrimPrefix(line, "Bind"))
		return m, nil, err
	case "Describe":
		what, name, _ := strings.Cut(rest, " ")
		return &pgproto3.Describe{ObjectType: what[0], Name: name}, nil, nil
	case "Close":
		what, name, _ := strings.Cut(rest, " ")
		return &pgproto3.Close{ObjectType: what[0], Name: name}, nil, nil
	case "Execute":
		portal, most, _ := strings.Cut(" "+rest, " max ")
		n, err := strconv.ParseUint("0"+most, 10, 32)
		return &pgproto3.Execute{Portal: strings.TrimSpace(portal), MaxRows: uint32(n)}, nil, err
	case "Flush":
		return &pgproto3.Flush{}, nil, nil
	case "Sync":
		return &pgproto3.Sync{}, nil, nil
	case "CopyData":
		data, err := value(rest)
		return &pgproto3.CopyData{Data: data}, nil, err
	case "CopyDone":
		return &pgproto3.CopyDone{}, nil, nil
	case "CopyFail":
		return &pgproto3.CopyFail{Message: rest}, nil, nil
	case "FunctionCall":
		oid, values, _ := strings.Cut(rest, ":")
		n, err := strconv.ParseUint(oid, 10, 32)
		list, more := parseValues(values)
		return &pgproto3.FunctionCall{Function: uint32(n), ArgFormatCodes: []uint16{1}, Arguments: list, ResultFormatCode: 1}, nil, first(err, more)
	case "Terminate":
		return &pgproto3.Terminate{}, nil, nil
	case "Raw":
		raw, err := hex.DecodeString(strings.TrimPrefix(rest, "0x"))
		return nil, raw, err
	}
	return nil, nil, fmt.Errorf("no message %q", kind)
}

// parseParse reads "name(23,25): SELECT …" or " name: …" or ": …".
func parseParse(rest string) (*pgproto3.Parse, error) {
	head, sql, ok := strings.Cut(rest, ": ")
	if !ok {
		return nil, fmt.Errorf("Parse%s: no text behind ': '", rest)
	}
	name, types, _ := strings.Cut(strings.TrimSpace(head), "(")
	m := &pgproto3.Parse{Name: name}
	for _, oid := range strings.FieldsFunc(strings.TrimSuffix(types, ")"), func(r rune) bool { return r == ',' }) {
		n, err := strconv.ParseUint(oid, 10, 32)
		if err != nil {
			return nil, err
		}
		m.ParameterOIDs = append(m.ParameterOIDs, uint32(n))
	}
	var err error
	m.Query, err = unquote(sql)
	return m, err
}

// parseBind reads " portal from name in 1 out 0: a | NULL".
func parseBind(rest string) (*pgproto3.Bind, error) {
	head, values, _ := strings.Cut(rest+" ", ":")
	m := &pgproto3.Bind{}
	what := "portal"
	for _, word := range strings.Fields(head) {
		switch {
		case word == "from" || word == "in" || word == "out":
			what = word
		case what == "portal":
			m.DestinationPortal = word
		case what == "from":
			m.PreparedStatement = word
		default:
			format, err := strconv.ParseInt(word, 10, 16)
			if err != nil {
				return nil, err
			}
			if what == "in" {
				m.ParameterFormatCodes = append(m.ParameterFormatCodes, int16(format))
			} else {
				m.ResultFormatCodes = append(m.ResultFormatCodes, int16(format))
			}
		}
	}
	var err error
	m.Parameters, err = parseValues(values)
	return m, err
}

func parseValues(text string) ([][]byte, error) {
	if text = strings.TrimSpace(text); text == "" {
		return nil, nil
	}
	var list [][]byte
	for _, v := range strings.Split(text, "|") {
		one, err := value(strings.TrimSpace(v))
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// value reads NULL, 0x…, a Go string or plain text.
func value(text string) ([]byte, error) {
	if text == "NULL" {
		return nil, nil
	}
	if digits, ok := strings.CutPrefix(text, "0x"); ok {
		return hex.DecodeString(digits)
	}
	plain, err := unquote(text)
	return []byte(plain), err
}

func unquote(text string) (string, error) {
	if strings.HasPrefix(text, `"`) && strings.HasSuffix(text, `"`) && len(text) > 1 {
		return strconv.Unquote(text)
	}
	return text, nil
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
