package interp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"unfold/dsl/cell"
	"unfold/dsl/interp/journal"
)

// restored gives what a session remembers to a new one.
func restored(t *testing.T, s *Session, memories []cell.Memory) (*Session, []cell.Memory) {
	t.Helper()
	next := newSession(t, Options{})
	lost := journal.Restore(context.Background(), memories, func(name, text string) error {
		_, _, err := next.Run(context.Background(), name, text, nil)
		return err
	})
	return next, lost
}

func TestRestore(t *testing.T) {
	s := newSession(t, Options{})
	for i, src := range []string{
		"import (\"fmt\"; \"math\"; \"time\"; str \"strings\")",
		"type ( A struct { B *B; N int }; B struct { A *A } )\nconst ( Low = iota; High; Third = 1.0 / 3 )\nconst Wide int64 = 1 << 40",
		"type Kind int\nconst First Kind = 7\nfunc (k Kind) String() string { return fmt.Sprint(\"kind \", int(k)) }\nk := First",
		"type Stack[T any] struct { items []T }\nfunc (s *Stack[T]) Push(x T) { s.items = append(s.items, x) }\nfunc (s *Stack[T]) Len() int { return len(s.items) }\nfunc Map[T, U any](xs []T, f func(T) U) (ys []U) { for _, x := range xs { ys = append(ys, f(x)) }; return }",
		"func even(n int) bool { return n == 0 || odd(n-1) }\nfunc odd(n int) bool { return n != 0 && even(n-1) }",
		"a, b := 1, \"two \\\"x\\\"\"\nf := 2.5\nnan, inf, minus := math.NaN(), math.Inf(-1), math.Copysign(0, -1)\nc := 3 + 4i",
		"xs := []float64{1, 2.5}\nm := map[string][]int{\"x\": {1}, \"y\": nil}\nvar nothing []int\narr := [2]bool{true}\nd := 3 * time.Second\nat := time.Date(2020, 1, 2, 3, 4, 5, 6, time.UTC)",
		"v := struct { X, y int }{1, 2}\nvar any1 any = []any{1, \"a\", 2.5, nil}\nst := Stack[int]{}\nst.Push(4)\nzero := A{N: 3}",
		"ch := make(chan int)\nfn := func() int { return 3 }\np := &a\nvar err error",
		"for i := range 3 { xs = append(xs, float64(i)) }",
		"func shout(s string) string { return str.ToUpper(s) + fmt.Sprint(a) }",
		"time2 := time.Duration(5)\nfunc fails() int { var m map[string]int; m[\"a\"] = 1; return 1 }",
	} {
		if got := say(s, fmt.Sprintf("In[%d]", i+1), src); got != "" {
			t.Fatalf("%s\nsays %s", src, got)
		}
	}
	next, lost := restored(t, s, s.Changes(nil, time.Minute))
	for _, e := range []string{
		"Low + High", "Third", "Wide", "k", "even(10)", "a", "b", "f", "nan", "inf", "1/minus", "c", "xs", "m", "m[\"y\"] == nil", "nothing == nil", "arr",
		"d", "at", "v.y + v.X", "any1", "st.Len()", "zero.N", "shout(b)", "Map(xs, func(x float64) int { return int(x) })", "First", "err == nil", "time2", "fails()",
	} {
		want, got := say(s, "In[20]", e), say(next, "In[20]", e)
		if got != want {
			t.Errorf("%s says %q, before %q", e, got, want)
		}
	}
	reasons := map[string]string{}
	for _, m := range lost {
		reasons[m.Name] = m.Gone
	}
	for name, want := range map[string]string{"ch": "a channel", "fn": "a function value", "p": "a pointer"} {
		if !strings.HasPrefix(reasons[name], want) {
			t.Errorf("%s is lost for %q, want %q", name, reasons[name], want)
		}
		delete(reasons, name)
	}
	if len(reasons) > 0 {
		t.Errorf("also lost: %v", reasons)
	}
}

// What has not changed is not told again; what is gone is.
func TestChanges(t *testing.T) {
	s := newSession(t, Options{})
	say(s, "In[1]", "x, y := 1, []int{1, 2}\nfunc set() { y[0]++ }")
	if n := len(s.Changes(nil, time.Minute)); n != 3 {
		t.Errorf("%d changes, want 3", n)
	}
	if list := s.Changes(nil, time.Minute); len(list) != 0 {
		t.Errorf("nothing has changed but %v", list)
	}
	say(s, "In[2]", "set()")
	if list := s.Changes(nil, time.Minute); len(list) != 1 || list[0].Text != "var y []int = []int{2, 2}" {
		t.Errorf("y has changed: %v", list)
	}
	s.Forget("x")
	if list := s.Changes(nil, time.Minute); len(list) != 1 || list[0] != (cell.Memory{Name: "x"}) {
		t.Errorf("x is gone: %v", list)
	}
	say(s, "In[3]", "big := make([]float64, 100_000)")
	if list := s.Changes(nil, time.Minute); len(list) != 1 || !strings.Contains(list[0].Gone, "100000") {
		t.Errorf("big is too big: %v", list)
	}
}

// A journal of changes, told cell by cell, gives what the session had.
func TestJournal(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 1))
		s := newSession(t, Options{})
		journal := map[string]cell.Memory{}
		var order []string
		for i := range 25 {
			say(s, fmt.Sprintf("In[%d]", i+1), randomCell(rng))
			for _, m := range s.Changes(nil, time.Minute) {
				order = append(deleted(order, m.Name), m.Name)
				journal[m.Name] = m
			}
		}
		time.Sleep(time.Millisecond)
		var memories []cell.Memory
		for _, name := range order {
			memories = append(memories, journal[name])
		}
		next, lost := restored(t, s, memories)
		if len(lost) > 0 {
			t.Errorf("seed %d: lost %v", seed, lost)
		}
		for _, name := range s.Names() {
			if name.Kind != "variable" {
				continue
			}
			if want, got := say(s, "In[99]", name.Name), say(next, "In[99]", name.Name); got != want {
				t.Errorf("seed %d: %s is %q, was %q", seed, name.Name, got, want)
			}
		}
		for _, call := range []string{"f0(3)", "f1(2)", "T0{1, \"a\"}.Area()"} {
			if want, got := say(s, "In[99]", call), say(next, "In[99]", call); got != want {
				t.Errorf("seed %d: %s is %q, was %q", seed, call, got, want)
			}
		}
	}
}

func deleted(list []string, name string) (left []string) {
	for _, n := range list {
		if n != name {
			left = append(left, n)
		}
	}
	return left
}

// randomCell declares, redefines or changes something.
func randomCell(rng *rand.Rand) string {
	i, n := rng.IntN(3), rng.IntN(100)
	return []string{
		"import \"strings\"",
		fmt.Sprintf("v%d := %d", i, n),
		fmt.Sprintf("v%d := %q", i, fmt.Sprint("word ", n)),
		fmt.Sprintf("s%d := []int{%d, %d}", i, n, n+1),
		fmt.Sprintf("m%d := map[string]float64{\"a\": %d, \"b\": %d.5}", i, n, n),
		fmt.Sprintf("s%d = append(s%d, %d)", i, i, n),
		fmt.Sprintf("m%d[\"k%d\"] = %d", i, n%5, n),
		fmt.Sprintf("func f%d(n int) int { return n * %d }", i, n),
		fmt.Sprintf("func f%d(n int) int { s0 = append(s0, n); return len(s0) + %d }", i, n),
		fmt.Sprintf("f%d(%d)", i, n),
		fmt.Sprintf("type T0 struct { N int; S string }\nfunc (t T0) Area() int { return t.N * %d }", n),
		fmt.Sprintf("t%d := T0{%d, \"x\"}", i, n),
		fmt.Sprintf("t%d.N += %d", i, n),
		fmt.Sprintf("const c%d = %d\nw%d := c%d * 2", i, n, i, i),
		fmt.Sprintf("strings := %d", n),
	}[rng.IntN(15)]
}
