package stdlib_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/dataset"
	"unfold/engine/embedding"
	"unfold/engine/extension"
	"unfold/engine/metric"
	"unfold/engine/predictor"
	"unfold/engine/prepare"
	"unfold/engine/protocol"
	"unfold/stdlib"
)

// made returns a method with the language's defaults.
func made[M engine.Method](m M) M {
	engine.SetDefaults(m)
	return m
}

// fitted is everything that a run learns and says, to the bit.
func fitted(t *testing.T, x *mat.Dense, y []string, methods ...engine.Method) (bits []uint64, held []int) {
	t.Helper()
	all := []engine.Method{&dataset.Data{X: x, Y: y}, &protocol.Holdout{Share: 0.3, Stratify: protocol.Unstratified, Seed: 5}}
	report, err := engine.Pipe(append(all, methods...)...).Run(context.Background(), stdlib.Catalogue())
	if err != nil {
		t.Fatal(err)
	}
	run := report.Runs[0]
	add := func(values ...float64) {
		for _, v := range values {
			bits = append(bits, math.Float64bits(v))
		}
	}
	add(run.Train.X.RawMatrix().Data...)
	if run.Embedding != nil {
		add(run.Embedding.Y.RawMatrix().Data...)
		add(run.Embedding.Spectrum...)
	}
	if run.Mapped != nil {
		add(run.Mapped.RawMatrix().Data...)
	}
	add(run.Predicted...)
	return bits, run.Fold.Held
}

// TestHeldLabelsTeachNothing scrambles the labels of held rows: nothing that
// is learned or predicted may change by one bit.
func TestHeldLabelsTeachNothing(t *testing.T) {
	table, err := made(&dataset.Waveform{}).Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]int, 160)
	for i := range rows {
		rows[i] = i
	}
	sample := table.Take(rows)
	var y []string
	for _, l := range sample.Labels {
		y = append(y, table.Classes[l])
	}
	for name, methods := range map[string][]engine.Method{
		"svm":             {made(&prepare.Scale{}), made(&predictor.SVM{})},
		"knn":             {made(&prepare.MinMax{}), made(&predictor.KNN{})},
		"ridge":           {made(&predictor.Ridge{})},
		"supervised":      {made(&prepare.Scale{}), made(&metric.Warp{}), made(&embedding.Isomap{}), made(&extension.KRR{}), made(&predictor.SVM{})},
		"shift, grnn":     {made(&metric.Shift{}), made(&embedding.MDS{}), made(&extension.GRNN{}), made(&predictor.KNN{})},
		"lda":             {made(&prepare.Scale{}), made(&embedding.LDA{}), made(&predictor.SVM{})},
		"cosine, nystrom": {made(&metric.Cosine{}), made(&embedding.Isomap{}), made(&extension.Nystrom{}), made(&predictor.Ridge{})},
		"barycentre":      {made(&embedding.Isomap{}), made(&extension.Barycentre{}), made(&predictor.KNN{})},
		"two embeddings":  {made(&embedding.PCA{}), made(&metric.Warp{}), made(&embedding.Isomap{}), made(&extension.KRR{}), made(&predictor.KNN{})},
	} {
		t.Run(name, func(t *testing.T) {
			before, held := fitted(t, sample.X, y, methods...)
			scrambled := slices.Clone(y)
			for i, r := range held {
				scrambled[r] = y[held[(i+7)%len(held)]]
			}
			if slices.Equal(scrambled, y) {
				t.Fatal("nothing was scrambled")
			}
			if after, _ := fitted(t, sample.X, scrambled, methods...); !slices.Equal(before, after) {
				t.Error("labels of held rows have changed what was learned")
			}
		})
	}
}

// TestHeldRowsTeachNothing moves the held rows: what the training rows became
// may not change by one bit.
func TestHeldRowsTeachNothing(t *testing.T) {
	table, err := made(&dataset.Balance{}).Load(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var y []string
	for _, l := range table.Labels {
		y = append(y, table.Classes[l])
	}
	methods := func() []engine.Method {
		return []engine.Method{made(&prepare.Scale{}), made(&metric.Warp{}), made(&embedding.Isomap{}), made(&extension.KRR{})}
	}
	_, held := fitted(t, table.X, y, methods()...)
	moved := mat.DenseCopyOf(table.X)
	for _, r := range held {
		for c := range len(table.Columns) {
			moved.Set(r, c, 10*moved.At(r, c)+3)
		}
	}
	trained := (table.Len() - len(held)) * (len(table.Columns) + 2) // prepared columns and places
	before, _ := fitted(t, table.X, y, methods()...)
	after, _ := fitted(t, moved, y, methods()...)
	if !slices.Equal(before[:trained], after[:trained]) {
		t.Error("held rows have changed what became of the training rows")
	}
	if slices.Equal(before, after) {
		t.Error("held rows were moved and were mapped to where they had been")
	}
}
