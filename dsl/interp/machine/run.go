package machine

// run executes the body of the function on a frame. It costs one deferred call
// to know, if a panic or an exit of the goroutine unwinds it, which step that
// left: no step pays for it.
func (fn *function) run(own *frame) {
	m := fn.machine
	at := fn.start.exec
	left := true
	defer func() {
		if !left {
			return
		}
		if why := m.leave(fn, at, own); why != nil {
			if r := recover(); r != nil {
				panic(explained(r, why))
			}
		}
	}()
	for at != nil {
		next := at(own)
		if next == nil {
			break
		}
		at = next
	}
	left = false
	if *m.flags.back {
		m.wokenFrom(fn, at)
	}
	if m.Tracebacks.some.Load() > 0 {
		m.Tracebacks.over()
	}
}

// leave notes that a step was left by a panic. Of some it knows how to say in
// Go's words what is wrong.
func (m *Machine) leave(fn *function, at step, own *frame) (why func() string) {
	n := fn.nodeOf(at)
	if n == nil {
		return nil
	}
	name := m.mender.nameOf(n)
	if !fails(n, name) {
		return nil
	}
	m.Tracebacks.leave(n, name)
	if e := explanations[name]; e != nil {
		return func() string { return e(n, own) }
	}
	return nil
}

// wokenFrom begins the traceback of a goroutine that waits no longer since it is to
// end. It does not panic there: the function returns, and so do its callers
// until one looks whether to end.
func (m *Machine) wokenFrom(fn *function, at step) {
	n := fn.nodeOf(at)
	if n == nil || !waiting[m.mender.nameOf(n)] || !m.Tracebacks.Cancelled() {
		return
	}
	m.Tracebacks.woken(n, m.mender.nameOf(n))
}
