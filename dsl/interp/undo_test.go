package interp

import (
	"context"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"
)

// spoiled compiles a cell of whose last statement, a block, the interpreter can
// make nothing, though go/types has accepted it.
func spoiled(t *testing.T, s *Session, src string, by ast.Stmt) error {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.workspace.Plan("In[1]", src)
	if len(p.Problems) > 0 {
		t.Fatal(p.Problems)
	}
	list := p.Units[len(p.Units)-1].Statements()
	block := list[len(list)-1].Stmt.(*ast.BlockStmt)
	block.List = append([]ast.Stmt{by}, block.List...)
	_, err := s.accept(s.runner.New(context.Background(), "In[1]", &transcript{}), p)
	return err
}

// What fails inside the interpreter leaves the session as it was.
func TestFailureInside(t *testing.T) {
	const src = `import ("fmt"; "os"; "slices"; "strings")
type Q struct{ X int }
func (p P) M() int { return 1 }
func f() string { return fmt.Sprint(len(os.Args) > 0, slices.Max([]int{1, 2}), slices.Max([]string{"a"})) }
func pick[T any](a, b T) T { return b }
var v = P{}.M()
x := pick(1, 2) + len(pick("a", "b"))
{ strings.ToUpper(f()) }`
	for name, by := range map[string]func() ast.Stmt{
		"refused":     func() ast.Stmt { return &ast.IncDecStmt{Tok: token.INC, X: ast.NewIdent("nowhere")} },
		"panic":       func() ast.Stmt { return &ast.BranchStmt{Tok: token.BREAK, Label: ast.NewIdent("nowhere")} },
		"in lowering": func() ast.Stmt { return &ast.ExprStmt{X: &ast.CallExpr{}} },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t, Options{})
			say(s, "In[0]", "type P struct{ Y int }\nimport \"math\"\nx := 7.5")
			before, had := s.Names(), knownOf(s, "P")
			for range 2 {
				if err := spoiled(t, s, src, by()); err == nil {
					t.Fatal("the cell runs")
				} else if text := err.Error(); strings.Contains(text, "redeclared") || strings.Contains(text, "post-order") {
					t.Error(text)
				}
			}
			if after := s.Names(); !reflect.DeepEqual(before, after) {
				t.Errorf("names were\n%v\nand are\n%v", before, after)
			}
			if got := knownOf(s, "P"); got != had {
				t.Errorf("P has become\n%s", got)
			}
			for _, c := range []struct{ src, want string }{
				{"P{}.M()", "undefined"},
				{"x + math.Floor(1.5)", "= 8.5\n"},
				{"func (p P) M() string { return \"text\" }\nvar i interface{ M() string } = P{}\ni.M()", "= text\n"},
				{src[:strings.Index(src, "func (p P)")] + "Q{1}.X", "= 1\n"},
				{src[strings.Index(src, "func f"):strings.Index(src, "var v")] + "strings.ToUpper(f())", "= TRUE 2A\n"},
				{"pick(1, 2) + len(pick(\"a\", \"b\"))", "= 3\n"},
				{"import . \"fmt\"\nSprint(1)", "= 1\n"},
			} {
				if got := say(s, "In[2]", c.src); !strings.Contains(got, c.want) || strings.Contains(got, "redeclared") {
					t.Errorf("%s\nsays %q, want %q", c.src, got, c.want)
				}
			}
			s.ForgetAll()
			if got := say(s, "In[3]", "import \"os\"\nimport \"fmt\"\nfmt.Sprint(len(os.Args) > 0)"); got != "= true\n" {
				t.Errorf("after ForgetAll fmt says %q", got)
			}
		})
	}
}

// knownOf is what go/types and the run time know of the methods of a type.
func knownOf(s *Session, name string) string {
	t := s.workspace.Entry(name).Object.Type().(*types.Named)
	rt, err := s.mint.Type(t)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for m := range t.Methods() {
		b.WriteString(m.String() + "\n")
	}
	for i := range rt.NumMethod() {
		b.WriteString(rt.Method(i).Name + "\n")
	}
	return b.String()
}

// Of a cell that is refused for one import, the others stand, and nothing else.
func TestImportFails(t *testing.T) {
	unpack(t, "book")
	s := newSession(t, Options{})
	for _, c := range []struct{ src, want string }{
		{"import (\"strings\"; \"example.com/asm\"; m \"math\")\nx := 1", "imported all the same: strings, math"},
		{"strings.ToUpper(\"a\")", "= A\n"},
		{"m.Sqrt(4)", "= 2\n"},
		{"x", "undefined: x"},
		{"import \"example.com/user\"", "assembly"},
		{"import (\"fmt\"; \"example.com/fails\")", "fails when it is initialised"},
		{"fmt.Sprint(1)", "= 1\n"},
		{"import \"os\"\nlen(os.Args) > 0", "= true\n"},
		{"import \"nothing\"", "is not built into"},
		{"import (\"bytes\"; \"math\")\nnope", "undefined: nope"},
		{"bytes.Equal(nil, nil)", "undefined: bytes"},
	} {
		if got := say(s, "In[1]", c.src); !strings.Contains(got, c.want) {
			t.Errorf("%s\nsays %q, want %q in it", c.src, got, c.want)
		}
	}
	if ps := s.Check("In[2]", "import (\"bytes\"; \"nothing\")"); len(ps) != 1 || s.Declared("bytes") {
		t.Errorf("Check says %v and has imported something: %v", ps, s.Declared("bytes"))
	}
}
