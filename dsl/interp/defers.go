package interp

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
)

// Deferred calls and panics are Go's own: a function that defers runs its
// body through defers.run, and what it defers are functions that have all they
// need. So order, values and what recover returns are as Go has them.

// defers are the deferred calls of one running function.
type defers struct {
	s         *Session
	list      []deferredCall
	panicking bool
	value     any
	trail     []leftStep // of the panic
}

type deferredCall struct {
	fn    func()
	named bool // it is not a literal: who recovers in it must be told of the panic
}

func (s *Session) newDefers() *defers { return &defers{s: s} }

func pushDefer(d *defers, fn func())      { d.list = append(d.list, deferredCall{fn: fn}) }
func pushDeferNamed(d *defers, fn func()) { d.list = append(d.list, deferredCall{fn: fn, named: true}) }

// runDefers runs a body, and after it what it has deferred.
func runDefers(d *defers, body func()) {
	defer d.end(&d.value)
	body()
}

func (d *defers) end(value *any) {
	if r := recover(); r != nil {
		d.panicking, *value, d.trail = true, asPanic(r), d.s.trails.take()
		if _, exits := d.value.(ExitError); exits {
			panic(d.value) // which runs nothing
		}
		if r := d.s.runs.mine(); r != nil && len(d.list) > 0 {
			r.unwinds()
		}
	}
	for len(d.list) > 0 {
		last := d.list[len(d.list)-1]
		d.list = d.list[:len(d.list)-1]
		d.call(last)
	}
	if d.panicking {
		d.s.trails.resume(d.trail)
		panic(thrown(d.value))
	}
}

// thrown is a value to panic with. An error of a cell's is wrapped, as the
// interpreter itself does: else it would ask it for its text, and the method
// for what the interpreter has locked meanwhile.
func thrown(v any) any {
	if _, ok := v.(error); ok {
		return reflect.ValueOf(v)
	}
	return v
}

func (d *defers) call(c deferredCall) {
	defer func() {
		if r := recover(); r != nil {
			d.panicking, d.value, d.trail = true, asPanic(r), d.s.trails.take()
		}
	}()
	if c.named {
		id := goroutine()
		d.s.armed.Store(id, d)
		defer d.s.armed.Delete(id)
	}
	c.fn()
}

// panicOf is, for a function that was deferred by its name, the panic it may
// recover from; else nil.
func (s *Session) panicOf() *defers {
	if d, ok := s.armed.LoadAndDelete(goroutine()); ok {
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
	if r := d.s.runs.mine(); r != nil {
		r.recovers()
	}
	return d.value
}

// asPanic is the value a cell panicked with, out of what the interpreter makes
// of it, and a mishap of the interpreter's own reflection as Go's error.
func asPanic(r any) any {
	if v, ok := r.(reflect.Value); ok {
		if !v.IsValid() {
			return nil
		}
		return asPanic(v.Interface())
	}
	if said, ok := asGo(r); ok {
		return said
	}
	return r
}

// A runtimeError is an error the Go runtime would raise.
type runtimeError struct{ text string }

func (e runtimeError) Error() string {
	if e.text == chanSize {
		return e.text // as it is in Go
	}
	return "runtime error: " + e.text
}

// RuntimeError implements runtime.Error.
func (runtimeError) RuntimeError() {}

var stacks = sync.Pool{New: func() any { return new([64]byte) }}

// goroutine is the number of the running goroutine.
func goroutine() string {
	buf := stacks.Get().(*[64]byte)
	defer stacks.Put(buf)
	text := string(buf[:runtime.Stack(buf[:], false)])
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "goroutine "), " ")
	return text
}
