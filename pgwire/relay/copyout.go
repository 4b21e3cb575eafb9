package relay

import "encoding/binary"

// This file holds the data of a COPY TO STDOUT to the limits of results. A server sends each row as a message of its own. (copyto.c)

// copied is the form of the data of a COPY TO.
type copied struct {
	columns int64
	binary  bool
	header  bool // a line of names is still to come
	begun   bool // something of the data has come
}

// Binary data begin with a signature, and with the first row in the same message. They end with a trailer, in the place of a number of
// columns, which has the signature before it if there are no rows.
const (
	binaryStart   = 19
	binaryTrailer = 2
)

// beginCopyOut reads a CopyOutResponse.
func (it *item) beginCopyOut(frame []byte) {
	it.copied = copied{header: it.run.Header}
	if len(frame) >= headerSize+3 {
		it.copied.binary, it.copied.columns = frame[headerSize] == 1, int64(binary.BigEndian.Uint16(frame[headerSize+1:]))
	}
}

// handleCopied handles the data of a COPY TO, and reports whether the client gets it. frame is the beginning of the message.
func (s *session) handleCopied(it *item, frame []byte) bool {
	c := &it.copied
	first := !c.begun
	c.begun = true
	if c.header {
		c.header = false
		return true
	}
	bytes := int64(binary.BigEndian.Uint32(frame[1:])) + 1 - headerSize
	if !c.binary {
		return it.run.Row(max(bytes-c.columns, 0)) // a character ends each value
	}
	if first {
		bytes -= binaryStart
	}
	if bytes <= 0 || bytes == binaryTrailer && (first || frame[headerSize] == 0xff) {
		return true
	}
	return it.run.Row(max(bytes-2-4*c.columns, 0))
}
