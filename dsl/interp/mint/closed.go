package mint

import (
	"go/types"
	"reflect"
	"sync"
	"unsafe"
)

// An interpreter writes to unexported fields by reflection, so the types it
// works with show them as if they were exported: they are open. Compiled code
// must not see that, or it would marshal what is hidden and call methods where
// it should not. So an open type with hidden fields has a closed twin of the
// same memory and methods, and values change between them where they pass from
// the one world into the other.

// Hides reports whether values of t hold, or point to, hidden fields.
func (m *Maker) Hides(t types.Type) bool {
	return hiding{m.Compiled, map[*types.Named]bool{}}.in(t)
}

// A hiding looks for hidden fields.
type hiding struct {
	compiled func(*types.Named) (reflect.Type, bool)
	seen     map[*types.Named]bool
}

func (h hiding) in(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if t.Obj().Pkg() == nil || h.seen[t] {
			return false
		}
		if _, ok := h.compiled(t); ok {
			return false
		}
		h.seen[t] = true
		return h.in(t.Underlying())
	case *types.Pointer:
		return h.in(t.Elem())
	case *types.Slice:
		return h.in(t.Elem())
	case *types.Array:
		return h.in(t.Elem())
	case *types.Chan:
		return h.in(t.Elem())
	case *types.Map:
		return h.in(t.Key()) || h.in(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() || h.in(f.Type()) {
				return true
			}
		}
	}
	return false
}

// Close is a value as compiled code may see it.
func (m *Maker) Close(x any) any {
	if x == nil {
		return nil
	}
	t := reflect.TypeOf(x)
	c, ok := m.pairs.closed.Load(t)
	if !ok {
		m.mu.Lock()
		c = m.close(t)
		m.mu.Unlock()
	}
	return retype(x, t, c.(reflect.Type))
}

// Open is a value that may come from compiled code, as the interpreter knows
// it.
func (m *Maker) Open(x any) any {
	switch {
	case x == nil:
		return nil
	case m.Unwrap != nil:
		return m.Unwrap(x)
	}
	t := reflect.TypeOf(x)
	return retype(x, t, m.pairs.open(t))
}

// Pairs are open types with hidden fields and their closed twins, each known by the
// other.
type pairs struct{ closed, opened sync.Map } // reflect.Type -> its twin

// open is the open twin of a type, or the type itself.
func (p *pairs) open(t reflect.Type) reflect.Type {
	if o, ok := p.opened.Load(t); ok {
		return o.(reflect.Type)
	}
	return t
}

// add makes types twins; one that hides nothing is its own.
func (p *pairs) add(open, closed reflect.Type) {
	p.closed.Store(open, closed)
	if open != closed {
		p.opened.Store(closed, open)
		p.closed.Store(closed, closed)
	}
}

func retype(x any, from, to reflect.Type) any {
	if from != to {
		(*[2]unsafe.Pointer)(unsafe.Pointer(&x))[0] = pointerOf(to)
	}
	return x
}

// close finds or makes the closed twin of a type.
func (m *Maker) close(t reflect.Type) reflect.Type {
	if c, ok := m.pairs.closed.Load(t); ok {
		return c.(reflect.Type)
	}
	c := t
	source, minted := m.sources.Load(t)
	switch {
	case m.pairs.open(t) != t: // closed already
	case minted && m.Hides(source.(types.Type)):
		if m.twin == nil {
			m.twin = &Maker{Compiled: m.Compiled, Unable: m.Unable, open: m}
		}
		c = m.twin.typ(source.(types.Type))
	case minted || t.Name() != "":
	default:
		c = m.closeParts(t)
	}
	m.pairs.add(t, c)
	return c
}

// closeParts closes what a type is made of.
func (m *Maker) closeParts(t reflect.Type) reflect.Type {
	switch t.Kind() {
	case reflect.Pointer:
		if e := m.close(t.Elem()); e != t.Elem() {
			return reflect.PointerTo(e)
		}
	case reflect.Slice:
		if e := m.close(t.Elem()); e != t.Elem() {
			return reflect.SliceOf(e)
		}
	case reflect.Array:
		if e := m.close(t.Elem()); e != t.Elem() {
			return reflect.ArrayOf(t.Len(), e)
		}
	case reflect.Chan:
		if e := m.close(t.Elem()); e != t.Elem() {
			return reflect.ChanOf(t.ChanDir(), e)
		}
	case reflect.Map:
		if k, e := m.close(t.Key()), m.close(t.Elem()); k != t.Key() || e != t.Elem() {
			return reflect.MapOf(k, e)
		}
	}
	return t
}

// mirror gives a closed type the methods of the open one, now and later.
func (t *table) mirror(d *descriptor) {
	copy(d.list, t.of.list)
	d.tail.mcount, d.tail.xcount = t.of.tail.mcount, t.of.tail.xcount
	t.twin = d
}
