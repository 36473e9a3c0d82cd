package execution

import (
	"runtime"
	"strings"
	"sync"

	"unfold/dsl/interp/machine"
)

// Deferred calls and panics are Go's own: a function that defers runs its
// body through defers.run, and what it defers are functions that have all they
// need. So order, values and what recover returns are as Go has them.

// defers are the deferred calls of one running function.
type defers struct {
	runner    *Runner
	list      []deferredCall
	panicking bool
	value     any
	traceback []machine.Step // of the panic
}

type deferredCall struct {
	fn    func()
	named bool // it is not a literal: who recovers in it must be told of the panic
}

func (rr *Runner) newDefers() *defers { return &defers{runner: rr} }

func pushDefer(d *defers, fn func())      { d.list = append(d.list, deferredCall{fn: fn}) }
func pushDeferNamed(d *defers, fn func()) { d.list = append(d.list, deferredCall{fn: fn, named: true}) }

// runDefers runs a body, and after it what it has deferred.
func runDefers(d *defers, body func()) {
	defer d.end(&d.value)
	body()
}

func (d *defers) end(value *any) {
	if r := recover(); r != nil {
		d.panicking, *value, d.traceback = true, machine.Panicked(r), d.runner.left()
		if _, exits := d.value.(ExitError); exits {
			panic(d.value) // which runs nothing
		}
		if r := d.runner.runs.mine(); r != nil && len(d.list) > 0 {
			r.unwinds()
		}
	}
	for len(d.list) > 0 {
		last := d.list[len(d.list)-1]
		d.list = d.list[:len(d.list)-1]
		d.call(last)
	}
	if d.panicking {
		d.runner.machine.Tracebacks.Resume(d.traceback)
		panic(machine.Thrown(d.value))
	}
}

func (d *defers) call(c deferredCall) {
	defer func() {
		if r := recover(); r != nil {
			d.panicking, d.value, d.traceback = true, machine.Panicked(r), d.runner.left()
		}
	}()
	if c.named {
		id := goroutine()
		d.runner.armed.Store(id, d)
		defer d.runner.armed.Delete(id)
	}
	c.fn()
}

// panicOf is, for a function that was deferred by its name, the panic it may
// recover from; else nil.
func (rr *Runner) panicOf() *defers {
	if d, ok := rr.armed.LoadAndDelete(goroutine()); ok {
		return d.(*defers)
	}
	return nil
}

// recovered is recover().
func recovered(d *defers) any {
	if d == nil || !d.panicking {
		return nil
	}
	d.panicking = false
	if r := d.runner.runs.mine(); r != nil {
		r.recovers()
	}
	return d.value
}

// left are the steps that the calling goroutine has left.
func (rr *Runner) left() []machine.Step {
	steps, _ := rr.machine.Tracebacks.Take()
	return steps
}

var stacks = sync.Pool{New: func() any { return new([64]byte) }}

// goroutine is the number of the running goroutine.
func goroutine() string {
	buf := stacks.Get().(*[64]byte)
	defer stacks.Put(buf)
	text := string(buf[:runtime.Stack(buf[:], false)])
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "goroutine "), " ")
	return text
}
