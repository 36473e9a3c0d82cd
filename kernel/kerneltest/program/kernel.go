//go:build unix

package program

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"unfold/kernel/wire"
)

// A Kernel is the program as a kernel in its own process, as Jupyter starts it.
type Kernel struct {
	Connection wire.Connection
	command    *exec.Cmd
	log        bytes.Buffer
}

// Start starts the kernel and returns when it listens; it ends with the test.
func Start(t *testing.T, env ...string) *Kernel {
	t.Helper()
	return StartBuild(t, Path(), env...)
}

// StartBuild is [Start] of another build of the program.
func StartBuild(t *testing.T, path string, env ...string) *Kernel {
	t.Helper()
	k := &Kernel{Connection: FreeConnection(t)}
	file := filepath.Join(t.TempDir(), "connection.json")
	if err := k.Connection.Write(file); err != nil {
		t.Fatal(err)
	}
	k.command = exec.Command(path, "kernel", file)
	k.command.Env = append(append(os.Environ(), "UNFOLD_HISTORY=off"), env...)
	k.command.Stderr = &k.log
	if err := k.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		k.command.Process.Kill()
		k.command.Wait()
		if t.Failed() {
			t.Logf("log of the kernel:\n%.4000s", k.log.String())
		}
	})
	for {
		c, err := wire.Dial(k.Connection, "first")
		if err == nil {
			c.Close()
			return k
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// FreeConnection is a connection to ports that nobody uses now and, very
// likely, nobody will until a kernel takes them.
func FreeConnection(t *testing.T) wire.Connection {
	t.Helper()
	server, err := wire.Listen(wire.Loopback(), func(error) {})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close(0)
	return server.Connection()
}

// Process is the one that Jupyter speaks to.
func (k *Kernel) Process() *os.Process { return k.command.Process }

// Wait waits until it has ended.
func (k *Kernel) Wait() error { return k.command.Wait() }

// Worker is the process that runs the cells, zero if there is none.
func (k *Kernel) Worker() int {
	for _, pid := range Children(k.Process().Pid) {
		return pid
	}
	return 0
}

// Busy is how much processor time the kernel and its worker use in half a
// second, as a share of it, where the system tells.
func (k *Kernel) Busy() (share float64, known bool) {
	const span = 500 * time.Millisecond
	before, ok := k.ticks()
	time.Sleep(span)
	after, still := k.ticks()
	const ticksPerSecond = 100 // of /proc, on all systems that have it
	return float64(after-before) / ticksPerSecond / span.Seconds(), ok && still
}

func (k *Kernel) ticks() (sum int, known bool) {
	front, known := ticks(k.Process().Pid)
	worker, alive := ticks(k.Worker())
	return front + worker, known && alive
}
