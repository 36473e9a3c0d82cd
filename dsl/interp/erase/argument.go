package erase

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

// A sight is what a compiled function does with a value it is given as any.
type sight int

const (
	unknown sight = iota // refused
	carries              // it gives it back, prints it, compares it
	looks                // it reads its parts by reflection, and calls methods
	reads                // it reads its parts by reflection
	fills                // it writes through it, by reflection
	parses               // it reads JSON into it
	scans                // it reads text into it
	unboxed              // it works on the value itself
)

// sights are those of the functions that cells may give values of types of
// their own, by package, and by package and name where these differ.
var sights = map[string]sight{
	"container/list": carries, "container/ring": carries, "container/heap": carries, "context": carries,
	"sync": carries, "sync/atomic": carries, "errors": carries, "testing": carries, "log": carries, "log/slog": carries,
	"fmt": carries, "encoding/json": carries, "text/template": looks, "html/template": looks,
	"unfold/dsl/interp/hook": carries, "unfold/dsl/interp/prelude": carries,
	"unfold/dsl/interp/hook.AddCleanup": unboxed, "unfold/dsl/interp/hook.Weak": unboxed, "unfold/dsl/interp/hook.Strong": unboxed,

	"reflect.DeepEqual": carries, "runtime.KeepAlive": carries,
	"sort.Slice": unboxed, "sort.SliceStable": unboxed, "sort.SliceIsSorted": unboxed,
	"fmt.Sscan": scans, "fmt.Sscanf": scans, "fmt.Sscanln": scans, "fmt.Scan": scans, "fmt.Scanf": scans, "fmt.Scanln": scans,
	"fmt.Fscan": scans, "fmt.Fscanf": scans, "fmt.Fscanln": scans,
	"encoding/json.Unmarshal": parses, "encoding/json.Decode": fills,
	"encoding/binary.Write": reads, "encoding/binary.Size": reads, "encoding/binary.Append": reads, "encoding/binary.Encode": reads,
	"encoding/binary.Read": fills, "encoding/binary.Decode": fills,
}

func sightOf(f *types.Func) sight {
	if s, ok := sights[f.Pkg().Path()+"."+f.Name()]; ok {
		return s
	}
	return sights[f.Pkg().Path()]
}

// argument rewrites what a function is called with.
func (p *expressions) argument(f *types.Func, a ast.Expr, i int, sig *types.Signature, ellipsis bool) ast.Expr {
	t := parameter(sig, i, ellipsis && i == sig.Params().Len()-1)
	from := p.typeOf(a)
	if f != nil && f.Pkg().Path() == "reflect" && short(t) == "reflect.Type" {
		return call(p.compiledType(f, t, a.Pos()), p.into(a, t))
	}
	if it, ok := t.Underlying().(*types.Interface); f == nil || !ok || it.NumMethods() > 0 || p.info.Types[a].IsNil() || !types.IsInterface(from) && p.plain(from) {
		return p.into(a, t)
	}
	s := sightOf(f)
	if ptr, ok := from.Underlying().(*types.Pointer); ok && s == unboxed && p.opaque(types.Unalias(ptr.Elem())) {
		s = unknown // it would find an interface there
	}
	switch {
	case types.IsInterface(from) && p.plain(from) && !empty(from): // of a compiled type, or with the methods of one
		if s == carries {
			return p.expr(a)
		}
		return call(p.shown(s, f, a), p.expr(a))
	case s == carries || types.IsInterface(from):
		return call(p.shown(s, f, a), p.into(a, t))
	case s == unknown && f.Pkg().Name() == "hook":
		p.refuse(a.Pos(), "a weak pointer does not know the type %s there", short(from))
	case s == unknown:
		p.refuse(a.Pos(), "%s.%s looks at values by reflection, which does not know the type %s there", f.Pkg().Name(), f.Name(), short(from))
	case s == looks && p.methodic(from), s == fills && p.methodic(from, filling...):
		p.refuse(a.Pos(), "%s.%s looks for methods, and does not find those of type %s there", f.Pkg().Name(), f.Name(), short(from))
	}
	return call(p.shown(s, f, a), p.into(a, t))
}

func short(t types.Type) string {
	return types.TypeString(t, func(pkg *types.Package) string {
		if pkg.Path() == "main" {
			return ""
		}
		return pkg.Name()
	})
}

// filling are the methods by which values are read in.
var filling = []string{"UnmarshalJSON", "UnmarshalText"}

// methodic reports whether a type, or one that it is made of, is a cell's and
// has methods, or such of these names.
func (f *forms) methodic(t types.Type, names ...string) bool {
	seen := map[types.Type]bool{}
	var in func(t types.Type) bool
	in = func(t types.Type) bool {
		t = types.Unalias(t)
		if seen[t] {
			return false
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Named:
			if !f.own(t) {
				return false
			}
			if !types.IsInterface(t) && hasMethod(t, names) {
				return true
			}
			return in(t.Underlying())
		case *types.Pointer:
			return in(t.Elem())
		case *types.Slice:
			return in(t.Elem())
		case *types.Array:
			return in(t.Elem())
		case *types.Map:
			return in(t.Key()) || in(t.Elem())
		case *types.Struct:
			for v := range t.Fields() {
				if in(v.Type()) {
					return true
				}
			}
		}
		return false
	}
	return in(t)
}

func hasMethod(t types.Type, names []string) bool {
	set := types.NewMethodSet(types.NewPointer(t))
	for _, name := range names {
		if set.Lookup(nil, name) != nil {
			return true
		}
	}
	return len(names) == 0 && set.Len() > 0
}

// known rewrites calls whose meaning hangs on run-time types: errors.As, and
// reflect.TypeOf. It returns nil for all others.
func (p *expressions) known(f *types.Func, x *ast.CallExpr) ast.Expr {
	if f != nil && f.Name() == "TypeOf" && f.Pkg().Path() == "reflect" && len(x.Args) == 1 && !p.info.Types[x.Args[0]].IsNil() {
		if _, several := p.info.TypeOf(x.Args[0]).(*types.Tuple); !several {
			return call(p.typeFinder(f, x.Pos()), p.into(x.Args[0], anyType))
		}
	}
	if f == nil || f.Name() != "As" || f.Pkg().Path() != "errors" && f.Pkg().Path() != "unfold/dsl/interp/hook" || len(x.Args) != 2 {
		return nil
	}
	ptr, ok := p.info.TypeOf(x.Args[1]).Underlying().(*types.Pointer)
	if !ok || p.plain(ptr) && !types.IsInterface(ptr.Elem()) {
		return nil
	}
	return call(p.finder(ptr.Elem(), x.Pos()), p.into(x.Args[0], errorType), p.opened(x.Args[1]))
}

// readError has what json.Unmarshal says of a value of a cell's type name that.
func (p *expressions) readError(f *types.Func, x *ast.CallExpr, made *ast.CallExpr) *ast.CallExpr {
	if f == nil || f.Pkg().Path() != "encoding/json" || sightOf(f) != fills && sightOf(f) != parses || len(x.Args) == 0 {
		return made
	}
	ptr, ok := p.info.TypeOf(x.Args[len(x.Args)-1]).Underlying().(*types.Pointer)
	if !ok || p.plain(ptr) {
		return made
	}
	return call(p.jsonError(ptr.Elem(), x.Pos()), made)
}

// formats are functions that print by a format, and where they take it.
var formats = map[string]int{
	"fmt.Printf": 0, "fmt.Sprintf": 0, "fmt.Errorf": 0, "fmt.Fprintf": 1, "fmt.Appendf": 1,
	"log.Printf": 0, "log.Fatalf": 0, "log.Panicf": 0,
}

// typeVerbs has types printed by their names: of a value whose type a cell has
// declared, package fmt would see another.
func (p *expressions) typeVerbs(f *types.Func, x *ast.CallExpr, args []ast.Expr) {
	if f == nil || x.Ellipsis.IsValid() {
		return
	}
	at, ok := formats[f.Pkg().Path()+"."+f.Name()]
	if !ok || at >= len(args) {
		return
	}
	format := p.info.Types[x.Args[at]].Value
	if format == nil {
		for _, a := range x.Args[at+1:] {
			if t := p.typeOf(a); types.IsInterface(t) || !p.plain(t) {
				args[at] = call(p.noTypeVerb(x.Pos()), args[at])
				return
			}
		}
		return
	}
	text, which, ok := namesTypes(constant.StringVal(format))
	if !ok {
		p.refuse(x.Args[at].Pos(), "the verb %%T together with [ or * is not understood there")
	}
	for _, i := range which {
		if at+1+i < len(args) {
			args[at+1+i] = call(p.typeName(x.Pos()), args[at+1+i])
		}
	}
	if len(which) > 0 {
		args[at] = p.constant(types.TypeAndValue{Type: types.Typ[types.String], Value: constant.MakeString(text)}, x.Args[at].Pos())
	}
}

// namesTypes makes %s of each %T in a format, and lists what they print. It is
// not ok where that cannot be told.
func namesTypes(format string) (text string, which []int, ok bool) {
	var b strings.Builder
	arg, special := 0, false
	for i := 0; i < len(format); i++ {
		b.WriteByte(format[i])
		if format[i] != '%' {
			continue
		}
		for i++; i < len(format) && strings.IndexByte("+-# 0123456789.[]*", format[i]) >= 0; i++ {
			special = special || format[i] == '[' || format[i] == '*'
			b.WriteByte(format[i])
		}
		if i == len(format) {
			break
		}
		switch format[i] {
		case '%':
			b.WriteByte('%')
			continue
		case 'T':
			which = append(which, arg)
			b.WriteByte('s')
		default:
			b.WriteByte(format[i])
		}
		arg++
	}
	return b.String(), which, len(which) == 0 || !special
}
