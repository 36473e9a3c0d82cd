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
	twinNumber    float64
	twinWords     []string
	twinArray     [3]*int
	twinTable     map[string]int
	twinQueue     <-chan int
	twinPointer   *int
	twinFunc      func(int, ...string) (bool, error)
	twinInterface interface {
		Area(int) string
		hidden()
	}
	twinInner  struct{ Name string }
	twinStruct struct {
		A int `json:"a"`
		b string
		twinInner
		Next *twinStruct
	}
	twinWide struct {
		words [40]string
		last  *int
	}
)

func (twinNumber) String() string   { return "" }
func (*twinNumber) Set(int, ...any) {}
func (twinStruct) Area(int) string  { return "" }
func (twinStruct) hidden()          {}

// twinSource says the same to go/types.
const twinSource = `package mint
type twinNumber float64
type twinWords []string
type twinArray [3]*int
type twinTable map[string]int
type twinQueue <-chan int
type twinPointer *int
type twinFunc func(int, ...string) (bool, error)
type twinInterface interface { Area(int) string; hidden() }
type twinInner struct { Name string }
type twinStruct struct { A int ` + "`json:\"a\"`" + `; b string; twinInner; Next *twinStruct }
type twinWide struct { words [40]string; last *int }
func (twinNumber) String() string
func (*twinNumber) Set(int, ...any)
func (twinStruct) Area(int) string
func (twinStruct) hidden()
`

// twins are the compiled types. Their pointers stand beside them, so that the
// linker keeps the descriptors of those and what says where they are.
var twins = [][2]reflect.Type{
	{reflect.TypeFor[twinNumber](), reflect.TypeFor[*twinNumber]()},
	{reflect.TypeFor[twinWords](), reflect.TypeFor[*twinWords]()},
	{reflect.TypeFor[twinArray](), reflect.TypeFor[*twinArray]()},
	{reflect.TypeFor[twinTable](), reflect.TypeFor[*twinTable]()},
	{reflect.TypeFor[twinQueue](), reflect.TypeFor[*twinQueue]()},
	{reflect.TypeFor[twinPointer](), reflect.TypeFor[*twinPointer]()},
	{reflect.TypeFor[twinFunc](), reflect.TypeFor[*twinFunc]()},
	{reflect.TypeFor[twinInterface](), reflect.TypeFor[*twinInterface]()},
	{reflect.TypeFor[twinInner](), reflect.TypeFor[*twinInner]()},
	{reflect.TypeFor[twinStruct](), reflect.TypeFor[*twinStruct]()},
	{reflect.TypeFor[twinWide](), reflect.TypeFor[*twinWide]()},
}

// used makes the linker keep the methods of the compiled types.
var _ twinInterface = twinStruct{}

// twinTypes are the twins to go/types, by name.
func twinTypes() (*types.Scope, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "twin.go", twinSource, 0)
	if err != nil {
		return nil, err
	}
	path := reflect.TypeFor[twinStruct]().PkgPath()
	conf := types.Config{IgnoreFuncBodies: true, Error: func(error) {}} // of functions without a body
	pkg, _ := conf.Check(path, fset, []*ast.File{file}, nil)
	if pkg.Scope().Len() != len(twins) {
		return nil, fmt.Errorf("%d types are to be compared, and %d are known", len(twins), pkg.Scope().Len())
	}
	return pkg.Scope(), nil
}
