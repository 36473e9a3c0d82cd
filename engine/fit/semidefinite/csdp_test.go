package semidefinite

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"
)

var update = flag.Bool("update", false, "write what CSDP says to testdata/csdp.json")

// programmes are ten problems of 20 to 60 rows, for an interior point method to solve
// as well.
func programmes(t *testing.T) map[string]Problem {
	t.Helper()
	all := map[string]Problem{}
	for k, n := range []int{20, 25, 30, 36, 42, 50, 60} {
		g := cloud(n, 2+k%3, k)
		all[fmt.Sprintf("cloud of %d", n)] = Problem{Keep: g, Stretch: Everywhere{}, Nu: []float64{0.3, 0.1, 0.05}[k%3], Dim: 2}
	}
	folded, _ := sheet(7, 4, math.Pi/3)
	all["folded sheet"] = Problem{Keep: folded, Stretch: others(t, folded), Nu: 0.1, Dim: 2}
	all["folded sheet, at most"] = Problem{Keep: folded, Stretch: Everywhere{}, Nu: 0.1, Dim: 2, AtMost: true}
	all["ring of 24"] = Problem{Keep: ring(24), Stretch: Everywhere{}, Nu: 0.05, Dim: 2}
	return all
}

// TestCSDP: the interior point method of CSDP 6.2 (Borchers 1999,
// doi:10.1080/10556789908805765) comes to the same objective. Its numbers are kept in
// testdata; where it is installed they are found again.
func TestCSDP(t *testing.T) {
	const file = "testdata/csdp.json"
	program, err := exec.LookPath("csdp")
	if err != nil && *update {
		t.Fatal("csdp is not installed")
	}
	kept := map[string]float64{}
	if text, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(text, &kept); err != nil {
			t.Fatal(err)
		}
	}
	for name, p := range programmes(t) {
		if testing.Short() && name != "cloud of 30" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			s := solve(t, p, 1e-5)
			if program != "" && !testing.Short() {
				kept[name] = csdp(t, program, p, s.Reference)
			}
			if want, is := kept[name]; !is || math.Abs(s.Objective/want-1) > 1e-6 {
				t.Errorf("F is %.10g, CSDP comes to %.10g", s.Objective, want)
			}
			if program == "" {
				t.Skip("csdp is not installed (Debian: coinor-csdp); compared with what it said before")
			}
		})
	}
	if *update {
		text, err := json.MarshalIndent(kept, "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// csdp returns what the program brings F down to.
func csdp(t *testing.T, program string, p Problem, reference float64) float64 {
	t.Helper()
	in, out := filepath.Join(t.TempDir(), "problem.dat-s"), filepath.Join(t.TempDir(), "solution")
	if err := os.WriteFile(in, epigraph(t, p, reference), 0o600); err != nil {
		t.Fatal(err)
	}
	said, err := exec.CommandContext(t.Context(), program, in, out).CombinedOutput()
	found := regexp.MustCompile(`Primal objective value: (\S+)`).FindSubmatch(said)
	if found == nil {
		t.Fatalf("csdp failed (%v): %s", err, said)
	}
	value, err := strconv.ParseFloat(string(found[1]), 64)
	if err != nil {
		t.Fatal(err)
	}
	return -value
}

// epigraph writes the problem as a linear semidefinite programme in the format of
// SDPA: G is one block; each kept pair has a block of two rows with 1 and ρ in the
// first and ρ and u in the second, so that u ≥ ρ², and u is what costs. At most: ρ
// less a number that is not below zero. What translates the points is fixed, since
// solvers want an inner point.
func epigraph(t *testing.T, p Problem, reference float64) []byte {
	t.Helper()
	n, l, pairs := p.Keep.Len(), written(t, p), pairsOf(p)
	m := len(pairs)
	var b bytes.Buffer
	fmt.Fprintf(&b, "%d\n%d\n%d", 2*m+1, 2*m+1, n)
	for range m {
		b.WriteString(" 2")
	}
	for range m {
		b.WriteString(" 1") // how much shorter a pair is
	}
	b.WriteString("\n")
	for range pairs {
		b.WriteString("1 -1 ")
	}
	b.WriteString("1\n")
	put := func(matrix, block, i, j int, v float64) {
		if v != 0 {
			fmt.Fprintf(&b, "%d %d %d %d %.17g\n", matrix, block, i+1, j+1, v)
		}
	}
	for i := range n {
		for j := i; j < n; j++ {
			put(0, 1, i, j, p.Nu/reference*l.At(i, j))
		}
	}
	for e := range pairs {
		put(0, e+2, 1, 1, -1/float64(m))
	}
	for e, k := range pairs {
		put(2*e+1, e+2, 0, 0, 1)
		put(2*e+2, 1, k.i, k.i, -k.q)
		put(2*e+2, 1, k.i, k.j, k.q)
		put(2*e+2, 1, k.j, k.j, -k.q)
		put(2*e+2, e+2, 0, 1, 0.5)
		shorter := 0.0
		if p.AtMost {
			shorter = -1
		}
		put(2*e+2, m+e+2, 0, 0, shorter)
		put(0, m+e+2, 0, 0, -1e-12) // bounded, where nothing else says so
	}
	for i := range n {
		for j := i; j < n; j++ {
			put(2*m+1, 1, i, j, 1)
		}
	}
	return b.Bytes()
}

// A pair of rows with 1/τ².
type pair struct {
	i, j int
	q    float64
}

// pairsOf lists the kept pairs, each once.
func pairsOf(p Problem) (pairs []pair) {
	for i := range p.Keep.Len() {
		ends, lengths := p.Keep.Of(i)
		for e, j := range ends {
			if i < int(j) {
				pairs = append(pairs, pair{i, int(j), 1 / (lengths[e] * lengths[e])})
			}
		}
	}
	return pairs
}

// written is L, written out.
func written(t *testing.T, p Problem) *mat.Dense {
	t.Helper()
	n := p.Keep.Len()
	identity, l := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil)
	for i := range n {
		identity.Set(i, i, 1)
	}
	if err := p.Stretch.Multiply(context.Background(), l, identity); err != nil {
		t.Fatal(err)
	}
	return l
}
