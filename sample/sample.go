// Package sample holds the sample data that a server without a configuration
// file serves: the tables airports, birdstrikes and weather. README.md says
// where they come from.
//
// The files travel inside the binary. DuckDB reads files of a folder, so
// [Write] puts them into one.
package sample

import (
	"bytes"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

//go:embed *.csv
var files embed.FS

// Columns are the columns of each table in their order, with DuckDB's types.
var Columns = map[string][][2]string{
	"airports": {
		{"iata", "VARCHAR"},
		{"name", "VARCHAR"},
		{"city", "VARCHAR"},
		{"state", "VARCHAR"},
		{"country", "VARCHAR"},
		{"latitude", "DOUBLE"},
		{"longitude", "DOUBLE"},
	},
	"birdstrikes": {
		{"Airport Name", "VARCHAR"},
		{"Aircraft Make Model", "VARCHAR"},
		{"Effect Amount of damage", "VARCHAR"},
		{"Flight Date", "DATE"},
		{"Aircraft Airline Operator", "VARCHAR"},
		{"Origin State", "VARCHAR"},
		{"Phase of flight", "VARCHAR"},
		{"Wildlife Size", "VARCHAR"},
		{"Wildlife Species", "VARCHAR"},
		{"Time of day", "VARCHAR"},
		{"Cost Other", "BIGINT"},
		{"Cost Repair", "BIGINT"},
		{"Cost Total $", "BIGINT"},
		{"Speed IAS in knots", "BIGINT"},
	},
	"weather": {
		{"date", "DATE"}, {"precipitation", "DOUBLE"}, {"temp_max", "DOUBLE"}, {"temp_min", "DOUBLE"}, {"wind", "DOUBLE"}, {"weather", "VARCHAR"},
	},
}

// Write puts the files into dir, making it where it is missing, and returns
// the path of each by its table's name. A file that is there already with the
// same content is left alone, any other is replaced whole.
func Write(dir string) (map[string]string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("sample data: %w", err)
	}
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, fmt.Errorf("sample data: %w", err)
	}
	tables := make(map[string]string, len(entries))
	for _, entry := range entries {
		content, err := files.ReadFile(entry.Name())
		if err != nil {
			return nil, fmt.Errorf("sample data: %w", err)
		}
		path := filepath.Join(dir, entry.Name())
		if err := write(path, content); err != nil {
			return nil, fmt.Errorf("sample data: %w", err)
		}
		tables[strings.TrimSuffix(entry.Name(), ".csv")] = path
	}
	return tables, nil
}

// write goes through a temporary file, so that a reader of another server
// never sees half a file.
func write(path string, content []byte) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, content) {
		return nil
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".sample-*")
	if err != nil {
		return err
	}
	defer os.Remove(temp.Name()) // gone already when the rename went well
	if _, err := temp.Write(content); err != nil {
		temp.Close()
		return err
	}
	if err := temp.Close(); err != nil {
		return err
	}
	return os.Rename(temp.Name(), path)
}
