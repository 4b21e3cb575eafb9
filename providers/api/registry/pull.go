package registry

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sallyportdb/sallyport/folder"
	"github.com/sallyportdb/sallyport/providers/api/document"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// Names in the folder beside src.
const (
	lockFile   = ".lock"
	pulledFile = "pulled.json" // the hashes of packages
	pulling    = ".pulling-"   // begins the names of folders in which packages are made ready
)

// lock waits until nobody else pulls into the folder.
func (r *Registry) lock(ctx context.Context) (unlock func(), err error) {
	for {
		f, err := folder.Lock(filepath.Join(r.folder, lockFile))
		if err == nil {
			return func() { _ = f.Close() }, nil //nolint:errcheck // the lock goes with the descriptor
		}
		if !errors.Is(err, folder.ErrTaken) {
			return nil, onDisk(err)
		}
		select {
		case <-ctx.Done():
			return nil, sqlstate.Wrap(ctx.Err(), sqlstate.LockNotAvailable, "another server is pulling a provider").WithHint("Try again in a moment.")
		case <-time.After(50 * time.Millisecond):
		}
	}
}

func onDisk(err error) error {
	return sqlstate.Wrap(err, folder.Code(err), "the provider's documents cannot be kept: %v", folder.Reason(err))
}

// pull fetches a package and puts it in its place. The lock is held.
func (r *Registry) pull(ctx context.Context, provider, version string) (err error) {
	if err := r.sweep(); err != nil {
		return onDisk(err)
	}
	ready, err := os.MkdirTemp(r.folder, pulling)
	if err != nil {
		return onDisk(err)
	}
	defer func() {
		if e := os.RemoveAll(ready); err == nil && e != nil {
			err = onDisk(e)
		}
	}()
	file, err := os.OpenFile(filepath.Join(ready, "package.tgz"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return onDisk(err)
	}
	defer file.Close()
	sum, size, err := r.download(ctx, provider, version, file)
	if err != nil {
		return err
	}
	pulled, err := r.pulled()
	if err != nil {
		return err
	}
	before, again := pulled[keyOf(provider, version)]
	if again && before.SHA256 != sum {
		return refused(provider, version, "it is not the package that was pulled before under this version").
			WithHint("If that is meant to be, take its line out of pulled.json in the server's folder of provider documents.")
	}
	place := filepath.Join("src", folderOf(provider))
	if _, err := os.Stat(filepath.Join(r.folder, place, version, "provider.yaml")); err != nil || !again {
		if err := extract(ctx, file, filepath.Join(ready, place), provider, version); err != nil {
			return err
		}
		if err := checkManifest(ctx, ready, provider, version); err != nil {
			return err
		}
		pulled[keyOf(provider, version)] = known{sum, size}
		if err := r.remember(pulled, ready); err != nil {
			return onDisk(err)
		}
		if err := move(filepath.Join(ready, place), filepath.Join(r.folder, place), version, ready); err != nil {
			return onDisk(err)
		}
	}
	return r.dropOthers(place, version, ready)
}

// sweep removes what pulls have left that ended with their process.
func (r *Registry) sweep() error {
	left, err := filepath.Glob(filepath.Join(r.folder, pulling+"*"))
	for _, name := range left {
		err = errors.Join(err, os.RemoveAll(name))
	}
	return err
}

// checkManifest reads the package's provider.yaml, which must be the provider's.
func checkManifest(ctx context.Context, ready, provider, version string) error {
	library, err := document.Open(document.Options{Folder: ready})
	if err != nil {
		return onDisk(err)
	}
	defer library.Close() //nolint:errcheck // it was only read
	list, err := library.Providers(ctx)
	switch {
	case err != nil:
		return onDisk(err)
	case len(list) != 1:
		return refused(provider, version, "it has no provider.yaml")
	case list[0].Problem != nil:
		return refused(provider, version, "%v", list[0].Problem)
	case !strings.EqualFold(list[0].Name, provider):
		return refused(provider, version, "it is that of the provider %s", list[0].Name)
	}
	return nil
}

// move renames a version that is ready to its place, where a folder may stand that is not whole.
func move(from, to, version, ready string) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(to, version)); err == nil {
		if err := os.Rename(filepath.Join(to, version), filepath.Join(ready, "old")); err != nil {
			return err
		}
	}
	if err := os.Rename(filepath.Join(from, version), filepath.Join(to, version)); err != nil {
		return err
	}
	return folder.Sync(to)
}

// dropOthers removes the other versions of a provider: the newest would count, whatever was pulled.
func (r *Registry) dropOthers(place, version, ready string) error {
	for _, other := range r.versionsOf(filepath.Base(place)) {
		if other == version {
			continue
		}
		if err := os.Rename(filepath.Join(r.folder, place, other), filepath.Join(ready, "other-"+other)); err != nil {
			return onDisk(err)
		}
	}
	return nil
}

// pulled reads which packages were pulled before.
func (r *Registry) pulled() (map[string]known, error) {
	list := map[string]known{}
	text, err := os.ReadFile(filepath.Join(r.folder, pulledFile))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return list, nil
	case err != nil:
		return nil, onDisk(err)
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, sqlstate.Wrap(err, sqlstate.DataCorrupted, "pulled.json in the server's folder of provider documents cannot be read").
			WithHint("It holds the hashes of packages. Repair it, or remove it to trust the next packages.")
	}
	return list, nil
}

// remember writes which packages were pulled, whole or not at all.
func (r *Registry) remember(list map[string]known, ready string) error {
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	temporary := filepath.Join(ready, pulledFile)
	if err := writeFile(temporary, append(text, '\n')); err != nil {
		return err
	}
	if err := os.Rename(temporary, filepath.Join(r.folder, pulledFile)); err != nil {
		return err
	}
	return folder.Sync(r.folder)
}

func writeFile(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Sync(), f.Close())
}
