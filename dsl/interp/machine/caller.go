package machine

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"unfold/dsl/interp/depth"
)

// To some compiled functions it matters where they are called from: a logger
// tells the line. The stack of the goroutine knows only the interpreter's own
// functions, so interpreted calls are linked: while a frame makes a call, it holds
// the call's node, and the frame of the function that is called holds the frame
// that calls. That is two words a call. A compiled function, which has no frame,
// finds the innermost by its goroutine; this is noted for those functions alone
// that ask (see Machine.Ask), and for what stands between linked frames.

// Callers are the frames that goroutines are at, as far as they are noted.
type callers struct {
	functions map[unsafe.Pointer]bool // compiled ones that ask
	methods   map[string]bool         // by name, of any type
	noted     sync.Map                // depth.ID -> *frame
	count     atomic.Int64
	// functions that stand for methods of types whose methods ask
	substitutes map[reflect.Type]substitute
}

// clear makes maps of nothing that asks.
func (c *callers) clear() {
	c.functions, c.methods = map[unsafe.Pointer]bool{}, map[string]bool{}
	c.substitutes = map[reflect.Type]substitute{}
}

// Ask lets a machine note where some compiled functions, and the methods of some
// compiled types, are called from.
func (m *Machine) Ask(functions []reflect.Value, types ...reflect.Type) {
	for _, f := range functions {
		m.callers.functions[pointerOf(f.Interface())] = true
	}
	for _, t := range types {
		for method := range t.Methods() {
			m.callers.methods[method.Name] = true
		}
	}
}

// Callers are the calls that the calling goroutine is in, the innermost first. They
// end where compiled code that has not asked called interpreted code.
func (m *Machine) Callers() (list []Step) {
	for f := m.callers.current(); f != nil; f = f.caller() {
		n := (*node)(f.debug)
		if n == nil {
			break
		}
		list = append(list, Step{n, "call"})
	}
	return list
}

// current is the innermost frame of the calling goroutine, nil if it is not noted.
func (c *callers) current() *frame {
	id := depth.Self()
	if c.count.Load() == 0 || id == nil {
		return nil
	}
	f, _ := c.noted.Load(id)
	current, _ := f.(*frame)
	return current
}

// asks reports whether a node calls a function that asks where it is called from.
func (c *callers) asks(n *node) bool {
	called := n.child[0]
	if len(called.child) < 2 {
		return false
	}
	if f := called.rval; f.IsValid() && f.Kind() == reflect.Func && f.CanInterface() {
		return c.functions[pointerOf(f.Interface())]
	}
	return called.is("selectorExpr") && c.methods[called.child[1].ident]
}

// during makes a step with the frame noted that is at it.
func (c *callers) during(n *node, made step) step {
	return func(f *frame) step {
		id := depth.Self()
		if id == nil {
			return made(f)
		}
		before, noted := c.noted.Swap(id, f)
		c.count.Add(1)
		f.debug = unsafe.Pointer(n)
		defer func() {
			c.count.Add(-1)
			if noted {
				c.noted.Store(id, before)
			} else {
				c.noted.Delete(id)
			}
		}()
		return made(f)
	}
}

// link notes of a frame which one calls its function, and of that at which node.
func (f *frame) link(by *frame, at *node) {
	by.debug, f.recovered = unsafe.Pointer(at), by
}

// unlink lets go of what a frame that is kept would keep.
func (f *frame) unlink() { f.debug, f.recovered = nil, nil }

// caller is the frame that calls the function of this one, nil if it is not known.
func (f *frame) caller() *frame {
	by, _ := f.recovered.(*frame)
	return by
}

// asked notes where compiled functions are called from that ask, of all that
// settled does.
func asked(m *Machine, n *node, made step) step {
	if n.anc.is("deferStmt", "goStmt") {
		return made
	}
	if m.callers.asks(n) {
		made = m.callers.during(n, made)
	}
	return settled(m, n, made)
}
