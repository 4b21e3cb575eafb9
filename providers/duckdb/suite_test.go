package duckdb

import (
	"testing"

	"github.com/sallyportdb/sallyport/providers/providertest"
)

func TestConformance(t *testing.T) {
	providertest.Run(t, func(t *testing.T) providertest.Fixture {
		return providertest.Fixture{Provider: open(t, Options{}), Service: defaultSchema}
	})
}
