package interp

import (
	"context"
	"fmt"
	"runtime"
	"testing"
)

var cellKinds = []struct{ name, text string }{
	{"empty", ""}, {"sum", "1 + 2"}, {"define", "x := %d"}, {"import", "import \"strings\""},
}

func BenchmarkCell(b *testing.B) {
	for _, k := range cellKinds {
		b.Run(k.name, func(b *testing.B) {
			s := newSession(b, Options{})
			for i := 0; b.Loop(); i++ {
				runCell(b, s, k.text, i)
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		newSession(b, Options{})
	}
}

func runCell(t testing.TB, s *Session, text string, i int) {
	if _, _, err := s.Run(context.Background(), fmt.Sprintf("In[%d]", i), fmt.Sprintf(text+"//%[1]d", i), nil); err != nil {
		t.Fatal(err)
	}
}

// What a session holds grows little with its cells: their names, and what is
// needed to tell places in them.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs thousands of cells")
	}
	s := newSession(t, Options{})
	held := func() int {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	for _, c := range []struct {
		text string
		most int // bytes a cell
	}{
		{"v%d := 1", 8 << 10}, {"x := %d", 4 << 10}, {"x + %d", 4 << 10}, {"func f(n int) int { return n + %d }", 8 << 10},
	} {
		const cells = 500
		before := held()
		for i := range cells {
			runCell(t, s, c.text, i)
		}
		if each := (held() - before) / cells; each > c.most {
			t.Errorf("%s leaves %d bytes, want at most %d", c.text, each, c.most)
		}
	}
}
