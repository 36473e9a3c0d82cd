package main

import (
	"fmt"
	"go/constant"
	"go/types"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"
)

// A table is what is said of one package.
type table struct {
	pkg      *types.Package
	names    map[string]string // import path -> name in the file
	taken    map[string]bool
	entries  []string
	wrappers map[string]string // name of the type -> its declaration
	suffix   string            // of names, beside a table of an earlier release
}

// tableOf collects the exported names of a package, those aside that are
// generic or constraints: they have no value.
func tableOf(pkg *types.Package) *table {
	t := &table{
		pkg: pkg, names: map[string]string{}, taken: map[string]bool{"entry": true, "untyped": true},
		wrappers: map[string]string{},
	}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() || parametric(obj) {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			t.add(name, t.constant(obj))
		case *types.Var:
			t.add(name, "&"+t.qualified(name))
		case *types.Func:
			t.add(name, t.qualified(name))
		case *types.TypeName:
			t.typeName(name, obj)
		}
	}
	slices.Sort(t.entries)
	return t
}

func parametric(obj types.Object) bool {
	switch typ := obj.Type().(type) {
	case *types.Signature:
		return typ.TypeParams().Len() > 0
	case *types.Named:
		return typ.TypeParams().Len() > 0
	case *types.Alias:
		return typ.TypeParams().Len() > 0
	}
	return false
}

func (t *table) add(name, value string) {
	t.entries = append(t.entries, fmt.Sprintf("\t{%q, %s},\n", name, value))
}

func (t *table) typeName(name string, obj *types.TypeName) {
	it, isInterface := obj.Type().Underlying().(*types.Interface)
	if isInterface && !it.IsMethodSet() {
		return
	}
	t.add(name, fmt.Sprintf("(*%s)(nil)", t.qualified(name)))
	if isInterface && !closed(it) {
		t.add("_"+name, fmt.Sprintf("(*%s)(nil)", t.wrapper(name, it)))
	}
}

// closed reports whether an exported method speaks of types that no other
// module can import, so that none can write it.
func closed(it *types.Interface) bool {
	secret := false
	for m := range it.Methods() {
		types.TypeString(m.Signature(), func(pkg *types.Package) string {
			secret = secret || m.Exported() && hidden(pkg.Path())
			return ""
		})
	}
	return secret
}

// constant is the value of a constant. An untyped one may fit no type, so it
// stands as a literal.
func (t *table) constant(c *types.Const) string {
	if b, ok := c.Type().(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
		return t.qualified(c.Name())
	}
	switch v := c.Val(); v.Kind() {
	case constant.String:
		return t.literal("STRING", v.ExactString())
	case constant.Int:
		return t.literal("INT", v.ExactString())
	case constant.Float:
		f, ok := constant.Val(v).(*big.Float)
		if !ok {
			f = new(big.Float).SetRat(constant.Val(v).(*big.Rat))
		}
		return t.literal("FLOAT", f.Text('g', int(f.Prec())))
	}
	return t.qualified(c.Name())
}

func (t *table) literal(kind, text string) string {
	return fmt.Sprintf("untyped{%s.%s, %q}", t.imported("go/token", "token"), kind, text)
}

func (t *table) qualified(name string) string { return t.qualify(t.pkg) + "." + name }

// qualify is the name of a package in the file.
func (t *table) qualify(pkg *types.Package) string { return t.imported(pkg.Path(), pkg.Name()) }

func (t *table) imported(path, name string) string {
	if known := t.names[path]; known != "" {
		return known
	}
	free := name
	for i := 2; t.taken[free]; i++ {
		free = fmt.Sprint(name, i)
	}
	t.names[path], t.taken[free] = free, true
	return free
}

// wrapper declares the type that has the methods of an interface as fields,
// which an interpreter fills with its own functions.
func (t *table) wrapper(name string, it *types.Interface) string {
	typ := t.variable() + "_" + name
	var b strings.Builder
	fmt.Fprintf(&b, "type %s struct {\n\tIValue any\n", typ)
	var methods strings.Builder
	for i := range it.NumMethods() {
		m := it.Method(i)
		if !m.Exported() {
			continue
		}
		sig := m.Signature()
		params, args := t.parameters(sig)
		results := t.results(sig)
		fmt.Fprintf(&b, "\tW%s func(%s) %s\n", m.Name(), params, results)
		fmt.Fprintf(&methods, "func (w %s) %s(%s) %s {", typ, m.Name(), params, results)
		if m.Name() == "String" { // asked of wrappers that nobody filled
			methods.WriteString("\nif w.WString == nil {\nreturn \"\"\n}\n")
		}
		if sig.Results().Len() > 0 {
			methods.WriteString(" return")
		}
		fmt.Fprintf(&methods, " w.W%s(%s) }\n\n", m.Name(), args)
	}
	t.wrappers[typ] = b.String() + "}\n\n" + methods.String()
	return typ
}

func (t *table) parameters(sig *types.Signature) (params, args string) {
	var ps, as []string
	for i := range sig.Params().Len() {
		typ, name := sig.Params().At(i).Type(), fmt.Sprint("a", i)
		text := types.TypeString(typ, t.qualify)
		if sig.Variadic() && i == sig.Params().Len()-1 {
			ps, as = append(ps, name+" ..."+strings.TrimPrefix(text, "[]")), append(as, name+"...")
			continue
		}
		ps, as = append(ps, name+" "+text), append(as, name)
	}
	return strings.Join(ps, ", "), strings.Join(as, ", ")
}

func (t *table) results(sig *types.Signature) string {
	var list []string
	for v := range sig.Results().Variables() {
		list = append(list, types.TypeString(v.Type(), t.qualify))
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// variable is the name of the table in the generated package.
func (t *table) variable() string {
	return "_" + strings.NewReplacer("/", "_", "-", "_", ".", "_").Replace(t.pkg.Path()) + t.suffix
}

// text is the file after its package clause.
func (t *table) text() string {
	var body strings.Builder
	fmt.Fprintf(&body, "var %s = []entry{\n%s}\n\n", t.variable(), strings.Join(t.entries, ""))
	for _, text := range slices.Sorted(maps.Values(t.wrappers)) {
		body.WriteString(text)
	}
	var b strings.Builder
	b.WriteString("import (\n")
	for _, path := range slices.Sorted(maps.Keys(t.names)) {
		if regexp.MustCompile(`\b` + t.names[path] + `\.`).MatchString(body.String()) {
			fmt.Fprintf(&b, "\t%s %q\n", t.names[path], path)
		}
	}
	b.WriteString(")\n\n")
	return b.String() + body.String()
}
