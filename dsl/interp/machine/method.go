package machine

import "reflect"

// A substitute gives the function that stands for a method of a receiver, nil for
// the method itself.
type substitute func(receiver any, method string) any

// Substitute lets interpreted code find other functions in place of methods of a
// compiled type.
func (m *Machine) Substitute(t reflect.Type, by func(receiver any, method string) any) {
	m.callers.substitutes[t] = by
}

// substituted puts the function that stands for a method where the method is looked
// up.
func substituted(m *Machine, n *node, made step) step {
	if len(n.child) < 2 || !m.callers.substituted(n.child[1].ident) {
		return made
	}
	receiver, name := n.operand(0), n.child[1].ident
	return func(f *frame) step {
		next := made(f)
		r := receiver(f)
		if by := m.callers.substitutes[r.Type()]; by != nil && r.CanInterface() {
			if other := by(r.Interface(), name); other != nil {
				frameAt(f, n.level).data[n.findex] = reflect.ValueOf(other)
			}
		}
		return next
	}
}

// substituted reports whether a method of the name may have a substitute.
func (c *callers) substituted(name string) bool {
	for t := range c.substitutes {
		if _, ok := t.MethodByName(name); ok {
			return true
		}
	}
	return false
}
