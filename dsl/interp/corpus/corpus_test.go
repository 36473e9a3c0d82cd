package corpus

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"unfold/dsl/interp/mint"
)

// A verdict is how a run in cells compares with go run.
type verdict int

const (
	equal   verdict = iota
	refused         // before anything ran, with a reason
	failed          // otherwise than go run, with an error
	silent          // otherwise than go run, with no word about it
	verdicts
)

func (v verdict) String() string { return [...]string{"equal", "refused", "failed", "silent"}[v] }

// judge compares. What is not equal but ends in an error that go run does not
// know has told the reader so.
func judge(want string, got outcome, err error) (verdict, string) {
	switch {
	case err != nil:
		return refused, got.String() + err.Error() + "\n"
	case got.String() == want:
		return equal, ""
	case got.end != "" && !strings.HasSuffix(want, got.end+"\n"):
		return failed, got.String()
	}
	return silent, got.String()
}

// A tally counts verdicts.
type tally struct {
	programs int
	runs     [verdicts]int
}

func (c tally) total() (n int) {
	for _, k := range c.runs {
		n += k
	}
	return n
}

func (c tally) String() string {
	return fmt.Sprintf("%4d programs %4d runs %4d equal %3d refused %3d failed %3d silent",
		c.programs, c.total(), c.runs[equal], c.runs[refused], c.runs[failed], c.runs[silent])
}

func (c *tally) add(d tally) {
	c.programs += d.programs
	for v, n := range d.runs {
		c.runs[v] += n
	}
}

// TestCorpus runs every program in every form and compares with go run. Where no
// types are made at run time, those of bare.txt may be refused or fail.
func TestCorpus(t *testing.T) {
	all, known := categories(t), exceptions(t)
	if mint.Check() != nil {
		for name := range needTypes(t) {
			known[name] = "needs types made at run time"
		}
	}
	counts := make(map[string]*tally)
	t.Run("programs", func(t *testing.T) {
		for category, list := range all {
			c := &tally{}
			counts[category] = c
			t.Run(category, func(t *testing.T) {
				t.Parallel()
				for i, p := range list {
					if testing.Short() && i%8 > 0 {
						continue // the quick tests run every eighth
					}
					c.programs++
					for _, f := range p.forms() {
						c.runs[compare(t, p, f, known)]++
					}
				}
			})
		}
	})
	var sum tally
	for _, category := range slices.Sorted(maps.Keys(counts)) {
		fmt.Printf("corpus: %-12s %s\n", category, counts[category])
		sum.add(*counts[category])
	}
	fmt.Printf("corpus: %-12s %s\n", "all", sum)
	if n := sum.total(); 100*sum.runs[equal] < 95*n || mint.Check() == nil && 100*sum.runs[equal] < 98*n {
		t.Errorf("%d of %d runs are equal, fewer than 98 in a hundred, or 95 without types made at run time", sum.runs[equal], n)
	}
}

// compare runs one form of a program.
func compare(t *testing.T, p *program, f form, known map[string]string) verdict {
	t.Helper()
	v := failed
	t.Run(p.name+"/"+f.name, func(t *testing.T) {
		if !p.known {
			t.Fatal("nothing is known of what go run says; run the tests with -update")
		}
		got, err := evaluate(newSession(t), f.cells, p.stdin)
		said := ""
		v, said = judge(p.want, got, err)
		reason, listed := known[p.String()+"/"+f.name]
		if _, needs := known[p.String()]; needs && v != silent {
			return
		}
		switch {
		case v == equal && listed:
			t.Errorf("runs as it should, though known.txt lists it: %s", reason)
		case v == silent, v != equal && !listed:
			t.Errorf("%s: says\n%s", v, difference(said, p.want))
		}
	})
	return v
}

// difference shows two texts from the first line in which they differ.
func difference(got, want string) string {
	const shown = 6 // lines
	g, w := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	same := 0
	for same < min(len(g), len(w)) && g[same] == w[same] {
		same++
	}
	part := func(lines []string) string {
		lines = lines[same:]
		return strings.Join(lines[:min(shown, len(lines))], "")
	}
	return fmt.Sprintf("%swhere go run says\n%s(after %d lines that are the same)", part(g), part(w), same)
}

// exceptions reads known.txt: a run a line, a colon, the reason.
func exceptions(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/known.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, reason, ok := strings.Cut(line, ": ")
		if !ok {
			t.Fatalf("known.txt: no reason in %q", line)
		}
		known[name] = reason
	}
	return known
}
