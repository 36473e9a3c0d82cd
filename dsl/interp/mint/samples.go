package mint

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"reflect"
)

// The types below are compiled, one of each kind that a Maker makes. In a
// program built with a release of Go that this package does not know they
// show how that release lays types out; see recognize.
type (
	sampleNumber    float64
	sampleWords     []string
	sampleArray     [3]*int
	sampleTable     map[string]int
	sampleQueue     <-chan int
	samplePointer   *int
	sampleFunc      func(int, ...string) (bool, error)
	sampleInterface interface {
		Area(int) string
		hidden()
	}
	sampleInner  struct{ Name string }
	sampleStruct struct {
		A int `json:"a"`
		b string
		sampleInner
		Next *sampleStruct
	}
	sampleWide struct {
		words [40]string
		last  *int
	}
)

func (sampleNumber) String() string   { return "" }
func (*sampleNumber) Set(int, ...any) {}
func (sampleStruct) Area(int) string  { return "" }
func (sampleStruct) hidden()          {}

// sampleSource says the same to go/types.
const sampleSource = `package mint
type sampleNumber float64
type sampleWords []string
type sampleArray [3]*int
type sampleTable map[string]int
type sampleQueue <-chan int
type samplePointer *int
type sampleFunc func(int, ...string) (bool, error)
type sampleInterface interface { Area(int) string; hidden() }
type sampleInner struct { Name string }
type sampleStruct struct { A int ` + "`json:\"a\"`" + `; b string; sampleInner; Next *sampleStruct }
type sampleWide struct { words [40]string; last *int }
func (sampleNumber) String() string
func (*sampleNumber) Set(int, ...any)
func (sampleStruct) Area(int) string
func (sampleStruct) hidden()
`

// samples are the compiled types. Their pointers stand beside them, so that the
// linker keeps the descriptors of those and what says where they are.
var samples = [][2]reflect.Type{
	{reflect.TypeFor[sampleNumber](), reflect.TypeFor[*sampleNumber]()},
	{reflect.TypeFor[sampleWords](), reflect.TypeFor[*sampleWords]()},
	{reflect.TypeFor[sampleArray](), reflect.TypeFor[*sampleArray]()},
	{reflect.TypeFor[sampleTable](), reflect.TypeFor[*sampleTable]()},
	{reflect.TypeFor[sampleQueue](), reflect.TypeFor[*sampleQueue]()},
	{reflect.TypeFor[samplePointer](), reflect.TypeFor[*samplePointer]()},
	{reflect.TypeFor[sampleFunc](), reflect.TypeFor[*sampleFunc]()},
	{reflect.TypeFor[sampleInterface](), reflect.TypeFor[*sampleInterface]()},
	{reflect.TypeFor[sampleInner](), reflect.TypeFor[*sampleInner]()},
	{reflect.TypeFor[sampleStruct](), reflect.TypeFor[*sampleStruct]()},
	{reflect.TypeFor[sampleWide](), reflect.TypeFor[*sampleWide]()},
}

// used makes the linker keep the methods of the compiled types.
var _ sampleInterface = sampleStruct{}

// sampleTypes are the samples to go/types, by name.
func sampleTypes() (*types.Scope, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "samples.go", sampleSource, 0)
	if err != nil {
		return nil, err
	}
	path := reflect.TypeFor[sampleStruct]().PkgPath()
	conf := types.Config{IgnoreFuncBodies: true, Error: func(error) {}} // of functions without a body
	pkg, _ := conf.Check(path, fset, []*ast.File{file}, nil)
	if pkg.Scope().Len() != len(samples) {
		return nil, fmt.Errorf("%d types are to be compared, and %d are known", len(samples), pkg.Scope().Len())
	}
	return pkg.Scope(), nil
}
