package stdlib_test

import (
	"slices"
	"testing"

	"unfold/engine"
	"unfold/engine/enginetest"
	"unfold/engine/evaluate"
	"unfold/engine/figure"
	"unfold/engine/memo"
	"unfold/engine/stage/embedding"
	"unfold/engine/stage/extension"
	"unfold/engine/stage/predictor"
	"unfold/engine/stage/protocol"
	"unfold/engine/stage/unfolding"
	"unfold/stdlib"
)

// TestEveryViewAndMeasureTakesUnlabelledRows: with rows without a label among the
// training rows, and with them placed, every measure scores and every view draws,
// and no point is of a class that is not there.
func TestEveryViewAndMeasureTakesUnlabelledRows(t *testing.T) {
	if testing.Short() {
		t.Skip("long: runs all stages on many tables")
	}
	env, all := evaluate.Environment{Memo: memo.New(memo.Unlimited)}, unlabelledPipelines(t)
	for _, role := range []engine.Role{engine.MeasureRole, engine.ViewRole} {
		for _, name := range stdlib.Catalogue().Names(role) {
			t.Run(name, func(t *testing.T) {
				ran := 0
				for _, p := range all {
					p.Steps = append(slices.Clone(p.Steps), stageNamed(t, name))
					r, err := evaluate.Run(t.Context(), p, env)
					if err != nil {
						continue // it lacks something that the stage looks at
					}
					ran++
					for _, f := range r.Figures {
						testClasses(t, f)
					}
				}
				if ran == 0 {
					t.Error("it looks at none of the pipelines")
				}
			})
		}
	}
}

// unlabelledPipelines are what measures and views look at: classes and responses,
// places with and without a map or a proof, beside where rows truly are, trees,
// prototypes, candidates for one parameter or more, labels dealt anew.
func unlabelledPipelines(t *testing.T) (all []engine.Pipeline) {
	t.Helper()
	blobs, grid := enginetest.Blobs(60).Table, enginetest.Grid(10, 6).Table
	for table, by := range map[*engine.Table]string{blobs: "accuracy", grid: "rmse"} {
		half := *table
		half.Target = table.Target.Hide(unlabelledRows(table))
		half.Aside = engine.Aside{X: table.X, Columns: table.Columns}
		source, krr := given{&half}, made(&extension.KRR{})
		isomap := made(&embedding.Isomap{})
		isomap.K = 6
		tree := made(&predictor.CART{})
		knn := made(&predictor.KNN{})
		for _, methods := range [][]engine.Method{
			{source, isomap},
			{source, made(&unfolding.MVU{})},
			{source, made(&unfolding.MUHSIC{})},
			{source, made(&protocol.Holdout{}), isomap, krr, knn},
			{source, made(&protocol.Holdout{}), isomap, krr, tree},
			{source, made(&protocol.Holdout{}), tree},
			{source, made(&protocol.Holdout{}), made(&predictor.Forest{})},
			{source, made(&protocol.Holdout{}), stageNamed(t, "grlvq").Method},
			{source, stageNamed(t, "som").Method},
			{source, enginetest.Brief(stageNamed(t, "autoencoder").Method)},
		} {
			all = append(all, engine.Pipe(methods...))
		}
		auto := made(&embedding.Isomap{})
		auto.K = engine.Auto
		all = append(all, engine.Pipe(source, made(&protocol.Transduce{}), auto, knn))
		one := offer(t, engine.Pipe(source, made(&protocol.Holdout{}), isomap, krr, knn), "knn", "k", 1, 3)
		two := offer(t, one, "isomap", "k", 5, 7)
		few := made(&protocol.Permute{})
		few.K, few.N = 3, 2
		dealt := engine.Pipe(source, few, made(&embedding.PCA{}), knn)
		for _, p := range []engine.Pipeline{dealt, one, two, offer(t, two, "isomap", "dim", 1, 2)} {
			all = append(all, engine.Pipeline{Steps: append(slices.Clone(p.Steps), stageNamed(t, by))})
		}
	}
	return all
}

// testClasses tests that all points are of classes that the figure names.
func testClasses(t *testing.T, f *figure.Figure) {
	t.Helper()
	for _, leaf := range f.Leaves() {
		for _, layer := range leaf.Layers {
			points, _ := layer.(figure.Points)
			for _, class := range points.Class {
				if class < 0 {
					t.Fatalf("%s draws a point of class %d", f.Name, class)
				}
			}
		}
	}
}
