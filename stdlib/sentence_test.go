package stdlib_test

import (
	"fmt"
	"testing"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/metric"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/stdlib"
)

// BenchmarkSentence runs the sentence of the papers as the language does, with
// all standard measures and views.
func BenchmarkSentence(b *testing.B) {
	isomap, krr := made(&embedding.Isomap{}), made(&extension.KRR{})
	isomap.K, isomap.Dim, krr.Lambda = 7, 4, 1e-3
	for _, division := range []engine.Method{made(&protocol.Holdout{}), made(&protocol.CV{})} {
		pipe := engine.Pipe(made(&generator.Waveform{}), division, made(&prepare.Scale{}), made(&metric.Warp{}), isomap, krr, made(&predictor.SVM{}))
		for _, c := range []struct {
			name      string
			catalogue *engine.Catalogue
		}{{"bare", nil}, {"standard", stdlib.Catalogue()}} {
			b.Run(fmt.Sprintf("%T/%s", division, c.name), func(b *testing.B) {
				for b.Loop() {
					if _, err := evaluate.Run(b.Context(), pipe, evaluate.Environment{Catalogue: c.catalogue}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
