package engine

import "fmt"

// lacks names the first need that the run cannot meet, or nothing.
func (r *Run) lacks(needs Need) string { return (&Report{Runs: []*Run{r}}).lacks(needs) }

// lacks names the first need that the report cannot meet and what there is
// instead, or nothing.
func (r *Report) lacks(needs Need) string {
	run := r.Runs[0]
	e, t := run.Embedding, r.Tuning
	if e == nil {
		e = &Embedding{}
	}
	if t == nil {
		t = &Tuning{}
	}
	varied := len(t.Varied)
	if needs.ofPredictedResponse() && run.Train.HasResponse() && run.Train.HasClasses() {
		return fmt.Sprintf("a predicted response, and of rows with a class and a response the class is predicted: %s", run.Train.Label)
	}
	for _, n := range []struct {
		need Need
		met  bool
		what string
	}{
		{NeedClasses, run.Train.HasClasses(), "classes"},
		{NeedResponse, run.Train.HasResponse(), "a response"},
		{NeedPredictions, run.Predicted != nil, "a predictor"},
		{NeedEmbedding, e.Y != nil, "an embedding"},
		{NeedMap, run.Extension != nil, "a map for unseen rows"},
		{NeedTarget, e.Target != nil, "an embedding that keeps dissimilarities"},
		{NeedSpectrum, len(e.Spectrum) > 0, "eigenvalues"},
		{NeedResidual, e.Scree != nil, "residual variances"},
		{NeedGraph, e.Graph != nil, "a neighbourhood graph"},
		{NeedTuning, varied > 0, "candidates for a parameter"},
		{NeedOuter, t.judged(), "held rows that judge what was chosen"},
		{NeedPermutation, r.Permutation != nil, "labels dealt anew, as by permute"},
		{NeedDealtEmbedding, r.Permutation.placed(), "an embedding under labels dealt anew"},
	} {
		if needs&n.need != 0 && !n.met {
			return n.what + ", and the pipeline has none"
		}
	}
	for _, n := range []struct {
		need Need
		met  bool
		what string
	}{
		{NeedOneVaried, varied == 1, "candidates for one parameter"},
		{NeedTwoVaried, varied == 2, "candidates for two parameters"},
		{NeedManyVaried, varied > 2, "candidates for three parameters or more"},
	} {
		if needs&n.need != 0 && !n.met {
			return fmt.Sprintf("%s, and the pipeline has them for %d", n.what, varied)
		}
	}
	return ""
}

// ofPredictedResponse reports whether it takes predictions of a response.
func (n Need) ofPredictedResponse() bool {
	const both = NeedResponse | NeedPredictions
	return n&both == both
}

// offers reports whether rows with the target have the classes or the response
// that are needed. A response beside classes is there, but not predicted.
func (t Target) offers(needs Need) bool {
	return (needs&NeedClasses == 0 || t.HasClasses()) && (needs&NeedResponse == 0 || t.HasResponse()) && !(needs.ofPredictedResponse() && t.HasClasses())
}

// suited says what would give a measure or a view what it needs, for rows with
// the target and candidates for so many parameters; nothing where that depends
// on the steps.
func suited(needs Need, t Target, varied int) string {
	switch {
	case needs.ofPredictedResponse() && t.HasClasses() && t.HasResponse():
		return "leave the label out, so that the response is learned, or judge classes, as by accuracy or f1"
	case needs&NeedResponse != 0 && t.HasClasses():
		return fmt.Sprintf("classes are judged by accuracy, balanced or f1; if the values of %s are quantities, load it with response=%q", t.Label, t.Label)
	case needs&NeedClasses != 0 && t.HasResponse() && !t.HasClasses():
		return fmt.Sprintf("a response is judged by rmse, mae or r2; if the values of %s are classes, load it with label=%q", t.Label, t.Label)
	case needs&(NeedPermutation|NeedDealtEmbedding) != 0:
		return "take permute as the protocol"
	case needs&NeedTuning == 0:
		return ""
	case varied == 0:
		return "offer values to choose between, as in knn(k=[1, 5, 9])"
	case needs&NeedOuter != 0:
		return "take a protocol that holds rows, such as cv, and a measure of predictions"
	}
	return "leave it out: the view that suits comes by itself"
}
