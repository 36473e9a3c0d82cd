package stdlib_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/evaluate"
	"unfold/engine/evaluate/evidence"
	"unfold/engine/linear/gram"
	"unfold/engine/linear/ridge"
	"unfold/engine/memo"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/prepare"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/quality"
	"unfold/stdlib"
)

// confused are clouds with some rows in the wrong class, so that settings
// differ.
func confused(n int) *engine.Table {
	t := enginetest.Blobs(n).Table
	t.Labels = slices.Clone(t.Labels)
	for i := 0; i < n; i += 4 {
		t.Labels[i] = 1 - t.Labels[i]
	}
	return t
}

// TestSplitsAreEqual divides the rows under several pipelines, for every
// protocol.
func TestSplitsAreEqual(t *testing.T) {
	table := confused(40)
	for _, name := range stdlib.Catalogue().Names(engine.ProtocolRole) {
		t.Run(name, func(t *testing.T) {
			var first []engine.Fold
			for i, recipe := range [][]engine.Method{
				{made(&predictor.KNN{})},
				{made(&prepare.Scale{}), made(&predictor.SVM{})},
				{made(&embedding.PCA{}), made(&predictor.KNN{})},
			} {
				p := engine.Pipe(given{table})
				p.Steps = append(p.Steps, stageNamed(t, name))
				report, err := evaluate.Run(t.Context(), p.Then(engine.Pipe(recipe...)), evaluate.Environment{})
				if err != nil {
					t.Fatal(err)
				}
				var folds []engine.Fold
				for _, r := range report.Runs {
					folds = append(folds, r.Fold)
				}
				if i == 0 {
					first = folds
				} else if !reflect.DeepEqual(first, folds) {
					t.Errorf("pipeline %d meets other folds", i+1)
				}
			}
		})
	}
}

// TestNestedIsADoubleLoop writes nested cross-validation out.
func TestNestedIsADoubleLoop(t *testing.T) {
	table, neighbours := confused(90), []any{1, 3, 5, 9, 15}
	nested := made(&protocol.Nested{})
	nested.Outer, nested.InnerFolds = 4, 3
	p, err := engine.Pipe(given{table}, nested, made(&predictor.KNN{}), made(&quality.Accuracy{})).Vary("knn", "k", neighbours...)
	if err != nil {
		t.Fatal(err)
	}
	report, err := evaluate.Run(t.Context(), p, evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	outer, err := nested.Split(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	score, _ := report.Score("accuracy")
	for o, f := range outer {
		part := table.Keep(f.Train)
		inner, err := nested.Inner().Split(t.Context(), part)
		if err != nil {
			t.Fatal(err)
		}
		best, most := 0, -1.0
		for s, k := range neighbours {
			var hits []float64
			for _, g := range inner {
				hits = append(hits, hitRate(t, part, g, k.(int)))
			}
			if !slices.Equal(hits, report.Tuning.Chosen[o].Scores[s]) {
				t.Errorf("fold %d, k = %v: scores %v, by hand %v", o, k, report.Tuning.Chosen[o].Scores[s], hits)
			}
			if mean := stat.Mean(hits, nil); mean > most {
				best, most = s, mean
			}
		}
		if report.Tuning.Chosen[o].Setting != best {
			t.Errorf("fold %d chose %v, by hand %v", o, report.Tuning.Chosen[o].Setting, best)
		}
		if want := hitRate(t, table, f, neighbours[best].(int)); score.Folds[o] != want {
			t.Errorf("fold %d scores %v, by hand %v", o, score.Folds[o], want)
		}
	}
}

// hitRate is the share of held rows whose class k neighbours tell.
func hitRate(t *testing.T, table *engine.Table, f engine.Fold, k int) float64 {
	t.Helper()
	m := made(&predictor.KNN{})
	m.K = k
	learned, err := m.Learn(t.Context(), table.Take(f.Train))
	if err != nil {
		t.Fatal(err)
	}
	held := table.Take(f.Held)
	said := make([]float64, held.Len())
	if err := learned.Predict(t.Context(), said, held.X); err != nil {
		t.Fatal(err)
	}
	hits := 0
	for i, v := range said {
		if int(v) == held.Labels[i] {
			hits++
		}
	}
	return float64(hits) / float64(len(said))
}

// TestAloneOrInASweep compares the scores of settings, and what the chosen ones
// learned, with runs of nothing else, to the bit; also when all of it is in a
// memo, and when scores are in a file.
func TestAloneOrInASweep(t *testing.T) {
	if testing.Short() {
		t.Skip("long: sweeps with every stage")
	}
	table := confused(90)
	cv := made(&protocol.CV{})
	cv.K = 2
	p := engine.Pipe(given{table}, cv, made(&prepare.Scale{}), made(&embedding.Isomap{}), made(&extension.KRR{}), made(&predictor.KNN{}), made(&quality.Accuracy{}))
	for _, vary := range []struct {
		stage, param string
		values       []any
	}{{"isomap", "k", []any{6, 9}}, {"krr", "lambda", []any{1e-3, 0.1}}, {"knn", "k", []any{1, 7}}} {
		var err error
		if p, err = p.Vary(vary.stage, vary.param, vary.values...); err != nil {
			t.Fatal(err)
		}
	}
	kept := evaluate.NewMemo()
	var first *engine.Report
	file := filepath.Join(t.TempDir(), "scores")
	for _, where := range []struct {
		name string
		memo *memo.Memo
		keep string
	}{
		{"without a memo", nil, ""},
		{"into a memo", kept, ""},
		{"from a memo", kept, ""},
		{"into a file", nil, file},
		{"from a file", nil, file},
	} {
		cv.Keep = where.keep
		report, err := evaluate.Run(t.Context(), p, evaluate.Environment{Memo: where.memo})
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = report
		}
		if !reflect.DeepEqual(report.Tuning.Chosen, first.Tuning.Chosen) {
			t.Errorf("%s: other scores or choices", where.name)
		}
		for i, run := range report.Runs {
			if !slices.Equal(bitsOf(t, run), bitsOf(t, first.Runs[i])) {
				t.Errorf("%s: fold %d learned other bits", where.name, i)
			}
		}
	}
	cv.Keep = ""
	if stats := kept.Stats(); stats.Hits == 0 || stats.Found == 0 {
		t.Errorf("the memo was of no use: %+v", stats)
	}
	for o, run := range first.Runs {
		chosen := first.Tuning.Chosen[o]
		if alone := alone(t, p, chosen.Setting, run.Fold); !slices.Equal(bitsOf(t, alone.Runs[0]), bitsOf(t, run)) {
			t.Errorf("fold %d learned other bits than alone", o)
		}
		inner, err := cv.Inner().Split(t.Context(), table.Keep(run.Fold.Train))
		if err != nil {
			t.Fatal(err)
		}
		for s, scores := range chosen.Scores {
			for i, f := range inner {
				in := engine.Fold{Train: at(run.Fold.Train, f.Train), Held: at(run.Fold.Train, f.Held)}
				score, _ := alone(t, p, s, in).Score("accuracy")
				if score.Mean != scores[i] {
					t.Errorf("fold %d, setting %d, inner fold %d: %v, alone %v", o, s, i, scores[i], score.Mean)
				}
			}
		}
	}
}

// alone runs one setting of a pipeline on one fold, with nothing to share.
func alone(t *testing.T, p engine.Pipeline, setting int, f engine.Fold) *engine.Report {
	t.Helper()
	one := p.Setting(setting)
	steps := slices.Clone(one.Steps)
	steps[1] = engine.Pipe(folded{f}).Steps[0]
	report, err := evaluate.Run(t.Context(), engine.Pipeline{Steps: steps}, evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// at returns the positions in the table of positions in a part of it.
func at(part, within []int) []int {
	rows := make([]int, len(within))
	for i, r := range within {
		rows[i] = part[r]
	}
	return rows
}

func bitsOf(t *testing.T, r *engine.Run) []uint64 {
	t.Helper()
	b := bits{t: t}
	b.run(r, mat.NewDense(1, 4, nil))
	b.matrix(r.Mapped)
	b.add(r.Predicted...)
	return b.all
}

// TestPermutationIsUniform under the null: rows and responses have nothing to
// do with each other, in 200 data sets. With n deals p is one of 1/(n+1), ...,
// 1, and P(p ≤ j/(n+1)) is to be j/(n+1). The largest distance D between that
// and the share of data sets is the statistic of Kolmogorov and Smirnov, whose
// critical value at 1 % is 1.628/√200 (Smirnov 1948,
// doi:10.1214/aoms/1177730256), and less where p has few values.
func TestPermutationIsUniform(t *testing.T) {
	if testing.Short() {
		t.Skip("long: deals labels many times")
	}
	const sets, deals = 200, 19
	counts := make([]int, deals+2)
	for set := range sets {
		p := permuted(t, null(uint64(set)), set, deals)
		counts[int(math.Round(p*(deals+1)))]++
	}
	var d float64
	sum := 0
	for j, count := range counts {
		sum += count
		d = max(d, math.Abs(float64(sum)/sets-float64(j)/(deals+1)))
	}
	t.Logf("D = %.4f", d)
	if critical := 1.628 / math.Sqrt(sets); d >= critical {
		t.Errorf("D = %v, critical %v", d, critical)
	}
	if p := permuted(t, enginetest.Grid(6, 4).Table, 1, deals); p != 1.0/(deals+1) {
		t.Errorf("what can be learned has p = %v", p)
	}
}

// null is a table of noise with a response of noise.
func null(seed uint64) *engine.Table {
	r := rand.New(rand.NewPCG(seed, 7))
	t := *enginetest.Grid(6, 4).Table
	t.X = mat.NewDense(t.Len(), len(t.Columns), nil)
	t.Response = mat.NewDense(t.Len(), 1, nil)
	for i := range t.Len() {
		t.Response.Set(i, 0, r.NormFloat64())
		for j := range t.Columns {
			t.X.Set(i, j, r.NormFloat64())
		}
	}
	return &t
}

// permuted is the p-value of a ridge regression.
func permuted(t *testing.T, table *engine.Table, seed, deals int) float64 {
	t.Helper()
	m := made(&protocol.Permute{})
	m.N, m.K, m.Seed = deals, 3, seed
	report, err := evaluate.Run(t.Context(), engine.Pipe(given{table}, m, made(&predictor.Ridge{}), made(&quality.RMSE{})), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	return report.Permutation.P
}

// TestLeaveOneOutEqualsRefits: the closed form of kernel ridge regression is n
// fits under loo. It works with a decomposition in float32 whose diagonal it
// holds to 1e-5; in float64 the tests of package gram hold it to 1e-12.
func TestLeaveOneOutEqualsRefits(t *testing.T) {
	table := enginetest.Blobs(50).Table
	z := enginetest.Blobs(50).Flat
	kernel, lambda := gram.RBF{Sigma: 2}, 0.05
	scores, err := ridge.LeaveOneOut(t.Context(), table.X, z, ridge.Grid{Kernels: []gram.Kernel{kernel}, Lambdas: []float64{lambda}})
	if err != nil {
		t.Fatal(err)
	}
	folds, err := made(&protocol.LOO{}).Split(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for _, f := range folds {
		train := table.Take(f.Train)
		fit, err := ridge.Fit(t.Context(), kernel, train.X, rowsOf(z, f.Train), lambda)
		if err != nil {
			t.Fatal(err)
		}
		for q := range 2 {
			var image float64
			for i := range f.Train {
				image += kernel.Of(table.X.RawRowView(f.Held[0]), train.X.RawRowView(i)) * fit.W.At(i, q)
			}
			sum += math.Pow(z.At(f.Held[0], q)-image, 2)
		}
	}
	if want := sum / float64(2*len(folds)); math.Abs(scores[0].Mean()-want) > 1e-5*want {
		t.Errorf("closed form %v, refits %v", scores[0].Mean(), want)
	}
}

func rowsOf(x *mat.Dense, rows []int) *mat.Dense {
	_, d := x.Dims()
	out := mat.NewDense(len(rows), d, nil)
	for i, r := range rows {
		out.SetRow(i, x.RawRowView(r))
	}
	return out
}

// TestIntervalsCountRowsOnce: fifty bags hold each row some twenty times, which
// makes no more rows of them.
func TestIntervalsCountRowsOnce(t *testing.T) {
	table := confused(60)
	report, err := evaluate.Run(t.Context(), engine.Pipe(given{table}, made(&protocol.Bootstrap{}), made(&predictor.KNN{}), made(&quality.Accuracy{})), evaluate.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	hits, held := 0.0, 0.0
	for _, r := range report.Runs {
		for i, truth := range r.Held.Truth() {
			held++
			if r.Predicted[i] == truth {
				hits++
			}
		}
	}
	low, high := evidence.Wilson(60*hits/held, 60)
	if s, _ := report.Score("accuracy"); math.Abs(s.Low-low) > 1e-12 || math.Abs(s.High-high) > 1e-12 {
		t.Errorf("interval %v to %v, want %v to %v", s.Low, s.High, low, high)
	}
}
