package find

import (
	"encoding/binary"

	"github.com/sallyportdb/sallyport/sqlstate"
)

// magic begins a written index. A later form of it has another number, and an older index is then
// built again.
const magic = "sallyport find 1\n"

// ErrForm is what Decode returns for an index that another version of the program wrote, and for one
// that is damaged: it has to be built again from its snapshot.
var ErrForm = sqlstate.New("XX001", "the search index is damaged, or of another version").
	WithHint("Run sallyport ingest: it builds the index again.")

// MarshalBinary writes the index.
func (t *Tables) MarshalBinary() ([]byte, error) {
	out := make([]byte, 0, len(magic)+len(t.text)+4*(len(t.postings)+3*len(t.records))+8*len(t.edges))
	out = append(out, magic...)
	for _, s := range []string{t.connection, t.syncID, t.text} {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(s)))
		out = append(out, s...)
	}
	for _, numbers := range t.lists() {
		out = binary.LittleEndian.AppendUint32(out, uint32(len(*numbers)))
		for _, n := range *numbers {
			out = binary.LittleEndian.AppendUint32(out, n)
		}
	}
	return binary.LittleEndian.AppendUint32(out, t.termsAt), nil
}

// lists are the lists of numbers that are written.
func (t *Tables) lists() []*[]uint32 {
	return []*[]uint32{&t.records, &t.terms, &t.postings, &t.ends, &t.first, &t.owner, &t.edges, &t.edgesBy, &t.edgeEnds}
}

// Decode reads what MarshalBinary wrote. The index holds no part of the bytes.
func Decode(from []byte) (*Tables, error) {
	if len(from) < len(magic) || string(from[:len(magic)]) != magic {
		return nil, ErrForm
	}
	t, in := &Tables{}, input{from[len(magic):], true}
	t.connection, t.syncID, t.text = in.string(), in.string(), in.string()
	for _, numbers := range t.lists() {
		*numbers = in.numbers()
	}
	t.termsAt = in.number()
	if !in.whole || len(in.rest) > 0 || !t.sound() {
		return nil, ErrForm
	}
	t.understand()
	return t, nil
}

// sound says whether no number of the index leads out of it.
func (t *Tables) sound() bool {
	text, records, tables := uint32(len(t.text)), uint32(len(t.records)), uint32(len(t.first))-1
	return len(t.first) > 0 && len(t.owner) == len(t.records)-int(tables) && len(t.edgeEnds) == int(tables) && len(t.ends) == len(t.terms) &&
		rising(t.first, records) && t.first[0] == tables && t.first[tables] == records &&
		rising(t.records, text) && t.termsAt <= text && rising(t.terms, text) && (len(t.terms) == 0 || t.termsAt <= t.terms[0]) &&
		rising(t.ends, uint32(len(t.postings))) && rising(t.edgeEnds, uint32(len(t.edges))) &&
		below(t.owner, tables) && below(t.edges, tables) &&
		len(t.edgesBy) == len(t.edges) && below(t.edgesBy, records) && below(t.postings, records<<(fieldBits+weightBits))
}

// rising says whether no number is smaller than the one before it, or larger than most.
func rising(numbers []uint32, most uint32) bool {
	var last uint32
	for _, n := range numbers {
		if n < last || n > most {
			return false
		}
		last = n
	}
	return true
}

func below(numbers []uint32, limit uint32) bool {
	for _, n := range numbers {
		if n >= limit {
			return false
		}
	}
	return true
}

// input reads what was written, until something is missing.
type input struct {
	rest  []byte
	whole bool
}

func (in *input) take(n int) []byte {
	if !in.whole || n < 0 || n > len(in.rest) {
		in.whole = false
		return nil
	}
	taken := in.rest[:n]
	in.rest = in.rest[n:]
	return taken
}

func (in *input) number() uint32 {
	if b := in.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (in *input) string() string { return string(in.take(int(in.number()))) }

func (in *input) numbers() []uint32 {
	b := in.take(4 * int(in.number()))
	numbers := make([]uint32, len(b)/4)
	for i := range numbers {
		numbers[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return numbers
}
