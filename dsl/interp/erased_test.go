package interp

import (
	"testing"

	"unfold/dsl/interp/mint"
)

// Cells declare types also where none can be made at run time.
func TestCellsWithoutMintedTypes(t *testing.T) {
	s := newSession(t, Options{Types: func() error { return &mint.Unable{Reason: "why", Remedy: "what helps"} }})
	for _, c := range []struct{ code, want string }{
		{"import \"fmt\"\ntype Celsius float64\nfunc (c Celsius) String() string { return fmt.Sprintf(\"%.1f°\", float64(c)) }\nvar c Celsius = 21\nfmt.Println(c, c+1, []Celsius{1, 2}); fmt.Printf(\"%v %T %d\\n\", c, c, int(c))", "21.0° 22.0° [1.0° 2.0°]\n21.0° main.Celsius 21\n"},
		{"type P struct{ X, y int }\np := P{1, 2}\np.y++\nfmt.Println(p); fmt.Printf(\"%+v %#v %T\\n\", p, p, p); fmt.Printf(\"%v\\n\", &p)", "{1 3}\n{X:1 y:3} main.P{X:1, y:3} main.P\n&{1 3}\n"},
		{"func (p *P) Grow(n int) { p.X += n }\nfunc (p P) Sum() int { return p.X + p.y }\np.Grow(5); f := p.Sum; fmt.Println(p.Sum(), f(), P.Sum(p))", "9 9 9\n"},
		{"type Shape interface{ Area() float64 }\ntype Sq struct{ s float64 }\nfunc (q Sq) Area() float64 { return q.s * q.s }\ntype Ci float64\nfunc (c *Ci) Area() float64 { return float64(*c) * 3 }\nci := Ci(2)\nfor _, s := range []Shape{Sq{2}, &ci} { switch v := s.(type) { case Sq: fmt.Println(\"sq\", v.s, s.Area()); case *Ci: fmt.Println(\"ci\", *v, s.Area()) } }", "sq 2 4\nci 2 6\n"},
		{"type Node struct { v int; next *Node }\nvar l *Node\nfor i := range 3 { l = &Node{i, l} }\nfor n := l; n != nil; n = n.next { n.v *= 2; fmt.Print(n.v, \" \") }\nfmt.Println(l.next.next.next == nil)", "4 2 0 true\n"},
		{"import \"errors\"\ntype MyErr struct{ code int }\nfunc (e *MyErr) Error() string { return fmt.Sprint(\"code \", e.code) }\nfunc fails() error { return &MyErr{7} }\nerr := fmt.Errorf(\"wrapped: %w\", fails())\nvar me *MyErr\nok := errors.As(err, &me)\nfmt.Println(err, ok, me.code)", "wrapped: code 7 true 7\n"},
		{"type Pair[K comparable, V any] struct { Key K; Val V }\nfunc (p Pair[K, V]) String() string { return fmt.Sprint(p.Key, \"=\", p.Val) }\nfunc Map[T, U any](l []T, f func(T) U) (m []U) { for _, x := range l { m = append(m, f(x)) }; return }\nfmt.Println(Map([]int{1, 2}, func(n int) Pair[string, int] { return Pair[string, int]{fmt.Sprint(n), n} }))", "[1=1 2=2]\n"},
		{"import \"sort\"\ntype byLen []string\nfunc (b byLen) Len() int { return len(b) }\nfunc (b byLen) Less(i, j int) bool { return len(b[i]) < len(b[j]) }\nfunc (b byLen) Swap(i, j int) { b[i], b[j] = b[j], b[i] }\nw := byLen{\"ccc\", \"a\", \"bb\"}\nsort.Sort(w); fmt.Println(w)", "[a bb ccc]\n"},
		{"import \"encoding/json\"\ntype J struct { A int `json:\"a\"`; b int; L []Celsius }\nb, _ := json.Marshal(J{1, 2, []Celsius{3}})\nvar j J\nfmt.Println(string(b), json.Unmarshal([]byte(`{\"a\":5,\"b\":6}`), &j), j.A, j.b)", "{\"a\":1,\"L\":[3]} <nil> 5 0\n"},
		{"var x any = Celsius(1)\n_, isFloat := x.(float64)\nm := map[any]int{Celsius(1): 1, 1.0: 2, P{1, 2}: 3}\nfmt.Println(isFloat, x == Celsius(1), x == any(1.0), len(m), m[Celsius(1)], m[P{1, 2}])", "false true false 3 1 3\n"},
		{"import \"slices\"\npeople := []struct{ name string; age int }{{\"b\", 2}, {\"a\", 1}}\nslices.SortFunc(people, func(a, b struct{ name string; age int }) int { return a.age - b.age })\nfmt.Println(people)", "[{a 1} {b 2}]\n"},
		{"type Animal interface { Sound() string }\ntype Base struct { name string }\nfunc (b *Base) Name() string { return b.name }\ntype Dog struct { *Base; n int }\nfunc (d Dog) Sound() string { return d.Name() + \" woof\" }\nvar a Animal = Dog{&Base{\"rex\"}, 1}\nfmt.Println(a.Sound(), a.(Dog).name)\nif n, ok := a.(interface{ Name() string }); ok { fmt.Println(n.Name()) }", "rex woof rex\nrex\n"},
	} {
		if got := say(s, "In[1]", c.code); got != c.want {
			t.Errorf("%s\nsays %q, want %q", c.code, got, c.want)
		}
	}
}
