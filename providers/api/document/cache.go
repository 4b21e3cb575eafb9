package document

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// format changes with whatever is written otherwise: it is a part of every key.
const format = "sallyport documents 8"

// cache keeps indexes in files that are called after the hash of what was read. A sum
// at the end of each tells what is half written or has been damaged. Nothing depends on
// a cache: what cannot be read or written is made again.
type cache struct{ folder *os.Root } // nil: nothing is kept

// openCache opens the folder, and makes it if need be, for its owner alone.
func openCache(folder string) (*cache, error) {
	if folder == "" {
		return &cache{}, nil
	}
	if err := os.MkdirAll(filepath.Clean(folder), 0o700); err != nil {
		return nil, fmt.Errorf("the folder for indexes of documents: %w", err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("the folder for indexes of documents: %w", err)
	}
	return &cache{root}, nil
}

func (c *cache) close() error {
	if c.folder == nil {
		return nil
	}
	return c.folder.Close()
}

// key is the hash of parts, each with its length.
func (c *cache) key(parts ...string) string {
	sum := sha256.New()
	for _, part := range append([]string{format}, parts...) {
		sum.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
		sum.Write([]byte(part))
	}
	return hex.EncodeToString(sum.Sum(nil)) + ".index"
}

// get returns an index, or nil if there is none.
func (c *cache) get(key string) []byte {
	if c.folder == nil {
		return nil
	}
	text, err := fs.ReadFile(c.folder.FS(), key)
	if err != nil || len(text) < sha256.Size {
		return nil
	}
	index, sum := text[:len(text)-sha256.Size], text[len(text)-sha256.Size:]
	if sha256.Sum256(index) != [sha256.Size]byte(sum) {
		return nil
	}
	return index
}

// put keeps an index, all of it or nothing.
func (c *cache) put(key string, index []byte) {
	if c.folder == nil {
		return
	}
	temporary := fmt.Sprintf("%s.%d", key, os.Getpid())
	f, err := c.folder.OpenFile(temporary, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return
	}
	sum := sha256.Sum256(index)
	_, err = f.Write(append(index[:len(index):len(index)], sum[:]...))
	if err = errors.Join(err, f.Close()); err == nil {
		err = c.folder.Rename(temporary, key)
	}
	if err != nil {
		_ = c.folder.Remove(temporary) //nolint:errcheck // it is made again next time
	}
}
