package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
)

// Hash is what a record's field prev says of the record before it: the SHA-256
// of its line, exactly as it stands in the file, with its line end.
type Hash [sha256.Size]byte

// HashLine is the hash of a line, which has its line end.
func HashLine(line []byte) Hash { return sha256.Sum256(line) }

// String is the hash in hexadecimal, as records have it and sha256sum tells it.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Head is a place in the log: the last record when it was asked for. The hash
// covers all records up to it, so whoever keeps a head where the log's owner
// cannot write can tell later whether any of them was changed. The zero Head is
// before the first record.
type Head struct {
	Seq  uint64
	Hash Hash
}

// String is the head as seq:hash.
func (h Head) String() string { return strconv.FormatUint(h.Seq, 10) + ":" + h.Hash.String() }

// MarshalText is String.
func (h Head) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText is ParseHead.
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
