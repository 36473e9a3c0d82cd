package interp

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

const modules = `
-- cache/example.com/!shapes/v2@v2.9.0/shapes.go --
package shapes

const Version = "old"
-- cache/example.com/!shapes/v2@v2.10.0/go.mod --
module example.com/Shapes/v2
require example.com/units v1.0.0
-- cache/example.com/!shapes/v2@v2.10.0/shapes.go --
// Package shapes is interpreted.
package shapes

import (
	"fmt"
	"math"

	"example.com/Shapes/v2/internal/round"
	"example.com/units"
)

const Version = "new"

// A Shape has an area.
type Shape interface{ Area() float64 }

type Circle struct{ R float64 }

func (c Circle) Area() float64 { return round.To(math.Pi*c.R*c.R, 2) }

func (c *Circle) Grow(by units.Length) { c.R += float64(by) }

func (c Circle) String() string { return fmt.Sprintf("circle of %v", c.R) }

var registry = map[string]func(float64) Shape{}

var Default = New("circle", 1)

func init() { registry["other"] = square }
-- cache/example.com/!shapes/v2@v2.10.0/more.go --
package shapes

type rect struct{ w, h float64 }

func (r rect) Area() float64 { return r.w * r.h }

func square(a float64) Shape { return rect{a, a} }

func New(kind string, x float64) Shape {
	if f := registry[kind]; f != nil {
		return f(x)
	}
	return Circle{x}
}

// Sum adds what f gives of each.
func Sum[T any, N int | float64](xs []T, f func(T) N) (sum N) {
	for _, x := range xs {
		sum = add(sum, f(x))
	}
	return sum
}

func add[N int | float64](a, b N) N { return a + b }
-- cache/example.com/!shapes/v2@v2.10.0/more_plan9.go --
package shapes

func New(kind string, x float64) Shape { return nil }
-- cache/example.com/!shapes/v2@v2.10.0/more_test.go --
package shapes

func broken( {
-- cache/example.com/!shapes/v2@v2.10.0/internal/round/round.go --
package round

import "math"

func To(x float64, digits int) float64 { p := math.Pow10(digits); return math.Round(x*p) / p }
-- cache/example.com/units@v1.0.0/units.go --
package units

type Length float64

const Inch Length = 2.54
-- cache/example.com/asm@v1.0.0/add.go --
package asm

func Add(a, b int) int
-- cache/example.com/asm@v1.0.0/add.s --
TEXT ·Add(SB), 4, $0-24
-- cache/example.com/user@v1.0.0/user.go --
package user

import "example.com/asm"

func Two() int { return asm.Add(1, 1) }
-- cache/example.com/fails@v1.0.0/fails.go --
package fails

import "fmt"

func init() { panic(fmt.Sprint("no")) }
-- book/vendor/example.com/near/near.go --
package near

func Where() string { return "vendor" }
-- pinned/go.mod --
module pinned

require (
	example.com/Shapes/v2 v2.9.0 // indirect
)
replace example.com/mine => ../mine
-- mine/mine.go --
package mine

func Whose() string { return "mine" }
`

// unpack lays out the modules and goes to one of their directories.
func unpack(t *testing.T, dir string) {
	t.Helper()
	root := t.TempDir()
	for _, f := range txtar.Parse([]byte(modules)).Files {
		name := filepath.Join(root, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("GOMODCACHE", filepath.Join(root, "cache"))
	if err := os.MkdirAll(filepath.Join(root, dir), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Join(root, dir))
}

func TestModuleFromSource(t *testing.T) {
	unpack(t, "book")
	s := newSession(t, Options{})
	for _, c := range []struct{ src, want string }{
		{"import \"example.com/Shapes/v2\"\nshapes.Version", "= new\n"},
		{"shapes.Default.Area()", "= 3.14\n"},
		{"shapes.New(\"other\", 3).Area()", "= 9\n"},
		{"import (\"example.com/units\"; \"fmt\")\nc := shapes.Circle{R: 1}\nc.Grow(units.Inch)\nc.R", "= 3.54\n"},
		{"fmt.Println(c)", "circle of 3.54\n"},
		{"var sh shapes.Shape = c\n_, ok := sh.(fmt.Stringer)\nok", "= true\n"},
		{"shapes.Sum([]int{1, 2, 3}, func(i int) float64 { return float64(i) / 2 })", "= 3\n"},
		{"type mine struct{ shapes.Circle }\nmine{c}.Area()", "= 39.37\n"},
		{"shapes.Default = mine{c}\nshapes.Default.Area()", "= 39.37\n"},
		{"import \"example.com/near\"\nnear.Where()", "= vendor\n"},
	} {
		if got := say(s, "In[1]", c.src); got != c.want {
			t.Errorf("%s\nsays %q, want %q", c.src, got, c.want)
		}
	}
	for src, want := range map[string]string{
		"import \"example.com/user\"":   "package example.com/user cannot be interpreted: package example.com/asm cannot be interpreted: it has a part in assembly, add.s",
		"import \"example.com/nobody\"": "package example.com/nobody is not built into this program, and its source is in no vendor directory or module cache",
		"shapes.registry":               "registry",
	} {
		if got := say(s, "In[2]", src); !strings.Contains(got, want) {
			t.Errorf("%s\nsays %q, want %q in it", src, got, want)
		}
	}
}

func TestModuleRequired(t *testing.T) {
	unpack(t, "pinned")
	s := newSession(t, Options{})
	for src, want := range map[string]string{
		"import \"example.com/Shapes/v2\"\nshapes.Version": "= old\n",
		"import \"example.com/mine\"\nmine.Whose()":        "= mine\n",
	} {
		if got := say(s, "In[1]", src); got != want {
			t.Errorf("%s\nsays %q, want %q", src, got, want)
		}
	}
}
