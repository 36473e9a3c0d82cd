package corpus

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"unfold/dsl/interp/mint"
)

var updateBare = flag.Bool("update-bare", false, "list the programs that need types of their own in testdata/bare.txt")

// bare is the file of the programs that a session refuses in which cells
// cannot have types of their own, each with what it says.
const bare = "testdata/bare.txt"

// TestBare runs every program, in its last form, where no types can be made,
// as in a program built with another release of Go. Those that cannot do
// without are refused, or fail, with a word about it; all others do as they
// ever do.
func TestBare(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs all programs a second time")
	}
	known := exceptions(t)
	var mu sync.Mutex
	var others []string
	var sum tally
	t.Run("programs", func(t *testing.T) {
		for category, list := range categories(t) {
			t.Run(category, func(t *testing.T) {
				t.Parallel()
				for _, p := range list {
					forms := p.forms()
					v, said := runBare(t, p, forms[len(forms)-1], known)
					mu.Lock()
					sum.programs++
					if sum.runs[v]++; v != equal {
						others = append(others, fmt.Sprintf("%s: %s: %s\n", p, v, said))
					}
					mu.Unlock()
				}
			})
		}
	})
	slices.Sort(others)
	fmt.Printf("corpus: without types made at run time: %s\n", sum)
	text := "# Runs that are not equal where no types can be made at run time: category/name: verdict: what is said\n" + strings.Join(others, "")
	if *updateBare {
		if err := os.WriteFile(bare, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(bare); err != nil || string(want) != text {
		t.Errorf("%s does not list what is refused (%v); read the difference after -update-bare", bare, err)
	}
}

// unable is why cells of bare sessions cannot have types.
var unable = &mint.Unable{Reason: "this program was built with go2.0", Remedy: "build it anew"}

// runBare runs one form of a program, and returns the first line of what it
// says about what it does not do.
func runBare(t *testing.T, p *program, f form, known map[string]string) (verdict, string) {
	t.Helper()
	s := sessionWith(t, func() error { return unable })
	got, err := evaluate(s, f.cells, p.stdin)
	v, said := judge(p.want, got, err)
	_, listed := known[p.String()+"/"+f.name]
	switch {
	case v == equal || listed:
		return equal, ""
	case v == silent:
		t.Errorf("%s/%s: %s: says\n%s", p, f.name, v, difference(said, p.want))
	case v == refused && !declares.MatchString(strings.Join(f.cells, "\n")):
		t.Errorf("%s/%s has no types of its own, and is refused:\n%s", p, f.name, said)
	}
	if err == nil {
		return v, got.end
	}
	summary, _, _ := strings.Cut(err.Error(), "\n")
	return v, summary
}

// declares finds what needs types of a cell's own: declarations, types without
// a name that package reflect cannot make, and instances of generic types.
var declares = regexp.MustCompile(`(?m)^\s*(package main; )?type\b|\bstruct *\{|\binterface *\{|\biter\.|\bunique\.|\b(maps|slices)\.(All|Backward|Chunk|Collect|Keys|Sorted|Sorted\w*|Values)\b|\bstrings\.(Lines|\w*Seq)\b`)

// needTypes are the programs of bare.txt.
func needTypes(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(bare)
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		if name, _, ok := strings.Cut(line, ": "); ok && !strings.HasPrefix(line, "#") {
			list[name] = true
		}
	}
	return list
}
