package registry

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/sallyportdb/sallyport/providers"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Limits of what the server may send.
const (
	maxList    = 4 << 20
	maxPackage = 256 << 20
)

// fetchList reads the server's list of providers.
func (r *Registry) fetchList(ctx context.Context) ([]providers.Published, error) {
	body, _, err := r.get(ctx, r.server.JoinPath("providers.yaml").String())
	if err != nil {
		return nil, err
	}
	defer body.Close()
	text, err := io.ReadAll(io.LimitReader(body, maxList+1))
	if err != nil {
		return nil, r.unreachable(err)
	}
	var in struct {
		Providers map[string]struct {
			Versions []string `yaml:"versions"`
		} `yaml:"providers"`
	}
	if len(text) > maxList || yaml.Unmarshal(text, &in) != nil || in.Providers == nil {
		return nil, sqlstate.New(sqlstate.UnableToConnect, "the registry's list of providers is none").
			WithHint("Is the registry's URL right? Below it is dist/providers.yaml.")
	}
	var list []providers.Published
	for _, name := range slices.Sorted(maps.Keys(in.Providers)) {
		p := providers.Published{Provider: name}
		for _, v := range in.Providers[name].Versions {
			if versionName.MatchString(v) {
				p.Versions = append(p.Versions, v)
			}
		}
		slices.SortFunc(p.Versions, document.CompareVersions)
		if providerName.MatchString(name) && len(p.Versions) > 0 {
			list = append(list, p)
		}
	}
	return list, nil
}

// get asks for a file of the server, and says how long it is. It returns -1 if that is not known. The caller closes it.
func (r *Registry) get(ctx context.Context, address string) (body io.ReadCloser, size int64, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return nil, 0, r.unreachable(err)
	}
	answer, err := r.client.Do(request)
	switch {
	case err != nil:
		return nil, 0, r.unreachable(err)
	case answer.StatusCode == http.StatusOK:
		return answer.Body, answer.ContentLength, nil
	}
	_ = answer.Body.Close() //nolint:errcheck // nothing was read
	if answer.StatusCode >= 300 && answer.StatusCode < 400 {
		return nil, 0, sqlstate.New(sqlstate.UnableToConnect, "the registry sends to another host, which is not followed").
			WithHint("Configure the URL at which the registry is.")
	}
	return nil, 0, sqlstate.New(sqlstate.UnableToConnect, "the registry answers %d for %s", answer.StatusCode, request.URL.Path)
}

func (r *Registry) unreachable(err error) error {
	if errors.Is(err, context.Canceled) {
		return sqlstate.From(err)
	}
	return sqlstate.Wrap(err, sqlstate.UnableToConnect, "the registry at %s does not answer", r.server.Host)
}

// download writes a package to a file, and returns its SHA-256.
func (r *Registry) download(ctx context.Context, provider, version string, into *os.File) (sum string, size int64, err error) {
	body, total, err := r.get(ctx, r.packageURL(provider, version))
	if err != nil {
		return "", 0, err
	}
	defer body.Close()
	hash := sha256.New()
	size, err = io.Copy(io.MultiWriter(into, hash, &counter{total: total, told: r.progress}), io.LimitReader(body, maxPackage+1))
	var disk *os.PathError
	switch {
	case errors.As(err, &disk):
		return "", 0, onDisk(err)
	case err != nil:
		return "", 0, r.unreachable(err)
	case size > maxPackage:
		return "", 0, refused(provider, version, "it is longer than %d MiB", maxPackage>>20)
	}
	if _, err := into.Seek(0, io.SeekStart); err != nil {
		return "", 0, onDisk(err)
	}
	return hex.EncodeToString(hash.Sum(nil)), size, nil
}

// counter tells how much was written.
type counter struct {
	done, total int64
	told        func(done, total int64) // nil: nobody
}

func (c *counter) Write(p []byte) (int, error) {
	if c.done += int64(len(p)); c.told != nil {
		c.told(c.done, c.total)
	}
	return len(p), nil
}

// known is a package that was pulled before.
type known struct {
	SHA256 string `json:"sha256"`
	Size   int64  `json:"size"`
}

func keyOf(provider, version string) string { return fmt.Sprintf("%s %s", provider, version) }
