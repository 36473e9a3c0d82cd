package machine

import (
	"go/parser"
	"go/token"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// A bench is a machine with files to give it.
type bench struct {
	*Machine
	files *token.FileSet
}

func newBench(t testing.TB, without ...string) bench {
	t.Helper()
	files := token.NewFileSet()
	m, err := New(Options{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard, Without: without}, files.AddFile("_", -1, 1))
	if err != nil {
		t.Fatal(err)
	}
	m.Stop, m.Tracebacks.Cancelled = func() {}, func() bool { return false }
	m.TooDeep = runtime.Goexit
	return bench{m, files}
}

// run runs a file and returns what its variable out then is.
func (b bench) run(t testing.TB, text string) any {
	t.Helper()
	file, err := parser.ParseFile(b.files, "file", "package main\n"+text, 0)
	if err != nil {
		t.Fatal(err)
	}
	b.AddFile(b.files.File(file.Pos()))
	body, err := b.Compile(file, nil)
	if err != nil {
		t.Fatal(err)
	}
	body()
	out, ok := b.Variable("out")
	if !ok {
		t.Fatal("there is no variable out")
	}
	return out.Interface()
}

// TestNothingIsLacking names what a release of yaegi or of Go has changed.
func TestNothingIsLacking(t *testing.T) {
	for _, lack := range newBench(t).Lacks() {
		t.Error(lack)
	}
	if !closureLooks().known {
		t.Error("closures are called by reflection: functions of package reflect look otherwise")
	}
}

// TestMirrorSeesChanges: types that differ from yaegi's are not trusted.
func TestMirrorSeesChanges(t *testing.T) {
	type theirs struct {
		id   uint64
		name string
	}
	for _, ours := range []any{
		struct{ id uint64 }{},
		struct {
			id   uint64
			text string
		}{},
		struct {
			id   uint64
			name [2]uint64
		}{},
		struct {
			name string
			id   uint64
		}{},
	} {
		if agree(reflect.TypeOf(ours), reflect.TypeFor[theirs]()) == nil {
			t.Errorf("%T agrees with %T", ours, theirs{})
		}
	}
	if err := agree(reflect.TypeFor[theirs](), reflect.TypeFor[theirs]()); err != nil {
		t.Error(err)
	}
}

// TestWithout: whatever a machine is without, it says so and runs the rest.
func TestWithout(t *testing.T) {
	const text = `
var out int
func twice(n int) int { return 2 * n }
func init() {
	add := func(n int) { out += n }
	for i := 0; i < 3; i++ { add(twice(i)) }
	list := []int{1, 2, 3}
	out += list[2]
}`
	names := map[string]string{}
	for _, r := range internals {
		names[r.name] = r.without
	}
	for _, r := range repairs {
		names[r.generator] = r.without
	}
	for name, without := range names {
		b := newBench(t, name)
		if lacks := strings.Join(b.Lacks(), "\n"); !strings.Contains(lacks, without) {
			t.Errorf("without %s it lacks %q", name, lacks)
		}
		if got := b.run(t, text); got != 9 {
			t.Errorf("without %s the sum is %v", name, got)
		}
	}
}

// TestRepairs shows what each repair is for, with and without it. Where yaegi
// gets it right by itself, the repair can go.
func TestRepairs(t *testing.T) {
	shift := func(how string) string {
		return `
var out bool
func init() {
	defer func() { out = recover() != nil }()
	n, by := 1, -1
	` + how + `
	_ = n
}`
	}
	for _, c := range []struct{ name, text string }{
		{"recv", `
var out bool
func init() {
	ch := make(chan int, 1)
	ch <- 7
	v := 0
	p := &v
	v = <-ch
	out = *p == 7
}`},
		{"_panic", `
var out bool
func init() {
	defer func() { _, out = recover().(error) }()
	panic(nil)
}`},
		{makesClosure, `
var out bool
func keep(f func(), _ int) func() { out = f != nil; return f }
func run(f func()) int { if f != nil { f() }; return 1 }
func init() {
	var last func()
	for i := 0; i < 2; i++ {
		last = keep(func() { defer func() {}() }, run(last))
	}
}`},
		{"shl", shift("n = n << by")},
		{"shr", shift("n = n >> by")},
		{"shlAssign", shift("n <<= by")},
		{"shrAssign", shift("n >>= by")},
	} {
		if got := newBench(t).run(t, c.text); got != true {
			t.Errorf("%s: what is mended is %v", c.name, got)
		}
		if got := newBench(t, c.name).run(t, c.text); got != false {
			t.Errorf("%s: yaegi needs no repair", c.name)
		}
	}
}
