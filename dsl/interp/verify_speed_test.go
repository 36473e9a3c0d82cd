package interp

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"unfold/dsl/interp/core"
)

// BenchmarkLower makes core Go of the programs of a category of the corpus, and
// tells what part of that looking at the result takes.
func BenchmarkLower(b *testing.B) {
	archive, err := txtar.ParseFile("corpus/testdata/algorithms.txtar")
	if err != nil {
		b.Fatal(err)
	}
	var lowering, verifying time.Duration
	for b.Loop() {
		for _, f := range archive.Files {
			if !strings.HasSuffix(f.Name, ".go") {
				continue
			}
			b.StopTimer()
			s := newSession(b, Options{})
			p := s.workspace.Plan(f.Name, string(f.Data))
			b.StartTimer()
			begin := time.Now()
			made, err := s.compiler.lower(p)
			lowered := time.Now()
			if err != nil {
				b.Fatal(f.Name, err)
			}
			if err := core.Verify(made.File); err != nil {
				b.Fatal(f.Name, err)
			}
			lowering += lowered.Sub(begin)
			verifying += time.Since(lowered)
		}
	}
	b.ReportMetric(100*verifying.Seconds()/lowering.Seconds(), "%verify")
}
