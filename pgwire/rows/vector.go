package rows

import (
	"bytes"
	"encoding/binary"
)

// vectorConverter converts an oidvector or int2vector: "1 2" is an array of one dimension that is
// counted from 0.
func vectorConverter(oid uint32, element converter) converter {
	return func(buf, text []byte) ([]byte, error) {
		items := bytes.Fields(text)
		for _, n := range []uint32{1, 0, oid, uint32(len(items)), 0} {
			buf = binary.BigEndian.AppendUint32(buf, n)
		}
		for _, item := range items {
			at := len(buf)
			var err error
			if buf, err = element(append(buf, 0, 0, 0, 0), item); err != nil {
				return buf, err
			}
			binary.BigEndian.PutUint32(buf[at:], uint32(len(buf)-at-4))
		}
		return buf, nil
	}
}
