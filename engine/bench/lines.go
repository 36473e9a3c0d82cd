package main

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"unfold/engine"
	"unfold/engine/bench/agreement"
	"unfold/engine/stage/protocol"
)

// scikit is the peer of most lines.
const scikit = "scikit-learn"

// ourselves is the peer of lines that compare two works of ours.
const ourselves = "unfold, isomap"

// lines are the workloads, in the order of the table.
var lines = []line{
	isomapLine("isomap-5000", 5000, target{Ratio: 25, Share: 1. / 4}, "n_jobs=THREADS, neighbors_algorithm='kd_tree', path_method='D', eigen_solver='arpack'"),
	isomapLine("isomap-10000", 10000, target{Ratio: 30, Share: 1. / 4}),
	{
		name: "isomap-40000", title: "Isomap n=40,000 d=3 k=10 → 2, exact",
		input: func(ctx context.Context) (rowset, error) { return roll(ctx, 40000) },
		task:  "isomap", set: settings{"k": 10, "dim": 2},
		target: target{Seconds: 60, Bytes: 8 << 30},
		judge:  judgeUnrolled(0.01),
	},
	{
		name: "landmarks", title: "landmark Isomap n=200,000 L=1,000 → 2",
		input: func(ctx context.Context) (rowset, error) { return roll(ctx, 200000) },
		task:  "isomap", set: settings{"k": 10, "dim": 2, "landmarks": 1000},
		target: target{Seconds: 20, Bytes: 3 << 30},
		judge:  judgeUnrolled(0.01),
	},
	{
		name: "kstatistic", title: "K statistic n=5,000 d=3, 28 values of k, beside Isomap of one",
		input: halvedRoll(5000), task: "kstatistic", set: settings{"dim": 2},
		peer: ourselves, rival: "isomap", options: []string{""},
		target: target{Ratio: 1. / 4},
		judge: func(_ rowset, ours, _ *output) []finding {
			return []finding{measured("k", ours.numbers["k"]), measured("T", ours.numbers["T"]), measured("values of k", ours.numbers["tried"])}
		},
	},
	localLines[0], localLines[1], localLines[2],
	{
		name: "knn", title: "exact k-NN n=20,000 d=16 k=10",
		input: func(ctx context.Context) (rowset, error) { return noise(ctx, 20000, 16) },
		task:  "knn", set: settings{"k": 10},
		peer: scikit, options: []string{"", "algorithm='kd_tree', n_jobs=THREADS"},
		target: target{Ratio: 2},
		judge: besides(func(ours, theirs *output) []finding {
			return []finding{
				atLeast("equal lists", agreement.SameRows(ours.arrays["index"], theirs.arrays["index"]), 1),
				atMost("distances differ", agreement.LargestGap(ours.arrays["length"], theirs.arrays["length"]), 1e-7),
			}
		}),
	},
	{
		name: "krr", title: "KRR fit n=8,000 d=21, 2 outputs",
		input: surfaces(8000), task: "krr", set: settings{"lambda": 0.01, "sigma": 5},
		peer: scikit, options: []string{""},
		target: target{Ratio: 3, Share: 1. / 2},
		judge: besides(func(ours, theirs *output) []finding {
			return []finding{atMost("coefficients differ", agreement.LargestGap(ours.arrays["coefficients"], theirs.arrays["coefficients"]), 1e-8)}
		}),
	},
	{
		name: "krr-grid", title: "KRR grid 8 λ × 5 σ, 5-fold, n=3,000",
		input: ridgeGrid(3000), task: "grid",
		peer: scikit, options: []string{"", "n_jobs=THREADS"},
		target: target{Ratio: 10},
		judge: besides(func(ours, theirs *output) []finding {
			return []finding{atMost("errors differ", agreement.LargestGap(ours.arrays["errors"], theirs.arrays["errors"]), 1e-6)}
		}),
	},
	{
		name: "krr-centres", title: "KRR n=100,000, 2,000 centres, 2 outputs",
		input: func(ctx context.Context) (rowset, error) {
			in, err := surfaces(105000)(ctx)
			if err != nil {
				return in, err
			}
			return in.split(100000), nil
		},
		task: "krr", set: settings{"lambda": 0.01, "sigma": 5, "centres": 2000},
		peer: scikit, rival: "centres", options: []string{""},
		target: target{Seconds: 10},
		judge:  errorOfOthers(1.01),
	},
	{
		name: "svm", title: "SVC rbf letter 16,000 × 16, 26 classes",
		input: letters, task: "svm", set: settings{"C": 10},
		peer: scikit, options: []string{"", "cache_size=1000", "cache_size=1000, shrinking=False"},
		target: target{Ratio: 2.5},
		judge:  judgeMachines,
	},
	{
		name: "svr", title: "SVR rbf n=5,000 d=4",
		input: ripples(5556), task: "svr", set: settings{"C": 10, "epsilon": 0.1},
		peer: scikit, options: []string{"", "cache_size=1000", "cache_size=1000, shrinking=False"},
		target: target{Ratio: 2.5},
		judge:  vectorRegressions,
	},
	treeLine("cart", "CART to the last leaf, letter 20,000 × 16", "letter"),
	treeLine("cart-spambase", "CART to the last leaf, spambase 4,601 × 57", "spambase"),
	gainRatioLine("c45", "C4.5, pruned, letter 20,000 × 16", "letter"),
	gainRatioLine("c45-spambase", "C4.5, pruned, spambase 4,601 × 57", "spambase"),
	gainRatioLine("c45-waveform", "C4.5, pruned, waveform 5,000 × 21", "waveform"),
	{
		name: "gmlvq", title: "GMLVQ, 200 iterations, letter 20,000 × 16",
		input: labelledFile("letter"), task: "gmlvq", set: settings{"iterations": 200},
		peer: "NumPy", options: []string{""},
		target: target{Ratio: 2},
		judge:  judgePrototypes,
	},
	{
		name: "forest", title: "random forest of 100 trees, letter 20,000 × 16",
		input: labelledFile("letter"), task: "forest", set: settings{"trees": 100},
		peer: scikit, options: []string{"", "n_jobs=THREADS"},
		target: target{Ratio: 2},
		judge:  judgeForests,
	},
	{
		name: "logistic", title: "logistic regression letter 16,000 × 16, 26 classes",
		input: letters, task: "logistic", set: settings{"C": 1},
		peer: scikit, options: []string{"max_iter=10000, tol=1e-6", "max_iter=10000, solver='newton-cg'"},
		target: target{Ratio: 1},
		judge:  judgeOdds,
	},
	{
		name: "elm", title: "ELM n=1,000,000 d=20, 100 neurons, 2 outputs",
		input: slopes(1_000_000, 20, 5000), task: "elm", set: settings{"neurons": 100},
		peer: "NumPy, by blocks", options: []string{""},
		target: target{Seconds: 3},
		judge:  errorOfOthers(1.05), // neurons are not the peer's: one may be a little better by chance
	},
	{
		name: "sdpp-100000", title: "SDPP n=100,000 d=20, 64 neighbours → 2",
		input: plane(100000, 20), task: "sdpp", set: settings{"graph": "knn", "k": 64, "dim": 2},
		target: target{Seconds: 10, Bytes: 3 << 30},
		judge:  onPlane(64),
	},
	affineLine("eat", 1000, 4000, target{Ratio: 10}),
	affineLine("eat-short", 1000, 600, target{}),
	unfoldingLine("mvu-200", 200, "CSDP", target{Ratio: 50}),
	unfoldingLine("mvu-1000", 1000, "", target{}),
	unfoldingLine("mvu-5000", 5000, "", target{}),
	layoutLine("tsne", 10000, "tsne", scikit, target{Ratio: 8}, judgeLayout, "n_jobs=THREADS"),
	layoutLine("rtsne", 10000, "rtsne", "Rtsne", target{Ratio: 3}, judgeLayout, "num_threads=THREADS"),
	layoutLine("rtsne-60000", 60000, "rtsne", "Rtsne", target{Ratio: 5}, judgeLayout, "num_threads=THREADS"),
	layoutLine("umap", 10000, "umap", "uwot", target{Ratio: 1}, keptNeighbours, "n_threads=THREADS", "n_threads=THREADS, n_sgd_threads=THREADS"),
	sentenceLine("sentence", "the sentence on waveform, one split", &protocol.Holdout{Share: 0.3, Stratify: protocol.Stratified, Seed: 1}, 15, "", fastSentence),
	sentenceLine("sentence-10", "the sentence on waveform, 10-fold", &protocol.CV{K: 10, Repeats: 1, Stratify: protocol.Stratified, Seed: 1}, 20, fastSentence),
	{
		name: "sweep", title: "α × k × λ × C = 5 × 6 × 8 × 8 on waveform, 10-fold",
		input: func(ctx context.Context) (rowset, error) { return waveform(ctx, &protocol.None{}) },
		task:  "sweep", set: settings{"folds": 10},
		target: target{Seconds: 240},
		judge:  runSweep,
	},
	{
		name: "trust", title: "trustworthiness + continuity k=1..100, n=5,000",
		input: projectedWaves(5000), task: "trust", set: settings{"k": 100, "one": 5},
		peer: scikit, options: []string{""},
		target: target{Ratio: 5},
		judge:  besides(judgeTrust),
	},
	answersLine("answers-krr", "scale, pca, krr, svm", "krr", "block=1000", "block=10000"),
	answersLine("answers-knn", "scale, pca, knn", "knn", "block=10000", "block=10000, n_jobs=THREADS", "block=10000, n_jobs=THREADS, algorithm='brute'"),
	{
		name: "first-figure", title: "first figure after kernel start (iris, isomap)",
		command: "unfold/kernel/kerneltest/baseline", target: target{Seconds: 0.5},
	},
}

// fastSentence are the options that make the composed sentence faster.
const fastSentence = "eigen_solver='arpack', n_jobs=THREADS"

// isomapLine is exact Isomap beside the peer's.
func isomapLine(name string, n int, t target, options ...string) line {
	return line{
		name: name, title: "Isomap n=" + thousands(n) + " d=3 k=10 → 2",
		input: func(ctx context.Context) (rowset, error) { return roll(ctx, n) },
		task:  "isomap", set: settings{"k": 10, "dim": 2},
		peer: scikit, options: append([]string{""}, options...),
		target: t, exact: settings{"precision": "double"},
		judge: func(in rowset, ours, theirs *output) []finding {
			found := judgeUnrolled(0.01)(in, ours, theirs)
			if theirs != nil {
				found = append(found, atMost("disparity from the peer's", agreement.Disparity(ours.arrays["y"], theirs.arrays["y"]), 1e-5))
			}
			return found
		},
	}
}

// judgeUnrolled judges a placement of a rolled sheet by the flat one.
func judgeUnrolled(limit float64) func(in rowset, ours, theirs *output) []finding {
	return func(in rowset, ours, _ *output) []finding {
		found := []finding{atMost("disparity from the sheet", agreement.Disparity(ours.arrays["y"], in.arrays["sheet"]), limit)}
		if exact := ours.arrays["exact"]; exact != nil {
			found = append(found, atMost("disparity from float64", agreement.Disparity(ours.arrays["y"], exact), 1e-5))
		}
		return found
	}
}

func sentenceLine(name, title string, p engine.Protocol, ratio float64, options ...string) line {
	return line{
		name: name, title: title,
		input: func(ctx context.Context) (rowset, error) { return waveform(ctx, p) },
		task:  "sentence", set: settings{"alpha": 0.5, "k": 7, "dim": 4, "lambda": 1e-3, "sigma": 5, "C": 1},
		peer: scikit + ", composed", options: options,
		target: target{Ratio: ratio},
		judge: func(_ rowset, ours, theirs *output) []finding {
			found := []finding{measured("accuracy", ours.numbers["accuracy"])}
			if theirs != nil {
				found = append(found, atLeast("accuracy over the peer's", ours.numbers["accuracy"]-theirs.numbers["accuracy"], -0.002))
			}
			return found
		},
	}
}

// judgeMachines judges support vector machines by their objective and what they
// tell of rows that they have not seen.
func judgeMachines(in rowset, ours, theirs *output) []finding {
	found := accuracies(in, ours, theirs)
	if theirs != nil {
		found = append(found, atLeast("equal predictions", agreement.SameEntries(ours.arrays["told"], theirs.arrays["told"]), 0.999))
	}
	return aboveObjective(found, ours, theirs)
}

// judgeTrust judges curves by the peer's numbers at some k.
func judgeTrust(ours, theirs *output) []finding {
	var gap float64
	for name, v := range theirs.numbers {
		gap = max(gap, math.Abs(ours.numbers[name]-v))
	}
	return []finding{atMost("six values differ", gap, 1e-12)}
}

// surfaces is an input of rows with two smooth functions of them.
func surfaces(n int) func(context.Context) (rowset, error) {
	return func(ctx context.Context) (rowset, error) {
		in, err := waves(ctx, n)
		if err != nil {
			return in, err
		}
		return in.surfaces(), nil
	}
}

// ridgeGrid is an input of a grid of ridges and bandwidths under one division.
func ridgeGrid(n int) func(context.Context) (rowset, error) {
	return func(ctx context.Context) (rowset, error) {
		in, err := surfaces(n)(ctx)
		if err != nil {
			return in, err
		}
		in.arrays["lambdas"] = mat.NewDense(8, 1, []float64{1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.3, 1, 10})
		in.arrays["sigmas"] = mat.NewDense(5, 1, []float64{2, 3, 5, 8, 12})
		in.arrays["held"], err = fold(ctx, n, 5)
		return in, err
	}
}

// projectedWaves is an input of rows and where their first principal components
// place them.
func projectedWaves(n int) func(context.Context) (rowset, error) {
	return func(ctx context.Context) (rowset, error) {
		in, err := waves(ctx, n)
		if err != nil {
			return in, err
		}
		in.arrays["y"], err = components(ctx, in.arrays["x"])
		return in, err
	}
}
