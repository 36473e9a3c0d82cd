package machine

import (
	"reflect"
	"runtime"
)

// thrownNil makes a panic with nil one that recover can tell from none, as Go
// does.
func thrownNil(_ *Machine, n *node, made step) step {
	value := n.operand(1)
	return func(f *frame) step {
		if v := value(f); !v.IsValid() || v.Kind() == reflect.Interface && v.IsNil() {
			panic(new(runtime.PanicNilError))
		}
		return made(f)
	}
}
