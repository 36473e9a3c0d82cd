package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"gonum.org/v1/gonum/mat"
)

// A side is a process that works at one task. Whoever has started it closes
// it; it also ends when its input does, so that none is left behind.
type side struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr *tail
}

// A program is how a side is started.
type program []string

// ownProgram is this program as a side.
func ownProgram() (program, error) {
	self, err := os.Executable()
	return program{self, sideWord}, err
}

// start starts a side on the given number of threads.
func start(ctx context.Context, p program, threads int) (*side, error) {
	s := &side{cmd: exec.CommandContext(ctx, p[0], p[1:]...), stderr: new(tail)}
	s.cmd.Env = s.cmd.Environ()
	for _, name := range []string{"GOMAXPROCS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"} {
		s.cmd.Env = append(s.cmd.Env, fmt.Sprintf("%s=%d", name, threads))
	}
	if core := openBLASCore(); core != "" {
		s.cmd.Env = append(s.cmd.Env, coreVariable+"="+core)
	}
	s.cmd.Stderr = s.stderr
	s.cmd.WaitDelay = grace // its own children may hold its output open
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewReader(out)
	return s, s.cmd.Start()
}

// ask sends a request and waits for its reply. A reply that tells of an error
// is that error.
func (s *side) ask(q request) (reply, error) {
	text, err := json.Marshal(q)
	if err != nil {
		return reply{}, err
	}
	if _, err := s.in.Write(append(text, '\n')); err != nil {
		return reply{}, s.endError(err)
	}
	line, err := s.out.ReadBytes('\n')
	if err != nil {
		return reply{}, s.endError(err)
	}
	var r reply
	if err := json.Unmarshal(line, &r); err != nil {
		return reply{}, fmt.Errorf("bench: a side says %q, which is no reply", strings.TrimSpace(string(line)))
	}
	if r.Error != "" {
		return r, errors.New(r.Error)
	}
	return r, nil
}

// endError is the error of a side that has ended, with the last line it wrote.
func (s *side) endError(err error) error {
	s.in.Close()
	if end := s.cmd.Wait(); end != nil {
		err = end
	}
	if words := s.stderr.last(); words != "" {
		return fmt.Errorf("bench: a side has ended (%w): %s", err, words)
	}
	return fmt.Errorf("bench: a side has ended: %w", err)
}

// result asks for what the last run came to.
func (s *side) result(folder string) (output, error) {
	r, err := s.ask(request{Do: "result", Folder: folder})
	if err != nil {
		return output{}, err
	}
	o := output{numbers: r.Numbers, arrays: map[string]*mat.Dense{}}
	for name, path := range r.Arrays {
		if o.arrays[name], err = readArray(path); err != nil {
			return output{}, err
		}
	}
	return o, nil
}

// grace is how long a side may take to end, with whatever it has started.
const grace = 3 * time.Second

// close ends the side: the end of its input asks it to, and what it is at is
// not waited for.
func (s *side) close() {
	s.in.Close()
	late := time.AfterFunc(grace, func() { s.cmd.Process.Kill() })
	defer late.Stop()
	s.cmd.Wait()
}

// An output is what a run came to, by name.
type output struct {
	arrays  map[string]*mat.Dense
	numbers map[string]float64
}

// A tail keeps the end of what is written to it.
type tail struct{ kept []byte }

func (t *tail) Write(b []byte) (int, error) {
	const most = 4096
	t.kept = append(t.kept, b...)
	t.kept = t.kept[max(0, len(t.kept)-most):]
	return len(b), nil
}

// last returns the last line that says something.
func (t *tail) last() string {
	lines := strings.Split(strings.TrimSpace(string(t.kept)), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
