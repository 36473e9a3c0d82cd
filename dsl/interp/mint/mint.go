// Package mint makes Go types at run time: named types with methods, structs
// with unexported and embedded fields, and interfaces, none of which package
// reflect can make.
//
// A type an interpreter declares can so be a type to everything in the
// program: package fmt finds its String method and its name, encoding/json
// its fields and tags, a type switch tells it from its neighbours, and a map
// takes it for a key. Nothing compiled has to know of the interpreter.
//
// The package writes type descriptors as the runtime lays them out (package
// internal/abi of Go 1.26 and 1.27, see layout.go) and enters their names by
// reflect.addReflectOff, which the standard library keeps for this use. A
// method's code is one of a fixed number of assembly stubs (stub.go), each of
// which jumps to a function of package reflect. Descriptors are never freed.
//
// In a program built with another release, [Check] compares compiled types with
// what this package would write (recognize.go), and types are made if they
// agree. If not, or for another processor, or with -tags nomint, a [Maker] makes
// what package reflect can make, and refuses the rest.
package mint

import (
	"fmt"
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/types/typeutil"
)

// A Maker makes the run-time types of one interpreter's types. Types that are
// identical to go/types are one type at run time. It may be used from several
// goroutines.
type Maker struct {
	// Compiled finds the run-time type of a type the program was compiled with.
	Compiled func(*types.Named) (reflect.Type, bool)
	// Unable is why no type can be made but what package reflect can make; nil
	// if all can.
	Unable error
	// Unwrap takes a value out of what carries its type where none can be made.
	Unwrap func(any) any

	mu    sync.Mutex
	made  typeutil.Map // types.Type -> reflect.Type
	known sync.Map     // reflect.Type -> *Named, of T and *T

	open    *Maker // of a maker of closed types: that of the open ones
	twin    *Maker // of a maker of open types: that of the closed ones
	pairs   pairs
	sources sync.Map // reflect.Type of a named type or a struct -> types.Type
}

// Type is the run-time type of t, which must have no type parameters. The
// error says what of it cannot be made.
func (m *Maker) Type(t types.Type) (rt reflect.Type, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	defer func() {
		switch r := recover().(type) {
		case nil:
		case refusal:
			rt, err = nil, r
		case *Unable:
			rt, err = nil, r
		default:
			rt, err = nil, fmt.Errorf("mint: type %s: %v", t, r)
		}
	}()
	return m.typ(t), nil
}

// Named is what is known of a minted type, or of the pointer to one.
func (m *Maker) Named(rt reflect.Type) (*Named, bool) {
	n, ok := m.known.Load(rt)
	if !ok {
		return nil, false
	}
	return n.(*Named), true
}

// mustMake ends the making of a type that package reflect cannot make, where
// none can be made.
func (m *Maker) mustMake() {
	if m.Unable != nil {
		panic(m.Unable)
	}
}

// A refusal says why a type cannot be made.
type refusal struct{ reason string }

func (r refusal) Error() string { return "mint: " + r.reason }

var basics = [...]reflect.Type{
	types.Bool: reflect.TypeFor[bool](), types.String: reflect.TypeFor[string](),
	types.Int: reflect.TypeFor[int](), types.Int8: reflect.TypeFor[int8](), types.Int16: reflect.TypeFor[int16](),
	types.Int32: reflect.TypeFor[int32](), types.Int64: reflect.TypeFor[int64](),
	types.Uint: reflect.TypeFor[uint](), types.Uint8: reflect.TypeFor[uint8](), types.Uint16: reflect.TypeFor[uint16](),
	types.Uint32: reflect.TypeFor[uint32](), types.Uint64: reflect.TypeFor[uint64](), types.Uintptr: reflect.TypeFor[uintptr](),
	types.Float32: reflect.TypeFor[float32](), types.Float64: reflect.TypeFor[float64](),
	types.Complex64: reflect.TypeFor[complex64](), types.Complex128: reflect.TypeFor[complex128](),
	types.UnsafePointer: unsafePointer,
}

func (m *Maker) typ(t types.Type) reflect.Type {
	t = types.Unalias(t)
	if m.open != nil && !m.Hides(t) {
		return m.open.typ(t)
	}
	if rt, ok := m.made.At(t).(reflect.Type); ok {
		return rt
	}
	var rt reflect.Type
	switch t := t.(type) {
	case *types.Basic:
		if t.Kind() == types.UntypedNil {
			return reflect.TypeFor[any]()
		}
		return basics[types.Default(t).(*types.Basic).Kind()]
	case *types.Named:
		return m.named(t)
	case *types.Pointer:
		rt = reflect.PointerTo(m.typ(t.Elem()))
	case *types.Slice:
		rt = reflect.SliceOf(m.typ(t.Elem()))
	case *types.Array:
		rt = reflect.ArrayOf(int(t.Len()), m.typ(t.Elem()))
	case *types.Map:
		rt = reflect.MapOf(m.typ(t.Key()), m.typ(t.Elem()))
	case *types.Chan:
		dir := map[types.ChanDir]reflect.ChanDir{types.SendRecv: reflect.BothDir, types.SendOnly: reflect.SendDir, types.RecvOnly: reflect.RecvDir}[t.Dir()]
		rt = reflect.ChanOf(dir, m.typ(t.Elem()))
	case *types.Signature:
		rt = m.function(t)
	case *types.Struct:
		rt = m.structure(t)
	case *types.Interface:
		rt = m.iface(t)
	default:
		panic(refusal{fmt.Sprintf("%s has no run-time form", t)})
	}
	m.made.Set(t, rt)
	switch _, isStruct := t.(*types.Struct); {
	case m.open != nil:
		m.open.pairs.add(m.open.typ(t), rt)
	case isStruct:
		m.sources.Store(rt, t)
	}
	return rt
}

// function is a signature without its receiver.
func (m *Maker) function(t *types.Signature) reflect.Type {
	in, out := m.tuple(t.Params()), m.tuple(t.Results())
	return reflect.FuncOf(in, out, t.Variadic())
}

func (m *Maker) tuple(t *types.Tuple) []reflect.Type {
	list := make([]reflect.Type, 0, t.Len())
	for v := range t.Variables() {
		list = append(list, m.typ(v.Type()))
	}
	return list
}
