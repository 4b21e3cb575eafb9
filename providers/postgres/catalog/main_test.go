package catalog

import (
	"os"
	"testing"

	"github.com/sallyportdb/sallyport/internal/pgtest"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }
