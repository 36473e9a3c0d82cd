package worker

import (
	"fmt"
	"os"
	"os/exec"
	"time"
)

// A process is a running child and the front's ends of its pipes.
type process struct {
	cmd            *exec.Cmd
	to             *os.File // messages to the child
	from           *os.File // messages from the child
	stdout, stderr *os.File // nil where messages need those descriptors
}

// partingSpan is how long the last words in a pipe are waited for once the
// process has ended; others may hold the pipe open.
const partingSpan = 100 * time.Millisecond

// startProcess starts the command with its pipes.
func startProcess(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd}
	var theirs []*os.File
	defer func() {
		for _, f := range theirs {
			f.Close()
		}
	}()
	// pipe returns one end to keep and one to pass on.
	pipe := func(keepWriter bool) (kept, passed *os.File, err error) {
		r, w, err := os.Pipe()
		if err != nil {
			return nil, nil, err
		}
		kept, passed = r, w
		if keepWriter {
			kept, passed = w, r
		}
		theirs = append(theirs, passed)
		return kept, passed, nil
	}
	in, out, err := p.open(pipe)
	if err == nil {
		pass(cmd, in, out)
		cmd.Env = withGoroutineLabels(cmd.Environ())
		err = cmd.Start()
	}
	if err != nil {
		p.close()
		return nil, fmt.Errorf("worker: starting the interpreter: %w", err)
	}
	return p, nil
}

// open makes the pipes of messages, whose other ends it returns, and those of
// what the process prints.
func (p *process) open(pipe func(keepWriter bool) (kept, passed *os.File, err error)) (in, out *os.File, err error) {
	if p.to, in, err = pipe(true); err != nil {
		return nil, nil, err
	}
	if p.from, out, err = pipe(false); err != nil {
		return nil, nil, err
	}
	var printed *os.File
	if separateMessages {
		if p.stdout, printed, err = pipe(false); err != nil {
			return nil, nil, err
		}
		p.cmd.Stdout = printed
	}
	if p.stderr, printed, err = pipe(false); err != nil {
		return nil, nil, err
	}
	p.cmd.Stderr = printed
	return in, out, nil
}

// wait waits for the end of the process, and no longer than a moment for what
// is left in its pipes.
func (p *process) wait() *os.ProcessState {
	_ = p.cmd.Wait() // the state says more
	soon := time.Now().Add(partingSpan)
	for _, f := range []*os.File{p.from, p.stdout, p.stderr} {
		if f != nil {
			_ = f.SetReadDeadline(soon)
		}
	}
	return p.cmd.ProcessState
}

// kill ends the process at once.
func (p *process) kill() { _ = p.cmd.Process.Kill() }

func (p *process) pid() int { return p.cmd.Process.Pid }

func (p *process) close() {
	for _, f := range []*os.File{p.to, p.from, p.stdout, p.stderr} {
		if f != nil {
			f.Close()
		}
	}
}

// drain calls take with whatever arrives until the pipe ends.
func drain(f *os.File, take func([]byte)) {
	if f == nil {
		return
	}
	buf := make([]byte, 8<<10)
	for {
		n, err := f.Read(buf)
		if n > 0 {
			take(buf[:n])
		}
		if err != nil {
			return
		}
	}
}
