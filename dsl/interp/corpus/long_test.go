package corpus

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// TestLong runs every form of every program twice in one session, with its
// cells in random order in between: whatever a reader has run before, from
// the top a program says the same.
func TestLong(t *testing.T) {
	if os.Getenv("UNFOLD_LONG") == "" {
		t.Skip("runs with UNFOLD_LONG=1")
	}
	known := exceptions(t)
	for category, list := range categories(t) {
		t.Run(category, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, 2))
			runs, unequal := 0, 0
			for _, p := range list {
				for _, f := range p.forms() {
					if _, listed := known[p.String()+"/"+f.name]; listed {
						continue
					}
					s := newSession(t)
					for _, round := range []string{"first", "second"} {
						got, err := evaluate(s, f.cells, p.stdin)
						runs++
						if v, said := judge(p.want, got, err); v != equal {
							unequal++
							t.Errorf("%s/%s: the %s run is %s: says\n%s", p, f.name, round, v, difference(said, p.want))
						}
						for _, c := range random.Perm(len(f.cells)) {
							if strings.Contains(f.cells[c], "go ") {
								continue // what it starts would meet the next run's variables
							}
							_, _ = evaluate(s, f.cells[c:c+1], p.stdin) // out of order, a cell may say or refuse anything
						}
					}
				}
			}
			fmt.Printf("corpus, again and again: %-12s %4d runs %3d unequal\n", category, runs, unequal)
		})
	}
}
