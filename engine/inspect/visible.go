package inspect

import (
	"context"
	"slices"
	"time"

	"github.com/sallyportdb/sallyport/gate"
	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// treeOf returns what a source has, as far as the client may see it.
func (s *Sources) treeOf(p providers.Provider) (providers.Hierarchy, bool) {
	h, ok := p.(providers.Hierarchy)
	if !ok || s.Rights == nil {
		return h, ok
	}
	v := visible{h, p.Info().Name, s.Rights}
	if lister, ok := h.(providers.MethodLister); ok {
		return visibleMethods{v, lister}, true
	}
	return v, true
}

// visible is a hierarchy without the relations that the client may not use. Such a relation looks as if it did not
// exist.
type visible struct {
	all    providers.Hierarchy
	source string
	rights *gate.Rights
}

// errAbsent is the error about a relation that the client may not use, and about one that there is not.
func errAbsent(service, resource string) error {
	return sqlstate.New(sqlstate.UndefinedTable, "relation %q does not exist", service+"."+resource)
}

// hiddenError returns the error for a relation that the client may not use, or that the source, whose error is err, does not
// have. nil: the relation may be told of. Both take the same time.
func (v visible) hiddenError(ctx context.Context, began time.Time, service, resource string, err error) error {
	switch {
	case !v.rights.MayName(v.source, service, resource), notThere(err):
		Evenly(ctx, began)
		return errAbsent(service, resource)
	case err != nil:
		return withoutNames(err)
	}
	return nil
}

// withoutNames takes names out of the hint of a source's error, which suggests what the client may not see.
func withoutNames(err error) error {
	if err == nil {
		return nil
	}
	return sqlstate.From(err).WithoutNames(true)
}

// Services lists the services in which there is something for the client.
func (v visible) Services(ctx context.Context) ([]providers.Service, error) {
	list, err := v.all.Services(ctx)
	if err != nil {
		return nil, withoutNames(err)
	}
	return slices.DeleteFunc(slices.Clone(list), func(s providers.Service) bool { return !v.rights.MayNameIn(v.source, s.Name) }), nil
}

func (v visible) Resources(ctx context.Context, service string) ([]providers.Resource, error) {
	began := time.Now()
	list, err := v.all.Resources(ctx, service)
	if !v.rights.MayNameIn(v.source, service) || notThere(err) {
		Evenly(ctx, began)
		return nil, sqlstate.New(sqlstate.InvalidSchemaName, "schema %q does not exist", service)
	}
	if err != nil {
		return nil, withoutNames(err)
	}
	return slices.DeleteFunc(slices.Clone(list), func(r providers.Resource) bool { return !v.rights.MayName(v.source, service, r.Name) }), nil
}

func (v visible) Describe(ctx context.Context, service, resource string) (d providers.ResourceDetail, err error) {
	began := time.Now()
	d, err = v.all.Describe(ctx, service, resource)
	if err := v.hiddenError(ctx, began, service, resource, err); err != nil {
		return providers.ResourceDetail{}, err
	}
	hidden := func(column string) bool { return !v.rights.MayRead(v.source, service, resource, column) }
	whole := len(d.Columns)
	d.Columns = slices.DeleteFunc(slices.Clone(d.Columns), func(c providers.ColumnDetail) bool { return hidden(c.Name) })
	d.Keys = slices.DeleteFunc(slices.Clone(d.Keys), func(k providers.Key) bool { return slices.ContainsFunc(k.Columns, hidden) })
	unseen := func(f providers.Foreign) bool {
		return slices.ContainsFunc(f.Columns, hidden) || !v.rights.MayName(v.source, f.Service, f.Resource) ||
			slices.ContainsFunc(f.Others, func(column string) bool { return !v.rights.MayRead(v.source, f.Service, f.Resource, column) })
	}
	d.References = slices.DeleteFunc(slices.Clone(d.References), unseen)
	d.ReferencedBy = slices.DeleteFunc(slices.Clone(d.ReferencedBy), unseen)
	if len(d.Columns) < whole {
		d.Checks, d.Indexes = nil, nil // their texts may name the column
		for i := range d.Columns {
			d.Columns[i].Default = ""
		}
	}
	return d, nil
}

func (v visible) Search(ctx context.Context, service string, patterns []providers.Pattern) ([]providers.Found, error) {
	list, err := v.all.Search(ctx, service, patterns)
	if err != nil {
		return nil, withoutNames(err)
	}
	var kept []providers.Found
	for _, f := range list {
		if !v.rights.MayName(v.source, f.Service, f.Name) {
			continue
		}
		shown := slices.DeleteFunc(slices.Clone(f.Columns), func(column string) bool { return !v.rights.MayRead(v.source, f.Service, f.Name, column) })
		if len(shown) < len(f.Columns) && len(shown) == 0 && !f.Named {
			continue // a column that is hidden is why it was found
		}
		f.Columns = shown
		kept = append(kept, f)
	}
	return kept, nil
}

// visibleMethods is visible for an API.
type visibleMethods struct {
	visible
	lister providers.MethodLister
}

func (v visibleMethods) ListMethods(ctx context.Context, service, resource string) ([]providers.ListedMethod, error) {
	began := time.Now()
	list, err := v.lister.ListMethods(ctx, service, resource)
	if err := v.hiddenError(ctx, began, service, resource, err); err != nil {
		return nil, err
	}
	return list, nil
}

func (v visibleMethods) DescribeMethod(ctx context.Context, service, resource, method string) (d providers.MethodDetail, err error) {
	if !v.rights.MayName(v.source, service, resource) {
		return d, v.hiddenError(ctx, time.Now(), service, resource, nil)
	}
	d, err = v.lister.DescribeMethod(ctx, service, resource, method)
	return d, withoutNames(err)
}
