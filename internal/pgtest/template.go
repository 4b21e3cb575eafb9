package pgtest

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// initdbArguments make a cluster whose superuser is ours, the same on every machine.
var initdbArguments = []string{"--username", superuser, "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync", "--no-instructions"}

// makeData fills the folder of the server's data: from the template, or by initdb, which takes ten
// times the processor time; then what it made is the next one's template.
func (s *Server) makeData(ctx context.Context, credential *syscall.Credential) error {
	template, err := templateFile(s.BinDir)
	if err != nil {
		return err
	}
	if file := openOurs(template); file != nil {
		defer file.Close()
		return unpack(file, s.dataDir(), credential)
	}
	if err := s.initdb(ctx, credential); err != nil {
		return err
	}
	_ = pack(s.dataDir(), template) // without it the next one runs initdb, too
	return nil
}

func (s *Server) initdb(ctx context.Context, credential *syscall.Credential) error {
	cmd := exec.CommandContext(ctx, filepath.Join(s.BinDir, "initdb"), append([]string{"--pgdata", s.dataDir()}, initdbArguments...)...)
	cmd.Dir = s.Dir
	cmd.Env = environment()
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, tail(string(out), 20))
	}
	return nil
}

// templateFile is where the template of these programs is kept: one file, so that what cleans the
// system's folder for temporary files takes all of it or nothing. Other programs, or the same ones
// replaced, have another.
func templateFile(bin string) (string, error) {
	made := sha256.New()
	fmt.Fprintf(made, "%s %q without maps", bin, initdbArguments)
	for _, name := range []string{"initdb", "postgres"} {
		info, err := os.Stat(filepath.Join(bin, name))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(made, " %d %d", info.Size(), info.ModTime().UnixNano())
	}
	return filepath.Join(os.TempDir(), fmt.Sprintf("pgtest-template-%d-%x.tar", os.Getuid(), made.Sum(nil)[:8])), nil
}

// pack writes the template. Whoever is first to end has written it.
func pack(dir, template string) error {
	file, err := os.CreateTemp(filepath.Dir(template), filepath.Base(template)+".*") // for us alone to read
	if err != nil {
		return err
	}
	archive := tar.NewWriter(file)
	err = firstError(removeMaps(dir), archive.AddFS(os.DirFS(dir)), archive.Close(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), template)
	}
	if err != nil {
		return firstError(err, os.Remove(file.Name()))
	}
	return nil
}

// removeMaps removes the maps of free space and of visibility of the databases: a quarter of the files that are copied for each
// database that a test makes. The server does without, and makes them again where it wants them.
func removeMaps(dir string) error {
	for _, kind := range []string{"fsm", "vm"} {
		files, err := filepath.Glob(filepath.Join(dir, "base", "*", "*_"+kind))
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	return nil
}

// openOurs opens the template; nil where there is none, or none that only we can have written.
func openOurs(template string) *os.File {
	file, err := os.OpenFile(template, os.O_RDONLY|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return nil
	}
	info, err := file.Stat()
	if err == nil && hasOurMode(info, 0o600) {
		return file
	}
	file.Close()
	return nil
}

// hasOurMode reports whether a file is ours and its mode is that one, which a link has not.
func hasOurMode(info os.FileInfo, mode os.FileMode) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(owner.Uid) == os.Getuid() && info.Mode() == mode
}

// unpack makes dir of the template.
func unpack(template *os.File, dir string, credential *syscall.Credential) error {
	if err := makeFor(dir, credential, func() error { return os.Mkdir(dir, 0o700) }); err != nil {
		return err
	}
	archive := tar.NewReader(template)
	for {
		entry, err := archive.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", template.Name(), err)
		}
		if entry.Name == "." {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(strings.TrimSuffix(entry.Name, "/")))
		err = makeFor(path, credential, func() error {
			if entry.Typeflag == tar.TypeDir {
				return os.Mkdir(path, 0o700)
			}
			return writeFile(path, archive)
		})
		if err != nil {
			return err
		}
	}
}

// makeFor makes a file or a folder, and gives it to whom the server runs as.
func makeFor(path string, credential *syscall.Credential, write func() error) error {
	if err := write(); err != nil || credential == nil {
		return err
	}
	return os.Lchown(path, int(credential.Uid), int(credential.Gid))
}

func writeFile(path string, content io.Reader) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	return firstError(err, file.Close())
}
