package evaluate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"unfold/engine"
	"unfold/engine/remedy"
	"unfold/engine/tree"
)

// missingInRun names the first need that the run cannot meet, or nothing.
func missingInRun(r *engine.Run, needs engine.Need) string {
	return missingInReport(&engine.Report{Runs: []*engine.Run{r}}, needs)
}

// missingInReport names the first need that the report cannot meet and what there is
// instead, or nothing.
func missingInReport(r *engine.Report, needs engine.Need) string {
	run := r.Runs[0]
	e, t := cmp.Or(run.Embedding, &engine.Embedding{}), cmp.Or(r.Tuning, &engine.Tuning{})
	varied := len(t.Candidates)
	by, _ := run.Predictor.(engine.PrototypePredictor)
	_, isTree := run.Predictor.(tree.Predictor)
	if needsPredictedResponse(needs) && run.Train.HasResponse() && run.Train.HasClasses() {
		return fmt.Sprintf("a predicted response, and of rows with a class and a response the class is predicted: %s", run.Train.Label)
	}
	for _, n := range []struct {
		need engine.Need
		met  bool
		what string
	}{
		{engine.NeedClasses, run.Train.HasClasses(), "classes"},
		{engine.NeedResponse, run.Train.HasResponse(), "a response"},
		{engine.NeedPredictions, run.Predicted != nil, "a predictor"},
		{engine.NeedEmbedding, e.Y != nil, "an embedding"},
		{engine.NeedMap, run.Extension != nil, "a map for unseen rows"},
		{engine.NeedTarget, e.Target != nil, "an embedding that keeps dissimilarities"},
		{engine.NeedSpectrum, len(e.Spectrum) > 0, "eigenvalues"},
		{engine.NeedLeftEigenvalues, e.Scree != nil || e.Y != nil && len(e.Spectrum) > e.Dim(), "eigenvalues beside the kept ones"},
		{engine.NeedResidual, e.Scree != nil, "residual variances"},
		{engine.NeedGraph, e.Graph != nil, "a neighbourhood graph"},
		{engine.NeedKStatistic, e.KStatistic != nil, "neighbours that the K statistic chose, as isomap(k=auto) has them where rows have classes"},
		{engine.NeedProof, e.Proof != nil, "an embedding by a programme that is proved to be solved, such as mvu"},
		{engine.NeedUnits, e.Units != nil, "units in a grid"},
		{engine.NeedLosses, e.Losses != nil, "an embedding whose cost was gone down"},
		{engine.NeedTuning, varied > 0, "candidates for a parameter"},
		{engine.NeedOuter, hasOuterScores(t), "held rows that judge what was chosen"},
		{engine.NeedPermutation, r.Permutation != nil, "labels dealt anew, as by permute"},
		{engine.NeedDealtEmbedding, hasDealtEmbedding(r.Permutation), "an embedding under labels dealt anew"},
		{engine.NeedPrototypes, by != nil, "a predictor by prototypes"},
		{engine.NeedRelevances, by != nil && by.Relevance(0) != nil, "a predictor that learns what columns weigh"},
		{engine.NeedBagged, isBagged(run), "a predictor of many trees that learned from rows drawn anew"},
		{engine.NeedFolds, len(r.Runs) > 1, "several folds"},
	} {
		if needs&n.need != 0 && !n.met {
			return n.what + ", and the pipeline has none"
		}
	}
	const candidates = engine.NeedOneVaried | engine.NeedTwoVaried | engine.NeedManyVaried
	switch wanted := needs & candidates; {
	case needs&engine.NeedTree != 0 && !isTree:
		return "a predictor that is one tree, and " + insteadOfTree(run)
	case wanted == engine.NeedOneVaried && varied != 1:
		return fmt.Sprintf("candidates for one parameter, and the pipeline has them for %d", varied)
	case wanted == engine.NeedTwoVaried && varied != 2:
		return fmt.Sprintf("candidates for two parameters, and the pipeline has them for %d", varied)
	case wanted == engine.NeedManyVaried && varied < 3:
		return fmt.Sprintf("candidates for three parameters or more, and the pipeline has them for %d", varied)
	}
	return ""
}

// needsPredictedResponse reports whether it takes predictions of a response.
func needsPredictedResponse(n engine.Need) bool {
	const both = engine.NeedResponse | engine.NeedPredictions
	return n&both == both
}

// hasTarget reports whether rows with the target have the classes or the response
// that are needed. A response beside classes is there, but not predicted.
func hasTarget(t engine.Target, needs engine.Need) bool {
	return (needs&engine.NeedClasses == 0 || t.HasClasses()) && (needs&engine.NeedResponse == 0 || t.HasResponse()) && !(needsPredictedResponse(needs) && t.HasClasses())
}

// remedyFor says what would give a measure or a view what it needs, for rows with
// the target and candidates for so many parameters; nothing where that depends
// on the steps.
func remedyFor(needs engine.Need, t engine.Target, varied int) remedy.Remedy {
	switch {
	case needsPredictedResponse(needs) && t.HasClasses() && t.HasResponse():
		return remedy.Load("leave the label out, so that the response is learned", "label", "none").Or(remedy.Use("accuracy", "f1").Which("judge classes"))
	case needs&engine.NeedResponse != 0 && t.HasClasses():
		return remedy.Use("accuracy", "balanced", "f1").Which("judge classes").Or(remedy.Load("name the column", "response", t.Label).If("its values are quantities"))
	case needs&engine.NeedClasses != 0 && t.HasResponse() && !t.HasClasses():
		return remedy.Use("rmse", "mae", "r2").Which("judge a response").Or(remedy.Load("name the column", "label", t.Label).If("its values are classes"))
	case needs&(engine.NeedPermutation|engine.NeedDealtEmbedding) != 0:
		return remedy.Put("permute").After(engine.SourceRole)
	case needs&engine.NeedTree != 0:
		return remedy.Use("cart", "c45", "oc1").As("a predictor").Or(remedy.Say("leave it out"))
	case needs&engine.NeedBagged != 0:
		return remedy.Use("forest").As("a predictor").Or(remedy.Say("leave it out"))
	case needs&engine.NeedRelevances != 0:
		return remedy.Use("grlvq", "gmlvq", "liram").As("a predictor").Or(remedy.Say("leave it out"))
	case needs&engine.NeedPrototypes != 0:
		return remedy.Use("glvq", "gmlvq", "liram").As("a predictor").Or(remedy.Say("leave it out"))
	case needs&engine.NeedUnits != 0:
		return remedy.Use("som").As("an embedder").Or(remedy.Say("leave it out"))
	case needs&engine.NeedLosses != 0:
		return remedy.Use("nerv", "autoencoder").As("an embedder").Or(remedy.Say("leave it out"))
	case needs&engine.NeedFolds != 0:
		return remedy.Put("bootstrap", "cv").After(engine.SourceRole)
	case needs&engine.NeedTuning == 0:
		return nil
	case varied == 0:
		return remedy.Say("offer values to choose between, as in k=[1, 5, 9]")
	case needs&engine.NeedOuter != 0:
		return remedy.Use("cv").As("a protocol").Which("holds rows, and a measure of predictions")
	}
	return remedy.Say("leave it out: the view that suits comes by itself")
}

// isBagged reports whether many trees predict that know how they do out of their bags.
func isBagged(r *engine.Run) bool {
	_, is := r.Predictor.(tree.Bagged)
	return is
}

// insteadOfTree says what predicts that is not one tree.
func insteadOfTree(r *engine.Run) string {
	if isBagged(r) {
		return "the pipeline has many, whose sizes say little: they are not pruned"
	}
	return "the pipeline has none"
}

// hasOuterScores reports whether held rows have judged what some fold chose.
func hasOuterScores(t *engine.Tuning) bool {
	return slices.ContainsFunc(t.Chosen, func(c engine.Chosen) bool { return !math.IsNaN(c.Outer) })
}

// hasDealtEmbedding reports whether there is an embedding under permuted labels.
func hasDealtEmbedding(p *engine.Permutation) bool {
	return p != nil && p.Run != nil && p.Run.Embedding != nil && p.Run.Embedding.Y != nil
}
