package console

import (
	"log"
	"os"
	"slices"
	"strings"
)

// writers are the compiled packages that write to the streams of the process
// themselves, such as ast.Print, and not to one that they are given. Those below
// net/http log.
var writers = []string{"flag", "go/ast", "net/http", "runtime/debug", "testing", "text/scanner"}

// A process is the streams of the process, before a console took them.
type process struct{ stdout, stderr *os.File }

// TakeProcess makes what a compiled package writes to the streams of the process
// heard at the console, in its place among what cells print. The process must be
// the cells' alone; a package that does not write so changes nothing.
func (c *Console) TakeProcess(path string) error {
	if !slices.ContainsFunc(writers, func(w string) bool { return path == w || strings.HasPrefix(path, w+"/") }) {
		return nil
	}
	if err := c.Files(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.process == nil {
		c.process = &process{os.Stdout, os.Stderr}
		os.Stdout, os.Stderr = c.stdout, c.stderr
		log.SetOutput(c.Writer("stderr")) // package log has the file that it began with
	}
	return nil
}

// giveBack gives the process its streams again.
func (p *process) giveBack() {
	if p != nil {
		os.Stdout, os.Stderr = p.stdout, p.stderr
		log.SetOutput(p.stderr)
	}
}
