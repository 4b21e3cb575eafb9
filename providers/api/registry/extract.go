package registry

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// Limits of a package: several times what the largest known has.
const (
	maxFiles    = 20_000
	maxFile     = 64 << 20
	maxUnpacked = 1 << 30
)

// extract unpacks a package into a folder: of the files below <version>/ the documents.
func extract(ctx context.Context, file io.Reader, folder, provider, version string) error {
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		return refused(provider, version, "it is no tgz file")
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return onDisk(err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return onDisk(err)
	}
	defer root.Close() //nolint:errcheck // it is a folder
	limited := &io.LimitedReader{R: unzipped, N: maxUnpacked}
	archive := tar.NewReader(limited)
	for count := 0; ; count++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		entry, err := archive.Next()
		switch {
		case limited.N <= 0 || count > maxFiles:
			return refused(provider, version, "it unpacks to more than %d files or %d MiB", maxFiles, maxUnpacked>>20)
		case errors.Is(err, io.EOF):
			return whole(unzipped, provider, version)
		case err != nil:
			return refused(provider, version, "it is damaged")
		}
		if entry.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		name, bad := nameOf(entry, version)
		switch {
		case bad != "":
			return refused(provider, version, "%s", bad)
		case entry.Typeflag == tar.TypeDir || !isDocument(name):
			continue
		}
		if bad, err := unpack(root, name, archive, entry.Size); bad != "" {
			return refused(provider, version, "%s", bad)
		} else if err != nil {
			return onDisk(err)
		}
	}
}

// whole reads to the end of the compressed data, which has a sum of it.
func whole(unzipped *gzip.Reader, provider, version string) error {
	if n, err := io.Copy(io.Discard, io.LimitReader(unzipped, 1<<20)); err != nil || n == 1<<20 {
		return refused(provider, version, "it is damaged")
	}
	return nil
}

// nameOf is the name of an entry; bad says why it cannot be taken.
func nameOf(entry *tar.Header, version string) (name, bad string) {
	name = strings.TrimSuffix(strings.TrimPrefix(entry.Name, "./"), "/")
	switch {
	case entry.Typeflag != tar.TypeReg && entry.Typeflag != tar.TypeDir:
		return "", "it contains a link or a device"
	case name == "" || name == ".":
		return version, ""
	case path.IsAbs(name) || path.Clean(name) != name || strings.HasPrefix(name, "../") || name == ".." || strings.ContainsAny(name, "\\:\x00"):
		return "", "it contains a file whose name leads out of it"
	case name != version && !strings.HasPrefix(name, version+"/"):
		return "", "it contains a file that is not of its version"
	case entry.Size > maxFile:
		return "", "it contains a file that is too long"
	}
	return name, ""
}

// isDocument reports whether a file is one that is read: signatures and whatever else there is stay away.
func isDocument(name string) bool {
	return !strings.HasPrefix(path.Base(name), ".") && slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(name))
}

// unpack writes one file.
func unpack(root *os.Root, name string, from io.Reader, size int64) (bad string, err error) {
	if err := root.MkdirAll(path.Dir(name), 0o700); err != nil {
		return "it contains a file and a folder of the same name", nil //nolint:nilerr // said in other words
	}
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		if errors.Is(err, fs.ErrExist) {
			return "it contains a file twice", nil
		}
		return "", err
	}
	n, err := io.Copy(f, from)
	var disk *fs.PathError
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil && !errors.As(err, &disk) || n != size {
		return "it is damaged", nil
	}
	return "", err
}
