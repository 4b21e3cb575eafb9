package duckdb

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"sync"

	lib "github.com/duckdb/duckdb-go-bindings"
	"github.com/klauspost/compress/zstd"

	"github.com/sallyportdb/sallyport/providers/duckdb/native"
	"github.com/sallyportdb/sallyport/providers/duckdb/pgcatalog"
)

//go:generate go test -run ^TestImage$ . -update

// packedImage is the database file of the emulation, compressed. Before it stands the print of the statements and of the
// DuckDB that have made it. TestImage checks that these make the same file.
//
//go:embed image.zst
var packedImage []byte

// image returns the database file of the emulation, which is the same for every instance. The program contains it. A
// program whose statements or whose DuckDB differ makes its own, in seconds.
func image() ([]byte, error) {
	unpacked.once.Do(func() {
		if imageIsCurrent() {
			unpacked.file, unpacked.err = unpackImage()
		} else {
			unpacked.file, unpacked.err = makeImage()
		}
	})
	return unpacked.file, unpacked.err
}

var unpacked struct {
	once sync.Once
	file []byte
	err  error
}

func unpackImage() ([]byte, error) {
	unpack, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer unpack.Close()
	return unpack.DecodeAll(packedImage[sha256.Size:], nil)
}

// imageIsCurrent reports whether packedImage was made by the statements and the DuckDB of this program.
func imageIsCurrent() bool { return bytes.HasPrefix(packedImage, imagePrint()) }

// imagePrint is the print of what makes the image.
func imagePrint() []byte {
	h := sha256.New()
	h.Write([]byte(lib.LibraryVersion()))
	for _, part := range pgcatalog.Get().Parts() {
		h.Write([]byte("\x00" + part.Source()))
	}
	return h.Sum(nil)
}

// packImage returns what packedImage should be.
func packImage(image []byte) ([]byte, error) {
	pack, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression))
	if err != nil {
		return nil, err
	}
	defer func() { _ = pack.Close() }() // EncodeAll has written all
	return pack.EncodeAll(image, imagePrint()), nil
}

// makeImage makes the database file of the emulation by its statements, in a DuckDB of its own.
func makeImage() (file []byte, err error) {
	dir, err := os.MkdirTemp("", "sallyport-catalog-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	p, err := Open(context.Background(), Options{Name: "source", TempDir: dir, Threads: 1, writes: dir})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	path := filepath.Join(dir, "catalog")
	statements := append([]string{
		"ATTACH " + native.Text(path) + " AS " + pgcatalog.Database + " (STORAGE_VERSION 'v1.5.0', BLOCK_SIZE 16384)", "BEGIN",
	}, pgcatalog.Make()...)
	for _, sql := range append(statements, "COMMIT", "CHECKPOINT "+pgcatalog.Database, "DETACH "+pgcatalog.Database) {
		if err := native.Run(p.admin, sql); err != nil {
			return nil, err
		}
	}
	return os.ReadFile(path)
}
