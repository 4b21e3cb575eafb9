package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
)

// tail says how a file ends.
type tail struct {
	head    Head  // the last whole record
	torn    *Torn // the bytes behind head, or head itself if it lacked its line end
	unended bool  // the last line has no end
	bytes   int64 // of the whole file
	foreign int   // lines behind head, or all lines if there is no record
}

var newline = []byte{'\n'}

// readTail reads the end of a file: the last 64 KiB, and more only if they contain no whole record.
func readTail(f io.ReaderAt, size int64) (tail, error) {
	for window := int64(64 << 10); ; window *= 8 {
		window = min(window, size)
		text := make([]byte, window)
		if _, err := f.ReadAt(text, size-window); err != nil && !errors.Is(err, io.EOF) {
			return tail{}, err
		}
		if window < size { // the first line is not whole
			_, text, _ = bytes.Cut(text, newline)
		}
		end := endOf(text)
		end.bytes = size
		if end.head.Seq > 0 || window == size {
			return end, nil
		}
	}
}

// endOf finds the last record in text, which begins at the start of a line.
func endOf(text []byte) tail {
	var t tail
	if t.unended = len(text) > 0 && text[len(text)-1] != '\n'; t.unended {
		text = append(text, '\n')
	}
	for rest := text; len(rest) > 0; t.foreign++ {
		start := bytes.LastIndexByte(rest[:len(rest)-1], '\n') + 1
		var r struct{ Seq uint64 }
		if json.Unmarshal(rest[start:], &r) == nil && r.Seq > 0 {
			t.head = Head{Seq: r.Seq, Hash: HashLine(rest[start:])}
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

// followChain returns the last record that is linked to last by an unbroken chain of lines between two
// places in a file.
func followChain(f io.ReaderAt, from, to int64, last Head) Head {
	for lines := newLines(io.NewSectionReader(f, from, max(0, to-from))); ; {
		line, err := lines.next()
		if err != nil {
			return last
		}
		text := line.text
		if !line.ended {
			text = append(bytes.Clone(text), '\n')
		}
		var r struct {
			Seq  uint64
			Prev string
		}
		if json.Unmarshal(text, &r) != nil || r.Seq != last.Seq+1 || last.Seq > 0 && r.Prev != last.Hash.String() {
			return last
		}
		last = Head{Seq: r.Seq, Hash: HashLine(text)}
	}
}

func tornBy(text []byte) *Torn {
	sum := sha256.Sum256(text)
	return &Torn{Bytes: int64(len(text)), SHA256: hex.EncodeToString(sum[:])}
}

var lineStart = []byte(`{"v":1,"seq":`)

// Number returns the number of a record, read from the beginning of its line as this log writes it,
// or 0 if the line begins otherwise.
func Number(line []byte) (seq uint64) {
	rest, ok := bytes.CutPrefix(line, lineStart)
	if !ok {
		return 0
	}
	for i, c := range rest {
		if c < '0' || c > '9' || i > 18 {
			break
		}
		seq = seq*10 + uint64(c-'0')
	}
	return seq
}

// prevOf returns the hash that a line names in prev.
func prevOf(line []byte) (hash Hash, named bool) {
	var r struct{ Prev string }
	if json.Unmarshal(line, &r) != nil {
		return hash, false
	}
	raw, err := hex.DecodeString(r.Prev)
	if err != nil || len(raw) != len(hash) {
		return hash, false
	}
	return Hash(raw), true
}
