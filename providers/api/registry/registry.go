// Package registry brings provider documents to this machine.
//
// A registry is a folder of this machine, whose documents are used where they are; or a server that has
//
//	<url>/dist/providers.yaml                    providers and their versions
//	<url>/dist/<provider>/<version>.tgz          a package: <version>/provider.yaml, <version>/services/…
//
// [Registry.Pull] fetches a package, checks it, and puts it into the folder src/<provider>/<version> of
// the cache, where package document reads it. Other versions of that provider go.
//
// # What a package may be
//
// Packages are strangers' files. Names that lead out of the package, links, devices, files that come
// twice, and more or larger files than any provider has are refused, and nothing of such a package
// stays. Its provider.yaml must be that of the provider that was asked for.
//
// The hash of each package that was pulled is remembered: a version whose package is another one the next
// time is refused. There is no check of signatures.
//
// # What is there when
//
// A package is made ready in a folder of its own and renamed to its place, so a pull that ends early
// leaves what was there before. Pulls of all servers that share the folder come one after the other, by a
// lock on it.
//
// # The server
//
// It is asked by https, or by http where its host is this machine. Redirects to another host are not
// followed.
package registry

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Options say where a registry is.
type Options struct {
	// URL of the registry: https://…, or file:///… for a folder of this machine that holds src.
	URL string
	// Dist is the folder of packages below the URL; "": dist.
	Dist string
	// Folder is where packages are put: its src is what document.Open reads. Open makes it.
	Folder string
	// Transport sends the requests; nil: http.DefaultTransport.
	Transport http.RoundTripper
	// Progress, if set, is told how many bytes of a package have come, and of how many; -1: the server
	// does not say.
	Progress func(done, total int64)
}

// Registry is a registry. It is safe for concurrent use.
type Registry struct {
	server *url.URL // of the packages; nil: the registry is a folder of this machine
	folder string
	client *http.Client

	progress func(done, total int64) // nil: nobody is told
}

// Open checks the options. It asks nobody anything. F0000.
func Open(o Options) (*Registry, error) {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || o.URL == "":
		return nil, misconfigured("its URL is no URL")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, misconfigured("its URL has more than a host and a path")
	case u.Scheme == "file":
		return openFolder(u)
	case u.Hostname() == "":
		return nil, misconfigured("its URL has no host")
	case u.Scheme != "https" && (u.Scheme != "http" || !thisMachine(u.Hostname())):
		return nil, misconfigured("its URL is not https").WithHint("http is for a registry on this machine: localhost or 127.0.0.1.")
	}
	if err := os.MkdirAll(filepath.Join(o.Folder, "src"), 0o700); err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.ConfigFileError, "the folder for provider documents cannot be made")
	}
	if o.Dist == "" {
		o.Dist = "dist"
	}
	r := &Registry{server: u.JoinPath(o.Dist), folder: o.Folder, client: &http.Client{Transport: o.Transport, CheckRedirect: sameHost}, progress: o.Progress}
	return r, nil
}

// openFolder opens a registry that is a folder.
func openFolder(u *url.URL) (*Registry, error) {
	folder := filepath.FromSlash(u.Path)
	if u.Host != "" && u.Host != "localhost" || !filepath.IsAbs(folder) {
		return nil, misconfigured("its URL is file:// without an absolute path").WithHint("file:///srv/registry, for example; the folder holds src.")
	}
	return &Registry{folder: folder}, nil
}

func misconfigured(what string) *sqlstate.Error {
	return sqlstate.New(sqlstate.ConfigFileError, "the registry: %s", what)
}

func thisMachine(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// sameHost follows redirects within a host alone.
func sameHost(r *http.Request, via []*http.Request) error {
	if len(via) > 5 || r.URL.Scheme != via[0].URL.Scheme || r.URL.Host != via[0].URL.Host {
		return http.ErrUseLastResponse
	}
	return nil
}

// Folder is where the documents are: it holds src.
func (r *Registry) Folder() string { return r.folder }

// Place says where the registry is, without a path of this machine.
func (r *Registry) Place() string {
	if r.server == nil {
		return "a folder of the server's"
	}
	return r.server.String()
}

// List lists the providers that there are, by name.
func (r *Registry) List(ctx context.Context) ([]providers.Published, error) {
	if r.server == nil {
		return r.listFolder(ctx)
	}
	ctx, cancel := context.WithTimeout(ctx, longestList)
	defer cancel()
	return r.fetchList(ctx)
}

// listFolder lists what is in the folder.
func (r *Registry) listFolder(ctx context.Context) ([]providers.Published, error) {
	library, err := document.Open(document.Options{Folder: r.folder})
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.IOError, "the registry's folder cannot be read").
			WithHint("It needs a folder src: provider documents stand in src/<provider>/<version>.")
	}
	defer library.Close() //nolint:errcheck // it was only read
	found, err := library.Providers(ctx)
	if err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.IOError, "the registry's folder cannot be read")
	}
	list := make([]providers.Published, len(found))
	for i, p := range found {
		list[i] = providers.Published{Provider: p.Name, Versions: r.versionsOf(path.Dir(p.Folder))}
	}
	return list, nil
}

// versionsOf are the versions of a provider's folder, the oldest first.
func (r *Registry) versionsOf(folder string) []string {
	var list []string
	entries, err := os.ReadDir(filepath.Join(r.folder, "src", folder))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if e.IsDir() && versionName.MatchString(e.Name()) {
			list = append(list, e.Name())
		}
	}
	slices.SortFunc(list, document.CompareVersions)
	return list
}

// What providers and versions may be called: both become parts of a path.
var (
	providerName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]{0,127}$`)
	versionName  = regexp.MustCompile(`^v?[0-9][A-Za-z0-9._+-]{0,63}$`)
)

// folderOf is the folder of a provider. One is called otherwise than its provider.
func folderOf(provider string) string {
	if provider == "google" {
		return "googleapis.com"
	}
	return provider
}

// choose finds a provider and a version in a list.
func choose(list []providers.Published, provider, version string) (string, string, error) {
	i := slices.IndexFunc(list, func(p providers.Published) bool { return strings.EqualFold(p.Provider, provider) })
	if i < 0 {
		names := make([]string, len(list))
		for j, p := range list {
			names[j] = p.Provider
		}
		e := sqlstate.New(sqlstate.UndefinedObject, "the registry has no provider %q", short(provider))
		return "", "", e.WithNearest(short(provider), names, "REGISTRY LIST names its providers.")
	}
	p := list[i]
	if version == "" {
		version = p.Newest()
	}
	for _, v := range p.Versions {
		if v == version || v == "v"+version {
			return p.Provider, v, nil
		}
	}
	last := p.Versions[max(0, len(p.Versions)-10):]
	return "", "", sqlstate.New(sqlstate.UndefinedObject, "the registry has no version %q of the provider %s", short(version), p.Provider).
		WithHint("The newest are: %s.", strings.Join(last, ", "))
}

// short bounds what an error repeats of a name.
func short(name string) string { return name[:min(len(name), 128)] }

// Pull brings a version of a provider, "" for the newest, and returns the version. 42704: there is none;
// 08001: the server cannot be reached or does not answer as a registry; 22000: its package is refused;
// 0A000: the registry is a folder.
func (r *Registry) Pull(ctx context.Context, provider, version string) (string, error) {
	if r.server == nil {
		return "", sqlstate.New(sqlstate.FeatureNotSupported, "the registry is a folder of the server's: its providers are there already").
			WithHint("SHOW PROVIDERS lists those that are served.")
	}
	ctx, cancel := context.WithTimeout(ctx, longestPull)
	defer cancel()
	list, err := r.fetchList(ctx)
	if err != nil {
		return "", err
	}
	if provider, version, err = choose(list, provider, version); err != nil {
		return "", err
	}
	unlock, err := r.lock(ctx)
	if err != nil {
		return "", err
	}
	defer unlock()
	return version, r.pull(ctx, provider, version)
}

// Limits of time: of a list, and of a pull with its wait for others.
const (
	longestList = 30 * time.Second
	longestPull = 10 * time.Minute
)

func (r *Registry) packageURL(provider, version string) string {
	return r.server.JoinPath(folderOf(provider), version+".tgz").String()
}

func refused(provider, version, format string, args ...any) *sqlstate.Error {
	return sqlstate.New(sqlstate.DataException, "the package of %s %s is refused: %s", provider, version, fmt.Sprintf(format, args...))
}
