package cli

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"unfold/dsl/command"
	"unfold/kernel/notebook"
)

// takeArguments gives the cells their own arguments. With a text on the command line
// there is no file, so all words are arguments, which only a text that reads them
// may have: a file is more likely to be meant.
func (c *runCommand) takeArguments() error {
	name := c.File
	if c.Eval != "" {
		if name = "-e"; c.File != "" {
			c.Args, c.File = append([]string{c.File}, c.Args...), ""
		}
	}
	if len(c.Args) > 0 && c.Args[0] == "--" {
		c.Args = c.Args[1:]
	}
	if name == "" || c.Eval != "" && len(c.Args) > 0 && !readsArguments(c.Eval) {
		return errors.New("name a file, or give a pipeline with -e")
	}
	command.SetArguments(name, c.Args...)
	return nil
}

// tellUnread says that the arguments of a script are without effect.
func (c *runCommand) tellUnread(source *notebook.Notebook) {
	reads := func(code *notebook.Cell) bool { return code.Kind == notebook.Code && readsArguments(code.Source) }
	if len(c.Args) == 0 || slices.ContainsFunc(source.Cells, reads) {
		return
	}
	fmt.Fprintf(os.Stderr, "note: no cell of %s reads os.Args or package flag, so what follows it changes nothing: %s; "+
		"each run takes one file\n", c.File, strings.Join(c.Args, " "))
}

// readsArguments reports whether a text names what holds the arguments, or runs
// another that might.
func readsArguments(text string) bool {
	return strings.Contains(text, "os.Args") || strings.Contains(text, "flag") || strings.Contains(text, "%run")
}
