package mint

import (
	"fmt"
	"go/types"
	"reflect"
	"runtime/debug"
	"unsafe"
)

// recognize reports how the descriptors of this program differ from those this
// package writes, nil if they do not. It reads the descriptors of compiled
// types (samples.go) first, by the layout of layout.go, and compares all of their
// parts with what package reflect says of these types. Only if they agree it
// makes the same types and compares descriptor with descriptor. A pointer that
// is none, as another layout would give, ends in an error.
func recognize() (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("a descriptor cannot be read: %v", r)
		}
	}()
	if err := readHeader(); err != nil {
		return err
	}
	var at image
	for _, sample := range samples {
		if err := at.locate(sample[0], sample[1]); err != nil {
			return err
		}
	}
	for _, sample := range samples {
		for _, t := range sample {
			if err := at.read(t, pointerOf(t)); err != nil {
				return fmt.Errorf("%v: %w", t, err)
			}
		}
	}
	return sameAsMade()
}

// readHeader compares the header of all descriptors with that of package
// reflect, whose fields reflection tells.
func readHeader() error {
	theirs := reflect.TypeOf(reflect.TypeFor[int]()).Elem() // reflect.rtype
	for theirs.NumField() == 1 {
		theirs = theirs.Field(0).Type
	}
	ours := reflect.TypeFor[rtype]()
	if theirs.NumField() != ours.NumField() || theirs.Size() != ours.Size() {
		return fmt.Errorf("the header of a type has %d fields in %d bytes, not %d in %d", theirs.NumField(), theirs.Size(), ours.NumField(), ours.Size())
	}
	for i := range ours.NumField() {
		a, b := theirs.Field(i), ours.Field(i)
		if a.Offset != b.Offset || a.Type.Kind() != b.Type.Kind() {
			return fmt.Errorf("the header of a type has %s %v at %d, not %s %v", a.Name, a.Type.Kind(), a.Offset, b.Name, b.Type.Kind())
		}
	}
	return nil
}

// An image is where the linker has put the descriptors: offsets in them count
// from its base.
type image struct{ base unsafe.Pointer }

// locate finds the base by a type that knows the offset of the pointer to it.
func (m *image) locate(t, pointer reflect.Type) error {
	off := (*rtype)(pointerOf(t)).ptrToThis
	if off <= 0 {
		return fmt.Errorf("%v does not say where %v is", t, pointer)
	}
	base := unsafe.Add(pointerOf(pointer), -int(off))
	if m.base != nil && m.base != base {
		return fmt.Errorf("%v is not where %v says", pointer, t)
	}
	m.base = base
	return nil
}

// is reports whether at an offset there is what name would make of a text.
func (m *image) is(off int32, text string, flags byte) error {
	return isName((*byte)(unsafe.Add(m.base, off)), text, "", flags)
}

func isName(at *byte, text, tag string, flags byte) error {
	want := encode(text, tag, flags)
	if got := unsafe.Slice(at, len(want)); string(got) != string(want) {
		return fmt.Errorf("its name is written %q, not %q", got, want)
	}
	return nil
}

// read compares all of the descriptor at p with what package reflect says of t.
func (m *image) read(t reflect.Type, p unsafe.Pointer) error {
	head := (*rtype)(p)
	if head.size != t.Size() || int(head.align) != t.Align() || int(head.fieldAlign) != t.FieldAlign() || reflect.Kind(head.kind) != t.Kind() {
		return fmt.Errorf("its header says %d %d %d %d", head.size, head.align, head.fieldAlign, head.kind)
	}
	if known := byte(flagUncommon | flagExtraStar | flagNamed | flagRegular | flagOnDemand | flagDirect); head.flag&^known != 0 ||
		head.flag&flagNamed != 0 != (t.Name() != "") || (head.equal != nil) != t.Comparable() {
		return fmt.Errorf("its flags are %b", head.flag)
	}
	text := t.String()
	if head.flag&flagExtraStar != 0 {
		text = "*" + text
	}
	exported := byte(0)
	if t.Kind() != reflect.Pointer {
		exported = head.nameFlags(m)
	}
	if err := m.is(head.str, text, exported); err != nil {
		return err
	}
	if err := m.parts(t, p); err != nil {
		return err
	}
	if head.flag&flagUncommon != 0 {
		return m.methods(t, (*uncommon)(unsafe.Add(p, sizeOf(t))))
	}
	return nil
}

// nameFlags are those of a type's own name, of which only one is in use.
func (t *rtype) nameFlags(m *image) byte {
	return *(*byte)(unsafe.Add(m.base, t.str)) & nameExported
}

// parts compares what a descriptor says beyond its header.
func (m *image) parts(t reflect.Type, p unsafe.Pointer) error {
	same := true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		same = (*elemType)(p).elem == pointerOf(t.Elem())
	case reflect.Chan:
		d := (*chanType)(p)
		same = d.elem == pointerOf(t.Elem()) && d.dir == int(t.ChanDir())
	case reflect.Array:
		d := (*arrayType)(p)
		same = d.elem == pointerOf(t.Elem()) && d.slice == pointerOf(reflect.SliceOf(t.Elem())) && int(d.len) == t.Len()
	case reflect.Map:
		d := (*mapType)(p)
		same = d.key == pointerOf(t.Key()) && d.elem == pointerOf(t.Elem()) && reflect.Kind((*rtype)(d.group).kind) == reflect.Struct
	case reflect.Struct:
		return structParts(t, (*structType)(p))
	case reflect.Interface:
		return m.interfaceParts(t, (*interfaceType)(p))
	case reflect.Func:
		return funcParts(t, (*describedFunc[[0]method])(p))
	}
	if !same {
		return fmt.Errorf("its parts are not where a %v has them", t.Kind())
	}
	return nil
}

func structParts(t reflect.Type, d *structType) error {
	if len(d.fields) != t.NumField() || cap(d.fields) != t.NumField() {
		return fmt.Errorf("it has %d fields", len(d.fields))
	}
	for i, f := range d.fields {
		want := t.Field(i)
		var flags byte
		if want.IsExported() {
			flags |= nameExported
		}
		if want.Anonymous {
			flags |= nameEmbedded
		}
		if f.typ != pointerOf(want.Type) || f.offset != want.Offset {
			return fmt.Errorf("its field %s is not where a struct has it", want.Name)
		}
		if err := isName(f.name, want.Name, string(want.Tag), flags); err != nil {
			return err
		}
		if !want.IsExported() {
			if err := isName(d.pkgPath, want.PkgPath, "", 0); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *image) interfaceParts(t reflect.Type, d *interfaceType) error {
	if len(d.methods) != t.NumMethod() {
		return fmt.Errorf("it has %d methods", len(d.methods))
	}
	for i, f := range d.methods {
		want := t.Method(i)
		if err := m.is(f.name, want.Name, memberFlags(want.IsExported())); err != nil {
			return err
		}
		if unsafe.Add(m.base, f.typ) != pointerOf(want.Type) {
			return fmt.Errorf("its method %s is of another type", want.Name)
		}
	}
	return nil
}

func memberFlags(exported bool) byte {
	if exported {
		return nameExported
	}
	return 0
}

func funcParts(t reflect.Type, d *describedFunc[[0]method]) error {
	const variadic = 1 << 15
	out := d.base.out
	if t.IsVariadic() {
		out ^= variadic
	}
	if int(d.base.in) != t.NumIn() || int(out) != t.NumOut() {
		return fmt.Errorf("it has %d parameters and %d results", d.base.in, out)
	}
	for i := range t.NumIn() {
		if d.params[i] != pointerOf(t.In(i)) {
			return fmt.Errorf("its parameter %d is of another type", i)
		}
	}
	for i := range t.NumOut() {
		if d.params[t.NumIn()+i] != pointerOf(t.Out(i)) {
			return fmt.Errorf("its result %d is of another type", i)
		}
	}
	return nil
}

// sizeOf is how long the descriptor of a type is: behind it stands what types
// with names or methods have.
func sizeOf(t reflect.Type) uintptr {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return unsafe.Sizeof(elemType{})
	case reflect.Chan:
		return unsafe.Sizeof(chanType{})
	case reflect.Array:
		return unsafe.Sizeof(arrayType{})
	case reflect.Map:
		return unsafe.Sizeof(mapType{})
	case reflect.Struct:
		return unsafe.Sizeof(structType{})
	case reflect.Interface:
		return unsafe.Sizeof(interfaceType{})
	case reflect.Func:
		return unsafe.Offsetof(describedFunc[[0]method]{}.uncommon)
	}
	return unsafe.Sizeof(rtype{})
}

// methods compares the list of methods of a type.
func (m *image) methods(t reflect.Type, tail *uncommon) error {
	if err := m.is(tail.pkgPath, reflect.TypeFor[sampleStruct]().PkgPath(), 0); err != nil {
		return err
	}
	exported := t.NumMethod()
	if t.Kind() == reflect.Interface {
		exported = 0
	}
	if int(tail.xcount) != exported || tail.mcount < tail.xcount || tail.mcount > 2 || tail.mcount > 0 && tail.moff%4 != 0 {
		return fmt.Errorf("it has %d methods, %d of them exported", tail.mcount, tail.xcount)
	}
	for i, f := range unsafe.Slice((*method)(unsafe.Add(unsafe.Pointer(tail), tail.moff)), exported) {
		want := t.Method(i)
		if err := m.is(f.name, want.Name, nameExported); err != nil {
			return err
		}
		if f.typ <= 0 { // left out by the linker
			continue
		}
		if ft := typeAt(unsafe.Add(m.base, f.typ)); ft.NumIn() != want.Type.NumIn()-1 || ft.NumOut() != want.Type.NumOut() {
			return fmt.Errorf("its method %s is of another type", want.Name)
		}
	}
	return nil
}

// sameAsMade makes each compiled type at run time and compares the two.
func sameAsMade() error {
	scope, err := sampleTypes()
	if err != nil {
		return err
	}
	m := &Maker{Compiled: func(*types.Named) (reflect.Type, bool) { return nil, false }}
	for _, sample := range samples {
		t := scope.Lookup(sample[0].Name()).Type()
		for i, t := range []types.Type{t, types.NewPointer(t)} {
			made, err := m.Type(t)
			if err != nil {
				return err
			}
			if err := alike(made, sample[i]); err != nil {
				return fmt.Errorf("%v as it is made: %w", sample[i], err)
			}
		}
	}
	return nil
}

// alike compares the descriptor of a type with that of its sample. A pointer is
// made with room for methods, also where it has none.
func alike(made, sample reflect.Type) error {
	a, b := (*rtype)(pointerOf(made)), (*rtype)(pointerOf(sample))
	matter := byte(flagUncommon | flagNamed | flagDirect)
	if sample.Kind() == reflect.Pointer {
		matter &^= flagUncommon
	}
	if a.size != b.size || a.ptrBytes != b.ptrBytes || a.align != b.align || a.fieldAlign != b.fieldAlign || a.kind != b.kind ||
		(a.flag^b.flag)&matter != 0 || (a.equal == nil) != (b.equal == nil) {
		return fmt.Errorf("its header is %+v, not %+v", *a, *b)
	}
	if a.flag&flagOnDemand == 0 && b.flag&flagOnDemand == 0 {
		words := (a.ptrBytes/unsafe.Sizeof(uintptr(0)) + 7) / 8
		if x, y := unsafe.Slice(a.gcData, words), unsafe.Slice(b.gcData, words); string(x) != string(y) {
			return fmt.Errorf("its pointers are at %b, not at %b", x, y)
		}
	}
	if made.String() != sample.String() || made.Name() != sample.Name() || made.PkgPath() != sample.PkgPath() || made.NumMethod() != sample.NumMethod() {
		return fmt.Errorf("it is %v of %s with %d methods", made, made.PkgPath(), made.NumMethod())
	}
	for i := range sample.NumMethod() {
		if made.Method(i).Name != sample.Method(i).Name || made.Method(i).Type.NumIn() != sample.Method(i).Type.NumIn() {
			return fmt.Errorf("its method %d is %s", i, made.Method(i).Name)
		}
	}
	if sample.Kind() != reflect.Struct {
		return nil
	}
	for i := range sample.NumField() {
		x, y := made.Field(i), sample.Field(i)
		if x.Name != y.Name || x.Tag != y.Tag || x.Offset != y.Offset || x.Anonymous != y.Anonymous || x.Type.String() != y.Type.String() {
			return fmt.Errorf("its field %d is %v", i, x)
		}
	}
	return nil
}
