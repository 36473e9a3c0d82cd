//go:build unix

package notebooks

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A console is Jupyter's, in a terminal of its own.
type console struct {
	t      *testing.T
	socket string
	env    []string
}

// startConsole starts it. The test is skipped where it or tmux, which is the
// terminal, is missing.
func startConsole(t *testing.T, env []string, args ...string) *console {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("no tmux to run a console in; install/test installs it")
	}
	if err := exec.Command(python, "-c", "import jupyter_console").Run(); err != nil {
		t.Skipf("no jupyter console (%v); install/test installs it", err)
	}
	c := &console{t, filepath.Join(t.TempDir(), "tmux"), env}
	command := append([]string{"-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "50", "/usr/bin/jupyter", "console"}, args...)
	c.tmux(command...)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the console shows\n%s", c.screen())
		}
		tmux := exec.Command("tmux", "-S", c.socket, "kill-server") // an error if the console has ended
		tmux.Run()
	})
	c.wait("In [")
	return c
}

func (c *console) tmux(args ...string) string {
	c.t.Helper()
	command := exec.Command("tmux", append([]string{"-u", "-S", c.socket}, args...)...)
	command.Env = append(append(os.Environ(), "LC_ALL=C.UTF-8", "TERM=screen", "PROMPT_TOOLKIT_NO_CPR=1"), c.env...)
	out, err := command.CombinedOutput()
	if err != nil {
		c.t.Fatalf("tmux %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// keys presses keys, by their names in tmux.
func (c *console) keys(names ...string) {
	c.t.Helper()
	c.tmux(append([]string{"send-keys"}, names...)...)
}

// say types a line and waits for what it leads to. Keys that are pressed while
// this console asks its kernel whether a cell is whole, which it does in the
// handler of a key, end in an exception of its own.
func (c *console) say(line, want string) {
	c.t.Helper()
	c.tmux("send-keys", "-l", line)
	c.wait(line)
	c.keys("Enter")
	c.wait(want)
}

// screen is what can be read.
func (c *console) screen() string {
	out, _ := exec.Command("tmux", "-S", c.socket, "capture-pane", "-p").Output()
	return strings.TrimRight(string(out), "\n")
}

// wait waits until a text can be read.
func (c *console) wait(text string) {
	c.t.Helper()
	for end := time.Now().Add(20 * time.Second); !strings.Contains(c.screen(), text); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("the console does not show %q but\n%s", text, c.screen())
		}
	}
}

// leave ends the console.
func (c *console) leave() {
	c.t.Helper()
	c.keys("C-d")
	c.wait("Do you really want to exit")
	c.keys("y", "Enter")
	for end := time.Now().Add(20 * time.Second); c.screen() != ""; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("the console does not end:\n%s", c.screen())
		}
	}
}

// TestConsole works in Jupyter's console as a person does, in two sessions.
// An interrupt of a running cell is not among it: the console that
// distributions have loses its handler for the signal and ends its own wait,
// with whatever kernel.
func TestConsole(t *testing.T) {
	_, env := jupyter(t)
	env = append(env, "UNFOLD_HISTORY="+filepath.Join(t.TempDir(), "history.db"))
	began := time.Now()
	c := startConsole(t, env, "--kernel", "unfold")
	t.Logf("%d ms to the prompt", time.Since(began).Milliseconds())
	c.say("x := 40", "In [2]:")
	c.say("x + 2", "Out[2]: 42")
	c.wait("In [3]:")

	c.tmux("send-keys", "-l", "load | isom") // completed where there is one way only
	c.keys("Tab")
	c.wait("load | isomap")
	c.keys("C-u")

	c.say("func seven() int {", "{\n   ...:")
	c.say("return 7", "   ...:     return 7\n   ...:")
	c.say("}", "In [4]:")
	c.say("seven()", "Out[4]: 7")
	c.wait("In [5]:")
	c.say("1 / (x - 40)", "divide by zero")
	c.wait("In [6]:")
	c.say(`input("who? ")`, "\nwho?")
	c.say("me", "Out[6]:")
	c.wait("In [7]:")
	c.say("waveform(n=200) | none | pca", "In [8]:")
	t.Logf("the first session\n%s", c.screen())
	c.leave()

	c = startConsole(t, env, "--kernel", "unfold")
	for _, earlier := range []string{"waveform(n=200) | none | pca", `input("who? ")`, "1 / (x - 40)", "seven()"} {
		c.keys("Up")
		c.wait("In [1]: " + earlier)
	}
	c.keys("C-c")
	t.Logf("the second session\n%s", c.screen())
	c.leave()
}

// TestJupyterRun has Jupyter run a file.
func TestJupyterRun(t *testing.T) {
	jupyter, env := jupyter(t)
	file := filepath.Join(t.TempDir(), "cells.go")
	if err := os.WriteFile(file, []byte("import \"fmt\"\nfmt.Println(\"ran\", 6*7)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := run(t, env, jupyter, "run", "--kernel", "unfold", file); !strings.Contains(out, "ran 42") {
		t.Errorf("it says %q", out)
	}
}
