package interp

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// Every kind of literal and assignment, at every position where it can stand,
// does what compiled Go does. The programs are generated here; what they print
// when `go run` runs them is kept in testdata/positions.want, which -update
// writes anew.
func TestPositions(t *testing.T) {
	const path = "testdata/positions.want"
	cases := positions()
	program := positionsProgram(cases)
	sum := fmt.Sprintf("sha256 of the program: %x\n", sha256.Sum256([]byte(program)))
	if *update {
		ar := &txtar.Archive{Comment: []byte(sum), Files: compiled(t, program)}
		if err := os.WriteFile(path, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(ar.Comment) != sum {
		t.Fatal("the programs have changed; run with -update")
	}
	want := map[string]string{}
	for _, f := range ar.Files {
		want[f.Name] = string(f.Data)
	}
	if len(want) != len(cases) {
		t.Fatalf("%d programs, but %d are known", len(cases), len(want))
	}
	every := 3
	switch {
	case testing.Short():
		every = 10
	case os.Getenv("UNFOLD_LONG") != "":
		every = 1
	}
	s := newSession(t, Options{})
	if said := say(s, "In[0]", positionsPrelude); said != "" {
		t.Fatal(said)
	}
	for i, c := range cases {
		if i%every > 0 {
			continue
		}
		src := c.src // of every other, the variables are the cell's own
		if i%2 == 0 {
			src = "func() {\n" + src + "}()"
		}
		if got := say(s, "In[1]", src); got != want[c.name] {
			t.Errorf("%s:\n%s\nsays\n%s\nwant\n%s", c.name, src, got, want[c.name])
		}
	}
}

// A position is a program that prints something.
type position struct{ name, src string }

func positions() (list []position) {
	list = append(list, closuresKept()...)
	list = append(list, assignmentsAt()...)
	return append(list, loopForms()...)
}

func positionsProgram(cases []position) string {
	var b strings.Builder
	b.WriteString("package main\n\n" + positionsPrelude)
	main := "func main() {\n"
	for i, c := range cases {
		fmt.Fprintf(&b, "func case%d() {\n%s}\n\n", i, c.src)
		main += fmt.Sprintf("fmt.Println(\"-- %s --\")\ncase%d()\n", c.name, i)
	}
	return b.String() + main + "}\n"
}

// compiled is what a program prints, cut at its headings.
func compiled(t *testing.T, program string) []txtar.File {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "main.go")
	if err := os.WriteFile(name, []byte(program), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", name)
	cmd.Env = append(os.Environ(), "GO111MODULE=off")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return txtar.Parse(out).Files
}

// positionsPrelude is what the programs have in common.
const positionsPrelude = `import (
	"errors"
	"fmt"
	"strings"
)

type op struct {
	fn func() int
	n  int
}

func (o op) run() int { return o.fn() }

type outer struct {
	in op
	p  *op
}

type wrap struct{ op }

type fun func() int

func (f fun) run() int { return f() }

type runner interface{ run() int }

type box[T any] struct{ v T }

type pair struct{ x, y int }

type cell struct {
	v    int
	next *cell
}

func id[T any](x T) T              { return x }
func inc(x int) int                { return x + 1 }
func two(x int) (int, int)         { return x + 1, x * 2 }
func made(n int) func() int        { return func() int { n++; return n } }
func fault(n int) error            { return errors.New(strings.Repeat("e", n)) }
func seq(yield func(int) bool)     { _ = yield(0) && yield(1) && yield(2) }
func show(values ...any)           { fmt.Println(values...) }
func first(fs ...func() int) fun   { return fs[0] }

`

// in puts texts in the place of words in capitals.
func in(template string, pairs ...string) string {
	return strings.NewReplacer(pairs...).Replace(template)
}

// A container is a type that holds a function, how it is written with FUNC
// inside, and how the function of a value V is called.
var containers = []struct{ name, typ, lit, call string }{
	{"bare", "func() int", "FUNC", "V()"},
	{"struct", "op", "op{fn: FUNC}", "V.fn()"},
	{"unkeyed", "op", "op{FUNC, 1}", "V.fn()"},
	{"address", "*op", "&op{fn: FUNC}", "V.fn()"},
	{"nested", "outer", "outer{in: op{fn: FUNC}}", "V.in.fn()"},
	{"nested address", "outer", "outer{p: &op{fn: FUNC}}", "V.p.fn()"},
	{"embedded", "wrap", "wrap{op{fn: FUNC}}", "V.run()"},
	{"anonymous", "struct{ f func() int }", "struct{ f func() int }{FUNC}", "V.f()"},
	{"table", "[]struct{ s string; f func() int }", "[]struct{ s string; f func() int }{{\"a\", FUNC}, {\"b\", FUNC}}", "V[1].f()"},
	{"array", "[2]op", "[2]op{1: {fn: FUNC}}", "V[1].fn()"},
	{"slice", "[]op", "[]op{{fn: FUNC}}", "V[0].fn()"},
	{"slice of addresses", "[]*op", "[]*op{{fn: FUNC}}", "V[0].fn()"},
	{"map", "map[string]op", "map[string]op{\"a\": {fn: FUNC}}", "V[\"a\"].fn()"},
	{"map of functions", "map[string]func() int", "map[string]func() int{\"a\": FUNC}", "V[\"a\"]()"},
	{"slice of functions", "[]func() int", "[]func() int{FUNC, FUNC}", "V[1]()"},
	{"any", "any", "any(FUNC)", "V.(func() int)()"},
	{"any of struct", "any", "any(op{fn: FUNC})", "V.(op).fn()"},
	{"named", "fun", "fun(FUNC)", "V.run()"},
	{"interface", "runner", "runner(op{fn: FUNC})", "V.run()"},
	{"interface of address", "runner", "runner(&op{fn: FUNC})", "V.run()"},
	{"generic", "box[func() int]", "box[func() int]{FUNC}", "V.v()"},
	{"generic call", "func() int", "id(FUNC)", "V()"},
	{"returned", "func() int", "func() func() int { return FUNC }()", "V()"},
	{"variadic", "fun", "first(FUNC, FUNC)", "V()"},
	{"method value", "func() int", "op{fn: FUNC}.run", "V()"},
	{"pointer to struct of map", "*struct{ m map[int]op }", "&struct{ m map[int]op }{map[int]op{0: {FUNC, 2}}}", "V.m[0].fn()"},
}

// A place is how a value EXPR of type TYPE comes into the list kept.
var storing = []struct{ name, src string }{
	{"append", "kept = append(kept, EXPR)\n"},
	{"define", "o := EXPR\nkept = append(kept, o)\n"},
	{"var", "var o TYPE = EXPR\nkept = append(kept, o)\n"},
	{"assign", "one = EXPR\nkept = append(kept, one)\n"},
	{"element", "list[k] = EXPR\nkept = append(kept, list[k])\n"},
	{"map element", "table[k] = EXPR\nkept = append(kept, table[k])\n"},
	{"field", "place.v = EXPR\nkept = append(kept, place.v)\n"},
	{"star", "*at = EXPR\nkept = append(kept, *at)\n"},
	{"send", "ch <- EXPR\nkept = append(kept, <-ch)\n"},
	{"select", "select {\ncase ch <- EXPR:\n\tkept = append(kept, <-ch)\n}\n"},
	{"return", "kept = append(kept, func() TYPE { return EXPR }())\n"},
	{"return of two", "o, n := func() (TYPE, int) { return EXPR, k }()\nkept = append(kept, o)\n_ = n\n"},
	{"named result", "kept = append(kept, func() (o TYPE) { o = EXPR; return }())\n"},
	{"deferred argument", "func() { defer put(EXPR) }()\n"},
	{"argument of go", "done := make(chan bool)\ngo func(o TYPE) { put(o); done <- true }(EXPR)\n<-done\n"},
	{"argument", "put(EXPR)\n"},
	{"argument beside a call", "put2(EXPR, inc(k))\n"},
	{"generic argument", "kept = append(kept, id(EXPR))\n"},
	{"if", "if o := (EXPR); k >= 0 {\n\tput(o)\n}\n"},
	{"else if", "if k < 0 {\n} else if o := (EXPR); k >= 0 {\n\tput(o)\n}\n"},
	{"switch", "switch o := (EXPR); {\ndefault:\n\tput(o)\n}\n"},
	{"type switch", "switch o := any(EXPR).(type) {\ncase TYPE:\n\tput(o)\n}\n"},
	{"init of a loop", "for j, o := 0, (EXPR); j < 1; j++ {\n\tput(o)\n}\n"},
	{"post of a loop", "for j := 0; j < 2; j, one = j+1, (EXPR) {\n\tif j == 1 {\n\t\tput(one)\n\t}\n}\n"},
	{"condition", "for j := 0; j < 1 && put(EXPR); j++ {\n}\n"},
	{"and", "if k >= 0 && put(EXPR) {\n}\n"},
	{"tuple", "one, n = EXPR, n+inc(k)\nput(one)\n"},
	{"tuple of elements", "list[k], n = EXPR, k\nput(list[k])\n"},
	{"range", "for _, o := range []TYPE{EXPR} {\n\tput(o)\n}\n"},
	{"label", "here:\n\tone = EXPR\n\tput(one)\n\tif n++; n%2 == 1 {\n\t\tkept = kept[:len(kept)-1]\n\t\tgoto here\n\t}\n"},
	{"closure", "func() { put(EXPR) }()\n"},
	{"literal in a literal", "kept = append(kept, []struct{ v TYPE }{{EXPR}}[0].v)\n"},
	{"call of a field", "struct{ f func(TYPE) bool }{put}.f(EXPR)\n"},
}

// loops go three turns with VAR = 0, 1, 2 around BODY.
var turnLoops = []struct{ name, src string }{
	{"range of a number", "for VAR := range 3 {\nBODY}\n"},
	{"three clauses", "for VAR := 0; VAR < 3; VAR++ {\nBODY}\n"},
	{"range of a slice", "for _, VAR := range []int{0, 1, 2} {\nBODY}\n"},
	{"range of an index", "for VAR := range []int{5, 6, 7} {\nBODY}\n"},
	{"range of a function", "for VAR := range seq {\nBODY}\n"},
	{"range of an array", "for VAR, w := range [3]int{} {\n_ = w\nBODY}\n"},
	{"no condition", "for VAR := 0; ; VAR++ {\nif VAR == 3 {\nbreak\n}\nBODY}\n"},
	{"post of two", "for VAR, w := 0, 9; VAR < 3; VAR, w = inc(VAR), w-1 {\n_ = w\nBODY}\n"},
	{"continue", "turns:\nfor VAR := 0; VAR < 6; VAR++ {\nif VAR > 2 {\ncontinue turns\n}\nBODY}\n"},
	{"own variable", "for turn := range 3 {\nVAR := turn\nBODY}\n"},
	{"init alone", "for VAR := 0; ; {\nif VAR > 2 {\nbreak\n}\nBODYVAR++\n}\n"},
}

// What a function captures of the variable VAR: what stands before it, itself,
// and what stands behind it.
var captures = []struct{ name, before, fn, after string }{
	{"reads", "", "func() int { return VAR }", ""},
	{"copies", "x := VAR\n", "func() int { return x }", ""},
	{"changes", "x := 10 * VAR\n", "func() int { x++; return x }", "x += 100\n"},
	{"changes the loop's", "", "func() int { VAR += 10; return VAR }", ""},
	{"address", "x := VAR\np := &x\n", "func() int { return *p }", "*p += 5\n"},
	{"closure in closure", "x := VAR\n", "func() int { return func() int { return x + VAR }() }", ""},
	{"argument named alike", "", "func() int { return func(k int) int { return k + VAR }(1) }", ""},
	{"one before", "", "func() int { if len(kept) > 99 { return kept2[0] }; return VAR }", ""},
}

// closuresKept holds functions in containers and calls them when the loop that
// made them has ended: all containers at all places, and at one place all loops
// with all captures.
func closuresKept() (list []position) {
	add := func(c, p, loop, capture int) {
		con, pl, lo, cap := containers[c], storing[p], turnLoops[loop], captures[capture]
		store := in(pl.src, "EXPR", con.lit, "TYPE", con.typ)
		body := "k := VAR\n_, n = k, n+1\n" + cap.before + in(store, "FUNC", cap.fn) + cap.after
		src := in(`var kept []TYPE
var kept2 []int
var one TYPE
var place struct{ v TYPE }
list, table, ch, n, at := make([]TYPE, 3), map[int]TYPE{}, make(chan TYPE, 1), 0, new(TYPE)
put := func(v TYPE) bool { kept = append(kept, v); return true }
put2 := func(v TYPE, n int) { kept = append(kept, v) }
LOOPfor _, v := range kept {
	show(CALL, CALL)
}
_, _, _, _, _, _, _, _, _, _ = one, place, list, table, ch, n, at, put, put2, kept2
`, "LOOP", in(in(lo.src, "BODY", body), "VAR", "i"), "TYPE", con.typ, "CALL", strings.ReplaceAll(con.call, "V", "v"))
		list = append(list, position{strings.Join([]string{"closure", con.name, pl.name, lo.name, cap.name}, ", "), src})
	}
	for c := range containers {
		for p := range storing {
			if storing[p].name == "type switch" && containers[c].typ == "any" {
				continue // any holds what is in it
			}
			add(c, p, (c+p)%len(turnLoops), (c+2*p)%len(captures))
		}
	}
	for loop := range turnLoops {
		for capture := range captures {
			add((loop*len(captures)+capture)%len(containers), 0, loop, capture)
			add(1, 5, loop, capture)
		}
	}
	slices.SortFunc(list, func(a, b position) int { return strings.Compare(a.name, b.name) })
	return slices.Compact(list)
}

// assignments change some of the variables of assignmentVariables.
var assignments = []struct{ name, src string }{
	{"call", "a, b = inc(a), b+1"}, {"call last", "a, b = a+1, inc(b)"}, {"swap", "a, b = b, a"}, {"sum", "a, b = b, a+b"},
	{"three", "a, b, c = b, c, a"}, {"three with call", "a, b, c = inc(b), c, a+c"}, {"constants", "a, b = 4, 5"}, {"constant and call", "a, b = 4, inc(a)"},
	{"elements", "xs[0], xs[1] = xs[1], xs[0]"}, {"elements and call", "xs[0], xs[1] = inc(xs[1]), xs[0]"}, {"element by index", "a, xs[a%3] = a+1, b"},
	{"index and call", "a, xs[a%3] = inc(a), 7"}, {"index by call", "xs[inc(0)], a = a, xs[inc(1)]"}, {"elements of array", "ar[0], ar[1] = ar[1], inc(ar[0])"},
	{"map", "a, m[a] = a+1, 9"}, {"map and call", "a, m[a] = inc(a), b"}, {"map elements", "m[1], m[2] = m[2], inc(m[1])"}, {"map replaced", "m, m[1] = map[int]int{1: a}, 8"},
	{"fields", "s.x, s.y = s.y, s.x+1"}, {"fields and call", "s.x, s.y = inc(s.y), s.x"}, {"stars", "*pa, *pb = *pb, *pa"}, {"stars and call", "*pa, *pb = inc(*pb), *pa"},
	{"structs", "s, t = t, s"}, {"struct and field", "s, a = (pair{a, b}), s.x"}, {"field and struct", "s.x, t = 6, (pair{s.x, s.y})"}, {"array", "ar, a = [2]int{a, b}, ar[0]"},
	{"chain", "l, l.next = l.next, l"}, {"reverse", "prev, l, l.next = l, l.next, prev"}, {"slices", "xs, a = append(xs[1:], a), xs[0]"}, {"appended", "xs, a = append(xs, a), len(xs)"},
	{"interfaces", "p, q = q, p"}, {"interface and number", "a, p = a+1, q"}, {"number and interface", "p, a = a, inc(a)"}, {"interface of sum", "p, q = a+b, p"},
	{"interface of constant", "p, q = 3, p"}, {"interface of nil", "p, q = nil, a"}, {"interface of call", "p, q = inc(a), q"}, {"interface element", "ys[0], ys[1] = ys[1], a"},
	{"interface of struct", "p, s = s, (pair{a, b})"}, {"error", "e, a = fault(a%4), a+1"}, {"error to interface", "p, e = e, nil"}, {"fields of interface type", "r.v, p = p, r.v"},
	{"functions", "f, h = h, f"}, {"function and its call", "f, a = made(a), f()"}, {"closure", "f, a = func() int { return a * 2 }, a+1"},
	{"blank first", "_, a = inc(a), b"}, {"blank last", "a, _ = b, inc(a)"}, {"call of two", "a, b = two(a)"}, {"call of two, blank", "_, b = two(a)"},
	{"call of two, places", "xs[0], m[3] = two(a)"}, {"call of two, map and index", "a, m[a] = two(a)"}, {"call of two, interface places", "ys[0], r.v = two(a)"},
	{"call of two, called places", "m[inc(0)], xs[inc(a)%3] = two(a)"}, {"called place and call", "xs[inc(0)], a = inc(a), b"}, {"interface map", "n[a], n[p], a = p, n[1], inc(a)"},
	{"asserted to map", "m[a], ok = p.(int)"}, {"received to map", "m[a], ok = <-ch"}, {"map elements from map", "m[a], a = m[2], m[1]"}, {"call of two, interfaces", "p, q = two(a)"}, {"call of two, index", "a, xs[a%3] = two(a)"},
	{"lookup", "a, ok = m[1]"}, {"lookup of nothing", "a, ok = m[-1]"}, {"lookup, blank", "_, ok = m[a]"}, {"lookup to a place", "xs[1], ok = m[-7]"}, {"lookup to an interface", "p, ok = m[2]"},
	{"received", "a, ok = <-ch"}, {"received to a place", "xs[2], ok = <-ch"}, {"received to an interface", "p, ok = <-ch"}, {"asserted", "a, ok = p.(int)"}, {"asserted to a place", "s.x, ok = q.(int)"},
	{"conversions", "a, g = int(g), float64(a)"}, {"strings", "w, a = w+\"x\", len(w)"}, {"runes", "w, a = string(w[0])+w, int(w[0])"}, {"booleans", "ok, no = a > 0 && no, !ok"},
	{"generic calls", "a, b = id(b), id(a)"}, {"conditions", "ok, a = inc(a) > 3, a+b"}, {"shift", "a, b = a<<1&63, 1<<(b&3)"},
	{"single", "a = inc(a)"}, {"single interface", "p = a + b"}, {"operator", "a += inc(b)"}, {"increment", "xs[inc(a)%3]++"}, {"sum of calls", "a = inc(a) + inc(b)"},
}

const assignmentVariables = `a, b, c, g, w, ok, no := 1, 2, 3, 2.5, "w", true, false
xs, ys, m, ar, s, t := []int{10, 20, 30}, []any{"y", 1}, map[int]int{1: 11, 2: 22}, [2]int{1, 2}, pair{1, 2}, pair{3, 4}
l, prev := &cell{1, &cell{2, &cell{3, &cell{4, &cell{5, &cell{6, &cell{7, &cell{8, nil}}}}}}}}, (*cell)(nil)
ch, f, h, turns, k := make(chan int, 9), made(1), made(5), 0, 0
ch <- 41
ch <- 42
close(ch)
pa, pb := &a, &b
var p, q any = 1, "q"
var e error
var r struct{ v any }
n := map[any]any{1: "n"}
state := func() {
	show(a, b, c, g, w, ok, no, xs, ys, m, ar, s, t, l.v, *pa, *pb, p, q, e, r.v, n, f(), h())
	for x := prev; x != nil; x = x.next {
		show(x.v)
	}
}
state()
`

// spots are where an assignment SET can stand; the last statement is state().
var spots = []struct{ name, src string }{
	{"list", "SET\n"}, {"block", "{\n\tSET\n}\n"}, {"if", "if SET; turns == 0 {\n\tturns++\n}\n"}, {"else if", "if turns > 0 {\n} else if SET; turns == 0 {\n\tstate()\n}\n"},
	{"else", "if turns > 0 {\n} else {\n\tSET\n}\n"}, {"init", "for SET; turns < 2; turns++ {\n\tstate()\n}\n"}, {"init alone", "for SET; ; {\n\tif turns++; turns > 2 {\n\t\tbreak\n\t}\n\tstate()\n}\n"},
	{"post", "for turns < 3 {\n\tfor k = 0; k == 0; SET {\n\t\tk++\n\t\tstate()\n\t}\n\tturns++\n}\n"}, {"post of three turns", "for i := 0; i < 3; SET {\n\ti++\n\tstate()\n}\n"},
	{"post, continue", "for i := 0; i < 3; SET {\n\tif i++; i == 2 {\n\t\tcontinue\n\t}\n\tstate()\n}\n"},
	{"post, continue from within", "turn:\nfor i := 0; i < 3; SET {\n\ti++\n\tfor range 2 {\n\t\tswitch {\n\t\tcase i == 2:\n\t\t\tcontinue turn\n\t\tcase i == 3:\n\t\t\tbreak turn\n\t\t}\n\t}\n\tstate()\n}\n"},
	{"post, no condition", "for ; ; SET {\n\tif turns++; turns > 2 {\n\t\tbreak\n\t}\n}\n"}, {"post, kept variable", "var fs []func() int\nfor i := 0; i < 3; SET {\n\ti++\n\tfs = append(fs, func() int { i++; return i })\n}\nfor _, f := range fs {\n\tshow(f())\n}\n"},
	{"switch", "switch SET; {\ncase a > 1:\n\tturns++\ndefault:\n\tturns--\n}\nshow(turns)\n"}, {"switch with tag", "switch SET; inc(a) {\ncase 2, 3:\n\tturns++\n}\nshow(turns)\n"}, {"type switch", "switch SET; v := p.(type) {\ncase int:\n\tshow(v + 1)\ncase string:\n\tshow(v)\n}\n"},
	{"case", "switch {\ncase turns == 0:\n\tSET\n\tfallthrough\ncase turns == 9:\n\tstate()\n}\n"}, {"select", "one := make(chan int, 1)\nselect {\ncase one <- 1:\n\tSET\n}\n"}, {"default", "select {\ndefault:\n\tSET\n}\n"},
	{"label", "again:\n\tSET\n\tif turns++; turns < 3 {\n\t\tgoto again\n\t}\n"}, {"label on if", "again:\n\tif SET; turns < 2 {\n\t\tturns++\n\t\tgoto again\n\t}\n"}, {"label on loop", "again:\n\tfor SET; turns < 4; turns++ {\n\t\tif turns == 1 {\n\t\t\tturns = 2\n\t\t\tgoto again\n\t\t}\n\t}\n"}, {"two labels on switch", "outer:\ninner:\n\tswitch SET; {\n\tcase turns < 2:\n\t\tturns++\n\t\tgoto outer\n\tdefault:\n\t\tbreak inner\n\t}\n"},
	{"closure", "func() { SET }()\n"}, {"deferred", "func() { defer func() { SET }() }()\n"}, {"go", "done := make(chan bool)\ngo func() { SET; done <- true }()\n<-done\n"},
	{"range", "for range 3 {\n\tSET\n}\n"}, {"range of a function", "for i := range seq {\n\tif i == 1 {\n\t\tSET\n\t\tcontinue\n\t}\n\tstate()\n}\n"}, {"range of a slice", "for _, v := range []int{1, 2} {\n\tif SET; v > 1 {\n\t\tstate()\n\t}\n}\n"},
}

// assignmentsAt is all assignments at all spots.
func assignmentsAt() (list []position) {
	for _, set := range assignments {
		for _, spot := range spots {
			list = append(list, position{
				strings.Join([]string{"assignment", set.name, spot.name}, ", "),
				assignmentVariables + in(spot.src, "SET", set.src) + "state()\n_, _, _ = turns, k, t\n",
			})
		}
	}
	return list
}

// loopForms are loops with all sets of clauses, conditions that are constant,
// jumps, and names used twice.
func loopForms() (list []position) {
	add := func(name, src string) { list = append(list, position{"loop, " + name, src}) }
	for _, init := range []string{"", "i = 5", "i := 5", "i, j := inc(4), 1"} {
		for _, cond := range []string{"", "true", "i < 9", "inc(i) < 9", "false"} {
			for _, post := range []string{"", "i++", "i = inc(i)", "i, n = inc(i), n+2"} {
				for _, jump := range []string{"", "continue", "continue turns"} {
					if jump != "" && jump[len(jump)-1] == 's' && cond != "i < 9" {
						continue
					}
					src := "i, n := 3, 0\nvar fs []func() int\nturns:\nfor INIT; COND; POST {\nif n++; n > 12 {\nbreak turns\n}\nKEEPif n%4 == 3 {\nJUMP\n}\nn++\n}\nfor _, f := range fs {\nshow(f())\n}\nshow(i, n)\n"
					keep := ""
					if strings.Contains(init, ":=") {
						keep = "fs = append(fs, func() int { i += 10; return i })\n"
						if strings.Contains(init, "j") {
							keep += "_ = j\n"
						}
					}
					if cond == "" && post == "" {
						src = strings.Replace(src, "for INIT; COND; POST {", "for INIT; ; {", 1)
					}
					name := fmt.Sprintf("for %s; %s; %s { %s }", init, cond, post, jump)
					add(name, in(src, "INIT", init, "COND", cond, "POST", post, "JUMP", jump, "KEEP", keep))
				}
			}
		}
	}
	add("constant conditions", "const debug = false\nn := 0\nfor debug {\nn++\n}\nfor n < 3 && !debug {\nn++\n}\nif debug {\nn = 100\n} else if !debug {\nn += 10\n}\nfor i := 0; debug; i++ {\nn = 50\n}\nshow(n)\n")
	add("label like a variable", "done, n := false, 0\ndone:\nfor {\nfor done := 0; ; done++ {\nif n++; n > 4 {\nbreak done\n}\nif done > 1 {\ncontinue done\n}\n}\n}\nshow(done, n)\n")
	add("label in a closure", "n := 0\nL:\nfor i := range 3 {\nfunc() {\nL:\nfor j := range 3 {\nfor {\nif n++; j == 1 {\nbreak L\n}\ncontinue L\n}\n}\n}()\nif i == 1 {\ncontinue L\n}\nn += 100\n}\nshow(n)\n")
	add("shadowed variable", "var fs []func() int\nfor i := 0; i < 4; i++ {\nfs = append(fs, func() int { return i })\nif i := i * 10; i == 10 {\ncontinue\n}\ni := i + 1\n_ = i\n}\nfor _, f := range fs {\nshow(f())\n}\n")
	add("closures in the header", "var fs []func() int\nfor i := 0; func() bool { fs = append(fs, func() int { return i }); return i < 3 }(); i, fs = i+1, append(fs, func() int { i += 100; return i }) {\ni := i\n_ = i\n}\nfor _, f := range fs {\nshow(f())\n}\n")
	add("range sets", "xs, i := []int{7, 8, 9}, 0\nfor i, xs[i] = range []int{4, 5} {\nshow(i, xs)\n}\nm := map[string]int{}\nfor m[\"k\"], m[\"v\"] = range xs {\nshow(m)\n}\nvar p, q any\nfor p, q = range \"é!\" {\nshow(p, q)\n}\nfor p = range 2 {\nshow(p)\n}\nfor p = range seq {\nshow(p)\n}\n")
	add("select sets", "xs, i, ok := []int{7, 8, 9}, 0, false\nch := make(chan int, 3)\nch <- 2\nch <- 1\nch <- 0\nselect {\ncase i, ok = <-ch:\n}\nshow(i, ok)\noks := []bool{false, false, false}\nselect {\ncase i, oks[i] = <-ch:\n}\nshow(i, oks)\nvar p any\nselect {\ncase p = <-ch:\n}\nshow(p, xs)\nselect {\ncase xs[inc(0)], ok = <-ch:\ndefault:\nshow(\"none\")\n}\nclose(ch)\nselect {\ncase xs[inc(0)], ok = <-ch:\n}\nshow(xs, ok)\n")
	add("range of channels", "calls := 0\nchans := func() []chan int { calls++; return []chan int{make(chan int, 1), make(chan int, 1)} }\nL:\nfor i, c := range chans() {\nc <- i\nif <-c == 0 {\ncontinue L\n}\nshow(i)\n}\nshow(calls)\n")
	return list
}
