package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
)

// tail is how a file ends.
type tail struct {
	head    Head   // the last whole record
	prev    string // what that record says of the one before it
	torn    *Torn  // what a crash left behind it, or made of it
	unended bool   // the last line has no end
	bytes   int64  // of the whole file
	foreign int    // lines behind the last record, or in all where there is none
}

var newline = []byte{'\n'}

// readTail reads the end of a file: 64 KiB of it, and more only where there is
// no whole record in that.
func readTail(f io.ReaderAt, size int64) (tail, error) {
	for window := int64(64 << 10); ; window *= 8 {
		window = min(window, size)
		text := make([]byte, window)
		if _, err := f.ReadAt(text, size-window); err != nil && !errors.Is(err, io.EOF) {
			return tail{}, err
		}
		if window < size { // its first line is not whole
			_, text, _ = bytes.Cut(text, newline)
		}
		end := endOf(text)
		end.bytes = size
		if end.head.Seq > 0 || window == size {
			return end, nil
		}
	}
}

// endOf finds the last record in whole lines, of which the last may have no
// end.
func endOf(text []byte) tail {
	var t tail
	if t.unended = len(text) > 0 && text[len(text)-1] != '\n'; t.unended {
		text = append(text, '\n')
	}
	for rest := text; len(rest) > 0; t.foreign++ {
		start := bytes.LastIndexByte(rest[:len(rest)-1], '\n') + 1
		var r struct {
			Seq  uint64
			Prev string
		}
		if json.Unmarshal(rest[start:], &r) == nil && r.Seq > 0 {
			t.head, t.prev = Head{Seq: r.Seq, Hash: HashLine(rest[start:])}, r.Prev
			switch behind := text[len(rest):]; {
			case len(behind) > 0:
				t.torn = tornBy(behind)
			case t.unended:
				t.torn = tornBy(rest[start:])
			}
			return t
		}
		rest = rest[:start]
	}
	if len(text) > 0 {
		t.torn = tornBy(text)
	}
	return t
}

func tornBy(text []byte) *Torn {
	sum := sha256.Sum256(text)
	return &Torn{Bytes: int64(len(text)), SHA256: hex.EncodeToString(sum[:])}
}
