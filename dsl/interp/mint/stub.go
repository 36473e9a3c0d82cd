package mint

import (
	"fmt"
	"go/token"
	"reflect"
	"sync"
	"unsafe"
)

// Stubs is the number of methods that minted types of one process can have.
const Stubs = 16_384

var (
	targets [Stubs]unsafe.Pointer // what each stub jumps to: a function value
	used    int
	stubsMu sync.Mutex
)

// stub is code that calls fn, entered where the runtime finds it.
func stub(fn reflect.Value) int32 {
	holder := reflect.New(fn.Type())
	holder.Elem().Set(fn)
	stubsMu.Lock()
	defer stubsMu.Unlock()
	if used == Stubs {
		panic(refusal{fmt.Sprintf("this session has declared %d methods, as many as it can; restart it", Stubs)})
	}
	targets[used] = *(*unsafe.Pointer)(holder.UnsafePointer())
	code := firstStub() + uintptr(used)*stubSize
	used++
	return enter(*(*unsafe.Pointer)(unsafe.Pointer(&code)))
}

func exported(name string) bool { return token.IsExported(name) }
