package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"time"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/linear/blas"
)

// sideWord is the argument that makes this program a side.
const sideWord = "side"

// serve is this program in the part of a side: it answers requests until its
// input ends.
func serve(ctx context.Context, in io.Reader, out io.Writer) error {
	lines, answers := bufio.NewScanner(in), json.NewEncoder(out)
	lines.Buffer(nil, 1<<20)
	var w work
	for lines.Scan() {
		var q request
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			return fmt.Errorf("bench: %q is no request: %w", lines.Text(), err)
		}
		r, err := answer(ctx, q, &w)
		if err != nil {
			r = reply{Error: err.Error()}
		}
		if err := answers.Encode(r); err != nil {
			return err
		}
	}
	return lines.Err()
}

// answer does what a request asks for; w is the work that is loaded.
func answer(ctx context.Context, q request, w *work) (reply, error) {
	switch {
	case q.Do == "load":
		return load(q, w)
	case *w == nil:
		return reply{}, errors.New("bench: nothing is loaded")
	case q.Do == "run":
		return timeWork(ctx, *w)
	case q.Do == "result":
		o, err := (*w).result(ctx)
		if err != nil {
			return reply{}, err
		}
		return writeOutput(o, q.Folder)
	}
	return reply{}, fmt.Errorf("bench: %q is not among the requests load, run and result", q.Do)
}

func load(q request, w *work) (reply, error) {
	begin, ok := tasks[q.Task]
	if !ok {
		return reply{}, fmt.Errorf("bench: no task is named %q", q.Task)
	}
	arrays := map[string]*mat.Dense{}
	for name, path := range q.Arrays {
		a, err := readArray(path)
		if err != nil {
			return reply{}, err
		}
		arrays[name] = a
	}
	var err error
	*w, err = begin(arrays, q.Settings)
	return reply{Versions: map[string]string{
		"unfold": engine.Version, "Go": runtime.Version(), "BLAS": fmt.Sprint(blas.Name(), " ", blas.Version()),
	}}, err
}

// timeWork does the work once. What earlier runs have left behind is cleared
// away first, as it is by itself in a language that counts references.
func timeWork(ctx context.Context, w work) (reply, error) {
	w.forget()
	debug.FreeOSMemory()
	before, start := processorTime(), time.Now()
	err := w.run(ctx)
	took := time.Since(start)
	return reply{Seconds: seconds(took), CPU: seconds(processorTime() - before), Peak: peakMemory()}, err
}

// writeOutput writes the arrays of an output to files in a folder.
func writeOutput(o output, folder string) (reply, error) {
	r := reply{Numbers: o.numbers, Arrays: map[string]string{}}
	for name, a := range o.arrays {
		r.Arrays[name] = filepath.Join(folder, "ours-"+name+".npy")
		if err := writeArray(r.Arrays[name], a); err != nil {
			return reply{}, err
		}
	}
	return r, nil
}

// work is a task with what it works on, ready to be run any number of times.
type work interface {
	run(ctx context.Context) error
	forget()
	result(ctx context.Context) (output, error)
}

// newJob makes work of a function to be timed and one that looks at what it
// returned last.
func newJob[T any](do func(context.Context) (T, error), look func(context.Context, T) (output, error)) work {
	return &job[T]{do: do, look: look}
}

type job[T any] struct {
	do   func(context.Context) (T, error)
	look func(context.Context, T) (output, error)
	last T
}

func (l *job[T]) run(ctx context.Context) (err error) { l.last, err = l.do(ctx); return err }

func (l *job[T]) forget() { var none T; l.last = none }

func (l *job[T]) result(ctx context.Context) (output, error) { return l.look(ctx, l.last) }
