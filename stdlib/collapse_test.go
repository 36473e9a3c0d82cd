package stdlib_test

import (
	"slices"
	"strings"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/stage/form"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/stochastic"
)

// TestExaggerationDrawsNoMapToAPoint: exaggerated attraction of few rows may have its
// minimum where all images meet, from which no descent comes back. It is left out then,
// and a note says so.
func TestExaggerationDrawsNoMapToAPoint(t *testing.T) {
	rows, lvq, pieces, tsne := made(&generator.Waveform{}), made(&predictor.LiRaM{}), made(&form.Pieces{}), made(&stochastic.TSNE{})
	rows.N, lvq.Rank, pieces.By, tsne.Perplexity, tsne.Map = 140, 2, lvq, 15, pieces
	r, err := evaluate.Run(t.Context(), engine.Pipe(rows, made(&prepare.Scale{}), tsne), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	if spectrum := r.Runs[0].Embedding.Spectrum; spectrum[0] < 0.01 {
		t.Errorf("all images lie on one point: their variances are %v", spectrum)
	}
	if !slices.ContainsFunc(r.Notes, func(n engine.Note) bool { return strings.Contains(n.Text, "went down without") }) {
		t.Errorf("nothing is said of it: %v", r.Notes)
	}
}
