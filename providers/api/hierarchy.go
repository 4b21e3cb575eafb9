package api

import (
	"context"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/call"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/providers/api/listing"
)

var _ providers.MethodLister = (*Provider)(nil)

// listing tells what the documents have, with the columns that statements see.
func (p *Provider) listing() *listing.Listing {
	return listing.New(p.options.Library, p.options.Provider, listing.Forms{
		Columns: func(m *document.Method, snakeCase bool) []providers.Column {
			answer := *m
			answer.Params, answer.Servers, answer.Body = nil, nil, nil // inputs are columns to package call
			return call.Columns(&answer, snakeCase)
		},
		Effect: effect,
		View:   p.options.View,
	})
}

// Services lists what the provider's document lists.
func (p *Provider) Services(ctx context.Context) ([]providers.Service, error) {
	return p.listing().Services(ctx)
}

// Resources lists a service's resources.
func (p *Provider) Resources(ctx context.Context, service string) ([]providers.Resource, error) {
	return p.listing().Resources(ctx, service)
}

// Describe tells the columns of a resource.
func (p *Provider) Describe(ctx context.Context, service, resource string) (providers.ResourceDetail, error) {
	return p.listing().Describe(ctx, service, resource)
}

// Search searches names and descriptions of resources.
func (p *Provider) Search(ctx context.Context, service string, patterns []providers.Pattern) ([]providers.Found, error) {
	return p.listing().Search(ctx, service, patterns)
}

// ListMethods lists a resource's methods.
func (p *Provider) ListMethods(ctx context.Context, service, resource string) ([]providers.ListedMethod, error) {
	return p.listing().ListMethods(ctx, service, resource)
}

// DescribeMethod tells of one method.
func (p *Provider) DescribeMethod(ctx context.Context, service, resource, method string) (providers.MethodDetail, error) {
	return p.listing().DescribeMethod(ctx, service, resource, method)
}
