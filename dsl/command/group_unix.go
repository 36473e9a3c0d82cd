//go:build unix

package command

import (
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// shell is how a line is given to the shell.
func shell(line string) []string { return []string{"sh", "-c", line} }

// runGroup runs a program in a process group of its own. A cancelled one is
// interrupted, as by a terminal; whoever of the group is left in the end is
// killed. Everything it has written has been passed on when runGroup returns.
func runGroup(program *exec.Cmd, stdout, stderr io.Writer) error {
	runtime.LockOSThread() // see bindLife
	defer runtime.UnlockOSThread()
	program.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	bindLife(program.SysProcAttr)
	program.Cancel = func() error { return syscall.Kill(-program.Process.Pid, syscall.SIGINT) }
	out, err := newPump(stdout)
	if err != nil {
		return err
	}
	faults, err := newPump(stderr)
	if err != nil {
		out.finish()
		return err
	}
	program.Stdout, program.Stderr = out.w, faults.w
	if err = program.Start(); err == nil {
		err = program.Wait()
		syscall.Kill(-program.Process.Pid, syscall.SIGKILL) //nolint:errcheck // it is mostly empty by then
	}
	out.finish()
	faults.finish()
	return err
}

// A pump passes on what is written to a file.
type pump struct {
	r, w  *os.File
	ended atomic.Bool // the program has
	done  sync.WaitGroup
}

func newPump(to io.Writer) (*pump, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p := &pump{r: r, w: w}
	p.done.Go(func() { p.run(to) })
	return p, nil
}

// run reads until no writer is left, or, once the program has ended, until
// nothing comes for a while: one that has left the group may keep the file.
func (p *pump) run(to io.Writer) {
	buf := make([]byte, 32<<10)
	for {
		if p.ended.Load() {
			p.r.SetReadDeadline(time.Now().Add(grace)) //nolint:errcheck // a pipe takes deadlines
		}
		n, err := p.r.Read(buf)
		to.Write(buf[:n]) //nolint:errcheck // it cannot fail
		if err != nil {
			return
		}
	}
}

// finish waits for the rest.
func (p *pump) finish() {
	p.w.Close()
	p.ended.Store(true)
	p.r.SetReadDeadline(time.Now().Add(grace)) //nolint:errcheck // as above
	p.done.Wait()
	p.r.Close()
}
