package mint

import (
	"encoding/binary"
	"reflect"
	"unsafe"
)

// The types below are type descriptors as the runtime reads them; see
// internal/abi/type.go of Go 1.26, which that of 1.27 equals. What differs is
// in release_go126.go and release_go127.go.

type (
	rtype struct {
		size, ptrBytes    uintptr
		hash              uint32
		flag              uint8
		align, fieldAlign uint8
		kind              uint8
		equal             func(unsafe.Pointer, unsafe.Pointer) bool
		gcData            *byte
		str               int32
		ptrToThis         int32
	}
	elemType struct { // of pointers and slices
		rtype
		elem unsafe.Pointer
	}
	chanType struct {
		rtype
		elem unsafe.Pointer
		dir  int
	}
	arrayType struct {
		rtype
		elem, slice unsafe.Pointer
		len         uintptr
	}
	mapType struct {
		rtype
		key, elem, group unsafe.Pointer
		hasher           func(unsafe.Pointer, uintptr) uintptr
		slots            mapSlots
		flags            uint32
	}
	structType struct {
		rtype
		pkgPath *byte
		fields  []structField
	}
	structField struct {
		name   *byte
		typ    unsafe.Pointer
		offset uintptr
	}
	interfaceType struct {
		rtype
		pkgPath *byte
		methods []imethod
	}
	imethod  struct{ name, typ int32 }
	funcType struct {
		rtype
		in, out uint16
	}
	uncommon struct {
		pkgPath        int32
		mcount, xcount uint16
		moff           uint32
		_              uint32
	}
	method struct{ name, typ, ifn, tfn int32 }
)

// Flags of a descriptor and of a name.
const (
	flagUncommon  = 1 << 0
	flagExtraStar = 1 << 1
	flagNamed     = 1 << 2
	flagRegular   = 1 << 3 // equal and hash go by the bytes
	flagOnDemand  = 1 << 4 // gcData is made when it is asked for
	flagDirect    = 1 << 5

	nameExported = 1 << 0
	nameTagged   = 1 << 1
	nameEmbedded = 1 << 3

	maxParams = 64
)

// A descriptor of a named type is that of its underlying type, followed by its
// methods; in that of a function its parameters stand before these.
type (
	described[B, M any] struct {
		base B
		uncommon
		methods M
	}
	describedFunc[M any] struct {
		base funcType
		uncommon
		params  [maxParams]unsafe.Pointer
		methods M
	}
)

var unsafePointer = reflect.TypeFor[unsafe.Pointer]()

// pointerOf is the descriptor behind a reflect.Type.
func pointerOf(t reflect.Type) unsafe.Pointer {
	return (*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1]
}

// typeAt is the reflect.Type of a descriptor.
func typeAt(p unsafe.Pointer) reflect.Type {
	t := reflect.TypeFor[int]()
	(*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1] = p
	return t
}

//go:linkname addReflectOff reflect.addReflectOff
//go:noescape
func addReflectOff(ptr unsafe.Pointer) int32

// enter makes memory known to the runtime by an offset, and keeps it forever.
func enter(p unsafe.Pointer) int32 { return addReflectOff(p) }

// name is a name with its tag as the runtime reads it.
func name(text, tag string, flags byte) *byte { return unsafe.SliceData(encode(text, tag, flags)) }

func encode(text, tag string, flags byte) []byte {
	if tag != "" {
		flags |= nameTagged
	}
	b := binary.AppendUvarint([]byte{flags}, uint64(len(text)))
	b = append(b, text...)
	if tag != "" {
		b = binary.AppendUvarint(b, uint64(len(tag)))
		b = append(b, tag...)
	}
	return b
}

func nameOff(text string, flags byte) int32 {
	return enter(unsafe.Pointer(name(text, "", flags)))
}
