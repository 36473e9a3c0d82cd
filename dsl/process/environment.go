// Package process remembers what a session has changed of the process that it runs
// in, its environment, so that another process can be given the same: one in which
// the session goes on after a crash.
package process

import (
	"os"
	"slices"
	"strings"
	"sync"

	"unfold/dsl/cell"
)

// An Environment is what a session has changed of its process: the working
// folder and the variables of the environment, which are gone with it.
type Environment struct {
	mu        sync.Mutex
	folder    string
	variables map[string]string
}

// The names under which an environment is remembered; that of a variable
// follows the second.
const (
	folderMemory   = "%cd"
	variableMemory = "%env "
)

// New is the environment as it is now.
func New() *Environment {
	e := &Environment{variables: variables()}
	e.folder, _ = os.Getwd() // one that is gone differs from any that is there
	return e
}

func variables() map[string]string {
	env := map[string]string{}
	for _, v := range os.Environ() {
		name, value, _ := strings.Cut(v, "=")
		env[name] = value
	}
	return env
}

// Changes returns what has changed since it was last called. The text of a
// folder is its path, that of a variable NAME=value, or NAME of one that is
// no longer set.
func (e *Environment) Changes() (list []cell.Memory) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if here, err := os.Getwd(); err == nil && here != e.folder {
		e.folder = here
		list = append(list, cell.Memory{Name: folderMemory, Text: here})
	}
	now := variables()
	for name, value := range now {
		if before, ok := e.variables[name]; !ok || before != value {
			list = append(list, cell.Memory{Name: variableMemory + name, Text: name + "=" + value})
		}
	}
	for name := range e.variables {
		if _, ok := now[name]; !ok {
			list = append(list, cell.Memory{Name: variableMemory + name, Text: name})
		}
	}
	e.variables = now
	slices.SortFunc(list, func(a, b cell.Memory) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// Restore brings about those of the memories that are of the environment, and
// returns the others, and those that could not be.
func (e *Environment) Restore(memories []cell.Memory) (others, lost []cell.Memory) {
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
