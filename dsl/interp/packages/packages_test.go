package packages

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// importer is one that interprets nothing, and tells of generics by their names.
func importer(generic func(types.Object, Generic)) *Importer {
	files := token.NewFileSet()
	return New(Session{
		Files:   files,
		Parse:   func(name, text string) (*ast.File, error) { return parser.ParseFile(files, name, text, 0) },
		Generic: generic,
	})
}

// TestGenericPartsComeFromSource imports a package that is compiled but for its
// generic functions, and one that is generic throughout.
func TestGenericPartsComeFromSource(t *testing.T) {
	var told []string
	im := importer(func(obj types.Object, g Generic) {
		told = append(told, g.Home.Path()+"."+obj.Name())
		if !strings.HasPrefix(g.Source, "func ") {
			t.Errorf("%s: the source is %q", obj.Name(), g.Source)
		}
	})
	for path, names := range map[string][]string{"slices": {"Sort", "Collect"}, "sync": {"OnceValue", "Mutex"}} {
		pkg, err := im.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if pkg.Scope().Lookup(name) == nil {
				t.Errorf("%s has no %s", path, name)
			}
		}
	}
	for _, name := range []string{"slices.Sort", "sync.OnceValue"} {
		if !slices.Contains(told, name) {
			t.Errorf("nobody was told of %s", name)
		}
	}
}

// TestNamesMeanPackages looks for packages by a name in a cell.
func TestNamesMeanPackages(t *testing.T) {
	im := importer(func(types.Object, Generic) {})
	for name, want := range map[string]string{"strings": "strings", "rand": "math/rand", "slices": "slices", "v2": "", "json": "encoding/json", "nothing": ""} {
		if got := im.Named(name); got != want {
			t.Errorf("%s means %q, want %q", name, got, want)
		}
	}
	if got := im.Meant("rand", "Int"); !slices.Equal(got, []string{"crypto/rand", "math/rand", "math/rand/v2"}) {
		t.Errorf("rand.Int may be of %q", got)
	}
	if got := im.Meant("slices", "Sort"); !slices.Equal(got, []string{"slices"}) {
		t.Errorf("slices.Sort may be of %q", got)
	}
}

func TestVersionsInOrder(t *testing.T) {
	list := []string{"v0.0.0-20200101000000-abcdef", "v0.1.0", "v1.0.0-rc.1", "v1.0.0", "v1.9.0", "v1.10.0", "v2.0.0+incompatible"}
	for i := range list[1:] {
		if !older(list[i], list[i+1]) || older(list[i+1], list[i]) {
			t.Errorf("%s is not older than %s", list[i], list[i+1])
		}
	}
}

// TestSystem: what cells have of package syscall is typed as it is there.
func TestSystem(t *testing.T) {
	im := importer(func(types.Object, Generic) {})
	pkg, err := im.Import("syscall")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"SIGTERM":  "const syscall.SIGTERM syscall.Signal",
		"ENOENT":   "const syscall.ENOENT syscall.Errno",
		"O_RDONLY": "const syscall.O_RDONLY untyped int",
		"Getpid":   "func syscall.Getpid() int",
	} {
		if got := pkg.Scope().Lookup(name); got == nil || got.String() != want {
			t.Errorf("%s is %v, want %s", name, got, want)
		}
	}
	if Absent("embed") == "" || Absent("fmt") != "" {
		t.Error("a remedy is for what cells do not have")
	}
}
