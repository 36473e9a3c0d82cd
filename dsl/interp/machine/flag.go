package machine

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

// Links are where in a node the interpreter keeps the name that it stands for,
// and what comes next where a condition does not hold.
type links struct{ ident, no uintptr }

var linksOf = sync.OnceValue(func() links {
	program := reflect.TypeFor[interp.Program]()
	root, _ := program.FieldByName("root")
	node := root.Type.Elem()
	offset := func(name string, kind reflect.Kind) uintptr {
		f, ok := node.FieldByName(name)
		if !ok || f.Type.Kind() != kind {
			panic("a node has no field " + name)
		}
		return f.Offset
	}
	return links{offset("ident", reflect.String), offset("fnext", reflect.Pointer)}
})

// heeding looks at a flag by its address, and has the goroutine stopped if it
// is to end. Yaegi would find the variable by its number each time, in about
// the time that a short loop takes for all the rest.
func heeding(t *tree, n nodePtr, made step) step {
	at := linksOf()
	var up *bool
	switch *(*string)(unsafe.Add(n, at.ident)) {
	case stopFlag:
		up = t.machine.stop
	case backFlag:
		up = t.machine.back
	default:
		return made
	}
	var next step
	if to := *(*nodePtr)(unsafe.Add(n, at.no)); to != nil {
		next = *(*step)(unsafe.Add(to, t.exec))
	}
	return func(f framePtr) step {
		if *up {
			t.machine.stopAt(n)
		}
		return next
	}
}

// stopAt has the calling goroutine stopped at a node, if it is to end.
func (m *Machine) stopAt(n nodePtr) {
	stays := false
	defer func() {
		if !stays {
			m.Trails.leave(n, "callBin")
		}
	}()
	m.Stop()
	stays = true
}
