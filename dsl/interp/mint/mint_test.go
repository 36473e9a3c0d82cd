package mint

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
	"runtime"
	"sort"
	"testing"
)

const source = `package main

type Celsius float64
func (c Celsius) String() string { return "" }
type Weekday int
type Pair[K comparable, V any] struct { Key K; Val V }
type Node struct { Next *Node; Kids map[string]Node; v int; Temp Celsius }
func (n *Node) Len() int { return 0 }
type Inner struct{ Name string }
func (i Inner) Hello(s string, n ...int) string { return "" }
func (i *Inner) Rename(s string) {}
type Outer struct { *Inner; Celsius; n int }
type Value struct { Inner; Tag string ` + "`json:\"tag\"`" + ` }
type Fail struct{ Code int }
func (f Fail) Error() string { return "" }
type Func func(int) string
func (f Func) Call(n int) string { return "" }
type Shape interface { Area() float64; hidden() }
type Square struct { S float64 }
func (s Square) Area() float64 { return 0 }
func (s Square) hidden() {}
type Tree map[string]Tree
type Words []string
func (w Words) Len() int { return 0 }
func (w Words) Less(i, j int) bool { return false }
func (w Words) Swap(i, j int) {}
var ci Pair[string, Celsius]
var anon struct { a int; B []Celsius }
`

func load(t *testing.T) (*Maker, func(name string) reflect.Type) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "m.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("main", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &Maker{Compiled: func(*types.Named) (reflect.Type, bool) { return nil, false }}
	return m, func(name string) reflect.Type {
		rt, err := m.Type(pkg.Scope().Lookup(name).Type())
		if err != nil {
			t.Fatal(err)
		}
		return rt
	}
}

func bind(m *Maker, rt reflect.Type, method string, fn func([]reflect.Value) []reflect.Value) {
	n, _ := m.Named(rt)
	recv := rt
	if n.impls[method].pointer {
		recv = reflect.PointerTo(rt)
	}
	mt, ok := reflect.PointerTo(rt).MethodByName(method)
	if !ok { // unexported
		n.Bind(method, reflect.MakeFunc(reflect.FuncOf([]reflect.Type{recv}, nil, false), fn))
		return
	}
	in := []reflect.Type{recv}
	for i := 1; i < mt.Type.NumIn(); i++ {
		in = append(in, mt.Type.In(i))
	}
	var out []reflect.Type
	for i := range mt.Type.NumOut() {
		out = append(out, mt.Type.Out(i))
	}
	n.Bind(method, reflect.MakeFunc(reflect.FuncOf(in, out, mt.Type.IsVariadic()), fn))
}

func values(xs ...any) []reflect.Value {
	var list []reflect.Value
	for _, x := range xs {
		list = append(list, reflect.ValueOf(x))
	}
	return list
}

func TestMint(t *testing.T) {
	m, typ := load(t)
	celsius := typ("Celsius")
	bind(m, celsius, "String", func(a []reflect.Value) []reflect.Value { return values(fmt.Sprintf("%g°C", a[0].Float())) })
	c := reflect.ValueOf(3.5).Convert(celsius)
	node := reflect.New(typ("Node")).Elem()
	node.Field(2).SetInt(7)
	node.Field(3).SetFloat(1)
	outer := reflect.New(typ("Outer")).Elem()
	value := reflect.New(typ("Value")).Elem()
	value.Field(0).Field(0).SetString("ann")
	bind(m, typ("Inner"), "Hello", func(a []reflect.Value) []reflect.Value {
		return values("hello " + a[1].String() + " from " + a[0].Field(0).String() + fmt.Sprint(a[2].Len()))
	})
	bind(m, typ("Inner"), "Rename", func(a []reflect.Value) []reflect.Value { a[0].Elem().Field(0).Set(a[1]); return nil })
	fail := reflect.New(typ("Fail")).Elem()
	bind(m, typ("Fail"), "Error", func(a []reflect.Value) []reflect.Value { return values(fmt.Sprint("code ", a[0].Field(0))) })
	fail.Field(0).SetInt(4)
	err := fmt.Errorf("wrapped: %w", fail.Interface().(error))
	target := reflect.New(typ("Fail"))
	found := errors.As(err, target.Interface())
	fn := reflect.MakeFunc(reflect.TypeFor[func(int) string](), func(a []reflect.Value) []reflect.Value { return values(fmt.Sprint("fn", a[0])) }).Convert(typ("Func"))
	bind(m, typ("Func"), "Call", func(a []reflect.Value) []reflect.Value { return a[0].Call(a[1:]) })
	square := reflect.New(typ("Square")).Elem()
	bind(m, typ("Square"), "Area", func(a []reflect.Value) []reflect.Value { return values(a[0].Field(0).Float() * a[0].Field(0).Float()) })
	bind(m, typ("Square"), "hidden", func(a []reflect.Value) []reflect.Value { return nil })
	square.Field(0).SetFloat(3)
	shape := reflect.New(typ("Shape")).Elem()
	shape.Set(square)
	words := reflect.ValueOf([]string{"b", "c", "a"}).Convert(typ("Words"))
	bind(m, typ("Words"), "Len", func(a []reflect.Value) []reflect.Value { return values(a[0].Len()) })
	bind(m, typ("Words"), "Less", func(a []reflect.Value) []reflect.Value {
		return values(a[0].Index(int(a[1].Int())).String() < a[0].Index(int(a[2].Int())).String())
	})
	bind(m, typ("Words"), "Swap", func(a []reflect.Value) []reflect.Value {
		reflect.Swapper(a[0].Interface())(int(a[1].Int()), int(a[2].Int()))
		return nil
	})
	sort.Sort(words.Interface().(sort.Interface))
	outer.Field(0).Set(value.Field(0).Addr())
	value.Addr().Interface().(interface{ Rename(string) }).Rename("bob")
	js, _ := json.Marshal(value.Interface())
	pair := reflect.New(typ("ci")).Elem()
	tree := reflect.MakeMap(typ("Tree"))
	tree.SetMapIndex(reflect.ValueOf("x"), reflect.MakeMap(typ("Tree")))
	keys := map[any]int{c.Interface(): 1, 3.5: 2}
	for range 3 {
		runtime.GC()
	}
	for i, line := range []string{
		fmt.Sprintf("%v %T %#v", c, c.Interface(), c),
		fmt.Sprintf("%+v", node.Interface()),
		fmt.Sprintf("%v", value.Interface().(interface{ Hello(string, ...int) string }).Hello("you", 1, 2)),
		fmt.Sprintf("%v", outer.Interface().(interface{ Hello(string, ...int) string }).Hello("me")),
		fmt.Sprintf("%v %v %v", err, found, target.Elem().Field(0)),
		fmt.Sprintf("%v", fn.Interface().(interface{ Call(int) string }).Call(3)),
		fmt.Sprintf("%v %v", shape.Interface().(interface{ Area() float64 }).Area(), shape.Type()),
		fmt.Sprintf("%v %T", words, words.Interface()),
		string(js),
		fmt.Sprintf("%T %v", pair.Interface(), pair.Type().Name()),
		fmt.Sprintf("%v %T", tree, tree.Interface()),
		fmt.Sprint(len(keys), keys[c.Interface()], c.Interface() == any(3.5)),
		fmt.Sprintf("%T", reflect.New(typ("anon")).Elem().Interface()),
		fmt.Sprintln(shape.Interface() == square.Interface(), reflect.TypeOf(fail.Interface()).NumMethod(), celsius.PkgPath(), celsius.Kind()),
	} {
		want := []string{
			"3.5°C main.Celsius 3.5",
			"{Next:<nil> Kids:map[] v:7 Temp:1°C}",
			"hello you from bob2",
			"hello me from bob0",
			"wrapped: code 4 true 4",
			"fn3",
			"9 main.Shape",
			"[a b c] main.Words",
			`{"Name":"bob","tag":""}`,
			"main.Pair[string,main.Celsius] Pair[string,main.Celsius]",
			"map[x:map[]] main.Tree",
			"2 1 false",
			"struct { a int; B []main.Celsius }",
			"true 1 main float64\n",
		}[i]
		if line != want {
			t.Errorf("%d: %s, want %s", i, line, want)
		}
	}
}

func TestLastStub(t *testing.T) {
	stubsMu.Lock()
	held := used
	used = Stubs - 2 // a method of a value has one for its value and one for its address
	stubsMu.Unlock()
	m, typ := load(t)
	_ = m
	defer func() { stubsMu.Lock(); used = held; stubsMu.Unlock() }()
	rt := typ("Celsius")
	bind(m, rt, "String", func([]reflect.Value) []reflect.Value { return values("last") })
	if got := fmt.Sprint(reflect.Zero(rt)); got != "last" {
		t.Errorf("the last stub says %s", got)
	}
	if _, err := m.Type(types.NewNamed(types.NewTypeName(0, types.NewPackage("main", "main"), "X", nil), types.Typ[types.Int], nil)); err != nil {
		t.Error(err)
	}
}

// A program built with a release that this package does not know, but which
// lays types out as it does, makes them.
func TestOtherRelease(t *testing.T) {
	if off {
		t.Skip("this program was built with -tags nomint")
	}
	for _, release := range []string{"go1.2", "go1.26", "go1.27", "go2.26"} {
		if err := check(release); err != nil {
			t.Errorf("%s: %v", release, err)
		}
	}
}

// Where types cannot be made there are those of package reflect; the rest is
// refused.
func TestUnable(t *testing.T) {
	m := &Maker{Compiled: func(*types.Named) (reflect.Type, bool) { return nil, false }, Unable: &Unable{"why", "what helps"}}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", `package main
		type Named int
		var (
			a map[string][]*int
			b func(chan<- struct{ X, Y float64 }, ...error) any
			c Named
			d *Named
			e struct{ x int }
			f interface{ F() }
			g []func(struct{ Named })
		)`, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("main", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
		made, err := m.Type(pkg.Scope().Lookup(name).Type())
		if plain := name < "c"; plain != (err == nil) || !plain && err != m.Unable {
			t.Errorf("%s: %v, %v", name, made, err)
		}
	}
}

// The stand-in for the runtime's error says what that says.
func TestOtherAssertion(t *testing.T) {
	text, number, any, failed, stringer := reflect.TypeFor[string](), reflect.ValueOf(3), reflect.TypeFor[any](), reflect.TypeFor[error](), reflect.TypeFor[fmt.Stringer]()
	for _, c := range []otherAssertion{
		{from: any, v: number, to: text},
		{from: any, to: text},
		{from: failed, to: text},
		{from: failed, v: reflect.ValueOf(errors.New("x")), to: text},
		{from: any, v: number, to: stringer, missing: "String"},
		{from: any, to: stringer},
	} {
		want := assertionError(c.from, c.v, c.to)
		if _, ok := want.(*runtime.TypeAssertionError); !ok {
			t.Fatalf("the runtime's error is a %T", want)
		}
		if got := c.Error(); got != want.Error() {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	var unable *Unable
	switch err := Check(); {
	case off && (!errors.As(err, &unable) || unable.Remedy != "build it without that tag"):
		t.Errorf("a program without minted types says %v", err)
	case !off && err != nil:
		t.Error(err)
	}
	if err := exercise(); err != nil {
		t.Error(err)
	}
}
