package simd_test

import (
	"context"
	"encoding/binary"
	"hash"
	"hash/fnv"
	"io"
	"math"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/evaluate"
	"unfold/engine/internal/simd"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/generator"
	"unfold/engine/stage/metric"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
	"unfold/engine/stage/view"
)

// A digest hashes the bits of what methods have computed.
type digest struct{ hash.Hash64 }

func (d digest) numbers(values []float64) {
	for _, v := range values {
		d.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
	}
}

func (d digest) matrix(x *mat.Dense) {
	if x != nil {
		d.numbers(mat.DenseCopyOf(x).RawMatrix().Data)
	}
}

// embedding hashes coordinates, spectrum and scree, the graph and every
// dissimilarity.
func (d digest) embedding(ctx context.Context, e *engine.Embedding) error {
	d.matrix(e.Y)
	d.numbers(e.Spectrum)
	if e.Scree != nil {
		spectrum, err := e.Scree.Spectrum(ctx)
		if err != nil {
			return err
		}
		residual, err := e.Scree.Residual(ctx)
		if err != nil {
			return err
		}
		d.numbers(spectrum)
		d.numbers(residual)
	}
	for i := 0; e.Graph != nil && i < e.Graph.Len(); i++ {
		ends, lengths := e.Graph.Of(i)
		binary.Write(d, binary.LittleEndian, ends)
		d.numbers(lengths)
	}
	for i := 0; e.Target != nil && i < e.Target.Len(); i++ {
		row := make([]float64, e.Target.Len())
		e.Target.Row(row, i)
		d.numbers(row)
	}
	return nil
}

// digestOf hashes a report: every coordinate, prediction and score, and what
// the notes say.
func digestOf(ctx context.Context, r *engine.Report) (uint64, error) {
	d := digest{fnv.New64a()}
	for _, run := range r.Runs {
		if run.Embedding != nil {
			if err := d.embedding(ctx, run.Embedding); err != nil {
				return 0, err
			}
		}
		d.matrix(run.Mapped)
		d.numbers(run.Predicted)
	}
	for _, s := range r.Scores {
		d.numbers(s.Folds)
	}
	for _, n := range r.Notes {
		io.WriteString(d, n.Text)
	}
	return d.Sum64(), nil
}

// digested runs a pipeline and hashes its report.
func digested(ctx context.Context, p engine.Pipeline) (uint64, error) {
	r, err := evaluate.Run(ctx, p, evaluate.Environment{})
	if err != nil {
		return 0, err
	}
	return digestOf(ctx, r)
}

// made returns a method with the language's defaults.
func made[M engine.Method](m M) M {
	engine.SetDefaults(m)
	return m
}

// everyWay are sentences that take each way through the engine: exact and
// approximate lists, geodesics in float64, in float32 and from landmarks, each
// map, both machines, ranks.
func everyWay() map[string]engine.Pipeline {
	wave, roll := made(&generator.Waveform{}), made(&generator.SwissRoll{})
	wave.N, roll.N = 300, 500
	single, sparse, approximate := made(&embedding.Isomap{}), made(&embedding.Isomap{}), made(&embedding.Isomap{})
	single.Precision, sparse.Landmarks, approximate.Search = "single", 40, "approximate"
	centres, chosen, linear := made(&extension.KRR{}), made(&extension.KRR{}), made(&predictor.SVM{})
	centres.Centres, chosen.Lambda, linear.Kernel = 60, engine.Auto, "linear"
	hold, folds, none := made(&protocol.Holdout{}), made(&protocol.CV{}), made(&protocol.None{})
	folds.K = 3
	scale, warp, isomap, krr, mds, svm := made(&prepare.Scale{}), made(&metric.Warp{}), made(&embedding.Isomap{}), made(&extension.KRR{}), made(&embedding.MDS{}), made(&predictor.SVM{})
	return map[string]engine.Pipeline{
		"sentence":    engine.Pipe(wave, folds, scale, warp, isomap, krr, svm),
		"ridge":       engine.Pipe(wave, hold, scale, warp, isomap, chosen, linear),
		"single":      engine.Pipe(roll, none, single, made(&extension.Nystrom{}), made(&quality.Stress{})),
		"landmarks":   engine.Pipe(wave, hold, sparse, made(&extension.GRNN{}), made(&predictor.KNN{})),
		"approximate": engine.Pipe(wave, hold, approximate, made(&extension.Barycentre{}), svm),
		"centres":     engine.Pipe(wave, hold, mds, centres, svm),
		"cosine":      engine.Pipe(wave, none, made(&metric.Cosine{}), mds, made(&quality.Continuity{}), made(&quality.RNX{}), made(&view.Ranks{})),
	}
}

// TestSameBitsEveryWay: neither the vector instructions of the machine nor how
// many processors it has change a bit of any result.
func TestSameBitsEveryWay(t *testing.T) {
	for name, pipe := range everyWay() {
		t.Run(name, func(t *testing.T) {
			var want uint64
			for level := simd.Portable; level <= simd.Best(); level++ {
				for _, procs := range []int{1, 2} {
					restore, before := simd.Use(level), runtime.GOMAXPROCS(procs)
					got, err := digested(t.Context(), pipe)
					runtime.GOMAXPROCS(before)
					restore()
					if err != nil {
						t.Fatal(err)
					}
					if want == 0 {
						want = got
					} else if got != want {
						t.Errorf("at level %v on %d processors results are %x, want %x", level, procs, got, want)
					}
				}
			}
		})
	}
}
