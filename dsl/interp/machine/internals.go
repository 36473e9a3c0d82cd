package machine

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// What yaegi keeps to itself and a machine needs nevertheless is reached for by
// name when the machine starts. A machine does not start without the variables
// of a file; it does without anything else that a release of yaegi has changed,
// and Lacks says how what it runs then differs from Go.

// An internal is something of yaegi's that a machine can do without.
type internal struct {
	name    string
	without string // what differs then
	begin   func(*Machine) error
}

// internals are all of them but the mendings, in the order they are tried.
var internals = []internal{
	{"done", "a cell that waits on a channel cannot be interrupted", func(m *Machine) error {
		m.done = *pointerTo[chan struct{}](m.globals.inner.FieldByName("done"))
		return nil
	}},
	{"roots", "the memory of cells that have run is not given back", func(m *Machine) error {
		m.forgets = true
		m.forgetTrees()
		return nil
	}},
	{"nodes", "nothing of what follows is mended", func(m *Machine) error {
		if err := mirrored(); err != nil {
			return err
		}
		m.mender = &mender{machine: m, mendings: map[string]mending{}, instead: map[uintptr]generator{}}
		return nil
	}},
}

// Lacks are the reasons why what the machine runs differs from Go, none where
// everything was found.
func (m *Machine) Lacks() []string { return m.lacks }

// findInternals finds what is yaegi's, but for what the machine is to do without.
func (m *Machine) findInternals(without map[string]bool) {
	for _, r := range internals {
		m.attempt(r, without)
	}
	found, err := generators()
	for _, r := range repairs {
		m.attempt(internal{r.generator, r.without, func(m *Machine) error {
			switch {
			case err != nil:
				return err
			case m.mender == nil:
				return fmt.Errorf("there is nothing to mend")
			case !found[r.generator]:
				return fmt.Errorf("no generator %s", r.generator)
			}
			m.mender.mendings[r.generator] = r.by
			return nil
		}}, without)
	}
}

// attempt reaches for one thing.
func (m *Machine) attempt(r internal, without map[string]bool) {
	reason := func() (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%v", r)
			}
		}()
		if without[r.name] {
			return fmt.Errorf("it was to do without")
		}
		return r.begin(m)
	}()
	if reason != nil {
		m.lacks = append(m.lacks, fmt.Sprintf("%s (%s: %v)", r.without, r.name, reason))
	}
}

// essentials finds what no machine can do without.
func (m *Machine) essentials() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("not of a version that this program knows: %v", r)
		}
	}()
	m.globals = newGlobals(reflect.ValueOf(m.yaegi).Elem())
	m.flags.stop, m.flags.back = m.globals.flag(stopFlag), m.globals.flag(backFlag)
	return nil
}

// forgetTrees lets go of syntax trees and scopes that only a debugger would
// look at. What is still used of a tree, such as the body of a function, knows
// its ancestors, so the root must not know all the others.
func (m *Machine) forgetTrees() {
	if !m.forgets {
		return
	}
	inner := m.globals.inner
	roots := inner.FieldByName("roots")
	for i := range roots.Len() {
		clearField(roots.Index(i).Elem().FieldByName("child"))
	}
	clearField(roots)
	clearField(inner.FieldByName("universe").Elem().FieldByName("child"))
	for scopes := inner.FieldByName("scopes").MapRange(); scopes.Next(); {
		clearField(scopes.Value().Elem().FieldByName("child"))
	}
}

func clearField(f reflect.Value) {
	reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem().SetZero()
}

// rootOf is the first node of a compiled program.
func rootOf(p *interp.Program) *node {
	return (*node)(reflect.ValueOf(p).Elem().FieldByName("root").UnsafePointer())
}
