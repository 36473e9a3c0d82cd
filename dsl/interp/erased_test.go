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
		{"import \"reflect\"\ntype Tagged struct { A int `k:\"v\"`; b []Tagged }\nty := reflect.TypeOf(Tagged{})\nfmt.Println(ty, ty.Name(), ty.Kind(), ty.NumField(), ty.Field(0).Tag.Get(\"k\"), ty.Field(1).Type, ty.Field(1).Type.Elem() == ty, reflect.TypeOf(&Tagged{}).Elem() == ty)", "main.Tagged Tagged struct 2 v []main.Tagged true true\n"},
		{"counts := map[reflect.Type]int{}\nfor _, x := range []any{Celsius(1), 1.0, Celsius(2), nil} { counts[reflect.TypeOf(x)]++ }\nfmt.Println(len(counts), counts[reflect.TypeOf(Celsius(0))], reflect.TypeFor[Celsius](), reflect.TypeFor[Celsius]().PkgPath())", "3 2 main.Celsius main\n"},
		{"func() { defer func() { fmt.Println(recover()) }(); reflect.New(ty) }()\nfmt.Println(reflect.New(reflect.TypeOf(1)).Elem())", "reflect.New does not know the type main.Tagged in this program\n0\n"},
	} {
		if got := say(s, "In[1]", c.code); got != c.want {
			t.Errorf("%s\nsays %q, want %q", c.code, got, c.want)
		}
	}
}

// Where types are made and where none are, JSON is read and written alike.
func TestJSONWithoutMintedTypes(t *testing.T) {
	if err := mint.Check(); err != nil {
		t.Skip(err)
	}
	const declared = `import ("encoding/json"; "errors"; "fmt")
type Level int
func (l Level) MarshalText() ([]byte, error) { return []byte(fmt.Sprint("L", int(l))), nil }
func (l *Level) UnmarshalText(b []byte) error { if len(b) != 2 { return errors.New("no level") }; *l = Level(b[1]-'0'); return nil }
type Odd struct{ n int }
func (o *Odd) UnmarshalJSON(b []byte) error { o.n = len(b); return nil }
type Node struct { Name string; Kids []*Node; By map[Level]*Node; up *Node }
type Deep struct { X, Y int; Both string; Far int }
type Other struct { Both string; Far int }
type Top struct {
	Deep
	*Other
	Y string
	L Level
	O Odd
	Os [2]Odd
	P *Level
	N int64 ` + "`json:\"n,string\"`" + `
	S Level ` + "`json:\"-\"`" + `
	Any any
	Node *Node ` + "`json:\"tree\"`" + `
	By map[int8]Odd
	hidden Level
}
func show(text string) {
	t := Top{S: 3, By: map[int8]Odd{1: {2}}, Os: [2]Odd{{5}, {6}}}
	err := json.Unmarshal([]byte(text), &t)
	fmt.Println(err)
	fmt.Println(t.X, t.Deep, t.Y, t.L, t.O, t.Os, t.P != nil, t.N, t.S, t.Any, t.By)
	if t.Other != nil { fmt.Println(*t.Other) }
	if t.P != nil { fmt.Println(*t.P) }
	if t.Node != nil { fmt.Println(t.Node.Name, len(t.Node.Kids), len(t.Node.By)) }
	b, err := json.Marshal(t.Node)
	fmt.Println(string(b), err)
}`
	made := newSession(t, Options{})
	bare := newSession(t, Options{Types: func() error { return &mint.Unable{Reason: "why", Remedy: "what helps"} }})
	if a, b := say(made, "In[1]", declared), say(bare, "In[1]", declared); a != b {
		t.Fatalf("says %q, and without types %q", a, b)
	}
	for _, text := range []string{
		`{}`, `null`, `[]`, `{`, `{"X": 1, "x": 2, "Y": "y", "both": "b", "Far": 4}`,
		`{"L": "L5", "O": {"a": [1]}, "Os": ["x"], "P": "L2", "n": "12", "S": "L9", "hidden": "L1"}`,
		`{"Os": [1, 22, 333], "P": null, "n": 12}`, `{"n": "x"}`, `{"n": null, "L": null, "O": null}`,
		`{"L": 5, "X": 7}`, `{"L": "nope", "X": 7}`, `{"X": "seven", "Y": "y"}`, `{"X": 1.5}`,
		`{"Any": {"a": [1, "b", null]}, "By": {"1": "abc", "-2": 4}}`, `{"By": {"a": 1}}`, `{"By": {"999": 1}}`,
		`{"tree": {"Name": "a", "Kids": [{"Name": "b"}, null, {"Kids": []}], "By": {"L1": {"Name": "c"}, "L2": null}}}`,
		`{"tree": {"Name": 5, "Kids": [{"Name": true}]}, "X": 8}`, `{"tree": {"By": {"x": null}}}`, `{"tree": [], "X": 8}`,
	} {
		cell := "show(`" + text + "`)"
		if a, b := say(made, "In[2]", cell), say(bare, "In[2]", cell); a != b {
			t.Errorf("of %s it says\n%s\nand without types\n%s", text, a, b)
		}
	}
}
