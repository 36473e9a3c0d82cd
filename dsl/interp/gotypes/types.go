package gotypes

import (
	"go/token"
	"go/types"
	"reflect"
)

var basics = map[reflect.Kind]types.BasicKind{
	reflect.Bool: types.Bool, reflect.String: types.String, reflect.UnsafePointer: types.UnsafePointer,
	reflect.Int: types.Int, reflect.Int8: types.Int8, reflect.Int16: types.Int16, reflect.Int32: types.Int32, reflect.Int64: types.Int64,
	reflect.Uint: types.Uint, reflect.Uint8: types.Uint8, reflect.Uint16: types.Uint16, reflect.Uint32: types.Uint32, reflect.Uint64: types.Uint64,
	reflect.Uintptr: types.Uintptr, reflect.Float32: types.Float32, reflect.Float64: types.Float64,
	reflect.Complex64: types.Complex64, reflect.Complex128: types.Complex128,
}

var errorType = reflect.TypeFor[error]()

// Type is the go/types form of a compiled type. Equal reflect types give
// identical types.
func (im *Importer) Type(t reflect.Type) types.Type {
	if known, ok := im.types[t]; ok {
		return known
	}
	if t == errorType {
		return types.Universe.Lookup("error").Type()
	}
	if t.Name() != "" && t.PkgPath() != "" {
		return im.named(t)
	}
	u := im.underlying(t)
	im.types[t] = u
	return u
}

// named makes a defined type. It is recorded before its parts are looked at,
// since they may mention it.
func (im *Importer) named(t reflect.Type) types.Type {
	if n := im.instance(t); n != nil {
		return n
	}
	pkg := im.shell(t.PkgPath())
	name := types.NewTypeName(token.NoPos, pkg, t.Name(), nil)
	n := types.NewNamed(name, nil, nil)
	im.types[t] = n
	im.compiled[name] = t
	if token.IsExported(t.Name()) && pkg.Scope().Lookup(t.Name()) == nil {
		pkg.Scope().Insert(name)
	}
	n.SetUnderlying(im.underlying(t))
	if t.Kind() == reflect.Interface {
		im.met = append(im.met, t)
	} else {
		im.methods(n, t, n)
		im.methods(n, reflect.PointerTo(t), types.NewPointer(n))
	}
	return n
}

// methods adds the methods of t that n does not have yet.
func (im *Importer) methods(n *types.Named, t reflect.Type, recv types.Type) {
	pkg := n.Obj().Pkg()
	have := map[string]bool{}
	for m := range n.Methods() {
		have[m.Name()] = true
	}
	add := func(m reflect.Method, skip int) {
		if !have[m.Name] {
			have[m.Name] = true
			sig := im.signature(m.Type, types.NewVar(token.NoPos, pkg, "", recv), skip)
			n.AddMethod(types.NewFunc(token.NoPos, pkg, m.Name, sig))
		}
	}
	for i := range t.NumMethod() {
		add(t.Method(i), 1)
	}
	for _, closed := range im.closedInterfaces(pkg.Path()) {
		for i := 0; t.Implements(closed) && i < closed.NumMethod(); i++ {
			add(closed.Method(i), 0)
		}
	}
}

// closedInterfaces are those of a package with unexported methods. Of a type that
// is no interface, reflection lists exported methods only, but it tells which
// interfaces the type implements, and so which others it has.
func (im *Importer) closedInterfaces(path string) []reflect.Type {
	if known, ok := im.closed[path]; ok {
		return known
	}
	var list []reflect.Type
	for _, v := range im.Exports(path) {
		if !v.IsValid() || v.CanAddr() || v.Kind() != reflect.Pointer || !v.IsNil() || v.Type().Elem().Kind() != reflect.Interface {
			continue
		}
		t := v.Type().Elem()
		for i := range t.NumMethod() {
			if t.Method(i).PkgPath == path {
				list = append(list, t)
				break
			}
		}
	}
	im.closed[path] = list
	return list
}

func (im *Importer) signature(t reflect.Type, recv *types.Var, skip int) *types.Signature {
	var in, out []*types.Var
	for i := skip; i < t.NumIn(); i++ {
		in = append(in, types.NewParam(token.NoPos, nil, "", im.Type(t.In(i))))
	}
	for i := range t.NumOut() {
		out = append(out, types.NewParam(token.NoPos, nil, "", im.Type(t.Out(i))))
	}
	return types.NewSignatureType(recv, nil, nil, types.NewTuple(in...), types.NewTuple(out...), t.IsVariadic())
}

func (im *Importer) underlying(t reflect.Type) types.Type {
	switch t.Kind() {
	case reflect.Pointer:
		return types.NewPointer(im.Type(t.Elem()))
	case reflect.Slice:
		return types.NewSlice(im.Type(t.Elem()))
	case reflect.Array:
		return types.NewArray(im.Type(t.Elem()), int64(t.Len()))
	case reflect.Map:
		return types.NewMap(im.Type(t.Key()), im.Type(t.Elem()))
	case reflect.Chan:
		dir := types.SendRecv
		switch t.ChanDir() {
		case reflect.RecvDir:
			dir = types.RecvOnly
		case reflect.SendDir:
			dir = types.SendOnly
		}
		return types.NewChan(dir, im.Type(t.Elem()))
	case reflect.Func:
		return im.signature(t, nil, 0)
	case reflect.Struct:
		return im.structure(t)
	case reflect.Interface:
		return im.iface(t)
	}
	return types.Typ[basics[t.Kind()]]
}

func (im *Importer) structure(t reflect.Type) types.Type {
	fields := make([]*types.Var, t.NumField())
	tags := make([]string, t.NumField())
	for i := range fields {
		f := t.Field(i)
		fields[i] = types.NewField(token.NoPos, im.home(f.PkgPath), f.Name, im.Type(f.Type), f.Anonymous)
		tags[i] = string(f.Tag)
	}
	return types.NewStruct(fields, tags)
}

func (im *Importer) iface(t reflect.Type) types.Type {
	methods := make([]*types.Func, t.NumMethod())
	for i := range methods {
		m := t.Method(i)
		methods[i] = types.NewFunc(token.NoPos, im.home(m.PkgPath), m.Name, im.signature(m.Type, nil, 0))
	}
	return types.NewInterfaceType(methods, nil).Complete()
}

// home is the package of an unexported member; an exported one needs none.
func (im *Importer) home(path string) *types.Package {
	if path == "" {
		return nil
	}
	return im.shell(path)
}
