package ingest

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// apiSampling bounds how an API is sampled: what can be read without inputs, by so many requests. The nil
// apiSampling bounds nothing: the source is no API.
type apiSampling struct {
	methods providers.Methods
	most    int // requests
	sent    int64
	before  int64 // pages that were read before the current resource
	read    *providers.Progress
}

func isAPI(p providers.Provider) bool { return p.Info().Kind == "api" }

// sampleAPI prepares the sampling of a source. It returns nil if it is no API. Resources that fail are tried again by
// each run, so those that are left by the limit of requests must not be the same each time: the order is drawn at
// random.
func sampleAPI(ctx context.Context, p providers.Provider, s *Settings, resources []discovery.TableRef) (*apiSampling, error) {
	if !isAPI(p) {
		return nil, nil //nolint:nilnil // there is nothing to bound
	}
	catalog, err := p.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	methods, ok := catalog.(providers.Methods)
	if !ok {
		return nil, sqlstate.New(sqlstate.FeatureNotSupported, "connection %q does not tell its methods", p.Info().Name)
	}
	s.SampleRows = min(s.SampleRows, s.APISampleRows)
	swap := func(i, j int) { resources[i], resources[j] = resources[j], resources[i] }
	rand.Shuffle(len(resources), swap) //nolint:gosec // nobody gains by knowing the order
	return &apiSampling{methods: methods, most: s.APIRequests, read: &providers.Progress{}}, nil
}

// answered are those of the columns that the API tells without being given an input: none where it wants
// one, where a view stands for the resource, whose requests nobody counts beforehand, and
// where the method does more than read.
func (a *apiSampling) answered(t discovery.Table, columns []discovery.Column) []discovery.Column {
	if a == nil {
		return columns
	}
	m, err := a.methods.Choose(t.Ref.DB, t.Ref.Name, "select", nil)
	if err != nil || m.Effect != providers.Reads || len(a.methods.Views(t.Ref.DB, t.Ref.Name)) > 0 {
		return nil
	}
	return slices.DeleteFunc(columns, func(c discovery.Column) bool {
		return !slices.ContainsFunc(m.Columns, func(told providers.Column) bool { return strings.EqualFold(told.Name, c.Name) })
	})
}

// counting is a context in which requests are counted.
func (a *apiSampling) counting(ctx context.Context) context.Context {
	if a == nil {
		return ctx
	}
	return providers.WithProgress(ctx, a.read)
}

// count counts the requests of a resource: one that failed is one, too.
func (a *apiSampling) count() {
	if a == nil {
		return
	}
	pages, _ := a.read.Read()
	a.sent, a.before = a.sent+max(1, pages-a.before), pages
}

// spent reports whether as many requests were sent as may be.
func (a *apiSampling) spent() bool { return a != nil && a.sent >= int64(a.most) }
