package dsl_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"unfold/dsl/cell"
)

// Pipelines come back as sentences, functions with pipelines in them as they
// were written, and findings in them quote their own cell.
func TestRestoreSession(t *testing.T) {
	s, out := newSession(t), &memory{}
	for i, code := range []string{
		"import \"gonum.org/v1/gonum/mat\"\nm := mat.NewDense(2, 2, []float64{1, 2, 3, 4})",
		"p := load(\"waveform\") | scale | isomap(k=12, dim=2)\nn := 3\nrecipe := warp(0.5) | isomap(k=9)",
		"// with a comment\nfunc build(k int) *unfold.Pipeline {\n\treturn load(\"waveform\") | isomap(k=k)\n}",
		"import \"unfold\"\nfunc build(k int) *unfold.Pipeline {\n\treturn load(\"waveform\") | isomap(k=k)\n}\nq := build(9)",
	} {
		if _, err := s.Eval(context.Background(), code, out); err != nil && i != 2 {
			t.Fatal(err)
		}
	}
	memories := s.Changes(time.Minute)
	for _, m := range memories {
		if strings.Contains(m.Text, "uf__") {
			t.Errorf("%s is written in lowered Go: %s", m.Name, m.Text)
		}
	}
	next := newSession(t)
	if lost := next.Restore(context.Background(), memories); len(lost) > 0 {
		t.Errorf("lost %v", lost)
	}
	later := cell.WithCount(context.Background(), 20)
	for _, e := range []string{"p.String()", "recipe.String()", "n", "build(4).String()", "q.String()", "mat.Sum(m)"} {
		want, err := s.Eval(context.Background(), e, out)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := next.Eval(later, e, out); err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s is %v, %v; was %v", e, got, err, want)
		}
	}
	_, err := next.Eval(later, "build(-1)", out)
	if err == nil || !strings.Contains(strings.Join(err.(interface{ Traceback(bool) []string }).Traceback(false), "\n"), "return load(\"waveform\") | isomap(k=k)") {
		t.Errorf("a fault in a restored function says %v", err)
	}
	if again := next.Changes(time.Minute); len(again) != len(memories) {
		t.Errorf("the restored session remembers %d, was %d", len(again), len(memories))
	}
}
