package descriptions

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sallyportdb/sallyport/discovery"
	"github.com/sallyportdb/sallyport/sqlstate"
)

// maxFiles is how many files of people a connection may have.
const maxFiles = 1_000

// Source says where the descriptions of a connection are.
type Source struct {
	Connection string
	// Paths are YAML files, and folders of such files.
	Paths []string
	// DBT is the target folder of a dbt project; "": none.
	DBT string
}

// Keeper keeps the store in step with the files. It is safe for concurrent use.
type Keeper struct {
	store   *discovery.Store
	sources []Source

	mu   sync.Mutex
	kept map[string]kept // by connection
}

// kept is what was read last of a connection's files.
type kept struct {
	stamp    string
	problems []discovery.Problem
}

// NewKeeper makes a Keeper of the connections that have descriptions.
func NewKeeper(store *discovery.Store, sources []Source) *Keeper {
	return &Keeper{store: store, sources: sources, kept: map[string]kept{}}
}

// Apply reads what has changed and gives it to the store. It returns what is wrong with the
// files of all connections. An error is one of the store.
func (k *Keeper) Apply(ctx context.Context) (problems []discovery.Problem, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, s := range k.sources {
		if err := k.apply(ctx, s); err != nil {
			return nil, err
		}
		problems = append(problems, k.kept[s.Connection].problems...)
	}
	return problems, nil
}

func (k *Keeper) apply(ctx context.Context, s Source) error {
	files, problems := filesOf(s)
	syncID := ""
	current, err := k.store.Current(ctx, s.Connection)
	switch {
	case err == nil:
		syncID = current.SyncID
	case sqlstate.CodeOf(err) != sqlstate.ObjectNotInState:
		return err
	}
	stamp := syncID + stampOf(files, s.DBT)
	if before, read := k.kept[s.Connection]; read && before.stamp == stamp && len(problems) == 0 {
		return nil
	}
	byOrigin := map[string][]said{discovery.OriginUser: nil, discovery.OriginAI: nil, discovery.OriginDBT: nil}
	for _, file := range files {
		r := readFile(file)
		problems = append(problems, r.problems...)
		byOrigin[r.origin] = append(byOrigin[r.origin], r.list...)
	}
	if s.DBT != "" {
		list, odd := readDBT(s.DBT)
		problems, byOrigin[discovery.OriginDBT] = append(problems, odd...), list
	}
	for _, origin := range sortedIDs(byOrigin) {
		n := newNaming(ctx, k.store, s.Connection)
		list := n.annotations(byOrigin[origin])
		if n.err != nil {
			return n.err
		}
		if origin == discovery.OriginDBT && n.absent > 0 {
			n.problem(place{file: s.DBT}, "%d of %d tables of dbt are not in the snapshot of %s", n.absent, len(byOrigin[origin]), s.Connection)
		}
		problems = append(problems, n.problems...)
		if err := k.store.Annotate(ctx, s.Connection, origin, list); err != nil {
			return err
		}
	}
	sortProblems(problems)
	k.kept[s.Connection] = kept{stamp, problems}
	return nil
}

// filesOf are the files of people, in the order in which they are read.
func filesOf(s Source) (files []string, problems []discovery.Problem) {
	for _, path := range s.Paths {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			problems = append(problems, discovery.Problem{File: path, Text: "cannot be read: " + withoutPath(err).Error()})
		case info.IsDir():
			below, odd := filesBelow(path)
			files, problems = append(files, below...), append(problems, odd...)
		default:
			files = append(files, path)
		}
	}
	if len(files) > maxFiles {
		problems = append(problems, discovery.Problem{File: files[maxFiles], Text: fmt.Sprintf("is one file too many: a connection has at most %d", maxFiles)})
		files = files[:maxFiles]
	}
	return files, problems
}

func filesBelow(folder string) (files []string, problems []discovery.Problem) {
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			problems = append(problems, discovery.Problem{File: path, Text: "cannot be read: " + withoutPath(err).Error()})
		case strings.HasPrefix(entry.Name(), ".") && path != folder:
			if entry.IsDir() {
				return fs.SkipDir
			}
		case entry.Type().IsRegular() && slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(path))):
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		problems = append(problems, discovery.Problem{File: folder, Text: err.Error()})
	}
	slices.Sort(files)
	return files, problems
}

// stampOf differs where a file has changed. A file that has just been written counts as changed,
// since what is written next may have the same time.
func stampOf(files []string, dbt string) string {
	if dbt != "" {
		files = append(slices.Clone(files), filepath.Join(dbt, "manifest.json"), filepath.Join(dbt, "catalog.json"))
	}
	var out strings.Builder
	now := time.Now()
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			fmt.Fprintf(&out, "%q -;", file)
			continue
		}
		unsure := int64(0)
		if now.Sub(info.ModTime()) < 2*time.Second {
			unsure = now.UnixNano()
		}
		fmt.Fprintf(&out, "%q %d %d %d;", file, info.Size(), info.ModTime().UnixNano(), cmp.Or(unsure, 0))
	}
	return out.String()
}
