package machine

import (
	"reflect"
	"runtime"
)

// thrownNil makes a panic with nil one that recover can tell from none, as Go
// does.
func thrownNil(t *tree, n nodePtr, made step) step {
	value := t.operand(n, 1)
	return func(f framePtr) step {
		if v := value(f); !v.IsValid() || v.Kind() == reflect.Interface && v.IsNil() {
			panic(new(runtime.PanicNilError))
		}
		return made(f)
	}
}
