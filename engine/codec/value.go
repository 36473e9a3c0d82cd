package codec

import "reflect"

// mostDepth is how deep values may stand in one another.
const mostDepth = 32

// Value is a value of a registered type behind an interface.
func Value[T any](f *Fields, name string, v *T) {
	ValueFor(f, name, v, f.Shape)
}

// ValueFor is a value that is asked about rows of another shape.
func ValueFor[T any](f *Fields, name string, v *T, shape Shape) {
	if !f.begin(name, valueKind) {
		return
	}
	var inner any = *v
	f.value(name, &inner, shape)
	if !f.Reading() {
		return
	}
	read, ok := inner.(T)
	f.Check(ok, "%s is a %T, which is no %v", name, inner, reflect.TypeFor[T]())
	*v = read
}

// value writes or reads a value with the name of its type.
func (f *Fields) value(name string, v *any, shape Shape) {
	var t *Type
	var typeName string
	var version int
	if f.out != nil {
		*v = kept(*v)
		if t = typeOf(*v); t == nil {
			f.path = append(f.path, name)
			f.fail("%T has no form in files", *v)
			f.path = f.path[:len(f.path)-1]
			return
		}
		typeName, version = t.Name, t.Version
	}
	typeName, version = f.text(typeName), int(f.number(uint64(version)))
	if f.err != nil {
		return
	}
	var target Fielder
	var filled reflect.Value
	if f.in != nil {
		if t = typeNamed(typeName); t == nil {
			f.fail("%s is a %q, which this program does not know", name, typeName)
			return
		}
		if version < 1 || version > t.Version {
			f.fail("%s is a %q of version %d, and this program knows %d", name, typeName, version, t.Version)
			return
		}
		filled = t.fresh()
		target = filled.Interface().(Fielder)
	} else {
		target = t.fielder(*v)
	}
	f.enter(name, shape, target)
	if f.Reading() {
		*v = t.value(filled)
	}
}

// enter goes through the fields of a value.
func (f *Fields) enter(name string, shape Shape, target Fielder) {
	outer := f.Shape
	f.Shape = shape
	if f.depth++; f.depth > mostDepth {
		f.fail("values stand in one another more than %d deep", mostDepth)
	}
	f.inside(name, target.Fields)
	f.depth--
	f.Shape = outer
}
