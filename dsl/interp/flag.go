package interp

import (
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/traefik/yaegi/interp"
)

func init() { mendings["branch"] = heeding }

// Links are where in a node the interpreter keeps the name that it stands for
// and what comes next: where a condition holds, and where it does not.
type links struct{ ident, yes, no uintptr }

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
	return links{offset("ident", reflect.String), offset("tnext", reflect.Pointer), offset("fnext", reflect.Pointer)}
})

// heeding looks at a flag of the session, as every turn of a loop does, by its
// address. The interpreter would find the variable by its number each time, in
// about the time that a short loop takes for all the rest.
func heeding(t *tree, n nodePtr, made step) step {
	at := linksOf()
	switch *(*string)(unsafe.Add(n, at.ident)) {
	case stopFlag, backFlag:
	default:
		return made
	}
	next := func(link uintptr) step {
		if to := *(*nodePtr)(unsafe.Add(n, link)); to != nil {
			return *(*step)(unsafe.Add(to, t.exec))
		}
		return nil
	}
	yes, no := next(at.yes), next(at.no)
	variable := valueOf(n)
	var flag atomic.Pointer[bool]
	return func(f framePtr) step {
		up := flag.Load()
		if up == nil {
			up = variable(f).Addr().Interface().(*bool)
			flag.Store(up)
		}
		if *up {
			return yes
		}
		return no
	}
}
