// Package gotypes describes compiled packages to go/types without their source
// and without a Go toolchain.
//
// The only thing known about a compiled package at run time is its export
// table: exported names bound to values, as an interpreter needs them. From it
// the package's types.Package is made, on demand, one package at a time. What
// reflection does not know is lost: parameter names, comments, and generic
// functions, which have no value. An instance of a generic type is one again
// where the source of that type is known, see Importer.Generic.
package gotypes

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"
)

// An Importer makes types.Packages from export tables. It is not safe for
// concurrent use.
type Importer struct {
	// Generic finds the generic type of a name in the package at an import path,
	// for the instances of it that compiled code speaks of; nil if none is known.
	Generic func(path, name string) *types.Named

	tables   map[string][][]Export // import path -> tables, a later one before an earlier
	names    map[string]string     // import path -> package name
	packages map[string]*types.Package
	complete map[string]bool
	types    map[reflect.Type]types.Type
	compiled map[*types.TypeName]reflect.Type
	made     typeutil.Map              // instance of a generic type -> reflect.Type
	met      []reflect.Type            // interfaces that were described, see Met
	closed   map[string][]reflect.Type // see closedInterfaces
}

// New returns an importer over libraries merged in order, an entry of a later
// one replacing that of an earlier one.
func New(libraries ...Library) *Importer {
	im := &Importer{
		tables:   map[string][][]Export{},
		names:    map[string]string{},
		packages: map[string]*types.Package{},
		complete: map[string]bool{},
		types:    map[reflect.Type]types.Type{},
		compiled: map[*types.TypeName]reflect.Type{},
		closed:   map[string][]reflect.Type{},
	}
	for _, l := range libraries {
		for key, table := range l {
			p := path.Dir(key)
			im.tables[p] = append([][]Export{table}, im.tables[p]...)
			if im.names[p] == "" {
				im.names[p] = path.Base(key)
			}
		}
	}
	return im
}

// Paths lists the import paths known, sorted.
func (im *Importer) Paths() []string { return slices.Sorted(maps.Keys(im.tables)) }

// Name is the package name of an import path, or "" for an unknown path.
func (im *Importer) Name(p string) string { return im.names[p] }

// Export is one entry of the package at an import path, the zero Value for
// none.
func (im *Importer) Export(p, name string) reflect.Value {
	for _, table := range im.tables[p] {
		for _, e := range table {
			if e.Name == name {
				return valueOf(e.Value)
			}
		}
	}
	return reflect.Value{}
}

// Exports returns the entries of a package by name, nil for an unknown path.
// They are gathered anew at every call.
func (im *Importer) Exports(p string) map[string]reflect.Value {
	tables := im.tables[p]
	if len(tables) == 0 {
		return nil
	}
	all := make(map[string]reflect.Value, len(tables[len(tables)-1]))
	for _, table := range slices.Backward(tables) {
		for _, e := range table {
			all[e.Name] = valueOf(e.Value)
		}
	}
	return all
}

// Met returns the named interface types that were described since it was last
// called: code that knows of them may be asked to implement them.
func (im *Importer) Met() []reflect.Type {
	met := im.met
	im.met = nil
	return met
}

// Compiled is the reflect type a defined type stands for, when that is one of
// a compiled package.
func (im *Importer) Compiled(n *types.Named) (reflect.Type, bool) {
	if n.TypeArgs().Len() > 0 {
		t, ok := im.made.At(n).(reflect.Type)
		return t, ok
	}
	t, ok := im.compiled[n.Obj()]
	return t, ok
}

// Import implements types.Importer.
func (im *Importer) Import(p string) (*types.Package, error) {
	if p == "unsafe" {
		return types.Unsafe, nil
	}
	if im.complete[p] {
		return im.packages[p], nil
	}
	if im.tables[p] == nil {
		return nil, fmt.Errorf("package %s is not built into this program", p)
	}
	pkg := im.shell(p)
	im.complete[p] = true
	for name, v := range im.Exports(p) {
		if strings.HasPrefix(name, "_") || pkg.Scope().Lookup(name) != nil {
			continue // interface wrappers, and types met earlier through another package
		}
		if obj := im.object(pkg, name, v); obj != nil && pkg.Scope().Lookup(name) == nil {
			pkg.Scope().Insert(obj)
		}
	}
	pkg.MarkComplete()
	return pkg, nil
}

// shell is the package of a path, perhaps still without its names.
func (im *Importer) shell(p string) *types.Package {
	if pkg := im.packages[p]; pkg != nil {
		return pkg
	}
	name := im.names[p]
	if name == "" {
		name = path.Base(p)
	}
	pkg := types.NewPackage(p, name)
	im.packages[p] = pkg
	return pkg
}

// object is what an entry of a table declares.
func (im *Importer) object(pkg *types.Package, name string, v reflect.Value) types.Object {
	switch {
	case !v.IsValid():
		return nil
	case v.CanAddr():
		return types.NewVar(token.NoPos, pkg, name, im.Type(v.Type()))
	case v.Kind() == reflect.Pointer && v.IsNil():
		t := im.Type(v.Type().Elem())
		if n, ok := t.(*types.Named); ok && n.Obj().Pkg() == pkg && n.Obj().Name() == name {
			return n.Obj()
		}
		return types.NewTypeName(token.NoPos, pkg, name, t) // an alias
	case v.Kind() == reflect.Func:
		return types.NewFunc(token.NoPos, pkg, name, im.signature(v.Type(), nil, 0))
	}
	if c, ok := v.Interface().(constant.Value); ok {
		return types.NewConst(token.NoPos, pkg, name, untyped(c), c)
	}
	return types.NewConst(token.NoPos, pkg, name, im.Type(v.Type()), constantOf(v))
}

// Func describes a compiled function, or nil when v is none.
func (im *Importer) Func(pkg *types.Package, name string, v reflect.Value) *types.Func {
	if v.Kind() != reflect.Func {
		return nil
	}
	return types.NewFunc(token.NoPos, pkg, name, im.signature(v.Type(), nil, 0))
}

func untyped(c constant.Value) types.Type {
	switch c.Kind() {
	case constant.Bool:
		return types.Typ[types.UntypedBool]
	case constant.String:
		return types.Typ[types.UntypedString]
	case constant.Int:
		return types.Typ[types.UntypedInt]
	case constant.Float:
		return types.Typ[types.UntypedFloat]
	case constant.Complex:
		return types.Typ[types.UntypedComplex]
	}
	return types.Typ[types.Invalid]
}

func constantOf(v reflect.Value) constant.Value {
	switch k := v.Kind(); {
	case v.CanInt():
		return constant.MakeInt64(v.Int())
	case v.CanUint():
		return constant.MakeUint64(v.Uint())
	case v.CanFloat():
		return constant.MakeFloat64(v.Float())
	case k == reflect.String:
		return constant.MakeString(v.String())
	case k == reflect.Bool:
		return constant.MakeBool(v.Bool())
	}
	return constant.MakeUnknown()
}
