package dsl

import (
	"os"
	"slices"
	"strings"
	"sync"

	"unfold/dsl/cell"
)

// surroundings are what a session has changed around it: the working folder
// and the environment, which are the process's, and gone with it.
type surroundings struct {
	mu     sync.Mutex
	folder string
	env    map[string]string
}

// The names under which surroundings are remembered; that of a variable
// follows the second.
const (
	folderMemory   = "%cd"
	variableMemory = "%env "
)

func newSurroundings() *surroundings {
	s := &surroundings{env: environment()}
	s.folder, _ = os.Getwd() // one that is gone differs from any that is there
	return s
}

func environment() map[string]string {
	env := map[string]string{}
	for _, v := range os.Environ() {
		name, value, _ := strings.Cut(v, "=")
		env[name] = value
	}
	return env
}

// changes returns what has changed since it was last called. The text of a
// folder is its path, that of a variable NAME=value, or NAME of one that is
// no longer set.
func (s *surroundings) changes() (list []cell.Memory) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if here, err := os.Getwd(); err == nil && here != s.folder {
		s.folder = here
		list = append(list, cell.Memory{Name: folderMemory, Text: here})
	}
	now := environment()
	for name, value := range now {
		if before, ok := s.env[name]; !ok || before != value {
			list = append(list, cell.Memory{Name: variableMemory + name, Text: name + "=" + value})
		}
	}
	for name := range s.env {
		if _, ok := now[name]; !ok {
			list = append(list, cell.Memory{Name: variableMemory + name, Text: name})
		}
	}
	s.env = now
	slices.SortFunc(list, func(a, b cell.Memory) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// restore brings about those of the memories that are surroundings, and
// returns the others, and those that could not be.
func (s *surroundings) restore(memories []cell.Memory) (others, lost []cell.Memory) {
	for _, m := range memories {
		var err error
		switch {
		case m.Text == "":
			others = append(others, m)
		case m.Name == folderMemory:
			err = os.Chdir(m.Text)
		case strings.HasPrefix(m.Name, variableMemory):
			if name, value, set := strings.Cut(m.Text, "="); set {
				err = os.Setenv(name, value)
			} else {
				err = os.Unsetenv(name)
			}
		default:
			others = append(others, m)
		}
		if err != nil {
			m.Gone = err.Error()
			lost = append(lost, m)
		}
	}
	return others, lost
}
