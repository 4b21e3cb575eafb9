package parse

import (
	"errors"
	"slices"

	pg_query "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"
	"google.golang.org/protobuf/encoding/protowire"
)

// The scanner's answer is read as bytes: a message object for each token would take ten times the
// memory.

// Field numbers of the messages ScanResult and ScanToken (pg_query.proto).
const (
	resultTokens = 2
	tokenStart   = 1
	tokenKind    = 4
)

// eachToken scans a text and calls each for every token, with the token's start. It returns the
// scanner's error, or the first error of each.
func eachToken(text string, each func(t pg_query.Token, start int) error) error {
	answer, err := parser.ScanToProtobuf(text)
	if err != nil {
		return err
	}
	for len(answer) > 0 {
		field, kind, n := protowire.ConsumeTag(answer)
		if n < 0 {
			return errScan
		}
		answer = answer[n:]
		if field != resultTokens || kind != protowire.BytesType {
			if n = protowire.ConsumeFieldValue(field, kind, answer); n < 0 {
				return errScan
			}
			answer = answer[n:]
			continue
		}
		message, n := protowire.ConsumeBytes(answer)
		if n < 0 {
			return errScan
		}
		answer = answer[n:]
		t, start, err := readScanToken(message)
		if err != nil {
			return err
		}
		if err := each(t, start); err != nil {
			return err
		}
	}
	return nil
}

var errScan = errors.New("the scanner's answer cannot be read")

func readScanToken(message []byte) (t pg_query.Token, start int, err error) {
	for len(message) > 0 {
		field, kind, n := protowire.ConsumeTag(message)
		if n < 0 || kind != protowire.VarintType {
			return 0, 0, errScan
		}
		value, size := protowire.ConsumeVarint(message[n:])
		if size < 0 {
			return 0, 0, errScan
		}
		message = message[n+size:]
		switch field {
		case tokenStart:
			start = int(value)
		case tokenKind:
			t = pg_query.Token(value)
		default:
		}
	}
	return t, start, nil
}

// Places returns where the tokens of some kinds begin in a text that the parser has read.
func Places(text string, kinds ...pg_query.Token) (list []int, err error) {
	err = eachToken(text, func(t pg_query.Token, start int) error {
		if slices.Contains(kinds, t) {
			list = append(list, start)
		}
		return nil
	})
	return list, err
}
