//go:build unix

package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A Console is Jupyter's, in a terminal of its own.
type Console struct {
	t      *testing.T
	socket string
	env    []string
}

// OpenConsole starts one. The test is skipped where it or tmux, which is the
// terminal, is missing.
func OpenConsole(t *testing.T, env []string, args ...string) *Console {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("no tmux to run a console in; install/test installs it")
	}
	if err := exec.Command(Python, "-c", "import jupyter_console").Run(); err != nil {
		t.Skipf("no jupyter console (%v); install/test installs it", err)
	}
	c := &Console{t, filepath.Join(t.TempDir(), "tmux"), env}
	command := append([]string{"-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "50", "/usr/bin/jupyter", "console"}, args...)
	c.tmux(command...)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the console shows\n%s", c.Screen())
		}
		tmux := exec.Command("tmux", "-S", c.socket, "kill-server") // an error if the console has ended
		tmux.Run()
	})
	c.Wait("In [")
	return c
}

func (c *Console) tmux(args ...string) string {
	c.t.Helper()
	command := exec.Command("tmux", append([]string{"-u", "-S", c.socket}, args...)...)
	command.Env = append(append(os.Environ(), "LC_ALL=C.UTF-8", "TERM=screen", "PROMPT_TOOLKIT_NO_CPR=1"), c.env...)
	out, err := command.CombinedOutput()
	if err != nil {
		c.t.Fatalf("tmux %q: %v\n%s", args, err, out)
	}
	return string(out)
}

// Press presses keys, by their names in tmux.
func (c *Console) Press(names ...string) {
	c.t.Helper()
	c.tmux(append([]string{"send-keys"}, names...)...)
}

// Type types text, without an end of line.
func (c *Console) Type(text string) {
	c.t.Helper()
	c.tmux("send-keys", "-l", text)
}

// flush is how long after a key the console looks whether more keys follow, and
// then some, so that it has done so on a busy machine too.
const flush = 2500 * time.Millisecond

// Say types a line and waits for what it leads to. This console asks its kernel
// whether a cell is whole in the handler of a key, and a key that is pressed
// meanwhile ends in an exception of its own; so does the end of the second for
// which it waits after a key whether more follow.
func (c *Console) Say(line, want string) {
	c.t.Helper()
	c.Type(line)
	c.Wait(line)
	time.Sleep(flush)
	c.Press("Enter")
	c.Wait(want)
}

// Screen is what can be read.
func (c *Console) Screen() string {
	out, _ := exec.Command("tmux", "-S", c.socket, "capture-pane", "-p").Output()
	return strings.TrimRight(string(out), "\n")
}

// Wait waits until a text can be read.
func (c *Console) Wait(text string) {
	c.t.Helper()
	for end := time.Now().Add(20 * time.Second); !strings.Contains(c.Screen(), text); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("the console does not show %q but\n%s", text, c.Screen())
		}
	}
}

// Leave ends the console.
func (c *Console) Leave() {
	c.t.Helper()
	c.Press("C-d")
	c.Wait("Do you really want to exit")
	c.Press("y", "Enter")
	for end := time.Now().Add(20 * time.Second); c.Screen() != ""; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			c.t.Fatalf("the console does not end:\n%s", c.Screen())
		}
	}
}
