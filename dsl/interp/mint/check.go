package mint

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"runtime"
	"strings"
	"sync"
)

// Differs says what is otherwise where types cannot be made.
const Differs = "types that cells declare work, and print as ever; what package reflect, gob, xml or a template would " +
	"see of their values is refused, as are weak pointers, and compiled code finds only the methods that it asks for by " +
	"an interface, and those for printing, errors, logs and JSON"

// Unable says why types cannot be made in this program.
type Unable struct {
	Reason string
	Remedy string
}

func (u *Unable) Error() string { return "mint: " + u.Reason }

// Check reports whether this package can make types in this program: whether
// that was built for a processor it has code for and with a release of Go whose
// types are laid out as it knows, and types it makes do what compiled ones do.
// If not, the error is an *Unable. It looks once, which takes a fraction of a
// millisecond, and with a release that is not the known one about a
// millisecond: see recognize.
var Check = sync.OnceValue(func() error { return check(release) })

// check is Check for a package that knows the types of a release.
func check(release string) (err error) {
	switch {
	case off:
		return &Unable{"this program was built with -tags nomint", "build it without that tag"}
	case stubSize == 0:
		return &Unable{"this program was built for " + runtime.GOARCH, "use one built for amd64 or arm64"}
	}
	if v := runtime.Version(); v != release && !strings.HasPrefix(v, release+".") && !strings.HasPrefix(v, release+"-") {
		if err := recognize(); err != nil {
			return &Unable{
				fmt.Sprintf("this program was built with %s, which lays types out otherwise than %s does: %v", v, release, err),
				fmt.Sprintf("build it with that: GOTOOLCHAIN=%s.0 go build -o build/unfold .", release),
			}
		}
	}
	failed := func(why any) error {
		return &Unable{
			fmt.Sprintf("types made at run time do not work in this program, built with %s: %v", runtime.Version(), why),
			fmt.Sprintf("build it anew with an unchanged %s, or report this", release),
		}
	}
	defer func() {
		if r := recover(); r != nil {
			err = failed(r)
		}
	}()
	if err := exercise(); err != nil {
		return failed(err)
	}
	return nil
}

// trial is a compiled type like the one that exercise makes.
type trial struct {
	A int
	B string
}

// exercise makes a type and compares it with its compiled twin.
func exercise() error {
	pkg := types.NewPackage("main", "main")
	t := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "trial", nil), nil, nil)
	t.SetUnderlying(types.NewStruct([]*types.Var{
		types.NewField(token.NoPos, pkg, "A", types.Typ[types.Int], false),
		types.NewField(token.NoPos, pkg, "B", types.Typ[types.String], false),
	}, nil))
	text := types.NewTuple(types.NewVar(token.NoPos, pkg, "", types.Typ[types.String]))
	t.AddMethod(types.NewFunc(token.NoPos, pkg, "String", types.NewSignatureType(types.NewVar(token.NoPos, pkg, "t", t), nil, nil, nil, text, false)))
	m := &Maker{Compiled: func(*types.Named) (reflect.Type, bool) { return nil, false }}
	made, err := m.Type(t)
	if err != nil {
		return err
	}
	twin := reflect.TypeFor[trial]()
	if made.Size() != twin.Size() || made.Kind() != twin.Kind() || made.NumField() != twin.NumField() || made.Field(1).Offset != twin.Field(1).Offset ||
		made.Field(1).Type != twin.Field(1).Type || made.String() != "main.trial" || !made.Comparable() {
		return errors.New("mint: a type made at run time is not like its compiled twin")
	}
	named, ok := m.Named(made)
	if !ok {
		return errors.New("mint: a type made at run time is not known by its descriptor")
	}
	said := reflect.FuncOf([]reflect.Type{made}, []reflect.Type{reflect.TypeFor[string]()}, false)
	named.Bind("String", reflect.MakeFunc(said, func(args []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf("trial " + args[0].Field(1).String())}
	}))
	v := reflect.New(made).Elem()
	v.Field(0).SetInt(7)
	v.Field(1).SetString("b")
	if s, ok := v.Interface().(fmt.Stringer); !ok || s.String() != "trial b" || fmt.Sprint(v.Interface()) != "trial b" {
		return errors.New("mint: a method of a type made at run time cannot be called")
	}
	keys := map[any]int{v.Interface(): 1}
	if again := reflect.New(made).Elem(); keys[again.Interface()] != 0 {
		return errors.New("mint: different values of a type made at run time are one key")
	}
	if keys[v.Interface()] != 1 {
		return errors.New("mint: equal values of a type made at run time are different keys")
	}
	return nil
}
