package setupcmd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sallyportdb/sallyport/cmd/sallyport/cli"
)

// questioner asks a person.
type questioner struct {
	in  *bufio.Reader
	out io.Writer
}

func newQuestioner(std cli.Streams) *questioner {
	return &questioner{bufio.NewReader(std.In), std.Out}
}

// ask returns an answer, the default where it is blank.
func (q *questioner) ask(question, byDefault string) (string, error) {
	fmt.Fprintf(q.out, "%s [%s] ", question, byDefault)
	line, err := q.in.ReadString('\n')
	if err != nil {
		fmt.Fprintln(q.out)
		return "", errors.New("nothing is written: there was no answer")
	}
	if answer := strings.TrimSpace(line); answer != "" {
		return answer, nil
	}
	return byDefault, nil
}

// oneOf asks until the answer is one of some.
func (q *questioner) oneOf(question string, answers ...string) (string, error) {
	for {
		answer, err := q.ask(question, answers[0])
		if err != nil || slices.Contains(answers, answer) {
			return answer, err
		}
		fmt.Fprintf(q.out, "%q is not one of %s.\n", answer, strings.Join(answers, ", "))
	}
}

// choose asks which clients, which scope, and what of a token in shared files.
func (s *setup) choose(q *questioner) error {
	list := agents()
	var found []string
	fmt.Fprintln(q.out, "Clients:")
	for i, a := range list {
		mark := ""
		if s.isInstalled(a) {
			mark = "found"
			found = append(found, a.name)
		}
		fmt.Fprintln(q.out, strings.TrimRight(fmt.Sprintf("  %d  %-16s%-20s%s", i+1, a.name, a.title, mark), " "))
	}
	byDefault := strings.Join(found, ",")
	if byDefault == "" {
		byDefault = "generic"
	}
	for len(s.names) == 0 {
		answer, err := q.ask("Which of them, by number or name, with commas between?", byDefault)
		if err != nil {
			return err
		}
		for _, one := range strings.Split(answer, ",") {
			if n, err := strconv.Atoi(strings.TrimSpace(one)); err == nil && n >= 1 && n <= len(list) {
				one = list[n-1].name
			}
			if err := s.clients([]string{one}); err != nil {
				fmt.Fprintln(q.out, strings.TrimPrefix(err.Error(), "--agents: "))
				s.names = nil
				break
			}
		}
	}
	everywhere := !slices.ContainsFunc(s.names, func(name string) bool { a, _ := findAgent(name); return !a.takes(scopeProject) })
	var err error
	if everywhere && !s.scopeSet {
		if s.scope, err = q.oneOf("For you everywhere (user), or for all who share "+s.places.project+" (project)?", scopeUser, scopeProject); err != nil {
			return err
		}
	}
	if s.server.token && isShared(s.scope) {
		s.shared, err = q.oneOf("The server wants a token, and the files are shared. Write the name of the variable (env), or no entry (skip)?", "env", "skip")
	}
	return err
}

// isInstalled reports whether a client has left traces.
func (s *setup) isInstalled(a agent) bool {
	look := []string{filepath.Dir(a.skill(s.places, scopeUser))}
	if a.config != nil {
		file, _ := a.config(s.places, scopeUser)
		look = []string{file, filepath.Dir(file)}
	} else if a.name == "generic" {
		return false
	} else {
		look = append(look, filepath.Dir(a.snippet(s.places, scopeUser, s.server).file))
	}
	return slices.ContainsFunc(look, func(path string) bool {
		_, err := os.Stat(path)
		return !errors.Is(err, fs.ErrNotExist) && path != s.places.home
	})
}

// confirm asks whether a plan is carried out.
func (q *questioner) confirm(p *plan) (bool, error) {
	for {
		answer, err := q.oneOf("\nGo on? (yes, no, or diff to see the differences)", "yes", "no", "diff", "y", "n", "d")
		if err != nil {
			return false, err
		}
		switch answer[0] {
		case 'd':
			p.printDiffs(q.out)
		case 'y':
			return true, nil
		default:
			fmt.Fprintln(q.out, "Nothing is written.")
			return false, nil
		}
	}
}
