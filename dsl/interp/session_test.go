package interp

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"unfold/dsl/interp/workspace"

	"unfold/dsl/interp/execution"
)

// score stands for the values a compiled package hands to cells.
type score struct{ hits, n int }

func (s score) Accuracy() float64 { return float64(s.hits) / float64(s.n) }

// hidden is of no table, as many types of real packages are.
type hidden struct{ N int }

func (h *hidden) Add(n int) *hidden { return &hidden{h.N + n} }

var errStage = errors.New("isomap: k = 9 neighbours need 10 rows")

// toy is a compiled package of its own, imported as uf__ without a word.
func toy() Options {
	return Options{
		Symbols: []Library{{"toy/pipe/pipe": {
			{"Score", (*score)(nil)},
			{"Run", func(hits, n int) score { return score{hits, n} }},
			{"Stop", func() int { panic(errStage) }},
			{"New", func(n int) *hidden { return &hidden{n} }},
			{"Each", func(f func(int) int) []int { return []int{f(1), f(2)} }},
			{"Any", func(x ...any) string { return fmt.Sprint(x...) }},
		}}},
		Imports: map[string]string{"uf__": "toy/pipe"},
		Prelude: map[string]reflect.Value{
			"shout":   reflect.ValueOf(strings.ToUpper),
			"compare": reflect.ValueOf(func(x ...any) int { return len(x) }),
		},
		Aborts: func(err error) bool { return errors.Is(err, errStage) },
	}
}

func TestCompiledPackages(t *testing.T) {
	s := newSession(t, toy())
	for _, c := range []struct{ src, want string }{
		{`uf__.Run(3, 4).Accuracy()`, "= 0.75\n"},
		{"r := uf__.Run(1, 2)\nr.Accuracy() * 2", "= 1\n"},
		{"var q uf__.Score = r\nq == r", "= true\n"},
		{"h := uf__.New(1)\nh.Add(2).N", "= 3\n"},
		{"func more(n int) int { return h.Add(n).N }\nmore(5)", "= 6\n"},
		{"hs := []any{h.Add(1).N, uf__.New(3).N}\nhs", "= [2 3]\n"},
		{"uf__.Each(func(i int) int { return 10 * i })", "= [10 20]\n"},
		{`shout("a") + shout("b")`, "= AB\n"},
		{`compare(1, "a", nil)`, "= 3\n"},
		{"func shout(s string) string { return s + \"!\" }\nshout(\"a\")", "= a!\n"},
		{"compare := 3\ncompare", "= 3\n"},
		{"uf__ := 1\nuf__", "= 1\n"},
	} {
		if got := say(s, "In[1]", c.src); got != c.want {
			t.Errorf("%s\nsays %q, want %q", c.src, got, c.want)
		}
	}
}

// Packages of the library, which come as source, can be in force always.
func TestLibraryImportedAlways(t *testing.T) {
	s := newSession(t, Options{Imports: map[string]string{"errors": "errors", "slices": "slices"}})
	if got := say(s, "In[1]", "slices.Max([]int{1, 3, 2})"); got != "= 3\n" {
		t.Error(got)
	}
}

// A compiled function ends a cell by an error of its own: errors.Is finds it,
// no word of panic, and the place is that of the call.
func TestAbort(t *testing.T) {
	s := newSession(t, toy())
	_, _, err := s.Run(context.Background(), "In[1]", "before := 1\n\nuf__.Stop()", &transcript{})
	if !errors.Is(err, errStage) {
		t.Fatalf("error is %v", err)
	}
	if err.Error() != errStage.Error() {
		t.Errorf("error reads %q", err)
	}
	var e *execution.RuntimeError
	if !errors.As(err, &e) || e.Panic || len(e.Frames) == 0 || e.Frames[0].String() != "In[1]:3:1" {
		t.Errorf("error is %#v", err)
	}
	if got := say(s, "In[2]", "before"); got != "= 1\n" {
		t.Errorf("the session has lost a variable: %s", got)
	}
}

func TestCancel(t *testing.T) {
	for name, src := range map[string]string{
		"loop":      "for {\n}",
		"calls":     "func f(n int) int { return n }\nfor {\n\tf(1)\n}",
		"sleep":     "import \"time\"\ntime.Sleep(time.Hour)",
		"receive":   "<-make(chan int)",
		"send":      "make(chan int) <- 1",
		"select":    "select {}",
		"range":     "for range make(chan int) {\n}",
		"goroutine": "go func() {\n\tfor {\n\t}\n}()\nfor {\n}",
		"deferring": "func() {\n\tdefer func() { recover() }()\n\tfor {\n\t}\n}()",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			soon := func() { time.AfterFunc(30*time.Millisecond, cancel) } // compiling may take longer than any given time
			s := newSession(t, Options{Prelude: map[string]reflect.Value{"soon": reflect.ValueOf(soon)}})
			say(s, "In[1]", "x := 41")
			out := &transcript{}
			_, _, err := s.Run(ctx, "In[2]", "x++\nsoon()\n"+src, out)
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("error is %v", err)
			}
			if strings.Contains(out.String(), "not returned") {
				t.Errorf("the cell has not left: %s", out)
			}
			if got := say(s, "In[3]", "x"); got != "= 42\n" {
				t.Errorf("afterwards x: %s", got)
			}
		})
	}
}

// Interpreted code that a cancelled cell left in a compiled call is told of.
func TestCancelInCompiledCode(t *testing.T) {
	release := make(chan struct{})
	s := newSession(t, Options{Prelude: map[string]reflect.Value{"block": reflect.ValueOf(func() { <-release })}})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	out := &transcript{}
	_, _, err := s.Run(ctx, "In[1]", "block()", out)
	close(release)
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(out.String(), "has not returned yet") {
		t.Errorf("error %v, output %q", err, out)
	}
}

func TestContextReachesCompiledCode(t *testing.T) {
	var s *Session
	s = newSession(t, Options{Prelude: map[string]reflect.Value{"wait": reflect.ValueOf(func() { <-s.Context().Done() })}})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, _, err := s.Run(ctx, "In[1]", "wait()", &transcript{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error is %v", err)
	}
}

func TestCheck(t *testing.T) {
	s := newSession(t, toy())
	say(s, "In[1]", "type P struct{ X int }\np := P{1}\nx := 1")
	ps := s.Check("In[2]", "y := x + \"a\"\nz := nope\nfunc (p P) M() {}\nfunc f() int {\n}")
	var got []string
	for _, p := range ps {
		got = append(got, fmt.Sprintf("%s:%d:%d-%d %s", p.Name, p.Line, p.Col, p.EndCol, p.Message))
	}
	want := []string{
		`In[2]:1:6-7 invalid operation: x + "a" (mismatched types int and untyped string)`,
		"In[2]:2:6-10 undefined: nope",
		"In[2]:5:1-2 missing return",
	}
	if !slices.Equal(got, want) {
		t.Errorf("problems\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, name := range []string{"y", "z", "f"} {
		if _, ok := s.Lookup(name); ok {
			t.Errorf("Check has declared %s", name)
		}
	}
	if ps := s.Check("In[3]", "for {"); len(ps) != 1 || !ps[0].Syntax {
		t.Errorf("an open loop gives %v", ps)
	}
	if ps := s.Check("In[4]", "x + p.X"); len(ps) != 0 {
		t.Errorf("a good cell gives %v", ps)
	}
}

func TestNames(t *testing.T) {
	s := newSession(t, toy())
	say(s, "In[1]", "import \"strings\"\ntype P struct {\n\tX int\n\tinner\n}\ntype inner struct{ Deep string }\nfunc (p *P) Move(dx int) { p.X += dx }\np := &P{X: 1}\nfunc f(a int) string { return \"\" }\nconst c = 1.5")
	for name, want := range map[string]workspace.Name{
		"p":       {Name: "p", Kind: "variable", Type: "*P", Cell: "In[1]"},
		"f":       {Name: "f", Kind: "function", Type: "func(a int) string", Cell: "In[1]"},
		"P":       {Name: "P", Kind: "type", Type: "struct{X int; inner}", Cell: "In[1]"},
		"c":       {Name: "c", Kind: "constant", Type: "untyped float", Cell: "In[1]"},
		"strings": {Name: "strings", Kind: "package", Type: "strings"},
		"shout":   {Name: "shout", Kind: "function", Type: "func(string) string"},
		"uf__":    {Name: "uf__", Kind: "package", Type: "toy/pipe"},
	} {
		if got, ok := s.Lookup(name); !ok || got.Name != want.Name || got.Kind != want.Kind || got.Type != want.Type || got.Cell != want.Cell {
			t.Errorf("Lookup(%s) = %+v, %v, want %+v", name, got, ok, want)
		}
	}
	if _, ok := s.Lookup("nope"); ok {
		t.Error("Lookup finds a name that nobody declared")
	}
	if s.Declared("shout") || !s.Declared("p") {
		t.Error("Declared confuses what cells said with what came with the session")
	}
	var names []string
	for _, n := range s.Names() {
		names = append(names, n.Name)
	}
	if want := []string{"P", "c", "compare", "f", "inner", "p", "shout", "strings"}; !slices.Equal(names, want) {
		t.Errorf("Names are %v, want %v", names, want)
	}
}

func TestMembers(t *testing.T) {
	s := newSession(t, toy())
	say(s, "In[1]", "import \"strings\"\ntype inner struct{ Deep string }\ntype P struct {\n\tX int\n\tinner\n}\nfunc (p *P) Move(dx int) { p.X += dx }\np := P{X: 1}\nr := uf__.Run(1, 2)\nvar b strings.Builder")
	for expr, want := range map[string][]string{
		"strings":        {"Builder", "ToUpper"},
		"p":              {"Deep", "Move", "X", "inner"},
		"r":              {"Accuracy"},
		"b":              {"WriteString"},
		"uf__":           {"Run", "Score"},
		"uf__.Run(1, 2)": {"Accuracy"},
	} {
		var got []string
		for _, m := range s.Members(expr) {
			got = append(got, m.Name)
		}
		for _, w := range want {
			if !slices.Contains(got, w) {
				t.Errorf("Members(%s) = %v lacks %s", expr, got, w)
			}
		}
	}
	for _, expr := range []string{"nope", "p.", "1 +", ""} {
		if m := s.Members(expr); m != nil {
			t.Errorf("Members(%q) = %v", expr, m)
		}
	}
}

func TestValue(t *testing.T) {
	s := newSession(t, Options{})
	say(s, "In[1]", "x := []float64{1, 2}\nconst c = 1")
	if v, ok := s.Value("x"); !ok || !reflect.DeepEqual(v.Interface(), []float64{1, 2}) {
		t.Errorf("Value(x) = %v, %v", v, ok)
	}
	for _, name := range []string{"c", "nope"} {
		if _, ok := s.Value(name); ok {
			t.Errorf("Value(%s) is there", name)
		}
	}
}

// Many cells, and many runs of the same, leave no growing trace in goroutines,
// and names stay right.
func TestManyCells(t *testing.T) {
	s := newSession(t, Options{})
	before := runtime.NumGoroutine()
	for i := range 300 {
		src := fmt.Sprintf("v%d := %d\nfunc f(x int) int { return x + v%d }\nf(1)", i%7, i, i%7)
		if got, want := say(s, fmt.Sprintf("In[%d]", i), src), fmt.Sprintf("= %d\n", i+1); got != want {
			t.Fatalf("cell %d says %q, want %q", i, got, want)
		}
	}
	if n := runtime.NumGoroutine(); n > before+2 {
		t.Errorf("%d goroutines became %d", before, n)
	}
}

func FuzzCheck(f *testing.F) {
	for _, src := range []string{
		"1+2", "x := 1\nx", "func f() {", "type T struct{ T }", "var a = a", "package main\nfunc main() {}", "import . \"fmt\"",
		"func (t T) M() {}\ntype T int", "x := func() { x() }", "for i := range 3 { i }", "type A = B\ntype B = A", "/*line :0:0*/x", "goto a\na:",
		"const c = c", "func f[T any](x T) { f[T](x) }", "switch x := any(1).(type) { case int: }", "type I interface { I }", "\x00", "func _() {}", "\"", "return; }; {",
	} {
		f.Add(src)
	}
	s, err := New(Options{})
	if err != nil {
		f.Fatal(err)
	}
	if say(s, "In[1]", "import \"fmt\"\ntype T struct{ X int }\nfunc (t T) String() string { return fmt.Sprint(t.X) }\nvar x = T{1}\nfunc f() {}") != "" {
		f.Fatal("the session has no beginning")
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, p := range s.Check("In[2]", src) {
			if p.Message == "" {
				t.Errorf("a problem without a word: %+v", p)
			}
		}
	})
}
