package depth

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// DuckDB recurses into every level of the values of a JSON file to find the file's columns: a file that is
// deep enough overflows the stack and ends the process. So the depth is measured before DuckDB sees a file.

// ErrDeep is the error of a file that is too deep.
var ErrDeep = fmt.Errorf("it is nested more than %d levels deep", Most)

// CheckJSON returns ErrDeep if the values of a JSON file are too deep for DuckDB.
func CheckJSON(ctx context.Context, path string) (err error) {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	text, err := unpack(file)
	if err != nil {
		return err
	}
	defer text.Close() //nolint:errcheck // it was read alone
	return checkTextDepth(ctx, text)
}

// unpack reads what a compressed file has in it. The beginning of the file tells, as no JSON begins so.
func unpack(file *os.File) (io.ReadCloser, error) {
	const most = 4
	in := bufio.NewReaderSize(file, 64<<10)
	begin, err := in.Peek(most)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	case bytes.HasPrefix(begin, []byte{0x1f, 0x8b}):
		return gzip.NewReader(in)
	case bytes.HasPrefix(begin, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		decoder, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, err
		}
		return decoder.IOReadCloser(), nil
	}
	return io.NopCloser(in), nil
}

// checkTextDepth counts brackets. Of text that is no JSON it may count too many, and never too few: DuckDB
// goes on behind a broken line, so a string does not go beyond one.
func checkTextDepth(ctx context.Context, text io.Reader) error {
	depth, quoted, escaped := 0, false, false
	buffer := make([]byte, 256<<10)
	for {
		n, err := text.Read(buffer)
		for _, b := range buffer[:n] {
			switch {
			case b == '\n':
				quoted, escaped = false, false
			case escaped:
				escaped = false
			case quoted:
				quoted, escaped = b != '"', b == '\\'
			case b == '"':
				quoted = true
			case b == '{' || b == '[':
				if depth++; depth > Most {
					return ErrDeep
				}
			case (b == '}' || b == ']') && depth > 0:
				depth--
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
	}
}
