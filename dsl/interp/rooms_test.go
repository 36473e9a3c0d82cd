package interp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// rooms are the packages behind a session, with those of ours that each may
// import. One that imports only what stands above it closes no circle.
var rooms = []struct{ name, imports string }{
	{"depth", ""},
	{"erase", ""},
	{"golib", ""},
	{"gotypes", ""},
	{"mint", ""},
	{"std", ""},
	{"wait", ""},
	{"console", "cell"},
	{"core", "erase gotypes mint wait"},
	{"machine", "depth wait"},
	{"packages", "golib gotypes std"},
	{"workspace", "gotypes packages wording"},
	{"journal", "cell workspace"},
	{"trace", "machine workspace"},
	{"execution", "cell console gotypes machine trace wording"},
	{".", "cell console core execution gotypes journal machine mint packages std trace workspace"},
}

// What one type may have, so that it can be held in the head.
const (
	mostFields  = 12
	mostMethods = 25
)

// larger are the types that have more, and why. One that no longer has comes off.
var larger = map[string]string{
	"core.Lowerer": "what is told of a session is being cut off",
}

// TestRoomsImportDownwards holds each room to its line, and the lines to an order
// in which no room is imported before it stands.
func TestRoomsImportDownwards(t *testing.T) {
	above := map[string]bool{"cell": true, "wording": true}
	for _, room := range rooms {
		allowed := strings.Fields(room.imports)
		for _, name := range allowed {
			if !above[name] {
				t.Errorf("%s may import %s, which stands below it", room.name, name)
			}
		}
		above[room.name] = true
		for file, f := range parsed(t, room.name) {
			for _, spec := range f.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasPrefix(path, "unfold/") && !slices.Contains(allowed, path[strings.LastIndexByte(path, '/')+1:]) {
					t.Errorf("%s imports %s", file, path)
				}
			}
		}
	}
}

// TestEveryRoomIsListed finds rooms that nobody has written down. Commands and
// tests are none.
func TestEveryRoomIsListed(t *testing.T) {
	folders, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{"corpus": true, "extract": true, "testdata": true}
	for _, room := range rooms {
		known[room.name] = true
	}
	for _, folder := range folders {
		if folder.IsDir() && !known[folder.Name()] {
			t.Errorf("%s is a room that is not listed", folder.Name())
		}
	}
}

// TestTypesAreSmall counts the fields and methods of each type.
func TestTypesAreSmall(t *testing.T) {
	counted := map[string]bool{}
	for _, room := range rooms {
		fields, methods := map[string]int{}, map[string]int{}
		name := ""
		for _, f := range parsed(t, room.name) {
			name = f.Name.Name
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.TypeSpec:
					if st, ok := n.Type.(*ast.StructType); ok {
						fields[n.Name.Name] = fieldsOf(st)
					}
				case *ast.FuncDecl:
					if n.Recv != nil {
						methods[receiverOf(n)]++
					}
				}
				return true
			})
		}
		for typ := range maps.Keys(fields) {
			full := name + "." + typ
			isLarge := fields[typ] > mostFields || methods[typ] > mostMethods
			counted[full] = true
			switch {
			case isLarge && larger[full] == "":
				t.Errorf("%s has %d fields and %d methods", full, fields[typ], methods[typ])
			case !isLarge && larger[full] != "":
				t.Errorf("%s has %d fields and %d methods; take it off the list", full, fields[typ], methods[typ])
			}
		}
	}
	for full := range larger {
		if !counted[full] {
			t.Errorf("%s is no type; take it off the list", full)
		}
	}
	if len(counted) < 50 {
		t.Fatalf("looked at %d types only", len(counted))
	}
}

// fieldsOf counts the fields of a struct, an embedded one as one.
func fieldsOf(st *ast.StructType) (n int) {
	for _, f := range st.Fields.List {
		n += max(1, len(f.Names))
	}
	return n
}

// receiverOf is the type that a method belongs to, without pointer and parameters.
func receiverOf(f *ast.FuncDecl) (name string) {
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return name == ""
	})
	return name
}

// parsed are the files of a room, without tests and what is generated.
func parsed(t *testing.T, room string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(room, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if !ast.IsGenerated(f) {
			files[name] = f
		}
	}
	if len(files) == 0 {
		t.Fatalf("%s has no files", room)
	}
	return files
}
