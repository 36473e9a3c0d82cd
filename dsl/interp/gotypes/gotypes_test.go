package gotypes_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"iter"
	"reflect"
	"strings"
	"testing"

	"unfold/dsl/interp/gotypes"
)

type Level int

func (l Level) String() string { return "level" }

type Tree struct {
	Left, Right *Tree
	Level
	size int
}

func (t *Tree) Walk(func(*Tree) bool) {}

const Top Level = 3

var Root = &Tree{size: 1}

func table() gotypes.Library {
	return gotypes.Library{
		"example/tree/tree": {
			{"Tree", (*Tree)(nil)},
			{"Level", (*Level)(nil)},
			{"Walker", (*interface{ Walk(func(*Tree) bool) })(nil)},
			{"Top", Top},
			{"Root", &Root},
			{"Join", func(sep string, ts ...*Tree) (string, error) { return sep, nil }},
			{"Pi", gotypes.Untyped{Kind: token.FLOAT, Literal: "3.14"}},
			{"Reader", (*io.Reader)(nil)},
			{"_Hidden", (*int)(nil)},
		},
	}
}

func TestObjects(t *testing.T) {
	im := gotypes.New(table())
	pkg, err := im.Import("example/tree")
	if err != nil {
		t.Fatal(err)
	}
	if pkg.Name() != "tree" {
		t.Errorf("package name is %s", pkg.Name())
	}
	path := reflect.TypeFor[Tree]().PkgPath()
	for name, want := range map[string]string{
		"Top":    "const example/tree.Top " + path + ".Level",
		"Root":   "var example/tree.Root *" + path + ".Tree",
		"Join":   "func example/tree.Join(string, ...*" + path + ".Tree) (string, error)",
		"Pi":     "const example/tree.Pi untyped float",
		"Reader": "type example/tree.Reader = io.Reader",
	} {
		obj := pkg.Scope().Lookup(name)
		if obj == nil {
			t.Errorf("%s is missing", name)
		} else if got := types.ObjectString(obj, nil); !strings.HasPrefix(got, want) {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if pkg.Scope().Lookup("_Hidden") != nil {
		t.Error("an interface wrapper has become a name")
	}
	if c := pkg.Scope().Lookup("Top").(*types.Const); c.Val().String() != "3" {
		t.Errorf("Top is %s", c.Val())
	}
	if _, err := im.Import("example/none"); err == nil {
		t.Error("a package without a table was imported")
	}
}

// A type met twice, through different packages or shapes, is one type; its
// reflect type can be had back.
func TestIdentity(t *testing.T) {
	im := gotypes.New(table())
	tree := im.Type(reflect.TypeFor[*Tree]()).(*types.Pointer).Elem().(*types.Named)
	if again := im.Type(reflect.TypeFor[Tree]()); again != types.Type(tree) {
		t.Error("Tree is two types")
	}
	if !types.Identical(im.Type(reflect.TypeFor[map[string][]Tree]()), types.NewMap(types.Typ[types.String], types.NewSlice(tree))) {
		t.Error("map[string][]Tree is another type")
	}
	if rt, ok := im.Compiled(tree); !ok || rt != reflect.TypeFor[Tree]() {
		t.Errorf("Compiled gives %v", rt)
	}
	methods := types.NewMethodSet(types.NewPointer(tree))
	if methods.Lookup(tree.Obj().Pkg(), "Walk") == nil || methods.Lookup(nil, "String") == nil {
		t.Errorf("*Tree has %v", methods)
	}
	if types.NewMethodSet(tree).Lookup(tree.Obj().Pkg(), "Walk") != nil {
		t.Error("Tree itself has a method of its pointer")
	}
}

type Chain[K comparable, V any] struct {
	Next *Chain[K, V]
	Each func(yield func(K, []V) bool)
}

// An instance of a generic type that is known by its source is one to
// go/types, so that it unifies with its generic type; others are types by
// themselves.
func TestInstances(t *testing.T) {
	const src = "package p; type Chain[K comparable, V any] struct { Each func(yield func(K, []V) bool) }; type Seq[V any] func(yield func(V) bool)"
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("iter", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	im := gotypes.New()
	im.Generic = func(path, name string) *types.Named {
		if obj := pkg.Scope().Lookup(name); obj != nil {
			return obj.Type().(*types.Named)
		}
		return nil
	}
	rt := reflect.TypeFor[iter.Seq[map[string]Level]]()
	seq := im.Type(rt).(*types.Named)
	if seq.Origin() != im.Generic("iter", "Seq") || !types.Identical(seq.TypeArgs().At(0), im.Type(reflect.TypeFor[map[string]Level]())) {
		t.Errorf("the type is %v", seq)
	}
	same, err := types.Instantiate(nil, seq.Origin(), []types.Type{seq.TypeArgs().At(0)}, true)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := im.Compiled(same.(*types.Named)); !ok || got != rt {
		t.Errorf("Compiled gives %v", got)
	}
	other := im.Type(reflect.TypeFor[Chain[string, int]]()).(*types.Named)
	if other.TypeArgs().Len() != 0 || other.Underlying().(*types.Struct).NumFields() != 2 {
		t.Errorf("a type of another form is %v", other)
	}
	if two := im.Type(reflect.TypeFor[iter.Seq2[int, string]]()).(*types.Named); two.TypeArgs().Len() != 0 {
		t.Errorf("a type of no known origin is %v", two)
	}
}

func TestKinds(t *testing.T) {
	im := gotypes.New()
	for _, c := range []struct {
		t    reflect.Type
		want string
	}{
		{reflect.TypeFor[[3]chan<- int](), "[3]chan<- int"},
		{reflect.TypeFor[<-chan string](), "<-chan string"},
		{reflect.TypeFor[func(int, ...error) bool](), "func(int, ...error) bool"},
		{reflect.TypeFor[any](), "interface{}"},
		{reflect.TypeFor[struct {
			A int `json:"a"`
		}](), `struct{A int "json:\"a\""}`},
		{reflect.TypeFor[complex64](), "complex64"},
		{reflect.TypeFor[uintptr](), "uintptr"},
		{reflect.TypeOf(errors.New).Out(0), "error"},
	} {
		if got := im.Type(c.t).String(); got != c.want {
			t.Errorf("%v is %s, want %s", c.t, got, c.want)
		}
	}
}

// A program checks against what was made from tables as against source.
func TestCheckAgainst(t *testing.T) {
	const src = `package p
import "example/tree"
func f() (string, error) { return tree.Join(",", tree.Root, tree.Root.Left) }
var _ tree.Walker = tree.Root
var n int = tree.Root.Level.String()
var x = tree.Nope`
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	var msgs []string
	conf := types.Config{Importer: gotypes.New(table()), Error: func(err error) { msgs = append(msgs, err.(types.Error).Msg) }}
	_, _ = conf.Check("p", files, []*ast.File{f}, nil)
	want := []string{
		"cannot use tree.Root.Level.String() (value of type string) as int value in variable declaration",
		"undefined: tree.Nope",
	}
	if !reflect.DeepEqual(msgs, want) {
		t.Errorf("messages %q, want %q", msgs, want)
	}
}

// Closed can be implemented in this package alone.
type Closed interface {
	Open() int
	closed(n int) string
}

type byValue struct{}

func (byValue) Open() int         { return 1 }
func (byValue) closed(int) string { return "" }

type byPointer struct{ n int }

func (*byPointer) Open() int         { return 1 }
func (*byPointer) closed(int) string { return "" }

type open struct{}

func (open) Open() int { return 1 }

// TestUnexportedMethods: of what implements an interface, also the methods that
// reflection does not list are known.
func TestUnexportedMethods(t *testing.T) {
	home := reflect.TypeFor[Closed]().PkgPath()
	im := gotypes.New(gotypes.Library{home + "/gotypes_test": {{"Closed", (*Closed)(nil)}}})
	iface := im.Type(reflect.TypeFor[Closed]()).Underlying().(*types.Interface)
	for _, c := range []struct {
		t    reflect.Type
		want bool
	}{
		{reflect.TypeFor[byValue](), true},
		{reflect.TypeFor[*byValue](), true},
		{reflect.TypeFor[byPointer](), false},
		{reflect.TypeFor[*byPointer](), true},
		{reflect.TypeFor[open](), false},
	} {
		if got := types.Implements(im.Type(c.t), iface); got != c.want {
			t.Errorf("that %s implements Closed is %v", c.t, got)
		}
	}
}
