//go:build unix

package endtoend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unfold/kernel/kerneltest/program"
)

// TestConsole works in Jupyter's console as a person does, in two sessions.
// An interrupt of a running cell is not among it: the console that
// distributions have loses its handler for the signal and ends its own wait,
// with whatever kernel.
func TestConsole(t *testing.T) {
	program.NeedTime(t)
	_, env := program.Jupyter(t)
	env = append(env, "UNFOLD_HISTORY="+filepath.Join(t.TempDir(), "history.db"))
	began := time.Now()
	c := program.OpenConsole(t, env, "--kernel", "unfold")
	t.Logf("%d ms to the prompt", time.Since(began).Milliseconds())
	c.Say("x := 40", "In [2]:")
	c.Say("x + 2", "Out[2]: 42")
	c.Wait("In [3]:")

	c.Type("load | isoma") // completed where there is one way only
	c.Press("Tab")
	c.Wait("load | isomap")
	c.Press("C-u")

	c.Say("func seven() int {", "{\n   ...:")
	c.Say("return 7", "   ...:     return 7\n   ...:")
	c.Say("}", "In [4]:")
	c.Say("seven()", "Out[4]: 7")
	c.Wait("In [5]:")
	c.Say("1 / (x - 40)", "divide by zero")
	c.Wait("In [6]:")
	c.Say(`input("who? ")`, "\nwho?")
	c.Say("me", "Out[6]:")
	c.Wait("In [7]:")
	c.Say("waveform(n=200) | none | pca", "In [8]:")
	t.Logf("the first session\n%s", c.Screen())
	c.Leave()

	c = program.OpenConsole(t, env, "--kernel", "unfold")
	for _, earlier := range []string{"waveform(n=200) | none | pca", `input("who? ")`, "1 / (x - 40)", "seven()"} {
		c.Press("Up")
		c.Wait("In [1]: " + earlier)
	}
	c.Press("C-c")
	t.Logf("the second session\n%s", c.Screen())
	c.Leave()
}

// TestJupyterRun has Jupyter run a file.
func TestJupyterRun(t *testing.T) {
	program.NeedTime(t)
	jupyter, env := program.Jupyter(t)
	file := filepath.Join(t.TempDir(), "cells.go")
	if err := os.WriteFile(file, []byte("import \"fmt\"\nfmt.Println(\"ran\", 6*7)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := program.Run(t, env, jupyter, "run", "--kernel", "unfold", file); !strings.Contains(out, "ran 42") {
		t.Errorf("it says %q", out)
	}
}
