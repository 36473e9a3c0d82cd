package mint

import (
	"fmt"
	"go/types"
	"reflect"
	"sync/atomic"
	"unsafe"
)

// A Named is a minted type with its methods.
type Named struct {
	Type   reflect.Type // T, not *T
	source *types.Named
	impls  map[string]*impl // declared methods by name
	own    *table           // methods of T
	ptr    *table           // methods of *T
}

var hashes atomic.Uint32

// fresh is a hash for a new type; types may share one, but should not.
func fresh() uint32 { return hashes.Add(1) * 0x9E3779B1 }

// named makes a defined type. Its descriptor exists, with its size and kind,
// before those of its parts are made, since they may mention it.
func (m *Maker) named(t *types.Named) reflect.Type {
	if t.Obj().Pkg() == nil {
		if t.Obj().Name() == "error" {
			return reflect.TypeFor[error]()
		}
		panic(refusal{fmt.Sprintf("%s is a constraint, not the type of a value", t)})
	}
	if rt, ok := m.Compiled(t); ok {
		return rt
	}
	if t.TypeParams().Len() > 0 && t.TypeArgs().Len() == 0 {
		panic(refusal{fmt.Sprintf("generic type %s is not instantiated", t)})
	}
	if it, ok := t.Underlying().(*types.Interface); ok && !it.IsMethodSet() {
		panic(refusal{fmt.Sprintf("%s is a constraint, not the type of a value", t)})
	}
	m.mustMake()
	return m.define(t)
}

// define makes the descriptors of a defined type and of the pointer to it, and then
// what they are made of.
func (m *Maker) define(t *types.Named) reflect.Type {
	var own, ptr *types.MethodSet
	need := 0
	isInterface := types.IsInterface(t)
	if !isInterface {
		own, ptr = types.NewMethodSet(t), types.NewMethodSet(types.NewPointer(t))
		need = ptr.Len() + 8
	}
	self := newNamed(pointerOf(shape(t)), t, need)
	pointer := newNamedPointer(self, t, need)
	rt, prt := typeAt(self.at), typeAt(pointer.at)
	m.made.Set(t, rt)
	m.made.Set(types.NewPointer(t), prt)
	if m.open != nil {
		m.open.pairs.add(m.open.typ(t), rt)
		m.open.pairs.add(reflect.PointerTo(m.open.typ(t)), prt)
		self.fill(pointerOf(m.typ(t.Underlying())))
		of, _ := m.open.Named(m.open.typ(t))
		of.own.mirror(self)
		of.ptr.mirror(pointer)
		return rt
	}
	n := &Named{Type: rt, source: t, impls: map[string]*impl{}}
	m.known.Store(rt, n)
	m.known.Store(prt, n)
	m.sources.Store(rt, t)
	self.fill(pointerOf(m.typ(t.Underlying())))
	if !isInterface {
		n.own, n.ptr = &table{of: self, named: n}, &table{of: pointer, named: n, pointer: true}
		m.methods(n, own, ptr)
	}
	return rt
}

// newNamed is the descriptor of a defined type of some shape, with room for methods.
func newNamed(shape unsafe.Pointer, t *types.Named, methods int) *descriptor {
	d := newDescriptor(shape, methods)
	head := (*rtype)(d.at)
	head.str = nameOff(typeName(t), nameExported)
	head.flag = head.flag&^flagExtraStar | flagNamed | flagUncommon
	head.hash = fresh()
	head.ptrToThis = 0
	d.tail.pkgPath = nameOff(t.Obj().Pkg().Path(), 0)
	return d
}

// newNamedPointer is the descriptor of the pointer to a defined type.
func newNamedPointer(to *descriptor, t *types.Named, methods int) *descriptor {
	d := newDescriptor(pointerOf(reflect.TypeFor[*int]()), methods)
	p := (*elemType)(d.at)
	p.str = nameOff("*"+typeName(t), 0)
	p.flag = p.flag&^(flagExtraStar|flagNamed) | flagUncommon
	p.hash = fresh()
	p.ptrToThis = 0
	p.elem = to.at
	d.tail.pkgPath = to.tail.pkgPath
	(*rtype)(to.at).ptrToThis = enter(d.at)
	return d
}

// A descriptor is a named type's memory, of one kind or another.
type descriptor struct {
	at   unsafe.Pointer
	tail *uncommon
	list []method // room for methods
	size uintptr  // of what the kind needs
	kind reflect.Kind
}

// newDescriptor is a copy of one, with room for methods behind it.
func newDescriptor(of unsafe.Pointer, methods int) *descriptor {
	switch {
	case methods <= 16:
		return newDescriptorFor[[16]method](of, 16)
	case methods <= 128:
		return newDescriptorFor[[128]method](of, 128)
	case methods <= 1024:
		return newDescriptorFor[[1024]method](of, 1024)
	}
	panic(refusal{fmt.Sprintf("a type with %d methods; at most 1000 can be made", methods)})
}

func newDescriptorFor[M any](of unsafe.Pointer, n int) *descriptor {
	var d *descriptor
	kind := typeAt(of).Kind()
	switch kind {
	case reflect.Pointer, reflect.Slice:
		d = describe[elemType, M](n)
	case reflect.Chan:
		d = describe[chanType, M](n)
	case reflect.Array:
		d = describe[arrayType, M](n)
	case reflect.Map:
		d = describe[mapType, M](n)
	case reflect.Struct:
		d = describe[structType, M](n)
	case reflect.Interface:
		d = describe[interfaceType, M](n)
	case reflect.Func:
		made := new(describedFunc[M])
		d = lay(unsafe.Pointer(made), &made.uncommon, unsafe.Pointer(&made.methods), n, unsafe.Sizeof(made.base))
	default:
		d = describe[rtype, M](n)
	}
	d.kind = kind
	d.copy(of)
	return d
}

func describe[B, M any](n int) *descriptor {
	made := new(described[B, M])
	return lay(unsafe.Pointer(made), &made.uncommon, unsafe.Pointer(&made.methods), n, unsafe.Sizeof(made.base))
}

func lay(at unsafe.Pointer, tail *uncommon, methods unsafe.Pointer, n int, size uintptr) *descriptor {
	tail.moff = uint32(uintptr(methods) - uintptr(unsafe.Pointer(tail)))
	enter(at) // which keeps it
	return &descriptor{at: at, tail: tail, list: unsafe.Slice((*method)(methods), n), size: size}
}

// copy takes over what a descriptor of the same kind says.
func (d *descriptor) copy(of unsafe.Pointer) {
	switch d.kind {
	case reflect.Pointer, reflect.Slice:
		*(*elemType)(d.at) = *(*elemType)(of)
	case reflect.Chan:
		*(*chanType)(d.at) = *(*chanType)(of)
	case reflect.Array:
		*(*arrayType)(d.at) = *(*arrayType)(of)
	case reflect.Map:
		*(*mapType)(d.at) = *(*mapType)(of)
	case reflect.Struct:
		*(*structType)(d.at) = *(*structType)(of)
	case reflect.Interface:
		*(*interfaceType)(d.at) = *(*interfaceType)(of)
	case reflect.Func:
		*(*funcType)(d.at) = *(*funcType)(of)
		d.params(typeAt(of))
	default:
		*(*rtype)(d.at) = *(*rtype)(of)
	}
}

func (d *descriptor) params(t reflect.Type) {
	if t.NumIn()+t.NumOut() > maxParams {
		panic(refusal{fmt.Sprintf("a named function type with more than %d parameters and results", maxParams)})
	}
	list := (*describedFunc[[16]method])(d.at).params[:0]
	for i := range t.NumIn() {
		list = append(list, pointerOf(t.In(i)))
	}
	for i := range t.NumOut() {
		list = append(list, pointerOf(t.Out(i)))
	}
}

// fill takes over the underlying type and keeps what makes this one itself.
func (d *descriptor) fill(underlying unsafe.Pointer) {
	own := *(*rtype)(d.at)
	d.copy(underlying)
	head := (*rtype)(d.at)
	head.str, head.ptrToThis, head.hash = own.str, own.ptrToThis, own.hash
	head.flag = head.flag&^flagExtraStar | flagNamed | flagUncommon
}
