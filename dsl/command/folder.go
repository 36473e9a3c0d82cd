package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"unfold/dsl/cell"
)

func init() {
	register(&Command{
		Name: "cd", Usage: "%cd [folder]", Line: true,
		Summary:  "changes the working folder: to your home without one, back with -",
		Complete: func(_ Host, typed string) []cell.Item { return Files(typed, true) },
		Run:      runCd,
	}, &Command{
		Name: "pwd", Usage: "%pwd", Line: true,
		Summary: "tells the working folder",
		Run: func(_ context.Context, c *Call) (any, error) {
			here, err := os.Getwd()
			if err == nil {
				c.sayln(here)
			}
			return nil, err
		},
	}, &Command{
		Name: "ls", Usage: "%ls [folder or pattern]", Line: true,
		Summary:  "lists files and folders, on every system alike",
		Complete: func(_ Host, typed string) []cell.Item { return Files(typed, false) },
		Run:      runLs,
	})
}

// before is the working folder that the last %cd has left. There is one
// working folder in a process, so there is one of these.
var before struct {
	sync.Mutex
	folder string
}

func runCd(_ context.Context, c *Call) (any, error) {
	before.Lock()
	defer before.Unlock()
	here, _ := os.Getwd() // a folder that is gone cannot be gone back to
	to := home(c.rest())
	if len(c.Words) == 1 {
		to = home(c.Words[0].Text)
	}
	switch to {
	case "":
		to = home("~")
	case "-":
		if to = before.folder; to == "" {
			return nil, c.fault(c.Rest, "there is no folder to go back to", "name one")
		}
	}
	if err := os.Chdir(to); err != nil {
		return nil, c.fault(c.Rest, err.Error(), "%ls lists what is here")
	}
	before.folder = here
	if there, err := os.Getwd(); err == nil {
		to = there
	}
	c.sayln(to)
	return nil, nil
}

// home puts the reader's home in place of a tilde.
func home(path string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || rest != "" && !os.IsPathSeparator(rest[0]) {
		return path
	}
	folder, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	return folder + rest
}

func runLs(_ context.Context, c *Call) (any, error) {
	pattern := "*"
	if len(c.Words) > 0 {
		pattern = home(c.Words[0].Text)
	}
	if info, err := os.Stat(pattern); err == nil && info.IsDir() {
		pattern = filepath.Join(pattern, "*")
	}
	found, err := filepath.Glob(pattern)
	if err != nil {
		return nil, c.fault(c.Rest, err.Error(), "* stands for any letters, ? for one")
	}
	if len(found) == 0 && len(c.Words) > 0 {
		return nil, c.fault(c.Rest, "nothing is called so", "%ls lists what is here")
	}
	for _, path := range found {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			fmt.Fprintf(c, "%10s  %s\n", "", filepath.Base(path)+"/")
		} else if err == nil {
			fmt.Fprintf(c, "%10s  %s\n", size(int(info.Size())), filepath.Base(path))
		}
	}
	return nil, nil
}

// Write prints, so that a call is an io.Writer.
func (c *Call) Write(p []byte) (int, error) {
	c.Out.Stream("stdout", string(p))
	return len(p), nil
}
