package depth

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// The columns of a Parquet file are a tree, which DuckDB reads by recursion, too. The tree is in the file's
// footer, in the compact protocol of Thrift: a list of elements, each with the number of those below it.

// ErrFooter is the error of a file whose columns cannot be read.
var ErrFooter = errors.New("the footer of a Parquet file cannot be read")

// CheckParquet returns ErrDeep if a file's columns are nested too deeply for DuckDB. What has no footer
// DuckDB refuses by itself.
func CheckParquet(path string) (err error) {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	const ending = 8 // the length of the footer, and PAR1
	info, err := file.Stat()
	if err != nil || info.Size() < ending {
		return err
	}
	var end [ending]byte
	if _, err := file.ReadAt(end[:], info.Size()-ending); err != nil {
		return err
	}
	length := int64(binary.LittleEndian.Uint32(end[:4]))
	if string(end[4:]) != "PAR1" || length > info.Size()-ending {
		return nil
	}
	f := footer{bufio.NewReader(io.NewSectionReader(file, info.Size()-ending-length, length))}
	return f.metadata()
}

// footer reads Thrift.
type footer struct{ in *bufio.Reader }

// The types of Thrift's compact protocol.
const (
	thriftTrue = iota + 1
	thriftFalse
	thriftByte
	thriftI16
	thriftI32
	thriftI64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
	thriftUUID
)

// metadata reads FileMetaData, whose field 2 is the list of SchemaElement.
func (f footer) metadata() error {
	const schema = 2
	return f.fields(func(id int64, kind byte) error {
		if id != schema || kind != thriftList {
			return f.skip(kind, 0)
		}
		size, of, err := f.list()
		if err != nil || of != thriftStruct {
			return errors.Join(err, ErrFooter)
		}
		return f.schema(size)
	})
}

// schema reads the elements, parents before their children.
func (f footer) schema(size uint64) error {
	const children = 5
	var missing []int64 // children, by level
	for range size {
		below := int64(0)
		err := f.fields(func(id int64, kind byte) (err error) {
			if id == children && kind == thriftI32 {
				below, err = f.number()
				return err
			}
			return f.skip(kind, 0)
		})
		if err != nil {
			return err
		}
		for len(missing) > 0 && missing[len(missing)-1] == 0 {
			missing = missing[:len(missing)-1]
		}
		if len(missing) > 0 {
			missing[len(missing)-1]--
		}
		if below > 0 {
			missing = append(missing, below)
		}
		if len(missing) > Most {
			return ErrDeep
		}
	}
	return nil
}

// fields calls each for the fields of a struct.
func (f footer) fields(each func(id int64, kind byte) error) error {
	id := int64(0)
	for {
		head, err := f.byte()
		if err != nil || head == 0 {
			return err
		}
		if step := int64(head >> 4); step > 0 {
			id += step
		} else if id, err = f.number(); err != nil {
			return err
		}
		if err := each(id, head&15); err != nil {
			return err
		}
	}
}

// skip reads a value of which nothing is wanted. level is how deep the value is.
func (f footer) skip(kind byte, level int) error {
	if level > Most {
		return ErrDeep
	}
	switch kind {
	case thriftTrue, thriftFalse: // the type of a field is its value
		return nil
	case thriftByte:
		return f.discard(1)
	case thriftI16, thriftI32, thriftI64:
		_, err := f.unsigned()
		return err
	case thriftDouble:
		return f.discard(8)
	case thriftUUID:
		return f.discard(16)
	case thriftBinary:
		size, err := f.unsigned()
		if err != nil {
			return err
		}
		return f.discard(size)
	case thriftStruct:
		return f.fields(func(_ int64, kind byte) error { return f.skip(kind, level+1) })
	case thriftList, thriftSet:
		size, of, err := f.list()
		if err != nil {
			return err
		}
		return f.skipAll(size, level+1, of)
	case thriftMap:
		size, err := f.unsigned()
		if err != nil || size == 0 {
			return err
		}
		kinds, err := f.byte()
		if err != nil {
			return err
		}
		return f.skipAll(size, level+1, kinds>>4, kinds&15)
	}
	return ErrFooter
}

// skipAll skips so many values of each of the kinds, by turns.
func (f footer) skipAll(size uint64, level int, kinds ...byte) error {
	for range size {
		for _, kind := range kinds {
			if kind == thriftTrue || kind == thriftFalse { // beside others a truth value is a byte
				kind = thriftByte
			}
			if err := f.skip(kind, level); err != nil {
				return err
			}
		}
	}
	return nil
}

// list reads the head of a list.
func (f footer) list() (size uint64, of byte, err error) {
	head, err := f.byte()
	if err != nil {
		return 0, 0, err
	}
	if size = uint64(head >> 4); size == 15 {
		size, err = f.unsigned()
	}
	return size, head & 15, err
}

// number reads a number in zigzag form.
func (f footer) number() (int64, error) {
	n, err := f.unsigned()
	return int64(n>>1) ^ -int64(n&1), err //nolint:gosec // the bits
}

func (f footer) unsigned() (uint64, error) {
	n, err := binary.ReadUvarint(f.in)
	if err != nil {
		return 0, ErrFooter
	}
	return n, nil
}

func (f footer) byte() (byte, error) {
	b, err := f.in.ReadByte()
	if err != nil {
		return 0, ErrFooter
	}
	return b, nil
}

func (f footer) discard(size uint64) error {
	if _, err := io.CopyN(io.Discard, f.in, int64(min(size, 1<<62))); err != nil { //nolint:gosec // it is bounded
		return ErrFooter
	}
	return nil
}
