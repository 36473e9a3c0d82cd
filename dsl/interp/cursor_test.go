package interp

import (
	"slices"
	"strings"
	"testing"

	"unfold/dsl/interp/workspace"
)

const typed = `import "strings"
type inner struct{ Deep string; hidden int }
type P struct {
	X int
	*inner
	All []P
}
func (p *P) Move(dx int) *P { return p }
func (p P) Still() P { return p }
func make2() P { return P{} }
q := P{X: 1}
`

// A cell that is being typed is understood as far as it goes, before any of it
// has run.
func TestLook(t *testing.T) {
	s := newSession(t, toy())
	say(s, "In[1]", "import \"bytes\"\nvar b bytes.Buffer\nold := map[string][]int{}\ntype Old struct { A int }\nfunc (o Old) Was() {}")
	for src, want := range map[string]string{ // what must be seen, and not: -name
		"q.‸":                        "X Deep Move Still hidden All -Y",
		"q.All[0].‸":                 "Move X",
		"q.Move(1).All[0].Still().‸": "Still X -Move",
		"make2().‸":                  "X Still -Move",
		"make2().Move(‸":             "q",
		"b.‸":                        "WriteString Len",
		"strings.‸":                  "HasPrefix Builder",
		"P{‸}":                       "fields:X fields:inner fields:All",
		"P{X: 1, ‸}":                 "fields:All -fields:X",
		"[]P{{‸}}":                   "fields:X",
		"P{1, ‸}":                    "-fields:X q",
		"x := 5\nfor i, r := range \"abc\" {\n\tfmt := 1\n\t‸\n}": "x i r fmt old b q",
		"if ok := true; ok {\n\t‸\n}\n":                           "ok",
		"if ok := true; ok {\n}\n‸":                               "-ok q",
		"func g(arg []string) {\n\tlocal := arg[0]\n\t‸\n}":       "arg local q old strings",
		"func g() {\n\tq.‸\n}":                                    "Move Deep",
		"func h[T interface{ Foo() }](t T) {\n\tt.‸\n}":           "Foo",
		"p.‸\nq2 := undefined + 3":                                "",
		"old[\"a\"][‸]":                                           "q",
		"y := later(‸)\nfunc later(a int) int { return a }":       "later",
		"(*new(P)).‸":                                             "Move X",
		"P.‸":                                                     "Still",
		"switch v := any(q).(type) {\ncase P:\n\tv.‸\n}":          "Still X",
		"func (o *Old) New() {\n\to.‸\n}":                         "A Was New",
		"switch 3 {\ncase q.‸\n}":                                 "X",
		"errors.‸":                                                "New", // not imported
		"f := func(a P) { a.‸ }":                                  "Move",
	} {
		around := s.AtCursor(typed+strings.Replace(src, "‸", workspace.Cursor, 1), workspace.Cursor)
		var seen []string
		for _, n := range slices.Concat(around.Names, around.Members) {
			seen = append(seen, n.Name)
		}
		for _, n := range around.Fields {
			seen = append(seen, "fields:"+n.Name)
		}
		for _, w := range strings.Fields(want) {
			name, not := strings.CutPrefix(w, "-")
			if slices.Contains(seen, name) == not {
				t.Errorf("%s: %v, want %s", src, seen, w)
			}
		}
	}
}

func TestLookAtOneWord(t *testing.T) {
	s := newSession(t, toy())
	for src, want := range map[string]string{
		"q.Move(‸)":             "callee method Move func(dx int) *P",
		"strings.Repeat(‸":      "callee function Repeat func(string, int) string",
		"‸ := 5":                "defined variable word int",
		"func ‸(a int) error {": "defined function word func(a int) error",
	} {
		around := s.AtCursor(typed+strings.Replace(src, "‸", workspace.Cursor, 1), "word")
		got := ""
		switch n := around.Callee; {
		case around.Defined != nil:
			got = "defined " + around.Defined.Kind + " " + around.Defined.Name + " " + around.Defined.Type
		case n != nil:
			got = "callee " + n.Kind + " " + n.Name + " " + n.Type
		}
		if got != want {
			t.Errorf("%s: %q, want %q", src, got, want)
		}
	}
	around := s.AtCursor("import \"bufio\"\nvar rw bufio.ReadWriter\nrw."+workspace.Cursor, "ReadString")
	if len(around.Members) != 1 || !slices.Contains(around.Members[0].Symbols, workspace.Symbol{Path: "bufio", Name: "Reader.ReadString"}) {
		t.Errorf("rw.ReadString is %+v", around.Members)
	}
}

// One can look about while a cell runs.
func TestLookWhileACellRuns(t *testing.T) {
	s := newSession(t, toy())
	say(s, "In[1]", "import \"time\"\nx := 1")
	done := make(chan struct{})
	go func() {
		defer close(done)
		say(s, "In[2]", "time.Sleep(300 * time.Millisecond)")
	}()
	for range 20 {
		if n := s.AtCursor("x"+"\n"+workspace.Cursor, "x").Names; len(n) != 1 {
			t.Fatalf("x is %v", n)
		}
	}
	select {
	case <-done:
		t.Error("nobody answered before the cell was over")
	default:
	}
	<-done
}
