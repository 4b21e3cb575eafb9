package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
)

// Hash is the SHA-256 of a record's line as it stands in the file, with its line end. The next
// record repeats it in its field prev.
type Hash [sha256.Size]byte

// HashLine returns the hash of a line. The line includes its line end.
func HashLine(line []byte) Hash { return sha256.Sum256(line) }

// String returns the hash in hexadecimal, as in records and in the output of sha256sum.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Head names a record by its number and its hash. The hash covers all records up to this one: a
// head that was kept where the log's owner cannot write shows later whether any of them was
// changed. The zero Head is before the first record.
type Head struct {
	Seq  uint64
	Hash Hash
}

// String returns the head as seq:hash.
func (h Head) String() string { return strconv.FormatUint(h.Seq, 10) + ":" + h.Hash.String() }

// MarshalText returns the head as String does.
func (h Head) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads the head as ParseHead does.
func (h *Head) UnmarshalText(text []byte) (err error) {
	*h, err = ParseHead(string(text))
	return err
}

// ParseHead reads what String wrote.
func ParseHead(text string) (Head, error) {
	var h Head
	seq, hash, _ := strings.Cut(strings.TrimSpace(text), ":")
	n, err := strconv.ParseUint(seq, 10, 64)
	raw, hexErr := hex.DecodeString(hash)
	if err != nil || hexErr != nil || len(raw) != len(h.Hash) || n == 0 {
		return Head{}, errors.New("a head is a sequence number, a colon, and a SHA-256 in hexadecimal")
	}
	h.Seq, h.Hash = n, Hash(raw)
	return h, nil
}
